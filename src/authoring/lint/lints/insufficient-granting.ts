/** `insufficient-granting`: the plainest commands of an `allow` use powers that it does not grant, so that they are refused all the same. */

import { joinWords } from "../../../language/diagnostic/join-words.js";
import { patternText } from "../../../language/syntax/dsl/part-text.js";
import type { Clause, Pattern, Power, RuleStatement } from "../../../language/syntax/statements.js";
import { type AgentModel, decideWitness, holdsFor, subjectFor } from "../../analysis/agent-model.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { sampleOf } from "../meaning/grants.js";
import { lowerVariant } from "../meaning/lower-variant.js";
import { idlePatterns } from "../without-effect/conflicts.js";
import { uselessness } from "../without-effect/useless.js";
import { witnessCommands } from "../witness.js";

export const insufficientGranting: PolicyLint = {
	name: "insufficient-granting",
	family: "anomalies",
	severity: "warning",
	summary: "an `allow` names what needs a power that it does not grant, so that its plainest use stays refused",
	looksAt: "policy",
	check: (subject) => subject.rules().flatMap((stated) => faultsOf(stated, subject)),
};

function faultsOf(stated: StatedRule, subject: ValidPolicyContext): readonly Finding[] {
	const { statement, agents } = stated;
	if (statement.keyword !== "allow" || agents.length === 0 || statement.patterns.length > mostPatterns) return [];
	const faults = statement.patterns.flatMap((pattern) => {
		const found = shortfall(pattern, stated, subject);
		return found === undefined ? [] : [insufficientGrantingFinding(pattern, found, statement)];
	});
	// A rule that does nothing at all is told as such, and a pattern that nothing fits.
	if (faults.length === 0 || uselessness(stated, subject) !== undefined) return [];
	const idle = idlePatterns(stated, subject).map(({ at }) => statement.patterns[at]?.span);
	return faults.filter(({ span }) => !idle.includes(span));
}

const mostPatterns = 64;

interface Shortfall {
	readonly command: string;
	readonly effect: string;
	readonly powers: readonly Power[];
	/** No list of powers covers it. */
	readonly unclear: boolean;
}

/** What is missing for every plain command of a pattern, for every agent that has the rule; undefined where one of them is let through, or another rule has a say. */
function shortfall(pattern: Pattern, stated: StatedRule, subject: ValidPolicyContext): Shortfall | undefined {
	const [program] = pattern.words;
	// A set or a glob names programs of which some may need more.
	if (program?.kind !== "plain" || /[*?[{]/.test(program.text)) return undefined;
	const own = lowerVariant({ ...stated.statement, patterns: [pattern] }, stated, subject);
	const fit = lowerVariant(
		{ ...stated.statement, patterns: [pattern], clauses: trusting(stated) },
		stated,
		subject,
	)?.grants;
	const [base] = own?.grants === undefined ? [] : witnessCommands(own.grants);
	if (base === undefined || fit === undefined) return undefined;
	let first: Shortfall | undefined;
	for (const { agent } of stated.agents) {
		const setting = subject.settingOf(agent);
		// The words of a pattern may need more than can be made up here.
		if (holdsFor(fit, sampleOf(base), setting) !== "yes") return undefined;
		for (const argv of commandsOf(base, pattern, setting)) {
			const found = missingFor(argv, setting);
			if (found === undefined) return undefined;
			first ??= found;
		}
	}
	return first;
}

/** The clauses of a rule as if it granted all powers. */
function trusting({ statement: { clauses, span } }: StatedRule): readonly Clause[] {
	const everything: Clause = { form: "powers", keyword: "granting", powers: [{ text: "everything", span }], span };
	return [...clauses.filter(({ keyword }) => keyword !== "granting"), everything];
}

/** With operands, and without: the shortest alone where the table knows of no operands. */
function commandsOf(
	base: readonly string[],
	{ exactly }: Pattern,
	setting: AgentModel,
): readonly (readonly string[])[] {
	const { usage } = subjectFor(sampleOf(base), setting).args;
	const takesNone =
		usage?.barePowers !== undefined &&
		usage.operands.rest === undefined &&
		usage.operands.first.length + usage.operands.last.length === 0;
	return exactly || takesNone ? [base] : [[...base, "x"], base, [...base, "x", "y"]];
}

function missingFor(argv: readonly string[], setting: AgentModel): Shortfall | undefined {
	const sample = sampleOf(argv);
	const { effect, code } = decideWitness(sample, setting);
	if (effect === "allow" || code !== "default") return undefined;
	const { effects } = subjectFor(sample, setting);
	const powers = [...new Set(effects.powersBeyond().map(({ power }) => power))];
	return powers.length === 0
		? undefined
		: { command: witnessCommandLine(sample), effect, powers, unclear: effects.powersUnclear() };
}

function insufficientGrantingFinding(
	pattern: Pattern,
	{ command, effect, powers, unclear }: Shortfall,
	{ clauses }: RuleStatement,
): Finding {
	const granted = clauses.flatMap((clause) =>
		clause.keyword === "granting" ? clause.powers.map(({ text }) => text) : [],
	);
	const missing = powers.filter((one) => !granted.includes(one));
	const needed = unclear ? "everything" : [...granted, ...missing].join(", ");
	return {
		message: `\`${command}\` stays at \`${effect}\`: \`${patternText(pattern)}\` is allowed for plain use, and this uses ${missing.length === 0 ? "powers that are not known for certain" : joinWords(missing, missing.length)} beyond it`,
		span: pattern.span,
		help: `write \`granting ${needed}\` if it is meant; or take it out here, so that nobody counts on it`,
		witness: command,
	};
}
