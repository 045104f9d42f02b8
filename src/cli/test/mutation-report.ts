/** What became of a policy's mutants, for people and for programs. */

import type { ReadyTest } from "../../authoring/suite/ready-test.js";
import type { Outcome, TestedGroup } from "../../authoring/suite/report.js";
import { requestText } from "../../authoring/suite/test-checks.js";
import type { Request } from "../../engine/request/request.js";
import type { Diagnostic } from "../../language/diagnostic/diagnostic.js";
import { type PlaceRecord, placeRecord } from "../../language/diagnostic/render-json.js";
import { renderFrame } from "../../language/diagnostic/render-text.js";
import type { SourceFile } from "../../language/source/source-file.js";
import type { Effect } from "../../language/syntax/statements.js";
import type { JudgedMutant, MutatedPolicy } from "./mutated-policies.js";

/** JSON has them all. */
const mostShown = 50;

/** The frames of what survives, and a line that counts. */
export function mutationText(
	{ loaded, judged }: MutatedPolicy,
	sources: ReadonlyMap<string, SourceFile>,
	colour: boolean,
): string {
	const name = loaded.roots.join(", ");
	if (judged === undefined) return `${name}: no mutants: tests that fail notice nothing\n`;
	const faults = judged.flatMap(({ mutant, verdict }) => mutantDiagnostic(mutant, verdict) ?? []);
	const more = faults.length - mostShown;
	return [
		...faults.slice(0, mostShown).map((fault) => `${renderFrame(fault, sources, { colour })}\n`),
		...(more > 0 ? [`${more} more survive; \`--format json\` has them all\n\n`] : []),
		`${name}: ${countText(judged)}\n`,
	].join("");
}

/** `41 of 44 mutants caught, 2 equal, 1 survives` */
function countText(judged: readonly JudgedMutant[]): string {
	const { caught, equal, survives, unsettled } = counts(judged);
	return [
		`${caught} of ${judged.length} ${judged.length === 1 ? "mutant" : "mutants"} caught`,
		...(equal > 0 ? [`${equal} equal`] : []),
		...(survives > 0 ? [`${survives} ${survives === 1 ? "survives" : "survive"}`] : []),
		...(unsettled > 0 ? [`${unsettled} not settled`] : []),
	].join(", ");
}

function counts(judged: readonly JudgedMutant[]): Readonly<Record<JudgedMutant["verdict"]["kind"], number>> {
	const count = (kind: JudgedMutant["verdict"]["kind"]): number =>
		judged.filter(({ verdict }) => verdict.kind === kind).length;
	return {
		caught: count("caught"),
		equal: count("equal"),
		survives: count("survives"),
		unsettled: count("unsettled"),
	};
}

function mutantDiagnostic(
	{ change, span }: JudgedMutant["mutant"],
	verdict: JudgedMutant["verdict"],
): Diagnostic | undefined {
	switch (verdict.kind) {
		case "caught":
		case "equal":
			return undefined;
		case "survives": {
			const { agent, request, after } = verdict.difference;
			const forced = request.force === true ? ", forced," : "";
			return {
				code: "surviving-mutant",
				severity: "error",
				message: `no test notices that ${change}`,
				span,
				help: `for agent \`${agent}\`, \`${requestText(request)}\`${forced} would be \`${after}\`; ${adviceOf(verdict.test, agent)}`,
			};
		}
		case "unsettled":
			return {
				code: "unsettled-mutant",
				severity: "warning",
				message: `no test notices that ${change}, and no command was found that shows it`,
				span,
				help: "whether there is one could not be settled; an `expect` line for what is meant here settles it",
			};
	}
}

function adviceOf({ in: place, text }: ReadyTest, agent: string): string {
	switch (place) {
		case "policy":
			return `\`${text}\` in \`agent ${agent}\` would catch it`;
		case "suite":
			return `\`${text}\` in a suite would catch it`;
	}
}

/** A policy's mutants as checks, for formats that know nothing else. */
export function mutationChecks({ loaded, judged = [] }: MutatedPolicy): TestedGroup {
	return {
		name: `mutants of ${loaded.roots.join(", ")}`,
		checks: judged.map(({ mutant, verdict }) => ({
			title: mutant.change,
			agents: "mutant",
			span: mutant.span,
			outcome: outcomeOf(mutant, verdict),
		})),
	};
}

function outcomeOf(mutant: JudgedMutant["mutant"], verdict: JudgedMutant["verdict"]): Outcome {
	const fault = mutantDiagnostic(mutant, verdict);
	if (fault !== undefined) return { kind: "failed", fault };
	if (verdict.kind === "caught") return { kind: "passed" };
	return {
		kind: "skipped",
		remark: {
			code: "equal-mutant",
			severity: "info",
			message: "no command is decided otherwise",
			span: mutant.span,
		},
	};
}

/** A policy's mutants for programs; schemas/test-report.schema.json describes it. */
export interface MutationRecord {
	readonly policy: readonly string[];
	/** Its tests fail, so there are no mutants. */
	readonly skipped: boolean;
	readonly mutants: number;
	readonly caught: number;
	readonly equal: number;
	readonly survives: number;
	readonly unsettled: number;
	readonly survivors: readonly SurvivorRecord[];
}

export interface SurvivorRecord extends PlaceRecord {
	readonly status: "survives" | "unsettled";
	readonly mutation: string;
	readonly change: string;
	/** A command that shows it. */
	readonly shown?: {
		readonly agent: string;
		readonly request: Request;
		readonly before: Effect;
		readonly after: Effect;
		readonly test: ReadyTest;
	};
}

export function mutationRecord(
	{ loaded, judged }: MutatedPolicy,
	sources: ReadonlyMap<string, SourceFile>,
): MutationRecord {
	const all = judged ?? [];
	return {
		policy: loaded.roots,
		skipped: judged === undefined,
		mutants: all.length,
		...counts(all),
		survivors: all.flatMap((one) => survivorRecord(one, sources) ?? []),
	};
}

function survivorRecord(
	{ mutant: { span, mutation, change }, verdict }: JudgedMutant,
	sources: ReadonlyMap<string, SourceFile>,
): SurvivorRecord | undefined {
	switch (verdict.kind) {
		case "caught":
		case "equal":
			return undefined;
		case "unsettled":
			return { ...placeRecord(span, sources), status: "unsettled", mutation, change };
		case "survives": {
			const { agent, request, before, after } = verdict.difference;
			const shown = { agent, request, before, after, test: verdict.test };
			return { ...placeRecord(span, sources), status: "survives", mutation, change, shown };
		}
	}
}
