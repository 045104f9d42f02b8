/** What is wrong with what is said to differ between two policies: every command is put to both. */
import { type Change, difference, firstDifference } from "../../src/analysis/difference.js";
import type { AgentTree } from "../../src/decide/tree.js";
import type { Effect } from "../../src/syntax/statements.js";
import {
	type Asked,
	answersTo,
	commandsOf,
	decided,
	ground,
	isDoubted,
	mannerOf,
	mannersFor,
	requestFor,
	world,
} from "./brute-force.js";
import { type Counts, type Fault, lengthOf, shown, tally } from "./fault.js";
import { words } from "./runs.js";
import { agents, type Loaded } from "./small-policies.js";

export function differenceFaults(
	names: readonly string[],
	before: Loaded,
	after: Loaded,
	counts: Counts,
): readonly Fault[] {
	const said = difference(before.tree, after.tree, ground);
	const found: Fault[] = [];
	tally(counts, "pairs");
	for (const change of said.changes) {
		tally(counts, "changes");
		const what = wrongWith(change, before, after);
		if (what !== undefined) found.push({ kind: "wrong", text: `${what}\nagent ${change.agent}` });
	}
	if (said.unsettled.length > 0) {
		tally(counts, "unsettled");
		found.push({
			kind: "unsettled",
			text: `not settled: ${said.unsettled.map(({ agent, program }) => `${agent} ${program}`)}`,
		});
	}
	const first = firstDifference(before.tree, after.tree, world);
	if ((first.kind === "differs") !== said.changes.length > 0)
		found.push({ kind: "wrong", text: `the first difference is ${first.kind}, and there are ${said.changes.length}` });
	for (const agent of agents) found.push(...missed(agent, names, before, after, said));
	return found;
}

function wrongWith(
	{ agent, before: was, after: is, sample }: Change,
	before: Loaded,
	after: Loaded,
): string | undefined {
	const command = { argv: sample.argv, manner: mannerOf(sample) };
	const [old, now] = [before, after].map(({ tree }) => decided(tree, requestFor(command, agent)));
	if (old?.effect !== was.effect) return `${shown(command)} was ${old?.effect}, not ${was.effect}`;
	if (now?.effect !== is.effect) return `${shown(command)} is ${now?.effect}, not ${is.effect}`;
	if (was.effect === is.effect) return `${shown(command)} is ${is.effect} as it was`;
	if (String(old.rules) !== String(was.rules.map(({ id }) => id))) return `${shown(command)} was by ${old.rules}`;
	if (String(now.rules) !== String(is.rules.map(({ id }) => id))) return `${shown(command)} is by ${now.rules}`;
	return undefined;
}

/** The shortest command of each two answers that is no change that was told. */
function missed(
	agent: string,
	names: readonly string[],
	before: Loaded,
	after: Loaded,
	{ changes, unsettled }: ReturnType<typeof difference>,
): readonly Fault[] {
	const told = changes.filter((change) => change.agent === agent);
	const shortest = new Map<string, Asked>();
	for (const manner of mannersFor(before.text + after.text)) {
		for (const name of names) {
			const commands = commandsOf(name, words, manner);
			const [old, now] = [before, after].map(({ tree }) =>
				answersTo(name, words, manner, tree.agents[agent] as AgentTree),
			) as [readonly Effect[], readonly Effect[]];
			for (let at = 0; at < commands.length; at++) {
				if (old[at] === now[at] || !commands[at]?.certain) continue;
				const key = `from ${old[at]} to ${now[at]}`;
				const known = shortest.get(key);
				const command = commands[at] as Asked;
				if (known !== undefined && lengthOf(command) >= lengthOf(known)) continue;
				if (![before, after].some(({ tree }) => isDoubted(command, (tree.agents[agent] as AgentTree).rules)))
					shortest.set(key, command);
			}
		}
	}
	return [...shortest].flatMap(([key, command]): readonly Fault[] => {
		const same = told.filter((change) => `from ${change.before.effect} to ${change.after.effect}` === key);
		if (same.some(({ sample }) => lengthOf({ argv: sample.argv, manner: sample }) <= lengthOf(command))) return [];
		if (unsettled.some((one) => one.agent === agent)) return [];
		const what = `${shown(command)} went ${key}`;
		return same.length > 0
			? [{ kind: "longer", text: `${what}, and only a longer one is told\nagent ${agent}` }]
			: [{ kind: "wrong", text: `${what}, and nobody says so (${told.length} changes are told)\nagent ${agent}` }];
	});
}
