/** Ours, loading so many rules: `node load-process.mjs RULES`. Each step once, in a process that has done nothing before. */
import { pathToFileURL } from "node:url";
import { answer } from "./other-process.mjs";
import { policyTextOf } from "./policy-text.mjs";
import { rulesOf } from "./rules.mjs";

const engine = await import(pathToFileURL(process.env.BYLAW_BENCH_ENGINE).href);
const text = policyTextOf(rulesOf(Number(process.argv[2])));
let loaded;

/** In this order. A step to load what was compiled belongs at the end, once the library exports how. */
const steps = {
	"from its source": () => {
		loaded = engine.loadText("bench.rules", text);
		if (loaded.tree === undefined) throw new Error(loaded.diagnostics[0].message);
	},
	"compiling alone, once more": () => engine.compile(loaded.policy, loaded.tree.lines),
};

answer({ load: () => ({ steps: Object.entries(steps).map(([name, step]) => ({ name, ...timed(step) })) }) });

function timed(step) {
	const before = process.cpuUsage();
	const start = process.hrtime.bigint();
	step();
	const wall = Number(process.hrtime.bigint() - start) / 1e6;
	const { user, system } = process.cpuUsage(before);
	return { wall, processor: (user + system) / 1_000 };
}
