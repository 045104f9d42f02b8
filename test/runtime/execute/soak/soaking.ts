/** What `npm run soak` does; the way to it is in `scripts/soak/soak.mjs`. */
import { readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { OutputMode } from "../../../../src/runtime/execute/outcome.js";
import { shell } from "../run.js";
import { type Held, soak } from "./soak.js";

const { values } = parseArgs({
	options: {
		runs: { type: "string", default: "10000" },
		groups: { type: "string", default: "2000" },
		"at-once": { type: "string", default: "100" },
		talk: { type: "string", default: "5GB" },
	},
});
const faults: string[] = [];
const say = (what: string): void => console.log(`${Math.round(performance.now() / 1000)} s: ${what}`);

const found = await soak({
	inARow: Number(values.runs),
	inGroups: Number(values.groups),
	atOnce: Number(values["at-once"]),
	say,
});
faults.push(...found.faults);
for (const what of ["files", "terminals", "children", "members", "threads", "spilled"] as const) {
	const [before, after] = [found.before[what], found.after[what]];
	say(`${what}: ${before} before, ${after} after`);
	if (after > before + slack(what)) faults.push(`${what}: ${before} before, ${after} after`);
}
for (const [how, memory] of Object.entries(found.memory)) {
	// Once it is warm it stays: the second half takes no more than the first, but for what the allocator keeps by chance.
	const half = Math.ceil(memory.length / 2);
	const [first, second] = [Math.max(...memory.slice(0, half)), Math.max(...memory.slice(half))];
	say(`memory in MB, ${how}: ${memory.join(", ")}`);
	if (second > first + 30)
		faults.push(`memory grows ${how}: ${first} MB in the first half, ${second} MB in the second`);
}

for (const outputMode of ["stdout", "merged"] as const) await talk(outputMode, bytesOf(values.talk));

const left = readdirSync(tmpdir(), { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
say(`temporary files left: ${left.length}`);
if (left.length > 0) faults.push(`left among temporary files: ${left.map(({ name }) => name).join(", ")}`);
console.log(faults.length === 0 ? `${found.runs} runs: nothing is missing, nothing is left` : faults.join("\n"));
process.exitCode = faults.length === 0 ? 0 : 1;

/** A program that writes more than any memory, with a cut output and a spill file that stops at its limit. */
async function talk(outputMode: OutputMode, bytes: number): Promise<void> {
	const before = process.memoryUsage().rss;
	let most = 0;
	const timer = setInterval(() => {
		most = Math.max(most, process.memoryUsage().rss);
	}, 20);
	const spillFolder = join(tmpdir(), `talk-${outputMode}`);
	const outcome = await shell(`head -c ${bytes} /dev/zero`, {
		outputMode,
		spillFolder,
		timeout: 3_600_000,
		limits: {
			fileSize: 100e6,
			output: { size: 16_384, unit: "bytes", head: 1024, tail: 1024, spill: true, each: true },
		},
	});
	clearInterval(timer);
	const output = outcome.merged ?? outcome.stdout;
	const spilled = readdirSync(spillFolder).map((name) => statSync(join(spillFolder, name)).size);
	rmSync(spillFolder, { recursive: true });
	const grown = Math.round((most - before) / 1e6);
	const speed = Math.round(bytes / 1000 / outcome.duration);
	say(
		`${outputMode}: a talker of ${output?.bytes} bytes, ${speed} MB/s, took ${grown} MB more memory at most; spilled ${spilled.join()}`,
	);
	if (output?.bytes !== bytes) faults.push(`${outputMode}: ${output?.bytes} of ${bytes} bytes were read`);
	if (grown > 150) faults.push(`${outputMode}: a talker took ${grown} MB`);
	if (spilled.join() !== String(Math.min(bytes, 100e6)))
		faults.push(`${outputMode}: ${spilled.join()} bytes were spilled`);
}

/** Node starts a thread when it likes. */
function slack(what: keyof Held): number {
	return what === "threads" ? 4 : 0;
}

function bytesOf(text: string): number {
	const [, number, unit = ""] = /^(\d+)([KMG]?B?)$/.exec(text) ?? [];
	if (number === undefined) throw new TypeError(`\`${text}\` is no size: write 500MB`);
	return Number(number) * ({ K: 1e3, M: 1e6, G: 1e9 }[unit.slice(0, 1)] ?? 1);
}
