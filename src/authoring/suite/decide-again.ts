/**
 * Decides again what records asked: each by itself, or equal ones once. A log of ten thousand machines asks few things from many folders. Whether two
 * records that ask the same from other folders, at another time, may share an answer is not guessed: a decision is watched, and what it used of the
 * record's folders and time is what others must have in common with it. A decision is made of nothing else, so it comes out the same.
 */
import { decide } from "../../engine/decide/decide.js";
import type { Tree } from "../../engine/decide/tree.js";
import { firstRequest } from "../../engine/history/first-request.js";
import type { World } from "../../engine/request/paths.js";
import { isMoment } from "../../engine/request/read-facts.js";
import type { Request } from "../../engine/request/request.js";
import { type Answer, dependsOnValues, type Recorded, worldOf } from "./log-records.js";
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

/** What was decided, and how often an answer was there already. */
export interface Grouping {
	readonly decide: DecideAgain;
	readonly counts: () => { readonly records: number; readonly decided: number };
}

/** Answers that are kept; then they are begun anew. */
const mostKept = 60_000;

/** Decides records that ask the same, and have in common what the answer used, once. */
export function decidingGroups(tree: Tree, world: World, workspace?: string): Grouping {
	let groups = new Map<string, Group>();
	let [kept, records, decided] = [0, 0, 0];
	/** By their first words: how many requests were watched, and how many of them hang on no folder. */
	const programs = new Map<string, { readonly watched: number; readonly free: number }>();
	const again: DecideAgain = (record, asked) => {
		records++;
		const own = worldOf(record, asked, world, workspace);
		const folder = asked.cwd ?? own.workspace;
		const text = JSON.stringify([asked.argv, asked.script, asked.call, asked.env, asked.tools]);
		const around = { folder, workspace: own.workspace, home: own.home ?? "", time: record.time };
		// What names a folder of the record may be compared with it as a whole, which nobody can watch.
		const isNamed = [folder, own.workspace, own.home].some(
			(one) => one !== undefined && text.includes(JSON.stringify(one).slice(1, -1)),
		);
		const key = `${record.agent}\n${asked.force === true}${own.home === undefined}${folder === own.workspace}${isNamed}${isMoment(record.time)}\n${text}`;
		if (kept > mostKept) [groups, kept] = [new Map(), 0];
		let group = groups.get(key);
		if (group === undefined) {
			group = { isWatched: !isNamed && isWorthWatching(asked), answers: [] };
			groups.set(key, group);
			kept++;
		}
		for (const { used, by } of group.answers) {
			const found = by.get(valuesOf(around, used));
			if (found !== undefined) return found;
		}
		decided++;
		const real = isMoment(record.time) ? watchedTime(own, record.time) : { world: own, used: () => nothing };
		const answer = againOf(asked, decide(tree, asked, real.world, firstRequest(tree)));
		const folders = group.isWatched ? foldersUsed(asked, real.world, answer) : all;
		// Of what hangs on a folder others are decided for theirs, and are not watched for it.
		if (group.isWatched) noteWatch(asked, folders !== all);
		group.isWatched &&= folders !== all;
		const used = real.used().has("time") ? [...folders, "time" as const] : folders;
		let same = group.answers.find((one) => one.used.join() === used.join());
		if (same === undefined) {
			same = { used, by: new Map() };
			group.answers.push(same);
		}
		same.by.set(valuesOf(around, used), answer);
		kept++;
		return answer;
	};
	return { decide: again, counts: () => ({ records, decided }) };

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
		const watch = watchedFolders({ ...own, workspace: cwd ?? own.workspace });
		const seen = againOf(asked, decide(tree, elsewhere, watch.world, firstRequest(tree)));
		const used = watch.used();
		if (used.has("folder") || JSON.stringify(seen) !== JSON.stringify(answer)) return all;
		return used.has("home") ? ["home"] : [];
	}
}

const all: readonly Used[] = ["folder", "workspace", "home"];
const nothing: ReadonlySet<Used> = new Set();

interface Group {
	isWatched: boolean;
	/** Answers by the values of what they used. */
	readonly answers: { readonly used: readonly Used[]; readonly by: Map<string, Again> }[];
}

function firstWord({ argv, script, call }: Request): string {
	if (script !== undefined) return /^\s*(\S{0,100})/.exec(script)?.[1] ?? "";
	const first = argv?.[0] ?? (Array.isArray(call) ? (call.flat()[0] as unknown) : undefined);
	return typeof first === "string" ? first : "";
}

function valuesOf(around: Readonly<Record<Used, string>>, used: readonly Used[]): string {
	return used.map((one) => around[one]).join("\n");
}

function decideIn(tree: Tree, { time }: Recorded, asked: Request, world: World): ReturnType<typeof decide> {
	return decide(tree, isMoment(time) ? { ...asked, at: time } : asked, world, firstRequest(tree));
}

function againOf(asked: Request, decision: ReturnType<typeof decide>): Again {
	const { effect, code, rules, message } = decision;
	return { after: { effect, code, rules, message }, isUnknown: dependsOnValues(asked, decision) };
}
