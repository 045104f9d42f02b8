/** Where suites lie, and which policy each of them names. */
import { readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isPolicyName } from "../../runtime/load/find-policy.js";
import { isSuiteName } from "../suite/read-suite.js";

/** As policies are looked for. */
export const deepestSuite = 16;

/** Folders that are hidden, and those of packages, hold no suites of this policy. */
export function isLookedInto(name: string): boolean {
	return !name.startsWith(".") && name !== "node_modules";
}

/** How many files and folders may be looked at; what is left is counted down. */
export interface Looking {
	left: number;
}

/** The suites of a folder and the folders in it, where policies are looked for as well. */
export function suitesIn(folder: string, looking: Looking = { left: Number.POSITIVE_INFINITY }, depth = 0): string[] {
	return readdirSync(folder, { withFileTypes: true })
		.filter(({ name }) => isLookedInto(name))
		.sort((a, b) => (a.name < b.name ? -1 : 1))
		.flatMap((entry) => {
			if (looking.left-- <= 0) return [];
			const path = join(folder, entry.name);
			if (entry.isDirectory()) return depth < deepestSuite ? suitesIn(path, looking, depth + 1) : [];
			return entry.isFile() && isSuiteName(entry.name) ? [path] : [];
		});
}

/** The path of a policy that a suite names; undefined for a pack's name. */
export function policyPathIn(suite: string, name: string): string | undefined {
	const isPath = name.includes("/") || isPolicyName(basename(name));
	return isPath ? resolve(dirname(suite), name) : undefined;
}
