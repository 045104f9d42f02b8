/** A hook answers the same whatever its question comes by: a file, a pipe, or a socket, as Node's `spawn` makes them; and in time, whether it ends or not. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { folder, program } from "../cli.js";
import { environment } from "../hooks.js";

let cwd: string;
const question = (command: string): string =>
	JSON.stringify({ session_id: "s", cwd, hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command } });

beforeAll(() => {
	cwd = folder({ "policy.rules": "default deny\nallow ls\n" });
	writeFileSync(join(cwd, "allowed.json"), question("ls"));
	writeFileSync(join(cwd, "denied.json"), question("rm x"));
	writeFileSync(join(cwd, "long.json"), question(`ls ${"x".repeat(200_000)}`));
	writeFileSync(join(cwd, "none.json"), "");
});

/** What a shell's line says; `HOOK` in it is the hook. */
function said(line: string, ...words: string[]): { readonly out: string } {
	const hook = [process.execPath, program(), "hook", "--harness", "claude-code", ...words];
	const { stdout } = spawnSync("sh", ["-c", line.replace("HOOK", '"$@"'), "sh", ...hook], {
		cwd,
		env: environment(),
		encoding: "utf8",
		timeout: 30_000,
	});
	return { out: stdout };
}

const ways = ["HOOK < FILE", "cat FILE | HOOK", "(head -c 20 FILE; sleep 0.2; tail -c +21 FILE) | HOOK"];
test.each(ways)("by `%s`", (way) => {
	const answer = (file: string): string => said(way.replaceAll("FILE", file)).out;
	expect(answer("allowed.json")).toContain('"permissionDecision":"allow"');
	expect(answer("denied.json")).toContain('"permissionDecision":"deny"');
	const asked = (file: string): string =>
		spawnSync(process.execPath, [program(), "hook", "--harness", "claude-code"], {
			cwd,
			env: environment(),
			encoding: "utf8",
			input: spawnSync("cat", [file], { cwd, encoding: "utf8" }).stdout,
		}).stdout;
	for (const file of ["long.json", "none.json"]) expect(answer(file)).toBe(asked(file));
});

test.each([
	["nothing comes", "sleep 3 | HOOK"],
	["the question does not end", "(cat allowed.json; sleep 3) | HOOK"],
])("a denial in time where %s by a pipe", (_, line) => {
	expect(said(line, "--deadline", "500ms").out).toContain("this was not decided within 500 ms, so it is denied");
});

test("what can't be read is a denial", () => {
	expect(said("HOOK < .").out).toContain('"permissionDecision":"deny"');
});

test("who else reads from the pipe is kept waiting as before", () => {
	const { out } = said("(cat allowed.json; sleep 1; echo later) | (HOOK; cat)", "--deadline", "300ms");
	expect(out).toContain("so it is denied");
	expect(out).toContain("later");
});
