/** Ways to run a program, in this process: bare ones, and the library's `run` with more and more around it. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";

/** What is run: one program that does nothing, and one that talks. */
export const programs = [
	["true", []],
	["seq", ["20000"]],
];

/** Answers `[{ name, over, run }]`; `over`: the name of the way that it is compared with. `left`: what can't be had here, and why. */
export async function waysOf(engine) {
	const library = await import(pathToFileURL(engine).href);
	const pty = nodePty(engine);
	const ways = [
		{ name: "bare pipes", run: barePipes },
		{ name: "run, separate", over: "bare pipes", run: ours(library, "", "separate") },
		{ name: "run, separate, with limits", over: "bare pipes", run: ours(library, limits, "separate") },
	];
	const left = [];
	if (pty === undefined) left.push("terminals: node-pty is not installed");
	else {
		ways.push(
			{ name: "a bare terminal", run: bareTerminal(pty) },
			{ name: "run, merged", over: "a bare terminal", run: ours(library, "", "merged") },
			{ name: "run, merged, with limits", over: "a bare terminal", run: ours(library, limits, "merged") },
		);
	}
	for (const [mode, over] of [
		["separate", "bare pipes"],
		...(pty === undefined ? [] : [["merged", "a bare terminal"]]),
	]) {
		try {
			const run = ours(library, `${limits}\n\tsandbox require`, mode, "bubblewrap");
			await run("true", []);
			ways.push({ name: `run, ${mode}, with limits, in the sandbox`, over, run });
		} catch (error) {
			left.push(`the sandbox with ${mode} output: ${error.message}`);
		}
	}
	return { ways, left };
}

const limits =
	"\tlimit processes 4000\n\tlimit memory 4GiB\n\tlimit cpu 60s\n\tlimit file-size 1GiB\n\tlimit open-files 1000";

function barePipes(file, args) {
	return new Promise((resolve, reject) => {
		const child = spawn(file, args, { cwd: tmpdir() });
		for (const stream of [child.stdout, child.stderr]) stream.on("data", () => {});
		child.on("error", reject);
		child.on("close", resolve);
	});
}

function bareTerminal(pty) {
	return (file, args) =>
		new Promise((resolve) => {
			const terminal = pty.spawn(file, args, { cwd: tmpdir() });
			terminal.onData(() => {});
			terminal.onExit(resolve);
		});
}

/** Decided each time: a run is not to be had without. */
function ours({ decide, loadText, permit, realWorld, run }, settings, outputMode, sandbox) {
	const { tree } = loadText("bench.rules", `agent default {\n\tallow true, seq\n${settings}\n}\n`);
	if (tree === undefined) throw new Error("this build knows no such policy");
	const world = realWorld(tmpdir());
	return async (file, args) => {
		const decision = decide(tree, { argv: [file, ...args] }, world);
		const permission = permit(decision);
		if (permission === undefined) throw new Error(decision.message);
		const outcome = await run(permission, { outputMode });
		if (outcome.sandbox !== sandbox)
			throw new Error(`it ran in ${outcome.sandbox ?? "none"}; ${outcome.failure ?? ""}`);
		if (outcome.code !== 0) throw new Error(outcome.failure ?? `code ${outcome.code}`);
	};
}

function nodePty(engine) {
	try {
		// Ours: a peer has brought one of its own beside this file.
		return createRequire(engine)("node-pty");
	} catch {
		return undefined; // it is optional
	}
}
