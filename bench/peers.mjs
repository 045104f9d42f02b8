/**
 * Ours and others that decide what may run, measured in one run: under the same rules, on the same requests, with answers that must be equal.
 *
 *	npm run bench                 everything, in under ten minutes; writes its section of RESULTS.md, rules.svg and lengths.svg beside this file
 *	npm run bench -- --quick      few rules, rounds and shapes; nothing is written
 *	npm run bench -- --rounds 5   fewer rounds than 15; nothing is written
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { measureArgv } from "./peers/argv.mjs";
import { measureCalls } from "./peers/calls.mjs";
import { withEngine } from "./peers/engine.mjs";
import { measureHooks } from "./peers/hooks.mjs";
import { install } from "./peers/install.mjs";
import { measureLoading } from "./peers/loading.mjs";
import { lengthsPicture, rulesPicture } from "./peers/pictures.mjs";
import { measurePrograms } from "./peers/programs.mjs";
import { measureReal } from "./peers/real.mjs";
import { report } from "./peers/report.mjs";
import { measureRuns } from "./peers/runs.mjs";
import { measureServing } from "./peers/serving.mjs";
import { measureStages } from "./peers/stages.mjs";
import { measureStrings } from "./peers/strings.mjs";
import { showResults } from "./results.mjs";

const { values: options } = parseArgs({ options: { quick: { type: "boolean" }, rounds: { type: "string" } } });
const quick = options.quick === true;
const rounds = Number(options.rounds ?? (quick ? 3 : 15));
const plan = quick
	? {
			sizes: [10, 1_000],
			plainSizes: [10, 1_000],
			loaded: [1_000],
			patience: 2_000,
			shapes: ["everyday scripts", "nested echo of substitutions"],
		}
	: {
			sizes: [10, 100, 1_000, 10_000, 100_000],
			plainSizes: [10, 1_000, 10_000],
			loaded: [10, 10_000, 100_000],
			patience: 5_000,
		};

install();
const begin = performance.now();
const say = (what) =>
	process.stderr.write(`${`${Math.round((performance.now() - begin) / 1_000)}`.padStart(4)} s  ${what}\n`);
const found = await withEngine(async ({ engine, commandLine }) => ({
	rounds,
	argv: await measureArgv({ engine, sort: "policies", sizes: plan.sizes, rounds, say }),
	plain: await measureArgv({ engine, sort: "plain", sizes: plan.plainSizes, asked: ["new words"], rounds, say }),
	strings: await measureStrings({ engine, rounds, patience: plan.patience, shapes: plan.shapes, say }),
	real: await measureReal({ engine, rounds: Math.min(rounds, 6), say }),
	stages: await measureStages({ rounds: Math.min(rounds, 6), say }),
	calls: await measureCalls({ engine, rounds, say }),
	loading: await measureLoading({ engine, sizes: plan.loaded, rounds, say }),
	programs: await measurePrograms({ commandLine, rounds, say }),
	serving: await measureServing({ commandLine, rounds, say }),
	hooks: await measureHooks({ commandLine, rounds, say }),
	runs: await measureRuns({ engine, rounds, say }),
}));
const keeps = !quick && options.rounds === undefined;
showResults({ name: "peers.mjs", command: "bench", text: report(found), keeps });
if (keeps) {
	writeFileSync(new URL("rules.svg", import.meta.url), rulesPicture(found.argv));
	writeFileSync(new URL("lengths.svg", import.meta.url), lengthsPicture(found.strings.long));
}
say("done");
