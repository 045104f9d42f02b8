/** `allow kubectl get, logs`: a comma begins a new pattern, and what stands behind it is a subcommand of the program before. */

import type { Program } from "../../../../engine/knowledge/program.js";
import { isOtherProgram } from "../../../../engine/knowledge/vocabulary/common-names.js";
import { verbs } from "../../../../engine/knowledge/vocabulary/verbs.js";
import type { Span } from "../../../../language/source/span.js";
import type { Pattern } from "../../../../language/syntax/statements.js";
import type { ValidPolicyContext } from "../../lint-context.js";
import type { Finding, PolicyLint } from "../../lint-record.js";
import {
	type KnownWord,
	programCalled,
	type ReadPattern,
	readPattern,
	subcommandWords,
} from "../../reading/words/known-words.js";
import { isKnown as isKnownWord } from "../../reading/words/own-vocabulary.js";
import { respelling } from "../../reading/words/respelling.js";

export const listedSubcommand: Pick<PolicyLint, "check"> = {
	check: (subject) => {
		const made = found.get(subject) ?? patternLists(subject).flatMap((list) => findingsIn(list, subject));
		found.set(subject, made);
		return made;
	},
};

const found = new WeakMap<ValidPolicyContext, readonly Finding[]>();

/** Is a pattern that begins here told as the subcommand of another program? */
export function isListedSubcommand({ file, start }: Span, subject: ValidPolicyContext): boolean {
	return listedSubcommand.check(subject, {}).some(({ span }) => span.file === file && span.start === start);
}

function patternLists(subject: ValidPolicyContext): readonly (readonly Pattern[])[] {
	return subject.ownStatements().flatMap(({ statement }) => {
		if (statement.kind !== "rule" && statement.kind !== "claim") return [];
		const exceptions = statement.clauses.flatMap((clause) => (clause.keyword === "except" ? [clause.patterns] : []));
		return [statement.patterns, ...exceptions].filter((list) => list.length > 1);
	});
}

interface Listed {
	readonly word: KnownWord;
	/** What stands before it in the pattern that it goes on: `aws`, `gh pr`. */
	readonly before: string;
	readonly isProgram: boolean;
}

function findingsIn(list: readonly Pattern[], subject: ValidPolicyContext): readonly Finding[] {
	let base: ReadPattern | undefined;
	let run: (Listed | undefined)[] = [];
	const runs: (Listed | undefined)[][] = [];
	for (const pattern of list) {
		const read = readPattern(pattern, subject);
		const again = base?.operands.findIndex((one) => one.text === read.name?.text) ?? -1;
		// `gh pr view, pr list`: no program is called with what the one before it is called with, and a word more.
		const isAgain = again >= 0 && again + 1 < (base?.operands.length ?? 0) && read.operands.length > 0;
		const isProgram = read.name !== undefined && !isAgain && isKnown(read.name.text, subject);
		const before = base && read.name && levelOf(base, read.name.text, isProgram);
		if (before !== undefined && read.name !== undefined) run.push({ word: read.name, before, isProgram });
		else if (base !== undefined && (read.program === undefined || read.operands.length === 0)) run.push(undefined);
		// What goes on with a program of its own is the next to be gone on from.
		if (read.name !== undefined && read.operands.length > 0 && before === undefined) {
			runs.push(run);
			run = [];
			base = read;
		}
	}
	return [...runs, run].flatMap((one) => {
		const listed = one.flatMap((each) => each ?? []);
		// Programs are meant where another stands among them, or where only one does.
		const isWhole = listed.length === one.length && (listed.length > 1 || listed.some(({ isProgram }) => !isProgram));
		return listed.filter(({ isProgram }) => !isProgram || isWhole).map((each) => findingOf(each, subject));
	});
}

/** The words that the subcommand stands behind, where the pattern before names another one there, or the same one. */
function levelOf({ name, program, operands }: ReadPattern, word: string, isProgram: boolean): string | undefined {
	if (name === undefined) return undefined;
	for (let at = operands.length - 1; at >= 0; at--) {
		const typed = operands.slice(0, at).map(({ text }) => text);
		const own = operands[at]?.text ?? "";
		const before = [name.text, ...typed].join(" ");
		if (scriptsBehind.has(before) && isKnownWord(word) && !isProgram) return before;
		if (program !== undefined && !program.verbs && !subcommandWords(program, typed).has(own)) continue;
		const isSame = own === word && operands.length > at + 1;
		if (isSame || (program !== undefined && areSubcommands([own, word], program, typed)))
			return [name.text, ...typed].join(" ");
	}
	return undefined;
}

/** What stands behind these are names of scripts and tasks, which no table has. */
const scriptsBehind: ReadonlySet<string> = new Set(
	[
		"npm run,npm run-script,pnpm run,yarn run,bun run,deno task,composer run-script,composer run",
		"make,just,task,rake,invoke,pdm run,hatch run",
	].flatMap((line) => line.split(",")),
);

/** By the table, or where that leaves verbs to the vocabulary, by that. */
function areSubcommands(words: readonly string[], program: Program, typed: readonly string[]): boolean {
	const known = subcommandWords(program, typed);
	return (
		words.every((word) => known.has(word)) || (program.verbs === true && words.every((word) => vocabulary.has(word)))
	);
}

const vocabulary: ReadonlySet<string> = new Set(Object.values(verbs).flat());

function isKnown(name: string, subject: ValidPolicyContext): boolean {
	return programCalled(name, subject) !== undefined || isOtherProgram(name);
}

function findingOf({ word, before }: Listed, subject: ValidPolicyContext): Finding {
	return {
		message: `a comma begins a new pattern, and here it speaks of a program \`${word.text}\`: \`${before} ${word.text}\` reads as what is meant`,
		span: word.span,
		help: `name the program in each pattern: \`${before} ${word.text}\``,
		...respelling(word, `${before} ${word.text}`, subject),
	};
}
