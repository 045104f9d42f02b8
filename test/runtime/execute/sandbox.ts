/** What the tests of the sandbox share: a workspace, a folder outside of it that the sandbox shows, and runs under a policy. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, jest } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import { permit } from "../../../src/engine/decide/permit.js";
import type { Outcome } from "../../../src/runtime/execute/outcome.js";
import { type RunSettings, runThrough } from "../../../src/runtime/execute/run.js";
import { findBubblewrap } from "../../../src/runtime/execute/sandbox/find-bubblewrap.js";
import { systemWays, type Ways } from "../../../src/runtime/execute/sandbox/network/way-out.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { realWorld } from "../../../src/runtime/load/world.js";

// A busy machine is no fault.
jest.setTimeout(240_000);

const found = await findBubblewrap();

/** Where there is no sandbox nothing can be tested: a failure where there must be one. */
export const whereConfined: (name: string, body: () => void) => void =
	found.kind === "usable" || process.env.BYLAW_TESTS_NEED_SANDBOX === "1" ? describe : describe.skip;

if (found.kind === "missing")
	console.warn(
		`${process.env.BYLAW_TESTS_NEED_SANDBOX === "1" ? "failing" : "skipped"}: no sandbox, since ${found.why}`,
	);

const made: string[] = [];

/** A new folder, gone after the tests. */
export function newFolder(parent = tmpdir()): string {
	mkdirSync(parent, { recursive: true });
	const folder = mkdtempSync(join(realpathSync(parent), "bylaw-sandbox-"));
	made.push(folder);
	return folder;
}

/** One that the sandbox shows: it has temporary files of its own. */
export function newFolderOutside(): string {
	return newFolder(join(process.cwd(), "node_modules", ".cache"));
}

export function removeFolders(): void {
	for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Writes files below a folder. */
export function put(folder: string, files: Readonly<Record<string, string>>): void {
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, name)), { recursive: true });
		writeFileSync(join(folder, name), text);
	}
}

/** What agents may do here unless a test says otherwise. */
export const anyCode = "allow bash, perl, node, setsid, sleep";

/** Runs a command under a policy that requires a sandbox. */
export function confined(
	workspace: string,
	argv: readonly string[],
	rules: string = anyCode,
	settings: RunSettings = {},
	ways: Ways = systemWays,
): Promise<Outcome> {
	const { tree, diagnostics } = loadText("policy.rules", `agent default {\n  sandbox require\n${rules}\n}\n`);
	if (tree === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
	const decision = decide(tree, { argv: [...argv] }, realWorld(workspace));
	const permission = permit(decision);
	if (permission === undefined) throw new Error(decision.message);
	return runThrough(permission, { outputMode: "merged", timeout: 60_000, ...settings }, ways);
}

/** A script in the workspace, as bash runs it there. */
export function script(workspace: string, text: string, rules?: string, settings?: RunSettings): Promise<Outcome> {
	put(workspace, { "attack.sh": text });
	return confined(workspace, ["bash", "attack.sh"], rules, settings);
}

/** What it printed. */
export function said({ merged, failure }: Outcome): string {
	return failure ?? merged?.text ?? "";
}
