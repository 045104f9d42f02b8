/**
 * The words of the pages: are they spelt right, and how easily do they read?
 *
 *	npm run site:words                spelling of every page, and the reading ease of all, by section
 *	npm run site:words -- --pages     of each page, the hardest first
 *	npm run site:words -- --since REV the ease of each section as it is in a revision of git, and now
 *
 * Reading ease is Flesch's: 206.8 - 1.015 words a sentence - 84.6 syllables a word. 60 and more is plain English, below 50 is hard. Only prose counts:
 * no code, no tables, no headings.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { flesch } from "flesch";
import { syllable } from "syllable";
import { root, sidebar } from "./pages.mjs";

const { values: options } = parseArgs({
	options: { pages: { type: "boolean", default: false }, since: { type: "string" } },
});

if (options.since === undefined) {
	showEase();
	process.exitCode = spell();
} else showChange(options.since);

function spell() {
	const paths = sidebar().flatMap(({ pages }) => pages.map(({ path }) => path));
	const words = ["--config", join(root, "site/cspell.json"), "--no-progress", "--no-must-find-files"];
	const { status } = spawnSync(
		process.execPath,
		[join(root, "site/node_modules/cspell/bin.mjs"), "lint", ...words, ...paths],
		{
			cwd: root,
			stdio: "inherit",
		},
	);
	return status ?? 1;
}

function showEase() {
	const rows = sidebar().flatMap(({ title, pages }) => {
		const counted = pages.map(({ path }) => ({ name: path, ...counts(prose(readFileSync(join(root, path), "utf8"))) }));
		return options.pages ? counted : [counted.reduce(sum, { name: title, sentence: 0, word: 0, syllable: 0 })];
	});
	const shown = rows.filter(({ sentence }) => sentence > 0).map((row) => ({ ...row, ease: flesch(row) }));
	if (options.pages) shown.sort((a, b) => a.ease - b.ease);
	console.log("ease  words a sentence  words");
	for (const { name, ease, word, sentence } of shown)
		console.log(
			`${ease.toFixed(0).padStart(4)}  ${(word / sentence).toFixed(1).padStart(16)}  ${String(word).padStart(5)}  ${name}`,
		);
	const { sentence, word, ...rest } = rows.reduce(sum);
	console.log(
		`${flesch({ sentence, word, ...rest })
			.toFixed(0)
			.padStart(4)}  ${(word / sentence).toFixed(1).padStart(16)}  ${String(word).padStart(5)}  all`,
	);
}

/** Pages that were not there in that revision count to what is now. */
function showChange(revision) {
	const eased = (paths, textOf) => {
		const all = paths.map((path) => counts(prose(textOf(path)))).reduce(sum, { sentence: 0, word: 0, syllable: 0 });
		const told = all.sentence === 0 ? "" : `${flesch(all).toFixed(0)} (${(all.word / all.sentence).toFixed(1)})`;
		return told.padStart(10);
	};
	const before = (path) => {
		const { status, stdout } = spawnSync("git", ["show", `${revision}:${path}`], { cwd: root, encoding: "utf8" });
		return status === 0 ? stdout : "";
	};
	const now = (path) => readFileSync(join(root, path), "utf8");
	const sections = sidebar().map(({ title, pages }) => ({ title, paths: pages.map(({ path }) => path) }));
	console.log("    before         now   ease (words a sentence)");
	for (const { title, paths } of [...sections, { title: "all", paths: sections.flatMap(({ paths }) => paths) }])
		console.log(`${eased(paths, before)}  ${eased(paths, now)}   ${title}`);
}

function sum(a, b) {
	return { name: a.name, sentence: a.sentence + b.sentence, word: a.word + b.word, syllable: a.syllable + b.syllable };
}

/** A page's sentences: what stands in blocks of code, tables and headings is none; what is code in a sentence is left out of it. */
function prose(text) {
	return text
		.replaceAll(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1$/gm, "")
		.replaceAll(/<!--[\s\S]*?-->/g, "")
		.replaceAll(/^(?:\||#).*$/gm, "")
		.replaceAll(/(`+)[^`].*?\1/g, "")
		.replaceAll(/!?\[((?:[^\][]|\[[^\]]*\])*)\]\([^)]*\)/g, "$1")
		.replaceAll(/[*_]/g, "");
}

function counts(text) {
	// A line of a list is a sentence, whatever it ends with.
	const sentences = text
		.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)/)
		.flatMap((block) => block.split(/(?<=[.!?:])\s+/))
		.map((one) => one.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [])
		.filter(({ length }) => length > 0);
	const words = sentences.flat();
	return {
		sentence: sentences.length,
		word: words.length,
		syllable: words.reduce((all, word) => all + Math.max(1, syllable(word)), 0),
	};
}
