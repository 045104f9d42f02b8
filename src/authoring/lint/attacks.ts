/** Where the findings of an attack stand, and how their ways are closed. */

import type { Rule } from "../../language/policy/policy.js";
import { governingPlaces } from "../../runtime/harnesses/places/governing-places.js";
import type { Attacked } from "../attack/attack.js";
import { type Closing, closing } from "../attack/closing.js";
import type { StatedRule, ValidPolicyContext } from "./lint-context.js";

/** The rule of these that stands in a file that was asked for. */
export function statedOf(rules: readonly Rule[], subject: ValidPolicyContext): StatedRule | undefined {
	const keys = new Set(rules.map(({ span }) => `${span.file}\0${span.start}`));
	return subject.rules().find(({ statement: { span } }) => keys.has(`${span.file}\0${span.start}`));
}

/** The rule that closes the shortest way of an attack, to be put beside the denial. */
export function closingOf(
	attacked: Attacked,
	agent: string,
	stated: StatedRule,
	subject: ValidPolicyContext,
): Closing | undefined {
	const [way] = attacked.ways;
	if (way === undefined) return undefined;
	const files = {
		files: new Map(
			subject.files.map((file) => [file.file, { file, imports: subject.imports.get(file.file) ?? [] }] as const),
		),
		roots: subject.roots,
		governing: governingPlaces(),
		placeName: ({ file, start }: { file: string; start: number }) => `${file}:${start}`,
	};
	const place = { file: stated.file.file, agent: stated.owner };
	return closing(way, attacked, { files, policy: subject.policy, setting: subject.settingOf(agent), place });
}
