/** What a report says of a policy, as data. Everything has a bound, and what is beyond it is counted, not forgotten. */

import { withoutEngineRules } from "../../engine/decide/compile-for-questions.js";
import type { Tree } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import type { Diagnostic } from "../../language/diagnostic/diagnostic.js";
import type { PathPattern, Test } from "../../language/policy/test.js";
import type { Span } from "../../language/source/span.js";
import { type Effect, type Power, powers } from "../../language/syntax/statements.js";
import type { Loaded } from "../../runtime/load/load.js";
import { type AgentModel, agentModelOf } from "../analysis/agent-model.js";
import { answersFor, answersForOthers, type ProgramAnswers, reach } from "../analysis/reach.js";
import type { Witness } from "../analysis/witness.js";
import { claimFails } from "../lint/lints/claim-fails.js";
import { expectationFails } from "../lint/lints/expectation-fails.js";
import type { AgentCoverage } from "../suite/coverage.js";
import { coverageOf, decideAll, type TestedPolicy } from "../suite/run-tests.js";
import { type Outline, outline } from "./tree/outline.js";

export interface Study {
	readonly loaded: Loaded;
	readonly tree: Tree;
	readonly world: World;
	readonly matrix: Matrix;
	readonly abilities: readonly Abilities[];
	readonly tested: TestedPolicy;
	readonly coverage: readonly AgentCoverage[];
	/** Those that say more than the tested claims and expectations do. */
	readonly findings: readonly Diagnostic[];
	readonly outlines: readonly Outline[];
	/** Agents that are not looked at one by one. */
	readonly agentsLeftOut: number;
}

/** Which programs agents may run. */
export interface Matrix {
	readonly agents: readonly string[];
	readonly programs: readonly string[];
	/** By agent, then by program. */
	readonly answers: readonly (readonly ProgramAnswers[])[];
	/** Of all programs that no rule names, by agent. */
	readonly others: readonly Omit<ProgramAnswers, "program">[];
	readonly programsLeftOut: number;
}

/** What an agent may do, whatever the program. */
export interface Abilities {
	readonly agent: string;
	readonly powers: readonly { readonly power: Power; readonly ability: Ability }[];
	readonly places: readonly { readonly place: string; readonly read: Ability; readonly write: Ability }[];
}

/** The loosest answer that a command gets which does it. */
export type Ability =
	| { readonly kind: "found"; readonly effect: Effect; readonly sample: Witness }
	| { readonly kind: "none" }
	| { readonly kind: "unsettled" };

export interface StudyOptions {
	readonly world: World;
	/** What lints and attacks find, asked once. */
	readonly findings: () => readonly Diagnostic[];
	/** Those that tables and trees are about. */
	readonly agents: readonly string[];
	/** Tells that another part of the work is done, of so many. */
	readonly step: (done: number, of: number) => void;
}

const mostAgents = 12;
const mostPrograms = 250;
const mostPlaces = 12;
/** Steps for each program and answer. */
const steps = 500;
/** Questions of trees that are on the page, in all. */
const mostQuestions = 3000;

export function study(loaded: Loaded, tree: Tree, options: StudyOptions): Study {
	const { world } = options;
	const agents = [...new Set(options.agents)];
	const shown = agents.slice(0, mostAgents);
	const settings = shown.map((agent) => agentModelOf(tree, agent, { workspace: world.workspace, home: world.home }));
	const places = placesOf(settings);
	const stated = withoutEngineRules(loaded.policy, tree);
	let done = 0;
	const all = 3 + settings.length * 2;
	const counted = <T>(value: T): T => {
		options.step(++done, all);
		return value;
	};
	const tested = counted(decideAll({ policies: [loaded], suites: [] }, world));
	const [own] = tested.policies;
	if (own === undefined) throw new Error("a policy with a tree was not tested");
	const coverage = counted(coverageOf(own, tested));
	const findings = counted(options.findings().filter((one) => !isSaid(one, own)));
	return {
		loaded,
		tree,
		world,
		tested: own,
		coverage,
		findings,
		matrix: matrixOf(settings, shown, counted),
		abilities: settings.map((setting) => counted(abilitiesOf(setting, places))),
		outlines: shown.map((agent) => {
			const agentTree = stated.agents[agent];
			if (agentTree === undefined) throw new Error(`agent ${agent} has no tree`);
			return outline(stated, agentTree, { depth: 60, most: Math.floor(mostQuestions / shown.length) });
		}),
		agentsLeftOut: agents.length - shown.length,
	};
}

/** Whether a finding says what is said of the claims and expectations themselves. */
function isSaid({ code, span }: Diagnostic, { claims, results }: TestedPolicy): boolean {
	const isThere = (other: Span): boolean =>
		other.file === span.file && other.start === span.start && other.end === span.end;
	if (code === claimFails.name)
		return claims.some(({ claim, answer }) => answer.kind === "broken" && isThere(claim.span));
	if (code === expectationFails.name)
		return results.some(({ expectation, passed }) => !passed && isThere(expectation.span));
	return false;
}

function matrixOf(settings: readonly AgentModel[], agents: readonly string[], counted: <T>(value: T) => T): Matrix {
	const named = [...new Set(settings.flatMap(({ agentTree }) => Object.keys(agentTree.programs)))].sort();
	const programs = named.slice(0, mostPrograms);
	const answers = settings.map((setting) => counted(answersFor(setting, programs, steps)));
	return {
		agents,
		programs,
		answers,
		others: settings.map((setting) => answersForOthers(setting, named, steps)),
		programsLeftOut: named.length - programs.length,
	};
}

function abilitiesOf(setting: AgentModel, places: readonly StudiedPlace[]): Abilities {
	return {
		agent: setting.agentTree.agent.name,
		powers: powers.map((power) => ({ power, ability: abilityOf(setting, { kind: "uses-power", powers: [power] }) })),
		places: places.map(({ place, paths }) => ({
			place,
			read: abilityOf(setting, { kind: "paths-touching", access: "read", paths }),
			write: abilityOf(setting, { kind: "paths-touching", access: "write", paths }),
		})),
	};
}

/** The loosest answer that there is, but a denial. */
function abilityOf(setting: AgentModel, test: Test): Ability {
	let isSettled = true;
	for (const effect of ["allow", "ask", "nudge"] as const) {
		const found = reach(setting, test, effect, steps);
		if (found.kind === "found") return { kind: "found", effect, sample: found.sample };
		isSettled &&= found.kind === "none";
		// Whether something looser is possible is not known: what is stricter would pass for the answer.
		if (!isSettled) return { kind: "unsettled" };
	}
	return { kind: "none" };
}

interface StudiedPlace {
	readonly place: string;
	readonly paths: readonly PathPattern[];
}

/** Places that everybody asks about, and then those that the rules speak of. */
function placesOf(settings: readonly AgentModel[]): readonly StudiedPlace[] {
	const own = settings.flatMap(({ agentTree }) => agentTree.tests.flatMap(pathsIn));
	const asked = [".", ".git", "**/.env", "~", "~/.ssh", "/etc", "/tmp", ...own];
	return [
		...[...new Set(asked)].slice(0, mostPlaces).map((text) => ({ place: text, paths: [pathOf(text)] })),
		{
			place: "anywhere but ., /tmp and /dev/null",
			paths: [
				pathOf("/"),
				{ ...pathOf("."), negated: true },
				{ ...pathOf("/tmp"), negated: true },
				{ ...pathOf("/dev/null"), negated: true },
			],
		},
	];
}

function pathsIn(test: Test): readonly string[] {
	if (test.kind !== "paths-touching" && test.kind !== "paths-within") return [];
	return test.paths.flatMap(({ text, literal, negated }) => (literal || negated ? [] : [text]));
}

function pathOf(text: string): PathPattern {
	return { text, literal: false, negated: false };
}
