/** The tables of `docs/comparison.md` are what the corpora and the engine say. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { type Answer, allowlistAnswers, spellingAnswers } from "../corpora/table.js";

const page = readFileSync("docs/comparison.md", "utf8");

interface Row {
	readonly peer_decision: string;
	readonly peers: Readonly<Record<string, string>>;
}

function rowsOf(name: string): readonly Row[] {
	return readFileSync(join("test/corpora", name), "utf8")
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => JSON.parse(line) as Row);
}

/** The lines of the table below a heading: what stands in the first column, and the numbers of the others. */
function tableUnder(heading: string): readonly (readonly [string, ...number[]])[] {
	const section = page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
	return [...section.matchAll(/^\| ([^|]+) \| ([\d |]+) \|$/gm)].map(([, name = "", cells = ""]) => [
		name,
		...cells.split("|").map(Number),
	]);
}

function counted(answers: readonly string[], effects: readonly (readonly string[])[]): readonly number[] {
	return effects.map((some) => answers.filter((one) => some.includes(one)).length);
}

const asked = ["ask", "ask_user"];
const ours = (answers: readonly Answer[], expected: "allow" | "deny"): readonly string[] =>
	answers.filter((one) => one.expected === expected).map(({ effect }) => effect);

describe("one denied command, in many spellings", () => {
	const rows = rowsOf("spellings.jsonl");
	const names: Readonly<Record<string, string>> = {
		"cc-safety-net 2.4.5, paranoid": "ccsn_v2_paranoid",
		"cc-safety-net 2.4.5, strict": "ccsn_v2_strict",
		"cc-safety-net 2.4.5": "ccsn_v2",
		"Dippy, asks by default": "dippy",
		"Claude Code 2.1.329": "claude",
		"Gemini CLI 0.61": "gemini",
		"opencode 1.18.33": "opencode",
		"pi-permission-system 20.7.3": "piperm",
		"Qwen Code (a fork of May 2026)": "qwen",
		"Codex 0.169": "codex",
	};

	test("is as the table has it", () => {
		const answers = spellingAnswers();
		const line = (name: string, real: readonly string[], mentions: readonly string[]) => [
			name,
			...counted(real, [["deny"], asked, ["allow"]]),
			...counted(mentions, [["allow"]]),
		];
		const theirs = (key: string, decision: string): readonly string[] =>
			rows.filter((row) => row.peer_decision === decision).map((row) => row.peers[key] ?? "unknown");
		expect(tableUnder("One denied command, in many spellings")).toEqual([
			line("Bylaw", ours(answers, "deny"), ours(answers, "allow")),
			...Object.entries(names).map(([name, key]) => line(name, theirs(key, "deny"), theirs(key, "allow"))),
		]);
		expect(page).toContain(`has ${theirs("codex", "deny").length} lines that really run it`);
		expect(page).toContain(`and ${theirs("codex", "allow").length} that only mention it`);
	});
});

describe("what a read-only list lets through", () => {
	const rows = rowsOf("allowlist.jsonl");
	const names: Readonly<Record<string, string>> = {
		"Claude Code 2.1.329": "claude",
		"Gemini CLI 0.61": "gemini",
		"Dippy, its own list": "dippy_defaults",
		"Qwen Code (a fork of May 2026)": "qwen",
	};

	test("is as the table has it", () => {
		const answers = allowlistAnswers();
		const theirs = (key: string, isEffect: boolean): readonly string[] =>
			rows.filter((row) => (row.peer_decision === "not_allow") === isEffect).map((row) => row.peers[key] ?? "unknown");
		const line = (name: string, effects: readonly string[], harmless: readonly string[]) => [
			name,
			...counted(effects, [["allow"]]),
			...counted(harmless, [["allow"]]),
		];
		expect(tableUnder("What a read-only list lets through")).toEqual([
			line("Bylaw", ours(answers, "deny"), ours(answers, "allow")),
			...Object.entries(names).map(([name, key]) => line(name, theirs(key, true), theirs(key, false))),
		]);
		expect(page).toContain(`has ${theirs("claude", true).length} calls of them that write`);
	});

	test("names calls that all three harnesses let through", () => {
		const everywhere = rows
			.filter(({ peers }) => ["claude", "gemini", "qwen"].every((key) => peers[key] === "allow"))
			.map((row) => (row as unknown as { readonly command: string }).command);
		for (const part of ["git log --output", "sort --compress-prog", "sed -n '1e", "date -s", "awk"])
			expect(everywhere.filter((command) => command.includes(part)).length).toBeGreaterThan(0);
	});
});
