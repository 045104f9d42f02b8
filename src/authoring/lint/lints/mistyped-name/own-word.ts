/** A word that the policy writes once, where no table knows what there is, and that is a slip of one that it writes elsewhere: `sbumit` beside `submit`. */
import { programsOf } from "../../../../engine/decide/compile/specialise.js";
import { programNamed } from "../../../../engine/knowledge/lookup.js";
import type { Program } from "../../../../engine/knowledge/program.js";
import type { Span } from "../../../../language/source/span.js";
import { type Clause, eventListsOf, type PatternWord } from "../../../../language/syntax/statements.js";
import type { ValidPolicyContext } from "../../lint-context.js";
import type { Finding, PolicyLint } from "../../lint-record.js";
import { expected, isSurelySaid, type Try } from "../../meaning/expected.js";
import { optionNames } from "../../reading/words/known-words.js";
import { ownSlip } from "../../reading/words/own-vocabulary.js";
import { respelling } from "../../reading/words/respelling.js";
import { slipOf } from "../../reading/words/typing-slips.js";
import { programOf } from "../../reading/words/word-places.js";
import { oncePerPlace, writtenPaths } from "../../reading/written-paths.js";
import { writtenPatterns } from "../../reading/written-patterns.js";

export const mistypedOwnWord: Pick<PolicyLint, "check"> = {
	check: (subject) => {
		const ofOperands = operandSets(subject);
		return oncePerPlace([
			...writtenPatterns(subject).flatMap(({ pattern: { words }, stated: { statement } }) => {
				const isOperand = statement.kind === "set" && ofOperands.has(statement.name.text);
				return words.flatMap((word) => inWord(word, words, isOperand, subject));
			}),
			...subject
				.rules()
				.flatMap(({ statement }) =>
					statement.clauses.flatMap((clause) => namesIn(clause).flatMap((name) => inText(name, subject))),
				),
			...writtenPaths(subject).flatMap(({ paths }) => paths.flatMap((path) => inText(path, subject))),
			...expected(subject).flatMap(({ statement: { command, effect }, tries }) =>
				effect.text === "allow" || tries.some((one) => isNamed(one, subject)) ? [] : inCommand(command, subject),
			),
		]);
	},
};

interface Written {
	readonly text: string;
	readonly span: Span;
}

/** Names of tools, values of facts, and the words of steps. */
function namesIn(clause: Clause): readonly Written[] {
	switch (clause.form) {
		case "names":
			return clause.names;
		case "facts":
			return clause.conditions.flatMap(({ values }) => values.filter(({ kind }) => kind !== "regex"));
		case "events":
			return eventListsOf(clause).flatMap(({ patterns }) =>
				patterns.flatMap(({ words }) => words.filter(({ kind }) => kind === "plain" || kind === "quoted")),
			);
		default:
			return [];
	}
}

/** Sets whose elements are words of commands: `pnpm run @checks`. */
function operandSets(subject: ValidPolicyContext): ReadonlySet<string> {
	return new Set(
		writtenPatterns(subject).flatMap(({ pattern }) =>
			namesFiles(programOf(pattern, subject))
				? []
				: pattern.words.slice(1).flatMap(({ kind, text }) => (kind === "set" ? [text] : [])),
		),
	);
}

/** Files are called as their authors like. */
function namesFiles(program: Program | undefined): boolean {
	if (program === undefined || Object.keys(program.subcommands).length > 0) return false;
	return program.operands.rest !== undefined && program.operands.rest !== "value";
}

function inWord(
	word: PatternWord,
	[first]: readonly PatternWord[],
	isOperand: boolean,
	subject: ValidPolicyContext,
): readonly Finding[] {
	if (word.kind !== "plain" && word.kind !== "quoted") return [];
	// `./gradlew` is what `gradlew` is known for.
	const program = programNamed(first?.text.split("/").at(-1) ?? "");
	const [, name] = /^(--[a-z][a-z-]+)/.exec(word.text) ?? [];
	if (name !== undefined && program !== undefined && first?.text.includes("/") === true) {
		const names = optionNames(program);
		const meant = names.has(name) ? undefined : slipOf(name, names, { atEnd: true });
		if (meant !== undefined)
			return [
				findingOf(
					word,
					word.text.replace(name, () => meant),
					subject,
				),
			];
	}
	return inText(word, subject, isOperand);
}

/** The first part of it that is misspelt. `isListed`: it stands in a list of words of commands. */
function inText(written: Written, subject: ValidPolicyContext, isListed = false): readonly Finding[] {
	const stage = otherStage(written.text, subject);
	if (stage !== undefined) return [findingOf(written, stage, subject)];
	for (const { 0: part, index } of written.text.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)) {
		const meant = /^[A-Z]?[a-z]+$/.test(part)
			? ownSlip(part.toLowerCase(), isListed || isPart(part, written.text), subject)
			: undefined;
		if (meant === undefined) continue;
		const cased = /^[A-Z]/.test(part) ? meant.replace(/^./, (letter) => letter.toUpperCase()) : meant;
		const instead = written.text.slice(0, index) + cased + written.text.slice(index + part.length);
		return [findingOf(written, instead, subject)];
	}
	return [];
}

/** `production-eu`, where the policy writes `prod-eu`, and this nowhere else. */
function otherStage(text: string, subject: ValidPolicyContext): string | undefined {
	const value = text.slice(text.indexOf("=") + 1);
	if (!/^[\w-]+$/.test(value)) return undefined;
	for (const [long, short] of stages)
		for (const [one, other] of [[long, short] as const, [short, long] as const]) {
			if (!value.split(/[-_]/).includes(one)) continue;
			const meant = value
				.split(/([-_])/)
				.map((part) => (part === one ? other : part))
				.join("");
			const sources = subject.roots.map((file) => subject.sources.get(file)?.text ?? "").join("\n");
			const times = (word: string): number =>
				sources.match(new RegExp(`(?<![\\w-])${word}(?![\\w-])`, "g"))?.length ?? 0;
			if (times(value) === 1 && times(meant) > 0 && (value !== one || isListed(sources, meant)))
				return text.replace(value, () => meant);
		}
	return undefined;
}

/** Is it one of several that a comment lists: `# Targets: dev, staging, prod.`? */
function isListed(sources: string, word: string): boolean {
	return new RegExp(`^\\s*#.*(?:,|\\band|\\bor) ${word}(?![\\w-])|^\\s*#.*(?<![\\w-])${word}(?:,| and| or) `, "m").test(
		sources,
	);
}

const stages: readonly (readonly [string, string])[] = [
	["production", "prod"],
	["development", "dev"],
	["staging", "stage"],
	["testing", "test"],
];

/** `publish` in `hex.publish`, `refresh` in `--full-refresh`. The parts of a path are names of their own, and so are options of a few letters. */
function isPart(part: string, text: string): boolean {
	return part !== text && !/[/~]/.test(text) && !/^-[^-]/.test(text);
}

/** Does a rule decide that speaks of the program by its name? Such a rule knows what there is. */
function isNamed({ expectation: { agent }, decision }: Try, { policy }: ValidPolicyContext): boolean {
	if (!isSurelySaid(decision)) return false;
	const ids = decision.rules.map(({ id }) => id);
	return (policy.agents.get(agent)?.rules ?? []).some(
		({ id, restricts }) => ids.includes(id) && (restricts === undefined || programsOf(restricts) !== undefined),
	);
}

/** Up to the first quote: what stands in quotes is text. A word may be another program's; what the policy writes of the same program is meant. */
function inCommand({ text, span }: Written, subject: ValidPolicyContext): readonly Finding[] {
	const [first = ""] = text.split(/\s/);
	return [...text.replace(/["'`$\\].*$/s, "").matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
		const start = span.start + index;
		const found = inText({ text: word, span: { ...span, start, end: start + word.length } }, subject);
		const meant = ownSlip(word, false, subject);
		return meant === undefined || isWrittenWith(first, meant, subject) ? found : [];
	});
}

function isWrittenWith(program: string, word: string, subject: ValidPolicyContext): boolean {
	return writtenPatterns(subject).some(
		({ pattern: { words } }) => words[0]?.text === program && words.some(({ text }) => text === word),
	);
}

function findingOf(written: Written, instead: string, subject: ValidPolicyContext): Finding {
	return {
		message: `\`${written.text}\` reads as \`${instead}\`, misspelt`,
		span: written.span,
		help: `did you mean \`${instead}\`?`,
		...respelling(written, instead, subject),
	};
}
