/** `covered-set-element`: `git*, git-lfs`: an element says what another one of its set says anyway. */
import { matcherOf } from "../../../language/policy/word-language/matcher.js";
import { patternText } from "../../../language/syntax/dsl/part-text.js";
import type { Pattern } from "../../../language/syntax/statements.js";
import type { LintContext } from "../lint-context.js";
import type { PolicyLint } from "../lint-record.js";
import { elementDeletion } from "../reading/part-deletion.js";
import { literalOf } from "../reading/words/word-places.js";

export const coveredSetElement: PolicyLint = {
	name: "covered-set-element",
	family: "references",
	severity: "warning",
	summary: "an element of a set says what another one says anyway",
	fixes: "safe",
	looksAt: "policy",
	check: (subject) => {
		const paths = setsOfPaths(subject);
		const programSets = setsOfPrograms(subject);
		return subject.ownStatements().flatMap(({ statement }) => {
			if (statement.kind !== "set" || paths.has(statement.name.text)) return [];
			const globs = statement.patterns.flatMap((pattern) => globOf(pattern) ?? []);
			// Where programs are named, a program alone means all of its commands.
			const alone = programSets.has(statement.name.text) ? statement.patterns.flatMap(aloneOf) : [];
			if (globs.length + alone.length === 0) return [];
			const spans = statement.patterns.map(({ span }) => span);
			return statement.patterns.flatMap((pattern, at) => {
				const [first] = pattern.words;
				const whole =
					pattern.words.length < 2 || first?.kind !== "plain"
						? undefined
						: alone.find(({ text }) => text === first.text);
				if (whole !== undefined) {
					const said = patternText(pattern);
					const cut = elementDeletion(spans, at, subject);
					return [
						{
							message: `\`${whole.text}\` says \`${said}\` as well`,
							span: pattern.span,
							labels: [{ span: whole.span, message: "here" }],
							help: `take \`${said}\` out, or name the commands of \`${whole.text}\` that are meant`,
							...(cut === undefined ? {} : { fix: { title: `take \`${said}\` out`, edits: [cut], safe: true } }),
						},
					];
				}
				const word = plainWord(pattern);
				const glob = word === undefined ? undefined : globs.find(({ matches }) => matches(word));
				if (word === undefined || glob === undefined) return [];
				const edit = elementDeletion(spans, at, subject);
				return [
					{
						message: `\`${glob.text}\` says \`${word}\` as well`,
						span: pattern.span,
						labels: [{ span: glob.span, message: "here" }],
						help: `take \`${word}\` out`,
						...(edit === undefined ? {} : { fix: { title: `take \`${word}\` out`, edits: [edit], safe: true } }),
					},
				];
			});
		});
	},
};

/** A glob that is one word and no path: where a word is looked for, it fits whatever it fits as a text. */
function globOf({ exactly, words, span }: Pattern) {
	const [only] = words;
	if (exactly || only === undefined || words.length > 1 || only.kind !== "plain") return undefined;
	const isGlob = /^[\w+*?][\w.+*?-]*$/.test(only.text) && /[*?]/.test(only.text) && !/^\*+$|\*\*/.test(only.text);
	return isGlob ? { text: only.text, span, matches: matcherOf({ kind: "glob", text: only.text }) } : undefined;
}

/** One plain word. */
function aloneOf({
	exactly,
	words,
	span,
}: Pattern): readonly { readonly text: string; readonly span: Pattern["span"] }[] {
	const [only] = words;
	if (exactly || only === undefined || words.length > 1 || literalOf(only) === undefined) return [];
	return [{ text: only.text, span }];
}

/** Sets that stand for the program, and nowhere else. */
function setsOfPrograms({ statements }: LintContext): ReadonlySet<string> {
	const first = new Set<string>();
	const later = new Set<string>();
	for (const { statement } of statements()) {
		if (statement.kind !== "rule" && statement.kind !== "claim" && statement.kind !== "set") continue;
		for (const { words } of statement.patterns)
			words.forEach(({ kind, text }, at) => {
				if (kind === "set") (at === 0 && statement.kind !== "set" ? first : later).add(text);
			});
	}
	return new Set([...first].filter((one) => !later.has(one)));
}

/** One word without a glob, an option or a path in it. */
function plainWord(pattern: Pattern): string | undefined {
	const [only] = pattern.words;
	if (pattern.exactly || only === undefined || pattern.words.length > 1) return undefined;
	const text = literalOf(only);
	return text !== undefined && /^[\w+][\w.+-]*$/.test(text) && patternText(pattern) === only.text ? text : undefined;
}

/** Sets that stand in lists of paths, where a glob stands for names in a folder; and those that other sets hold, which may get there. */
function setsOfPaths({ statements }: LintContext): ReadonlySet<string> {
	return new Set(
		statements().flatMap(({ statement }): readonly string[] => {
			switch (statement.kind) {
				case "rule":
				case "claim":
					return statement.clauses.flatMap((clause) => ("paths" in clause ? setNames(clause.paths) : []));
				case "setting":
					return statement.form === "paths" ? setNames(statement.paths) : [];
				case "set":
					return statement.patterns.flatMap(({ words }) => setNames(words));
				default:
					return [];
			}
		}),
	);
}

function setNames(words: readonly { readonly kind: string; readonly text: string }[]): readonly string[] {
	return words.flatMap(({ kind, text }) => (kind === "set" ? [text] : []));
}
