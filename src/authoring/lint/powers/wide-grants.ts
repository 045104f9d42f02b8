/** Where a policy allows everything: by `allow *` or by its default; what it takes out by name, and what is left that does the same. */

import { programsOf } from "../../../engine/decide/compile/specialise.js";
import type { WordPattern } from "../../../language/policy/test.js";
import { matcherOf } from "../../../language/policy/word-language/matcher.js";
import type { Span } from "../../../language/source/span.js";
import { isSetting, type Power } from "../../../language/syntax/statements.js";
import { type AgentModel, subjectFor } from "../../analysis/agent-model.js";
import type { Witness } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import { allowedBy, factsNamed, grantsOf, isAllowed, isPlain, sampleOf } from "../meaning/grants.js";

export interface WideGrant {
	/** Where it is said. */
	readonly span: Span;
	readonly agent: string;
	/** The rule, where it is one. */
	readonly stated?: StatedRule;
	/** As its author wrote it. */
	readonly text: string;
	/** Programs with powers that are refused by their names: those that say more than one. */
	readonly refused: readonly string[];
	/** A command that is allowed: one that does what a refused program is refused for, where there is one. */
	readonly witness: Witness;
	readonly like?: string;
}

/** So many names make a list. */
const fewestNames = 2;

const made = new WeakMap<ValidPolicyContext, readonly WideGrant[]>();

export function wideGrants(subject: ValidPolicyContext): readonly WideGrant[] {
	const known = made.get(subject) ?? [...wideRules(subject), ...wideDefaults(subject)];
	made.set(subject, known);
	return known;
}

/** It takes out by name what it has found to be dangerous, and something else is left that does the same. */
export function isSubtraction({ refused, like }: WideGrant): boolean {
	return refused.length >= fewestNames && like !== undefined;
}

function wideRules(subject: ValidPolicyContext): readonly WideGrant[] {
	return subject.rules().flatMap((stated) => {
		const [own] = stated.agents;
		if (own === undefined || stated.statement.keyword !== "allow") return [];
		const wide = grantsOf(own.rule).find((grant) => isAnyProgram(grant.program) && isPlain(grant));
		if (wide === undefined) return [];
		const allows = ([name, ...args]: readonly string[]): Witness | undefined =>
			allowedBy(stated, [[`${folderOf(wide.program)}${name}`, ...args]], subject);
		const found = measured(own.agent, namesIn(stated), allows, subject);
		const text = wide.program.kind === "any" || wide.program.kind === "rest" ? "*" : wide.program.text;
		return found === undefined
			? []
			: [{ ...found, span: stated.statement.span, agent: own.agent, stated, text: `allow ${text}` }];
	});
}

/** The folder that a pattern of programs by their paths begins with. */
function folderOf(program: WordPattern): string {
	return program.kind === "glob" ? program.text.slice(0, program.text.lastIndexOf("/") + 1) : "";
}

function wideDefaults(subject: ValidPolicyContext): readonly WideGrant[] {
	const seen = new Set<string>();
	return subject.ownStatements().flatMap(({ statement }) => {
		if (!isSetting(statement, "default") || statement.word.text !== "allow") return [];
		const { file, start } = statement.span;
		const agent = subject.agents.find((name) =>
			subject.policy.settingOrigins
				.get(name)
				?.get("default")
				?.some(({ span }) => span.file === file && span.start === start),
		);
		// It says what another says already, or nobody has it.
		if (agent === undefined || seen.has(`${file}\0${start}`)) return [];
		if (subject.policy.agents.get(agent)?.default !== "allow") return [];
		seen.add(`${file}\0${start}`);
		const setting = subject.settingOf(agent);
		const allows = (argv: readonly string[]): Witness | undefined => {
			const sample = sampleOf(argv);
			return isAllowed(sample, setting) ? sample : undefined;
		};
		const found = measured(agent, [], allows, subject);
		return found === undefined ? [] : [{ ...found, span: statement.span, agent, text: "default allow" }];
	});
}

type Allows = (argv: readonly string[]) => Witness | undefined;

function measured(
	agent: string,
	excepted: readonly string[],
	allows: Allows,
	subject: ValidPolicyContext,
): Pick<WideGrant, "refused" | "witness" | "like"> | undefined {
	const setting = subject.settingOf(agent);
	const named = new Set([...excepted, ...deniedNames(setting)]);
	const refused = [...named].filter(
		(name) =>
			factsNamed(name, subject) !== undefined &&
			powersOf(name, setting).length > 0 &&
			allows([name]) === undefined &&
			allows([name, "x"]) === undefined,
	);
	for (const name of refused.length === 0 ? [] : candidates) {
		const like = named.has(name)
			? undefined
			: refused.find((one) => sameKind(powersOf(one, setting), powersOf(name, setting)));
		if (like === undefined) continue;
		const witness = allows([name, "x"]) ?? allows([name]);
		if (witness !== undefined) return { refused, witness, like };
	}
	for (const name of candidates) {
		if (powersOf(name, setting).length === 0) continue;
		const witness = [[name, "x"], [name]]
			.map(allows)
			.find((sample) => sample !== undefined && usesPower(sample, setting));
		if (witness !== undefined) return { refused, witness };
	}
	return undefined;
}

/** Programs that a rule denies by their names. */
function deniedNames({ agentTree }: AgentModel): readonly string[] {
	return agentTree.rules.flatMap(({ effect, restricts }) =>
		effect === "deny" && restricts !== undefined ? [...(programsOf(restricts) ?? [])] : [],
	);
}

/** Programs that `except` leaves out. */
function namesIn({ statement }: StatedRule): readonly string[] {
	return statement.clauses.flatMap((clause) =>
		clause.keyword === "except"
			? clause.patterns.flatMap(({ words: [first] }) => (first?.kind === "plain" ? [first.text] : []))
			: [],
	);
}

function powersOf(name: string, setting: AgentModel): readonly Power[] {
	return subjectFor(sampleOf([name, "x"]), setting).effects.plainPowers();
}

function usesPower(sample: Witness, setting: AgentModel): boolean {
	return subjectFor(sample, setting).effects.plainPowers().length > 0;
}

function sameKind(some: readonly Power[], others: readonly Power[]): boolean {
	return some.length === others.length && some.every((one) => others.includes(one));
}

/**
 * Programs that most machines have and that people know, of every sort: a witness is there to be understood, and where all of these are refused
 * the others are as well.
 */
const candidates: readonly string[] =
	"rm bash curl sudo unlink shred wget nc zsh dash python3 perl node tee dd cp mv gzip tar ssh scp rsync su doas pkexec mount crontab at screen make npm docker kubectl chmod chown mkfs kill vim touch mkdir git systemctl".split(
		" ",
	);

/** Does the pattern mean any program at all? */
export function isAnyProgram(pattern: WordPattern): boolean {
	switch (pattern.kind) {
		case "any":
		case "rest":
			return true;
		case "literal":
			return false;
		case "glob":
		case "regex": {
			const matches = matcherOf(pattern);
			const folders = ["", "/usr/bin/"];
			return folders.some((folder) =>
				["rm", "bash", "curl", "sudo", "python3", "zq-7"].every((name) => matches(folder + name)),
			);
		}
	}
}
