/** What lies in a folder that a policy for it should know: how it is built, run and shipped, and the settings of agents. Reads names, and little else. */
import { type Dirent, existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { places as claudeCode } from "../../runtime/harnesses/claude-code/places.js";
import { hookedHarnesses } from "../../runtime/harnesses/harnesses.js";
import type { HarnessPlaces } from "../../runtime/harnesses/places/harness-places.js";
import { otherHarnesses } from "../../runtime/harnesses/places/places-by-harness.js";
import { toolSettings } from "../../runtime/harnesses/places/tool-settings.js";
import { hasParts, type ProjectFolder, type Surroundings, type ToolchainName, toolchainsIn } from "./toolchains-in.js";

/** A way to build, run or ship that was found, and where. */
export interface Toolchain {
	readonly name: ToolchainName;
	/** Relative to the folder that was looked at, `.` for that folder itself. */
	readonly at: string;
	/** The project has the tool's own starter beside it: `./mvnw`, `./gradlew`. */
	readonly wrapped: boolean;
	/** The tool is told of many parts that it builds together: workspaces, modules. */
	readonly many: boolean;
}

/** A harness whose settings or instructions were found. */
export interface FoundAgent {
	/** As `rules install` calls it. */
	readonly harness: string;
	readonly title: string;
}

export interface Project {
	readonly toolchains: readonly Toolchain[];
	readonly agents: readonly FoundAgent[];
	/** Agents that ask no hook before they act, by their titles. */
	readonly unasked: readonly string[];
	/** Permissions of Claude Code that `rules import` reads. */
	readonly claudeSettings: string | undefined;
}

/** What lies in this folder and in those below that hold parts of it. What can't be read is as if it were not there. */
export function projectOf(folder: string): Project {
	const places = placesBelow(folder);
	const top = places[0]?.names ?? new Set<string>();
	const surroundings: Surroundings = { folder, top, around: () => namesAround(folder) };
	const found = new Map<ToolchainName, Toolchain>();
	for (const place of places)
		for (const name of toolchainsIn(place, surroundings))
			if (!found.has(name)) found.set(name, toolchainAt(name, place, surroundings));
	return {
		toolchains: [...found.values()],
		agents: agentsOf(folder),
		unasked: otherHarnesses
			.filter(({ places }) => liesThere(folder, { ...places, instructions: [] }))
			.map(({ title }) => title),
		claudeSettings: claudeCode.project.find((one) => one.endsWith("/settings.json") && isFile(join(folder, one))),
	};
}

/** Parts of a repository lie one to three folders deep (`services/billing/api`); deeper ones are fixtures more often than parts. */
const deepest = 3;
/** So that a folder as large as a disk is not walked. */
const mostFolders = 2000;
/** What others have written: installed, built, or copied there. */
const notOwn =
	/^(\..*|node_modules|bower_components|vendor|third_party|dist|build|out|target|coverage|venv|env|site-packages|testdata|fixtures|__pycache__|bin|obj)$/;

function placesBelow(folder: string): readonly ProjectFolder[] {
	const places: ProjectFolder[] = [];
	const queue = [{ at: ".", depth: 0 }];
	for (let one = queue.shift(); one !== undefined && places.length < mostFolders; one = queue.shift()) {
		const { at, depth } = one;
		const entries = entriesOf(join(folder, at));
		places.push({ at, names: new Set(entries.map(({ name }) => name)) });
		if (depth === deepest) continue;
		for (const entry of entries)
			if (entry.isDirectory() && !notOwn.test(entry.name))
				queue.push({ at: at === "." ? entry.name : `${at}/${entry.name}`, depth: depth + 1 });
	}
	return places;
}

/** Sorted, so that the same folder gives the same policy everywhere. */
function entriesOf(path: string): readonly Dirent[] {
	try {
		return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
	} catch {
		return [];
	}
}

/** Names in the folders above, up to the top of the repository that this folder lies in; none without a repository. */
function namesAround(folder: string): readonly ReadonlySet<string>[] {
	const around: ReadonlySet<string>[] = [];
	for (let at = resolve(folder), up = 0; up < 16; at = dirname(at), up++) {
		const names = new Set(entriesOf(at).map(({ name }) => name));
		around.push(names);
		if (names.has(".git")) return around;
		if (dirname(at) === at) break;
	}
	return [];
}

/** Where people start it: at the top if its starter lies there, though only parts below are built by it. */
function toolchainAt(name: ToolchainName, place: ProjectFolder, surroundings: Surroundings): Toolchain {
	const { at, names } = place;
	const many = hasParts(name, place, surroundings);
	const starter = name === "maven" ? "mvnw" : name === "gradle" ? "gradlew" : undefined;
	if (starter === undefined) return { name, at, wrapped: false, many };
	return surroundings.top.has(starter)
		? { name, at: ".", wrapped: true, many }
		: { name, at, wrapped: names.has(starter), many };
}

/** The harnesses whose settings or instructions lie there. Many read `AGENTS.md`; it points to Codex only where nothing else points anywhere. */
function agentsOf(folder: string): readonly FoundAgent[] {
	const found = hookedHarnesses.filter(({ places }) => liesThere(folder, places));
	const isAlone = found.length === 0 && existsSync(join(folder, "AGENTS.md"));
	const all = isAlone ? hookedHarnesses.filter(({ name }) => name === "codex") : found;
	return all.map(({ name, title }) => ({ harness: name, title }));
}

function liesThere(folder: string, { project, folders = [], instructions }: HarnessPlaces): boolean {
	return [...project, ...folders, ...instructions].some(
		(place) => !isOfTools(place) && existsSync(join(folder, place)),
	);
}

/** Files of an editor lie there whether or not its agent is used. */
function isOfTools(place: string): boolean {
	return toolSettings.some((one) => place.startsWith(`${one}/`));
}

/** A pipe is none: reading it would wait for ever. */
function isFile(path: string): boolean {
	try {
		return statSync(path).isFile();
	} catch {
		return false;
	}
}
