/** What was found, as a section of the page, beside what was wanted. */
import { machine } from "../results.mjs";
import { kinds } from "./policies.mjs";

export function report({ rounds, inMemory, onDisk, hook }) {
	const [plain, few, many] = inMemory;
	const [, diskFew, readFew, diskMany, readMany] = onDisk.rows;
	const [hookPlain, hookPast] = hook;
	const size = Math.max(...onDisk.sizes.map(({ bytes }) => bytes));
	const wanted = [
		["more for a decision, median", "30 µs", few.median - plain.median, 30, micro],
		["more for a decision, p99", "100 µs", few.p99 - plain.p99, 100, micro],
		["10,000 events to 10, median", "1.10", many.median / few.median, 1.1, ratio],
		["10,000 events to 10 on the disk, least", "1.10", diskMany.least / diskFew.least, 1.1, ratio],
		["the same, by a process that has to read, least", "1.10", readMany.least / readFew.least, 1.1, ratio],
		["the largest file after 10,000 decisions", "64 KiB", size / 1024, 64, (value) => `${value.toFixed(1)} KiB`],
		["more for a hook, least", "2 ms", hookPast.least - hookPlain.least, 2, milli],
	];
	return `# What asking about the past costs

${machine()} ${rounds} rounds, in turns with the same policy without a past. Of medians and 99th percentiles of a round the least count: other work on the machine only adds. What is measured, and how, is in [README](README.md).

| | wanted | came out | reached |
| --- | ---: | ---: | --- |
${wanted.map(([name, text, value, most, shown]) => `| ${name} | ${text} | ${shown(value)} | ${value <= most ? "yes" : "**no**"} |`).join("\n")}

| a decision in memory | median | p99 |
| --- | ---: | ---: |
${inMemory.map(({ name, median, p99 }) => `| ${name} | ${micro(median)} | ${micro(p99)} |`).join("\n")}

| median of each kind | ${kinds.map((kind) => `\`${kind}\``).join(" | ")} |
| --- |${kinds.map(() => " ---: |").join("")}
${[plain, few, many].map(({ name, byKind }) => `| ${name} | ${byKind.map(micro).join(" | ")} |`).join("\n")}

| a decision on the disk, a process of \`rules hook\` | median | least |
| --- | ---: | ---: |
${onDisk.rows.map(({ name, median, least }) => `| ${name} | ${milli(median)} | ${milli(least)} |`).join("\n")}
${hook.map(({ name, median, least }) => `| hook, ${name} | ${milli(median)} | ${milli(least)} |`).join("\n")}

The largest file: ${onDisk.sizes.map(({ events, bytes }) => `${(bytes / 1024).toFixed(1)} KiB after ${events} decisions`).join(", ")}.`;
}

function micro(value) {
	return `${value.toFixed(1)} µs`;
}
function milli(value) {
	return `${value.toFixed(2)} ms`;
}
function ratio(value) {
	return value.toFixed(2);
}
