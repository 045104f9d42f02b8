/**
 * Real commands under shipped packs: those of the open corpora, half of which warm the code and half of which are measured, each by itself. Nothing is remembered from
 * one decision to the next, so a later round decides as the first one did.
 *
 *	node bench/peers/real.mjs    this alone; nothing is written
 */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/root.mjs";
import { withEngine } from "./engine.mjs";
import { table } from "./table.mjs";

const packs = ["developer", "guard", "read-only"];
const files = ["everyday", "effects", "effects-more", "shell"];

/** Decided without a disk: no link leads anywhere, and folders are empty. */
export const noDisk = { workspace: "/repo", home: "/home/dev", linkAt: () => "none", entriesOf: () => [] };

/**
 * Answers `[{ pack, disk, mean, median, p99, worst, sha, status }]`: microseconds of one decision. `disk`: with the real file system around it. `mean` is that of the round
 * with the least one, the others are of that round. `sha`: a SHA-256 of a kilobyte in the same process. `status`: `git status` as a script.
 */
export async function measureReal({ engine, rounds, say }) {
	const { decide, load, realWorld } = await import(pathToFileURL(engine));
	const commands = realCommands();
	const warming = commands.filter((_, at) => at % 2 === 0);
	const measured = commands.filter((_, at) => at % 2 === 1);
	const folder = mkdtempSync(join(tmpdir(), "bylaw-bench-"));
	try {
		mkdirSync(join(folder, "src"));
		return packs.flatMap((pack) => {
			const { tree } = load(join(root, "rules", `${pack}.rules`));
			const worlds = [
				[false, noDisk],
				[true, realWorld(folder)],
			];
			return worlds.map(([disk, world]) => {
				say(`real commands: ${pack}${disk ? ", with a disk" : ""}`);
				const agent = Object.keys(tree.agents)[0];
				const one = (script) => {
					const start = process.hrtime.bigint();
					const { code, message } = decide(tree, { agent, script }, world);
					const time = Number(process.hrtime.bigint() - start) / 1_000;
					if (code === "fault") throw new Error(`\`${script}\`: ${message}`);
					return time;
				};
				for (let round = 0; round < 2; round++) warming.forEach(one);
				const found = Array.from({ length: rounds }, () => measured.map(one).sort((a, b) => a - b));
				const least = found.reduce((best, times) => (meanOf(times) < meanOf(best) ? times : best));
				const status = Array.from({ length: 200 * rounds }, () => one("git status")).sort((a, b) => a - b);
				return {
					pack,
					disk,
					mean: meanOf(least),
					median: least[least.length >> 1],
					p99: least[Math.floor(least.length * 0.99)],
					worst: least.at(-1),
					sha: shaOfKilobyte(rounds),
					status: status[status.length >> 1],
				};
			});
		});
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function meanOf(times) {
	return times.reduce((sum, one) => sum + one, 0) / times.length;
}

/** Each once, in an order that has nothing to do with where it stands. */
export function realCommands() {
	const all = files.flatMap((name) =>
		readFileSync(join(root, "test/corpora", `${name}.jsonl`), "utf8")
			.split("\n")
			.filter((line) => line !== "")
			.map((line) => JSON.parse(line))
			.flatMap(({ command, script }) => command ?? script ?? []),
	);
	const place = (text) => createHash("sha256").update(text).digest("hex");
	return [...new Set(all)].filter((text) => text.isWellFormed()).sort((a, b) => (place(a) < place(b) ? -1 : 1));
}

/** Microseconds; the least of so many rounds. */
function shaOfKilobyte(rounds) {
	const block = Buffer.alloc(1_024, 7);
	const times = Array.from({ length: rounds }, () => {
		const start = process.hrtime.bigint();
		for (let at = 0; at < 5_000; at++) createHash("sha256").update(block).digest();
		return Number(process.hrtime.bigint() - start) / 5_000 / 1_000;
	});
	return Math.min(...times);
}

/** What was found, as rows of texts. */
export function realRows(found) {
	return found.map(({ pack, disk, mean, median, p99, worst, sha, status }) => [
		`\`${pack}\`${disk ? ", a disk around it" : ""}`,
		`${mean.toFixed(0)} µs`,
		(mean / sha).toFixed(0),
		`${median.toFixed(0)} µs`,
		`${p99.toFixed(0)} µs`,
		(p99 / median).toFixed(1),
		`${worst.toFixed(0)} µs`,
		`${status.toFixed(0)} µs`,
	]);
}

export const realHead = [
	"",
	"mean",
	"in SHA-256 of a kilobyte",
	"median",
	"p99",
	"p99 to median",
	"worst",
	"`git status`",
];

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
	const found = await withEngine(({ engine }) => measureReal({ engine, rounds: 6, say: () => {} }));
	console.log(table(realHead, "r", realRows(found)));
}
