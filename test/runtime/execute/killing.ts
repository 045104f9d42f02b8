/** Harnesses that are killed at any moment leave nothing behind: not in the machine, not in the workspace, not in the log. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { verifyAuditLog } from "../../../src/runtime/audit/verify.js";
import { dice } from "../../engine/shell/dice.js";
import { processesWith } from "./run.js";

/** What was left, and where; nothing where all is well. */
export interface Left {
	readonly round: number;
	readonly what: string;
}

/** Milliseconds in which even a busy machine has ended what is to end. */
const patience = 30_000;

/** Starts the program and kills it, again and again in one workspace and with one log, at moments that the seed chooses. `told`: how far it is. */
export async function killRounds(
	program: string,
	rounds: number,
	seed: number,
	told = (_round: number): void => {},
): Promise<readonly Left[]> {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-killed-")));
	const [workspace, log] = [mkdtempSync(join(folder, "workspace-")), join(folder, "log")];
	writeFileSync(join(workspace, "run.sh"), 'eval "$1"\n');
	const left: Left[] = [];
	const chance = dice(seed);
	const seconds = `${300_000 + Math.floor(Math.random() * 1e9)}.5`;
	for (let round = 1; round <= rounds; round++) {
		const note = (what: string): void => void left.push({ round, what });
		const harness = spawn(process.execPath, [program, workspace, log, seconds], {
			stdio: ["ignore", "pipe", "inherit"],
		});
		const ended = once(harness, "exit");
		await Promise.race([once(harness.stdout, "data"), ended]);
		// From the first moment on, to well into the runs.
		await sleep((chance.below(1000) / 1000) ** 2 * 600);
		harness.kill("SIGKILL");
		const [code] = (await ended) as [number | null];
		if (code !== null) note(`the harness ended by itself, with ${code}`);
		if (!(await soon(() => processesWith(seconds).length === 0))) note("processes go on");
		if (!(await soon(() => readdirSync(workspace).length === 1)))
			note(`the workspace holds ${readdirSync(workspace).join(", ")}`);
		const found = verifyAuditLog(log);
		if (found.kind !== "whole") note(`the log is ${found.kind}`);
		told(round);
	}
	rmSync(folder, { recursive: true, force: true });
	return left;
}

async function soon(holds: () => boolean): Promise<boolean> {
	for (const end = Date.now() + patience; !holds(); await sleep(20)) if (Date.now() > end) return false;
	return true;
}
