/** `rules diff`: what do two policies decide differently? Every region that changed, and every setting. */
import { setImmediate } from "node:timers/promises";
import { Argument, type Command } from "commander";
import type { SymbolicWorld } from "../../authoring/analysis/agent-model.js";
import { type Difference, difference, type Searching, soon } from "../../authoring/analysis/changes/difference.js";
import { differenceRecord, renderDifference, widens } from "../../authoring/render/render-difference.js";
import type { Tree } from "../../engine/decide/tree.js";
import { diagnosticRecord } from "../../language/diagnostic/render-json.js";
import { didYouMean } from "../../language/diagnostic/suggest.js";
import { packNames } from "../../runtime/load/find-policy.js";
import type { Loaded } from "../../runtime/load/load.js";
import { realWorld } from "../../runtime/load/world.js";
import { knowing } from "../known-values.js";
import { count } from "../options.js";
import { loadPolicy } from "../policy/load-policy.js";
import { errorFrames } from "../policy/policy-choice.js";
import { surroundings } from "../policy/request-choice.js";
import { exit, WrongQuestion } from "../terminal/exit.js";
import { progress } from "../terminal/progress.js";
import type { Verb } from "../verb.js";

interface Options {
	readonly agent?: string;
	readonly widening: boolean;
	readonly workspace?: string;
	readonly program?: readonly string[];
	readonly steps?: number;
	readonly json?: true;
}

export const diff: Verb = {
	define: (command) => {
		command
			.addArgument(knowing(new Argument("<OLD>", "a policy: a file, a folder or a shipped pack"), packNames))
			.addArgument(knowing(new Argument("<NEW>", "another one"), packNames))
			.option("--agent <AGENT>", "only what changed for this agent (default: every agent)")
			.option("--no-widening", "end with 1 only if something got looser")
			.option("--workspace <FOLDER>", "what paths of both policies are relative to (default: this folder)")
			.option(
				"--program <NAME>",
				"only what changed for this program; may be repeated",
				(name: string, before: readonly string[] = []) => [...before, name],
			)
			.option(
				"--steps <N>",
				"how many steps the search may take for each program and rule (default: as many as some seconds allow)",
				count,
			)
			.option("--json", "print the difference as JSON");
	},
	examples: [
		["rules diff policy.rules new.rules", "what would the new policy change?"],
		["rules diff --no-widening main.rules branch.rules", "for build servers: does it let more through?"],
	],
	run: async (command: Command, { terminal }) => {
		const options = command.opts<Options>();
		const [oldName = "", newName = ""] = command.args;
		const { workspace } = surroundings(options);
		const [before, after] = [loadPolicy([oldName]), loadPolicy([newName])];
		if (before.tree === undefined || after.tree === undefined) {
			const broken = [before, after].filter(({ tree }) => tree === undefined);
			if (options.json === true) await terminal.print(`${JSON.stringify(brokenDifference(broken))}\n`);
			else for (const one of broken) await terminal.complain(errorFrames(one, terminal.colour.err));
			return exit.wrong;
		}
		const agents = chosenAgents([before.tree, after.tree], options.agent);
		const ground = { workspace, home: realWorld(workspace).home };
		const programs = options.program === undefined ? undefined : new Set(options.program);
		const found = await compared(before.tree, after.tree, agents, ground, searchFor(options.steps, programs));
		const names = { before: oldName, after: newName, programs: options.program ?? [] };
		await terminal.print(
			options.json === true
				? `${JSON.stringify(differenceRecord(found, before.tree, after.tree, options.program))}\n`
				: renderDifference(found, names, terminal.colour.out),
		);
		if (options.widening) return isEqual(found) ? exit.yes : exit.no;
		return widens(found, after.tree) || found.unsettled.length > 0 ? exit.no : exit.yes;
	},
};

/** The agents of either policy, or the one that was asked for. */
function chosenAgents(trees: readonly Tree[], agent: string | undefined): readonly string[] {
	const names = [...new Set(trees.flatMap(({ agents }) => Object.keys(agents)))].sort();
	if (agent === undefined) return names;
	if (names.includes(agent)) return [agent];
	throw new WrongQuestion(
		`neither policy has an agent \`${agent}\``,
		didYouMean(agent, names) ?? "leave out `--agent` to see every agent",
	);
}

/** The search for each agent: as long as it is told to be, or one that ends soon. */
function searchFor(steps: number | undefined, programs: ReadonlySet<string> | undefined): () => Searching {
	if (steps === undefined) return () => soon(programs);
	return () => ({ steps, ...(programs === undefined ? {} : { programs }) });
}

/** Agent by agent, so that it can be told how far it has come. */
async function compared(
	before: Tree,
	after: Tree,
	agents: readonly string[],
	ground: SymbolicWorld,
	searching: () => Searching,
): Promise<Difference> {
	const bar = progress("comparing", agents.length);
	const parts: Difference[] = [];
	for (const agent of agents) {
		parts.push(difference(only(before, agent), only(after, agent), ground, searching()));
		bar.add(1);
		await setImmediate();
	}
	bar.end();
	return {
		changes: parts.flatMap(({ changes }) => changes),
		settings: parts.flatMap(({ settings }) => settings),
		agentsAdded: parts.flatMap(({ agentsAdded }) => agentsAdded),
		agentsRemoved: parts.flatMap(({ agentsRemoved }) => agentsRemoved),
		unsettled: parts.flatMap(({ unsettled }) => unsettled),
		tried: parts.flatMap(({ tried }) => tried),
	};
}

/** The policy for one agent alone. */
function only(tree: Tree, agent: string): Tree {
	const own = Object.hasOwn(tree.agents, agent) ? tree.agents[agent] : undefined;
	return { ...tree, agents: own === undefined ? {} : { [agent]: own } };
}

function isEqual({ changes, settings, agentsAdded, agentsRemoved, unsettled }: Difference): boolean {
	return [changes, settings, agentsAdded, agentsRemoved, unsettled].every(({ length }) => length === 0);
}

function brokenDifference(broken: readonly Loaded[]): object {
	return {
		diagnostics: broken.flatMap(({ diagnostics, sources }) =>
			diagnostics
				.filter(({ severity }) => severity === "error")
				.map((diagnostic) => diagnosticRecord(diagnostic, sources)),
		),
	};
}
