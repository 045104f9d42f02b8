/**
 * Breaks the files that decide, one place at a time, and asks whether the tests notice. Each mutant is tried in a thread of its own by the tests that come to
 * its place, until one fails. Prints the score of each file (noticed, of those that any test comes to or none does) and what nobody noticed.
 *
 *	npm run mutation -- src/engine/decide     these files or folders; without: what `decides` says below
 *	--survivors FILE   writes what nobody noticed there, a line each
 *	--least 85         fails below this score, in percent
 */
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import { instrument } from "./mutation/instrument.mjs";
import { root } from "./root.mjs";

const { values: options, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		survivors: { type: "string" },
		least: { type: "string" },
		tests: { type: "string", multiple: true },
		sample: { type: "string", default: "1" },
	},
});

/** The files that decide. */
const decides = [
	"src/engine/decide",
	"src/language/policy/resolve.ts",
	"src/language/policy/lower.ts",
	"src/language/policy/exclusion.ts",
];
/** Their tests that need no process of their own. */
const asked = options.tests ?? [
	"test/cases",
	"test/engine/decide",
	"test/engine/laws",
	"test/language/policy",
	"test/seeds",
	"test/corpora",
	"test/engine/effects",
];
/** A test that takes longer is not asked again for each mutant. Milliseconds. */
const longest = 20_000;

const files = (positionals.length > 0 ? positionals : decides).flatMap((one) =>
	filesIn(one, (name) => name.endsWith(".ts") && !name.includes(".generated.")),
);
const testFiles = asked.flatMap((one) => filesIn(one, (name) => name.endsWith(".test.ts")));

const mutants = [];
const texts = new Map();
for (const file of files) {
	const made = instrument(file, readFileSync(join(root, file), "utf8"), mutants.length + 1);
	mutants.push(...made.mutants);
	texts.set(join(root, file), made.text);
}

const cache = join(root, "node_modules/.cache/bylaw");
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, "mutation-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
process.on("SIGINT", () => process.exit(130));

await build({
	absWorkingDir: root,
	entryPoints: Object.fromEntries([
		...testFiles.map((file) => [file.replace(/\.ts$/, ""), file]),
		["jest", "scripts/mutation/fake-jest.mjs"],
	]),
	outdir: folder,
	bundle: true,
	splitting: true,
	platform: "node",
	format: "esm",
	target: "node20.19",
	packages: "external",
	logLevel: "error",
	outExtension: { ".js": ".mjs" },
	alias: {
		"@jest/globals": join(root, "scripts/mutation/fake-jest.mjs"),
		"fast-check": join(root, "test/fast-check.mjs"),
	},
	plugins: [
		{
			name: "mutants",
			setup({ onLoad }) {
				onLoad({ filter: /\.ts$/ }, ({ path }) => {
					const text = texts.get(path) ?? readFileSync(path, "utf8");
					return {
						contents: text.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href)),
						loader: "ts",
					};
				});
			},
		},
	],
});
const bundleOf = (file) => pathToFileURL(join(folder, file.replace(/\.ts$/, ".mjs"))).href;
const jest = bundleOf("jest.ts");

console.log(`${mutants.length} mutants in ${files.length} files, ${testFiles.length} files of tests`);
const reaching = new Map(mutants.map(({ id }) => [id, []]));
let tests = 0;
for (const file of testFiles) {
	await tried({ files: [{ name: file, bundle: bundleOf(file) }] }, 600_000, (told) => {
		if (told.killed !== undefined) console.log(`left out, ${told.killed}: ${file}`);
		if (told.title === undefined) return;
		tests++;
		if (told.failed !== undefined)
			return console.log(`left out, fails by itself: ${file}: ${told.title}: ${told.failed.split("\n")[0]}`);
		if (told.time > longest) return;
		for (const id of new Set(told.reached)) reaching.get(id)?.push({ file, index: told.index, time: told.time });
	});
	process.stderr.write(`\r${tests} tests looked at  `);
}
process.stderr.write("\n");

/** Those that noticed something come first. */
const noticed = new Map();
const outcomes = new Map();
const waiting = mutants.filter((_, index) => index % Number(options.sample) === 0);
const total = waiting.length;
await Promise.all(
	Array.from({ length: availableParallelism() }, async () => {
		for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
			outcomes.set(one.id, await outcomeOf(one));
			const alive = [...outcomes.values()].filter((outcome) => outcome !== "noticed").length;
			process.stderr.write(`\r${outcomes.size} of ${total} tried, ${alive} not noticed  `);
		}
	}),
);
process.stderr.write("\n");

report();

async function outcomeOf({ id }) {
	const all = reaching.get(id);
	if (all.length === 0) return "not reached";
	const score = ({ file, index }) => noticed.get(`${file} ${index}`) ?? 0;
	const byFile = new Map();
	for (const one of all) byFile.set(one.file, [...(byFile.get(one.file) ?? []), one]);
	const ordered = [...byFile].sort(
		([, a], [, b]) => Math.max(...b.map(score)) - Math.max(...a.map(score)) || sum(a) - sum(b),
	);
	const wanted = Object.fromEntries(ordered.map(([file, list]) => [file, list.map(({ index }) => index)]));
	let outcome = "not noticed";
	const limit = 20_000 + 5 * sum(all);
	const ended = await tried(
		{ mutant: id, wanted, files: ordered.map(([file]) => ({ name: file, bundle: bundleOf(file) })) },
		limit,
		(told) => {
			if (told.killed === undefined) return;
			outcome = "noticed";
			noticed.set(`${told.name} ${told.index}`, (noticed.get(`${told.name} ${told.index}`) ?? 0) + 1);
		},
	);
	// What never ends is noticed by whoever waits.
	return ended ? outcome : "noticed";
}

function sum(list) {
	return list.reduce((all, { time }) => all + time, 0);
}

/** Runs tests in a thread; false where it had to be ended. */
function tried(data, limit, hear) {
	return new Promise((resolve) => {
		const worker = new Worker(join(root, "scripts/mutation/worker.mjs"), {
			workerData: { ...data, jest },
			stdout: true,
			stderr: true,
		});
		let inTime = true;
		const timer = setTimeout(() => {
			inTime = false;
			worker.terminate();
		}, limit);
		worker.on("message", hear);
		worker.on("error", (error) => hear({ killed: `ends the thread: ${error.message}` }));
		worker.on("exit", () => {
			clearTimeout(timer);
			resolve(inTime);
		});
	});
}

function report() {
	const rows = files.map((file) => {
		const own = mutants.filter((one) => one.file === file && outcomes.has(one.id));
		const good = own.filter(({ id }) => outcomes.get(id) === "noticed").length;
		return {
			file,
			all: own.length,
			good,
			unreached: own.filter(({ id }) => outcomes.get(id) === "not reached").length,
		};
	});
	const percent = (good, all) => (all === 0 ? 100 : Math.floor((1000 * good) / all) / 10);
	console.log("\n| file | mutants | noticed | never reached | score |\n| --- | --: | --: | --: | --: |");
	for (const { file, all, good, unreached } of rows.filter(({ all }) => all > 0))
		console.log(`| ${file} | ${all} | ${good} | ${unreached} | ${percent(good, all)} % |`);
	const all = rows.reduce((n, row) => n + row.all, 0);
	const good = rows.reduce((n, row) => n + row.good, 0);
	console.log(`| **all** | ${all} | ${good} | | **${percent(good, all)} %** |`);
	const survivors = mutants.filter(({ id }) => outcomes.has(id) && outcomes.get(id) !== "noticed");
	const lines = survivors.map(
		({ id, file, line, what, text }) =>
			`${file}:${line}: ${what}${outcomes.get(id) === "not reached" ? " (no test comes here)" : ""}: ${text}`,
	);
	if (options.survivors !== undefined) writeFileSync(options.survivors, lines.map((line) => `${line}\n`).join(""));
	else for (const line of lines) console.log(line);
	if (options.least !== undefined && percent(good, all) < Number(options.least)) process.exitCode = 1;
}

function filesIn(path, fits) {
	const whole = join(root, path);
	if (!existsSync(whole)) throw new Error(`there is no \`${path}\``);
	if (!statSync(whole).isDirectory()) return [path];
	return readdirSync(whole, { recursive: true, encoding: "utf8" })
		.filter(fits)
		.map((name) => relative(root, join(whole, name)))
		.sort();
}
