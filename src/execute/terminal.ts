/**
 * A pseudo-terminal for merged output, without losing a byte. The program is started by Node itself with the terminal as its standard output and error:
 * exit codes and signals are exact, nothing stands between, and the terminal is set up before the program can write to it.
 *
 * Two traps are avoided. Node 20 takes the hang-up of a terminal for its end although output is still to be read (libuv issue 4992): we hold
 * the program's side open ourselves, so that no hang-up comes. And what was written may reach our side a little later than the program's end:
 * behind the last output we write a mark of our own, and read until it arrives.
 */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { ReadStream } from "node:tty";

/** An open terminal. */
export interface Terminal {
	/** The program's side: its standard output and error. */
	readonly descriptor: number;
	/** Begins to hand over what is written. */
	readonly start: (push: (bytes: Buffer) => void) => void;
	/** When the program and everything that it started are gone: hands over the rest and closes. */
	readonly finish: () => Promise<void>;
}

/** What we need of node-pty: a pair of descriptors. Its own way of starting programs is not used. */
interface PtyModule {
	readonly native?: { readonly open?: (columns: number, rows: number) => { readonly master: number; readonly slave: number; readonly pty: string } };
}

/** Loads node-pty; replaced in tests. */
export type LoadPty = () => unknown;
const require = createRequire(import.meta.url);
const loadNodePty: LoadPty = () => require("node-pty");

/** Opens a terminal, or says why there is none. */
export function openTerminal(load: LoadPty = loadNodePty): Terminal | { readonly why: string } {
	// node-pty's prebuilt module loads under musl and crashes at its first use.
	const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined;
	if (process.platform === "linux" && report?.header?.glibcVersionRuntime === undefined) return { why: "node-pty needs glibc" };
	let open: NonNullable<PtyModule["native"]>["open"];
	try {
		open = (load() as PtyModule).native?.open;
	} catch {
		return { why: "node-pty can't be loaded" };
	}
	if (open === undefined) return { why: "this version of node-pty opens no terminal by itself" };
	try {
		const { master, slave, pty } = open(120, 40);
		// No carriage returns in front of line feeds, no echo. `stty` speaks to the terminal on its standard input.
		const set = spawnSync("stty", ["raw", "-echo", "isig"], { stdio: [slave, "ignore", "ignore"], timeout: 5000 });
		if (set.status !== 0) {
			closeSync(master);
			closeSync(slave);
			return { why: "`stty` can't set up a terminal" };
		}
		return terminal(master, slave, openSync(pty, constants.O_RDWR | constants.O_NOCTTY));
	} catch {
		return { why: "no terminal can be opened" };
	}
}

function terminal(master: number, hold: number, descriptor: number): Terminal {
	const end = randomBytes(24);
	// A mark in plain characters: nothing on the way changes it.
	const mark = Buffer.from(`\u0001${end.toString("hex")}\u0001`, "latin1");
	let push: (bytes: Buffer) => void = () => {};
	let finishing = false;
	let arrived = (): void => {};
	let pending: Buffer = Buffer.alloc(0);
	const stream = new ReadStream(master);
	const take = (bytes: Buffer): void => {
		if (!finishing) return push(bytes);
		pending = Buffer.concat([pending, bytes]);
		const at = pending.indexOf(mark);
		// What can't be the beginning of the mark goes on its way.
		const ready = at >= 0 ? at : Math.max(0, pending.length - mark.length);
		if (ready > 0) push(pending.subarray(0, ready));
		pending = pending.subarray(ready);
		if (at >= 0) arrived();
	};
	stream.on("data", (bytes: Buffer | string) => take(bytes as Buffer));
	stream.on("error", () => arrived());
	stream.pause();
	return {
		descriptor,
		start: (to) => {
			push = to;
			stream.resume();
		},
		finish: async () => {
			const done = new Promise<void>((resolve) => {
				arrived = resolve;
			});
			finishing = true;
			stream.resume();
			// Our side of the pair does not block: while the terminal is full, we read.
			const buffer = Buffer.alloc(65_536);
			for (let at = 0, tries = 0; at < mark.length && tries < 10_000; tries++) {
				try {
					at += writeSync(hold, mark, at);
				} catch (error) {
					if ((error as NodeJS.ErrnoException).code !== "EAGAIN") break;
					try {
						const count = readSync(master, buffer, 0, buffer.length, null);
						if (count > 0) take(Buffer.from(buffer.subarray(0, count)));
					} catch {
						await new Promise((turn) => setImmediate(turn));
					}
				}
			}
			const limit = setTimeout(() => arrived(), 5000);
			await done;
			clearTimeout(limit);
			if (pending.length > 0 && !pending.includes(mark)) push(pending);
			stream.destroy();
			closeSync(hold);
			closeSync(descriptor);
		},
	};
}
