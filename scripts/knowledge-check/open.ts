/** The list of what tables lack and may lack for now, each with its reason. It only shrinks. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { Lacking } from "./compare.js";

/** What is open of one program, and why. */
export interface OpenEntry {
	/** `--name`, `SUBCOMMAND --name`, `SUBCOMMAND`; or a pattern with `*`. */
	readonly what: string | readonly string[];
	/** How many a pattern stands for: neither more nor fewer. */
	readonly count?: number;
	/** The reason, or the name of one in `reasons`. */
	readonly why: string;
}

export interface OpenList {
	/** Reasons that many entries share, by a name. */
	readonly reasons: Readonly<Record<string, string>>;
	readonly programs: Readonly<Record<string, readonly OpenEntry[]>>;
}

export function readOpenList(): OpenList {
	return parse(readFileSync(new URL("open.yaml", import.meta.url), "utf8")) as OpenList;
}

/** What lacks and is not open, and what the list says that is true no longer. */
export interface Held {
	readonly unexcused: readonly Lacking[];
	readonly open: readonly Lacking[];
	readonly stale: readonly string[];
}

export function holdAgainst(lacking: readonly Lacking[], entries: readonly OpenEntry[]): Held {
	const open = new Set<Lacking>();
	const stale: string[] = [];
	const named = new Map(lacking.map((one) => [one.what, one] as const));
	// Names first: a pattern counts what no name has.
	const singles = entries.flatMap((entry) => names(entry).filter((what) => !what.includes("*")));
	for (const what of singles) {
		const found = named.get(what);
		if (found === undefined) stale.push(`\`${what}\` does not lack: take it off the list`);
		else open.add(found);
	}
	for (const entry of entries) {
		for (const what of names(entry).filter((one) => one.includes("*"))) {
			const pattern = matcher(what);
			const fitting = lacking.filter((one) => !open.has(one) && pattern.test(one.what));
			if (entry.count === undefined) stale.push(`\`${what}\` needs a count: ${fitting.length} lack`);
			else if (fitting.length < entry.count)
				stale.push(`\`${what}\` counts ${entry.count}, and ${fitting.length} lack: lower it`);
			// More than it counts: none of them is excused, since nobody can say which one is new.
			if (entry.count !== undefined && fitting.length <= entry.count) for (const one of fitting) open.add(one);
		}
	}
	return { unexcused: lacking.filter((one) => !open.has(one)), open: [...open], stale };
}

/** Without what is no option at all, and what was said of such without need. */
export function withoutMisread(
	lacking: readonly Lacking[],
	not: readonly string[] = [],
): { readonly lacking: readonly Lacking[]; readonly stale: readonly string[] } {
	const shown = new Set(lacking.map((one) => one.what));
	return {
		lacking: lacking.filter((one) => !not.includes(one.what)),
		stale: not
			.filter((what) => !shown.has(what))
			.map((what) => `programs.yaml: \`${what}\` is not misread: take it off \`not\``),
	};
}

function names({ what }: OpenEntry): readonly string[] {
	return typeof what === "string" ? [what] : what;
}

/** `*` is anything, all else is itself. */
function matcher(pattern: string): RegExp {
	return new RegExp(
		`^${pattern
			.split("*")
			.map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
			.join(".*")}$`,
	);
}
