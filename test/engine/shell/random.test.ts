/**
 * The reader held against real shells on scripts that are made up: of those that it calls understood, no command that the shell runs is missed.
 * The same scripts every time; SHELL_SEED=7 takes others, SHELL_RUNS=100000 more. `npm run fuzz:shell` goes on for as long as it is left.
 */
import { describe, expect, test } from "@jest/globals";
import { tryScripts } from "./differences.js";
import { haveShells, type Shell } from "./run-in-bash.js";
import { shrink } from "./shrink.js";

const seed = Number(process.env.SHELL_SEED ?? 20261121);
const runs = Number(process.env.SHELL_RUNS ?? 2_000);

describe("made-up scripts", () => {
	if (!haveShells()) {
		test.skip("are not run: bash or dash is not on this machine", () => undefined);
		return;
	}
	holds("bash", runs * 0.9);
	holds("sh", runs * 0.1);
});

/** A reader that refuses everything misses nothing: so many of the scripts it must understand. */
const floor = 0.25;

function holds(shell: Shell, count: number): void {
	test(
		`run no command in ${shell === "sh" ? "dash" : shell} that the reader missed`,
		async () => {
			const tally = await tryScripts(seed, Math.ceil(count), shell);
			const share = tally.understood / tally.scripts;
			process.stdout.write(
				`${tally.scripts} scripts for ${shell}: ${(100 * share).toFixed(1)} % understood, ${tally.commands} commands ran, ${tally.stopped} stopped\n`,
			);
			const small = await Promise.all(tally.differences.slice(0, 3).map((difference) => shrink(difference)));
			expect(small).toEqual([]);
			expect(tally.differences).toEqual([]);
			expect(share).toBeGreaterThan(floor);
			expect(tally.commands).toBeGreaterThan(tally.understood);
		},
		600_000 + count * 30,
	);
}
