import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { completions } from "../../../src/authoring/editor/completion.js";
import { policyFiles } from "../../../src/authoring/editor/reading/files.js";
import { piecesOf } from "../../../src/authoring/editor/reading/keyword-places.js";
import { marksOf } from "../../../src/authoring/editor/reading/marks.js";
import type { ReadFile } from "../../../src/authoring/editor/reading/read-file.js";
import { isWhole, some } from "../../part.js";
import { policiesIn } from "./policies.js";

const files = policyFiles();
const uri = pathToFileURL(join(process.cwd(), "rules", "typed")).href;

function opened(name: string, text: string): ReadFile {
	files.open(`${uri}${name}`, "", 1, text);
	return files.document(`${uri}${name}`) as ReadFile;
}

/** Kinds of words of which the language, or the policy itself, has them all. */
const closedKinds: ReadonlySet<string> = new Set(["agent", "set", "power", "feature", "effect", "action"]);

/** A word at the same sort of place is tried so often: reading the file anew for each of some thousands takes minutes. */
const mostOfASort = isWhole ? 3 : 1;

/** What is missing from what is offered where a word of a policy is taken out: that word. `tried`: how often each sort of place was. */
function missing(ending: string, text: string, tried: Map<string, number>): readonly string[] {
	const whole = opened(ending, text);
	const words = [
		...piecesOf(whole).filter(({ kind }) => kind === "keyword"),
		...marksOf(whole)
			.filter(({ kind, exact, defines }) => closedKinds.has(kind) && exact && !defines)
			.map((mark) => ({
				text: mark.text,
				start: mark.kind === "set" && text[mark.start - 1] === "@" ? mark.start - 1 : mark.start,
				end: mark.end,
			})),
	];
	return words.flatMap(({ text: word, start, end }) => {
		// Words in front of it on its line, names aside, say what place it is.
		const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
		const sort = `${word} ${before
			.replaceAll(/[^\s]*[^a-z\s:-][^\s]*/g, "x")
			.split(/\s+/)
			.slice(-3)
			.join(" ")}`;
		const times = tried.get(sort) ?? 0;
		if (times >= mostOfASort) return [];
		tried.set(sort, times + 1);
		// A key goes with its colon and its value: they say what it is.
		const behind = ending.endsWith("yaml") && text[end] === ":" ? end + 1 : end;
		const without = text.slice(0, start) + text.slice(behind);
		const labels = completions(opened(ending, without), start, files).map(({ label }) => label);
		const found = labels.some(
			(label) =>
				label === word || label === `@${word}` || label === text.slice(start, end) || label.startsWith(`${word} `),
		);
		const line = text.slice(0, start).split("\n").length;
		return found ? [] : [`line ${line}: \`${word}\` in ${JSON.stringify(text.split("\n")[line - 1])}`];
	});
}

describe("what a policy says is offered where it says it", () => {
	test.each([
		["rules", ".rules"],
		["yaml", ".rules.yaml"],
	] as const)("in %s", (notation, ending) => {
		const all = policiesIn(notation);
		expect(all.length).toBeGreaterThan(50);
		const tried = new Map<string, number>();
		// The short ones first: their places cost least.
		const shortFirst = [...all].sort((one, other) => one.text.length - other.text.length);
		expect(
			some(shortFirst, 2).flatMap(({ name, text }) => missing(ending, text, tried).map((word) => `${name}, ${word}`)),
		).toEqual([]);
		expect(tried.size).toBeGreaterThan(100);
	});
});
