/**
 * Uses the package as a stranger would: packs it, installs the tarball into an empty folder without a network, with and
 * without install scripts, loads it by `import` and by `require`, and starts the command line. All of that on this Node
 * and on Node 22, 24 and 26, which come from npm into a cache outside the repository (scripts/smoke/nodes.mjs).
 *
 *	--allow-missing   a Node that can't be had is said, but is no failure
 *	--here            on this Node alone, which fetches nothing
 *	--tarball FILE    uses this package instead of packing `dist`
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { pack, packOwn, plainEnvironment } from "./pack.mjs";
import { root } from "./root.mjs";
import { nodes, thisNode } from "./smoke/nodes.mjs";

const { values: options } = parseArgs({
	options: {
		"allow-missing": { type: "boolean", default: false },
		here: { type: "boolean", default: false },
		tarball: { type: "string" },
	},
});
const folder = mkdtempSync(join(tmpdir(), "bylaw-smoke-"));
let passed = 0;
let failed = 0;
let missing = 0;

try {
	const tarball = options.tarball ?? packOwn(folder).tarball;
	const terminal = packTerminal();
	if (terminal.length === 0)
		console.log("smoke: node-pty is not installed here; only runs without a terminal are tried");
	const installs = [
		install("with scripts", [tarball, ...terminal]),
		install("without scripts", [tarball, ...terminal], ["--ignore-scripts"]),
		install("without the terminal", [tarball]),
	].filter((consumer) => consumer !== undefined);
	for (const node of options.here ? [thisNode] : nodes()) {
		if (node.binary === undefined) {
			missing++;
			console.error(`smoke: node ${node.version} not available: ${node.reason}`);
		} else for (const consumer of installs) use(consumer, node);
	}
} catch (error) {
	failed++;
	console.error(`smoke: ${error instanceof Error ? error.message : error}`);
} finally {
	rmSync(folder, { recursive: true, force: true });
}
const lacking = missing === 0 ? "" : `, ${missing} Node versions not available`;
console.log(`smoke: ${passed} passed, ${failed} failed${lacking}`);
process.exitCode = failed > 0 || passed === 0 || (missing > 0 && !options["allow-missing"]) ? 1 : 0;

/** The terminal that one may bring, as tarballs, so that installing it needs no network. Nothing where this machine has none. */
function packTerminal() {
	const folders = ["node-pty", "node-addon-api"].map((name) => join(root, "node_modules", name));
	return folders.every((path) => existsSync(path)) ? folders.map((path) => pack(folder, path).tarball) : [];
}

/** A consumer's project with the tarballs installed; its name says how. */
function install(name, tarballs, flags = []) {
	const project = join(folder, name.replaceAll(" ", "-"));
	mkdirSync(project);
	writeFileSync(join(project, "package.json"), JSON.stringify({ name: "consumer", version: "1.0.0", private: true }));
	for (const program of ["use.mjs", "use.cjs", "calls.cjs"])
		copyFileSync(join(root, "scripts/smoke", program), join(project, program));
	const done = run(
		`installs ${name}, offline`,
		"npm",
		["install", "--offline", "--no-audit", "--no-fund", ...flags, ...tarballs],
		project,
	);
	return done ? { name, project } : undefined;
}

function use({ name, project }, { version, binary }) {
	const environment = { PATH: `${dirname(binary)}${delimiter}${process.env.PATH}` };
	const title = `${version}, ${name}`;
	if (existsSync(join(project, "node_modules/node-pty")))
		run(`${title}: node-pty loads`, binary, ["-e", "require('node-pty').spawn"], project, environment);
	run(`${title}: import`, binary, ["use.mjs"], project, environment);
	run(`${title}: require`, binary, ["use.cjs"], project, environment);
	const help = /\brules\b/;
	const bylaw = join(project, "node_modules/.bin/bylaw");
	if (process.platform !== "win32") run(`${title}: bylaw --help`, bylaw, ["--help"], project, environment, help);
	// npx is npm's, and starts what npm has linked: with this Node once, and elsewhere what it would start.
	if (binary === process.execPath || process.platform === "win32")
		run(`${title}: npx rules --help`, "npx", ["--no-install", "rules", "--help"], project, environment, help);
	else run(`${title}: rules --help`, join(project, "node_modules/.bin/rules"), ["--help"], project, environment, help);
}

function run(title, command, args, cwd, environment = {}, expected = /^/) {
	const { status, error, stdout, stderr } = spawnSync(command, args, {
		cwd,
		encoding: "utf8",
		timeout: 120_000,
		env: plainEnvironment(environment),
	});
	const good = status === 0 && expected.test(stdout);
	if (good) passed++;
	else failed++;
	console.log(`${good ? "ok    " : "FAILED"} ${title}`);
	if (!good) console.error(error?.message ?? `status ${status}\n${stdout}${stderr}`);
	return good;
}
