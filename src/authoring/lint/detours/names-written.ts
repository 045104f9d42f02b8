/** What a rule names besides programs: words of its patterns and paths that it touches. */

import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import { pathsOfStatement } from "../reading/written-paths.js";

/** What may stand for `{x}`: words and paths that the rule names, and what an act says itself. */
export function namesWritten({ statement }: StatedRule, subject: ValidPolicyContext): readonly (string | undefined)[] {
	const words = statement.patterns.flatMap(({ words: [, ...rest] }) =>
		rest.flatMap(({ kind, text }) => (kind === "plain" || kind === "quoted" ? [text] : [])),
	);
	const paths = pathsOfStatement(statement, subject)
		.filter(({ keyword }) => keyword === "touching")
		.flatMap((list) => list.paths.map(({ text }) => text));
	const plain = [...words, ...paths]
		.map((text) => text.replace(/^(?:\w+@|https?:\/\/|\+|:|HEAD:(?:refs\/heads\/)?)/, "").replace(/^\*\*\//, ""))
		.filter((text) => text !== "" && !text.startsWith("-"))
		.map((text) => text.replaceAll(/\*+/g, "x"));
	return [undefined, ...new Set(plain.filter((text) => /^[\w./~@:+-]+$/.test(text)))].slice(0, mostNames);
}

const mostNames = 6;
