/** `denied-in-part`: a rule refuses one way to do something, and another way to do the same is allowed. */

import { programsOf } from "../../../engine/decide/compile.js";
import { type Act, acts } from "../../../engine/knowledge/acts.js";
import { joinWords } from "../../../language/diagnostic/join-words.js";
import type { Rule } from "../../../language/policy/policy.js";
import { matcherOf } from "../../../language/policy/word-language/matcher.js";
import type { Power, RuleStatement } from "../../../language/syntax/statements.js";
import { type AgentModel, effectOf, holdsFor } from "../../analysis/agent-model.js";
import { type Witness, witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { allowsOf, factsNamed, grantsOf, sampleOf, typed } from "../meaning/grants.js";
import { isSubtraction, wideGrants } from "../powers/wide-grants.js";
import { writtenPaths } from "../reading/written-paths.js";
import { devicesLeft } from "./denied-in-part/devices.js";

export const deniedInPart: PolicyLint = {
	name: "denied-in-part",
	family: "breadth",
	severity: "warning",
	summary: "a rule refuses one way to do something, and another way to do the same is allowed",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const { keyword } = stated.statement;
			if (keyword !== "deny" && keyword !== "ask") return [];
			const fault =
				actsLeft(stated, subject) ??
				readersLeft(stated, subject) ??
				oneOfBoth(stated, subject) ??
				devicesLeft(stated, subject) ??
				subcommandsLeft(stated, subject);
			return fault === undefined ? [] : [fault];
		}),
};

/** Of one rule, the first act: more would say the same of its pattern. */
function actsLeft(stated: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	const { statement, agents } = stated;
	const near = actsOf(agents.flatMap(({ rule }) => [...((rule.restricts && programsOf(rule.restricts)) ?? [])]));
	if (near.length === 0) return undefined;
	const programs = new Set(agents.flatMap(({ rule }) => [...((rule.restricts && programsOf(rule.restricts)) ?? [])]));
	const whole = statement.patterns.every(({ words }) => words.length === 1) && statement.clauses.every(saysOnly);
	// A list of programs is told as such, or is what its author could think of.
	if (whole && programs.size > fewPrograms) return undefined;
	const subtracted = new Set(
		whole
			? wideGrants(subject)
					.filter(isSubtraction)
					.map(({ agent }) => agent)
			: [],
	);
	const meant = namedIn(stated, subject);
	for (const { agent, rule } of agents) {
		if (rule.restricts === undefined || subtracted.has(agent)) continue;
		const setting = subject.settingOf(agent);
		for (const act of near)
			for (const name of meant) {
				const open = openWays(act, name, stated, rule, setting);
				const [first] = open;
				if (first === undefined) continue;
				return {
					message: `this refuses one way, and ${joinWords(open.slice(0, mostTold).map((one) => witnessCommandLine(one)))} ${open.length === 1 ? "is allowed and" : "are allowed and each"} ${act.does}, too`,
					span: statement.span,
					help: "refuse every way that is meant, or deny by default and name what agents need",
					witness: witnessCommandLine(first),
				};
			}
	}
	return undefined;
}

const mostTold = 3;
const fewPrograms = 3;

function saysOnly({ keyword }: RuleStatement["clauses"][number]): boolean {
	return keyword === "because" || keyword === "note" || keyword === "id" || keyword === "use";
}

/** Those whose usual way is by a program of the rule, the plainest first: it is nearest to what the rule says. */
function actsOf(names: readonly string[]): readonly Act[] {
	const programs = new Set(names);
	const length = ({ ways: [usual] }: Act): number => usual?.lines[0]?.split(" ").length ?? 0;
	return acts
		.filter(({ ways: [usual] }) => usual?.same === true && programs.has(usual.by))
		.toSorted((a, b) => length(a) - length(b));
}

/** What may stand for `{x}`: words and paths that the rule names, and what an act says itself. */
function namedIn({ statement }: StatedRule, subject: ValidPolicyContext): readonly (string | undefined)[] {
	const words = statement.patterns.flatMap(({ words: [, ...rest] }) =>
		rest.flatMap(({ kind, text }) => (kind === "plain" || kind === "quoted" ? [text] : [])),
	);
	const paths = writtenPaths(subject)
		.filter((list) => list.stated.statement === statement && list.keyword === "touching")
		.flatMap((list) => list.paths.map(({ text }) => text));
	const plain = [...words, ...paths]
		.map((text) => text.replace(/^(?:\w+@|https?:\/\/|\+|:|HEAD:(?:refs\/heads\/)?)/, "").replace(/^\*\*\//, ""))
		.filter((text) => text !== "" && !text.startsWith("-"))
		.map((text) => text.replaceAll(/\*+/g, "x"));
	return [undefined, ...new Set(plain.filter((text) => /^[\w./~@:+-]+$/.test(text)))].slice(0, mostNames);
}

const mostNames = 6;

/** The ways that are allowed, where the rule surely refuses another. */
function openWays(
	{ goal, ways }: Act,
	name: string | undefined,
	{ statement }: StatedRule,
	rule: Rule,
	setting: AgentModel,
): readonly Witness[] {
	const samples = ways
		.filter(({ same }) => same)
		.map(({ lines: [line = ""] }) => sampleOf(wordsOf(line, name, goal === "read" ? ".env" : "x")));
	const { restricts } = rule;
	if (restricts === undefined) return [];
	const refused = samples.filter(
		(sample) => holdsFor(restricts, sample, setting) === "yes" || isWritten(sample, statement),
	);
	const [usual] = samples;
	if (usual === undefined || !refused.includes(usual) || refused.length === samples.length) return [];
	return samples.filter((sample) => !refused.includes(sample) && effectOf(sample, setting) === "allow");
}

/** `curl -X POST`: a value that stands apart is an operand to a pattern, and the author meant the words as they are typed. */
function isWritten({ argv }: Witness, { patterns, clauses }: RuleStatement): boolean {
	return (
		clauses.every(saysOnly) &&
		patterns.some(
			({ words }) =>
				words.length > 2 &&
				words.length <= argv.length &&
				words.every(({ kind, text }, at) => {
					const word = argv[at] ?? "";
					if (kind !== "plain" && kind !== "quoted") return false;
					return text === word || (/[*?]/.test(text) && matcherOf({ kind: "glob", text })(word));
				}),
		)
	);
}

function wordsOf(line: string, name: string | undefined, file: string): readonly string[] {
	const found = line.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
	return found.map((word) =>
		word
			.replaceAll(/^["']|["']$/g, "")
			.replaceAll("{file}", name ?? file)
			.replaceAll(/\{x:([^}]*)\}/g, (_, usual: string) => name ?? usual),
	);
}

/** `deny npm publish with --tag & --access`: one of them alone is not refused. */
function oneOfBoth({ statement, agents }: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	if (statement.keyword !== "deny" || !statement.clauses.every((one) => saysOnly(one) || one.keyword === "with"))
		return undefined;
	for (const clause of statement.clauses) {
		if (clause.keyword !== "with" || clause.options.length !== 1) continue;
		const both = clause.options[0]?.map(({ text }) => text) ?? [];
		if (both.length < 2) continue;
		for (const { words } of statement.patterns) {
			const plain = words.flatMap(({ kind, text }) => (kind === "plain" || kind === "quoted" ? [text] : []));
			if (plain.length < words.length) continue;
			for (const { agent } of agents) {
				const setting = subject.settingOf(agent);
				const open = both.map((one) => sampleOf([...plain, one])).find((one) => effectOf(one, setting) === "allow");
				if (open === undefined || both.some((one) => effectOf(sampleOf([...plain, one]), setting) !== "allow"))
					continue;
				return {
					message: `\`&\` refuses ${both.map((one) => `\`${one}\``).join(" and ")} together only: \`${witnessCommandLine(open)}\` is allowed`,
					span: clause.span,
					help: `where each is meant, write \`with ${both.join(", ")}\``,
					witness: witnessCommandLine(open),
				};
			}
		}
	}
	return undefined;
}

/** `deny cat, less touching ~/.aws`: what others may read as well. */
function readersLeft(stated: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	const { statement, agents } = stated;
	const clause = statement.clauses.find(({ keyword }) => keyword === "touching");
	if (statement.keyword !== "deny" || clause === undefined) return undefined;
	if (!statement.clauses.every((one) => saysOnly(one) || one === clause)) return undefined;
	const refused = new Set(agents.flatMap(({ rule }) => [...((rule.restricts && programsOf(rule.restricts)) ?? [])]));
	if (!readers.slice(0, mereReaders).some((one) => refused.has(one))) return undefined;
	const paths = namedIn(stated, subject).flatMap((one) => (one === undefined ? [] : [one.replace(/\/x$/, "")]));
	for (const { agent, rule } of agents) {
		const setting = subject.settingOf(agent);
		for (const path of paths.filter((one) => /[/.~]/.test(one)))
			for (const program of readers) {
				const sample = sampleOf([program, ...(byPattern.has(program) ? ["x"] : []), path]);
				if (refused.has(program) || effectOf(sample, setting) !== "allow") continue;
				if (rule.restricts === undefined || holdsFor(rule.restricts, sample, setting) !== "no") continue;
				return {
					message: `this refuses ${refused.size === 1 ? "one program" : "some programs"}, and \`${witnessCommandLine(sample)}\` is allowed and reads it, too`,
					span: statement.span,
					labels: [{ span: clause.span, message: "this is kept from some only" }],
					help: "speak of every program: `deny * touching …`",
					witness: witnessCommandLine(sample),
				};
			}
	}
	return undefined;
}

/** The first of them do nothing else. */
const readers =
	"cat head tail less more bat zcat nl tac strings xxd od hexdump sort uniq wc cut paste diff cmp cp base64 grep rg awk sed jq yq".split(
		" ",
	);
const mereReaders = 13;
const byPattern: ReadonlySet<string> = new Set(["grep", "rg", "awk", "jq", "yq"]);

/** `allow git` and `deny git push, git commit`: a list of subcommands that do the same as others which are left. */
function subcommandsLeft({ statement, agents }: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	if (statement.keyword !== "deny" || !statement.clauses.every(saysOnly)) return undefined;
	const named = statement.patterns.map(({ words }) => words.map(({ kind, text }) => (kind === "plain" ? text : "")));
	const [program = ""] = named[0] ?? [];
	const facts = factsNamed(program, subject);
	if (facts === undefined || named.length < 2 || !named.every((words) => words.length === 2 && words[0] === program))
		return undefined;
	const refused = named.map(([, subcommand = ""]) => subcommand);
	const powers = new Set(refused.flatMap((one) => facts.subcommands[one]?.powers ?? []));
	for (const { agent } of agents) {
		const isWhole = allowsOf(agent, subject)
			.flatMap(grantsOf)
			.some(
				(grant) =>
					typed(grant) === program &&
					grant.options.length === 0 &&
					grant.operands.every(({ kind }) => kind === "any" || kind === "rest"),
			);
		if (!isWhole) continue;
		const others = [...telling]
			.filter((power) => powers.has(power))
			.flatMap((shared) =>
				Object.entries(facts.subcommands).flatMap(([name, { powers: own }]) =>
					own.includes(shared) ? [[name, shared] as const] : [],
				),
			);
		for (const [name, shared] of others) {
			if (refused.includes(name.split(" ")[0] ?? "")) continue;
			const words = [program, ...name.split(" ")];
			const open = [words, [...words, "x"]]
				.map(sampleOf)
				.find((one) => effectOf(one, subject.settingOf(agent)) === "allow");
			if (open === undefined) continue;
			const like = refused.find((one) => facts.subcommands[one]?.powers.includes(shared));
			return {
				message: `\`${program}\` is allowed as a whole, and \`${witnessCommandLine(open)}\` does the like of \`${program} ${like}\`, which is refused here: no such list is complete`,
				span: statement.span,
				help: `allow the subcommands that are needed, in place of \`allow ${program}\``,
				witness: witnessCommandLine(open),
			};
		}
	}
	return undefined;
}

const telling: ReadonlySet<Power> = new Set<Power>(["delete", "exec", "code", "persistence", "secrets", "network"]);
