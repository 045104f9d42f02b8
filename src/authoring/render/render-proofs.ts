/**
 * What was proved, and what was not, for people and for programs:
 *
 *	broken: never allow git push
 *	  agent writer: `git push` is allow, by policy.rules:4
 *	    rules check --agent writer -- git push
 */
import pc from "picocolors";
import type { RuleRef } from "../../engine/decide/decision.js";
import type { Tree } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import type { Diagnostic } from "../../language/diagnostic/diagnostic.js";
import { type DiagnosticRecord, diagnosticRecord } from "../../language/diagnostic/render-json.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import type { Claim } from "../../language/policy/policy.js";
import { positionAt, type SourceFile, textOf } from "../../language/source/source-file.js";
import type { Effect } from "../../language/syntax/statements.js";
import type { Proof } from "../analysis/prove.js";
import type { Witness } from "../analysis/witness.js";
import { type Asked, askingLine, otherwiseHere, sampleName, verdictText } from "./render-witness.js";

/** A claim with what came of it for each agent that it was put to. */
export interface ProvedClaim {
	readonly claim: Claim;
	readonly answers: readonly { readonly agent: string; readonly proof: Proof }[];
}

export interface Shown {
	readonly sources: ReadonlyMap<string, SourceFile>;
	readonly tree: Tree;
	/** Where a counterexample would really be decided. */
	readonly world: World;
	readonly asked: Asked;
	readonly colour: boolean;
}

export function renderProofs(proofs: readonly ProvedClaim[], shown: Shown): string {
	return proofs
		.flatMap((one) => claimLines(one, shown))
		.map((line) => `${line}\n`)
		.join("");
}

function claimLines({ claim, answers }: ProvedClaim, shown: Shown): readonly string[] {
	const outcome = outcomeOf(answers);
	const { green, red, yellow, dim } = pc.createColors(shown.colour);
	const paint = { proved: green, broken: red, "not-settled": yellow }[outcome];
	const place = placeOf(claim, shown.sources);
	const title = `${paint(outcome.replace("-", " "))}: ${claimLine(claim, shown.sources)}${place === undefined ? "" : ` ${dim(`(${place.file}:${place.line})`)}`}`;
	return [title, ...answers.flatMap((answer) => answerLines(answer, shown))];
}

/** One agent for which it is broken breaks it. */
export function outcomeOf(answers: ProvedClaim["answers"]): Proof["kind"] {
	const kinds = answers.map(({ proof }) => proof.kind);
	return kinds.find((kind) => kind === "broken") ?? kinds.find((kind) => kind === "not-settled") ?? "proved";
}

function answerLines(
	{ agent, proof }: ProvedClaim["answers"][number],
	{ tree, world, asked, colour }: Shown,
): readonly string[] {
	const who = `agent ${visible(agent)}`;
	switch (proof.kind) {
		case "proved":
			return proof.note === undefined ? [] : [`  ${who}: ${visible(proof.note)}: is that what you mean?`];
		case "broken": {
			const otherwise = otherwiseHere(proof.sample, agent, proof.effect, tree, world);
			return [
				`  ${who}: ${sampleName(proof.sample)} is ${verdictText(proof, colour)}`,
				...(otherwise === undefined ? [] : [`    ${otherwise}`]),
				...(proof.note === undefined ? [] : [`    ${visible(proof.note)}`]),
				`    ${askingLine(proof.sample, agent, asked)}`,
			];
		}
		case "not-settled":
			if (proof.note !== undefined) return [`  ${who}: ${visible(proof.note)}`];
			return [
				`  ${who}: the search ended at its limit for \`${visible(proof.program)}\``,
				"    a claim that says more (a subcommand, `using`, `touching`) is settled sooner, and `--steps 100000` searches longer",
			];
	}
}

/** A claim as its author wrote it, on one line. */
function claimLine({ span }: Claim, sources: ReadonlyMap<string, SourceFile>): string {
	const source = sources.get(span.file);
	return source === undefined ? "" : visible(textOf(source, span).replaceAll(/\s+/g, " "));
}

/** Where a claim of the policy stands; one of the command line stands nowhere. */
function placeOf(
	{ span }: Claim,
	sources: ReadonlyMap<string, SourceFile>,
): { readonly file: string; readonly line: number } | undefined {
	const source = sources.get(span.file);
	if (source === undefined || /^claim( \d+)?$/.test(span.file)) return undefined;
	return { file: span.file, line: positionAt(source, span.start).line };
}

interface ProofRecord {
	readonly policy: string;
	readonly proved: boolean;
	readonly claims: readonly {
		readonly claim: string;
		readonly outcome: Proof["kind"];
		readonly file?: string;
		readonly line?: number;
		readonly agents: readonly AnswerRecord[];
	}[];
}

type AnswerRecord = { readonly agent: string } & (
	| { readonly outcome: "proved"; readonly note?: string }
	| {
			readonly outcome: "broken";
			readonly sample: Witness;
			readonly effect: Effect;
			readonly rules: readonly RuleRef[];
			readonly note?: string;
	  }
	| { readonly outcome: "not-settled"; readonly program: string; readonly note?: string }
);

/** The proofs as data; schemas/proof.schema.json describes it. */
export function proofRecord(
	proofs: readonly ProvedClaim[],
	sources: ReadonlyMap<string, SourceFile>,
	tree: Tree,
): ProofRecord {
	return {
		policy: tree.digest,
		proved: proofs.every(({ answers }) => outcomeOf(answers) === "proved"),
		claims: proofs.map(({ claim, answers }) => ({
			claim: claimText(claim, sources),
			outcome: outcomeOf(answers),
			...placeOf(claim, sources),
			agents: answers.map(
				({ agent, proof: { kind: outcome, ...told } }) => ({ agent, outcome, ...told }) as AnswerRecord,
			),
		})),
	};
}

function claimText({ span }: Claim, sources: ReadonlyMap<string, SourceFile>): string {
	const source = sources.get(span.file);
	return source === undefined ? "" : textOf(source, span);
}

/** What is printed in place of an answer for a policy, a claim or a suite with errors. */
export function brokenRecords(
	diagnostics: readonly Diagnostic[],
	sources: ReadonlyMap<string, SourceFile>,
): { readonly diagnostics: readonly DiagnosticRecord[] } {
	return {
		diagnostics: diagnostics
			.filter(({ severity }) => severity === "error")
			.map((one) => diagnosticRecord(one, sources)),
	};
}
