/**
 * Decides again what records asked: each by itself, or equal ones once. A log of ten thousand machines asks few things from many folders. Whether two
 * records that ask the same from other folders, at another time, may share an answer is not guessed: a decision is watched, and what it used of the
 * record's folders and time is what others must have in common with it. A decision is made of nothing else, so it comes out the same.
 */

import { decide } from "../../engine/decide/decide.js";
import type { Tree } from "../../engine/decide/tree.js";
import { firstRequest } from "../../engine/history/first-request.js";
import { altered } from "../../engine/records/altered.js";
import { remembered } from "../../engine/records/remembered.js";
import type { World } from "../../engine/request/paths.js";
import { isMoment } from "../../engine/request/read-facts.js";
import type { Request } from "../../engine/request/request.js";
import { type LatelyUsed, latelyUsed } from "./lately-used.js";
import { type Answer, dependsOnValues, type Recorded, worldOf } from "./log-records.js";
import type { Putting } from "./put-together.js";
import { maySay, puttingIn, renamed, type Said, saidBy, says, saysAny } from "./said.js";
import { allFolders, type General, type Spot, type SpotOptions, type Standing, spotsIn } from "./spots.js";
import { allStandIns, type Replaced } from "./stand-in-home.js";
import { type Used, watchedFolders, watchedTime } from "./watched-world.js";

/** An answer, and whether it hangs on what the log does not hold. */
export interface Again {
	readonly after: Answer & { readonly message: string };
	readonly isUnknown: boolean;
}

/** Decides what a record asked, again. */
export type DecideAgain = (record: Recorded, asked: Request) => Again;

/** Decides each record by itself. */
export function decidingEach(tree: Tree, world: World, workspace?: string): DecideAgain {
	return (record, asked) => againOf(asked, decideIn(tree, record, asked, worldOf(record, asked, world, workspace)));
}

/** An answer, and what records must have in common to share it. */
export interface Shared extends Again {
	/** It is the answer below this home and in this project alone. */
	readonly hangsOnName: boolean;
	/** It is the answer at this time alone. */
	readonly hangsOnTime: boolean;
	/** It is the answer in every folder, at any time. */
	readonly hangsOnNothing: boolean;
	/** It was proved for this request that no name is told from another. */
	readonly isProved: boolean;
}

/** What was decided, and how often an answer was there already. */
export interface Grouping {
	readonly decide: DecideAgain;
	/**
	 * Decides for a record, and says of which others that ask the same from below another home, or at another time, it is the answer. `isProved`: it said so
	 * before of the same request.
	 */
	readonly decideFor: (record: Recorded, asked: Request, isProved?: boolean) => Shared;
	readonly counts: () => { readonly records: number; readonly decided: number };
}

/** Requests with their groups and answers that are kept, and as many again that were asked for lately: a hundred thousand requests, most of which have one answer. */
const mostKept = 300_000;
/** The same where no request is asked again later. */
const mostInOrder = 3_000;
/** Different answers that are kept in the same way. */
const mostAnswers = 20_000;
/** Answers to one request that are kept; then they are begun anew. */
const mostOfOne = 5_000;

/** What is known of the records before they are decided. */
export interface GroupingOptions extends SpotOptions {
	/** Those that ask the same come one behind the other. */
	readonly inOrder?: boolean;
}

/** Decides records that ask the same, and have in common what the answer used, once. */
export function decidingGroups(
	tree: Tree,
	world: World,
	{ workspace, isMany = false, inOrder = false }: GroupingOptions = {},
): Grouping {
	const plainAsks = latelyUsed<Ask>(inOrder ? mostInOrder : mostKept, roomOf);
	/** Of requests that say a folder. In whatever order they come, other folders are said in between. */
	const renamedAsks = latelyUsed<Ask>(mostKept, roomOf);
	const spotOf = spotsIn(tree, world, { workspace, isMany });
	let [records, decided] = [0, 0];
	/** By their first words: how many requests were watched, and how many of them hang on no folder. */
	const programs = new Map<string, { readonly watched: number; readonly free: number }>();
	const free = new WeakSet<Again>();
	/** Answers that hold at one time. */
	const timed = new WeakSet<Again>();
	/** Answers in whose message a stand-in is named. */
	const naming = new WeakSet<Again>();
	/** Most requests are answered as others are. */
	const answers = latelyUsed<Again>(mostAnswers);
	const decideFor = (record: Recorded, asked: Request, isProved = false): Shared => {
		records++;
		const spot = spotOf(record, asked);
		const found = spot.general && answerFor(spot.general, record, asked, isProved);
		const answer = found ?? answerHere(spot, record, asked);
		return {
			after: answer.after,
			isUnknown: answer.isUnknown,
			hangsOnName: found === undefined,
			hangsOnTime: timed.has(answer),
			hangsOnNothing: free.has(answer),
			// What used no folder was not held against other names: elsewhere it may use one.
			isProved: found !== undefined && !free.has(found) && !timed.has(found),
		};
	};
	const decideAlone = (record: Recorded, asked: Request): Again => {
		records++;
		const spot = spotOf(record, asked);
		const { general } = spot;
		const found = general && answerFor(general, record, asked, false);
		const told = found && naming.has(found) ? withNames(found, general.names) : found;
		return told ?? answerHere(spot, record, asked);
	};
	return { decide: decideAlone, decideFor, counts: () => ({ records, decided }) };

	function answerHere(spot: Spot, record: Recorded, asked: Request): Again {
		const said = saidBy(asked);
		return answerIn(spot.real(), askOf(record, asked, said, false), said, record, asked);
	}

	/** What is known of what a record asked, wherever it stands. `isRenamed`: it says stand-ins where it said folders of the record. */
	function askOf({ agent, time }: Recorded, asked: Request, said: Said, isRenamed: boolean): Ask {
		const hasTime = isMoment(time);
		const key = `${agent}\n${asked.force === true}${hasTime}\n${said.more}\n${said.text}`;
		const asks = isRenamed ? renamedAsks : plainAsks;
		let ask = asks.get(key);
		if (ask === undefined) {
			const saysStandIn = !isRenamed && saysAny(said, allStandIns);
			const putting = puttingIn(said, isRenamed);
			ask = {
				hasTime,
				saysStandIn,
				putting,
				kept: asks,
				at: undefined,
				answer: undefined,
				elsewhere: undefined,
				groups: [],
			};
			asks.set(key, ask);
		}
		return ask;
	}

	/** The answer below stand-ins, which most records of many machines share; undefined where a name may matter. */
	function answerFor(general: General, record: Recorded, asked: Request, isProved: boolean): Again | undefined {
		const { names, standing: at } = general;
		const plain = saidBy(asked);
		// Where it says a folder of the record, it is asked of the folder by its other names.
		const isRenamed =
			general.isForTexts && names.some(({ folder }) => says(plain, folder)) && !saysAny(plain, allStandIns);
		const one = isRenamed ? renamed(asked, names, 0) : asked;
		const said = isRenamed ? saidBy(one) : plain;
		const ask = askOf(record, one, said, isRenamed);
		if (ask.saysStandIn || names.some(({ name }) => maySay(said, ask.putting, name))) return undefined;
		const known = ask.at === at ? ask.answer : ask.elsewhere?.get(at);
		if (known !== undefined) return known;
		const proof = { general, asked: isRenamed ? renamed(asked, names, 1) : asked, isProved };
		const found = answerIn(at, ask, said, record, one, proof);
		if (found === undefined || timed.has(found)) return found;
		if (ask.at === undefined) [ask.at, ask.answer] = [at, found];
		else {
			// What everybody asks, from more folders than can be kept, is begun anew.
			if (ask.elsewhere === undefined || ask.elsewhere.size > mostOfOne) ask.elsewhere = new Map();
			ask.elsewhere.set(at, found);
		}
		return found;
	}

	function answerIn(at: Standing, ask: Ask, said: Said, record: Recorded, asked: Request): Again;
	function answerIn(
		at: Standing,
		ask: Ask,
		said: Said,
		record: Recorded,
		asked: Request,
		proof: Proof,
	): Again | undefined;
	function answerIn(
		at: Standing,
		{ hasTime, groups, kept }: Ask,
		said: Said,
		{ time }: Recorded,
		asked: Request,
		proof?: Proof,
	): Again | undefined {
		// What names a folder of the record may be compared with it as a whole, which nobody can watch.
		const isNamed = at.texts.some((one) => says(said, one));
		const key = `${at.head}${isNamed}${proof === undefined}`;
		let group = groups.find((one) => one.key === key);
		if (group === undefined) {
			const isWatched = !isNamed && isWorthWatching(asked);
			group = { key, isWatched, answers: [], hangsOnNames: false, isProved: proof?.isProved === true, kept: 1 };
			groups.push(group);
			kept.grew(1);
		}
		if (group.hangsOnNames) return undefined;
		for (const kept of group.answers) {
			const values = valuesOf(at, time, kept.used);
			const found = kept.values === values ? kept.answer : kept.further?.get(values);
			if (found !== undefined) return found;
		}
		decided++;
		const here = placed(asked, at.cwd);
		const real = hasTime ? watchedTime(at.own, time) : { world: at.own, used: () => nothing };
		const answer = againOf(here, decide(tree, here, real.world, firstRequest(tree)));
		const folders = group.isWatched ? foldersUsed(here, real.world, answer) : allFolders;
		// What uses no folder is the same below all of them. Of other answers the first one is proof enough: names are told apart by what a request does with them, and not by
		// the folder that it does it in.
		const isSame = folders.length === 0 && proof?.asked === asked;
		if (proof !== undefined && !group.isProved && !isSame) {
			const { other, names } = proof.general;
			group.hangsOnNames = !isAlike(answer, decidedIn(other, proof.asked, time), names);
			if (group.hangsOnNames) return undefined;
		}
		group.isProved ||= !isSame;
		// Of what hangs on a folder others are decided for theirs, and are not watched for it.
		if (group.isWatched) noteWatch(asked, folders !== allFolders);
		group.isWatched &&= folders !== allFolders;
		const isTimed = real.used().has("time");
		const shared = sharedAnswer(answer, isTimed, folders.length === 0);
		const used = isTimed ? [...folders, "time" as const] : folders;
		// What everybody asks for is never forgotten, and would grow with the log.
		if (group.kept > mostOfOne) [group.answers.length, group.kept] = [0, 1];
		const values = valuesOf(at, time, used);
		const same = group.answers.find((one) => one.used.join() === used.join());
		if (same === undefined) group.answers.push({ used, values, answer: shared, further: undefined });
		else {
			same.further ??= new Map();
			same.further.set(values, shared);
		}
		group.kept++;
		kept.grew(1);
		return shared;
	}

	/** The same answer to all who are answered so, with what it hangs on. */
	function sharedAnswer(answer: Again, isTimed: boolean, isFree: boolean): Again {
		return remembered(answers, JSON.stringify([answer, isTimed, isFree]), () => {
			if (isTimed) timed.add(answer);
			else if (isFree) free.add(answer);
			if (allStandIns.some((end) => answer.after.message.includes(end))) naming.add(answer);
			return answer;
		});
	}

	function decidedIn({ own, cwd }: Standing, asked: Request, time: string): Again {
		const here = placed(asked, cwd);
		const { world: there } = isMoment(time) ? watchedTime(own, time) : { world: own };
		return againOf(here, decide(tree, here, there, firstRequest(tree)));
	}

	/** To watch is to decide twice: requests of a program whose answers hang on folders are left alone. */
	function isWorthWatching(asked: Request): boolean {
		const { watched = 0, free = 0 } = programs.get(firstWord(asked)) ?? {};
		return watched < 16 || free * 8 > watched;
	}

	function noteWatch(asked: Request, isFree: boolean): void {
		const word = firstWord(asked);
		const { watched = 0, free = 0 } = programs.get(word) ?? {};
		if (programs.size > mostKept) programs.clear();
		programs.set(word, { watched: watched + 1, free: free + (isFree ? 1 : 0) });
	}

	/** The folders that an answer used: by a second decision that is watched. Where that one comes out otherwise, all of them. */
	function foldersUsed(asked: Request, own: World, answer: Again): readonly Used[] {
		const { cwd, ...elsewhere } = asked;
		// An answer that used the folder says no more: the decision ends there, as one that failed.
		const watch = watchedFolders({ ...own, workspace: cwd ?? own.workspace }, true);
		const seen = againOf(asked, decide(tree, elsewhere, watch.world, firstRequest(tree)));
		const used = watch.used();
		if (used.has("folder") || JSON.stringify(seen) !== JSON.stringify(answer)) return allFolders;
		return used.has("home") ? ["home"] : [];
	}
}

const nothing: ReadonlySet<Used> = new Set();

/** What an answer below one stand-in is held against. */
interface Proof {
	readonly general: General;
	/** What is asked below the other. */
	readonly asked: Request;
	/** It was proved before. */
	readonly isProved: boolean;
}

/** What is known of what was asked, wherever that was. There are many: each has no more than it needs. */
interface Ask {
	readonly hasTime: boolean;
	readonly saysStandIn: boolean;
	/** How it may say names that it has not in it. */
	readonly putting: Putting;
	/** Where it is kept. */
	readonly kept: LatelyUsed<Ask>;
	/** Where it was answered below stand-ins, for any time; and further places. */
	at: Standing | undefined;
	answer: Again | undefined;
	elsewhere: Map<Standing, Again> | undefined;
	readonly groups: Group[];
}

function roomOf({ groups }: Ask): number {
	return groups.reduce((room, { kept }) => room + kept, 1);
}

function placed(asked: Request, cwd: string | undefined): Request {
	return cwd === asked.cwd || cwd === undefined ? asked : (altered(asked, { cwd }) as Request);
}

/** Do two answers differ by the stand-ins alone? */
function isAlike(one: Again, other: Again, names: readonly Replaced[]): boolean {
	const renamed = names.reduce((text, { by }) => text.replaceAll(by[1], by[0]), JSON.stringify(other));
	return JSON.stringify(one) === renamed;
}

/** An answer, with the names of its own home and project in what is said; undefined where that may be cut, which hangs on how long they are. */
function withNames(answer: Again, names: readonly Replaced[]): Again | undefined {
	const { message } = answer.after;
	const told = names.reduce((text, { name, by }) => text.replaceAll(by[0], name), message);
	const isShorter = names.every(({ name, by }) => name.length <= by[0].length);
	if (message.includes("…") || (!isShorter && told.length > longestWhole)) return undefined;
	return { ...answer, after: { ...answer.after, message: told } };
}
/** No text of so few letters is cut in a message (`messages.ts`). */
const longestWhole = 200;

interface Group {
	readonly key: string;
	isWatched: boolean;
	/** Below the stand-ins the answers were not alike. */
	hangsOnNames: boolean;
	/** They were once. */
	isProved: boolean;
	readonly answers: Kept[];
	/** How much room it takes: itself and its answers. */
	kept: number;
}

/** Answers by the values of what they used: the first, and further ones. */
interface Kept {
	readonly used: readonly Used[];
	readonly values: string;
	readonly answer: Again;
	further: Map<string, Again> | undefined;
}

function firstWord({ argv, script, call }: Request): string {
	if (script !== undefined) return /^\s*(\S{0,100})/.exec(script)?.[1] ?? "";
	const first = argv?.[0] ?? (Array.isArray(call) ? (call.flat()[0] as unknown) : undefined);
	return typeof first === "string" ? first : "";
}

function valuesOf({ around, whole }: Standing, time: string, used: readonly Used[]): string {
	return used === allFolders ? whole : used.map((one) => (one === "time" ? time : around[one])).join("\n");
}

function decideIn(tree: Tree, { time }: Recorded, asked: Request, world: World): ReturnType<typeof decide> {
	return decide(tree, isMoment(time) ? (altered(asked, { at: time }) as Request) : asked, world, firstRequest(tree));
}

function againOf(asked: Request, decision: ReturnType<typeof decide>): Again {
	const { effect, code, rules, message } = decision;
	return { after: { effect, code, rules, message }, isUnknown: dependsOnValues(asked, decision) };
}
