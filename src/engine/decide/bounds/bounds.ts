/**
 * What a sandbox lets the commands of one request do: read off the rules that decided it. A rule that says where a command may write says where
 * its sandbox can be written; paths that none of them may touch are not there; the network is there for who was granted it.
 */

import type { Rule } from "../../../language/policy/policy.js";
import { foundIn, type PathPattern, type Test } from "../../../language/policy/test.js";
import type { ReadCommand } from "../../effects/commands.js";
import type { OwnPlaces } from "../../request/paths.js";
import { evaluateTest } from "../evaluate/evaluate-test.js";
import { type CommandContext, type EvaluationContext, evaluationContextOf } from "../evaluate/evaluation-context.js";
import type { AgentDecisions, Decisions } from "../tree.js";
import { type HostBounds, hostBoundsOf } from "./host-bounds.js";
import { without } from "./without-tests.js";

/** What a sandbox is made of, before anybody has looked at the disk. */
export interface Bounds {
	/** The folder that path patterns are relative to. Absolute. */
	readonly workspace: string;
	/** Where `~` leads. */
	readonly home: string | undefined;
	readonly network: boolean;
	/** For each command with a network: a host may be talked to where one of these lets it through. Absent where one of them may talk to any host. */
	readonly hosts?: readonly HostBounds[];
	/** For each command that writes: a path may be written where it lies inside all of these lists. Without a command nothing is written. */
	readonly writes: readonly (readonly PathList[])[];
	/** What lies inside one of these lists may not even be read. */
	readonly hidden: readonly PathList[];
	/** The files of the policy, as they were named when it was read, and where they lie. */
	readonly policyFiles: readonly string[];
	/** What governs the run beside the policy, and lies where its world says. */
	readonly own?: OwnPlaces;
}

export type PathList = readonly PathPattern[];

/** Where a command may write of which no rule says where: in the workspace. */
const workspaceOnly: PathList = [{ text: ".", literal: true, negated: false }];

/** The bounds of an allowed request. `reads`: its commands; none where it could not be read, and a person has said yes to it as it stands. */
export function boundsOf(
	tree: Pick<Decisions, "files" | "policyPaths">,
	agentTree: AgentDecisions,
	reads: readonly ReadCommand[] | undefined,
	around: CommandContext,
	aroundOf: (read: ReadCommand) => CommandContext = () => around,
): Bounds {
	// What every policy denies without being told, every sandbox keeps without being told.
	const rules = Array.from({ length: agentTree.rules.length }, (_, at) => agentTree.rules.at(at) as Rule).filter(
		({ engine }) => engine !== true,
	);
	const { workspace, home, own: places } = around.world;
	const own = (reads ?? []).map((read) => boundsOfOne(evaluationContextOf(read, aroundOf(read)), rules));
	const each = reads === undefined ? [boundsOfAny(rules)] : own;
	const talking = each.filter(({ network }) => network);
	const hosts = talking.flatMap((one) => one.hosts ?? []);
	return {
		workspace,
		home,
		network: talking.length > 0,
		...(talking.length > 0 && hosts.length === talking.length ? { hosts } : {}),
		writes: each.flatMap(({ writes }) => (writes === undefined ? [] : [writes])),
		// One sandbox holds them all: what one of them may touch is there for the others.
		hidden: [...new Set(each[0]?.hidden)].filter((list) => each.every(({ hidden }) => hidden.includes(list))),
		policyFiles: [...tree.files, ...(tree.policyPaths ?? [])],
		...(places === undefined ? {} : { own: places }),
	};
}

/** Of one command. `writes` is absent where it writes nothing. */
interface OwnBounds {
	readonly network: boolean;
	/** Absent where no rule says to which hosts. */
	readonly hosts?: HostBounds;
	readonly writes?: readonly PathList[];
	readonly hidden: readonly PathList[];
}

function boundsOfOne(subject: EvaluationContext, rules: readonly Rule[]): OwnBounds {
	const granting = rules.filter(({ grants }) => grants !== undefined && evaluateTest(grants, subject) === "yes");
	const used = [...subject.effects.plainPowers(), ...subject.effects.powersBeyond().map(({ power }) => power)];
	const granted = granting.flatMap(({ grants }) => powersIn(grants as Test));
	const network = [...used, ...granted].some((power) => power === "network" || power === "everything");
	const writing =
		used.some((power) => power !== "network" && power !== "secrets") ||
		granted.length > 0 ||
		subject.effects.pathsWritten().length > 0;
	const lists = [...rules.flatMap((rule) => placesFor(rule, subject)), ...listsOfGrants(granting)];
	const hosts = network ? hostBoundsOf(subject, rules, granting) : undefined;
	return {
		network,
		...(hosts === undefined ? {} : { hosts }),
		...(writing ? { writes: lists.length === 0 ? [workspaceOnly] : lists } : {}),
		hidden: rules.flatMap((rule) => secretsFrom(rule, subject)),
	};
}

/** Of what nobody has read: every rule may speak of it. */
function boundsOfAny(rules: readonly Rule[]): OwnBounds {
	const lists = rules.flatMap(({ keyword, restricts }) =>
		keyword === "constrain" && restricts !== undefined ? placesIn(restricts) : [],
	);
	return {
		network: false,
		writes: lists.length === 0 ? [workspaceOnly] : lists,
		hidden: rules.flatMap(({ effect, restricts }) =>
			effect === "deny" && restricts !== undefined ? touchedIn(restricts) : [],
		),
	};
}

/** The powers that a grant gives beyond plain use; one that asks for none gives all. */
function powersIn(test: Test): readonly string[] {
	const asked = powerTestsIn(test);
	return asked.length === 0 ? ["everything"] : asked.flatMap(({ powers }) => powers);
}

type PowerTest = Extract<Test, { readonly kind: "powers-within" }>;

function powerTestsIn(test: Test): readonly PowerTest[] {
	return foundIn(test, (one) => (one.kind === "powers-within" ? one : undefined));
}

/** Grants add up: one without a list bounds nothing, and of several lists a path may lie in any. */
function listsOfGrants(granting: readonly Rule[]): readonly PathList[] {
	const each = granting.map(({ grants }) => listsIn(grants as Test));
	return granting.length === 0 || each.some((lists) => lists.length === 0) ? [] : [each.flat(2)];
}

/** `within` of a grant: the command may name no other paths, so it needs to write no others. */
function listsIn(test: Test): readonly PathList[] {
	switch (test.kind) {
		case "all":
			return test.tests.flatMap(listsIn);
		// `allow rm, mv within .`: the list stands behind each of the patterns.
		case "any": {
			const each = test.tests.map(listsIn);
			return each.some((lists) => lists.length === 0) ? [] : [[...new Set(each.flat(2))]];
		}
		case "paths-within":
			return [test.paths];
		default:
			return [];
	}
}

/** The lists of a `constrain` for what is written, if it speaks of the command or may do so. */
function placesFor({ keyword, restricts }: Rule, subject: EvaluationContext): readonly PathList[] {
	if (keyword !== "constrain" || restricts === undefined) return [];
	const lists = placesIn(restricts);
	return evaluateTest(without(restricts, isPlace), subject) === "no" ? [] : lists;
}

function placesIn(test: Test): readonly PathList[] {
	return foundIn(test, (one) =>
		one.kind === "not" && one.test.kind === "paths-within" && isPlace(one) ? one.test.paths : undefined,
	);
}

/** `constrain … to`: it restricts unless every path lies inside. */
function isPlace(test: Test): boolean {
	return test.kind === "not" && test.test.kind === "paths-within" && test.test.access !== "read";
}

/** The lists of a denial that no path of the command may lie in, if it speaks of the command whatever its paths are. */
function secretsFrom({ effect, keyword, restricts }: Rule, subject: EvaluationContext): readonly PathList[] {
	if (effect !== "deny" || keyword === "constrain" || restricts === undefined) return [];
	const lists = touchedIn(restricts);
	return evaluateTest(without(restricts, isTouch), subject) === "yes" ? lists : [];
}

function touchedIn(test: Test): readonly PathList[] {
	return foundIn(test, (one) => (one.kind === "paths-touching" ? one.paths : undefined));
}

function isTouch(test: Test): boolean {
	return test.kind === "paths-touching";
}
