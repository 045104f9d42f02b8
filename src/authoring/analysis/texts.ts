/** Words that make a program do something: words of the forms that the knowledge base tells apart. */
import type { WordForm } from "../../engine/knowledge/program.js";
import { readRegex } from "../../language/policy/word-language/read-regex.js";
import { shortestWord } from "./words/shortest-word.js";
import { wordSetOf } from "./words/word-set.js";

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
