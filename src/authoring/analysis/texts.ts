/**
 * Words that make a program do something: code in its own language, and words of the forms that the knowledge base tells apart.
 */
import type { WordForm } from "../../engine/knowledge/program.js";
import { readRegex } from "../../language/policy/word-language/read-regex.js";
import { shortestWord } from "./words/shortest-word.js";
import { wordSetOf } from "./words/word-set.js";

/** Programs in the languages that are read: the plainest first, then some for each thing that such code can do. */
const codes: Readonly<Record<string, readonly string[]>> = {
	awk: ["1", 'BEGIN{print>"x"}', 'BEGIN{print ENVIRON["x"]}', 'BEGIN{getline<"x"}', "@load x"],
	sed: ["p", "w x", "r x"],
	jq: [".", "env", "input_filename", 'import "x" as x; .'],
};
const families: Readonly<Record<string, string>> = { gawk: "awk", mawk: "awk", nawk: "awk", gsed: "sed", gojq: "jq" };

/** Texts that a program may be given as code, the plainest first. */
export function codeTexts(program: string): readonly string[] {
	return codes[families[program] ?? program] ?? anyCode;
}
const anyCode: readonly string[] = ["x"];

/** Code that hands a line of one plain word to a shell; undefined where no such language is read. */
export function codeThatRuns(program: string, line: string): string | undefined {
	switch (families[program] ?? program) {
		case "awk":
			return `BEGIN{system("${line}")}`;
		case "sed":
			return `e ${line}`;
		default:
			return undefined;
	}
}

/** Words of many forms: one of them has almost any form that programs look for. */
const pool: readonly string[] = [
	"x",
	"x=y",
	":x",
	"+x",
	"x:y",
	"x::y",
	"http://x",
	"file:x",
	"/x",
	"./x",
	"|x",
	"@x",
	"$x",
	"!x",
	"x,y",
	"host",
	"host:x",
	"1",
	"{x",
	"*x",
	"x*",
	"~/x",
	"--x",
	"#x",
	"core.pager=cat",
	"color.ui=auto",
	"plugin",
	"x plugin",
	"exec",
	"GET",
	"POST",
	"a",
	"d",
	"w",
];

const found = new Map<string, readonly string[]>();
const mostWords = 4;

/** Words of the form; none where none is found. */
export function wordsOfForm({ form }: Pick<WordForm, "form">): readonly string[] {
	let words = found.get(form);
	if (words === undefined) {
		words = findWords(form);
		found.set(form, words);
	}
	return words;
}

function findWords(form: string): readonly string[] {
	const is = new RegExp(form);
	const words = new Set(pool.filter((word) => is.test(word)).slice(0, mostWords));
	for (const source of [form, ...form.split("|")]) {
		if (words.size >= mostWords) break;
		const begins = source.startsWith("^");
		const ends = source.endsWith("$") && !source.endsWith("\\$");
		const bare = source.slice(begins ? 1 : 0, ends ? -1 : undefined);
		const text = `${begins ? "" : ".*"}(${bare})${ends ? "" : ".*"}`;
		if ("message" in readRegex(text)) continue;
		const word = shortestWord([{ set: wordSetOf({ kind: "regex", text }), inside: true }], { left: 20_000 });
		if (word.kind === "word" && is.test(word.text)) words.add(word.text);
	}
	return [...words];
}

/** Words of none of the forms, and those of the pool that have the fewest. */
export function wordsOfOtherForms(forms: readonly WordForm[]): readonly string[] {
	const tests = forms.map(({ form }) => new RegExp(form));
	return pool.filter((word) => !tests.some((test) => test.test(word))).slice(0, 3);
}
