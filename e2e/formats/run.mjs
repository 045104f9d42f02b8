/**
 * Holds import and export of permissions against the harnesses' own matchers: `npm run e2e:formats`, or `npm run e2e:formats -- amp codex` for some of them. A line that a
 * harness lets through by an exported policy, and the policy does not, is a fault, unless the export says that it is looser; so is one that an imported policy lets through,
 * and the harness does not.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { filesPolicy, filesTree, lines, permissions, policy, programs, written } from "./cases.mjs";
import { matchers } from "./matchers.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const installed = join(process.env.BYLAW_FORMATS ?? here, "node_modules");
const cli = join(process.env.BYLAW_DIST ?? join(root, "dist"), "cli.cjs");
const words = process.argv.slice(2);
const only = words.filter((word) => !word.startsWith("-"));
const wantsAll = words.includes("--all");
const strictness = { none: 1, allow: 0, ask: 1, nudge: 2, deny: 3 };
/** With nobody there, what is asked about does not run either: both are one answer. */
const headless = ["claude-code", "opencode", "kilo-code", "copilot-cli"];

prepare();
const folder = mkdtempSync(join(tmpdir(), "bylaw-formats-run-"));
let faults = 0;
try {
	for (const matcher of matchers(installed)) {
		if (only.length > 0 && !only.includes(matcher.name) && !only.includes(matcher.format)) continue;
		if (!matcher.isThere) {
			console.log(`${matcher.name}: is not installed`);
			continue;
		}
		for (const direction of matcher.directions ?? ["export", "import"]) await held(matcher, direction);
		if (matcher.writes !== undefined) await heldByFiles(matcher);
	}
} finally {
	rmSync(folder, { recursive: true, force: true });
}
process.exitCode = faults === 0 ? 0 : 1;

/** One direction for one harness. */
async function held({ name, format = name, ask }, direction) {
	const source = direction === "export" ? policy : permissions[name];
	const { text, remarks } = converted(format, direction, source);
	const [theirs, ours] =
		direction === "export"
			? [await ask(text, lines), decided(policy)]
			: [await ask(source, lines), decided(`${text}${programs}`)];
	const rows = lines
		.map((line, at) => ({ line, theirs: theirs[at], ours: ours[at] }))
		.filter((row) => row.theirs !== undefined);
	const rank = (answer) => (headless.includes(name) && answer === "ask" ? 3 : strictness[answer]);
	const looser = rows.filter((row) =>
		direction === "export" ? rank(row.theirs) < rank(row.ours) : rank(row.ours) < rank(row.theirs),
	);
	const tighter = rows.filter((row) => rank(row.theirs) !== rank(row.ours)).length - looser.length;
	// What runs although the other side does not let it is worse than a question in place of a denial.
	const through = looser.filter((row) => (direction === "export" ? row.theirs : row.ours) === "allow");
	const isTold = remarks.some(({ verdict }) => verdict === "looser");
	const isFault = isTold ? false : looser.length > 0;
	if (isFault) faults++;
	console.log(
		`${name} ${direction}: ${rows.length} lines, ${rows.length - looser.length - tighter} alike, ${tighter} tighter, ${looser.length} looser (${through.length} run)${looser.length === 0 ? "" : isTold ? ", as the report tells" : ": FAULT"}`,
	);
	for (const row of wantsAll ? rows : looser)
		console.log(`  ${JSON.stringify(row.line)}: ${name} ${row.theirs}, the policy ${row.ours}`);
}

/** Files that an exported policy lets be written, and those that are. */
async function heldByFiles({ name, writes }) {
	const { text } = converted(name, "export", filesPolicy);
	const theirs = await writes(text, filesTree, written);
	const workspace = mkdtempSync(join(folder, "workspace-"));
	filesTree(workspace);
	const ours = written.map((path) => decidedCall(filesPolicy, `file.write ${path}`, workspace));
	const rows = written.map((path, at) => ({ path, theirs: theirs[at], ours: ours[at] }));
	const looser = rows.filter((row) => row.theirs === "allow" && row.ours !== "allow");
	const tighter = rows.filter((row) => row.theirs !== "allow" && row.ours === "allow");
	if (looser.length > 0 || rows.every((row) => row.theirs !== "allow")) faults++;
	console.log(
		`${name} files: ${rows.length} files, ${rows.length - looser.length - tighter.length} alike, ${tighter.length} tighter, ${looser.length} looser`,
	);
	for (const row of wantsAll ? rows : [...looser, ...tighter])
		console.log(`  ${row.path}: ${name} ${row.theirs}, the policy ${row.ours}`);
}

function converted(name, direction, source) {
	const file = join(folder, direction === "export" ? "policy.rules" : "permissions");
	writeFileSync(file, source);
	const told =
		direction === "export" ? ["export", name, "--looser", "--rules", file] : ["import", name, file, "--trusting"];
	const { stdout, stderr } = spawnSync(process.execPath, [cli, ...told, "--json"], { cwd: folder, encoding: "utf8" });
	if (stdout === "") throw new Error(`${told.join(" ")}: ${stderr}`);
	const { text, policy: made, remarks } = JSON.parse(stdout);
	return { text: text ?? made, remarks };
}

/** What the policy says of each line. */
function decided(text) {
	const file = join(folder, "decide.rules");
	writeFileSync(file, text);
	const input = lines.map((script) => JSON.stringify({ script, cwd: folder })).join("\n");
	const { stdout, stderr } = spawnSync(process.execPath, [cli, "check", "--jsonl", "--rules", file], {
		cwd: folder,
		input,
		encoding: "utf8",
	});
	const answers = stdout
		.trim()
		.split("\n")
		.map((one) => JSON.parse(one).effect);
	if (answers.length !== lines.length) throw new Error(`the policy was not decided: ${stderr}`);
	return answers;
}

/** What the policy says of one call in a folder. */
function decidedCall(text, call, cwd) {
	const file = join(folder, "decide.rules");
	writeFileSync(file, text);
	const words = [cli, "check", "--json", "--rules", file, "--script", call];
	const { stdout, stderr } = spawnSync(process.execPath, words, { cwd, encoding: "utf8" });
	if (stdout === "") throw new Error(`the policy was not decided: ${stderr}`);
	return JSON.parse(stdout).effect;
}

function prepare() {
	if (!existsSync(installed)) {
		console.error("e2e: the harnesses are installed (1 GB)");
		for (const told of [
			["install", "--no-save"],
			["rebuild", "--ignore-scripts=false", "@ampcode/cli", "@anthropic-ai/claude-code", "opencode-ai"],
		]) {
			const { status } = spawnSync("npm", [...told, "--loglevel", "error", "--prefix", here], {
				stdio: ["ignore", "ignore", "inherit"],
			});
			if (status === 0) continue;
			// Half of it would be taken for all of it.
			rmSync(installed, { recursive: true, force: true });
			process.exit(2);
		}
	}
	if (!existsSync(cli)) {
		const { status } = spawnSync(process.execPath, [join(root, "scripts", "build.mjs")], { stdio: "inherit" });
		if (status !== 0) process.exit(2);
	}
}
