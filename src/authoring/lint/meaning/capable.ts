/** What a rule lets programs do that its author's own words rule out: which program, through what, and how to close it. */

import type { Program } from "../../../engine/knowledge/program.js";
import type { Span } from "../../../language/source/span.js";
import type { Power } from "../../../language/syntax/statements.js";
import { subjectFor } from "../../analysis/agent-model.js";
import { type Witness, witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding } from "../lint-record.js";
import { readsCode, waysOut } from "../powers/power-sources.js";
import { powerUse } from "../powers/power-uses.js";
import { visibleSets } from "../reading/visible-sets.js";
import { literalOf } from "../reading/words/word-places.js";
import { type Grant, type GrantedProgram, grantedPrograms, usagesOf } from "./grants.js";
import { type Promised, promisesOf, type StatedPromise } from "./name-contradictions.js";

/** The faults of one rule: of each program, whatever it does first of these. */
export function brokenPromises(
	stated: StatedRule,
	promised: readonly Promised[],
	powers: readonly Power[],
	subject: ValidPolicyContext,
	/** What is told under another name already. */
	told: readonly Power[] = [],
	considers: (granted: GrantedProgram) => boolean = () => true,
): readonly Finding[] {
	if (stated.statement.keyword !== "allow") return [];
	const promises = promisesOf(stated, subject).filter(({ what }) => promised.includes(what));
	if (promises.length === 0) return [];
	const seen = new Set<number>();
	return grantedPrograms(stated, subject).flatMap((granted) => {
		if (seen.has(granted.span.start) || !considers(granted)) return [];
		for (const promise of promises) {
			// A set says it of what it holds.
			if (promise.where === "the set" && isOfOther(granted, promise, stated, subject)) continue;
			const isTold =
				promise.what === "read-only" && granted.grants.some((one) => waysOut(one, granted.facts, told).plain);
			const isMeant = promise.what === "safe" && granted.grants.every((one) => one.powers !== "everything");
			if (isTold || isMeant) continue;
			const found = firstUse(granted, powers, saidOf(promise, stated), subject, promise.what === "safe");
			if (found === undefined) continue;
			seen.add(granted.span.start);
			return [capabilityFinding(granted, promise, found, powers, elementOf(granted, stated, subject))];
		}
		return [];
	});
}

/** The set holds other programs, or another pattern names it. */
function isOfOther(
	{ name, span }: GrantedProgram,
	said: StatedPromise,
	{ statement, file }: StatedRule,
	subject: ValidPolicyContext,
): boolean {
	const naming = statement.patterns.find((one) => holds(one.span, said.span));
	const [first] = naming?.words ?? [];
	if (first !== undefined && first.kind === "set" && first.text === said.text) {
		const elements = visibleSets(file.file, subject).get(said.text) ?? [];
		const isOpen = elements.some(({ words: [word] }) => word === undefined || literalOf(word) === undefined);
		return !isOpen && elements.every(({ words: [word] }) => word?.text !== name);
	}
	const own = statement.patterns.find((one) => holds(one.span, span));
	return own !== undefined && !holds(own.span, said.span);
}

function holds(outer: Span, inner: Span): boolean {
	return outer.start <= inner.start && inner.end <= outer.end;
}

/** The rule, as those have it of whom it is said. */
function saidOf({ agent }: StatedPromise, stated: StatedRule): StatedRule {
	return agent === undefined ? stated : { ...stated, agents: stated.agents.filter((one) => one.agent === agent) };
}

function capabilityFinding(
	granted: GrantedProgram,
	promise: StatedPromise,
	{ power, sample, option }: FoundUse,
	powers: readonly Power[],
	element: Span | undefined,
): Finding {
	return {
		message: `${promise.where} says \`${promise.text}\`, and \`${called(granted)}\` ${does[power]}${option === undefined ? "" : ` with \`${option}\``}`,
		span: granted.span,
		labels: [
			{ span: promise.span, message: "it says so here" },
			...(element === undefined ? [] : [{ span: element, message: "the set has it here" }]),
		],
		help: helpFor(granted, option, power, powers),
		witness: witnessCommandLine(sample),
	};
}

/** Where the set has it that the rule names. */
function elementOf(
	granted: GrantedProgram,
	{ statement, file }: StatedRule,
	subject: ValidPolicyContext,
): Span | undefined {
	const said = called(granted);
	const sets = statement.patterns.flatMap(({ words: [first] }) => (first?.kind === "set" ? [first.text] : []));
	return sets
		.flatMap((one) => visibleSets(file.file, subject).get(one) ?? [])
		.find(({ words }) => words.map(({ text }) => text).join(" ") === said)?.span;
}

/** The program with the operands that the pattern names. */
function called({ name, grants }: GrantedProgram): string {
	const words = grants[0]?.operands.flatMap((one) => (one.kind === "literal" ? [one.text] : [])) ?? [];
	return [name, ...words].join(" ");
}

const does: Readonly<Record<Power, string>> = {
	exec: "may run other programs, and so do anything",
	code: "runs code, and so may do anything",
	write: "writes files",
	delete: "deletes files",
	network: "talks to others",
	privilege: "raises its rights",
	persistence: "leaves something that runs later",
	secrets: "shows secrets",
};

interface FoundUse {
	readonly power: Power;
	readonly sample: Witness;
	readonly option?: string;
}

function firstUse(
	granted: GrantedProgram,
	powers: readonly Power[],
	stated: StatedRule,
	subject: ValidPolicyContext,
	beyond: boolean,
): FoundUse | undefined {
	for (const power of powers) {
		if (!canUse(granted, power)) continue;
		const sample = powerUse(stated, granted, [power], subject);
		if (sample === undefined) continue;
		const agent = stated.agents[0]?.agent ?? "";
		const asked = subjectFor(sample, subject.settingOf(agent));
		if (asked.effects.plainPowers().includes(power)) {
			// Who calls `mkdir` safe knows what it does.
			if (beyond) continue;
			return { power, sample };
		}
		const option = asked.effects.powersBeyond().find((use) => use.power === power)?.option;
		return { power, sample, ...(option === undefined ? {} : { option }) };
	}
	return undefined;
}

/** Before anything is searched for: do the tables know of a way? Plain use has no others. */
function canUse({ grants, facts }: GrantedProgram, power: Power): boolean {
	return grants.some((grant) => {
		const { plain } = waysOut(grant, facts, [power]);
		return plain || grant.powers === "everything" || grant.powers.includes(power) || grant.options.length > 0;
	});
}

/** What closes every way to the powers, and not only the one that is shown. */
function helpFor(granted: GrantedProgram, option: string | undefined, power: Power, powers: readonly Power[]): string {
	const { grants, facts } = granted;
	const [own] = grants.flatMap((grant) => (option === undefined ? [] : (namedAs(grant, facts, option) ?? [])));
	if (own !== undefined) return `take \`${own}\` out of this rule, or say what else the rule does`;
	const ways = grants.map((grant) => waysOut(grant, facts, powers));
	const isGranted = grants.some((one) => one.powers === "everything" || one.powers.length > 0);
	if (!isGranted || ways.some(({ plain }) => plain))
		return `take \`${called(granted)}\` out of this rule, or say what else the rule does`;
	const options = [...new Set(ways.flatMap((one) => one.options))];
	const takeOut = `take \`granting\` out: plain use does not ${plainly[power]}`;
	if (grants.some((grant) => readsCode(grant, facts))) return `${takeOut}, and what its code does is read`;
	const isOpen =
		ways.some(({ operands, byValue }) => operands || byValue) || grants.some((one) => one.powers === "everything");
	return isOpen || options.length === 0 || options.length > mostOptions
		? takeOut
		: `leave out what does, \`without ${options.join(", ")}\`, or ${takeOut}`;
}

/** More are no list that people keep up. */
const mostOptions = 4;

/** How the pattern, or its `with`, spells the option. */
function namedAs(grant: Grant, facts: Program, option: string): string | undefined {
	return grant.options.find((own) =>
		usagesOf(grant, facts).some((usage) =>
			usage.options.some(({ names: spellings }) => spellings.includes(own) && spellings.includes(option)),
		),
	);
}

const plainly: Readonly<Record<Power, string>> = {
	exec: "run other programs",
	code: "run code",
	write: "write",
	delete: "delete",
	network: "talk to others",
	privilege: "raise rights",
	persistence: "leave anything behind",
	secrets: "show secrets",
};
