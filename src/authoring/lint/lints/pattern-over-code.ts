/** `pattern-over-code`: a rule grants code by how it begins: `allow psql --command=/SELECT.*\/`. */

import type { OptionFact, Program, Usage } from "../../../engine/knowledge/program.js";
import { consoles } from "../../../engine/knowledge/vocabulary/verbs.js";
import type { WordPattern } from "../../../language/policy/test.js";
import { matcherOf } from "../../../language/policy/word-language/matcher.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import { argvOf, type PlainCommand } from "../detours/restriction.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { allowedBy, factsNamed, type Grant, grantsOf } from "../meaning/grants.js";

export const patternOverCode: PolicyLint = {
	name: "pattern-over-code",
	family: "breadth",
	severity: "warning",
	summary: "a rule grants code by how it begins, and more code may follow",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const [own] = stated.agents;
			if (own === undefined || stated.statement.keyword !== "allow") return [];
			for (const grant of grantsOf(own.rule)) {
				const found = codeBehind(grant, stated, subject);
				if (found !== undefined) return [found];
			}
			return [];
		}),
};

function codeBehind(grant: Grant, stated: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	if (grant.program.kind !== "literal") return undefined;
	const facts = factsNamed(grant.program.text, subject);
	for (const { command, pattern } of commandsWith(grant, facts)) {
		const sample = allowedBy(stated, [argvOf(command, facts)], subject);
		if (sample === undefined) continue;
		const shown = pattern.kind === "regex" ? `/${pattern.text}/` : pattern.text;
		return {
			message: `\`${shown}\` says how code begins, and not how it goes on: \`${witnessCommandLine(sample)}\` is allowed`,
			span: wordOf(pattern, stated),
			help: "write out the statements that are meant, or let a login that may only read bound them",
			witness: witnessCommandLine(sample),
		};
	}
	return undefined;
}

/** For each part of the pattern that is code by how it looks, a command with more behind it. */
function* commandsWith(
	{ program, operands, given }: Grant,
	facts: Program | undefined,
): Generator<{ readonly command: PlainCommand; readonly pattern: Wide }> {
	const words = operands.map((one) => ("text" in one ? one.text : "x"));
	const usage = usageOf(words, facts);
	const isKnown = facts !== undefined && readsCode(facts);
	const name = program.kind === "literal" ? program.text : "";
	const options = given.flatMap(({ name: option, value }) => [
		value?.kind === "literal" ? `${option}=${value.text}` : option,
	]);
	for (const [place, { name: option, value }] of given.entries()) {
		if (!isWide(value) || !(isQuery(value) || (isKnown && takesCode(optionIn(usage, facts, option))))) continue;
		for (const code of codeFitting(value, name)) {
			const written = option.startsWith("--") ? [`${option}=${code}`] : [option, code];
			const all = options.flatMap((one, at) => (at === place ? written : [one]));
			yield { command: { program: name, operands: words, options: all }, pattern: value };
		}
	}
	for (const [place, pattern] of operands.entries()) {
		if (!isWide(pattern)) continue;
		const isCode = isKnown && usage !== undefined && isCodeOperand(place - wordsOf(usage, facts), usage);
		if (!isCode && !isQuery(pattern)) continue;
		for (const code of codeFitting(pattern, name))
			yield { command: { program: name, operands: words.with(place, code), options }, pattern };
	}
}

type Wide = Extract<WordPattern, { readonly kind: "glob" | "regex" }>;

function isWide(pattern: WordPattern | undefined): pattern is Wide {
	return pattern?.kind === "glob" || pattern?.kind === "regex";
}

function takesCode(fact: OptionFact | undefined): boolean {
	return fact !== undefined && (fact.role === "code" || fact.runs === "line");
}

/** What others read is no more than a filter, and its dangers are powers that need to be granted. */
function readsCode({ name, powers, runs }: Program): boolean {
	return consoles.has(name) || powers.includes("code") || runs?.joined === true;
}

/** Whatever program it is handed to. */
function isQuery({ text }: Wide): boolean {
	return /^\W*(?:select|with)(?=[\s.*\\(]|$)/i.test(text) || /^\W*(?:SHOW|DESCRIBE|EXPLAIN)(?![A-Za-z])/.test(text);
}

/** Code that the pattern fits, with a second statement in it. */
function codeFitting({ kind, text }: Wide, program: string): readonly string[] {
	const fits = matcherOf({ kind, text });
	const open = kind === "glob" ? /\*+/ : /\.[*+]\??|\[\^[^\]]*\][*+]/;
	if (!open.test(text)) return [];
	return (consoles.has(program) || isQuery({ kind, text }) ? queries : lines)
		.map((more) =>
			plain(
				text.replace(open, () => more),
				kind,
				open,
			),
		)
		.filter(fits);
}

const queries = [" 1; UPDATE t SET a = 1", " 1; CALL f()"];
const lines = [" x; id", " 1\nimport os"];

/** What is left of an expression as a word: its signs taken away where they are simple. */
function plain(text: string, kind: Wide["kind"], open: RegExp): string {
	const all = text.replaceAll(new RegExp(open, "g"), "");
	if (kind === "glob") return all.replaceAll("?", "x");
	return all
		.replaceAll(/\(\?i\)|\^|\$$/g, "")
		.replaceAll(/\\s[*+]?/g, " ")
		.replaceAll(/\\[wd][*+]?/g, "1")
		.replaceAll(/\((?:\?:)?([^()|]*)(?:\|[^()]*)?\)\??/g, "$1")
		.replaceAll(/\[(.)[^\]]*\][*+]?/g, "$1")
		.replaceAll(/\\(.)/g, "$1")
		.replaceAll(/(.)\?/g, "$1");
}

function usageOf(words: readonly string[], facts: Program | undefined): Usage | undefined {
	if (facts === undefined) return undefined;
	return facts.subcommands[words.slice(0, 2).join(" ")] ?? facts.subcommands[words[0] ?? ""] ?? facts;
}

function wordsOf(usage: Usage, { subcommands }: Program): number {
	const [name] = Object.entries(subcommands).find(([, one]) => one === usage) ?? [];
	return name?.split(" ").length ?? 0;
}

function optionIn(usage: Usage | undefined, facts: Program, name: string): OptionFact | undefined {
	return [...(usage?.options ?? []), ...facts.options].find(({ names }) => names.includes(name));
}

/** Code of the program's own language, or a line that a shell reads elsewhere. */
function isCodeOperand(place: number, { operands: { first, rest }, runs }: Usage): boolean {
	if (runs?.joined === true && place >= runs.skip) return true;
	return (first[place] ?? rest) === "code";
}

function wordOf({ text }: Wide, { statement }: StatedRule): Finding["span"] {
	const words = statement.patterns.flatMap((one) => one.words);
	const options = statement.clauses.flatMap((one) => (one.keyword === "with" ? one.options.flat() : []));
	return [...words, ...options].find((one) => one.text.includes(text))?.span ?? statement.span;
}
