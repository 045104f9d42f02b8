/** What a test found, in the format that is asked for. */

import { countOutcomes, coverageLines, type TestedGroup } from "../../authoring/suite/report.js";
import { renderJunit } from "../../authoring/suite/report-junit.js";
import { renderTap } from "../../authoring/suite/report-tap.js";
import { coverageOf, type Tested } from "../../authoring/suite/run-tests.js";
import { caseCheck, claimCheck, claimText, expectationCheck } from "../../authoring/suite/test-checks.js";
import { placeRecord } from "../../language/diagnostic/render-json.js";
import { renderFrame } from "../../language/diagnostic/render-text.js";
import type { SourceFile } from "../../language/source/source-file.js";
import type { Loaded } from "../../runtime/load/load.js";
import { decisionRecord } from "../../runtime/servers/decision-record.js";
import { type AttackedPolicy, attackChecks, attackedRecord, attackedText } from "../lint/attacked-policies.js";
import type { MutatedPolicy } from "./mutated-policies.js";
import { mutationChecks, mutationRecord, mutationText } from "./mutation-report.js";

export type TestFormat = (typeof testFormats)[number];
export const testFormats = ["text", "json", "junit", "tap"] as const;

export interface TestReportOptions {
	readonly format: TestFormat;
	/** With what was not tested. */
	readonly coverage?: true;
	readonly colour: boolean;
	/** JSON on one line. */
	readonly dense?: boolean;
	/** What became of mutants, where they were asked for. */
	readonly mutated?: readonly MutatedPolicy[];
	/** What attacks came to, where they were asked for. */
	readonly attacked?: readonly AttackedPolicy[];
}

/** The report of a test. */
export function testReport(
	tested: Tested,
	sources: ReadonlyMap<string, SourceFile>,
	options: TestReportOptions,
): string {
	const { format, colour, mutated = [], attacked = [] } = options;
	const own = groups(tested, sources, options.coverage === true);
	const all = [...own, ...mutated.map(mutationChecks), ...attacked.map(attackChecks)];
	switch (format) {
		case "text":
			return [
				text(own, sources, colour),
				...mutated.map((one) => `\n${mutationText(one, sources, colour)}`),
				...attacked.map((one) => `\n${attackedText(one, sources, colour)}`),
			].join("");
		case "json":
			return json(tested, sources, options);
		case "junit":
			return renderJunit(all, sources);
		case "tap":
			return renderTap(all, sources);
	}
}

/** Policies first, then suites. */
function groups(tested: Tested, sources: ReadonlyMap<string, SourceFile>, covered: boolean): readonly TestedGroup[] {
	return [
		...tested.policies.map((one) => ({
			name: policyName(one.loaded),
			checks: [
				...one.results.map((result) => expectationCheck(result, one.loaded.tree)),
				...one.claims.map((claim) => claimCheck(claim, sources)),
			],
			...(covered ? { coverage: coverageOf(one, tested) } : {}),
		})),
		...tested.suites.map(({ suite, under, results }) => ({
			name: `${suite.file} (${policyName(under)})`,
			checks: results.map((result) => caseCheck(result, under.tree)),
		})),
	];
}

function policyName({ roots }: Loaded): string {
	return roots.join(", ");
}

/** The frames of what failed, and a line that counts; in the end, what was not tested. */
function text(tested: readonly TestedGroup[], sources: ReadonlyMap<string, SourceFile>, colour: boolean): string {
	return [
		...tested.flatMap(({ name, checks }) => {
			const { passed, failed } = countOutcomes(checks);
			const frames = checks.flatMap(({ outcome }) => (outcome.kind === "failed" ? [outcome.fault] : []));
			return [
				...frames.map((frame) => `${renderFrame(frame, sources, { colour })}\n`),
				`${name}: ${passed} passed, ${failed} failed\n`,
			];
		}),
		...tested.flatMap(({ name, coverage: agents = [] }) => [
			...(agents.length > 0 ? [`\ncoverage of ${name}:\n`] : []),
			...agents.flatMap(coverageLines).map((line) => `  ${line}\n`),
		]),
	].join("");
}

function json(
	tested: Tested,
	sources: ReadonlyMap<string, SourceFile>,
	{ coverage: covered, dense, mutated, attacked }: TestReportOptions,
): string {
	const expectations = tested.policies.flatMap(({ results }) =>
		results.map(({ expectation, passed, decision, why }) => ({
			...placeRecord(expectation.span, sources),
			agent: expectation.agent,
			effect: expectation.effect,
			forced: expectation.forced,
			...(expectation.by === undefined ? {} : { by: expectation.by }),
			command: expectation.command,
			passed,
			...(why === undefined ? {} : { why }),
			decision: decisionRecord(decision),
		})),
	);
	const claims = tested.policies.flatMap((one) =>
		one.claims.map(({ claim, answer: { kind, ...answer } }) => ({
			...placeRecord(claim.span, sources),
			agents: claim.agents,
			claim: claimText(claim, sources),
			status: kind,
			...answer,
		})),
	);
	const cases = tested.suites.flatMap(({ under, results }) =>
		results.map(({ case: one, passed, decision }) => ({
			...placeRecord(one.span, sources),
			policy: under.roots,
			request: one.request,
			effect: one.expected,
			...(one.rule === undefined ? {} : { rule: one.rule }),
			...(one.note === undefined ? {} : { note: one.note }),
			passed,
			decision: decisionRecord(decision),
		})),
	);
	const { passed, failed } = countOutcomes(groups(tested, sources, false).flatMap(({ checks }) => checks));
	return `${JSON.stringify(
		{
			passed,
			failed,
			expectations,
			claims,
			cases,
			...(covered
				? { coverage: tested.policies.map((one) => ({ policy: one.loaded.roots, agents: coverageOf(one, tested) })) }
				: {}),
			...(mutated === undefined ? {} : { mutants: mutated.map((one) => mutationRecord(one, sources)) }),
			...(attacked === undefined ? {} : { attacks: attacked.map(attackedRecord) }),
		},
		null,
		dense === true ? undefined : 2,
	)}\n`;
}
