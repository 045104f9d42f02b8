/** Where an agent's rules let a program go, as far as their texts say it: most rules of a large policy speak of a folder of their own. */
import type { Test } from "../../../language/policy/test.js";
import type { AgentModel } from "../../analysis/agent-model.js";
import { rulesFor } from "../../analysis/rule-index.js";

interface Grants {
	/** A rule grants the program without naming folders that can be told apart. */
	readonly anywhere: boolean;
	/** Below the workspace, as they are written without `./`. */
	readonly folders: ReadonlySet<string>;
}

const known = new WeakMap<AgentModel, Map<string, Grants>>();

/** Could a rule, or the default, let the program have this path? False only where it is sure that none does. */
export function mayBeGranted(program: string, path: string, setting: AgentModel): boolean {
	if (setting.agentTree.agent.default !== "deny") return true;
	const { anywhere, folders } = grantsFor(program, setting);
	const place = plainPath(path);
	// What is named from elsewhere may lie in the workspace, too.
	if (anywhere || place === undefined) return true;
	const parts = place.split("/");
	return parts.some((_, at) => folders.has(parts.slice(0, at + 1).join("/")));
}

function grantsFor(program: string, setting: AgentModel): Grants {
	const byName = known.get(setting) ?? new Map<string, Grants>();
	known.set(setting, byName);
	let found = byName.get(program);
	if (found === undefined) {
		const lists = rulesFor(setting.agentTree, program, setting.facts).flatMap(({ grants }) =>
			grants === undefined ? [] : [foldersOf(grants)],
		);
		found = { anywhere: lists.includes(undefined), folders: new Set(lists.flatMap((one) => one ?? [])) };
		byName.set(program, found);
	}
	return found;
}

/** The folders of the workspace that all paths of a command must lie in; undefined where there may be others. */
function foldersOf(test: Test): readonly string[] | undefined {
	const parts = test.kind === "all" ? test.tests : [test];
	for (const one of parts) {
		if (one.kind !== "paths-within" || one.access === "write") continue;
		const folders = one.paths.map(({ text, negated }) => (negated ? undefined : plainPath(text)));
		if (!folders.includes(undefined)) return folders as readonly string[];
	}
	return undefined;
}

/** A path below the workspace without globs and steps up; undefined for every other one, and for the workspace itself. */
function plainPath(text: string): string | undefined {
	const path = text.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
	return /^[\w.@+-]+(?:\/[\w.@+-]+)*$/.test(path) && !path.split("/").some((part) => part === ".." || part === ".")
		? path
		: undefined;
}
