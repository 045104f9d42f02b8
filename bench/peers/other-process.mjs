/** A process of its own for what is measured: so no one's memory or compiled code is in another's way, and what hangs can be stopped. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Starts a module of this folder. `ask` answers what it replies; it throws when that takes longer than the limit, in milliseconds, and the process is stopped then. */
export function startProcess(module, args, env = {}) {
	const child = fork(fileURLToPath(new URL(module, import.meta.url)), args.map(String), {
		env: { ...process.env, ...env },
		stdio: ["ignore", "ignore", "pipe", "ipc"],
	});
	let complaint = "";
	child.stderr.on("data", (text) => {
		complaint = `${complaint}${text}`.slice(-2_000);
	});
	child.on("error", () => {}); // it exits, too
	const gone = new Promise((resolve) => child.on("exit", resolve));
	const stop = () => {
		child.kill("SIGKILL");
		return gone;
	};
	const ask = (question, limit) =>
		new Promise((resolve, reject) => {
			let late = false;
			const settle = () => {
				clearTimeout(timer);
				child.off("message", onMessage);
				child.off("exit", onExit);
			};
			const onMessage = (reply) => {
				settle();
				if (reply.fault === undefined) resolve(reply);
				else reject(new Error(reply.fault));
			};
			const onExit = (code, signal) => {
				settle();
				const said = complaint.trim().split("\n").at(-1)?.slice(0, 100) || (signal ?? `code ${code}`);
				const error = new Error(late ? `no answer within ${limit / 1_000} s` : `its process ended: ${said}`);
				reject(Object.assign(error, { late }));
			};
			const timer = setTimeout(() => {
				late = true;
				child.kill("SIGKILL");
			}, limit);
			child.on("message", onMessage);
			child.on("exit", onExit);
			if (child.exitCode !== null || child.signalCode !== null) onExit(child.exitCode, child.signalCode);
			else child.send(question);
		});
	return { ask, stop };
}

/** In the other process: answers questions, each by the function of its kind. */
export function answer(kinds) {
	process.on("message", async (question) => {
		try {
			process.send(await kinds[question.kind](question));
		} catch (error) {
			process.send({ fault: error instanceof Error ? error.message : String(error) });
		}
	});
}
