/** What lies in a folder that a policy for it should know: languages with their package managers, and the settings of agents. Reads names, and little else. */
import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { places as claudeCode } from "../../runtime/harnesses/claude-code/places.js";
import { hookedHarnesses } from "../../runtime/harnesses/harnesses.js";
import { toolSettings } from "../../runtime/harnesses/places/tool-settings.js";

/** A way to build that was found, and where. */
export interface Toolchain {
	readonly name: ToolchainName;
	/** Relative to the folder that was looked at, `.` for that folder itself. */
	readonly at: string;
	/** The project has the tool's own starter beside it: `./mvnw`, `./gradlew`. */
	readonly wrapped: boolean;
}

export type ToolchainName =
	| "npm"
	| "pnpm"
	| "yarn"
	| "bun"
	| "deno"
	| "uv"
	| "poetry"
	| "pdm"
	| "pipenv"
	| "pip"
	| "go"
	| "cargo"
	| "maven"
	| "gradle"
	| "dotnet"
	| "bundler"
	| "composer"
	| "turbo"
	| "nx"
	| "just";

/** A harness whose settings or instructions were found. */
export interface FoundAgent {
	/** As `rules install` calls it. */
	readonly harness: string;
	readonly title: string;
}

export interface Project {
	readonly toolchains: readonly Toolchain[];
	readonly agents: readonly FoundAgent[];
	/** Permissions of Claude Code that `rules import` reads. */
	readonly claudeSettings: string | undefined;
}

/** What lies in this folder and in those below that hold parts of it. What can't be read is as if it were not there. */
export function projectOf(folder: string): Project {
	const places = placesBelow(folder);
	const top = places[0]?.names ?? new Set<string>();
	const found = new Map<ToolchainName, Toolchain>();
	for (const { at, names } of places)
		for (const name of toolchainsOf(folder, at, names, places))
			if (!found.has(name)) found.set(name, startedAt(name, at, names, top));
	return {
		toolchains: [...found.values()],
		agents: agentsOf(folder),
		claudeSettings: claudeCode.project.find((one) => one.endsWith("/settings.json") && isFile(join(folder, one))),
	};
}

interface ProjectFolder {
	readonly at: string;
	readonly names: ReadonlySet<string>;
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

function toolchainsOf(
	folder: string,
	at: string,
	names: ReadonlySet<string>,
	places: readonly ProjectFolder[],
): readonly ToolchainName[] {
	const has = (...some: readonly string[]): boolean => some.some((name) => names.has(name));
	const path = join(folder, at);
	return [
		...(has("package.json") ? managersOfNode(folder, path, names, places) : []),
		...(has("deno.json", "deno.jsonc", "deno.lock") ? (["deno"] as const) : []),
		...(has("pyproject.toml", "setup.py", "setup.cfg", "Pipfile") || [...names].some(isRequirements)
			? managersOfPython(path, names, places)
			: []),
		...(has("go.mod", "go.work") ? (["go"] as const) : []),
		...(has("Cargo.toml") ? (["cargo"] as const) : []),
		...(has("pom.xml") ? (["maven"] as const) : []),
		...(has("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts") ? (["gradle"] as const) : []),
		...([...names].some((name) => /\.(cs|fs|vb)proj$|\.slnx?$/.test(name)) ? (["dotnet"] as const) : []),
		...(has("Gemfile") ? (["bundler"] as const) : []),
		...(has("composer.json") ? (["composer"] as const) : []),
		...(has("turbo.json") ? (["turbo"] as const) : []),
		...(has("nx.json") ? (["nx"] as const) : []),
		...(has("justfile", "Justfile", ".justfile") ? (["just"] as const) : []),
	];
}

function isRequirements(name: string): boolean {
	return /^requirements([-_.].*)?\.(txt|in)$/.test(name);
}

const locksOfNode = {
	pnpm: ["pnpm-lock.yaml", "pnpm-workspace.yaml"],
	yarn: ["yarn.lock", ".yarnrc.yml"],
	bun: ["bun.lock", "bun.lockb"],
	npm: ["package-lock.json", "npm-shrinkwrap.json"],
} as const;

/** What `package.json` says, else what wrote the lock file: the one beside it, above it, or in the repository around. npm where nothing says. */
function managersOfNode(
	folder: string,
	path: string,
	names: ReadonlySet<string>,
	places: readonly ProjectFolder[],
): readonly ToolchainName[] {
	const said = /"packageManager"\s*:\s*"(npm|pnpm|yarn|bun)@/.exec(manifestText(join(path, "package.json")))?.[1];
	if (said !== undefined) return [said as keyof typeof locksOfNode];
	const above = [names, ...(places[0] ? [places[0].names] : []), ...namesAround(folder)];
	for (const some of above) {
		const locked = (["pnpm", "yarn", "bun", "npm"] as const).filter((name) =>
			locksOfNode[name].some((lock) => some.has(lock)),
		);
		if (locked.length > 0) return locked;
	}
	const saidAtTop = /"packageManager"\s*:\s*"(npm|pnpm|yarn|bun)@/.exec(
		manifestText(join(folder, "package.json")),
	)?.[1];
	return [(saidAtTop as keyof typeof locksOfNode | undefined) ?? "npm"];
}

function managersOfPython(
	path: string,
	names: ReadonlySet<string>,
	places: readonly ProjectFolder[],
): readonly ToolchainName[] {
	const text = manifestText(join(path, "pyproject.toml"));
	const locked = (name: string): boolean => names.has(name) || places[0]?.names.has(name) === true;
	const found: readonly ToolchainName[] = [
		...(locked("uv.lock") || /^\[tool\.uv\b/m.test(text) ? (["uv"] as const) : []),
		...(locked("poetry.lock") || /^\[tool\.poetry\b/m.test(text) ? (["poetry"] as const) : []),
		...(locked("pdm.lock") || /^\[tool\.pdm\b/m.test(text) ? (["pdm"] as const) : []),
		...(locked("Pipfile") || locked("Pipfile.lock") ? (["pipenv"] as const) : []),
	];
	return found.length > 0 ? found : ["pip"];
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
function startedAt(name: ToolchainName, at: string, names: ReadonlySet<string>, top: ReadonlySet<string>): Toolchain {
	const starter = name === "maven" ? "mvnw" : name === "gradle" ? "gradlew" : undefined;
	if (starter === undefined) return { name, at, wrapped: false };
	return top.has(starter) ? { name, at: ".", wrapped: true } : { name, at, wrapped: names.has(starter) };
}

/** The harnesses whose settings or instructions lie there. Many read `AGENTS.md`; it points to Codex only where nothing else points anywhere. */
function agentsOf(folder: string): readonly FoundAgent[] {
	const lies = (name: string): boolean => existsSync(join(folder, name));
	const found = hookedHarnesses.filter(({ places: { project, folders = [], instructions } }) =>
		[...project, ...folders, ...instructions].some((place) => !isOfTools(place) && lies(place)),
	);
	const all = found.length === 0 && lies("AGENTS.md") ? hookedHarnesses.filter(({ name }) => name === "codex") : found;
	return all.map(({ name, title }) => ({ harness: name, title }));
}

/** Files of an editor lie there whether or not its agent is used. */
function isOfTools(place: string): boolean {
	return toolSettings.some((one) => place.startsWith(`${one}/`));
}

/** A manifest's text; nothing where there is no such file, it may not be read, or it is larger than manifests are. */
function manifestText(path: string): string {
	try {
		return isFile(path) && statSync(path).size < 1 << 20 ? readFileSync(path, "utf8") : "";
	} catch {
		return "";
	}
}

/** A pipe is none: reading it would wait for ever. */
function isFile(path: string): boolean {
	try {
		return statSync(path).isFile();
	} catch {
		return false;
	}
}
