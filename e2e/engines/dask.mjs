/** Debian's Dask on this machine: a scheduler, workers of one thread each, and our replay as its client. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/root.mjs";

/** The Python that Debian's packages belong to. */
const python = "/usr/bin/python3";

export function isDaskHere() {
	return spawnSync(python, ["-c", "import distributed"]).status === 0;
}

/** Starts a scheduler and workers. `cores`: of each worker the core that it is pinned to, or undefined. `folder`: what they write goes there. */
export function startDask(folder, port, cores) {
	const address = `tcp://127.0.0.1:${port}`;
	const started = [];
	const start = (core, module, ...words) => {
		const program = [python, "-m", `distributed.cli.${module}`, ...words];
		const [first, ...rest] = core === undefined ? program : ["taskset", "-c", String(core), ...program];
		const child = spawn(first, rest, { stdio: "ignore", cwd: folder });
		started.push(child);
		return child;
	};
	const own = ["--no-dashboard", "--dashboard-address", ":0"];
	start(undefined, "dask_scheduler", "--host", "127.0.0.1", "--port", String(port), ...own);
	const workers = cores.map((core, number) => {
		const place = join(folder, `worker${number}`);
		const words = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", place];
		return start(core, "dask_worker", address, ...words);
	});
	return {
		address,
		workers,
		end: () => {
			for (const child of started) child.kill("SIGKILL");
		},
	};
}

/** Replays logs into a folder, in pieces of so many bytes: what the client said, when it has ended well. */
export async function replayByDask({ address, policy, to, piece, logs }) {
	mkdirSync(to, { recursive: true });
	const words = [
		...["--scheduler", address, "--rules", policy, "--to", to, "--piece", String(piece)],
		...["--program", `${process.execPath} ${join(root, "dist/cli.cjs")}`],
	];
	const client = spawn(python, [join(root, "docs/engines/replay_dask.py"), ...words, ...logs], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	let said = "";
	client.stdout.on("data", (bytes) => {
		said += bytes;
	});
	const code = await new Promise((resolve) => client.once("close", resolve));
	if (code !== 0) throw new Error("the client failed");
	return said.trim();
}
