/**
 * Ours, taking in so many rules, or the shipped pack of the largest compiled text: `node load-process.mjs RULES|pack FILE`. Each step once, in a process that has done nothing before. The source is read and compiled, and what was
 * compiled is written to the file; another process reads it from there.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/root.mjs";
import { answer } from "./other-process.mjs";
import { policyTextOf } from "./policy-text.mjs";
import { requestsFor, rulesOf } from "./rules.mjs";

const engine = await import(pathToFileURL(process.env.BYLAW_BENCH_ENGINE).href);
const [count, file] = process.argv.slice(2);
const world = { workspace: "/repo", home: "/home/dev", linkAt: () => "none", entriesOf: () => [] };

answer({ source: count === "pack" ? largestPack : source, compiled });

/** Nothing is measured: packs are read and compiled until it is known which is the largest. */
function largestPack() {
	const texts = readdirSync(join(root, "rules"))
		.filter((name) => name.endsWith(".rules"))
		.map((name) => engine.compiledText(engine.load(join(root, "rules", name)).tree));
	writeFileSync(
		file,
		texts.reduce((one, other) => (other.length > one.length ? other : one)),
	);
	return { steps: [] };
}

function source() {
	const text = policyTextOf(rulesOf(Number(count), "policies"));
	let loaded;
	let compiled;
	const steps = [
		timed("from its source", () => {
			loaded = engine.loadText("bench.rules", text);
			if (loaded.tree === undefined) throw new Error(loaded.diagnostics[0].message);
		}),
		timed("compiling alone, once more", () => engine.compile(loaded.policy, loaded.tree.lines)),
		timed("writing what was compiled", () => {
			compiled = engine.compiledText(loaded.tree);
		}),
	];
	writeFileSync(file, compiled);
	return { steps };
}

function compiled() {
	const [{ argv, expected }] =
		count === "pack"
			? [{ argv: ["git", "status"], expected: "allow" }]
			: requestsFor(Number(count), "new words", "policies")(1);
	let tree;
	let answered;
	const read = timed("compiled, read alone", () => {
		tree = engine.readCompiled(readFileSync(file));
	});
	const decided = timed("", () => {
		answered = "fault" in tree ? tree.fault : engine.decide(tree, { argv }, world).effect;
	});
	if (answered !== expected) throw new Error(`read as compiled, the answer was \`${answered}\``);
	const both = {
		name: "compiled, with a first decision",
		wall: read.wall + decided.wall,
		processor: read.processor + decided.processor,
	};
	return { steps: [read, both] };
}

function timed(name, step) {
	const before = process.cpuUsage();
	const start = process.hrtime.bigint();
	step();
	const wall = Number(process.hrtime.bigint() - start) / 1e6;
	const { user, system } = process.cpuUsage(before);
	return { name, wall, processor: (user + system) / 1_000 };
}
