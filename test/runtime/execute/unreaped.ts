/** Processes that have ended, and that nobody asks how: as in a container whose first process waits for none. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProcessIdentity, stateOf } from "../../../src/runtime/execute/processes/process-table.js";

const parents: ChildProcess[] = [];

/** One that was killed. It is there until `letThemGo`. */
export function unreaped(): ProcessIdentity {
	const folder = mkdtempSync(join(tmpdir(), "bylaw-unreaped-"));
	const file = join(folder, "pid");
	// What a shell has become knows nothing of its children.
	parents.push(spawn("/bin/sh", ["-c", 'sleep 60 & echo $! >"$0"; exec sleep 60', file], { stdio: "ignore" }));
	try {
		waitUntil(() => textOf(file).endsWith("\n"));
		const pid = Number(textOf(file));
		waitUntil(() => textOf(`/proc/${stateOf(pid)?.parent}/comm`) === "sleep\n");
		process.kill(pid, "SIGKILL");
		waitUntil(() => stateOf(pid)?.alive === false);
		return { pid, start: stateOf(pid)?.start as number };
	} finally {
		rmSync(folder, { recursive: true });
	}
}

export function letThemGo(): void {
	for (const parent of parents.splice(0)) parent.kill("SIGKILL");
}

function waitUntil(isSo: () => boolean): void {
	for (let tries = 0; tries < 500; tries++) {
		if (isSo()) return;
		spawnSync("sleep", ["0.02"]);
	}
	throw new Error("it took too long");
}

function textOf(file: string): string {
	try {
		return readFileSync(file, "latin1");
	} catch {
		return "";
	}
}
