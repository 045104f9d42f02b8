/** A rule that refuses more options together than the deed takes: `deny rm -rf`, where `rm -r` does it. */

import { programsOf } from "../../../engine/decide/compile/specialise.js";
import { isManner, needsForce } from "../../../engine/knowledge/options/option-meanings.js";
import type { Program } from "../../../engine/knowledge/program.js";
import { isDestroying } from "../../../engine/knowledge/vocabulary/verbs.js";
import { joinWords } from "../../../language/diagnostic/join-words.js";
import { optionNamed } from "../../../language/policy/patterns/option-tables.js";
import { type AgentModel, decideWitness, subjectFor } from "../../analysis/agent-model.js";
import { type Witness, witnessCommandLine } from "../../analysis/witness.js";
import type { Finding } from "../lint-record.js";
import { factsNamed, type Grant, refusalsOf, sampleOf } from "../meaning/grants.js";
import { spellingsOf, tablesFor, unbundled } from "./option-facts.js";
import {
	argvOf,
	grantsTo,
	isRefused,
	type PlainCommand,
	plainCommand,
	type Restriction,
	saysOnly,
} from "./restriction.js";

export function needlessOptions(restriction: Restriction): Finding | undefined {
	const { rule, stated, subject } = restriction;
	const { statement } = stated;
	if (statement.keyword !== "deny" || !statement.clauses.every(saysOnly)) return undefined;
	for (const written of refusalsOf(rule)) {
		if (written.program.kind !== "literal") continue;
		const facts = factsNamed(written.program.text, subject);
		const pattern = unbundled(written, facts);
		if (pattern.given.length < 2) continue;
		const command = plainCommand(pattern, facts);
		if (command === undefined) continue;
		// What an unknown option takes for its value nobody knows.
		const meant = [command, { ...command, operands: [...command.operands, "x"] }].find(
			(one) => facts === undefined || isRefused(argvOf(one, facts), restriction),
		);

		if (meant === undefined) continue;
		const needless = pattern.given.filter(
			({ name, value }) => value === undefined && saysHow(name, pattern, facts) && !needsForce.has(wordsOf(command)),
		);
		for (const { name } of needless) {
			const options = command.options.filter((one) => one !== name);
			const sample = passing({ ...meant, options }, facts, restriction);
			if (options.length === command.options.length || sample === undefined) continue;
			return {
				message: `this speaks of ${joinWords(pattern.given.map((one) => one.name))} together, and not of \`${witnessCommandLine(sample)}\`, which needs no \`${name}\``,
				span: statement.span,
				help: `ask for what the deed takes, and no more: \`deny ${shorter(command, pattern, needless)}\``,
				witness: witnessCommandLine(sample),
			};
		}
	}
	return undefined;
}

function wordsOf({ program, operands }: PlainCommand): string {
	return [program, ...operands.slice(0, 1)].join(" ");
}

/** The option changes nothing of what happens, by its name and by the table. */
function saysHow(name: string, pattern: Grant, facts: Program | undefined): boolean {
	if (!spellingsOf(name, pattern, facts).some(isManner)) return false;
	const fact = facts && optionNamed(name, tablesFor(pattern, facts));
	if (facts !== undefined && fact === undefined) return false;
	return fact === undefined || (fact.powers.length === 0 && fact.runs === undefined && fact.role === undefined);
}

/** The command, where the rule lets it be, the agent may run such ones, and it does something. */
function passing(command: PlainCommand, facts: Program | undefined, restriction: Restriction): Witness | undefined {
	const { agent, setting, subject } = restriction;
	const sample = sampleOf(argvOf(command, facts));
	if (isRefused(sample.argv, restriction)) return undefined;
	if (!doesMore(sample, setting, facts, command) && !command.operands.some(isDestroying)) return undefined;
	const { effect, rules } = decideWitness(sample, setting);
	if (effect === "allow") return sample;
	// Another rule speaks of this very program.
	const deciding = new Set(rules.map(({ id }) => id));
	const others = subject.policy.agents.get(agent)?.rules.filter(({ id }) => deciding.has(id)) ?? [];
	if (others.some(({ restricts }) => restricts !== undefined && programsOf(restricts) !== undefined)) return undefined;
	return grantsTo(agent, command.program, subject).some((grant) => isNear(grant, command)) ? sample : undefined;
}

/** It deletes, runs, writes or talks to others, by its words or by its subcommand. */
function doesMore(
	sample: Witness,
	setting: AgentModel,
	facts: Program | undefined,
	{ operands }: PlainCommand,
): boolean {
	const { effects } = subjectFor(sample, setting);
	const usage = facts?.subcommands[operands[0] ?? ""] ?? facts;
	return effects.plainPowers().length > 0 || effects.powersBeyond().length > 0 || (usage?.powers.length ?? 0) > 0;
}

/** The grant speaks of commands that begin so. */
function isNear({ operands, exactly, limited }: Grant, { operands: words }: PlainCommand): boolean {
	return (
		!exactly &&
		!limited &&
		operands.every(
			(one, at) => one.kind === "rest" || words[at] === undefined || one.kind !== "literal" || one.text === words[at],
		)
	);
}

function shorter(
	{ program, operands }: PlainCommand,
	{ given, operands: own }: Grant,
	needless: Grant["given"],
): string {
	const left = given.filter((one) => !needless.includes(one)).map(({ name }) => name);
	return [program, ...operands.slice(0, own.filter(({ kind }) => kind !== "rest").length), ...left].join(" ");
}
