/**
 * A tool by the policy as it is on the disk now. Its files are looked at again before every call; while the policy is broken, nothing runs.
 */
import { resolve } from "node:path";
import { cachedPolicy } from "../../load/cache.js";
import { isCompiledFile } from "../../load/decisions.js";
import { load } from "../../load/load.js";
import type { PolicySource } from "../../tools/guard.js";
import { brokenRecord } from "../decision-record.js";
import { watchedWithBundles } from "../watched-disk.js";

/** What is made of a policy. */
export interface Closable {
	readonly close: () => void;
}

export interface CurrentTool<Made extends Closable> {
	/** The tool, or why there is none. */
	readonly now: () => Usable<Made> | Broken;
	/** Call it when no call is under way any more. */
	readonly close: () => void;
}

export interface Usable<Made extends Closable> {
	readonly tool: Made;
}

export interface Broken {
	/** For the agent. */
	readonly broken: string;
}

/** Keeps up with a policy. `make` makes the tool, and is called again when the policy has changed. */
export function currentTool<Made extends Closable>(
	names: readonly string[],
	cwd: string,
	make: (rules: PolicySource) => Made,
): CurrentTool<Made> {
	/** What was made before may have calls under way. */
	const made: Made[] = [];
	const read = (isFirst: boolean): State<Made> => {
		const state = readState(names, cwd, make, isFirst);
		if ("tool" in state.what) made.push(state.what.tool);
		return state;
	};
	// Later, what was run meanwhile may have written to what is kept.
	let state = read(true);
	return {
		now: () => {
			if (!state.isUnchanged()) state = read(false);
			return state.what;
		},
		close: () => {
			for (const tool of made.splice(0)) tool.close();
		},
	};
}

interface State<Made extends Closable> {
	readonly what: Usable<Made> | Broken;
	readonly isUnchanged: () => boolean;
}

function readState<Made extends Closable>(
	names: readonly string[],
	cwd: string,
	make: (rules: PolicySource) => Made,
	mayBeKept: boolean,
): State<Made> {
	const { disk, isUnchanged } = watchedWithBundles(names, cwd);
	try {
		const compiled = names.map((name) => resolve(cwd, name)).filter(isCompiledFile);
		if (compiled.length > 0) {
			for (const path of compiled) disk.text(path);
			return { what: { tool: make(names) }, isUnchanged };
		}
		const kept = mayBeKept && !names.includes("") ? cachedPolicy(names, cwd, { disk }) : undefined;
		if (kept !== undefined) return { what: { tool: make(kept) }, isUnchanged };
		const loaded = load(names, { cwd, disk });
		if (loaded.tree === undefined)
			return { what: { broken: brokenRecord(loaded, { argv: [""] }).message }, isUnchanged };
		return { what: { tool: make(loaded) }, isUnchanged };
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		// What was not read to its end can't be watched.
		return {
			what: { broken: `the policy can't be used, so nothing is allowed: ${why}` },
			isUnchanged: () => false,
		};
	}
}
