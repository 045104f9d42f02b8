/** Hands questions to the process that answers them, for the thread of the tests waits meanwhile. A process that ended is begun anew. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parentPort } from "node:worker_threads";

let child;

parentPort.on("message", ({ port, flag, question }) => {
	child ??= fork(fileURLToPath(new URL("process.mjs", import.meta.url)), {
		execArgv: [],
		serialization: "advanced",
		stdio: ["ignore", "ignore", "ignore", "ipc"],
	});
	const asked = child;
	const told = (answer) => {
		asked.off("message", told).off("exit", gone);
		port.postMessage(answer);
		Atomics.store(flag, 0, 1);
		Atomics.notify(flag, 0);
	};
	const gone = () => {
		child = undefined;
		told(undefined);
	};
	asked.on("message", told).on("exit", gone);
	asked.send(question);
});
