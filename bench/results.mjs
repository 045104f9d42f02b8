/** The page of results: each program writes a section of its own between two marks, in the place of the one before. */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";

const page = new URL("RESULTS.md", import.meta.url);

/** Prints what a program found, and puts it on the page where it is to stand. `name`: of the program in this folder; `command`: what it is called by. */
export function showResults({ name, command, text, keeps }) {
	console.log(text);
	if (!keeps) return;
	const [begin, end] = [
		`<!-- written by bench/${name}: npm run ${command} -->`,
		`<!-- end of what bench/${name} writes -->`,
	];
	const before = readFileSync(page, "utf8");
	const [from, to] = [before.indexOf(begin), before.indexOf(end)];
	const others = from < 0 || to < 0 ? before : before.slice(0, from) + before.slice(to + end.length).trimStart();
	writeFileSync(page, `${others.trimEnd()}\n\n${begin}\n${text.trim()}\n\n${end}\n`);
}

/** The day, and the machine that it was measured on. */
export function machine() {
	return `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown processor"},
load ${loadavg()[0].toFixed(1)} at the end.`;
}
