/** Runs of `true` in one process: by the library, and by what it stands on. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import { answer } from "./other-process.mjs";

const { decide, loadText, permit, realWorld, run } = await import(pathToFileURL(process.env.BYLAW_BENCH_ENGINE).href);
const { tree } = loadText("bench.rules", "agent default {\n\tallow true\n}\n");
const world = realWorld(tmpdir());
const pty = nodePty();

const ways = {
	"a bare terminal": () =>
		new Promise((resolve) => {
			const terminal = pty.spawn("true", [], { cwd: tmpdir() });
			terminal.onData(() => {});
			terminal.onExit(resolve);
		}),
	"bare pipes": () =>
		new Promise((resolve, reject) => {
			const child = spawn("true", [], { cwd: tmpdir() });
			child.stdout.on("data", () => {});
			child.stderr.on("data", () => {});
			child.on("error", reject);
			child.on("close", resolve);
		}),
	"run, merged": () => ours("merged"),
	"run, separate": () => ours("separate"),
};

answer({
	ways: () => ({ names: Object.keys(ways).filter((name) => pty !== undefined || name !== "a bare terminal") }),
	sample: async ({ name, times }) => {
		const start = process.hrtime.bigint();
		for (let at = 0; at < times; at++) await ways[name]();
		return { time: Number(process.hrtime.bigint() - start) / 1e6 / times };
	},
});

/** Decided each time: a run is not to be had without. */
async function ours(outputMode) {
	const permission = permit(decide(tree, { argv: ["true"] }, world));
	const outcome = await run(permission, { outputMode });
	if (outcome.code !== 0) throw new Error(outcome.failure ?? `code ${outcome.code}`);
}

function nodePty() {
	try {
		// Ours: a peer has brought one of its own beside this file.
		return createRequire(process.env.BYLAW_BENCH_ENGINE)("node-pty");
	} catch {
		return undefined; // it is optional
	}
}
