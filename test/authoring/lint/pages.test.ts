import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { type LintSettings, lint } from "../../../src/authoring/lint/lint.js";
import { lints } from "../../../src/authoring/lint/lints.js";
import { levelsByDefault } from "../../../src/authoring/lint/settings/settings.js";
import { loadText } from "../../../src/runtime/load/load.js";

const folder = "docs/lints";
const pages = readdirSync(folder).filter((name) => name.endsWith(".md"));

/** What such a page shows can't be made in it: it needs steps that run out, characters that nobody sees, an expectation that fails, which no page may hold, other files, or a policy longer than a page. */
const notShown: ReadonlySet<string> = new Set([
	"hidden-character",
	"mixed-line-ends",
	"not-settled",
	"expectation-fails",
	"claim-fails",
	"unused-import",
	"shadowed-set",
]);

interface Block {
	readonly language: string;
	readonly text: string;
}

function blocksOf(page: string): readonly Block[] {
	return [...page.matchAll(/^```(\w*)[^\n]*\n([\s\S]*?)^```$/gm)].map(([, language = "", text = ""]) => ({
		language,
		text,
	}));
}

/** The first lines of what a lint finds in a policy: `warning[name]: message`. */
function found(name: string, { language, text }: Block): readonly string[] {
	const policy = loadText(language === "yaml" ? "policy.rules.yaml" : "policy.rules", text, { cwd: "/nowhere" });
	// Who reads the page of a lint that is off has switched it on.
	const levelsFor: LintSettings["levelsFor"] = () => (one) => {
		const usual = levelsByDefault(one);
		if (one.name === "missing-reason") return { ...usual, options: { keywords: ["deny", "nudge", "override"] } };
		return one.name === name && usual.level === "off" ? { ...usual, level: "info" } : usual;
	};
	return lint(policy, { today: "2026-06-01", levelsFor })
		.filter(({ code }) => code === name)
		.map(({ code, severity, message }) => `${severity}[${code}]: ${message}`);
}

const isPolicy = ({ language }: Block): boolean => language === "rules" || language === "yaml";

describe("the page of a lint shows what it finds, and what it does not find", () => {
	const known = new Set(lints.map((one) => one.name));
	const names = pages
		.map((page) => page.slice(0, -".md".length))
		.filter((name) => known.has(name) && !notShown.has(name));

	test.each(names)("%s", (name) => {
		const page = readFileSync(join(folder, `${name}.md`), "utf8");
		const blocks = blocksOf(page.slice(page.indexOf("## Example")));
		const [bad, shown] = blocks;
		if (bad === undefined || !isPolicy(bad) || shown?.language !== "text")
			throw new Error("under `## Example` stands a policy, then what is found in it as `text`");
		expect(found(name, bad).slice(0, 1)).toEqual(shown.text.split("\n").slice(0, 1));
		// Further policies are better ones, but for those behind which stands what is found in them.
		const isShown = (_: Block, at: number): boolean => blocks[at + 1]?.language === "text";
		const worse = blocks.slice(2).filter((one, at) => isPolicy(one) && isShown(one, at + 2));
		for (const one of worse) {
			const told = blocks[blocks.indexOf(one) + 1]?.text.split("\n").slice(0, 1);
			expect({ block: one.text, found: found(name, one).slice(0, 1) }).toEqual({ block: one.text, found: told });
		}
		const better = blocks.slice(2).filter((one) => isPolicy(one) && !worse.includes(one));
		for (const block of better)
			expect({ block: block.text, found: found(name, block) }).toEqual({ block: block.text, found: [] });
	});
});
