/** `npm run fuzz:shell`: tries made-up scripts for as long as it is left, or as many as it is told, and keeps those that show a difference. */
import { appendFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { tryScripts } from "./differences.js";
import { haveShells, type Shell } from "./run-in-bash.js";
import { shrink } from "./shrink.js";

/** Scripts between two progress lines. */
const batch = 1000;
/** Of each batch as many are made small; where there are more, they are the same few. */
const most = 6;
/** Every so many batches one is for `sh`. */
const turns = 5;

const { values } = parseArgs({
	options: {
		count: { type: "string" },
		seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
		shell: { type: "string" },
		reasons: { type: "boolean", default: false },
	},
});
process.exitCode = await fuzz(Number(values.count ?? Number.POSITIVE_INFINITY), Number(values.seed));

async function fuzz(count: number, seed: number): Promise<number> {
	if (!haveShells()) {
		console.error("bash and dash are needed, and are not on this machine");
		return 2;
	}
	console.log(`seed ${seed}`);
	const start = Date.now();
	let kept = 0;
	let path: string | undefined;
	const reasons = new Map<string, number>();
	let understood = 0;
	let commands = 0;
	let stopped = 0;
	for (let done = 0, turn = 1; done < count; turn++) {
		const shell: Shell = values.shell === "sh" || (values.shell === undefined && turn % turns === 0) ? "sh" : "bash";
		const size = Math.min(batch, count - done);
		const tally = await tryScripts(seed + done, size, shell);
		done += size;
		understood += tally.understood;
		commands += tally.commands;
		for (const why of tally.reasons) {
			// Of the texts in it, one stands for all.
			const reason = why.replace(/`[^`]*`+/g, "`…`").replace(/(can't be known), .*/s, "$1");
			reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
		}
		stopped += tally.stopped;
		for (const [index, difference] of tally.differences.entries()) {
			const small = index < most ? await shrink(difference) : difference;
			const text = [
				`# ${small.shell === "sh" ? "dash" : "bash"} ran or wrote`,
				...small.missed.map((line) => `#   ${line}`),
				"# and the reader found",
				...small.found.map((line) => `#   ${line}`),
				small.script,
			].join("\n");
			console.log(`\n${text}\n`);
			path ??= join(mkdtempSync(join(tmpdir(), "bylaw-missed-")), "missed.txt");
			appendFileSync(path, `${text}\n\n`);
			kept++;
		}
		const seconds = (Date.now() - start) / 1000;
		const share = ((100 * understood) / done).toFixed(1);
		console.log(
			`${done} scripts, ${share} % understood, ${commands} commands, ${stopped} stopped, ${kept} missed, ${(done / seconds).toFixed(0)}/s`,
		);
	}
	if (values.reasons)
		for (const [reason, times] of [...reasons].sort(([, one], [, other]) => other - one).slice(0, 60))
			console.log(`${times} × ${reason}`);
	if (path === undefined) return 0;
	console.log(`written to ${path}`);
	return 1;
}
