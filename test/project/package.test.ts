import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "@jest/globals";

interface Manifest {
	readonly version: string;
	readonly bin: Readonly<Record<string, string>>;
	readonly files: readonly string[];
	readonly scripts: Readonly<Record<string, string>>;
	readonly dependencies?: Readonly<Record<string, string>>;
	readonly optionalDependencies: Readonly<Record<string, string>>;
	readonly peerDependencies: Readonly<Record<string, string>>;
	readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>;
	readonly devDependencies: Readonly<Record<string, string>>;
	readonly overrides: Readonly<Record<string, string>>;
}
interface Locked {
	readonly version?: string;
	readonly resolved?: string;
	readonly integrity?: string;
	readonly dependencies?: Readonly<Record<string, string>>;
	readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const root = process.cwd();
const text = (path: string) => readFileSync(join(root, path), "utf8");
const manifest = JSON.parse(text("package.json")) as Manifest;
const lock = JSON.parse(text("package-lock.json")) as { packages: Record<string, Locked> };
const pinned = Object.fromEntries(
	Object.entries({ ...manifest.optionalDependencies, ...manifest.devDependencies, ...manifest.overrides })
		// Under a name of ours: `npm:ai@6.0.322`.
		.map(([name, version]) => [name, version.replace(/^npm:\S+@/, "")]),
);

describe("versions", () => {
	test("are exact", () => {
		for (const [name, version] of Object.entries(pinned))
			expect(`${name} ${version}`).toMatch(/^\S+ \d+\.\d+\.\d+(-[\w.]+)?$/);
	});

	test("are the ones that the lock file has", () => {
		for (const [name, version] of Object.entries(pinned))
			expect(`${name} ${lock.packages[`node_modules/${name}`]?.version}`).toBe(`${name} ${version}`);
		expect(lock.packages[""]?.version).toBe(manifest.version);
	});

	test("bind no user: nothing is installed with it but, in the repository, the optional terminal", () => {
		expect(manifest.dependencies).toBeUndefined();
		expect(Object.keys(manifest.optionalDependencies)).toEqual(["node-pty"]);
	});

	test("of peers are optional, and the very ones that the tests use", () => {
		for (const [name, version] of Object.entries(manifest.peerDependencies)) {
			expect(manifest.peerDependenciesMeta[name]).toEqual({ optional: true });
			expect(`${name} ${manifest.devDependencies[name]}`).toBe(`${name} ${version}`);
			const { scripts = {} } = JSON.parse(text(`node_modules/${name}/package.json`)) as Partial<Manifest>;
			expect(Object.keys(scripts).filter((script) => /install/.test(script))).toEqual([]);
		}
	});

	test("are those of the page on dependencies, each with its licence, and no others", () => {
		const rows = [...text("docs/dependencies.md").matchAll(/^\| ([^ |]+) \| (\d[^ |]*) \| ([^|]+) \| [^|]{10,} \|$/gm)];
		expect(Object.fromEntries(rows.map(([, name, version]) => [name, version]))).toEqual(pinned);
		for (const [, name, , licence] of rows) {
			const path = `node_modules/${name}/package.json`;
			if (existsSync(join(root, path)))
				expect(`${name} ${licence}`).toBe(`${name} ${(JSON.parse(text(path)) as { license: string }).license}`);
		}
	});
});

describe("the lock file", () => {
	test("names no address", () => {
		expect(Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
		expect(text("package-lock.json")).not.toMatch(/https?:\/\/(?!.*fund)[^"]*\.tgz/);
	});

	test("says for every package what it must contain", () => {
		for (const [path, { integrity }] of Object.entries(lock.packages))
			if (path !== "") expect(`${path} ${integrity}`).toMatch(/ sha512-/);
	});

	// `npm install` writes a lock without a package that was not published for a platform, and says nothing; `npm ci` then refuses it.
	test("has every package for every platform", () => {
		const missing = Object.entries(lock.packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
			Object.keys({ ...dependencies, ...optionalDependencies })
				.filter((name) => !isLocked(path, name))
				.map((name) => `${name}, wanted by ${path}`),
		);
		expect(missing).toEqual([]);
	});

	test.each(["@biomejs/biome", "@swc/core", "esbuild", "unrs-resolver", "typescript"])(
		"knows the platforms of %s",
		(name) => {
			const platforms = Object.keys(lock.packages[`node_modules/${name}`]?.optionalDependencies ?? {});
			for (const platform of ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64"])
				expect(platforms.filter((other) => other.includes(platform))).not.toEqual([]);
		},
	);
});

/** As Node looks packages up: in the package's own folder, then in each folder above it. */
function isLocked(path: string, name: string): boolean {
	for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
		if (lock.packages[folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`] !== undefined)
			return true;
		if (folder === "") return false;
	}
}

describe("the repository", () => {
	const files = repositoryFiles();

	test("is all read by these tests", () => {
		for (const path of ["package.json", "LICENSE", "scripts/check.mjs", "test/project/package.test.ts"])
			expect(files).toContain(path);
	});

	test("names no registry: everyone has their own", () => {
		expect(filesWith(files, registries())).toEqual([]);
	});

	test("names no folder of the machine that it was written on", () => {
		expect(filesWith(files, machineFolders())).toEqual([]);
	});

	test("has no mark of a merge that nobody settled", () => {
		expect(filesWith(files, [/^(?:<{7}|>{7}) /m])).toEqual([]);
	});

	test("keeps no secrets of npm", () => {
		expect(filesWith(files, [/_authToken\s*=/, /_password\s*=/])).toEqual([]);
	});
});

/** What git has or would take; without git, everything that is not installed or built. */
function repositoryFiles(): string[] {
	const git = spawnSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
		cwd: root,
		encoding: "utf8",
	});
	const paths =
		git.status === 0
			? git.stdout.split("\0")
			: readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
					(path) => !/(^|[\\/])(node_modules|dist|coverage|\.git)([\\/]|$)/.test(path),
				);
	return paths
		.filter((path) => path !== "" && existsSync(join(root, path)) && statSync(join(root, path)).isFile())
		.sort();
}

function filesWith(files: readonly string[], patterns: readonly RegExp[]): string[] {
	return files.flatMap((path) => {
		const content = readFileSync(join(root, path), "latin1");
		return patterns.filter((pattern) => pattern.test(content)).map((pattern) => `${path}: ${pattern}`);
	});
}

/** The host that this machine's npm asks, and hosts that are called so. */
function registries(): RegExp[] {
	const known = /\bregistry\.[a-z0-9-]+\.(com|org|net|io|dev|local|internal)\b/i;
	const own = execFileSync("npm", ["config", "get", "registry"], {
		cwd: root,
		encoding: "utf8",
		stdio: ["ignore", "pipe", "ignore"],
	});
	const host = URL.canParse(own.trim()) ? new URL(own.trim()).hostname : "";
	return /^(localhost|127\..*|\[.*\]|)$/.test(host) ? [known] : [known, plain(host)];
}

/** This checkout, its neighbours, and where Node is installed; short paths such as `/app` and the home folder are subjects of rules, too. */
function machineFolders(): RegExp[] {
	const parent = dirname(root);
	const isOwn = (path: string) => path.split(/[\\/]/).length > 2 && path !== homedir();
	const neighbours = isOwn(join(parent, "x")) && parent !== homedir() && parent !== "/tmp" ? readdirSync(parent) : [];
	return [
		root,
		...neighbours.filter((name) => /^\w/.test(name)).map((name) => join(parent, name)),
		dirname(process.execPath),
	]
		.filter((path) => isOwn(path) && !/^\/(usr|bin|opt|tmp|var|etc)\b/.test(path))
		.map(plain);
}

function plain(part: string): RegExp {
	return new RegExp(`${part.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}(?![\\w-])`);
}

describe("commands that people are told to run", () => {
	const pages = ["README.md", "CONTRIBUTING.md", ".ci/run"].filter((page) => existsSync(join(root, page)));

	test.each(pages)("%s names only scripts that exist", (page) => {
		const named = [...text(page).matchAll(/\bnpm (?:run ([\w:-]+)|(test|start)\b)/g)].map(
			([, script, short]) => script ?? short,
		);
		expect(named.filter((script) => script === undefined || manifest.scripts[script] === undefined)).toEqual([]);
	});

	test("start files that exist", () => {
		const started = Object.values(manifest.scripts).flatMap((script) => script.match(/\bscripts\/\S+\.mjs/g) ?? []);
		expect(started.filter((path) => !existsSync(join(root, path)))).toEqual([]);
	});

	test("and what they start, import sources that exist", () => {
		const own = repositoryFiles().filter((path) => /^(?:bench|conformance|e2e|scripts)\/.*\.[cm]?js$/.test(path));
		const named = own.flatMap((path) =>
			[...text(path).matchAll(/["'`](?:\.{1,2}\/)+((?:src|grammar)\/[\w./-]+)\.[jt]s["'`]/g)].map(
				([, source]) => `${source}.ts`,
			),
		);
		expect(named).toContain("src/authoring/lint/lint.ts");
		expect(named.filter((source) => !existsSync(join(root, source)))).toEqual([]);
	});

	test("are what CI runs: a clean install, then the tests", () => {
		const commands = text(".ci/run")
			.split("\n")
			.filter((line) => /^npm /.test(line));
		expect(commands).toEqual(["npm ci", "npm test"]);
		expect(statSync(join(root, ".ci/run")).mode & 0o111).not.toBe(0);
	});
});

describe("the package", () => {
	test("is under the Apache License, in full", () => {
		expect(text("LICENSE")).toMatch(/^\s+Apache License\n\s+Version 2\.0, January 2004/);
		expect(text("LICENSE")).toContain("END OF TERMS AND CONDITIONS");
	});

	test("brings packs and schemas beside the bundles", () => {
		expect(manifest.files).toEqual(expect.arrayContaining(["dist", "rules", "schemas", "NOTICE"]));
	});

	test("has schemas that are called as their files are", () => {
		for (const name of readdirSync(join(root, "schemas")))
			expect((JSON.parse(text(`schemas/${name}`)) as { $id: string }).$id).toBe(name);
	});

	test("has one executable, `bylaw`, which is also called `rules`", () => {
		expect(Object.keys(manifest.bin)).toEqual(["bylaw", "rules"]);
		for (const file of Object.values(manifest.bin)) expect(basename(file)).toBe("cli.cjs");
	});
});
