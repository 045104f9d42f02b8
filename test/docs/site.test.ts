/** Pages that only hold together: the site's sidebar, the glossary, the questions behind a denial, and the starting points. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import * as site from "../../site/pages.mjs";
import { lint } from "../../src/authoring/lint/lint.js";
import { effects, powers, ruleKeywords } from "../../src/language/policy/terms.js";
import { loadText } from "../../src/runtime/load/load.js";

const pages = readdirSync("docs", { recursive: true, encoding: "utf8" })
	.filter((name) => name.endsWith(".md"))
	.map((name) => join("docs", name))
	.sort();
const textOf = (path: string): string => readFileSync(path, "utf8");

describe("the site", () => {
	test("has every page in its sidebar, and each once", () => {
		const files = site.pageFiles();
		expect(files.filter((path, place) => files.indexOf(path) !== place)).toEqual([]);
		expect(pages.filter((path) => !files.includes(path))).toEqual([]);
		for (const name of ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"]) expect(files).toContain(name);
	});

	test("has a title for every page, and no two alike in a section", () => {
		for (const section of site.sidebar()) {
			const titles = section.pages.map(({ title }) => title);
			expect(titles.filter((title, place) => title.endsWith(".md") || titles.indexOf(title) !== place)).toEqual([]);
		}
	});

	test("has a page for whatever a page links to", () => {
		const files = site.pageFiles();
		const missing = site.linkedFiles().filter(({ kind, path }) => kind === "page" && !files.includes(path));
		expect(missing).toEqual([]);
	});

	test("has a policy of each starting point to begin with, and a command for it", () => {
		const examples = site.examples();
		expect(examples.map(({ title }) => title)).toEqual([
			"Bylaw",
			...site.pagesIn("docs/starting-points").map((path) => site.titleOf(textOf(path))),
		]);
		for (const { title, command } of examples) expect(`${title}: ${command}`).toMatch(/: \S/);
	});
});

test("what the site is made with is on the page on dependencies, each with its version", () => {
	const { dependencies } = JSON.parse(textOf("site/package.json")) as {
		readonly dependencies: Readonly<Record<string, string>>;
	};
	const section = textOf("docs/dependencies.md").split("\n## Of the site\n")[1]?.split("\n## ")[0] ?? "";
	const rows = [...section.matchAll(/^\| (\S+) \| \S+ \| (\d\S*) \| [^|]{10,} \|$/gm)];
	expect(Object.fromEntries(rows.map(([, name, version]) => [name, version]))).toEqual(dependencies);
});

describe("a starting point", () => {
	test.each(site.pagesIn("docs/starting-points"))("%s has a policy in which no lint finds anything", (path) => {
		const [, policy = ""] = /^```rules\n([\s\S]*?)^```$/m.exec(textOf(path)) ?? [];
		const loaded = loadText("policy.rules", policy, { cwd: "/nowhere" });
		expect(lint(loaded).map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
	});
});

describe("the glossary", () => {
	const glossary = textOf("docs/glossary.md");
	const terms = [...glossary.matchAll(/\*\*([^*]+)\*\*:/g)].map(([, term = ""]) => term);

	test("has each term once", () => {
		expect(terms.filter((term, place) => terms.indexOf(term) !== place)).toEqual([]);
	});

	test("has no term that no other page uses", () => {
		const others = pages
			.filter((path) => path !== join("docs", "glossary.md"))
			.map((path) => textOf(path).toLowerCase())
			.join("\n");
		expect(terms.filter((term) => !new RegExp(`\\b${term}`).test(others))).toEqual([]);
	});

	test("has the answers, the kinds of rules and the powers", () => {
		for (const word of [...effects, ...ruleKeywords]) expect(terms).toContain(word);
		for (const power of powers) expect(glossary).toContain(`\`${power}\``);
	});
});

test("the questions behind a denial have every code that an answer may have, and each leads on", () => {
	const page = textOf("docs/why-denied.md");
	const { $defs } = JSON.parse(textOf("schemas/decision.schema.json")) as {
		readonly $defs: { readonly code: { readonly enum: readonly string[] } };
	};
	const rows = [...(page.split("\n## Codes\n")[1] ?? "").matchAll(/^\| `([^`]+)` \|/gm)].map(([, code]) => code);
	expect([...rows].sort()).toEqual([...$defs.code.enum].sort());
});

test("the page about what is not read has each kind of unseen code", () => {
	const source = textOf("src/engine/effects/unseen-code.ts");
	const kinds = [...source.matchAll(/(?:return|:|\?) "((?:a file of|code|shell code) ?[^"]*)"/g)].map(
		([, kind = ""]) => kind,
	);
	expect(kinds.length).toBeGreaterThanOrEqual(4);
	const page = textOf("docs/not-read.md");
	const shown: Readonly<Record<string, RegExp>> = {
		"a file of shell code": /a file of shell code: `bash /,
		"shell code from its input": /code from the input: `/,
		"code in another language": /code in a language that is not read: `/,
		"code from another command": /code that another command writes: `/,
		"code from its input": /code from the input: `/,
	};
	for (const kind of kinds) expect(`${kind}: ${shown[kind]?.test(page)}`).toBe(`${kind}: true`);
});
