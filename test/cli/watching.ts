/** A verb that works until Ctrl-C, as a real process. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { afterEach } from "@jest/globals";
import { program } from "./cli.js";

export interface Watching {
	/** Waits until this is printed behind what was waited for before. */
	readonly until: (text: string | RegExp) => Promise<void>;
	/** Sends Ctrl-C; the exit code. */
	readonly stop: () => Promise<number | null>;
	readonly all: () => string;
}

const running = new Set<ChildProcessWithoutNullStreams>();
afterEach(() => {
	for (const child of running) child.kill("SIGKILL");
	running.clear();
});

/** Runs a verb with `--watch`. */
export function watching(verb: string, cwd: string, ...words: string[]): Watching {
	const child = spawn(process.execPath, [program(), verb, "--watch", ...words], { cwd });
	running.add(child);
	let text = "";
	let seen = 0;
	let woken = (): void => {};
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding("utf8").on("data", (part: string) => {
			text += part;
			woken();
		});
	const ended = new Promise<number | null>((resolve) => child.on("close", (code) => resolve(code)));
	return {
		all: () => text,
		until: async (wanted) => {
			const late = Date.now() + 100_000;
			for (;;) {
				const rest = text.slice(seen);
				const found = typeof wanted === "string" ? rest.indexOf(wanted) : rest.search(wanted);
				if (found >= 0) {
					seen += found + (typeof wanted === "string" ? wanted.length : (wanted.exec(rest)?.[0].length ?? 0));
					return;
				}
				if (Date.now() > late) throw new Error(`waited in vain for ${String(wanted)} in: ${text}`);
				await new Promise<void>((resolve) => {
					woken = resolve;
					setTimeout(resolve, 100);
				});
			}
		},
		stop: async () => {
			child.kill("SIGINT");
			return ended;
		},
	};
}
