/**
 * How long it takes to analyse policies, and how that grows with the number of their rules.
 *
 *	npm run bench:analysis                      everything; writes its section of RESULTS.md, and analysis.svg beside this file
 *	npm run bench:analysis -- --most 1000       no policy of more rules than that; nothing is written
 *	npm run bench:analysis -- --rounds 1        one policy of each size instead of three; nothing is written
 */
import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { withEngine } from "./analysis/engine.mjs";
import { picture } from "./analysis/picture.mjs";
import { report } from "./analysis/report.mjs";
import { showResults } from "./results.mjs";

const { values: options } = parseArgs({ options: { most: { type: "string" }, rounds: { type: "string" } } });
const rounds = Number(options.rounds ?? 3);
const most = Number(options.most ?? 10_000);
/** Of so many rules, one policy is enough: it has rules of every kind. */
const many = 3_000;

/** Policies that grow in the number of programs, in that of rules for a program, and in the latter alone. */
const series = [
	{ name: "ten rules a program", sizes: [10, 30, 100, 300, 1_000, 3_000, 10_000].map((rules) => [rules, rules / 10]) },
	{ name: "five programs", sizes: [10, 20, 50, 100, 200, 500].map((rules) => [rules, 5]) },
	{ name: "a hundred programs", sizes: [1_000, 3_000, 10_000].map((rules) => [rules, 100]) },
];

/** Made-up policies that are linted, and the packs. */
const packs = fileURLToPath(new URL("../rules/", import.meta.url));
const linted = [
	...[1_000, 10_000].filter((rules) => rules <= most).map((rules) => [`${rules} rules`, rules, rules / 10]),
	...readdirSync(packs)
		.filter((name) => name.endsWith(".rules"))
		.map((name) => [name.replace(/\.rules$/, ""), packs + name]),
];

const { found, lints } = await withEngine((engine) => ({
	lints: linted.map(([name, ...policy]) => ({ name, ...lintedOnce(engine, policy) })),
	found: series.map(({ name, sizes }) => ({
		name,
		sizes: sizes.filter(([rules]) => rules <= most).map(([rules, programs]) => analysed(engine, rules, programs)),
	})),
}));
const keeps = options.most === undefined && options.rounds === undefined;
showResults({ name: "analysis.mjs", command: "bench:analysis", text: report(found, rounds, lints), keeps });
if (keeps) writeFileSync(new URL("analysis.svg", import.meta.url), picture(found));

function lintedOnce(engine, policy) {
	process.stderr.write(`lint ${policy.join(" ")}\n`);
	return asked("analysis/lint-once.mjs", [engine, ...policy]);
}

/** Each size in a process of its own, as on the command line: nothing is warm and nothing remembered when it begins. */
function analysed(engine, rules, programs) {
	process.stderr.write(`${rules} rules on ${programs} programs\n`);
	return {
		rules,
		programs,
		rounds: asked("analysis/once.mjs", [engine, rules, programs, rules < many ? rounds : 1]),
	};
}

function asked(script, words) {
	const path = fileURLToPath(new URL(script, import.meta.url));
	const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...words.map(String)], { encoding: "utf8" });
	if (status !== 0) throw new Error(stderr);
	return JSON.parse(stdout);
}
