/** Deciding an argv: ours and the others under the same rules, on the same requests, for ever more rules. */
import { spawnSync } from "node:child_process";
import { startProcess } from "./other-process.mjs";
import { inRounds, summary } from "./rounds.mjs";
import { families } from "./rules.mjs";

/**
 * Each by the name of its file in `argv`, with the package that it is. `most`: with more rules it is known to take parts of a second, and says no more.
 */
export const deciders = [
	{ name: "ours", title: "Bylaw" },
	{ name: "hash", title: "a bare two-level hash" },
	{ name: "expressions", title: "a list of regular expressions" },
	{ name: "casl", title: "CASL", dependency: "@casl/ability" },
	{ name: "casbin", title: "casbin", dependency: "casbin", most: 10_000 },
	{ name: "cedar", title: "Cedar (wasm)", dependency: "@cedar-policy/cedar-wasm", most: 10_000 },
	{ name: "opa", title: "OPA (wasm)", dependency: "@open-policy-agent/opa-wasm", most: 10_000 },
	{ name: "json-rules-engine", title: "json-rules-engine", dependency: "json-rules-engine", most: 1_000 },
];

/** Whoever takes longer to take its rules in, or for its first decisions, is left out from that size on. Milliseconds. */
const toPrepare = 60_000;
const toDecide = 15_000;

/**
 * Under rules of a sort, for each of the families that are asked for. Answers a row for each of them and each size: `{ name, rules, prepared, times }`, or
 * `{ name, rules, leftOut }`.
 */
export async function measureArgv({ engine, sort, sizes, asked = families, rounds, say }) {
	const rows = [];
	const left = new Map(spawnSync("opa", ["version"]).status === 0 ? [] : [["opa", "there is no `opa` on the PATH"]]);
	try {
		for (const rules of sizes)
			for (const one of deciders) {
				const { name, most } = one;
				say(`${rules} rules (${sort}): ${name}`);
				if (rules > most && !left.has(name)) left.set(name, "it takes long, and longer in proportion");
				rows.push(
					left.has(name)
						? { name, rules, leftOut: left.get(name) }
						: await prepared(one, asked, rules, { engine, sort }),
				);
				// What is too slow for so many rules is too slow for more.
				const { leftOut } = rows.at(-1);
				if (leftOut !== undefined && !left.has(name)) left.set(name, leftOut);
			}
		const cases = rows.flatMap((row) =>
			row.leftOut !== undefined ? [] : row.families.map((family) => caseOf(row, family)),
		);
		await inRounds(cases, rounds, 600, (round) => say(`argv (${sort}): round ${round} of ${rounds}`));
		return rows.map(({ name, rules, leftOut, prepared }) => ({
			name,
			rules,
			leftOut,
			prepared,
			times: Object.fromEntries(
				cases
					.filter(({ row }) => row.name === name && row.rules === rules)
					.map(({ family, samples }) => [family, summary(samples)]),
			),
		}));
	} finally {
		await Promise.all(rows.map(({ child }) => child?.stop()));
	}
}

async function prepared({ name }, asked, rules, { engine, sort }) {
	const child = startProcess("argv-process.mjs", [name, rules, sort], { BYLAW_BENCH_ENGINE: engine });
	try {
		const prepared = await child.ask({ kind: "prepare" }, toPrepare);
		for (const family of asked) await child.ask({ kind: "warm", family, milliseconds: 1_000, sample: 15 }, toDecide);
		return { name, rules, child, prepared, families: asked };
	} catch (error) {
		await child.stop();
		if (!error.late) throw new Error(`${name} with ${rules} rules: ${error.message}`, { cause: error });
		return { name, rules, leftOut: error.message };
	}
}

function caseOf(row, family) {
	return { row, family, sample: async () => (await row.child.ask({ kind: "sample", family }, toPrepare)).time };
}
