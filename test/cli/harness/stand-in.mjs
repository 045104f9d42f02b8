/** Stands for the process of a harness: it starts others below itself where it is told to, and tells the number of each. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const below = new Map();

process.on("message", ({ path: [first, ...rest] }) => {
	const known = below.get(first);
	if (known !== undefined) return known.send({ path: rest });
	const child = fork(fileURLToPath(import.meta.url));
	child.on("message", (pid) => process.send(pid));
	below.set(first, child);
});
process.on("disconnect", () => process.exit());
process.send(process.pid);
