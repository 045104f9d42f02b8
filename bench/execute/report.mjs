/** What was found, as a section of the page: a table for each program, with ratios to the bare way. */
import { machine } from "../results.mjs";

/** `found`: `[{ program, rows: [{ name, over, time: { median, least } }] }]`. */
export function report({ rounds, found, left }) {
	return `# What running costs

${machine()} Medians of ${rounds} rounds, least times in parentheses: where the machine does much else, those are the better ones. Ratios are of medians of this run, to the bare way with the
same sort of output. What is measured, and how, is in [README](README.md).
${left.length === 0 ? "" : `\nNot measured: ${left.join("; ")}.\n`}
${found.map(({ program, rows }) => tableOf(program, rows)).join("\n")}`;
}

function tableOf(program, rows) {
	const lines = rows.map(({ name, over, time }) => {
		const bare = rows.find((row) => row.name === over)?.time;
		const ratio = (which) => (bare === undefined ? "1" : (time[which] / bare[which]).toFixed(2));
		return `| ${name} | ${shown(time.median)} (${shown(time.least)}) | ${ratio("median")} (${ratio("least")}) |`;
	});
	return `## \`${program}\`

| | time | ratio |
| --- | ---: | ---: |
${lines.join("\n")}
`;
}

function shown(milliseconds) {
	return `${milliseconds.toPrecision(3)} ms`;
}
