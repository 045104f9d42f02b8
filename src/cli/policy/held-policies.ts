/**
 * Policies that a resident holds, for hooks of many workspaces: each is looked at again before it answers, by `stat` of every file that it was made of, and
 * read anew where anything is different. No more than a bound of them: which was asked for longest ago goes.
 */
import { bundleMark } from "../../runtime/load/active-bundle.js";
import { compiledAmong, isCompiledFile } from "../../runtime/load/decisions.js";
import { isPolicyName } from "../../runtime/load/find-policy.js";
import { watchedCompiled, watchedDisk } from "../../runtime/servers/watched-disk.js";
import { WrongQuestion } from "../terminal/exit.js";
import type { Deciding } from "./deciding-policy.js";
import { loadPolicy } from "./load-policy.js";

export interface HeldPolicies {
	/** The policy as it is on the disk now. Names are relative to the working folder. Throws WrongQuestion as reading it does. */
	readonly find: (names: readonly string[]) => Deciding;
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
	asked: number;
}

/** `most`: so many are held. */
export function heldPolicies(most: number): HeldPolicies {
	const held = new Map<string, Held>();
	return {
		find: (names) => {
			const key = JSON.stringify([process.cwd(), names]);
			const before = held.get(key);
			const one = before?.isUnchanged() === true ? before : readNow(names);
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

function readNow(names: readonly string[]): Held {
	const compiled = names.find((name) => !isPolicyName(name) && isCompiledFile(name));
	return compiled === undefined ? readSource(names) : readCompiledFile(names, compiled);
}

function readSource(names: readonly string[]): Held {
	const { disk, isUnchanged } = watchedDisk();
	const stillNone = (): boolean => !names.some((name) => !isPolicyName(name) && isCompiledFile(name));
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
