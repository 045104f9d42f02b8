/** What becomes of a run when the harness itself ends first. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { build } from "esbuild";
import { oddSeconds, processesWith } from "./run.js";

let folder: string;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "bylaw-leaving-"));
	const from = dirname(fileURLToPath(import.meta.url));
	await build({
		stdin: { contents: 'export { processesWith, shell } from "./run.js"', resolveDir: from, loader: "ts" },
		outfile: join(folder, "run.mjs"),
		bundle: true,
		platform: "node",
		format: "esm",
		logLevel: "error",
	});
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A harness that runs a program, a daemon with it, and says when both are there; then it does as it is told. */
async function harness(seconds: string, then: string, kill?: NodeJS.Signals): Promise<[number | null, string | null]> {
	const script = `
		import { processesWith, shell } from ${JSON.stringify(join(folder, "run.mjs"))};
		const daemon = "(setsid env -i /bin/sh -c '(echo out > ${folder}/${seconds}; exec /usr/bin/sleep ${seconds}) >/dev/null 2>&1 & exit 0' &)";
		void shell(daemon + "; until test -e ${folder}/${seconds}; do sleep 0.02; done; echo there; sleep ${seconds}", {
			outputMode: "separate",
			onOutput: () => setTimeout(() => { console.log("there"); ${then} }, 10),
		});`;
	const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	const ended = new Promise<[number | null, string | null]>((resolve) => child.on("exit", (...how) => resolve(how)));
	await new Promise((resolve) => child.stdout.once("data", resolve));
	if (kill !== undefined) child.kill(kill);
	return ended;
}

const gone = async (seconds: string): Promise<boolean> => {
	// A signal is on its way for a moment.
	for (let looks = 0; looks < 500 && processesWith(seconds).length > 0; looks++)
		await new Promise((resolve) => setTimeout(resolve, 10));
	return processesWith(seconds).length === 0;
};

test("a harness that exits takes its runs with it", async () => {
	const seconds = oddSeconds();
	expect(await harness(seconds, "process.exit(3)")).toEqual([3, null]);
	expect(await gone(seconds)).toBe(true);
}, 240_000);

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
	"a harness that dies of %s takes its runs with it, and dies of it all the same",
	async (signal) => {
		const seconds = oddSeconds();
		expect(await harness(seconds, "", signal)).toEqual([null, signal]);
		expect(await gone(seconds)).toBe(true);
	},
	60_000,
);

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
	"a harness that listens to %s itself decides what becomes of its runs: they go on until it ends",
	async (signal) => {
		const seconds = oddSeconds();
		// 7 where what it runs is still there when it has taken its time, 8 where somebody has ended it meanwhile.
		const then = `process.on("${signal}", () => setTimeout(() => process.exit(processesWith("${seconds}").length > 0 ? 7 : 8), 400));`;
		expect(await harness(seconds, then, signal)).toEqual([7, null]);
		expect(await gone(seconds)).toBe(true);
	},
	60_000,
);
