/**
 * Rules that would have answered what people always answered with yes: the fewest and narrowest. Each is found as `explain` finds its edits, and tried by deciding the
 * questions again; what else it opens comes from the same comparison of the two policies.
 */
import { compile } from "../../engine/decide/compile.js";
import { decide } from "../../engine/decide/decide.js";
import type { Decision } from "../../engine/decide/decision.js";
import type { Tree } from "../../engine/decide/tree.js";
import { firstRequest } from "../../engine/history/first-request.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import type { Policy } from "../../language/policy/policy.js";
import { type PolicyFiles, resolve } from "../../language/policy/resolve.js";
import type { PathWord } from "../../language/syntax/statements.js";
import { type Edit, smallestEdits } from "../analysis/edits/smallest-edit.js";
import { requestOf } from "../analysis/witness.js";
import { dependsOnValues, worldOf } from "../replay/log-records.js";
import { whyNever } from "./never.js";
import type { Question } from "./questions.js";

/** A policy that learns. */
export interface Learner {
	readonly files: PolicyFiles;
	readonly policy: Policy;
	readonly tree: Tree;
	/** Files that may be changed: no shipped packs. */
	readonly isOwn: (file: string) => boolean;
	/** Links and folders as they are now. */
	readonly world: World;
	/** What paths are relative to, where a record does not say. */
	readonly workspace?: string;
	/** How often what a rule answers must have been asked, together. */
	readonly times: number;
}

/** A change of the policy, and the questions that it answers. */
export interface Proposal {
	readonly agent: string;
	readonly edit: Edit;
	/** The ones most asked first. */
	readonly questions: readonly Question[];
}

/** Questions that no change is proposed for, and why. */
export interface Kept {
	readonly why: string;
	readonly questions: readonly Question[];
}

export interface Learned {
	readonly proposals: readonly Proposal[];
	/** The reasons with the most questions first. */
	readonly kept: readonly Kept[];
	/** Questions that the policy, as it is, asks no more: times that they were asked. */
	readonly settled: number;
}

/** Each proposal takes a search through the policy: more than this are not looked for. */
const mostProposals = 40;
/** A rule wider than what was asked has to answer so many questions that differ. */
const fewestForWider = 3;
/** Edits that are compared for a question. */
const mostEdits = 5;
/** What no proposed rule reaches, whatever it lets through: where keys lie, what git obeys, and what other tools run. */
const apartFrom: readonly PathWord[] = [".git", "@key-files", "@tool-settings"].map((text) => ({
	kind: "plain",
	text,
	negated: true,
	span: { file: "", start: 0, end: 0 },
}));
/** How many steps the search for what else a rule opens may take for each program, and for each rule. Nobody waits at a prompt here. */
const steps = 2_000;
const pool = 2_000;

/** What the policy could learn from these questions. */
export function learn(questions: readonly Question[], learner: Learner): Learned {
	const kept = new Map<string, Question[]>();
	const keep = (question: Question, why: string): void => {
		const list = kept.get(why);
		if (list === undefined) kept.set(why, [question]);
		else list.push(question);
	};
	let settled = 0;
	let open: Question[] = [];
	for (const question of questions) {
		const world = worldFor(question, learner);
		const decision = decide(learner.tree, question.request, world, firstRequest(learner.tree));
		if (decision.effect !== "ask") {
			settled += question.asked;
			continue;
		}
		const why = whyNot(question, decision, world);
		if (why === undefined) open.push(question);
		else keep(question, why);
	}
	const proposals: Proposal[] = [];
	let now: Policied = learner;
	while (open.length > 0) {
		const [first] = open as [Question];
		if (proposals.length === mostProposals) {
			for (const question of open) keep(question, tooMany);
			break;
		}
		const found = bestFor(first, open, now, learner);
		if (typeof found === "string") {
			keep(first, found);
			open = open.slice(1);
			continue;
		}
		proposals.push({ agent: first.agent, edit: found.edit, questions: found.answers });
		const answered = new Set(found.answers);
		open = open.filter((one) => !answered.has(one));
		now = found.after;
	}
	return {
		proposals,
		kept: [...kept].map(([why, list]) => ({ why, questions: list })).sort((a, b) => timesOf(b) - timesOf(a)),
		settled,
	};
}

const tooMany = `there are more than ${mostProposals} proposals: take these over first`;

/** How often the questions were asked, together. */
export function timesOf({ questions }: Pick<Kept, "questions">): number {
	return questions.reduce((sum, { asked }) => sum + asked, 0);
}

type Policied = Pick<Learner, "files" | "policy" | "tree">;

function worldFor({ record, request }: Question, { world, workspace }: Learner): World {
	return worldOf(record, request, world, workspace);
}

/** Why nothing is proposed for a question, as far as that can be known without looking for a rule. */
function whyNot({ asked, answered, masked, request }: Question, decision: Decision, world: World): string | undefined {
	if (answered === 0) return "no yes is on record";
	if (answered < asked) return "not every time a yes is on record";
	if (masked) return "secrets were taken out of the record, so what was asked is not known";
	if (decision.approvals !== undefined) return "it waits for certain people";
	if (dependsOnValues(request, decision)) return "it sets `HOME`, and the log does not hold its value";
	return whyNever(request, world, decision);
}

interface Best {
	readonly edit: Edit;
	readonly answers: readonly Question[];
	readonly after: Policied;
}

/** The change for a question: the one that opens nothing else, or a wider one that answers many. Why there is none, where there is none. */
function bestFor(question: Question, open: readonly Question[], now: Policied, learner: Learner): Best | string {
	const world = worldFor(question, learner);
	const { files, policy, tree } = now;
	const { isOwn, times } = learner;
	const { request, agent } = question;
	// A rule speaks of one program: what asks about others can't be answered by it.
	const alike = open.filter((one) => one.agent === agent && sharesProgram(one, question));
	if (timesOf({ questions: alike }) < times) return tooSeldom(times);
	const found = smallestEdits({ files, policy, tree, request, world, isOwn, apartFrom, most: mostEdits, steps, pool });
	if (found.edits.length === 0) return found.why ?? "no small change does it";
	const fit = found.edits.filter((edit) => isFit(edit, world));
	const written = writing(question);
	const mayWrite = ({ tree: one }: Policied): boolean =>
		written !== undefined && decide(one, written, world, firstRequest(one)).effect === "allow";
	const wrote = mayWrite(now);
	const tried = fit.map((edit): Best => {
		const changed = resolve(edit.files).value;
		const after: Policied = { files: edit.files, policy: changed, tree: compile(changed, tree.lines) };
		return {
			edit,
			after,
			answers: open.filter((one) => one.agent === question.agent && isAllowed(one, after, learner)),
		};
	});
	const answering = tried.filter(({ answers, after }) => answers.includes(question) && (wrote || !mayWrite(after)));
	const narrow = answering.toSorted((a, b) => widthOf(a.edit) - widthOf(b.edit))[0];
	if (narrow === undefined) return "every rule that allows it opens what is never proposed, or changes a setting";
	const wide = answering.reduce((best, one) => (one.answers.length > best.answers.length ? one : best), narrow);
	const best = wide.answers.length >= fewestForWider ? wide : narrow;
	if (timesOf({ questions: best.answers }) < times) return tooSeldom(times);
	return best;
}

function tooSeldom(times: number): string {
	return `what one rule would answer was asked less than ${times} times`;
}

/** The same with what it shows sent over a file that nobody spoke of: a search at its limit may miss that. A call has no such thing. */
function writing({ command, request }: Question): Request | undefined {
	const { argv: _argv, script: _script, call, ...asking } = request;
	return call === undefined ? { ...asking, script: `${command} > ./learned.out` } : undefined;
}

/** Do the two run a program of the same name? Where the log does not say what one runs, it may. */
function sharesProgram(a: Question, b: Question): boolean {
	const [ours, theirs] = [a, b].map(({ record }) => record.programs);
	return ours === undefined || theirs === undefined || ours.some((name) => theirs.includes(name));
}

function isAllowed(question: Question, { tree }: Policied, learner: Learner): boolean {
	return decide(tree, question.request, worldFor(question, learner), firstRequest(tree)).effect === "allow";
}

/** What says `exactly` more often is narrower; of two that say it as often, the one that is known to open less. */
function widthOf({ changes, besides: { commands, settled } }: Edit): number {
	const exact = changes.filter(({ after = "" }) => /\bexactly\b/.test(after)).length;
	return commands.length * 2 + Number(!settled) - exact * 1_000_000;
}

/** Does it change rules alone, and is nothing that it is known to open something that is never proposed? */
function isFit({ changes, besides: { commands, settings, others } }: Edit, world: World): boolean {
	return (
		settings.length === 0 &&
		!others &&
		changes.every(({ action, after = "" }) => action !== "remove" && !/\bgranting everything\b/.test(after)) &&
		commands.every(({ sample, agent }) => whyNever(requestOf(sample, agent), world) === undefined)
	);
}
