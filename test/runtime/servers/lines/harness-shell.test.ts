/** In a stream a harness's own shell is decided as by its hook: where nobody sees what is written to a program later, that program is a question. */
import { expect, test } from "@jest/globals";
import type { Decisions } from "../../../../src/engine/decide/tree.js";
import { newHistory } from "../../../../src/engine/history/history.js";
import { loadText } from "../../../../src/runtime/load/load.js";
import { answerBy, answerWith, lineAnswerer } from "../../../../src/runtime/servers/lines/answer-lines.js";

const decisions = loadText("policy.rules", "default deny\nsyntax pipes\nallow bash, python3, cat granting everything\n")
	.tree as Decisions;

test.each([
	["codex", "Bash", { command: "bash" }, "ask"],
	["codex", "Bash", { command: "python3 -i" }, "ask"],
	["codex", "Bash", { command: "python3 x.py" }, "allow"],
	["codex", "Bash", { command: "rm x" }, "deny"],
	["claude-code", "Bash", { command: "bash" }, "allow"],
	["claude-code", "Bash", { command: "bash", run_in_background: true }, "ask"],
] as const)("%s %s %j", (harness, tool, input, effect) => {
	const text = JSON.stringify({ id: 1, cwd: "/tmp", call: { harness, tool, input } });
	const history = newHistory();
	const answerers = [
		lineAnswerer({ cwd: "/tmp" }).turn(answerBy(decisions)),
		lineAnswerer({ cwd: "/tmp" }).turn(answerWith(decisions, history)),
	];
	for (const answer of answerers) expect(JSON.parse(answer({ text }).text)).toMatchObject({ id: 1, effect });
});
