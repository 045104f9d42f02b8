/** The words of a limit on numbers: `5 per 1h`, `40 paths per 1h`, `300 total {n} per 24h`, `5 per session`. */
import type { LimitClause, Text } from "./statements.js";

/** Undefined where they are none. What is no number, and no time, is told when the rule is read. */
export function limitOf(words: readonly Text[]): Pick<LimitClause, "most" | "of" | "word" | "per"> | undefined {
	const [most, ...behind] = words;
	const at = behind.findIndex(({ text }) => text === "per");
	if (most === undefined || at < 0 || behind.length !== at + 2) return undefined;
	const per = behind[at + 1] as Text;
	const [of, word, ...more] = behind.slice(0, at);
	if (of === undefined) return { most, per };
	if (more.length > 0) return undefined;
	if (of.text === "total") return word === undefined ? undefined : { most, of, word, per };
	return word === undefined && (of.text === "paths" || of.text === "hosts") ? { most, of, per } : undefined;
}

/** `at most 5 git push per 1h`: what is bounded stands in the rule's own pattern. */
export function helpForLimit(words: readonly Text[]): string {
	const [, most, what, per] = /^(\d+) (.+) per (\S+)$/.exec(words.map(({ text }) => text).join(" ")) ?? [];
	return what === undefined ? limitHelp : `the command stands before it: \`allow ${what} at most ${most} per ${per}\``;
}

export const limitHelp =
	"for example `at most 5 per 1h`, `at most 40 paths per 1h`, `at most 300 total {n} per 24h`, `at most 5 per session`";
