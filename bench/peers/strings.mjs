/** Reading and deciding shell strings: ours and the others, short strings in turns, and long ones that are made to be slow. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProcess } from "./other-process.mjs";
import { inRounds, summary } from "./rounds.mjs";
import { lengths, longShapes, shortScripts } from "./scripts.mjs";

/** Each by the name of its file in `strings`, with the package that it is. */
export const readers = [
	{ name: "ours", title: "Bylaw" },
	{ name: "pi", title: "pi-permission-system", dependency: "@gotgenes/pi-permission-system" },
	{ name: "gemini", title: "Gemini CLI's policy engine", dependency: "@google/gemini-cli-core" },
	{ name: "cc-safety-net", title: "cc-safety-net", dependency: "cc-safety-net" },
];

/** Answers `{ short: [{ name, times: [by script] }], long: [{ name, shape, points: [{ length, time, answer, late? }] }] }`. */
export async function measureStrings({ engine, rounds, patience, shapes = longShapes, sizes = lengths, say }) {
	// Whatever they keep in the home folder is not this person's.
	const home = mkdtempSync(join(tmpdir(), "bylaw-bench-home-"));
	const start = async (name) => {
		const env = { BYLAW_BENCH_ENGINE: engine, HOME: home, CC_SAFETY_NET_HOME: join(home, ".cc-safety-net") };
		const child = startProcess("strings-process.mjs", [name], env);
		await child.ask({ kind: "prepare" }, 60_000);
		return child;
	};
	try {
		return { short: await shortOnes(start, rounds, say), long: await longOnes(start, patience, shapes, sizes, say) };
	} finally {
		rmSync(home, { recursive: true, force: true });
	}
}

async function shortOnes(start, rounds, say) {
	const children = [];
	try {
		for (const { name } of readers) {
			say(`short strings: ${name}`);
			const child = await start(name);
			children.push({ name, child });
			for (const at of shortScripts.keys())
				await child.ask({ kind: "warm", at, milliseconds: 500, sample: 20 }, 60_000);
		}
		const cases = children.flatMap(({ name, child }) =>
			shortScripts.map((_, at) => ({
				name,
				sample: async () => (await child.ask({ kind: "sample", at }, 60_000)).time,
			})),
		);
		await inRounds(cases, rounds, 3_000, (round) => say(`short strings: round ${round} of ${rounds}`));
		return readers.map(({ name }) => ({
			name,
			times: cases.filter((one) => one.name === name).map(({ samples }) => summary(samples)),
		}));
	} finally {
		await Promise.all(children.map(({ child }) => child.stop()));
	}
}

/** Each shape at ever greater lengths, until an answer is late: what hangs is stopped with its process. */
async function longOnes(start, patience, shapes, sizes, say) {
	const rows = [];
	for (const { name } of readers) {
		let child = await start(name);
		try {
			for (const shape of shapes) {
				const points = [];
				rows.push({ name, shape, points });
				for (const length of sizes) {
					say(`${shape}, ${length} characters: ${name}`);
					try {
						const point = await child.ask({ kind: "once", shape, length }, patience);
						const times = Math.min(9, Math.floor(600 / point.time));
						if (times > 1) point.time = (await child.ask({ kind: "again", shape, length, times }, patience)).time;
						points.push(point);
					} catch (error) {
						// It may hang, or end by itself for want of memory.
						points.push({ length, time: patience, answer: error.message, late: true });
						await child.stop();
						child = await start(name);
						break;
					}
				}
			}
		} finally {
			await child.stop();
		}
	}
	return rows;
}
