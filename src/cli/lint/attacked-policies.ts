/** Policies put to the test by an attack: what is denied, tried by other ways. */
import { type AttackRecord, attackRecords, attacksOn, scoreLines } from "../../authoring/attack/score.js";
import { lint } from "../../authoring/lint/lint.js";
import { lints } from "../../authoring/lint/lints.js";
import type { TestedGroup } from "../../authoring/suite/report.js";
import type { TestedPolicy } from "../../authoring/suite/run-tests.js";
import type { Diagnostic } from "../../language/diagnostic/diagnostic.js";
import { renderFrame } from "../../language/diagnostic/render-text.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import type { SourceFile } from "../../language/source/source-file.js";
import type { Loaded } from "../../runtime/load/load.js";

export interface AttackedPolicy {
	readonly loaded: Loaded;
	readonly records: readonly AttackRecord[];
	/** Ways that are open, without those that the policy explains in a `lint-ignore`. */
	readonly open: readonly Diagnostic[];
}

export function attackOn({ loaded, tree }: TestedPolicy): AttackedPolicy {
	const tried = lints.filter(({ family }) => family === "attacks");
	return {
		loaded,
		records: attackRecords(attacksOn({ policy: loaded.policy, tree })),
		open: lint(loaded, { lints: tried, attack: true }).filter(({ code }) => tried.some(({ name }) => name === code)),
	};
}

export function hasOpenWay({ open }: AttackedPolicy): boolean {
	return open.length > 0;
}

/** The frames of what is open, and a line for each agent. */
export function attackedText(
	{ loaded, records, open }: AttackedPolicy,
	sources: ReadonlyMap<string, SourceFile>,
	colour: boolean,
): string {
	return [
		...open.map((one) => `${renderFrame(one, sources, { colour })}\n`),
		`attack on ${loaded.roots.join(", ")}:\n`,
		...scoreLines(records).map((line) => `  ${visible(line)}\n`),
	].join("");
}

/** Each goal that holds, and each finding, as a check. */
export function attackChecks({ loaded, records, open }: AttackedPolicy): TestedGroup {
	const span = { file: loaded.roots[0] ?? "", start: 0, end: 0 };
	return {
		name: `attack on ${loaded.roots.join(", ")}`,
		checks: [
			...records.flatMap(({ agent, goals }) =>
				goals
					.filter(({ ways }) => ways.length === 0)
					.map(({ goal }) => ({
						title: `no way to ${goal}`,
						agents: agent,
						span,
						outcome: { kind: "passed" } as const,
					})),
			),
			...open.map((fault) => ({
				title: fault.code,
				agents: "",
				span: fault.span,
				outcome: { kind: "failed", fault } as const,
			})),
		],
	};
}

export function attackedRecord({ loaded, records, open }: AttackedPolicy): object {
	return { policy: loaded.roots, agents: records, open: open.length };
}
