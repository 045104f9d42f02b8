/**
 * One policy, read and linted in a process of its own: `node lint-once.mjs ENGINE FILE`, or `node lint-once.mjs ENGINE RULES PROGRAMS` for a made-up one.
 * Writes the processor time of reading and linting, and that of a SHA-256 of 256 MB in the same process, in milliseconds, as JSON.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { policyOf } from "./policies.mjs";

const [engine, what, names] = process.argv.slice(2);
const { lint, loadText, programs } = await import(pathToFileURL(engine).href);
const text = names === undefined ? readFileSync(what, "utf8") : policyOf(Number(what), Number(names), programs);

const time = timed(() => lint(loadText("bench.rules", text)));
const block = Buffer.alloc(1 << 20);
const digest = timed(() => {
	const hash = createHash("sha256");
	for (let megabytes = 0; megabytes < 256; megabytes++) hash.update(block);
	hash.digest();
});
console.log(JSON.stringify({ time, digest }));

/** Other work on the machine does not count. */
function timed(run) {
	const before = process.cpuUsage();
	run();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}
