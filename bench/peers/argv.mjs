/** Deciding an argv: ours and the others under the same rules, on the same requests, for ever more rules. */
import { spawnSync } from "node:child_process";
import { startProcess } from "./other-process.mjs";
import { inRounds, summary } from "./rounds.mjs";
import { families } from "./rules.mjs";

/** Each by the name of its file in `argv`, with the package that it is. */
export const deciders = [
	{ name: "ours", title: "Bylaw" },
	{ name: "hash", title: "a bare two-level hash" },
	{ name: "expressions", title: "a list of regular expressions" },
	{ name: "casl", title: "CASL", dependency: "@casl/ability" },
	{ name: "casbin", title: "casbin", dependency: "casbin" },
	{ name: "casbin-cached", title: "casbin with its cache", dependency: "casbin" },
	{ name: "cedar", title: "Cedar (wasm)", dependency: "@cedar-policy/cedar-wasm" },
	{ name: "opa", title: "OPA (wasm)", dependency: "@open-policy-agent/opa-wasm" },
	{ name: "json-rules-engine", title: "json-rules-engine", dependency: "json-rules-engine" },
];

/** Whoever takes longer to take its rules in, or for its first decisions, is left out from that size on. Milliseconds. */
const toPrepare = 60_000;
const toDecide = 15_000;

/** Answers a row for each of them and each size: `{ name, rules, prepared, times }`, or `{ name, rules, leftOut }`. */
export async function measureArgv({ engine, sizes, rounds, say }) {
	const rows = [];
	const left = new Map(spawnSync("opa", ["version"]).status === 0 ? [] : [["opa", "there is no `opa` on the PATH"]]);
	try {
		for (const rules of sizes)
			for (const { name } of deciders) {
				say(`${rules} rules: ${name}`);
				rows.push(left.has(name) ? { name, rules, leftOut: left.get(name) } : await prepared(name, rules, engine));
				// What is too slow for so many rules is too slow for more.
				const { leftOut } = rows.at(-1);
				if (leftOut !== undefined && !left.has(name)) left.set(name, leftOut);
			}
		const cases = rows.flatMap((row) =>
			row.leftOut !== undefined ? [] : families.map((family) => caseOf(row, family)),
		);
		await inRounds(cases, rounds, 1_000, (round) => say(`argv: round ${round} of ${rounds}`));
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

async function prepared(name, rules, engine) {
	const child = startProcess("argv-process.mjs", [name, rules], { BYLAW_BENCH_ENGINE: engine });
	try {
		const prepared = await child.ask({ kind: "prepare" }, toPrepare);
		for (const family of families)
			await child.ask({ kind: "warm", family, milliseconds: 400, most: 6_000, sample: 15 }, toDecide);
		return { name, rules, child, prepared };
	} catch (error) {
		await child.stop();
		if (!error.late) throw new Error(`${name} with ${rules} rules: ${error.message}`, { cause: error });
		return { name, rules, leftOut: error.message };
	}
}

function caseOf(row, family) {
	return { row, family, sample: async () => (await row.child.ask({ kind: "sample", family }, toPrepare)).time };
}
