/**
 * Policies that a resident holds, for hooks of many workspaces: each is looked at again before it answers, by `stat` of every file that it was made of, and
 * read anew where anything is different. No more than a bound of them: which was asked for longest ago goes.
 */
import { remembered } from "../../engine/records/remembered.js";
import { bundleMark } from "../../runtime/load/active-bundle.js";
import { cachedPolicy } from "../../runtime/load/cache.js";
import { cacheFolder, cachePlace } from "../../runtime/load/cache-place.js";
import { compiledAmong, isCompiledFile } from "../../runtime/load/decisions.js";
import { isPolicyName } from "../../runtime/load/find-policy.js";
import { watchedCompiled, watchedDisk } from "../../runtime/servers/watched-disk.js";
import { WrongQuestion } from "../terminal/exit.js";
import type { Deciding } from "./deciding-policy.js";
import { loadPolicy } from "./load-policy.js";

export interface HeldPolicies {
	/** The policy as it is on the disk now. Names are relative to the working folder. `work`: folders in which what is decided works. Throws WrongQuestion as reading it does. */
	readonly find: (names: readonly string[], work: readonly string[]) => Deciding;
	/** What is held, the one that was asked for last at the end. */
	readonly list: () => readonly HeldPolicy[];
}

export interface HeldPolicy {
	readonly names: readonly string[];
	/** The folder that they are relative to. */
	readonly cwd: string;
	/** How often it answered since it was read. */
	readonly asked: number;
	/** It decides; else it denies everything. */
	readonly works: boolean;
}

interface Held {
	readonly what: Deciding | { readonly fault: unknown };
	readonly isUnchanged: () => boolean;
	/** May it stand for the policy where this is worked in? It was kept where a command may write, perhaps. */
	readonly mayAnswer?: (work: readonly string[]) => boolean;
	asked: number;
}

/** `most`: so many are held. */
export function heldPolicies(most: number): HeldPolicies {
	const held = new Map<string, Held>();
	return {
		find: (names, work) => {
			const key = JSON.stringify([process.cwd(), names]);
			const before = held.get(key);
			const isGood = before?.isUnchanged() === true && (before.mayAnswer?.(work) ?? true);
			const one = isGood ? before : readNow(names, work);
			one.asked++;
			held.delete(key);
			held.set(key, one);
			for (const oldest of held.keys()) {
				if (held.size <= most) break;
				held.delete(oldest);
			}
			if ("fault" in one.what) throw one.what.fault;
			return one.what;
		},
		list: () =>
			[...held].map(([key, { asked, what }]) => {
				const [cwd, names] = JSON.parse(key) as [string, readonly string[]];
				return { names, cwd, asked, works: "decisions" in what };
			}),
	};
}

function readNow(names: readonly string[], work: readonly string[]): Held {
	const compiled = names.find((name) => !isPolicyName(name) && isCompiledFile(name));
	if (compiled !== undefined) return readCompiledFile(names, compiled);
	const stillNone = (): boolean => !names.some((name) => !isPolicyName(name) && isCompiledFile(name));
	return readKept(names, work, stillNone) ?? readSource(names, stillNone);
}

/** What a hook's own process compiled and kept, which it answers by as well. */
function readKept(names: readonly string[], work: readonly string[], stillNone: () => boolean): Held | undefined {
	const { disk, isUnchanged } = watchedDisk();
	const decisions = cachedPolicy(names, process.cwd(), { disk, work });
	if (decisions === undefined) return undefined;
	const mayAnswer = keptApart(cacheFolder());
	return mayAnswer(work)
		? { what: { decisions }, isUnchanged: () => stillNone() && isUnchanged(), mayAnswer, asked: 0 }
		: undefined;
}

/**
 * Does what was kept in this folder lie apart from where is worked? Who may write there now could have signed before. Asked once for each surroundings, since that takes
 * as long as an answer; those that name another folder for what is kept have nothing here.
 */
function keptApart(folder: string | undefined): (work: readonly string[]) => boolean {
	const asked = new Map<string, boolean>();
	return (work) => {
		const { XDG_CACHE_HOME, HOME, TMPDIR, BYLAW_CACHE } = process.env;
		const key = JSON.stringify([work, process.cwd(), XDG_CACHE_HOME, HOME, TMPDIR, BYLAW_CACHE]);
		if (asked.size > mostSurroundings) asked.clear();
		return remembered(asked, key, () => {
			const place = cachePlace(work);
			return !("refused" in place) && place.folder === folder;
		});
	};
}

const mostSurroundings = 1_000;

function readSource(names: readonly string[], stillNone: () => boolean): Held {
	const { disk, isUnchanged } = watchedDisk();
	try {
		const loaded = loadPolicy(names, disk);
		const what = loaded.tree === undefined ? { broken: loaded } : { decisions: loaded.tree };
		return { what, isUnchanged: () => stillNone() && isUnchanged(), asked: 0 };
	} catch (fault) {
		// What was not read to its end can't be watched.
		return { what: { fault }, isUnchanged: () => false, asked: 0 };
	}
}

function readCompiledFile(names: readonly string[], path: string): Held {
	const isFileUnchanged = watchedCompiled(path);
	const mark = bundleMark(names, process.cwd());
	const ready = compiledAmong(names);
	const what: Held["what"] =
		ready === undefined
			? { fault: new Error(`\`${path}\` changed while it was read`) }
			: "fault" in ready
				? { fault: new WrongQuestion(`\`${ready.file}\`: ${ready.fault}`, ready.help) }
				: { decisions: ready };
	const isUnchanged = (): boolean =>
		!("fault" in what) && bundleMark(names, process.cwd()) === mark && isFileUnchanged();
	return { what, isUnchanged, asked: 0 };
}
