/** `dotdot-in-path`: a path of a list goes into a folder and out again. */

import { pathText } from "../../../language/syntax/dsl/part-text.js";
import type { PatternWord } from "../../../language/syntax/statements.js";
import type { LintContext } from "../lint-context.js";
import type { Finding, TextLint } from "../lint-record.js";
import { type PathShape, pathShape } from "../powers/path-shape.js";
import { replacement } from "../reading/text-edits.js";
import { oncePerPlace, type WrittenPath, type WrittenPaths, writtenPaths } from "../reading/written-paths.js";
import { writtenPatterns } from "../reading/written-patterns.js";

export const dotdotInPath: TextLint = {
	name: "dotdot-in-path",
	family: "paths",
	severity: "warning",
	summary: "a path of a list goes into a folder and out again by `..`",
	fixes: "unsafe",
	looksAt: "text",
	check: (subject) =>
		oncePerPlace([
			...writtenPaths(subject).flatMap((list) =>
				list.paths.flatMap((path) => dotdotFinding(path, list, subject) ?? []),
			),
			...writtenPatterns(subject).flatMap(({ pattern, stated }) =>
				stated.statement.kind === "set" ? [] : pattern.words.flatMap((word) => wordFault(word) ?? []),
			),
		]),
};

function dotdotFinding(path: WrittenPath, { words }: WrittenPaths, subject: LintContext): Finding | undefined {
	const shape = pathShape(path);
	// Behind a glob nobody knows which folder is left again.
	if (shape.tail.includes("..")) return undefined;
	const fixed = walked(shape.fixed);
	if (fixed === undefined) return undefined;
	const text = pathShapeText({ ...shape, fixed }, path.text.startsWith("./"));
	const word = path.place === undefined ? undefined : words[path.place];
	const edit = word && replacement(word.span, pathText(word), pathText({ ...word, text }), subject);
	return {
		message: `\`${path.text}\` goes into a folder and out again: by its text it is \`${text}\``,
		span: path.span,
		help: `write \`${text}\``,
		...(edit === undefined
			? {}
			: {
					fix: {
						title: `write \`${text}\`, which no longer means what lies beside the folder where that is a link`,
						edits: [edit],
						safe: false,
					},
				}),
	};
}

/** A word of a command is compared as it stands: no fix says what is meant. */
function wordFault({ kind, text, span }: PatternWord): Finding | undefined {
	if ((kind !== "plain" && kind !== "quoted") || !/^[\w.~/-]+\/\.\.(?:\/|$)/.test(text) || text.startsWith("-"))
		return undefined;
	const shape = pathShape({ text, literal: kind === "quoted" });
	const fixed = walked(shape.fixed);
	if (fixed === undefined || shape.tail.length > 0) return undefined;
	const meant = pathShapeText({ ...shape, fixed }, text.startsWith("./"));
	return {
		message: `\`${text}\` goes into a folder and out again: by its text it is \`${meant}\``,
		span,
		help: `write \`${meant}\``,
	};
}

/** The folders without the ways in and out; undefined where there is none. */
function walked(fixed: readonly string[]): readonly string[] | undefined {
	const left: string[] = [];
	for (const part of fixed) {
		const last = left.at(-1);
		if (part === ".." && last !== undefined && last !== "..") left.pop();
		else left.push(part);
	}
	return left.length === fixed.length ? undefined : left;
}

function pathShapeText({ root, fixed, tail }: PathShape, dotted: boolean): string {
	const rest = [...fixed, ...tail].join("/");
	switch (root) {
		case "top":
			return `/${rest}`;
		case "home":
			return rest === "" ? "~" : `~/${rest}`;
		case "workspace":
			return rest === "" ? "." : dotted && fixed[0] !== ".." ? `./${rest}` : rest;
	}
}
