/** What an installation changes: a diff for people, a record for programs (schemas/install.schema.json). */
import { relative } from "node:path";
import { unifiedDiff } from "../../authoring/render/unified-diff.js";
import type { FileChange } from "../../runtime/harnesses/install/plan.js";

/** `means`: what it is good for, and what it is where nothing changes; absent: what the rest of the installation is. */
export type ShownChange = FileChange & { readonly means?: string };

/** What was, or would be, done. */
export interface Installation {
	readonly harness: string;
	readonly scope: "project" | "user" | "managed";
	readonly dryRun: boolean;
	readonly changes: readonly ShownChange[];
	/** What people have to know or to do. */
	readonly notes: readonly string[];
}

export function installationText({ changes, notes, dryRun }: Installation, done: string, unchanged: string): string {
	const lines = changes.map((change) => {
		const name = shortName(change.path);
		if (kindOf(change) === "same") return `${name}: ${change.means ?? unchanged}\n`;
		return `${diffOf(change)}${dryRun ? "" : `${name}: ${change.means ?? done}\n`}`;
	});
	return `${lines.join("")}${notes.map((note) => `note: ${note}\n`).join("")}`;
}

export function installationRecord({ harness, scope, dryRun, changes, notes }: Installation): object {
	return {
		harness,
		scope,
		dryRun,
		files: changes.map((change) => ({ path: change.path, change: kindOf(change), diff: diffOf(change) })),
		notes,
	};
}

function kindOf({ before, after }: FileChange): "same" | "created" | "changed" | "removed" {
	if (before === after) return "same";
	if (before === undefined) return "created";
	return after === undefined ? "removed" : "changed";
}

function diffOf({ path, before, after }: FileChange): string {
	const name = shortName(path);
	return unifiedDiff(
		before ?? "",
		after ?? "",
		before === undefined ? "/dev/null" : name,
		after === undefined ? "/dev/null" : name,
	);
}

/** As people would write it in this folder. */
function shortName(path: string): string {
	const short = relative(process.cwd(), path);
	return short === "" || short.startsWith("..") ? path : short;
}
