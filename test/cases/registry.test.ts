import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { statementKeywords } from "../../grammar/keywords.js";
import { lints } from "../../src/authoring/lint/lints.js";
import { removedLints, renamedLints } from "../../src/authoring/lint/settings/renamed-lints.js";
import { catalogueOf, lintTags, tagsOf } from "../../src/authoring/lint/settings/tags.js";
import { clauseKeywords, clauses, clausesOn } from "../../src/language/policy/clauses.js";
import { kinds } from "../../src/language/policy/kinds.js";
import { settingNames, settingRecord, settings, settingsOf } from "../../src/language/policy/settings.js";

/** The names of the files of a folder with an ending, without it. */
function namesIn(folder: string, ending: string, not: readonly string[] = []): readonly string[] {
	return readdirSync(folder)
		.filter((file) => file.endsWith(ending))
		.map((file) => file.slice(0, -ending.length))
		.filter((name) => !not.includes(name))
		.sort();
}

function foldersIn(folder: string): readonly string[] {
	return readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));
}

describe("registry, folder, cases and pages agree, both ways", () => {
	test("for rule kinds", () => {
		const known = Object.keys(kinds).sort();
		expect([...statementKeywords.rules].sort()).toEqual(known);
		expect(namesIn("src/language/policy/kinds", ".ts", ["kind"])).toEqual(known);
		expect(namesIn("test/cases/kinds", ".md")).toEqual(known);
		expect(namesIn("docs/kinds", ".md")).toEqual(known);
		for (const [name, kind] of Object.entries(kinds)) expect(kind.keyword).toBe(name);
	});

	test("for clauses", () => {
		const known = clauseKeywords.map((word) => word.replaceAll(" ", "-")).sort();
		expect(namesIn("src/language/policy/clauses", ".ts", ["clause"])).toEqual(known);
		expect(namesIn("test/cases/clauses", ".md")).toEqual(known);
		for (const [name, clause] of Object.entries(clauses)) expect(clause.keyword).toBe(name);
	});

	test("for settings", () => {
		const files = settingNames.map((name) => name.replaceAll(" ", "-")).sort();
		expect(namesIn("src/language/policy/settings", ".ts", ["setting", "limits", "environment"])).toEqual(files);
		expect(namesIn("test/cases/settings", ".md")).toEqual(files);
		for (const name of settingNames) {
			const record = settingRecord(name);
			expect("name" in record ? `${record.keyword} ${record.name}` : record.keyword).toBe(name);
			expect(new Set(settingsOf(settings[name].keyword).map(({ form }) => form)).size).toBe(1);
		}
	});

	test("for lints", () => {
		const known = lints.map((lint) => lint.name);
		expect(known).toEqual([...known].sort());
		expect(namesIn("src/authoring/lint/lints", ".ts")).toEqual(known);
		// A lint with cases of several sorts has a folder for them.
		expect([...namesIn("test/cases/lints", ".md"), ...foldersIn("test/cases/lints")].sort()).toEqual(known);
		expect(namesIn("docs/lints", ".md")).toEqual(known);
	});

	test("the page of a kind says what its record says", () => {
		for (const kind of Object.values(kinds)) {
			const page = readFileSync(`docs/kinds/${kind.keyword}.md`, "utf8");
			const rows = [...page.matchAll(/^\| `([a-z ]+)` \|/gm)].map((match) => match[1]);
			expect({ kind: kind.keyword, clauses: rows.sort() }).toEqual({
				kind: kind.keyword,
				clauses: [...clausesOn(kind.keyword)].sort(),
			});
			expect({ kind: kind.keyword, locked: /`locked` may stand before it/.test(page) }).toEqual({
				kind: kind.keyword,
				locked: kind.lockable,
			});
			expect(page).toContain(kind.summary);
		}
	});

	test("tags of lints are ids of catalogues, each once", () => {
		const known = new Set(lints.map(({ name }) => name));
		for (const [name, tags] of Object.entries(lintTags)) {
			expect([name, known.has(name)]).toEqual([name, true]);
			expect(tags.filter((tag) => catalogueOf(tag) === undefined)).toEqual([]);
			expect([...new Set(tags)]).toEqual(tags);
		}
	});

	test("old codes of lints lead to lints that there are, and are no lints", () => {
		const known = new Set(lints.map(({ name }) => name));
		for (const [old, now] of renamedLints) expect([old, known.has(old), known.has(now)]).toEqual([old, false, true]);
		for (const old of removedLints.keys())
			expect([old, known.has(old), renamedLints.has(old)]).toEqual([old, false, false]);
	});

	test("the page of a lint says what its record says", () => {
		for (const lint of lints) {
			const page = readFileSync(`docs/lints/${lint.name}.md`, "utf8");
			expect(page.split("\n")[0]).toBe(`# ${lint.name}`);
			expect(page).toContain(lint.summary);
			expect(page).toContain(`Severity: ${lint.severity}.`);
			const tags = tagsOf(lint);
			expect(/^Tags: (.*)\.$/m.exec(page)?.[1] ?? "").toBe(tags.join(", "));
		}
	});
});

describe("diagnostics", () => {
	test("every code in the sources has its line in docs/diagnostics.md, and every line its code", () => {
		expect(existsSync("docs/diagnostics.md")).toBe(true);
		const page = readFileSync("docs/diagnostics.md", "utf8");
		const rows = [...page.matchAll(/^\| `([a-z-]+)` \|/gm)].map((match) => match[1] as string);
		expect(rows).toEqual([...new Set(rows)].sort());
		expect(rows).toEqual([...codesInSources()].sort());
	});
});

/** The codes of diagnostics that reading, resolving, linting and loading policies can give. */
function codesInSources(): ReadonlySet<string> {
	const codes = new Set<string>();
	for (const folder of ["language", "authoring/lint", "authoring/load", "runtime/load"]) {
		for (const file of readdirSync(`src/${folder}`, { recursive: true, encoding: "utf8" })) {
			if (!file.endsWith(".ts") || file.endsWith(".generated.ts")) continue;
			const text = readFileSync(`src/${folder}/${file}`, "utf8");
			for (const [, code] of text.matchAll(/\bcode: "([a-z-]+)"/g)) codes.add(code as string);
			for (const call of text.matchAll(/\b(?:error|warning|report|fault)\(/g)) {
				const argument = firstArgument(text, call.index + call[0].length);
				const branches = argument.slice(argument.lastIndexOf("?") + 1);
				for (const [, code] of branches.matchAll(/"([a-z]+(?:-[a-z]+)*)"/g)) codes.add(code as string);
			}
		}
	}
	return codes;
}

/** The text of a call's first argument, up to the comma behind it. */
function firstArgument(text: string, start: number): string {
	let depth = 0;
	for (let at = start; at < text.length; at++) {
		const character = text[at] as string;
		if (character === '"') at = text.indexOf('"', at + 1);
		else if ("([{".includes(character)) depth++;
		else if (")]}".includes(character) && depth-- === 0) return text.slice(start, at);
		else if (character === "," && depth === 0) return text.slice(start, at);
	}
	return "";
}
