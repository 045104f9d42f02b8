/** What goes between us and the maker of a sandbox: our orders, and its word that the program was started in it. */
import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import type { Sandbox } from "./confine.js";

/**
 * A file for each order, and one more for the answer, behind the three that every program has. Files of ours that programs inherit, since whoever started
 * us left them open, lead out of any sandbox: `nothing`, an empty one, is put over them.
 */
export function ordersFor({ inputs }: Sandbox, nothing: number): readonly ("pipe" | "ignore" | number)[] {
	const orders = [...inputs.map(() => "pipe" as const), "pipe" as const];
	const open = new Set(inherited());
	const behind = 3 + orders.length;
	const more = Math.max(0, Math.max(0, ...open) + 1 - behind);
	return [...orders, ...Array.from({ length: more }, (_, index) => (open.has(behind + index) ? nothing : "ignore"))];
}

const closesOnExec = 0o2000000;

/** The files of this process that a program of ours has as well, by their numbers. */
function inherited(): readonly number[] {
	return readdirSync("/proc/self/fdinfo").flatMap((name) => {
		try {
			const [, flags] = /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${name}`, "latin1")) ?? [];
			return flags === undefined || (Number.parseInt(flags, 8) & closesOnExec) !== 0 ? [] : [Number(name)];
		} catch {
			return []; // it was open for the look at the folder alone
		}
	});
}

/** Hands over the orders. Tells, when all has ended, whether the program ever began. */
export function handOver({ stdio }: ChildProcess, { inputs }: Sandbox): () => Promise<boolean> {
	for (const [index, bytes] of inputs.entries()) {
		const end = stdio[3 + index] as Writable | null | undefined;
		end?.on("error", () => {}); // it ended before it had read all, and will not begin
		end?.end(bytes);
	}
	const answer = stdio[3 + inputs.length] as Readable | null | undefined;
	let said = "";
	answer?.on("error", () => {});
	answer?.on("data", (bytes: Buffer) => {
		said += bytes.toString("latin1");
	});
	return async () => {
		if (answer !== null && answer !== undefined && !answer.closed) await closed(answer);
		// { "exit-code": 0 }: it says so of what has begun alone.
		return /"exit-code"/.test(said);
	};
}

/** Milliseconds in which an answer has long come. */
const patience = 5000;

function closed(stream: Readable): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(() => {
			stream.destroy();
			resolve();
		}, patience);
		stream.once("close", () => {
			clearTimeout(timer);
			resolve();
		});
	});
}
