/** Codex's profiles of permissions (`[permissions.NAME]`), with all that they extend: where commands may write, what they may not touch, and whether there is a network. */
import type { TomlTable } from "../../../../runtime/harnesses/install/toml.js";
import { callPaths } from "../call-paths.js";
import { plainFolder, type Values, Wrong } from "./codex-values.js";

export interface PermissionProfile {
	/** Nothing is bounded by it. */
	readonly isOpen: boolean;
	readonly writable: readonly string[];
	readonly denied: readonly string[];
	readonly hasNetwork: boolean;
	readonly unsaid: readonly Unsaid[];
}

/** An entry that no rule says. */
export interface Unsaid {
	readonly verdict: "left-out" | "tighter";
	readonly place: string;
	readonly source: string;
	readonly at: number;
	readonly message: string;
}

export const builtInProfiles: Readonly<Record<string, PermissionProfile>> = {
	":read-only": { isOpen: false, writable: [], denied: [], hasNetwork: false, unsaid: [] },
	":workspace": { isOpen: false, writable: [".", "/tmp"], denied: [], hasNetwork: false, unsaid: [] },
	":danger-full-access": { isOpen: true, writable: [], denied: [], hasNetwork: true, unsaid: [] },
};

/** A profile that extends others this deep is taken for a circle. */
const deepest = 20;

/** Undefined where there is no such profile. */
export function permissionProfile(
	values: Values,
	profiles: TomlTable | undefined,
	name: string,
	depth = 0,
): PermissionProfile | undefined {
	if (Object.hasOwn(builtInProfiles, name)) return builtInProfiles[name];
	const profile = values.tableAt(profiles, name, "permissions.");
	if (profile === undefined || profiles === undefined) return undefined;
	const place = `permissions.${name}.`;
	const base = profile.extends;
	if (depth > deepest) throw new Wrong(`\`${place}extends\` leads in a circle`, values.placeOf(profile, "extends"));
	const below =
		base === undefined
			? builtInProfiles[":read-only"]
			: typeof base === "string"
				? permissionProfile(values, profiles, base, depth + 1)
				: undefined;
	if (below === undefined) throw new Wrong(`\`${place}extends\` names no profile`, values.placeOf(profile, "extends"));
	const files = filesOf(values, values.tableAt(profile, "filesystem", place), `${place}filesystem.`);
	const others = Object.keys(profile)
		.filter((key) => !["description", "extends", "filesystem", "network"].includes(key))
		.map((key): Unsaid => {
			const message = "a policy has nothing that stands for it: its folders are no workspace here";
			return { verdict: "left-out", place: place + key, source: "", at: values.placeOf(profile, key), message };
		});
	const network = networkOf(values, values.tableAt(profile, "network", place), `${place}network.`);
	return {
		isOpen: below.isOpen,
		// What is said later counts more, and what may no longer be written does not count as given.
		writable: [...new Set([...below.writable.filter((path) => !files.closed.includes(path)), ...files.writable])],
		denied: [...new Set([...below.denied, ...files.denied])],
		hasNetwork: network.isOpen ?? below.hasNetwork,
		unsaid: [...below.unsaid, ...files.unsaid, ...network.unsaid, ...others],
	};
}

interface Files {
	readonly writable: string[];
	/** They may be read, or not even that. */
	readonly closed: string[];
	readonly denied: string[];
	readonly unsaid: Unsaid[];
}

function filesOf(values: Values, table: TomlTable | undefined, place: string): Files {
	const files: Files = { writable: [], closed: [], denied: [], unsaid: [] };
	for (const [key, value] of Object.entries(table ?? {})) {
		if (key === "glob_scan_max_depth" || key === "allow_limited_git_writes") continue;
		if (typeof value === "object" && !Array.isArray(value)) {
			const scoped = value as TomlTable;
			for (const [below, access] of Object.entries(scoped))
				take(files, values, scoped, { key: below, access, place: `${place}${key}.`, root: key });
		} else take(files, values, table as TomlTable, { key, access: value, place, root: undefined });
	}
	return files;
}

interface Entry {
	readonly key: string;
	readonly access: unknown;
	readonly place: string;
	/** The folder that it is below of. */
	readonly root: string | undefined;
}

function take(files: Files, values: Values, table: TomlTable, { key, access, place, root }: Entry): void {
	const at = values.placeOf(table, key);
	const tell = (verdict: Unsaid["verdict"], message: string): void => {
		files.unsaid.push({ verdict, place: place + key, source: String(access), at, message });
	};
	if (access !== "read" && access !== "write" && access !== "deny" && access !== "none")
		throw new Wrong(`\`${place}${key}\` is none of \`read\`, \`write\`, \`deny\``, at);
	const path = root === undefined ? folderOf(key) : root === ":workspace_roots" ? below(key) : undefined;
	if (access === "deny" || access === "none") {
		const paths = path === undefined ? deniedPaths(key, root) : [path];
		files.denied.push(...paths);
		files.closed.push(...paths);
		if (paths.length === 0) tell("left-out", "no path of a policy says it");
	} else if (path === undefined) {
		if (access === "write") tell("tighter", "no path of a policy says it: it may not be written");
	} else if (access === "write") files.writable.push(path);
	else files.closed.push(path);
}

/** A place by its own name; undefined for what no policy knows. */
function folderOf(key: string): string | undefined {
	if (key === ":workspace_roots") return ".";
	if (key === ":slash_tmp") return "/tmp";
	return key.startsWith(":") ? undefined : plainFolder(key);
}

/** Below the workspace. */
function below(key: string): string | undefined {
	const path = key.replace(/^\.\//, "").replace(/(?<=.)\/+$/, "");
	return /^(?:\.|[\w.@+-]+(?:\/[\w.@+-]+)*)$/.test(path) && !path.split("/").includes("..") ? path : undefined;
}

/** With signs that stand for others: no less than is meant. */
function deniedPaths(key: string, root: string | undefined): readonly string[] {
	if (key.startsWith(":") || (root !== undefined && root !== ":workspace_roots")) return [];
	const read = callPaths("deny", key, "glob");
	return typeof read === "string" ? [] : read.paths;
}

/** A network of which some addresses are kept back, or some alone are there, counts as none. */
function networkOf(
	values: Values,
	table: TomlTable | undefined,
	place: string,
): { readonly isOpen?: boolean; readonly unsaid: readonly Unsaid[] } {
	const isEnabled = values.truthAt(table, "enabled", place);
	const domains = Object.entries(values.tableAt(table, "domains", place) ?? {});
	if (isEnabled === undefined) return { unsaid: [] };
	const isWhole = domains.every(([host, access]) => host === "*" && access === "allow");
	if (!isEnabled || isWhole) return { isOpen: isEnabled, unsaid: [] };
	const at = values.placeOf(table as TomlTable, "domains");
	const message =
		"its addresses are not read, and all are asked about: `constrain network of * to …` says them in a policy";
	return { isOpen: false, unsaid: [{ verdict: "tighter", place: `${place}domains`, source: "", at, message }] };
}
