/** What a rule names besides programs: words of its patterns and paths that it touches. */

import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import { pathsOfStatement } from "../reading/written-paths.js";

/** What may stand for `{x}`: words and paths that the rule names, and what an act says itself. */
export function namesWritten({ statement }: StatedRule, subject: ValidPolicyContext): readonly (string | undefined)[] {
	const words = statement.patterns.flatMap(({ words: [, ...rest] }) =>
		rest.flatMap(({ kind, text }) => (kind === "plain" || kind === "quoted" ? [text] : [])),
	);
	const values = words.flatMap((text) => /^--?[\w-]+=(.+)$/.exec(text)?.[1] ?? []);
	const plain = plainNames([...words, ...values, ...textsTouched(statement, subject)]);
	return [undefined, ...plain].slice(0, mostNames);
}

/** Paths that a rule touches, each with a name where it has a glob. */
export function pathsTouched({ statement }: StatedRule, subject: ValidPolicyContext): readonly string[] {
	return plainNames(textsTouched(statement, subject)).slice(0, mostNames);
}

function textsTouched(statement: StatedRule["statement"], subject: ValidPolicyContext): readonly string[] {
	return pathsOfStatement(statement, subject)
		.filter(({ keyword }) => keyword === "touching")
		.flatMap((list) => list.paths.map(({ text }) => text));
}

function plainNames(texts: readonly string[]): readonly string[] {
	const plain = texts
		.map((text) => text.replace(/^(?:\w+@|https?:\/\/|\+|:|HEAD:(?:refs\/heads\/)?)/, "").replace(/^\*\*\//, ""))
		.filter((text) => text !== "" && !text.startsWith("-"))
		.map((text) => text.replaceAll(/\*+/g, "x"));
	return [...new Set(plain.filter((text) => /^[\w./~@:+-]+$/.test(text)))];
}

const mostNames = 6;
