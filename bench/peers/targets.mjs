/** What a run must show, as ratios within it, and times where somebody waits: each with what came out. */
import { both, count, ratio, time } from "./report.mjs";

/** Engines of rules that other projects take for such questions. A list of expressions and an index of two names say less, and are the floor. */
const engines = ["casbin", "cedar", "opa", "json-rules-engine"];

/** Answers `{ what, wanted, came, good }`; `good` is undefined where nothing was measured. */
export function targets({ argv, real, strings, loading, programs, hooks, runs }) {
	return [
		...decidingTargets(argv, "new words"),
		...realTargets(real),
		...stringTargets(strings),
		...loadingTargets(loading, argv),
		...programTargets(programs),
		...hookTargets(hooks),
		...runTargets(runs),
	];
}

function decidingTargets(rows, family) {
	const at = (name, rules) => rows.find((row) => row.name === name && row.rules === rules)?.times[family];
	const [few, many] = [at("ours", 10), at("ours", 10_000)];
	const ahead = rows
		.filter(({ name, rules, times }) => engines.includes(name) && times[family]?.median <= at("ours", rules)?.median)
		.map(({ name, rules }) => `${name} at ${rules}`);
	return [
		target(
			`argv, ${family}: 10,000 rules to 10`,
			"1.3",
			few && many && `${ratio(many.median / few.median)} (${ratio(many.least / few.least)})`,
			few && many && many.median <= 1.3 * few.median,
		),
		target(
			`argv, ${family}: ahead of every engine of rules`,
			"at every size",
			ahead.length === 0 ? "yes" : `not of ${ahead.join(", ")}`,
			ahead.length === 0,
		),
	];
}

/** Of each pack, how many SHA-256 of a kilobyte the mean decision may take. */
const wantedOfPack = { developer: 19, guard: 41 };

function realTargets(real) {
	return real
		.filter(({ disk }) => !disk)
		.flatMap(({ pack, mean, sha, median, p99 }) => {
			const wanted = wantedOfPack[pack];
			const came = mean / sha;
			return [
				...(wanted === undefined
					? []
					: [
							target(`real commands, \`${pack}\`: SHA-256 of a kilobyte`, `${wanted}`, came.toFixed(0), came <= wanted),
						]),
				target(`real commands, \`${pack}\`: p99 to the median`, "8", ratio(p99 / median), p99 <= 8 * median),
			];
		});
}

function stringTargets({ short, long }) {
	const [ours, ...others] = short;
	const fastest = others.reduce((best, one) => (one.times[0].median < best.times[0].median ? one : best));
	const advantage = fastest.times[0].median / ours.times[0].median;
	const points = long
		.filter(({ name }) => name === "ours")
		.flatMap(({ shape, points }) => points.map((point) => ({ ...point, shape })));
	const slowest = points.reduce((worst, one) => (one.time > worst.time ? one : worst), points[0]);
	return [
		target(
			"`git status` as a string, the fastest peer to ours",
			"5",
			`${ratio(advantage)} (${fastest.name})`,
			advantage >= 5,
		),
		target(
			"a string of any shape",
			"30 ms",
			slowest && `${time(slowest.time)} (${slowest.shape}, ${slowest.length} characters)`,
			slowest && slowest.time < 30,
		),
	];
}

function loadingTargets(loading, argv) {
	const step = (name, rules = 10_000) => loading.find((one) => one.rules === rules && one.name === name)?.wall;
	const source = step("from its source");
	// What is read is no more than an answer needs, so a first decision, which reads the rest of it, is beside it: what it takes more than by ten rules is the policy's.
	const least = step("compiled, with a first decision", 10);
	const compiledTargets = (what, rules, most) => {
		const read = step("compiled, read alone", rules);
		const decided = step("compiled, with a first decision", rules);
		const more = decided && least && { median: decided.median - least.median, least: decided.least - least.least };
		return [
			target(`${what}, loaded compiled`, `${most} ms`, read && both(read), read && read.median < most),
			target(
				`the same with a first decision, beyond ten rules`,
				`${most} ms`,
				more && `${time(Math.max(0, more.median))} (of ${time(decided.median)})`,
				more && Math.max(read.median, more.median) < most,
			),
		];
	};
	const most = argv.find(({ name, rules }) => name === "ours" && rules === 100_000);
	return [
		target(
			"10,000 rules, from their source to a tree",
			"500 ms",
			source && both(source),
			source && source.median < 500,
		),
		...compiledTargets("10,000 rules", 10_000, 15),
		...compiledTargets("the largest pack", "pack", 10),
		target(
			"100,000 rules",
			"they work",
			most && (most.leftOut ?? `taken in within ${time(most.prepared.wall)}`),
			most && most.leftOut === undefined,
		),
	];
}

function programTargets({ programs, streams }) {
	const at = (name) => programs.find((one) => one.name === name).wall.median;
	const [node, check, run] = [at("node -e 0"), at("rules check -- git status"), at("rules run -- true")];
	const [argv] = streams;
	const speed = argv.perProcessorSecond ?? argv.perSecond;
	return [
		target("`rules check` to `node -e 0`", "1.15", ratio(check / node), check <= 1.15 * node),
		target("`rules run -- true` to `rules check`", "1.25", ratio(run / check), run <= 1.25 * check),
		target("`check --jsonl`, decisions a second of one core", "200,000", count(speed), speed >= 200_000),
	];
}

/** Other work on the machine makes a call slower, and none faster: what counts is the least. */
function hookTargets({ calls, alone, atOnce, perProcessorSecond }) {
	if (calls === undefined) return [];
	const at = (name) => calls.find((one) => one.name === name).time.least;
	const through = at("rules install --resident") / at("a bare curl, to an answer of nothing");
	const without = at("rules install") / at("node -e 0");
	return [
		target("a hook through a resident: the answer alone", "1 ms", both(alone.median), alone.median.median <= 1),
		target("the same, p99 of eight sessions at once", "5 ms", both(atOnce.p99), atOnce.p99.least < 5),
		target("the same, a second of one core", "10,000", count(perProcessorSecond), perProcessorSecond >= 10_000),
		target("the whole call to a bare `curl`", "1.4", ratio(through), through <= 1.4),
		target("a hook without a resident to `node -e 0`", "1.4", ratio(without), without <= 1.4),
	];
}

function runTargets(runs) {
	const at = (name) => runs.find((one) => one.name === name)?.time.median;
	const [bare, ours] = [at("a bare terminal"), at("run, merged")];
	return [target("`run` on a terminal to a bare one", "1.15", bare && ratio(ours / bare), bare && ours <= 1.15 * bare)];
}

function target(what, wanted, came, good) {
	return came === undefined ? { what, wanted, came: "–", good: undefined } : { what, wanted, came, good };
}
