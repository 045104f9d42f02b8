/** A stream tells what happened besides what is asked. */
import { expect, test } from "@jest/globals";
import type { Decisions } from "../../../../src/engine/decide/tree.js";
import { newHistory } from "../../../../src/engine/history/history.js";
import { loadText } from "../../../../src/runtime/load/load.js";
import { answerWith, lineAnswerer } from "../../../../src/runtime/servers/lines/answer-lines.js";

function answers(rules: string, lines: readonly object[]): readonly unknown[] {
	const history = newHistory();
	const decisions = loadText("policy.rules", rules).tree as Decisions;
	const answer = lineAnswerer({ cwd: "/tmp" }).turn(answerWith(decisions, history));
	return lines
		.map((line) => answer({ text: JSON.stringify(line) }).text)
		.filter((text) => text !== "")
		.map((text) => {
			const { id, effect, error } = JSON.parse(text) as Record<string, unknown>;
			return [id, effect ?? error];
		});
}

const at = (minute: number): string => `2026-11-23T10:0${minute}:00Z`;

test("outcomes, starts and a history that is lost", () => {
	const rules = "default deny\nallow npm test\nallow git push after exactly npm test";
	const push = ["git", "push"];
	expect(
		answers(rules, [
			{ id: 1, at: at(0), session: "s1", argv: push },
			{ id: 2, at: at(1), session: "s1", argv: ["npm", "test"] },
			{ outcome: { id: 2, code: 0, at: at(2) } },
			{ id: 3, at: at(3), session: "s1", argv: push },
			{ start: { session: "s2", continues: "s1" } },
			{ id: 4, at: at(4), session: "s2", argv: push },
			{ start: { session: "s1", by: "person" } },
			{ id: 5, at: at(5), session: "s1", argv: push },
			{ history: "unreadable" },
			{ id: 6, at: at(6), session: "s2", argv: push },
		]),
	).toEqual([
		[1, "deny"],
		[2, "allow"],
		[3, "allow"],
		[4, "allow"],
		[5, "deny"],
		[6, "deny"],
	]);
});

test("the session of an outcome stands in it, or beside it", () => {
	const rules = "default deny\nallow npm test\nallow git push after exactly npm test";
	const story = (outcome: object): readonly unknown[] =>
		answers(rules, [
			{ id: 1, at: at(1), session: "s1", argv: ["npm", "test"] },
			outcome,
			{ id: 2, at: at(3), session: "s1", argv: ["git", "push"] },
		]);
	const ended = { id: 1, code: 0, at: at(2) };
	const passed = [
		[1, "allow"],
		[2, "allow"],
	];
	expect(story({ session: "s1", outcome: ended })).toEqual(passed);
	expect(story({ outcome: { ...ended, session: "s1" } })).toEqual(passed);
	expect(story({ session: "s1", outcome: { ...ended, session: "s1" } })).toEqual(passed);
	expect(story({ session: "s1", outcome: { ...ended, code: 1 } })[1]).toEqual([2, "deny"]);
	expect(story({ session: "s1", outcome: { ...ended, session: "s2" } })[1]).toEqual([
		null,
		"an outcome is of one `session`, and there are two",
	]);
	expect(story({ session: "s1", start: { session: "s1" } })[1]).toEqual([
		null,
		"`outcome`, `approval`, `start` and `history` stand alone in their line; beside an `outcome` may stand its `session`",
	]);
});

test("an approval holds in the project that it names", () => {
	const rules = "default deny\nask of release for this session npm publish";
	const publish = { argv: ["npm", "publish"], cwd: "/srv/a" };
	const story = (workspace: string): unknown =>
		answers(rules, [
			{ id: 1, at: at(0), session: "s1", ...publish, workspace: "/srv" },
			{ approval: { ...publish, workspace, session: "s1", by: "bob", groups: ["release"] } },
			{ id: 2, at: at(1), session: "s1", ...publish, workspace: "/srv" },
		]);
	expect(story("/srv")).toEqual([
		[1, "ask"],
		[2, "allow"],
	]);
	expect(story("/srv/a")).toEqual([
		[1, "ask"],
		[2, "ask"],
	]);
});

test("a call that is told twice is one, and equal lines are several", () => {
	const rules = "default deny\nallow git push, file.read at most 1 per 1h\ngovern all";
	const read = { tool: "file.read", input: { path: "a" } };
	expect(
		answers(rules, [
			{ id: 1, at: at(0), session: "s1", call: "c1", argv: ["git", "push"] },
			{ id: 2, at: at(0), session: "s1", call: "c1", argv: ["git", "push"] },
			{ id: 3, at: at(0), session: "s1", argv: ["git", "push"] },
			{ id: 4, at: at(0), session: "s1", call: { ...read, id: "c2" } },
		]),
	).toEqual([
		[1, "allow"],
		[2, "allow"],
		[3, "deny"],
		[4, "deny"],
	]);
});

test("what tells nothing is an error", () => {
	const told = answers("allow ls after cat", [
		{ outcome: { code: 0 } },
		{ outcome: { id: 1, code: "0" } },
		{ start: { session: 1 } },
		{ start: { session: "s", by: "model" } },
		{ history: "lost" },
		{ id: 1, session: 1, argv: ["ls"] },
		{ id: 2, start: { session: "s" } },
	]);
	expect(told.map((one) => typeof (one as unknown[])[1])).toEqual(Array.from({ length: 7 }, () => "string"));
	expect(told.every((one) => !["allow", "deny"].includes((one as string[])[1] as string))).toBe(true);
});
