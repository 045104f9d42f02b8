/** What was found, as a section of the page: a table for each program, with ratios to the bare way. */
import { cpus, loadavg } from "node:os";

const begin = "<!-- written by bench/execute.mjs: npm run bench:execute -->";
const end = "<!-- end of what bench/execute.mjs writes -->";

/** The page with this section in the place of the one before, or at its end. */
export function withSection(page, section) {
	const [from, to] = [page.indexOf(begin), page.indexOf(end)];
	const others = from < 0 || to < 0 ? page : page.slice(0, from) + page.slice(to + end.length).trimStart();
	return `${others.trimEnd()}\n\n${section}\n`;
}

/** `found`: `[{ program, rows: [{ name, over, time: { median, least } }] }]`. */
export function report({ rounds, found, left }) {
	return `${begin}
# What running costs

${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown processor"},
load ${loadavg()[0].toFixed(1)} at the end. Medians of ${rounds} rounds, least times in parentheses: where the machine does much else, those are the better ones. Ratios are of medians of this run, to the bare way with the
same sort of output. What is measured, and how, is in [README](README.md).
${left.length === 0 ? "" : `\nNot measured: ${left.join("; ")}.\n`}
${found.map(({ program, rows }) => tableOf(program, rows)).join("\n")}
${end}`;
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
