/** What was found, as a section of the page: a table for people, with the machine and the day. */
import { machine } from "../results.mjs";

export function report(series, rounds, lints) {
	return `# How long analysing takes

${machine()} Processor time: first of a process that has just begun, then the median of ${rounds} policies of the size, that one included; of 3,000 rules and more it is the only one.
What is measured, and how, is in [README](README.md).

![time against rules](analysis.svg)
${series.map(table).join("")}${lintTable(lints)}`;
}

function table({ name, sizes }) {
	if (sizes.length === 0) return "";
	return `
## ${name[0].toUpperCase()}${name.slice(1)}

| rules | programs | load | every rule: first | median | a rule | a claim | a change | live | covered | empty | not settled |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${sizes.map(row).join("\n")}
`;
}

/** As a ratio as well: it says the same on a slower machine, and beside other work. */
function lintTable(lints) {
	const row = ({ name, time: own, digest }) => `| ${name} | ${time(own)} | ${(own / digest).toFixed(1)} |`;
	return `
## Linting

| policy | read and linted | to a SHA-256 of 256 MB |
| --- | ---: | ---: |
${lints.map(row).join("\n")}
`;
}

function row({ rules, programs, rounds }) {
	const [first] = rounds;
	const middle = (part) => median(rounds.map(({ times }) => times[part]));
	const answers = ["live", "covered", "empty", "not-settled"].map((kind) =>
		median(rounds.map(({ answers }) => answers[kind] ?? 0)),
	);
	const times = [middle("load"), first.times.liveness, middle("liveness"), middle("liveness") / rules];
	const cells = [rules, programs, ...[...times, middle("prove"), middle("difference")].map(time), ...answers];
	return `| ${cells.join(" | ")} |`;
}

export function median(values) {
	const sorted = [...values].sort((a, b) => a - b);
	const half = sorted.length >> 1;
	return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

function time(milliseconds) {
	if (milliseconds >= 1_000) return `${(milliseconds / 1_000).toPrecision(2)} s`;
	return milliseconds >= 1 ? `${Math.round(milliseconds)} ms` : `${Math.round(milliseconds * 1_000)} µs`;
}
