/**
 * Every slip of every clause word is an error with its place and the right word, in both notations, and takes nothing else along. Asked of a third of the letters;
 * SLIPS=all asks all of them.
 */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { lint } from "../../../src/authoring/lint/lint.js";
import type { Diagnostic } from "../../../src/language/diagnostic/diagnostic.js";
import { type ClauseKeyword, clauseKeywords, clauses } from "../../../src/language/policy/clauses.js";
import { edited } from "../../../src/language/source/text-edits.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { isWhole, tries } from "../../part.js";

type Use = readonly [before: string, behind: string];

/** What stands before and behind each clause word: its example. */
const uses = Object.fromEntries(clauseKeywords.map((word) => [word, useOf(word)])) as Record<ClauseKeyword, Use>;

function useOf(word: ClauseKeyword): Use {
	const [before = "", behind = ""] = ` ${clauses[word].example}`.split(` ${word} `);
	return [before.trim() || "deny rm", behind];
}

test("before `exactly` and before a set of commands", () => {
	for (const word of ["after", "before", "except"] as const)
		for (const slip of slipsOf(word))
			for (const behind of ["exactly npm test", "@checks"]) {
				const [keyword] = clauses[word].example.split(" ");
				const head = `set checks = npm test, npm run lint\ndefault deny\n${keyword} git push `;
				const told = errors("policy.rules", `${head}${slip} ${behind}\n`).filter(
					({ span }) => span.start === head.length,
				);
				expect([slip, behind, told.map(({ code }) => code)]).toEqual([slip, behind, ["misspelt-clause"]]);
			}
});

/** A clause of two words has slips of its own. */
const words = Object.keys(uses).filter((word) => !word.includes(" ")) as (keyof typeof uses)[];
const known: ReadonlySet<string> = new Set(clauseKeywords);
const alphabet = "abcdefghijklmnopqrstuvwxyz";
const letters = process.env.SLIPS === "all" ? alphabet : [...alphabet].filter((_, index) => index % 3 === 1).join("");

/** One letter too few, too many or another one, two that changed places, a capital, a sign behind. */
function slipsOf(word: string): readonly string[] {
	const found = new Set<string>([word.toUpperCase(), `${word[0]?.toUpperCase()}${word.slice(1)}`, `${word}:`]);
	for (let at = 0; at <= word.length; at++) {
		const [head, tail] = [word.slice(0, at), word.slice(at)];
		for (const letter of letters) {
			found.add(head + letter + tail);
			if (tail !== "") found.add(head + letter + tail.slice(1));
		}
		if (tail !== "") found.add(head + tail.slice(1));
		if (tail.length > 1) found.add(`${head}${tail[1]}${tail[0]}${tail.slice(2)}`);
	}
	return [...found].filter((one) => one !== "" && !known.has(one));
}

function errors(file: string, text: string): readonly Diagnostic[] {
	return loadText(file, text).diagnostics.filter(({ severity }) => severity === "error");
}

function told({ message, help = "" }: Diagnostic): string {
	return `${message}\n${help}`;
}

describe.each(words)("slips of `%s`", (word) => {
	const [before, behind] = uses[word];

	test("in `.rules`", () => {
		for (const slip of slipsOf(word)) {
			const head = `default deny\n${before} `;
			const found = errors("policy.rules", `${head}${slip} ${behind}\nallow ls\n`);
			const there = found.filter(({ span }) => span.start === head.length);
			expect([slip, there.map(({ span }) => span.end - span.start)]).toEqual([slip, [slip.length]]);
			expect(told(there[0] as Diagnostic)).toContain(`\`${word}`);
		}
	});

	test("in a text of YAML", () => {
		for (const slip of slipsOf(word)) {
			const [keyword, ...subject] = before.replace("writes of ", "").split(" ");
			const of = before.includes("writes of") ? "    of: writes\n" : "";
			const head = `rules:\n  - ${keyword}: '${subject.join(" ")} `;
			const found = errors("policy.rules.yaml", `${head}${slip} ${behind}'\n${of}  - allow: ls\n`);
			const there = found.filter(({ span }) => span.start === head.length);
			expect([slip, there.map(({ span }) => span.end - span.start)]).toEqual([slip, [slip.length]]);
			expect(told(there[0] as Diagnostic)).toContain(`\`${word}`);
		}
	});

	test("as a key of YAML", () => {
		for (const slip of slipsOf(word).filter((one) => /^[a-z]+$/i.test(one))) {
			const [keyword, ...subject] = before.replace("writes of ", "").split(" ");
			const head = `rules:\n  - ${keyword}: '${subject.join(" ")}'\n    `;
			const value = behind.startsWith('"') ? behind : `'${behind}'`;
			const found = errors("policy.rules.yaml", `${head}${slip}: ${value}\n  - allow: ls\n`);
			const there = found.filter(({ span }) => span.start === head.length);
			expect([slip, there.map(({ span }) => span.end - span.start)]).toEqual([slip, [slip.length]]);
			// Near to several words it is told which one fits here.
			expect(told(there[0] as Diagnostic)).toContain(`\`${word}`);
		}
	});
});

/** Rules in which lints find something, each by itself. */
const others = [
	"allow python",
	'deny git stauts because "Look."',
	"allow cat within /",
	"deny rm",
	"deny rm -r",
	"nudge wget",
	"allow find -nmae",
	"deny * touching ~/.ssh/",
	"allow /.*/",
	'deny npm because "No."',
];
const rule = fc
	.constantFrom(...words)
	.chain((word) => fc.constantFrom(...slipsOf(word)).map((slip) => ({ word, slip })));

/** A finding without its place in the text: code, line, message. */
function shown(found: readonly Diagnostic[], text: string): readonly string[] {
	return found.map(({ code, span, message }) => {
		const before = text.slice(0, span.start).split("\n");
		return `${before.length} ${code} ${message}`;
	});
}

test("a policy with one misspelt clause word never loads, an error points there, and every other finding stays", () => {
	let mended = 0;
	fc.assert(
		fc.property(rule, fc.subarray(others, { minLength: 1, maxLength: 5 }), fc.nat(5), ({ word, slip }, around, at) => {
			const [before, behind] = uses[word];
			const place = Math.min(at, around.length);
			const text = (own: string): string =>
				`${["default deny", ...around.slice(0, place), `${before} ${own} ${behind}`, ...around.slice(place)].join("\n")}\n`;
			const right = loadText("policy.rules", text(word));
			const wrong = loadText("policy.rules", text(slip));
			expect(right.tree).toBeDefined();
			expect(wrong.tree).toBeUndefined();
			const start = text(slip).indexOf(`${before} ${slip} `) + before.length + 1;
			expect(wrong.diagnostics.some(({ severity, span }) => severity === "error" && span.start === start)).toBe(true);
			const [fix] = wrong.diagnostics.flatMap((one) => one.fix ?? []);
			if (fix === undefined || edited(text(slip), fix.edits) !== text(word)) return;
			mended++;
			const line = text(slip).slice(0, start).split("\n").length;
			// What else is wrong about the rule as it stands goes with the slip: `only -a, -b` without `only` begins a pattern with an option.
			const errorsThere = new Set(shown(wrong.diagnostics, text(slip)).filter((one) => one.startsWith(`${line} `)));
			const after = shown(lint(wrong), text(slip)).filter((one) => !errorsThere.has(one));
			expect(after).toEqual(shown(lint(right), text(word)));
		}),
		{ numRuns: tries(80) },
	);
	expect(mended).toBeGreaterThan(isWhole ? 30 : 7);
});
