/** Tries one mutant: the tests that come to its place, until one fails. Without a mutant: which places each test comes to. */
import { parentPort, workerData } from "node:worker_threads";

const { mutant, files, wanted } = workerData;
let reached = new Set();
globalThis.bylawMutant =
	mutant === undefined
		? (id) => {
				reached.add(id);
				return false;
			}
		: (id) => id === mutant;

const { collected } = await import(workerData.jest);
let ran = 0;
try {
	for (const { name, bundle } of files) {
		for (const list of Object.values(collected)) list.length = 0;
		reached = new Set();
		await import(bundle);
		for (const run of collected.before) await run();
		const loading = [...reached];
		for (const [index, { title, run }] of [...collected.tests].entries()) {
			if (wanted !== undefined && !wanted[name]?.includes(index)) continue;
			reached = new Set();
			let failed;
			const began = performance.now();
			try {
				await run();
			} catch (error) {
				failed = String(error?.message ?? error).slice(0, 200);
			}
			ran++;
			if (mutant === undefined)
				parentPort.postMessage({
					name,
					index,
					title,
					failed,
					reached: [...loading, ...reached],
					time: performance.now() - began,
				});
			else if (failed !== undefined) {
				parentPort.postMessage({ killed: title, name, index, ran });
				process.exit(0);
			}
		}
		for (const run of collected.after) await run();
	}
	parentPort.postMessage({ done: true, ran });
} catch (error) {
	parentPort.postMessage({ killed: `does not load: ${error?.message ?? error}`, ran });
}
