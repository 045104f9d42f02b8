/**
 * Where the time of a decision goes: the stages of deciding real commands, each timed by itself through the function that the engine calls for it, in one process.
 *
 *	node bench/peers/stages.mjs    this alone; nothing is written
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadTypescript } from "../../scripts/load-typescript.mjs";
import { root } from "../../scripts/root.mjs";
import { noDisk, realCommands } from "./real.mjs";
import { table } from "./table.mjs";

const modules = [
	"engine/decide/decide",
	"engine/decide/read-for-rules",
	"engine/request/read-request",
	"runtime/load/load",
];

const packs = ["developer", "guard"];

/**
 * Answers `[{ pack, whole, script, commands, deciding }]`: microseconds of a mean command, of the round with the least sum of each. `script`: the text to commands. `commands`: what runs
 * inside of them, their arguments and surroundings. `deciding`: the rest of the whole, the tests with the paths, hosts and powers that they ask for, and the answer.
 */
export async function measureStages({ rounds, say }) {
	const engine = await loadTypescript(modules.map((name) => `src/${name}.ts`));
	const commands = realCommands();
	return packs.map((pack) => {
		say(`stages of real commands: ${pack}`);
		const { tree } = engine.load(join(root, "rules", `${pack}.rules`));
		const [agent] = Object.keys(tree.agents);
		const stages = {
			script: (script) => engine.readRequest({ agent, script }, noDisk.home, noDisk.workspace),
			read: (script) => engine.readForRules(tree, tree.agents[agent], { agent, script }, noDisk),
			whole: (script) => engine.decide(tree, { agent, script }, noDisk),
		};
		const least = { script: Infinity, read: Infinity, whole: Infinity };
		// In turns, so that what else the machine does hits all of them alike; the first two rounds warm the code.
		for (let round = -2; round < rounds; round++)
			for (const [name, run] of Object.entries(stages)) {
				const start = process.hrtime.bigint();
				for (const script of commands) run(script);
				const time = Number(process.hrtime.bigint() - start) / 1_000 / commands.length;
				if (round >= 0) least[name] = Math.min(least[name], time);
			}
		const { script, read, whole } = least;
		return { pack, whole, script, commands: read - script, deciding: whole - read };
	});
}

export const stagesHead = ["", "a command", "script to commands", "what they run, and around them", "tests and answer"];

/** What was found, as rows of texts. */
export function stagesRows(found) {
	return found.map(({ pack, whole, script, commands, deciding }) => {
		const share = (time) => `${time.toFixed(0)} µs (${Math.round((100 * time) / whole)} %)`;
		return [`\`${pack}\``, `${whole.toFixed(0)} µs`, share(script), share(commands), share(deciding)];
	});
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
	console.log(table(stagesHead, "r", stagesRows(await measureStages({ rounds: 6, say: () => {} }))));
