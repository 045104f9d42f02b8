import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { lint } from "../../../src/authoring/lint/lint.js";
import { checkExpectations } from "../../../src/authoring/suite/expectations.js";
import { projectOf } from "../../../src/cli/policy/project-of.js";
import { starter } from "../../../src/cli/policy/starter.js";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import type { World } from "../../../src/engine/request/paths.js";
import type { PolicyFile } from "../../../src/language/syntax/statements.js";
import { formatPolicyFile } from "../../../src/language/syntax/write-policy-file.js";
import { hookedHarnesses } from "../../../src/runtime/harnesses/harnesses.js";
import { type Loaded, loadText } from "../../../src/runtime/load/load.js";
import { realWorld } from "../../../src/runtime/load/world.js";
import { folder, program, rules } from "../cli.js";

const next =
	"\nnext:\n  rules test                       # its expectations hold\n  rules check -- git push          # may this run?\n  rules explain -- git push        # why, or why not?\n  rules run -- git status          # run it if it may\n";

test("what comes next is named as it can be typed here", () => {
	const [cwd, own] = [folder(), folder()];
	mkdirSync(join(own, "node_modules/.bin"), { recursive: true });
	const bin = join(own, "node_modules/.bin");
	symlinkSync(program(), join(bin, "rules"));
	const env = { npm_execpath: "/x", PATH: `${bin}:${process.env.PATH}` };
	expect(rules(["init"], { cwd: own, env }).out).toContain("\n  npx rules test    ");
	// Fetched for this once.
	expect(rules(["init"], { cwd, env }).out).toContain("\n  npx bylaw test    ");
	const known = folder();
	symlinkSync(program(), join(known, "rules"));
	expect(rules(["init", "--force"], { cwd, env: { ...env, PATH: `${env.PATH}:${known}` } }).out).toContain(
		"\n  rules test    ",
	);
});

/** Empty files by their names. */
function filesOf(names: readonly string[]): Readonly<Record<string, string>> {
	return Object.fromEntries(names.map((name) => [name, ""]));
}

interface Judged {
	readonly text: string;
	readonly loaded: Loaded;
	readonly effectOf: (script: string) => string;
}

/** The starter of a folder: formatted, and its own expectations hold. Those of the pack are the pack's tests, and once `rules test`. */
function judged(cwd: string): Judged {
	const text = starter(cwd);
	const loaded = loadText("policy.rules", text, { cwd });
	expect(loaded.diagnostics).toEqual([]);
	const tree = loaded.tree as Tree;
	const world = aroundOnce(cwd);
	const results = checkExpectations(loaded.policy, tree, world).filter(
		({ expectation }) => expectation.span.file === "policy.rules",
	);
	expect(results.length).toBeGreaterThanOrEqual(3);
	const failed = results.filter((result) => !result.passed);
	expect(failed.map(({ expectation, why }) => `${expectation.command}: ${why}`)).toEqual([]);
	expect(formatPolicyFile(loaded.files[0] as PolicyFile)).toBe(text);
	return { text, loaded, effectOf: (script) => decide(tree, { script }, world).effect };
}

/** The real world of the folder. What lies elsewhere is looked at once for all folders: `rm -rf /` looks through the disk. */
function aroundOnce(cwd: string): World {
	const world = realWorld(cwd);
	const isElsewhere = (path: string): boolean => path !== cwd && !path.startsWith(`${cwd}/`);
	return {
		...world,
		linkAt: (path) => (isElsewhere(path) ? linkElsewhere(path) : world.linkAt(path)),
		entriesOf: (path) => (isElsewhere(path) ? entriesElsewhere(path) : (world.entriesOf?.(path) ?? "unknown")),
	};
}

const { linkAt, entriesOf } = realWorld("/");
const linkElsewhere = onceEach(linkAt);
const entriesElsewhere = onceEach((path) => entriesOf?.(path) ?? "unknown");

function onceEach<T>(look: (path: string) => T): (path: string) => T {
	const found = new Map<string, T>();
	return (path) => {
		if (!found.has(path)) found.set(path, look(path));
		return found.get(path) as T;
	};
}

/** Neither blank lines nor comments count. */
function linesOf(text: string): number {
	return text.split("\n").filter((line) => /^\s*[^\s#]/.test(line)).length;
}

describe("a starter lets the work of the project go on, and asks for what is new", () => {
	test.each<[string, readonly string[], readonly string[], readonly string[]]>([
		["nothing", [], ["git status", "ls | head"], ["npx cowsay", "docker build ."]],
		[
			"npm",
			["package.json", "package-lock.json"],
			["npm test", "npm run build", "npm ci"],
			["npm install x", "npm publish", "npx tsc"],
		],
		["a manifest alone", ["package.json"], ["npm ci"], ["npm install"]],
		[
			"pnpm",
			["package.json", "pnpm-lock.yaml"],
			["pnpm test", "pnpm exec jest", "pnpm install --frozen-lockfile"],
			["pnpm install", "pnpm add x", "pnpm publish", "npm ci"],
		],
		[
			"Yarn",
			["package.json", "yarn.lock"],
			["yarn test", "yarn install --immutable"],
			["yarn", "yarn add x", "yarn install"],
		],
		[
			"Bun",
			["package.json", "bun.lock"],
			["bun test", "bun run build", "bun install --frozen-lockfile"],
			["bun install", "bun add x", "bunx x", "bun publish"],
		],
		["Deno", ["deno.json"], ["deno test", "deno run x.ts"], ["deno publish"]],
		[
			"uv",
			["pyproject.toml", "uv.lock"],
			["uv run pytest", "uv sync --locked"],
			["uv add x", "uv sync", "uv publish", "python3 -m pip install x"],
		],
		["Poetry", ["pyproject.toml", "poetry.lock"], ["poetry run pytest", "poetry install"], ["poetry add x"]],
		[
			"pip",
			["requirements-dev.txt"],
			["pytest", "python3 -m pytest", ".venv/bin/python x.py"],
			["pip install -r requirements-dev.txt", "python -m pip install x", "python3 -mpip install x"],
		],
		["PDM", ["setup.py", "pdm.lock"], ["pdm run x", "pdm sync"], ["pdm add x"]],
		["Pipenv", ["Pipfile"], ["pipenv run pytest", "pipenv sync"], ["pipenv install x"]],
		[
			"Go",
			["go.mod"],
			["go test ./...", "go build", "go mod download"],
			["go get x", "go install x@latest", "go mod tidy"],
		],
		["Rust", ["Cargo.toml"], ["cargo test", "cargo build --release"], ["cargo add x", "cargo publish", "cargo yank"]],
		[
			"Maven",
			["pom.xml"],
			["mvn verify", "mvn -q -B test"],
			["mvn deploy", "mvn -B clean deploy", "mvn release:perform"],
		],
		["Maven with its wrapper", ["pom.xml", "mvnw"], ["./mvnw verify"], ["./mvnw clean deploy", "mvn deploy"]],
		[
			"Gradle",
			["settings.gradle.kts", "gradlew"],
			["./gradlew build", "./gradlew :app:test"],
			["./gradlew publish", "./gradlew :lib:publishToMavenCentral", "gradle publish"],
		],
		[".NET", ["App.csproj"], ["dotnet test"], ["dotnet add package X", "dotnet nuget push x"]],
		["Bundler", ["Gemfile"], ["bundle exec rake", "bundle install --frozen"], ["bundle add x", "bundle install"]],
		["Composer", ["composer.json"], ["php x.php", "composer install"], ["composer require x/y"]],
		[
			"languages beside each other",
			["package.json", "go.mod", "pyproject.toml"],
			["npm ci", "go test ./...", "pytest"],
			["npm i x", "go get x", "pip install x"],
		],
		[
			"a repository of parts",
			[
				"package.json",
				"pnpm-workspace.yaml",
				"turbo.json",
				"packages/web/package.json",
				"services/api/go.mod",
				"jobs/pom.xml",
				"jobs/mvnw",
			],
			[
				"turbo run test",
				"pnpm -r test",
				"cd packages/web && pnpm test",
				"cd services/api && go test ./...",
				"cd jobs && ./mvnw verify",
			],
			["pnpm add x", "cd jobs && ./mvnw deploy", "npm ci"],
		],
	])("%s", (_, files, allowed, asked) => {
		const { text, effectOf } = judged(folder(filesOf(files)));
		expect([...allowed, "git commit -m x", "rm -rf build"].filter((script) => effectOf(script) !== "allow")).toEqual(
			[],
		);
		expect([...asked, "git push", "cat .env"].filter((script) => effectOf(script) !== "ask")).toEqual([]);
		const denied = ["rm -rf /", "cp x ../y", "cp x policy.rules", "tee .claude/settings.json", "sudo ls"];
		expect(denied.filter((script) => effectOf(script) !== "deny")).toEqual([]);
		const lines = linesOf(text);
		expect(lines).toBeGreaterThanOrEqual(10);
		expect(lines).toBeLessThanOrEqual(files.length > 2 ? 34 : 30);
	});

	test("whatever lies there at once: nothing is found in it", () => {
		const { loaded } = judged(
			folder({
				...filesOf(["yarn.lock", "bun.lock", "Cargo.toml", "x.sln", "Gemfile", "composer.json", "nx.json", "justfile"]),
				...filesOf(["deno.json", "a/go.mod", "b/uv.lock", "b/setup.py", "c/pdm.lock", "c/setup.py", "d/Pipfile"]),
				...filesOf(["e/poetry.lock", "e/pyproject.toml", "f/pom.xml", "g/build.gradle", "g/gradlew", "turbo.json"]),
				...filesOf(["h/requirements.txt", "i/pnpm-lock.yaml", "i/package.json"]),
				"package.json": "{}",
			}),
		);
		expect(lint(loaded)).toEqual([]);
	});
});

describe("what lies in a folder", () => {
	const found = (files: Readonly<Record<string, string>>, below = "."): readonly string[] =>
		projectOf(join(folder(files), below)).toolchains.map(({ name, at }) => (at === "." ? name : `${name} in ${at}`));

	test("is what the manifest says, before any lock file", () => {
		expect(found({ "package.json": '{ "packageManager": "pnpm@9.1.0" }', "yarn.lock": "" })).toEqual(["pnpm"]);
		expect(found({ "pyproject.toml": "[project]\n[tool.poetry]\n" })).toEqual(["poetry"]);
		expect(found({ "pyproject.toml": "[tool.uv]\n" })).toEqual(["uv"]);
		expect(found({ "pyproject.toml": "[tool.ruff]\n" })).toEqual(["pip"]);
	});

	test("is what `devEngines` says where nothing else does, and no manifest is too odd", () => {
		const engines = (value: unknown): string => JSON.stringify({ devEngines: { packageManager: value } });
		expect(found({ "package.json": engines({ name: "yarn" }), "package-lock.json": "" })).toEqual(["yarn"]);
		expect(found({ "package.json": engines([{ name: "x" }, { name: "bun" }]) })).toEqual(["bun"]);
		for (const text of ["", "[]", "null", '"x"', "{", engines(null), engines(1), '{"packageManager":{"name":"pnpm"}}'])
			expect(found({ "package.json": text })).toEqual(["npm"]);
	});

	test("is what the repository around says, and no folder above that", () => {
		const monorepo = { ".git/HEAD": "", "pnpm-lock.yaml": "", "web/package.json": "{}" };
		expect(found(monorepo, "web")).toEqual(["pnpm"]);
		expect(found({ "pnpm-lock.yaml": "", "repo/.git/HEAD": "", "repo/web/package.json": "{}" }, "repo/web")).toEqual([
			"npm",
		]);
	});

	test("lies no deeper than parts lie, and in nothing that others wrote", () => {
		expect(
			found(
				filesOf([
					"a/b/c/go.mod",
					"a/b/c/d/Cargo.toml",
					"node_modules/x/Cargo.toml",
					"vendor/y/pom.xml",
					".venv/lib/setup.py",
					"dist/package.json",
				]),
			),
		).toEqual(["go in a/b/c"]);
	});

	test("is nothing where it can't be read", () => {
		const cwd = folder({ "package.json/x": "", "a/go.mod": "", "b/pyproject.toml": "[tool.uv]" });
		symlinkSync(".", join(cwd, "loop"));
		symlinkSync("nowhere", join(cwd, "Cargo.toml"));
		symlinkSync("/", join(cwd, "root"));
		rmSync(join(cwd, "b/pyproject.toml"));
		execFileSync("mkfifo", [join(cwd, "b/pyproject.toml")]);
		expect(projectOf(cwd).toolchains.map(({ name }) => name)).toEqual(["npm", "cargo", "go", "pip"]);
		expect(projectOf(join(cwd, "missing"))).toEqual({
			toolchains: [],
			agents: [],
			unasked: [],
			claudeSettings: undefined,
		});
	});

	test("may have names that no command should hold", () => {
		const { loaded } = judged(folder({ "a b; rm -rf $(x)/go.mod": "", "-x/Cargo.toml": "" }));
		expect(loaded.policy.expectations.map(({ command }) => command)).toContain("go test ./...");
		expect(loaded.policy.expectations.map(({ command }) => command)).toContain("cargo test");
	});

	test.each<[readonly string[], readonly string[]]>([
		[["CLAUDE.md"], ["claude-code"]],
		[
			[".claude/settings.json", ".codex/config.toml"],
			["claude-code", "codex"],
		],
		[["AGENTS.md"], ["codex"]],
		[["AGENTS.md", ".gemini/settings.json"], ["gemini-cli"]],
		[
			["QWEN.md", "opencode.json"],
			["qwen-code", "opencode"],
		],
		[
			[".github/copilot-instructions.md", ".cursor/rules/x"],
			["copilot-cli", "cursor"],
		],
		[[".github/workflows/ci.yml"], []],
		[
			[".clinerules", ".kiro/x", ".amp/x"],
			["cline", "kiro", "amp"],
		],
		[[".vscode/settings.json", ".vscode/mcp.json"], []],
		[
			[".windsurf/rules/x", ".goosehints", ".openhands/x"],
			["windsurf", "goose", "openhands"],
		],
	])("%j are settings of %j", (files, harnesses) => {
		const { agents } = projectOf(folder(filesOf(files)));
		expect(agents.map(({ harness }) => harness)).toEqual(harnesses);
		const known = hookedHarnesses.map(({ name }) => name);
		expect(harnesses.filter((harness) => !known.includes(harness))).toEqual([]);
	});
});

describe("rules init", () => {
	test("writes, and says what it found", () => {
		const cwd = folder({ "package.json": "{}", ".claude/settings.json": "{}" });
		expect(rules(["init"], { cwd })).toEqual({
			code: 0,
			out: `wrote policy.rules\nfound: npm, settings of Claude Code\nfree:  the project's own code and files (\`npm test\`), and what lock files name (\`npm ci\`)\nasked: what is new, shared or secret (\`npm install left-pad\`); denied: what steers agents, and what needs other rights\n${next.replaceAll(/ {1,}#/g, (blanks) => `${" ".repeat(blanks.length - 1 + 14)}#`)}  rules install --harness claude-code            # Claude Code asks it\n  rules import claude-code .claude/settings.json # what Claude Code is told today, as rules\n`,
			err: "",
		});
		expect(readFileSync(join(cwd, "policy.rules"), "utf8")).toBe(starter(cwd));
		expect(rules(["test"], { cwd })).toMatchObject({ code: 0, err: "" });
	});

	test("says whose place its policy takes", () => {
		const cwd = folder({ "policy.rules": "agent default {\n  default deny\n}\n", "part/go.mod": "" });
		const { out } = rules(["init"], { cwd: join(cwd, "part") });
		expect(out).toContain(
			`note: it holds here in place of ${join(cwd, "policy.rules")}: import that one to keep its rules\n`,
		);
	});

	test("may write YAML", () => {
		const cwd = folder({ "go.mod": "" });
		expect(rules(["init", "--yaml"], { cwd }).out).toMatch(/^wrote policy\.rules\.yaml\nfound: Go\n/);
		expect(rules(["check", "--", "go", "mod", "download"], { cwd })).toMatchObject({ code: 0, err: "" });
		expect(readFileSync(join(cwd, "policy.rules.yaml"), "utf8")).toMatch(/^# What agents may run/);
	});

	test("may write a pack", () => {
		const cwd = folder();
		expect(rules(["init", "--pack", "safe-shell"], { cwd }).code).toBe(0);
		expect(readFileSync(join(cwd, "policy.rules"), "utf8")).toContain('import "safe-shell"\n');
		expect(rules(["test"], { cwd })).toMatchObject({ code: 0, err: "" });
		expect(rules(["lint"], { cwd })).toMatchObject({ code: 0 });
		expect(rules(["fmt", "--check"], { cwd })).toMatchObject({ code: 0 });
	});

	(process.getuid?.() === 0 ? test.skip : test)("says so where nothing may be written", () => {
		const cwd = folder({ "package.json": "{}", "secret/go.mod": "" });
		chmodSync(join(cwd, "secret"), 0);
		chmodSync(cwd, 0o555);
		expect(projectOf(cwd).toolchains.map(({ name }) => name)).toEqual(["npm"]);
		expect(rules(["init"], { cwd })).toEqual({
			code: 2,
			out: "",
			err: "error: `policy.rules` can't be written: permission denied\nhelp: check the path and its permissions\n",
		});
		chmodSync(cwd, 0o755);
		chmodSync(join(cwd, "secret"), 0o755);
	});
});

describe("nothing is overwritten", () => {
	test("a policy stays, and only --force takes its place", () => {
		const cwd = folder({ "policy.rules": "mine" });
		expect(rules(["init"], { cwd })).toEqual({
			code: 2,
			out: "",
			err: "error: there is a `policy.rules` in this folder already\nhelp: change that one, or overwrite it with `--force`\n",
		});
		expect(readFileSync(join(cwd, "policy.rules"), "utf8")).toBe("mine");
		expect(rules(["init", "--force"], { cwd }).code).toBe(0);
		expect(readFileSync(join(cwd, "policy.rules"), "utf8")).toContain("agent default {");
	});

	test("nor put beside a policy of the other notation, forced or not", () => {
		const cwd = folder({ "policy.rules.yaml": "" });
		for (const words of [["init"], ["init", "--force"]]) {
			expect(rules(words, { cwd })).toEqual({
				code: 2,
				out: "",
				err: "error: this folder has a policy already: `policy.rules.yaml`\nhelp: change that one, or take it away first\n",
			});
		}
	});

	test("nor what a link leads to", () => {
		const cwd = folder();
		symlinkSync("elsewhere", join(cwd, "policy.rules"));
		expect(rules(["init"], { cwd }).code).toBe(2);
		expect(existsSync(join(cwd, "elsewhere"))).toBe(false);
	});
});

test("an unknown pack is refused, with the nearest", () => {
	const cwd = folder();
	expect(rules(["init", "--pack", "safe-shel"], { cwd })).toEqual({
		code: 2,
		out: "",
		err: "error: no pack is called `safe-shel`\nhelp: did you mean `safe-shell`?\n",
	});
	expect(rules(["init", "--pack", "../x"], { cwd }).code).toBe(2);
	expect(existsSync(join(cwd, "policy.rules"))).toBe(false);
});
