/** A sample as people and shells meet it: what it is, the line that asks about it, and where that line would answer otherwise. */

import type { RuleRef } from "../../engine/decide/decision.js";
import type { Tree } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import type { StepEnding } from "../../language/policy/test.js";
import type { Effect } from "../../language/syntax/statements.js";
import { somebody } from "../analysis/past/decide-story.js";
import { answerAfter } from "../analysis/past/stories.js";
import { ownDecision, requestOf, type Witness, witnessCommandLine, witnessManner } from "../analysis/witness.js";
import { paintEffect, ruleName } from "./render-decision.js";

/** How the question was asked that the sample answers. */
export interface Asked {
	readonly rules?: readonly string[];
	readonly workspace?: string;
}

/** `git push`, forced. */
export function sampleName(sample: Witness): string {
	const manner = witnessManner(sample);
	return `\`${witnessCommandLine(sample)}\`${manner === "" ? "" : `, ${manner},`}`;
}

/** The line that asks about the sample, ready for a shell. One for an agent that lacks tools goes through `--jsonl`, which can say so. */
export function askingLine(sample: Witness, agent: string, { rules = [], workspace }: Asked): string {
	const around = [
		...rules.flatMap((name) => ["--rules", quoted(name)]),
		...(workspace === undefined ? [] : ["--workspace", quoted(workspace)]),
	];
	if (sample.tools !== undefined || sample.before !== undefined) {
		const lines = streamOf(sample, agent).map((line) => quoted(JSON.stringify(line)));
		return [`printf '%s\\n' ${lines.join(" ")} |`, "rules check", ...around, "--jsonl"].join(" ");
	}
	return [
		"rules check",
		...around,
		...(agent === "default" ? [] : ["--agent", quoted(agent)]),
		...(sample.forced ? ["--force"] : []),
		...Object.entries(sample.facts ?? {}).flatMap(([name, value]) => ["--fact", quoted(`${name}=${value ?? ""}`)]),
		...(sample.at === undefined ? [] : ["--at", quoted(sample.at)]),
		...(sample.redirects.length === 0 && sample.input === undefined
			? ["--", ...sample.argv.map(quoted)]
			: ["--script", quoted(witnessCommandLine(sample))]),
	].join(" ");
}

/** The sample as a stream tells it, with what came before. */
function streamOf(sample: Witness, agent: string): readonly object[] {
	const { before } = sample;
	const request = requestOf(sample, agent);
	if (before === undefined) return [request];
	const told = before.flatMap((step, index): readonly object[] => {
		const id = index + 1;
		if (step.isUnasked) return [{ approval: { session: "s", by: somebody, ...requestOf(step.sample, agent) } }];
		const ended = outcomes[step.ended];
		const asked = { id, session: "s", ...requestOf(step.sample, agent) };
		return ended === undefined ? [asked] : [asked, { outcome: { id, ...ended } }];
	});
	return [...told, { id: before.length + 1, session: "s", ...request }];
}

const outcomes: Readonly<Record<StepEnding, object | undefined>> = {
	passed: { code: 0 },
	failed: { code: 1 },
	denied: { denied: true },
	approved: { code: 0, approved: true },
	running: undefined,
	unknown: {},
};

/**
 * What `rules check` answers here, where that is not what is said of the sample by itself: a link of this machine leads elsewhere,
 * or what the sample runs has an answer of its own.
 */
export function otherwiseHere(
	sample: Witness,
	agent: string,
	effect: Effect,
	tree: Tree,
	world: World,
): string | undefined {
	const decision = answerAfter(sample, agent, tree, world);
	const own = ownDecision(decision).effect;
	if (own !== effect) return `here it is \`${own}\`: a link in this place leads elsewhere`;
	return decision.effect === effect ? undefined : `with what it runs it is \`${decision.effect}\``;
}

/** `allow, by policy.rules:12 (no-git)`. */
export function verdictText(
	{ effect, rules }: { readonly effect: Effect; readonly rules: readonly RuleRef[] },
	colour: boolean,
): string {
	return `${paintEffect(effect, colour)}, by ${rules.length === 0 ? "no rule: the default" : rules.map(ruleName).join(", ")}`;
}

/** A word as a shell would want it. What would steer the terminal is written as bash and zsh read it. */
function quoted(word: string): string {
	if (/^[A-Za-z0-9_./:@%+,=^-]+$/.test(word)) return word;
	if (!/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(word)) return `'${word.replaceAll("'", "'\\''")}'`;
	const escaped = word.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}'\\]/gu, (character) => {
		if (character === "'" || character === "\\") return `\\${character}`;
		return `\\U${(character.codePointAt(0) as number).toString(16).padStart(8, "0")}`;
	});
	return `$'${escaped}'`;
}
