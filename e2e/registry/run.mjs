/**
 * Publishes the package to a registry that is started on this machine for it, and uses it from there as strangers do, by its name: `npm run e2e:registry`.
 * On this Node and on 22, 24 and 26: `npm install`, `npx` without an install, both commands, ES modules, CommonJS, strict TypeScript, the manual pages of a global install,
 * `npm ls` and `npm sbom`. No line that npm or Bylaw prints may be a warning.
 *
 * The registry (`npm ci --prefix e2e/registry`, 70 MB) lies in a folder that is taken away at the end. It hands on what it does not hold, the terminal that one may bring, from
 * where npm has its packages here. Nothing is published anywhere else: npm is given no other settings than those of this run.
 *
 *	--allow-missing   a Node that can't be had is said, but is no failure
 */
import { spawn, spawnSync } from "node:child_process";
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	realpathSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { packOwn, plainEnvironment } from "../../scripts/pack.mjs";
import { root } from "../../scripts/root.mjs";
import { nodes } from "../../scripts/smoke/nodes.mjs";

const { values: options } = parseArgs({ options: { "allow-missing": { type: "boolean", default: false } } });
const here = fileURLToPath(new URL(".", import.meta.url));
const verdaccio = join(here, "node_modules/verdaccio/bin/verdaccio");
if (!existsSync(verdaccio)) throw new Error("the registry is not installed: npm ci --prefix e2e/registry");
const npm = npmProgram();
const warning = /\bwarn(?:ing)?\b|deprecated|EBADENGINE|DEP0/i;
const { optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const terminal = optionalDependencies["node-pty"];
/** A run whose output is a terminal's. */
const terminalProgram = `
	const { guard } = require("bylaw");
	require("fs").writeFileSync("terminal.rules", "agent default {\\n allow test\\n}\\n");
	guard("terminal.rules", { workspace: process.cwd() }).run({ argv: ["test", "-t", "1"], agent: "default" }, { outputMode: "merged" })
		.then(({ outcome }) => console.log(outcome.code === 0));
`;
let passed = 0;
let failed = 0;
let missing = 0;

const folder = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-registry-")));
const registry = await started();
try {
	const { tarball, size } = packOwn(join(folder, "packed"));
	console.log(`packed: ${(size / 1e6).toFixed(2)} MB`);
	ran("published", process.execPath, [npm, "publish", tarball], folder);
	for (const { version, binary, reason } of nodes()) {
		if (binary !== undefined) used(version, binary);
		else {
			missing++;
			console.error(`node ${version} not available: ${reason}`);
		}
	}
} finally {
	registry.kill();
	rmSync(folder, { recursive: true, force: true });
}
console.log(
	`registry: ${passed} passed, ${failed} failed${missing > 0 ? `, ${missing} Node versions not available` : ""}`,
);
process.exitCode = failed > 0 || passed === 0 || (missing > 0 && !options["allow-missing"]) ? 1 : 0;

/** The registry, when it answers; npm's settings for this run name it. */
async function started() {
	const port = await freePort();
	const above = spawnSync(process.execPath, [npm, "config", "get", "registry"], { cwd: root, encoding: "utf8" });
	const config = {
		storage: join(folder, "storage"),
		uplinks: { above: { url: above.stdout.trim() } },
		packages: {
			bylaw: { access: "$all", publish: "$anonymous" },
			"**": { access: "$all", proxy: "above" },
		},
		auth: {},
		log: { type: "stdout", format: "pretty", level: "fatal" },
	};
	writeFileSync(join(folder, "config.yaml"), JSON.stringify(config));
	const host = `localhost:${port}`;
	// npm publishes only with a token; this registry asks for none.
	writeFileSync(
		join(folder, "npmrc"),
		`registry=http://${host}/\n//${host}/:${"_authToken"}=none\nupdate-notifier=false\n`,
	);
	const process_ = spawn(process.execPath, [verdaccio, "--config", join(folder, "config.yaml"), "--listen", host], {
		stdio: ["ignore", "inherit", "inherit"],
	});
	for (let tries = 0; tries < 150; tries++) {
		await sleep(200);
		if (process_.exitCode !== null) throw new Error("the registry ended");
		const answer = await fetch(`http://${host}/-/ping`).catch(() => undefined);
		if (answer?.ok) return process_;
	}
	process_.kill();
	throw new Error("the registry does not answer");
}

function used(version, binary) {
	const project = join(folder, `project-${version}`);
	mkdirSync(project);
	const settings = { PATH: `${dirname(binary)}${delimiter}${process.env.PATH}` };
	const step = (title, program, args, more = {}) =>
		ran(`${version}: ${title}`, program, args, project, { settings, ...more });
	const byNpm = (title, args, more) => step(title, binary, [npm, ...args], more);

	const alone = join(folder, `alone-${version}`);
	mkdirSync(alone);
	byNpm("npx bylaw, without an install", ["exec", "--yes", "--", "bylaw", "--version"], {
		cwd: alone,
		says: /^\d+\.\d+\.\d+$/m,
	});

	committed(step, join(folder, `committed-${version}`));

	writeFileSync(join(project, "package.json"), JSON.stringify({ name: "consumer", version: "1.0.0", private: true }));
	byNpm("npm install bylaw", ["install", "bylaw"], { says: /added/ });
	byNpm("npx bylaw init, the first command of the README", ["exec", "--", "bylaw", "init"]);
	byNpm("npx bylaw lint", ["exec", "--", "bylaw", "lint"], { mayWarn: true });
	for (const name of ["bylaw", "rules"])
		step(name, join(project, "node_modules/.bin", name), ["check", "--", "git", "status"], { mayDeny: true });
	byNpm("npm install, with the terminal", ["install", "--ignore-scripts", `node-pty@${terminal}`], { mayWarn: true });
	step("the terminal", binary, ["-e", terminalProgram], { says: /^true$/m });
	byNpm("npm ls", ["ls", "--all"], { says: /chevrotain@/ });
	byNpm("npm sbom", ["sbom", "--sbom-format", "cyclonedx"], { says: /pkg:npm\/chevrotain@/ });
	for (const program of ["use.mjs", "use.cjs", "calls.cjs"])
		copyFileSync(join(root, "scripts/smoke", program), join(project, program));
	step("import", binary, ["use.mjs"]);
	step("require", binary, ["use.cjs"]);
	typed(step, binary, project);
	const prefix = join(folder, `global-${version}`);
	byNpm("npm install --global", ["install", "--global", "--prefix", prefix, "bylaw"]);
	step("rules, installed globally", join(prefix, "bin/rules"), ["--version"]);
	if (process.platform === "linux")
		step("man rules-check", "man", ["-l", join(prefix, "share/man/man1/rules-check.1")], { says: /decide a command/ });
}

/** The hooks for pre-commit, by pre-commit itself where it is installed (Debian's `pre-commit`), in a project that has nothing of ours: npx brings the package. */
function committed(step, project) {
	if (spawnSync("pre-commit", ["--version"]).status !== 0) {
		console.log("left out: pre-commit is not installed");
		return;
	}
	const git = (cwd, ...words) => {
		const { status, stderr } = spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], { cwd });
		if (status !== 0) throw new Error(`git ${words[0]}: ${stderr}`);
	};
	const hooks = `${project}-hooks`;
	for (const one of [hooks, project]) {
		mkdirSync(one);
		git(one, "init", "--quiet");
	}
	copyFileSync(join(root, ".pre-commit-hooks.yaml"), join(hooks, ".pre-commit-hooks.yaml"));
	git(hooks, "add", ".");
	git(hooks, "commit", "--quiet", "--message", "hooks");
	git(hooks, "tag", "v1.0.0");
	const ids = ["bylaw-fmt", "bylaw-lint", "bylaw-test"].map((id) => ({ id }));
	writeFileSync(
		join(project, ".pre-commit-config.yaml"),
		JSON.stringify({ repos: [{ repo: hooks, rev: "v1.0.0", hooks: ids }] }),
	);
	writeFileSync(
		join(project, "policy.rules"),
		"agent default {\n  default deny\n  allow git status\n  expect allow: git status\n}\n",
	);
	git(project, "add", ".");
	step("pre-commit", "pre-commit", ["run", "--all-files"], {
		cwd: project,
		says: /bylaw fmt\.+Passed\nbylaw lint\.+Passed\nbylaw test\.+Passed/,
	});
}

/** A consumer in strict TypeScript, once of each kind of module, whose compiler looks into our declarations as well. */
function typed(step, binary, project) {
	const source = `import { guard, type Decision } from "bylaw";
import { lint } from "bylaw/authoring";
const guarded = guard("policy.rules", { workspace: process.cwd() });
const decided: Decision = guarded.decide({ argv: ["git", "status"], agent: "default" });
export const effect: string = decided.effect;
export const other: unknown = lint;
`;
	for (const name of ["consumer.mts", "consumer.cts"]) writeFileSync(join(project, name), source);
	mkdirSync(join(project, "node_modules/@types"), { recursive: true });
	for (const name of ["@types/node", "undici-types"]) {
		const own = join(root, "node_modules", name);
		if (existsSync(own)) symlinkSync(own, join(project, "node_modules", name));
	}
	step("strict TypeScript", binary, [
		join(root, "node_modules/typescript/bin/tsc"),
		...[
			"--strict",
			"--noEmit",
			"--exactOptionalPropertyTypes",
			"--module",
			"node16",
			"--target",
			"es2023",
			"--types",
			"node",
		],
		"consumer.mts",
		"consumer.cts",
	]);
}

function ran(title, program, args, cwd, { settings = {}, says = /^/, mayWarn = false, mayDeny = false, ...more } = {}) {
	const { status, error, stdout, stderr } = spawnSync(program, args, {
		cwd: more.cwd ?? cwd,
		encoding: "utf8",
		timeout: 300_000,
		env: {
			...plainEnvironment(settings),
			PRE_COMMIT_HOME: join(folder, "pre-commit"),
			npm_config_userconfig: join(folder, "npmrc"),
			npm_config_cache: join(folder, "cache"),
			// Whatever the npm says that started this (`npm run -s` says nothing).
			npm_config_loglevel: "notice",
			// A package that was just published is not too new for this.
			npm_config_min_release_age: "0",
		},
	});
	const warned = mayWarn
		? undefined
		: `${stdout}${stderr}`.split("\n").find((line) => warning.test(line) && !/"/.test(line));
	const good = (status === 0 || (mayDeny && status === 1)) && says.test(stdout) && warned === undefined;
	if (good) passed++;
	else failed++;
	console.log(`${good ? "ok    " : "FAILED"} ${title}`);
	if (!good)
		console.error(error?.message ?? `status ${status}\n${warned ?? ""}\n${stdout.slice(-3000)}${stderr.slice(-3000)}`);
	return good;
}

/** npm's own program, which is started by each version of Node. */
function npmProgram() {
	const said = process.env.npm_execpath;
	if (said !== undefined && /npm-cli\.js$/.test(said)) return said;
	return realpathSync(spawnSync("which", ["npm"], { encoding: "utf8" }).stdout.trim());
}

function freePort() {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.on("error", reject);
		server.listen(0, "localhost", () => {
			const { port } = server.address();
			server.close(() => resolve(port));
		});
	});
}
