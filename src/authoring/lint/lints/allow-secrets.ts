/** `allow-secrets`: what is allowed shows keys, tokens or passwords, by its plain use. */

import type { Program } from "../../../engine/knowledge/program.js";
import { secretKeepers } from "../../../engine/knowledge/secrets/secrets.js";
import { isShowingSecrets } from "../../../engine/knowledge/vocabulary/verbs.js";
import type { Span } from "../../../language/source/span.js";
import { type Witness, witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { PolicyLint } from "../lint-record.js";
import {
	allowedBy,
	factsNamed,
	type Grant,
	type GrantedProgram,
	grantedPrograms,
	grantsOf,
	typed,
	usagesOf,
} from "../meaning/grants.js";
import { powerUse } from "../powers/power-uses.js";
import { programSpan } from "../reading/statement-spans.js";

export const allowSecrets: PolicyLint = {
	name: "allow-secrets",
	family: "breadth",
	severity: "warning",
	summary: "an `allow` lets a program show agents keys, tokens or passwords that it keeps",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			if (stated.statement.keyword !== "allow" || isMeant(stated)) return [];
			const seen = new Set<number>();
			return [...ofKnown(stated, subject), ...ofUnknown(stated, subject)].flatMap(({ name, span, sample }) => {
				if (seen.has(span.start)) return [];
				seen.add(span.start);
				return [
					{
						message: `\`${witnessCommandLine(sample)}\` shows the agent a secret, and with it whoever reads what the agent read`,
						span,
						help: `let a person look, \`ask ${name}\`, or say that it is meant: \`granting secrets\``,
						witness: witnessCommandLine(sample),
					},
				];
			});
		}),
};

interface Shown {
	/** The program, with the subcommand that the pattern names. */
	readonly name: string;
	readonly span: Span;
	readonly sample: Witness;
}

function ofKnown(stated: StatedRule, subject: ValidPolicyContext): readonly Shown[] {
	return grantedPrograms(stated, subject).flatMap((granted) => {
		if (!mayShow(granted)) return [];
		const sample = powerUse(stated, granted, ["secrets"], subject);
		return sample === undefined ? [] : [{ name: wordsOf(granted), span: granted.span, sample }];
	});
}

function wordsOf({ name, grants }: GrantedProgram): string {
	return [name, ...(grants[0]?.operands ?? []).flatMap((one) => (one.kind === "literal" ? [one.text] : []))].join(" ");
}

/** Asked of the tables first: few programs show secrets. Of a program that is there for other things, a rule must name the part that does. */
function mayShow({ name, grants, facts }: GrantedProgram): boolean {
	return grants.some(
		(grant) =>
			typed(grant) !== "" &&
			(secretKeepers.has(name) ||
				facts.powers.includes("secrets") ||
				namesShowing(grant, facts) ||
				grant.operands.some(({ kind }) => kind === "literal")) &&
			usagesOf(grant, facts).some(
				({ powers, options }) =>
					powers.includes("secrets") || options.some((option) => option.powers.includes("secrets")),
			),
	);
}

/** An option of the pattern is there for that: `gpg --export-secret-keys`. */
function namesShowing(grant: Grant, facts: Program): boolean {
	return usagesOf(grant, facts).some(({ options }) =>
		options.some(({ names, powers }) => powers.includes("secrets") && names.some((one) => grant.options.includes(one))),
	);
}

/** Of programs that no table knows, the words tell: `keyring get`. */
function ofUnknown(stated: StatedRule, subject: ValidPolicyContext): readonly Shown[] {
	const [own] = stated.agents;
	if (own === undefined) return [];
	return grantsOf(own.rule).flatMap((grant) => {
		const name = typed(grant);
		const operands = grant.operands.flatMap((one) => (one.kind === "literal" ? [one.text] : []));
		if (name === "" || name.includes("/") || operands.length === 0 || operands.length < grant.operands.length)
			return [];
		if (factsNamed(name, subject) !== undefined || !isShowingSecrets(name, operands)) return [];
		const argv = [name, ...operands, ...grant.options];
		const sample = allowedBy(stated, [[...argv, "x"], argv], subject);
		const words = [name, ...operands].join(" ");
		return sample === undefined ? [] : [{ name: words, span: programSpan(stated.statement, name), sample }];
	});
}

/** The power is granted by its name, or a text says that it is known. */
function isMeant({ statement }: StatedRule): boolean {
	return statement.clauses.some(
		(clause) =>
			clause.keyword === "note" ||
			(clause.keyword === "granting" && clause.powers.some(({ text }) => text === "secrets")),
	);
}
