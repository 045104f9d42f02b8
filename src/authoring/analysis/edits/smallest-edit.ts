/**
 * The smallest changes of a policy that change the answer to a request. Each is made in memory, and the request is decided again
 * under the changed policy: what does not change the answer is not proposed. No file is written.
 */

import { compileAgent } from "../../../engine/decide/compile.js";
import { decide } from "../../../engine/decide/decide.js";
import type { RuleRef } from "../../../engine/decide/decision.js";
import type { EvaluationContext } from "../../../engine/decide/evaluate/evaluation-context.js";
import { ruleRef } from "../../../engine/decide/rule-ref.js";
import type { AgentTree, Tree } from "../../../engine/decide/tree.js";
import { firstRequest } from "../../../engine/history/first-request.js";
import type { World } from "../../../engine/request/paths.js";
import type { Request } from "../../../engine/request/request.js";
import { hasErrors } from "../../../language/diagnostic/diagnostic.js";
import type { AgentPolicy, Policy, Rule } from "../../../language/policy/policy.js";
import { type PolicyFiles, resolve } from "../../../language/policy/resolve.js";
import type { PathWord } from "../../../language/syntax/statements.js";
import { type Witness, witnessCommandLine } from "../witness.js";
import {
	type DenialCause,
	denialCausesOf,
	grantsIt,
	type ReadForRules,
	raises,
	readForRules,
	ungrantedIn,
} from "./denial-causes.js";
import { type Candidate, type Draft, editsAgainst, editsToDeny, isOutOfReach } from "./edits-against.js";
import { changesOf, edited, type PolicyChange, type StatementPlace, type Step } from "./policy-edits.js";
import { type Changed, type Search, type SideEffects, sideEffectsOfEdit } from "./side-effects-of-edit.js";

/** A request under a policy. */
export interface EditQuestion {
	readonly files: PolicyFiles;
	readonly policy: Policy;
	readonly tree: Tree;
	readonly request: Request;
	readonly world: World;
	/** Files that may be changed: no shipped packs. */
	readonly isOwn: (file: string) => boolean;
	/** Rules that touch nothing of this, nor what lies elsewhere than what is asked for; and nothing but rules. */
	readonly apartFrom?: readonly PathWord[];
	/** How many edits are wanted. */
	readonly most?: number;
	/** How many steps the search for what else changes may take for each program. */
	readonly steps?: number;
	/** How many it may take for each edit together. What was not looked at then is said to be unsettled. */
	readonly pool?: number;
}

/** A change of the policy under which the answer is another. */
export interface Edit {
	readonly changes: readonly PolicyChange[];
	readonly besides: SideEffects;
	/** The policy with it. */
	readonly files: PolicyFiles;
}

export interface Edits {
	/** The answer that they lead to. */
	readonly to: "allow" | "deny";
	/** The one that changes least besides first. */
	readonly edits: readonly Edit[];
	/** Why there are none, where there are none. */
	readonly why?: string;
	/** What to do instead. */
	readonly help?: string;
	/** Locked rules in the way: nothing below them loosens them. */
	readonly locked: readonly RuleRef[];
}

/** Steps that are enough for ordinary policies, and quick. */
const fewSteps = 1_000;
const fewInAll = 400;
/** No more changes than this at once. */
const mostSteps = 6;
/** No more changed policies than this are looked at. */
const mostTried = 240;
/** Of changes that are not enough yet, the best ones are taken further. */
const mostKept = 3;
/** What an edit changes for agents that inherit it is told for so many of them. */
const mostHeirs = 6;
/** Of changes that are enough, so many are compared by what else they change. */
const mostCompared = 5;

/** The smallest edits: that allow what is not allowed, that deny what is. */
export function smallestEdits(question: EditQuestion): Edits {
	const { tree, policy, request, world, files, isOwn } = question;
	const decision = decide(tree, request, world, firstRequest(tree));
	const to = decision.effect === "allow" ? "deny" : "allow";
	const none = (why: string, help: string, locked: readonly RuleRef[] = []): Edits => ({
		to,
		edits: [],
		why,
		help,
		locked,
	});
	const agentTree = Object.hasOwn(tree.agents, decision.agent) ? tree.agents[decision.agent] : undefined;
	const agent = policy.agents.get(decision.agent);
	if (agentTree === undefined || agent === undefined)
		return none("the policy has no such agent", "name one that it has, or write one");
	if (decision.code === "fault") return none("it could not be decided", "see the message");
	if (decision.code === "ungoverned")
		return none("the rules do not govern it", "write `govern all` into the agent, or name the hand in `govern`");
	const read = readForRules(tree, agentTree, request, world);
	if (read === undefined)
		return none(
			"it can't be read for certain, and no rule changes that",
			"write it so that every command can be read off",
		);
	if (read.subjects.length === 0) return none("it runs nothing", "there is nothing to decide");
	const place = placeFor(files, agent.name, isOwn);
	if (place === undefined)
		return none(
			"the policy has no file of its own",
			"write a `policy.rules` that imports the pack, and change that one",
		);
	const { apartFrom } = question;
	const start: Draft = { files, agent, place, isOwn, ...(apartFrom === undefined ? {} : { apartFrom }) };
	const found = to === "deny" ? denying(read, start, question) : allowing(read, start, question);
	if ("locked" in found) {
		const refs = found.locked.map((rule) => ruleRef(tree, rule));
		return none("a locked rule is in the way", "whoever may change that rule decides", refs);
	}
	if (found.length === 0) return none("no small change does it", "look at the rules that decided");
	return { to, edits: compared(found, question, agent, to, read), locked: [] };
}

/** A changed policy that decides the request otherwise. */
interface Enough {
	readonly files: PolicyFiles;
	readonly steps: readonly Step[];
	readonly width: number;
	/** The commands that are decided otherwise. */
	readonly subjects: readonly EvaluationContext[];
}

/** A changed policy, and what still stands in the way under it. */
interface State {
	readonly draft: Draft;
	readonly steps: readonly Step[];
	readonly width: number;
	readonly obstacles: readonly DenialCause[];
}

/** Takes one obstacle after the other away, by few and narrow changes. */
function allowing(
	read: ReadForRules,
	start: Draft,
	question: EditQuestion,
): readonly Enough[] | { readonly locked: readonly Rule[] } {
	const first = denialCausesOf(read, start.agent);
	const obstacles = first.length > 0 ? first : ungrantedIn(read, start.agent);
	const locked = obstacles.flatMap((one) =>
		one.kind === "restricted" && isOutOfReach(one.rule, start) ? [one.rule] : [],
	);
	if (locked.length > 0) return { locked: [...new Set(locked)] };
	const subjects = [...new Set(obstacles.flatMap((one) => ("subject" in one ? [one.subject] : [])))];
	const from: State = { draft: start, steps: [], width: 0, obstacles };
	const narrow = takenAway(from, subjects, read, question, ({ width }) => width < lastResort);
	return narrow.length > 0 ? narrow : takenAway(from, subjects, read, question, () => true);
}

/** The changed policies under which nothing is in the way any more. `mayBe`: changes that are looked at. */
function takenAway(
	from: State,
	subjects: readonly EvaluationContext[],
	read: ReadForRules,
	question: EditQuestion,
	mayBe: (candidate: Candidate) => boolean,
): readonly Enough[] {
	let states: readonly State[] = [from];
	const done: Enough[] = [];
	let tried = 0;
	for (let count = 1; count <= mostSteps && states.length > 0 && done.length === 0; count++) {
		const next: State[] = [];
		for (const state of states) {
			const [obstacle] = state.obstacles;
			if (obstacle === undefined) continue;
			for (const candidate of editsAgainst(obstacle, state.draft).filter(mayBe)) {
				if (++tried > mostTried) break;
				const reached = after(state, candidate, read);
				if (reached === undefined) continue;
				if (reached.obstacles.length === 0) {
					if (answer(reached.draft, read, question) === "allow")
						done.push({ ...reached, files: reached.draft.files, subjects });
				} else if (isFurther(reached, state)) next.push(reached);
			}
		}
		states = next.toSorted((a, b) => a.obstacles.length - b.obstacles.length || a.width - b.width).slice(0, mostKept);
	}
	return done;
}

/** Puts one thing in the way of one of the commands. */
function denying(read: ReadForRules, start: Draft, question: EditQuestion): readonly Enough[] {
	return read.subjects.flatMap((subject) =>
		editsToDeny(subject, start).flatMap(({ step, width }): readonly Enough[] => {
			const files = edited(start.files, step);
			const agent = agentIn(files, start.agent.name);
			if (agent === undefined || answer({ agent }, read, question) !== "deny") return [];
			return [{ files, steps: [step], width, subjects: [subject] }];
		}),
	);
}

function after(state: State, { step, width }: Candidate, read: ReadForRules): State | undefined {
	const files = edited(state.draft.files, step);
	const agent = agentIn(files, state.draft.agent.name);
	if (agent === undefined) return undefined;
	const draft = { ...state.draft, files, agent, place: settled(state.draft.place, step) };
	return { draft, steps: [...state.steps, step], width: state.width + width, obstacles: denialCausesOf(read, agent) };
}

/** A place that did not speak of the agent does once something was added. */
function settled(place: StatementPlace, step: Step): StatementPlace {
	return place.isNew === true && step.kind === "add" && step.statement.kind === "agent"
		? { file: place.file, agent: place.agent }
		: place;
}

/** Is what stood first in the way gone, and nothing put in its place? */
function isFurther(reached: State, from: State): boolean {
	const gone = keyOf(from.obstacles[0] as DenialCause);
	return reached.obstacles.length <= from.obstacles.length && !reached.obstacles.some((one) => keyOf(one) === gone);
}

function keyOf(obstacle: DenialCause): string {
	switch (obstacle.kind) {
		case "environment":
			return JSON.stringify([obstacle.kind, obstacle.names]);
		case "syntax":
			return JSON.stringify([obstacle.kind, obstacle.features]);
		case "restricted": {
			const { span } = obstacle.rule;
			return JSON.stringify([obstacle.kind, placeOf(obstacle.subject), span.file, span.start, obstacle.path?.text]);
		}
		case "ungranted":
			return JSON.stringify([obstacle.kind, placeOf(obstacle.subject)]);
	}
}

function placeOf({ command }: EvaluationContext): unknown {
	return [command.span.start, command.span.end, command.program, command.args];
}

/** The agent under changed statements; undefined where they would be no policy. */
function agentIn(files: PolicyFiles, name: string): AgentPolicy | undefined {
	const { value, diagnostics } = resolve(files);
	return hasErrors(diagnostics) ? undefined : value.agents.get(name);
}

/** What is decided under the agent's changed rules. Rules that do not meet the request have no say, and are left out. */
function answer(
	{ agent }: Pick<Draft, "agent">,
	{ subjects }: ReadForRules,
	{ tree, request, world }: Pick<EditQuestion, "tree" | "request" | "world">,
): string {
	const rules = agent.rules.filter((rule) => subjects.some((one) => raises(rule, one) || grantsIt(rule, one)));
	const agents = Object.assign(Object.create(null) as Record<string, AgentTree>, {
		[agent.name]: compileAgent({ ...agent, rules }),
	});
	return decide({ ...tree, agents }, request, world).effect;
}

/** The edits by what they change besides. */
function compared(
	found: readonly Enough[],
	{ files, policy, tree, world, request, most = mostCompared, steps = fewSteps, pool = fewInAll }: EditQuestion,
	agent: AgentPolicy,
	to: "allow" | "deny",
	read: ReadForRules,
): readonly Edit[] {
	const ground = { workspace: world.workspace, home: world.home };
	const search = (): Search => ({ ground, steps, pool: { left: pool, light: true }, withPowers: false });
	const drafts = distinct(found.map((one) => ({ ...one, changes: changesOf(files, one.steps, tree.lines) })))
		.toSorted(
			(a, b) => a.width - b.width || a.changes.length - b.changes.length || lengthOf(a.changes) - lengthOf(b.changes),
		)
		.slice(0, Math.min(most + 2, mostCompared));
	const measured = drafts.flatMap(({ changes, files: changed, subjects, width }): readonly Measured[] => {
		const { agents } = resolve(changed).value;
		// Decided once more, now under the policy as it would be read.
		if (answer({ agent: agents.get(agent.name) as AgentPolicy }, read, { tree, request, world }) !== to) return [];
		const pair = { before: { policy, tree }, after: agents, agent: agent.name, to, subjects };
		const own = sideEffectsOfEdit(pair, agent.name, search());
		return [{ edit: { changes, besides: own, files: changed }, pair, width }];
	});
	return measured
		.toSorted(
			(a, b) => weight(a) - weight(b) || a.width - b.width || lengthOf(a.edit.changes) - lengthOf(b.edit.changes),
		)
		.slice(0, most)
		.map(({ edit, pair }) => {
			// Agents that inherit what was changed.
			const heirs = [...pair.after.keys()].filter((name) => name !== agent.name && differs(pair, name));
			const all = [
				edit.besides,
				// A shortest command says little of the powers that come with it: the shortest that uses one is shown too.
				...(to === "allow" && edit.besides.commands.length > 0
					? [powerful(edit.besides, sideEffectsOfEdit(pair, agent.name, { ...search(), withPowers: true }))]
					: []),
				...heirs.slice(0, mostHeirs).map((name) => sideEffectsOfEdit(pair, name, search())),
			];
			return {
				...edit,
				besides: {
					commands: all.flatMap(({ commands }) => commands),
					settings: all.flatMap(({ settings }) => settings),
					others: all.some((one) => one.others),
					settled: heirs.length <= mostHeirs && all.every(({ settled: isSettled }) => isSettled),
				},
			};
		});
}

/** What was not shown yet; whether all was searched through was told before. */
function powerful({ commands: known }: SideEffects, { commands }: SideEffects): SideEffects {
	const isKnown = (one: Witness): boolean =>
		known.some(({ sample }) => sample.forced === one.forced && witnessCommandLine(sample) === witnessCommandLine(one));
	const fresh = commands.filter(({ sample }) => !isKnown(sample));
	return { commands: fresh, settings: [], others: false, settled: true };
}

/** Does the agent have other rules or settings now? */
function differs({ before, after: then }: Changed, name: string): boolean {
	const [old, now] = [before.policy.agents, then].map((agents) => agents.get(name));
	const said = (one: AgentPolicy | undefined): string =>
		JSON.stringify(
			one && {
				...one,
				rules: one.rules.map(({ effect, grants, restricts }) => JSON.stringify([effect, grants, restricts])).sort(),
			},
		);
	return said(old) !== said(now);
}

/** Edits of this width are proposed only where there is nothing else. */
const lastResort = 9;

/**
 * How much an edit changes besides, the smaller the better. A natural pattern is as good as a list of words where it frees one thing more;
 * of two that free as many things, the one that is made to be narrower is better. Not to have found anything is not to know that there is nothing.
 */
function weight({ edit: { besides: more }, pair, width }: Measured): number {
	const { commands, settings, others, settled } = more;
	const doubt = others ? 3 : !settled && commands.length === 0 ? 1 : 0;
	return Math.max(pair.subjects.length, commands.length) + settings.length + width + doubt;
}

interface Measured {
	readonly edit: Edit;
	readonly pair: Changed;
	readonly width: number;
}

function lengthOf(changes: readonly PolicyChange[]): number {
	return changes.reduce((sum, { before = "", after: then = "" }) => sum + Math.abs(then.length - before.length), 0);
}

function distinct<T extends { readonly changes: readonly PolicyChange[] }>(list: readonly T[]): readonly T[] {
	const seen = new Map<string, T>();
	for (const one of list) {
		const key = JSON.stringify(one.changes);
		if (!seen.has(key)) seen.set(key, one);
	}
	return [...seen.values()];
}

/** Where an agent's own statements stand, or would: in a file that was asked for and may be changed. */
function placeFor(
	{ files, roots }: PolicyFiles,
	agent: string,
	isOwn: (file: string) => boolean,
): StatementPlace | undefined {
	const own = roots.filter(isOwn);
	const speaking = own.find((name) =>
		files.get(name)?.file.statements.some((one) => one.kind === "agent" && one.name.text === agent),
	);
	if (speaking !== undefined) return { file: speaking, agent };
	const [first] = own;
	if (first === undefined) return undefined;
	const isDefined = [...files.values()].some(({ file }) =>
		file.statements.some((one) => one.kind === "agent" && one.name.text === agent),
	);
	return isDefined ? { file: first, agent, isNew: true } : { file: first, agent: "" };
}
