/** `allows-arbitrary-code`: a program is allowed whose very purpose is a power, by a rule and an agent that say nothing of powers. */

import type { AgentTree } from "../../../engine/decide/tree.js";
import type { Program } from "../../../engine/knowledge/program.js";
import type { Rule } from "../../../language/policy/policy.js";
import type { Test } from "../../../language/policy/test.js";
import type { Power } from "../../../language/syntax/statements.js";
import { type Witness, witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import {
	allowedBy,
	type Grant,
	type GrantedProgram,
	grantedPrograms,
	isPlain,
	typed,
	usagesOf,
} from "../meaning/grants.js";
import { promisesOf } from "../meaning/name-contradictions.js";
import { openInterpreter } from "../open-interpreters.js";
import { broadGrants } from "../powers/broad-grants.js";
import { openedShell } from "../powers/opened-shells.js";
import { openPackageRuns } from "../powers/package-runners.js";
import { powerUse } from "../powers/power-uses.js";
import { codeSources, namedUsage, namesScripts, subcommandOf } from "../powers/typed-code.js";

export const allowsArbitraryCode: PolicyLint = {
	name: "allows-arbitrary-code",
	family: "breadth",
	severity: "info",
	summary:
		"an `allow` names programs that are there to run code, to delete or to talk to others, and nothing says that it is meant",
	looksAt: "policy",
	check: (subject) => subject.rules().flatMap((stated) => faultsOf(stated, subject)),
};

/** One fault for a rule: its programs are one decision of its author. */
function faultsOf(stated: StatedRule, subject: ValidPolicyContext): readonly Finding[] {
	if (saysWhy(stated)) return [];
	if (stated.agents.length === 0 || promisesOf(stated, subject).length > 0) return [];
	const broad = broadGrants(stated, subject).map(({ granted }) => granted);
	const found = grantedPrograms(stated, subject).flatMap((granted): readonly Purpose[] => {
		if (broad.includes(granted)) return [];
		const one = purposeOf(granted, stated, subject);
		const powers =
			one?.powers.filter((power) => !isGranted(power, stated) && !isSpokenOf(power, stated, subject)) ?? [];
		return one === undefined || powers.length === 0 ? [] : [{ ...one, powers }];
	});
	const [first] = found;
	if (first === undefined) return [];
	const told = found.map(({ words, powers }) => `\`${words}\` ${powers.map((one) => does[one]).join(" and ")}`);
	const shown =
		told.length > mostTold ? [...told.slice(0, mostTold), `${told.length - mostTold} more do the like`] : told;
	const powers = [...new Set(found.flatMap((one) => one.powers))];
	return [
		{
			message: `${shown.join(", ")}: that is what ${found.length === 1 ? "it is" : "they are"} for, and to allow ${found.length === 1 ? "it" : "them"} grants it`,
			span: first.granted.span,
			help: `say that it is meant, in a \`note\`, or bound it: ${bounds(powers)}`,
			witness: witnessCommandLine(first.sample),
		},
	];
}

/** Programs that a message tells of. */
const mostTold = 6;

/** What is granted by name is meant. */
function isGranted(power: Power, { statement }: StatedRule): boolean {
	return statement.clauses.some(
		(clause) =>
			clause.keyword === "granting" && clause.powers.some(({ text }) => text === power || text === "everything"),
	);
}

/** The author has thought of it: there is a word on it, or the powers are granted by name. */
function saysWhy({ statement }: StatedRule): boolean {
	return statement.clauses.some(({ keyword }) => keyword === "note");
}

const speaking = new WeakMap<ValidPolicyContext, Map<string, ReadonlySet<Power>>>();

/** Does a rule on all programs, of each agent, keep this power in bounds? Then its author knows that plain use may have it. */
function isSpokenOf(power: Power, { agents }: StatedRule, subject: ValidPolicyContext): boolean {
	return agents.every(({ agent }) => boundPowers(agent, subject).has(power));
}

function boundPowers(agent: string, subject: ValidPolicyContext): ReadonlySet<Power> {
	const known = speaking.get(subject) ?? new Map<string, ReadonlySet<Power>>();
	speaking.set(subject, known);
	const bound =
		known.get(agent) ??
		new Set(
			(subject.policy.agents.get(agent)?.rules ?? []).flatMap(({ restricts, grants }) =>
				powersBound(restricts, grants),
			),
		);
	known.set(agent, bound);
	return bound;
}

/** By a rule on all programs: one on a few says nothing of the others, and one on some paths nothing of what happens elsewhere. */
function powersBound(restricts: Test | undefined, grants: Test | undefined): readonly Power[] {
	if (restricts === undefined || grants !== undefined || !speaksOfAll(restricts) || isOfSomePaths(restricts)) return [];
	return asksFor(restricts);
}

function isOfSomePaths(test: Test): boolean {
	return (
		test.kind === "paths-touching" ||
		test.kind === "hosts-reaching" ||
		(test.kind === "all" && test.tests.some(isOfSomePaths))
	);
}

function speaksOfAll(test: Test): boolean {
	switch (test.kind) {
		case "all":
		case "any":
			return test.tests.some(speaksOfAll);
		case "program":
			return test.pattern.kind === "any";
		default:
			return false;
	}
}

const bound = new WeakMap<AgentTree, boolean>();

function isBound(agentTree: AgentTree): boolean {
	const made = bound.get(agentTree) ?? agentTree.rules.some(boundsPlaces);
	bound.set(agentTree, made);
	return made;
}

/** What is deleted lies where a `constrain` says. What code does, and to whom is talked, it does not bound. */
function boundsPlaces({ restricts, grants, effect }: Rule): boolean {
	return (
		effect === "deny" &&
		restricts !== undefined &&
		grants === undefined &&
		keepsInside(restricts) &&
		speaksOfAll(restricts)
	);
}

function keepsInside(test: Test): boolean {
	switch (test.kind) {
		case "all":
		case "any":
			return test.tests.some(keepsInside);
		case "not":
			return keepsInside(test.test);
		default:
			return test.kind === "paths-within";
	}
}

/** Powers that are asked for. */
function asksFor(test: Test): readonly Power[] {
	switch (test.kind) {
		case "all":
		case "any":
			return test.tests.flatMap(asksFor);
		case "not":
			return asksFor(test.test);
		case "uses-power":
			return test.powers;
		case "paths-within":
		case "hosts-within":
		case "hosts-reaching":
		case "program":
		case "operands":
		case "option":
		case "only-options":
		case "paths-touching":
		case "powers-within":
		case "forced":
		case "redirected":
		case "plain-name":
		case "has-tool":
		case "past":
		case "fact":
		case "until":
			return [];
	}
}

interface Purpose {
	readonly granted: GrantedProgram;
	/** The program and its subcommand, as the pattern names them. */
	readonly words: string;
	readonly powers: readonly Power[];
	readonly sample: Witness;
}

function purposeOf(granted: GrantedProgram, stated: StatedRule, subject: ValidPolicyContext): Purpose | undefined {
	const { name, facts, grants } = granted;
	const isBounded =
		stated.statement.clauses.some(({ keyword }) => keyword === "within") ||
		stated.agents.every(({ agent }) => isBound(subject.settingOf(agent).agentTree));
	for (const grant of grants) {
		const powers = powersOf(grant, granted).filter((one) => one !== "delete" || !isBounded);
		if (powers.length === 0 || isTold(grant, granted, stated, subject)) continue;
		const sample = powerUse(stated, granted, powers, subject);
		if (sample !== undefined)
			return { granted, words: [name, ...subcommandOf(grant, facts)].join(" "), powers, sample };
	}
	return undefined;
}

/** What its plain use is there for. What only writes is told where it matters: `writes-agent-settings`. */
const purposes: readonly Power[] = ["code", "exec", "delete", "network"];

function powersOf(grant: Grant, { facts }: GrantedProgram): readonly Power[] {
	const among = (powers: readonly Power[]): readonly Power[] => purposes.filter((one) => powers.includes(one));
	const named = namedUsage(grant, facts);
	if (named !== undefined) {
		// Who names a subcommand knows what it does; that what it runs is somebody else's, its name does not say: `docker run`, `docker compose up`.
		const { powers } = named;
		const isForeign = powers.includes("privilege") || (powers.includes("exec") && !namesScripts(grant, facts));
		return powers.includes("network") && isForeign ? among(powers) : [];
	}
	// Of what is there to delete, options bound nothing: `rm -rf`.
	const deletesOnly = facts.powers.length > 0 && facts.powers.every((one) => one === "delete");
	if (!isPlain(grant)) return deletesOnly && isPlain({ ...grant, options: [] }) ? ["delete"] : [];
	const own = among(facts.powers);
	if (own.length > 0) return own;
	const open = usagesOf(grant, facts).flatMap((usage) => usage.powers);
	return (["code", "exec"] as const).filter((one) => open.includes(one)).slice(0, 1);
}

/** Other lints speak of it, or have found that what they speak of is closed. */
function isTold(grant: Grant, granted: GrantedProgram, stated: StatedRule, subject: ValidPolicyContext): boolean {
	const { facts } = granted;
	return (
		facts.runs !== undefined ||
		facts.powers.includes("privilege") ||
		leavesSomething(grant, facts) ||
		(codeSources(grant, facts) !== undefined && !runsFilesOnly(grant, granted, stated, subject)) ||
		openedShell(stated, granted, subject) !== undefined ||
		openPackageRuns(granted, stated, subject).length > 0 ||
		runsElsewhere(grant, granted, stated, subject)
	);
}

/** What is typed is refused, and any file is run: one that the agent has written, too. */
function runsFilesOnly(
	grant: Grant,
	granted: GrantedProgram,
	stated: StatedRule,
	subject: ValidPolicyContext,
): boolean {
	const isNarrowed = stated.statement.clauses.some(({ keyword }) => keyword === "without" || keyword === "only");
	return !isNarrowed && isPlain(grant) && openInterpreter(granted, stated, subject) === undefined;
}

function leavesSomething(grant: Grant, facts: Program): boolean {
	return usagesOf(grant, facts).some(
		({ powers }) => powers.includes("persistence") && !powers.includes("network") && !powers.includes("write"),
	);
}

/** A command may be run at a place that an operand names: `allow-remote-shell`. */
function runsElsewhere(
	grant: Grant,
	{ facts }: GrantedProgram,
	stated: StatedRule,
	subject: ValidPolicyContext,
): boolean {
	const inner = stated.agents.flatMap(({ agent }) => subject.settingOf(agent).innerWords().slice(0, 1))[0] ?? "true";
	const named = subcommandOf(grant, facts);
	const commands = Object.entries(facts.subcommands).flatMap(([name, { runs, powers }]) => {
		const isPlace =
			runs?.skip === 1 && powers.includes("exec") && named.every((word, at) => name.split(" ")[at] === word);
		return isPlace ? [[typed(grant), ...name.split(" "), "place", inner]] : [];
	});
	return commands.length > 0 && allowedBy(stated, commands, subject) !== undefined;
}

const does: Readonly<Record<Power, string>> = {
	exec: "runs other programs",
	code: "runs code",
	write: "writes",
	delete: "deletes",
	network: "talks to others",
	privilege: "raises rights",
	persistence: "leaves something that runs later",
	secrets: "shows secrets",
};

function bounds(powers: readonly Power[]): string {
	return powers.some((one) => one !== "delete")
		? "name the subcommands or the words that are meant, or `ask`"
		: "`within .` says where";
}
