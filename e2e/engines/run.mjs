/**
 * Runs the files in docs/engines by the engines that they are for, and holds what comes out against ours, record by record: `npm run e2e:engines`, or
 * `npm run e2e:engines -- dask` for one. ClickHouse is embedded (`npm ci --prefix e2e/engines`, 550 MB); Dask is Debian's `python3-distributed`, with a scheduler and
 * two workers, one of which is killed in the middle. Of Spark, which is in neither npm nor Debian, the step alone is run, by `test/docs/engines.test.ts`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { loadTypescript } from "../../scripts/load-typescript.mjs";
import { root } from "../../scripts/root.mjs";
import { isDaskHere, replayByDask, startDask } from "./dask.mjs";
import { madeLogs } from "./made-log.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const engines = join(root, "docs/engines");
const cli = join(root, "dist/cli.cjs");
const policy = join(root, "rules/developer.rules");
const only = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "bylaw-engines-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
let faults = 0;

const logs = madeLogs(folder, 8, 1500);
const ours = await replayed(logs);
console.log(`${ours.size} records of ${logs.length} machines`);
for (const [name, run] of Object.entries({ dask, clickhouse }))
	if (only.length === 0 || only.includes(name)) await run();
process.exitCode = faults === 0 ? 0 : 1;

function fault(text) {
	faults++;
	console.log(`FAULT ${text}`);
}

/** Our own answers by the records' ids: `effect code rules`, or `undecided`. */
async function replayed(paths) {
	const { loadText, replay, realWorld, readLine } = await loadTypescript([
		"src/runtime/load/load.ts",
		"src/authoring/replay/replay.ts",
		"src/authoring/replay/log-records.ts",
		"src/runtime/load/world.ts",
	]);
	const tree = loadText(policy, readFileSync(policy, "utf8")).tree;
	const found = new Map();
	for (const path of paths) {
		const lines = readFileSync(path, "utf8").trimEnd().split("\n");
		for await (const one of replay(
			lines.map((text) => ({ text })),
			tree,
			realWorld(),
		)) {
			if (one.kind !== "compared" && one.kind !== "undecided") continue;
			const { record } = readLine({ text: lines[one.line - 1] });
			found.set(
				record.id,
				one.kind === "compared" ? keyOf(one.after.effect, one.after.code, one.after.rules) : "undecided",
			);
		}
	}
	return found;
}

function keyOf(effect, code, rules) {
	return `${effect} ${code} ${rules.map((rule) => rule.id ?? rule).join(" ")}`;
}

/** Holds answers by the records' ids against ours. */
function held(name, theirs) {
	const unlike = [...ours].filter(([id, answer]) => theirs.get(id) !== answer);
	for (const [id, answer] of unlike.slice(0, 5)) fault(`${name}: ${id}: ${theirs.get(id)} in place of ${answer}`);
	if (theirs.size !== ours.size) fault(`${name}: ${theirs.size} answers to ${ours.size} records`);
	console.log(`${name}: ${ours.size - unlike.length} of ${ours.size} answers are equal`);
}

async function dask() {
	if (!isDaskHere()) return console.log("dask: there is no `python3-distributed`");
	const cluster = startDask(folder, 38786, [undefined, undefined]);
	try {
		const to = join(folder, "dask");
		const began = Date.now();
		let isDone = false;
		const ended = replayByDask({ address: cluster.address, policy, to, piece: 60_000, logs }).finally(() => {
			isDone = true;
		});
		// A client that fails at once is told of below.
		ended.catch(() => {});
		const done = () => (existsSync(to) ? readdirSync(to).filter((name) => name.endsWith(".jsonl")).length : 0);
		// A worker dies when some pieces are done, and others are under way.
		while (!isDone && done() < 8) await sleep(20);
		cluster.workers[0].kill("SIGKILL");
		const at = done();
		const said = await ended;
		console.log(`dask: ${said} in ${((Date.now() - began) / 1000).toFixed(1)} s, a worker killed after ${at} pieces`);
		const theirs = new Map();
		for (const name of readdirSync(to).filter((name) => name.endsWith(".jsonl")))
			for (const line of readFileSync(join(to, name), "utf8").trimEnd().split("\n")) {
				const { id, after } = JSON.parse(line);
				if (id !== "") theirs.set(id, after === undefined ? "undecided" : keyOf(after.effect, after.code, after.rules));
			}
		held("dask", theirs);
	} catch (error) {
		fault(`dask: ${error.message}`);
	} finally {
		cluster.end();
	}
}

async function clickhouse() {
	if (!existsSync(join(here, "node_modules/chdb"))) {
		console.log("clickhouse: installing chdb, some 550 MB");
		if (spawnSync("npm", ["ci", "--loglevel", "error"], { cwd: here, stdio: "inherit" }).status !== 0)
			return fault("clickhouse: chdb could not be installed");
	}
	const { Session } = createRequire(join(here, "run.mjs"))("chdb");
	const archive = join(folder, "archive");
	const ingested = spawnSync(process.execPath, [cli, "audit", "ingest", ...logs, "--to", archive], {
		encoding: "utf8",
	});
	if (!existsSync(archive)) return fault(`clickhouse: no archive: ${ingested.stderr}`);
	const data = join(folder, "clickhouse");
	const session = new Session(data);
	mkdirSync(join(data, "user_scripts"), { recursive: true });
	// As the file is, but that the program is not on the PATH here.
	const script = readFileSync(join(engines, "clickhouse/rules-check.sh"), "utf8").replace(
		"exec rules",
		`exec '${process.execPath}' '${cli}'`,
	);
	writeFileSync(join(data, "user_scripts/rules-check.sh"), script, { mode: 0o755 });
	writeFileSync(join(data, "user_scripts/policy.rules"), readFileSync(policy));
	const run = (sql) => session.query(sql.replaceAll("'archive/", `'${archive}/`), "JSONCompact");
	const statements = (name) =>
		readFileSync(join(engines, "clickhouse", name), "utf8")
			.split(/;\n/)
			.filter((text) => text.replace(/^--.*$/gm, "").trim() !== "");
	for (const sql of statements("records.sql")) run(sql);
	for (const sql of statements("questions.sql")) {
		const [, name] = /^-- ([\w-]+): /m.exec(sql.slice(sql.lastIndexOf("\n-- ") + 1)) ?? [];
		const theirs = rowsOf(JSON.parse(run(sql)).data);
		const asked = spawnSync(process.execPath, [cli, "audit", "query", "--in", archive, "--ask", name, "--json"], {
			encoding: "utf8",
		});
		const mine = rowsOf(JSON.parse(asked.stdout).rows.map((row) => Object.values(row)));
		if (theirs !== mine)
			fault(`clickhouse: ${name}\n${theirs.slice(0, 600)}\n  in place of\n${mine.slice(0, 600)}${asked.stderr}`);
		else console.log(`clickhouse: ${name}: ${theirs.split("\n").length} equal rows`);
	}
	for (const sql of statements("replay.sql")) run(sql);
	const found = JSON.parse(run("select id, error, after, code, rules from replayed")).data;
	const theirs = new Map(found.map(([id, error, ...answer]) => [id, error === "" ? keyOf(...answer) : "undecided"]));
	for (const [id, answer] of ours) if (answer === "undecided" && !theirs.has(id)) theirs.set(id, answer);
	held("clickhouse", theirs);
	session.cleanup?.();
}

/** Rows of both in one form: numbers and times as texts. Ties between most frequent values are broken otherwise, and left out. */
function rowsOf(rows) {
	return rows
		.map((row) =>
			row
				.map((value) =>
					value === null
						? ""
						: String(value)
								.replace("T", " ")
								.replace(/(\.000)?Z?$/, ""),
				)
				.join(" | "),
		)
		.join("\n");
}
