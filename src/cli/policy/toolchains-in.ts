/** Which ways to build, run and ship lie in one folder of a project. Reads names, and of manifests what names alone don't say. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export type ToolchainName =
	| "npm"
	| "pnpm"
	| "yarn"
	| "bun"
	| "uv"
	| "poetry"
	| "pdm"
	| "pipenv"
	| "pip"
	| keyof typeof signs;

/** A folder of the project. */
export interface ProjectFolder {
	/** Relative to the folder that is looked at, `.` for that folder itself. */
	readonly at: string;
	readonly names: ReadonlySet<string>;
}

/** What else is known when a folder is looked at. */
export interface Surroundings {
	/** The folder that is looked at, as a path. */
	readonly folder: string;
	/** Names in it. */
	readonly top: ReadonlySet<string>;
	/** Names in it and in the folders above, up to the top of the repository. */
	readonly around: () => readonly ReadonlySet<string>[];
}

/** What tells by its name which tool is used; npm and its like, and those of Python, take a second look. */
const signs = {
	deno: /^deno\.(jsonc?|lock)$/,
	go: /^go\.(mod|work)$/,
	cargo: /^Cargo\.toml$/,
	maven: /^pom\.xml$/,
	gradle: /^(build|settings)\.gradle(\.kts)?$/,
	sbt: /^build\.sbt$/,
	dotnet: /\.(cs|fs|vb)proj$|\.slnx?$/,
	bundler: /^Gemfile$/,
	composer: /^composer\.json$/,
	mix: /^mix\.exs$/,
	swift: /^Package\.swift$/,
	cmake: /^CMakeLists\.txt$/,
	meson: /^meson\.build$/,
	autotools: /^configure\.(ac|in)$/,
	make: /^(GNUm|M|m)akefile$/,
	turbo: /^turbo\.jsonc?$/,
	nx: /^nx\.json$/,
	just: /^(\.?justfile|Justfile)$/,
	task: /^[Tt]askfile\.ya?ml$/,
	terraform: /\.tf$/,
	tofu: /\.tofu$/,
	docker: /^(Dockerfile|Containerfile)(\..+)?$|\.[Dd]ockerfile$/,
	compose: /^(docker-)?compose(\..+)?\.ya?ml$/,
	kubernetes: /^(kustomization\.ya?ml|skaffold\.ya?ml|k8s|kubernetes)$/,
	helm: /^(Chart|helmfile)\.yaml$/,
	devcontainer: /^\.devcontainer(\.json)?$/,
} as const satisfies Readonly<Record<string, RegExp>>;

/** The toolchains whose files lie in the folder. */
export function toolchainsIn({ at, names }: ProjectFolder, surroundings: Surroundings): readonly ToolchainName[] {
	const path = join(surroundings.folder, at);
	const all = [...names];
	const found = (Object.keys(signs) as (keyof typeof signs)[]).filter((name) =>
		all.some((one) => signs[name].test(one)),
	);
	return [
		...(names.has("package.json") ? managersOfNode(path, names, surroundings) : []),
		...(all.some((name) => signOfPython.test(name)) ? managersOfPython(path, names, surroundings) : []),
		...found,
	];
}

/** Does the folder say of the toolchain that it has many parts, which are built together? */
export function hasParts(name: ToolchainName, { at, names }: ProjectFolder, { folder }: Surroundings): boolean {
	const text = (file: string): string => (names.has(file) ? manifestText(join(folder, at, file)) : "");
	switch (name) {
		case "npm":
		case "yarn":
		case "bun":
			return manifestOf(text("package.json")).workspaces !== undefined;
		case "pnpm":
			return /^packages\s*:/m.test(text("pnpm-workspace.yaml"));
		case "deno":
			return /"workspace"\s*:/.test(text("deno.json") + text("deno.jsonc"));
		case "uv":
			return /^\[tool\.uv\.workspace\]/m.test(text("pyproject.toml"));
		case "cargo":
			return /^\[workspace\]/m.test(text("Cargo.toml"));
		case "go":
			return names.has("go.work");
		case "maven":
			return /<modules>/.test(text("pom.xml"));
		case "gradle":
			return /^\s*include\b/m.test(`${text("settings.gradle")}\n${text("settings.gradle.kts")}`);
		default:
			return false;
	}
}

const signOfPython = /^(manage\.py|pyproject\.toml|setup\.py|setup\.cfg|Pipfile|requirements([-_.].*)?\.(txt|in))$/;

const locksOfNode = {
	pnpm: ["pnpm-lock.yaml", "pnpm-workspace.yaml"],
	yarn: ["yarn.lock", ".yarnrc.yml"],
	bun: ["bun.lock", "bun.lockb"],
	npm: ["package-lock.json", "npm-shrinkwrap.json"],
} as const;
type ManagerOfNode = keyof typeof locksOfNode;

/** What `package.json` says, else what wrote the lock file: the one beside it, above it, or in the repository around. npm where nothing says. */
function managersOfNode(
	path: string,
	names: ReadonlySet<string>,
	{ folder, top, around }: Surroundings,
): readonly ToolchainName[] {
	const said = managerSaid(path);
	if (said !== undefined) return [said];
	for (const some of [names, top, ...around()]) {
		const locked = (["pnpm", "yarn", "bun", "npm"] as const).filter((name) =>
			locksOfNode[name].some((lock) => some.has(lock)),
		);
		if (locked.length > 0) return locked;
	}
	return [managerSaid(folder) ?? "npm"];
}

/** `"packageManager": "pnpm@9.1.0"`, or `"devEngines": { "packageManager": { "name": "pnpm" } }`. */
function managerSaid(folder: string): ManagerOfNode | undefined {
	const { packageManager, devEngines } = manifestOf(manifestText(join(folder, "package.json")));
	const engine = isFields(devEngines) ? devEngines.packageManager : undefined;
	const engines: readonly unknown[] = Array.isArray(engine) ? engine : [engine];
	const names = [
		typeof packageManager === "string" ? packageManager.replace(/@.*$/s, "") : undefined,
		...engines.map((one) => (isFields(one) ? one.name : undefined)),
	];
	return names.find((name): name is ManagerOfNode => typeof name === "string" && Object.hasOwn(locksOfNode, name));
}

function managersOfPython(path: string, names: ReadonlySet<string>, { top }: Surroundings): readonly ToolchainName[] {
	const text = manifestText(join(path, "pyproject.toml"));
	const locked = (name: string): boolean => names.has(name) || top.has(name);
	const backend = (name: string): boolean => new RegExp(`^build-backend\\s*=\\s*["']${name}`, "m").test(text);
	const found: readonly ToolchainName[] = [
		...(locked("uv.lock") || /^\[tool\.uv\b/m.test(text) || backend("uv_build") ? (["uv"] as const) : []),
		...(locked("poetry.lock") || /^\[tool\.poetry\b/m.test(text) || backend("poetry") ? (["poetry"] as const) : []),
		...(locked("pdm.lock") || /^\[tool\.pdm\b/m.test(text) || backend("pdm") ? (["pdm"] as const) : []),
		...(locked("Pipfile") || locked("Pipfile.lock") ? (["pipenv"] as const) : []),
	];
	return found.length > 0 ? found : ["pip"];
}

/** The fields of a `package.json`; none where it is no JSON object. */
function manifestOf(text: string): Readonly<Record<string, unknown>> {
	try {
		const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
		return isFields(value) ? value : {};
	} catch {
		return {};
	}
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A manifest's text; nothing where there is no such file, it may not be read, or it is larger than manifests are. */
function manifestText(path: string): string {
	try {
		// A pipe is no file: reading it would wait for ever.
		const stats = statSync(path);
		return stats.isFile() && stats.size < 1 << 20 ? readFileSync(path, "utf8") : "";
	} catch {
		return "";
	}
}
