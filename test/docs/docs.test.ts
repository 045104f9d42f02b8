import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { lint } from "../../src/authoring/lint/lint.js";
import { checkClaims } from "../../src/authoring/suite/claims.js";
import { checkExpectations } from "../../src/authoring/suite/expectations.js";
import { newHistory } from "../../src/engine/history/history.js";
import type { World } from "../../src/engine/request/paths.js";
import { positionAt } from "../../src/language/source/source-file.js";
import { sameStatements } from "../../src/language/syntax/equal.js";
import { type Loaded, loadText } from "../../src/runtime/load/load.js";
import { answerWith, lineAnswerer } from "../../src/runtime/servers/lines/answer-lines.js";

/** A fenced block: ```` ```rules ````, ```` ```rules error bad-id ````, ```` ```yaml same ````. */
interface Block {
	readonly language: string;
	readonly words: readonly string[];
	readonly line: number;
	readonly text: string;
}

const files = readdirSync("docs", { recursive: true, encoding: "utf8" })
	.filter((file) => file.endsWith(".md"))
	.map((file) => join("docs", file))
	.sort();
/** Nothing lies in any folder here, so that what a page says does not hang on the machine. */
const world: World = {
	workspace: "/repo",
	home: "/home/user",
	linkAt: () => "none",
	kindAt: () => "none",
	entriesOf: () => [],
};

describe.each(files)("%s", (file) => {
	const text = readFileSync(file, "utf8");
	const blocks = blocksOf(text);

	// The pages of verbs show sessions, with faults on purpose; those are run by the tests of the command line.
	const isSession = file.startsWith(join("docs", "verbs"));
	for (const [index, block] of blocks.entries()) {
		if (isSession || (block.language !== "rules" && block.language !== "yaml")) continue;
		const [mark, ...codes] = block.words;
		const title = `the ${block.language} of line ${block.line}`;
		if (mark === "error") {
			test(`${title} fails with ${codes.join(", ")}`, () => {
				const found = load(block).diagnostics.map((one) => one.code);
				expect([...new Set(found)].sort()).toEqual([...codes].sort());
			});
			continue;
		}
		test(`${title} is free of faults, and its expectations and claims hold`, () => {
			expect(block.words.filter((word) => word !== "same")).toEqual([]);
			const loaded = load(block);
			expect(faultsOf(loaded)).toEqual([]);
			if (loaded.tree === undefined) throw new Error("there is no tree");
			const failed = checkExpectations(loaded.policy, loaded.tree, world).filter((result) => !result.passed);
			expect(failed.map((result) => `${result.expectation.command}: ${result.why}`)).toEqual([]);
			const claims = checkClaims(loaded.policy, loaded.tree, world);
			expect(claims.flatMap(({ answer }) => (answer.kind === "proved" ? [] : [answer]))).toEqual([]);
		});
		if (/^docs.(?:cookbook|start|starting-points)\b/.test(file)) {
			test(`${title} is one that \`rules lint\` lets pass`, () => {
				const errors = lint(load(block)).filter(({ severity }) => severity === "error");
				expect(errors.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
			});
		}
		if (mark === "same") {
			test(`${title} says the same as the block above it`, () => {
				const before = blocks[index - 1];
				if (before === undefined) throw new Error("there is no block above");
				const [own, other] = [load(block).files[0], load(before).files[0]];
				expect(own && other && sameStatements(own, other)).toBe(true);
			});
		}
	}

	for (const [index, block] of blocks.entries()) {
		if (block.language !== "stream") continue;
		test(`the stream of line ${block.line} is answered as it says`, () => {
			const policy = blocks.slice(0, index).findLast(({ language }) => language === "rules");
			if (policy === undefined) throw new Error("there is no policy above it");
			const lines = block.text.trimEnd().split("\n");
			expect(answered(policy, lines)).toEqual(lines);
		});
	}

	test("links lead somewhere", () => {
		const links = [...text.replaceAll(/^```[\s\S]*?^```/gm, "").matchAll(/\]\(([^)\s]+)\)/g)].map(
			(match) => match[1] as string,
		);
		const broken = links.filter((link) => {
			if (/^[a-z]+:/.test(link)) return false;
			const [path = "", anchor] = link.split("#");
			const target = path === "" ? file : join(dirname(file), path);
			if (!existsSync(target)) return true;
			return (
				anchor !== undefined && target.endsWith(".md") && !anchorsOf(readFileSync(target, "utf8")).includes(anchor)
			);
		});
		expect(broken).toEqual([]);
	});
});

/** A stream's lines, `EFFECT | LINE`, with the effects as they come out; a line that asks for nothing has none. */
function answered(policy: Block, lines: readonly string[]): readonly string[] {
	const { tree } = load(policy);
	if (tree === undefined) throw new Error("the policy is broken");
	const folder = mkdtempSync(join(tmpdir(), "docs-"));
	try {
		const history = newHistory();
		const answer = lineAnswerer({ cwd: folder, workspace: folder }).turn(answerWith(tree, history));
		return lines.map((line) => {
			const told = line.slice(line.indexOf("|") + 1).trim();
			const { text } = answer({ text: told });
			const effect = text === "" ? "" : (JSON.parse(text) as { readonly effect?: string; readonly error?: string });
			return `${(typeof effect === "string" ? effect : (effect.effect ?? effect.error ?? "")).padEnd(5)} | ${told}`;
		});
	} finally {
		rmSync(folder, { recursive: true });
	}
}

function load(block: Block): Loaded {
	return loadText(block.language === "yaml" ? "policy.rules.yaml" : "policy.rules", block.text, { cwd: "/nowhere" });
}

function faultsOf(loaded: Loaded): readonly string[] {
	return loaded.diagnostics
		.filter((one) => one.severity === "error")
		.map((one) => {
			const source = loaded.sources.get(one.span.file);
			return `line ${source ? positionAt(source, one.span.start).line : "?"} of the block: ${one.code}: ${one.message}`;
		});
}

function blocksOf(text: string): readonly Block[] {
	const lines = text.split("\n");
	const blocks: Block[] = [];
	for (let at = 0; at < lines.length; at++) {
		const fence = /^(`{3,})(.*)$/.exec(lines[at] as string);
		if (!fence) continue;
		const [language = "", ...words] = (fence[2] as string).trim().split(/\s+/);
		const begin = at + 1;
		while (at + 1 < lines.length && lines[at + 1] !== fence[1]) at++;
		blocks.push({ language, words, line: begin, text: `${lines.slice(begin, at + 1).join("\n")}\n` });
		at++;
	}
	return blocks;
}

/** The anchors of a page's headings, as they are made on the web. */
function anchorsOf(text: string): readonly string[] {
	return [...text.matchAll(/^#{1,4} (.+)$/gm)].map((match) =>
		(match[1] as string)
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N} _-]/gu, "")
			.replaceAll(" ", "-"),
	);
}
