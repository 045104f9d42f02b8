import { expect, test } from "@jest/globals";
import type { Witness } from "../../../src/authoring/analysis/witness.js";
import { askingLine, sampleName } from "../../../src/authoring/render/render-witness.js";
import { folder, program, shell } from "../../cli/cli.js";

const plain: Witness = { argv: ["grep", "x"], redirects: [], forced: false };
const cwd = folder({
	"policy.rules":
		"agent default {\n  default deny\n  allow grep\n  nudge grep use file.search\n}\nagent w extends default {}\n",
});

/** What the line answers when it is pasted into a shell. */
function answer(line: string): string {
	const run = `bash -c 'rules() { "$NODE" "$RULES" "$@"; }; eval "$LINE"'`;
	return shell(run, { cwd, env: { NODE: process.execPath, RULES: program(), LINE: line } }).out;
}

test("the line that asks about a sample names whatever is not as usual", () => {
	expect(askingLine(plain, "default", {})).toBe("rules check -- grep x");
	expect(askingLine({ ...plain, forced: true }, "a b", { rules: ["x.rules", "it's"], workspace: "/w" })).toBe(
		"rules check --rules x.rules --rules 'it'\\''s' --workspace /w --agent 'a b' --force -- grep x",
	);
	expect(askingLine({ ...plain, redirects: [{ access: "write", path: "a b" }] }, "default", {})).toBe(
		"rules check --script 'grep x > '\\''a b'\\'''",
	);
});

test("an agent without a tool is asked for in a stream, which can say so", () => {
	const toolless = { ...plain, tools: [] };
	expect(sampleName(toolless)).toBe("`grep x`, with no tools of its own,");
	expect(answer(askingLine(plain, "w", {}))).toMatch(/^nudge: /);
	expect(answer(askingLine(toolless, "w", {}))).toMatch(/"effect":"allow"/);
});

test("nothing in a sample steers the terminal", () => {
	const line = askingLine({ ...plain, argv: ["grep", "\u001b[31m'\\", "\u202e"] }, "default", {});
	expect(line).toBe("rules check -- grep $'\\U0000001b[31m\\'\\\\' $'\\U0000202e'");
});
