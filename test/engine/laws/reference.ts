/**
 * The language's meaning, read from LANGUAGE.md by somebody who has not seen the engine: slow, plain, and with no cleverness.
 * Every possible reading of a command is written out, every rule is asked about all of them, and the answers are put together.
 */

import { programNamed } from "../../../src/engine/knowledge/lookup.js";
import type { Program } from "../../../src/engine/knowledge/program.js";
import type { Request } from "../../../src/engine/request/request.js";
import type { Effect, RuleStatement } from "../../../src/language/syntax/statements.js";
import {
	type Asked,
	asked,
	changesWhatGoverns,
	grants,
	matches,
	namesState,
	restricts,
} from "./reference/conditions.js";
import {
	agentNames,
	type Carved,
	type Files,
	type FlatAgent,
	flatAgent,
	setsOf,
	strictest,
} from "./reference/flatten.js";
import type { Surroundings } from "./reference/paths.js";
import { all, not, type Truth } from "./reference/truth.js";
import { powersBeyond } from "./reference/uses.js";

/** The answer, and the rules that may be named as deciding it, by their ids. */
export interface ReferenceDecision {
	readonly effect: Effect;
	readonly rules: readonly string[];
	/** Answers for every command inside, the outermost first. */
	readonly commands: readonly ReferenceDecision[];
	/** There is more than one reading: an engine that tells fewer of them apart may be stricter than this, never looser. */
	readonly doubtful: boolean;
	/** The commands, as found. */
	readonly found: readonly Asked[];
}

const trustedByDefault = ["/usr/bin", "/bin"];

export function referenceDecide(
	files: Files,
	request: Request & { readonly argv: readonly string[] },
	around: Surroundings,
	facts: ReadonlyMap<string, Program>,
): ReferenceDecision {
	const name = request.agent ?? "default";
	if (!agentNames(files).includes(name) || request.argv.length === 0)
		return { effect: "deny", rules: [], commands: [], doubtful: false, found: [] };
	const agent = flatAgent(name, files);
	const trust = agent.trust ?? trustedByDefault;
	const base = {
		cwd: request.cwd ?? around.workspace,
		around,
		trust,
		forced: request.force === true,
		tools: request.tools,
		sets: setsOf(files),
	};
	const found = commandsIn(request.argv, trust, facts);
	const commands = found.commands.map(({ argv, assigns }) => {
		const [program = "", ...words] = argv;
		const decided = decideCommand(agent, asked({ ...base, program, words, facts: factsOf(program, trust, facts) }));
		// "An assignment before a command needs `environment accept`", and no policy of the laws has that.
		return assigns ? { ...decided, effect: "deny" as const, rules: [] } : decided;
	});
	const effect = strictest(commands.map((one) => one.effect));
	return {
		effect,
		rules: commands.filter((one) => one.effect === effect).flatMap((one) => one.rules),
		commands,
		doubtful: found.doubtful || commands.some((one) => one.doubtful),
		found: commands.flatMap((one) => one.found),
	};
}

/** "Decide one command": grants, then every restriction that holds or may hold. */
export function decideCommand(agent: FlatAgent, command: Asked): ReferenceDecision {
	const granting = agent.rules.filter((one) => carved(one, grants(one.rule, command), command) === "yes");
	const raising = agent.rules.filter((one) => carved(one, restricts(one.rule, command), command) !== "no");
	const start: Effect = granting.length > 0 ? "allow" : (agent.default ?? "deny");
	// What runs and nobody can see is granted by a rule, never by a default.
	const unseen = granting.length === 0 && runsUnseen(command);
	const engine = [
		...(changesWhatGoverns(command) === "no" ? [] : ["engine:governs"]),
		...(namesState(command) === "no" ? [] : ["engine:state"]),
	];
	const denied = unseen || engine.length > 0;
	const effect = strictest([start, ...(denied ? (["deny"] as const) : []), ...raising.map((one) => says(one.rule))]);
	const deciding = [...raising.filter((one) => says(one.rule) === effect), ...(effect === "allow" ? granting : [])];
	return {
		effect,
		rules: [...deciding.map((one) => idOf(one.rule)), ...(effect === "deny" ? engine : [])],
		commands: [],
		doubtful: command.readings.length > 1,
		found: [command],
	};
}

/** A program that an option brings, or a file of shell code. */
function runsUnseen({ program, readings }: Asked): boolean {
	if ([".", "source"].includes(program.slice(program.lastIndexOf("/") + 1))) return true;
	const [reading, ...others] = readings;
	if (reading === undefined || others.length > 0) return false;
	// What an option names as a command is one, and is seen.
	return powersBeyond(reading).some(
		(use) => use.power === "exec" && use.sure && use.option !== undefined && use.option.fact?.runs === undefined,
	);
}

/** What the overrides grant is taken out. */
function carved({ by }: Carved, holds: Truth, command: Asked): Truth {
	return all([
		holds,
		...by.map((override) =>
			not(override.keyword === "constrain" ? matches(override, command, "granting") : grants(override, command)),
		),
	]);
}

function says(rule: RuleStatement): Effect {
	return rule.keyword === "constrain" ? "deny" : rule.keyword;
}

export function idOf(rule: RuleStatement): string {
	return rule.clauses.flatMap((clause) => (clause.keyword === "id" ? [clause.text.text] : []))[0] ?? "";
}

/** Facts hold for a bare name, and for a path in a trusted folder; what a policy teaches comes first. */
function factsOf(program: string, trust: readonly string[], facts: ReadonlyMap<string, Program>): Program | undefined {
	const slash = program.lastIndexOf("/");
	if (slash >= 0 && !trust.includes(program.slice(0, slash) || "/")) return undefined;
	const name = program.slice(slash + 1);
	return facts.get(name) ?? programNamed(name);
}

interface FoundCommand {
	readonly argv: readonly string[];
	/** Assignments stand before it. */
	readonly assigns: boolean;
}

/** The command, and those that its words name: `env rm x` holds `rm x`. */
function commandsIn(
	argv: readonly string[],
	trust: readonly string[],
	facts: ReadonlyMap<string, Program>,
	assigns = false,
): { commands: FoundCommand[]; doubtful: boolean } {
	const [program = "", ...words] = argv;
	const known = factsOf(program, trust, facts);
	const commands: FoundCommand[] = [{ argv, assigns }];
	let doubtful = false;
	if (known === undefined) return { commands, doubtful };
	const { readings } = asked({
		program,
		words,
		facts: known,
		cwd: "/",
		around: { workspace: "/", home: "/", links: new Map() },
		trust,
		forced: false,
		tools: undefined,
		sets: new Map(),
	});
	for (const reading of readings) {
		const runs = reading.usage?.runs;
		const behind = runs ? reading.operands.slice(runs.skip).map((one) => one.text) : [];
		let inner = behind;
		while (runs?.assignments && /^[^=]+=/.test(inner[0] ?? "")) inner = inner.slice(1);
		const lists = [inner, ...reading.inner].filter((list) => list.length > 0);
		if (runs?.joined || reading.options.some((option) => option.fact?.runs === "line" || option.fact?.runs === "word"))
			doubtful = true;
		if (lists.some((list) => list.some((word) => word.includes("{}")))) doubtful = true;
		// What `-execdir` runs starts in folders that nobody knows; and what follows from words, or lies below a folder, is not read here.
		if (reading.options.some(({ names }) => names.includes("-execdir") || names.includes("-okdir"))) doubtful = true;
		if ([reading.usage, ...reading.options.map(({ fact }) => fact)].some((one) => (one?.follows?.length ?? 0) > 0))
			doubtful = true;
		for (const list of lists) {
			const further = commandsIn(list, trust, facts, list === inner && inner.length < behind.length);
			commands.push(...further.commands);
			doubtful ||= further.doubtful;
		}
	}
	return { commands, doubtful: doubtful || (readings.length > 1 && commands.length > 1) };
}
