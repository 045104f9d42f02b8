/** What goes between us and the maker of a sandbox: our orders, and its word that the program was started in it. */
import type { ChildProcess } from "node:child_process";
import { closeSync, openSync, readdirSync, readSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Readable } from "node:stream";
import { errorCode } from "../error-code.js";
import type { Sandbox } from "./confine.js";

/** The files that the maker of a sandbox is started with, behind the three that every program has. */
export interface Orders {
	readonly stdio: readonly ("pipe" | "ignore" | "ipc" | number)[];
	/** Closes our ends, once it has them. */
	readonly close: () => void;
}

/**
 * A file for each order, one more for the answer, and where there is a door one by which it comes out to us. Files of ours that programs inherit, since whoever started us left them open, lead out of any
 * sandbox: an empty one is put over them.
 *
 * Orders are files and no pipes: should we be killed while they are read, they are whole all the same.
 */
export function ordersFor({ inputs, door }: Sandbox): Orders | { readonly failure: string } {
	const own: number[] = [];
	const close = (): void => {
		for (const file of own.splice(0)) closeSync(file);
	};
	try {
		const left = inherited();
		for (const bytes of inputs) own.push(namelessFile(bytes));
		const orders = [...own, "pipe" as const, ...(door === undefined ? [] : ["ipc" as const])];
		const behind = 3 + orders.length;
		const more = Math.max(0, Math.max(0, ...left) + 1 - behind);
		const nothing = more === 0 ? 0 : openSync("/dev/null", "r");
		if (more > 0) own.push(nothing);
		const over = Array.from({ length: more }, (_, index) => (left.has(behind + index) ? nothing : ("ignore" as const)));
		return { stdio: [...orders, ...over], close };
	} catch (error) {
		close();
		return { failure: `there is no file for its orders: ${errorCode(error)}` };
	}
}

/** Linux's O_TMPFILE and O_RDWR, the first of which Node does not name. */
const namelessAndOpen = 0o20200000 | 0o2;

/** A file that never had a name, open at its beginning. In memory where the system has a place for that. Throws what the system says where none can be made. */
function namelessFile(bytes: Uint8Array): number {
	const file = opened("/dev/shm") ?? openSync(tmpdir(), namelessAndOpen, 0o600);
	try {
		for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, done);
		return file;
	} catch (error) {
		closeSync(file);
		throw error;
	}
}

function opened(folder: string): number | undefined {
	try {
		return openSync(folder, namelessAndOpen, 0o600);
	} catch {
		return undefined;
	}
}

const closesOnExec = 0o2000000;

/** The files of this process that a program of ours has as well, by their numbers. */
function inherited(): ReadonlySet<number> {
	const found = new Set<number>();
	const text = Buffer.alloc(512);
	for (const name of readdirSync("/proc/self/fdinfo")) {
		const flags = flagsOf(name, text);
		if (flags !== undefined && (flags & closesOnExec) === 0) found.add(Number(name));
	}
	return found;
}

/** Of an open file: `pos:	0\nflags:	02100000\n…`. Undefined for one that was open for the look at the folder alone. */
function flagsOf(name: string, text: Buffer): number | undefined {
	try {
		const file = openSync(`/proc/self/fdinfo/${name}`, "r");
		try {
			const [, flags] = /^flags:\s*(\d+)$/m.exec(text.toString("latin1", 0, readSync(file, text))) ?? [];
			return flags === undefined ? undefined : Number.parseInt(flags, 8);
		} finally {
			closeSync(file);
		}
	} catch {
		return undefined;
	}
}

/** Listens for its word. Tells, when all has ended, whether the program ever began. */
export function awaitWord({ stdio }: ChildProcess, { inputs }: Sandbox): () => Promise<boolean> {
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
