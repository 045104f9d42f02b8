/**
 * What two policies decide differently, for people and for programs:
 *
 *	agent writer
 *	  looser: deny → allow
 *	    such as: git push
 *	    before:  deny, by old.rules:4
 *	    after:   allow, by new.rules:3
 */
import pc from "picocolors";
import { isStricter } from "../../engine/decide/combine.js";
import type { Tree } from "../../engine/decide/tree.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import type { Change, Difference } from "../analysis/changes/difference.js";
import type { SettingChange } from "../analysis/changes/setting-changes.js";
import { witnessCommandLine, witnessManner } from "../analysis/witness.js";
import { paintEffect, ruleName } from "./render-decision.js";

export function renderDifference(
	found: Difference,
	names: { readonly before: string; readonly after: string; readonly programs: readonly string[] },
	colour: boolean,
): string {
	const { bold, dim, green } = pc.createColors(colour);
	const of = names.programs.length === 0 ? "" : ` of ${programNames(names.programs)}`;
	const scope = [...triedLines(found), `not compared: ${notCompared.join(", ")}`].map((line) => `${dim(line)}\n`);
	const between = `${visible(names.before)} and ${visible(names.after)}`;
	const agents = agentsOf(found);
	if (agents.length === 0) return `${green("equal")}: ${between} decide every command${of} alike\n${scope.join("")}`;
	const parts = agents.map((agent) => {
		const own = found.changes.filter((change) => change.agent === agent);
		return [
			bold(`agent ${visible(agent)}${presence(found, agent)}`),
			...looserFirst(own).flatMap((change) => changeLines(change, colour)),
			...found.settings
				.filter((change) => change.agent === agent)
				.sort((a, b) => Number(b.looser) - Number(a.looser))
				.map((change) => settingLine(change, colour)),
			...unsettledLines(
				found.unsettled.filter((one) => one.agent === agent).map(({ program }) => program),
				colour,
			),
		];
	});
	const blocks = parts.map((lines) => `\n${lines.map((line) => `${line}\n`).join("")}`);
	return `${visible(names.before)} → ${visible(names.after)}: ${countLine(found)}${of}\n${blocks.join("")}\n${scope.join("")}`;
}

/** What policies hold besides, and no difference speaks of. */
export const notCompared: readonly string[] = [
	"messages, notes and ids of rules",
	"claims and examples",
	"what a session did before",
	"what a harness itself asks or denies",
];

/** How many programs the answer was looked for with. */
function triedLines({ tried }: Difference): readonly string[] {
	return tried
		.filter(({ others }) => others > 0)
		.map(
			({ agent, named, others }) =>
				`tried for agent ${visible(agent)}: ${named} ${named === 1 ? "program" : "programs"} that rules name, and ${others} for all that none names`,
		);
}

function unsettledLines(programs: readonly string[], colour: boolean): readonly string[] {
	const { yellow } = pc.createColors(colour);
	const [first] = programs;
	if (first === undefined) return [];
	return [
		`  ${yellow("not settled")} for ${programNames(programs)}: the search ended at its limit, and there may be more`,
		`    \`--program ${visible(first)}\` looks at one program for longer, \`--steps ${longSearch}\` at all of them`,
	];
}

/** Programs of a list that are named; the others are counted. */
const mostNamed = 6;
/** Steps for each program and rule that suffice for nearly all. */
const longSearch = 20_000;

function programNames(programs: readonly string[]): string {
	const named = programs.slice(0, mostNamed).map((name) => `\`${visible(name)}\``);
	const more = programs.length - named.length;
	return more > 0 ? `${named.join(", ")} and ${more} more programs` : named.join(", ");
}

/** Does the new policy let anything through that the old one held back, as far as is known? */
export function widens({ changes, settings, agentsAdded }: Difference, after: Tree): boolean {
	return (
		changes.some(isLooser) ||
		settings.some(({ looser }) => looser) ||
		agentsAdded.some((name) => after.agents[name]?.agent.unreadable !== "deny")
	);
}

/** Does it let more through? */
export function isLooser({ before, after }: Change): boolean {
	return isStricter(before.effect, after.effect);
}

function looserFirst(changes: readonly Change[]): readonly Change[] {
	return [...changes].sort((a, b) => Number(isLooser(b)) - Number(isLooser(a)));
}

function agentsOf({ changes, settings, agentsAdded, agentsRemoved, unsettled }: Difference): readonly string[] {
	const named = [...changes, ...settings, ...unsettled].map(({ agent }) => agent);
	return [...new Set([...named, ...agentsAdded, ...agentsRemoved])].sort();
}

function presence({ agentsAdded, agentsRemoved }: Difference, agent: string): string {
	if (agentsAdded.includes(agent)) return ", new";
	return agentsRemoved.includes(agent) ? ", no longer there" : "";
}

function countLine({ changes, settings, agentsAdded, agentsRemoved, unsettled }: Difference): string {
	const looser = changes.filter(isLooser).length;
	const parts = [
		counted(looser, "region looser", "regions looser"),
		counted(changes.length - looser, "region stricter", "regions stricter"),
		counted(settings.length, "setting changed", "settings changed"),
		counted(agentsAdded.length, "agent added", "agents added"),
		counted(agentsRemoved.length, "agent removed", "agents removed"),
		counted(unsettled.length, "program not settled", "programs not settled"),
	];
	return parts.filter((part) => part !== "").join(", ");
}

function counted(count: number, one: string, several: string): string {
	return count === 0 ? "" : `${count} ${count === 1 ? one : several}`;
}

function changeLines(change: Change, colour: boolean): readonly string[] {
	const { before, after, sample, programs } = change;
	const manner = witnessManner(sample);
	return [
		`  ${directionText(isLooser(change), colour)}: ${paintEffect(before.effect, colour)} → ${paintEffect(after.effect, colour)}${programs.length > 1 ? ` (${programs.map(visible).join(", ")})` : ""}`,
		`    such as: ${witnessCommandLine(sample)}${manner === "" ? "" : ` (${manner})`}`,
		`    before:  ${verdict(change.before)}`,
		`    after:   ${verdict(change.after)}`,
	];
}

function verdict({ rules }: Change["before"]): string {
	return rules.length === 0 ? "no rule: the default" : rules.map(ruleName).join(", ");
}

function settingLine({ setting, before, after, looser }: SettingChange, colour: boolean): string {
	return `  ${directionText(looser, colour)}: ${visible(setting)} ${visible(before)} → ${visible(after)}`;
}

function directionText(looser: boolean, colour: boolean): string {
	const { red, green } = pc.createColors(colour);
	return looser ? red("looser") : green("stricter");
}

/** The difference as data; schemas/difference.schema.json describes it. */
export function differenceRecord(
	found: Difference,
	before: Tree,
	after: Tree,
	programs: readonly string[] | undefined,
): object {
	return {
		before: before.digest,
		after: after.digest,
		equal: agentsOf(found).length === 0,
		widens: widens(found, after),
		...found,
		...(programs === undefined ? {} : { programs }),
		notCompared,
		changes: found.changes.map((change) => ({ ...change, looser: isLooser(change) })),
	};
}
