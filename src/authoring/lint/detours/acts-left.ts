/** Acts whose usual way a rule refuses, and other ways to do the same that pass. */

import { programsOf } from "../../../engine/decide/compile/specialise.js";
import type { Act, Way } from "../../../engine/knowledge/acts/act.js";
import { acts } from "../../../engine/knowledge/acts/acts.js";
import { programNamed } from "../../../engine/knowledge/lookup.js";
import { matcherOf } from "../../../language/policy/word-language/matcher.js";
import type { RuleStatement } from "../../../language/syntax/statements.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding } from "../lint-record.js";
import { refusalsOf } from "../meaning/grants.js";
import { isSubtraction, wideGrants } from "../powers/wide-grants.js";
import { namesWritten } from "./names-written.js";
import {
	grantLabels,
	isLong,
	isRefused,
	type OpenCommand,
	openCommands,
	openText,
	type Restriction,
	restrictionsOf,
	saysOnly,
} from "./restriction.js";

/** Of one rule, the first act: more would say the same of its pattern. */
export function actsLeft(stated: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	const { statement } = stated;
	const programs = programsRefused(stated);
	const whole = statement.patterns.every(({ words }) => words.length === 1) && statement.clauses.every(saysOnly);
	// Who refuses a whole program of many deeds speaks of the program, and of none of them.
	const near = actsOf(programs).filter(({ ways: [usual] }) => !whole || !hasDeeds(usual?.by ?? ""));
	if (near.length === 0) return undefined;
	// A list of programs is told as such, or is what its author could think of.
	if ((whole && programs.size > fewPrograms) || isLong(stated)) return undefined;
	const subtracted = new Set(
		whole
			? wideGrants(subject)
					.filter(isSubtraction)
					.map(({ agent }) => agent)
			: [],
	);
	const meant = namesWritten(stated, subject);
	for (const restriction of restrictionsOf(stated, subject)) {
		if (subtracted.has(restriction.agent)) continue;
		for (const act of near)
			for (const name of meant) {
				const open = openWays(act, name, restriction);
				const [first] = open;
				if (first === undefined) continue;
				return {
					message: `this refuses one way, and ${openText(open)} and ${open.length === 1 ? "" : "each "}${act.does}, too`,
					span: statement.span,
					labels: grantLabels(open, restriction),
					help: "refuse every way that is meant, or deny by default and name what agents need",
					witness: first.text,
				};
			}
	}
	return undefined;
}

const fewPrograms = 3;

function hasDeeds(program: string): boolean {
	return Object.keys(programNamed(program)?.subcommands ?? {}).length > 0;
}

/** A deed of which a rule surely refuses a usual way, with the other ways to do it. */
export interface RefusedAct {
	readonly act: Act;
	readonly others: readonly (readonly string[])[];
}

/** The deeds that a rule refuses in a way of theirs, nearest first, as one agent has it. */
export function actsRefused(restriction: Restriction, subject: ValidPolicyContext): readonly RefusedAct[] {
	const { stated } = restriction;
	if (isLong(stated)) return [];
	return actsOf(programsRefused(stated)).flatMap((one) =>
		namesWritten(stated, subject).flatMap((name) => {
			const others = otherWays(one, name, restriction);
			return others.length === 0 ? [] : [{ act: one, others }];
		}),
	);
}

/** By their names, or by their paths: `./bin/rails`. */
function programsRefused({ agents }: StatedRule): ReadonlySet<string> {
	return new Set(
		agents.flatMap(({ rule }) => [
			...((rule.restricts && programsOf(rule.restricts)) ?? []),
			...refusalsOf(rule).flatMap(({ program }) =>
				program.kind === "literal" && program.text.includes("/") ? [program.text] : [],
			),
		]),
	);
}

/** Those whose usual way is by a program of the rule, or any way where all are alike; the plainest first: it is nearest to what the rule says. */
function actsOf(programs: ReadonlySet<string>): readonly Act[] {
	const length = ({ ways: [usual] }: Act): number => usual?.lines[0]?.split(" ").length ?? 0;
	const isNear = ({ same, by }: Way): boolean => same && programs.has(by);
	return acts
		.filter(({ ways, alike }) => ways.slice(0, alike ?? 1).some(isNear))
		.toSorted((a, b) => length(a) - length(b));
}

/** The ways that pass, where the rule surely refuses another. */
function openWays(act: Act, name: string | undefined, restriction: Restriction): readonly OpenCommand[] {
	const others = otherWays(act, name, restriction);
	return others.length === 0
		? []
		: openCommands(others, restriction, (act.alike !== undefined && act.loose !== true) || act.goal === "read");
}

/** The ways that the rule does not refuse, where it surely refuses a usual one. */
function otherWays(
	{ goal, ways, alike }: Act,
	name: string | undefined,
	restriction: Restriction,
): readonly (readonly string[])[] {
	const commands = ways
		.filter(({ same }) => same)
		.map(({ lines: [line = ""] }) => wordsOf(line, name, goal === "read" ? ".env" : "x"));
	const refused = commands.filter(
		(argv) => isRefused(argv, restriction) || isWritten(argv, restriction.stated.statement),
	);
	const [usual] = commands;
	const isMeant = commands
		.slice(0, alike ?? 1)
		.some((argv) => refused.includes(argv) && (argv === usual || isNamed(argv, restriction)));
	return isMeant ? commands.filter((argv) => !refused.includes(argv)) : [];
}

/** A rule that refuses a way without its options as well speaks of more than this act: `ask terraform apply`. */
function isNamed(argv: readonly string[], restriction: Restriction): boolean {
	const plain = argv.filter((word, at) => at === 0 || !word.startsWith("-"));
	return plain.length === argv.length || !isRefused(plain, restriction);
}

/** `curl -X POST`: a value that stands apart is an operand to a pattern, and the author meant the words as they are typed. */
function isWritten(argv: readonly string[], { patterns, clauses }: RuleStatement): boolean {
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
