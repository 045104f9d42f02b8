/**
 * Which process is the first in a sandbox: its maker says so, on the file for its answers. All others in the sandbox come from that one, and the kernel
 * ends them with it.
 */
import type { ChildProcess } from "node:child_process";
import { statSync } from "node:fs";
import type { Readable } from "node:stream";
import type { Sandbox } from "../sandbox/confine.js";
import { type ProcessIdentity, stateOf } from "./process-table.js";

/** Listens for it. Undefined until it was said, or where what was said does not hold. */
export function firstInside(
	{ stdio, pid: maker }: ChildProcess,
	{ inputs }: Sandbox,
): () => ProcessIdentity | undefined {
	let said = "";
	let first: ProcessIdentity | undefined;
	const answer = stdio[3 + inputs.length] as Readable | null | undefined;
	answer?.on("data", (bytes: Buffer) => {
		if (first === undefined && said.length < 10_000) {
			said += bytes.toString("latin1");
			first = provedFirst(said, maker);
		}
	});
	return () => first;
}

/**
 * { "child-pid": 4711, "pid-namespace": 4026532567 }. Its parent is the maker; and where the maker has ended, it is in the namespace that was named, which is one
 * of its own.
 */
function provedFirst(said: string, maker: number | undefined): ProcessIdentity | undefined {
	const [, id] = /"child-pid"\s*:\s*(\d+)/.exec(said) ?? [];
	if (id === undefined) return undefined;
	const pid = Number(id);
	const before = stateOf(pid);
	const [, namespace] = /"pid-namespace"\s*:\s*(\d+)/.exec(said) ?? [];
	const isThere = before?.parent === maker || (namespace !== undefined && namespaceOf(pid) === Number(namespace));
	const isSame = before !== undefined && stateOf(pid)?.start === before.start;
	return isThere && isSame ? { pid, start: before.start } : undefined;
}

function namespaceOf(pid: number): number | undefined {
	try {
		return statSync(`/proc/${pid}/ns/pid`, { throwIfNoEntry: false })?.ino;
	} catch {
		return undefined; // another user's
	}
}
