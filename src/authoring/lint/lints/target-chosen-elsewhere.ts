/** `target-chosen-elsewhere`: a rule refuses a target by the option that names it, and the same command without the option is allowed. */

import { isTargetOption, isTargetValue, targetVariables } from "../../../engine/knowledge/options/targets.js";
import type { Program } from "../../../engine/knowledge/program.js";
import type { Span } from "../../../language/source/span.js";
import { patternText } from "../../../language/syntax/dsl/part-text.js";
import type { PatternWord, RuleStatement } from "../../../language/syntax/statements.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import {
	argvOf,
	grantsTo,
	isLong,
	isRefused,
	type OpenCommand,
	openCommand,
	plainCommand,
	type Restriction,
	restrictionsOf,
} from "../detours/restriction.js";
import type { ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { factsNamed, type Grant, refusalsOf } from "../meaning/grants.js";

export const targetChosenElsewhere: PolicyLint = {
	name: "target-chosen-elsewhere",
	family: "breadth",
	severity: "warning",
	summary: "a rule refuses a target by the option that names it, which may be left out",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			if (isLong(stated)) return [];
			for (const restriction of restrictionsOf(stated, subject)) {
				const found = targetLeft(restriction, subject);
				if (found !== undefined) return [found];
			}
			return [];
		}),
};

function targetLeft(restriction: Restriction, subject: ValidPolicyContext): Finding | undefined {
	const { rule, stated } = restriction;
	const { statement } = stated;
	for (const pattern of refusalsOf(rule)) {
		if (pattern.program.kind !== "literal") continue;
		const name = pattern.program.text;
		const facts = factsNamed(name.slice(name.lastIndexOf("/") + 1), subject);
		const target = targetOf(pattern, facts);
		const whole = plainCommand(pattern, facts);
		if (target === undefined || whole === undefined || !isRefused(argvOf(whole, facts), restriction)) continue;
		const open = withoutTargets(pattern, facts, restriction);
		if (open === undefined) continue;
		const variables = targetVariables(facts, target.name);
		const others = [...variables.map((one) => `\`${one}\``), "a current setting", "a default"];
		return {
			message: `\`${target.name}\` may be left out: \`${open.text}\` is allowed, and ${listed(others)} may choose \`${target.value}\` as well`,
			span: placeOf(target, statement),
			help: `refuse all but the targets that are meant: \`${positive(statement, target)}\``,
			witness: witnessCommandLine(open.sample),
		};
	}
	return undefined;
}

interface Target {
	readonly name: string;
	readonly value: string;
}

function targetOf({ given, operands }: Grant, facts: Program | undefined): Target | undefined {
	const command = operands.flatMap((one) => (one.kind === "literal" ? [one.text] : []));
	for (const { name, value } of given) {
		if (value?.kind !== "literal" && value?.kind !== "glob") continue;
		if (isTargetOption(name, facts, command) && isTargetValue(value.text)) return { name, value: value.text };
	}
	return undefined;
}

/** The same without such options; where no subcommand is named, one that a rule lets the agent use. */
function withoutTargets(pattern: Grant, facts: Program | undefined, restriction: Restriction): OpenCommand | undefined {
	const bare = plainCommand(
		{ ...pattern, given: pattern.given.filter((one) => targetOf({ ...pattern, given: [one] }, facts) === undefined) },
		facts,
	);
	if (bare === undefined) return undefined;
	const granted = grantsTo(restriction.agent, bare.program, restriction.subject).flatMap((grant) => {
		// Who may name some targets only is not free to leave the option out.
		if (grant.given.length > 0) return [];
		const one = plainCommand(grant, facts);
		return one === undefined ? [] : [{ ...bare, operands: one.operands }];
	});
	const words = bare.operands.length > 0 ? [bare] : [...granted.slice(0, mostTried), bare];
	for (const one of words)
		for (const more of [[], ["x"]]) {
			const open = openCommand(argvOf({ ...one, operands: [...one.operands, ...more] }, facts), restriction, false);
			if (open !== undefined) return open;
		}
	return undefined;
}

const mostTried = 8;

/** Where the option stands. */
function placeOf({ value }: Target, { clauses, patterns, span }: RuleStatement): Span {
	const isSaid = ({ text }: PatternWord): boolean => text.startsWith("-") && text.endsWith(value);
	const clause = clauses.find((one) => one.keyword === "with" && one.options.flat().some(isSaid));
	return clause?.span ?? patterns.flatMap(({ words }) => words).find(isSaid)?.span ?? span;
}

function listed(all: readonly string[]): string {
	return `${all.slice(0, -1).join(", ")} or ${all.at(-1)}`;
}

/** `deny kubectl except kubectl --context=dev`. */
function positive({ keyword, patterns }: RuleStatement, { name }: Target): string {
	const [first] = patterns;
	const words = first?.words.filter(({ kind, text }) => kind !== "plain" || !text.startsWith("-")) ?? [];
	const plain = first === undefined ? "" : patternText({ ...first, words });
	return `${keyword} ${plain} except ${plain} ${name}=dev`;
}
