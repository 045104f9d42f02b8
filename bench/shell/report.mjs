/** What was found, as a page: tables for people, with the machine and the day. */
import { cpus, loadavg } from "node:os";

/** In milliseconds: no script may take longer, whatever it looks like. */
const bound = 50;

export function report({ rounds, everyday, shapes }) {
	const unit = everyday[0];
	const ratio = (row, does) => `${inDigits(row[does].median / unit[does].median)} ×`;
	const slowest = [...shapes].sort((a, b) => b.slowest.decide.least - a.slowest.decide.least);
	return `<!-- written by bench/shell.mjs: npm run bench:shell -->
# How long reading and deciding take

${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown processor"},
load ${loadavg()[0].toFixed(1)} at the end. Medians of ${rounds} rounds, least times in parentheses; where the machine does much else the least times are the better ones.
What is measured, and how, is in [README](README.md).

![time against length](shell.svg)

## Everyday scripts
Ratios are to \`git status\` in the same run.

| script | characters | reading | deciding | reading | deciding | answer |
| --- | ---: | ---: | ---: | ---: | ---: | --- |
${everyday.map((row) => `| ${row.name} | ${row.length} | ${both(row.read)} | ${both(row.decide)} | ${ratio(row, "read")} | ${ratio(row, "decide")} | ${answerOf(row)} |`).join("\n")}

${slowest.length === 0 ? "" : worst(slowest, unit)}`;
}

function worst(slowest, unit) {
	const [first] = slowest;
	const over = slowest.filter((shape) => shape.slowest.decide.least >= bound);
	const longest = slowest
		.filter((shape) => shape.last.answer === undefined)
		.reduce((a, b) => (a === undefined || b.last.decide.least > a.last.decide.least ? b : a), undefined);
	return `## Scripts that are made to be slow
${slowest.length} shapes, each of 1 to 128 KiB and of the greatest length that is still understood. Slowest of all: ${first.name}, ${time(first.slowest.decide.least)} at ${first.slowest.length} characters.
${longest === undefined ? "None is understood at 128 KiB." : `Slowest of those that are understood at 128 KiB: ${longest.name}, ${time(longest.last.decide.least)}.`}
${over.length === 0 ? `None reaches ${bound} ms.` : `Not under ${bound} ms: ${over.map((shape) => shape.name).join(", ")}.`}

Growth is the exponent *e* in *time ~ length^e* over the greater lengths, of least times; 1 is in proportion. "Refusing" is the same for lengths that are refused for the reason that is given.

| shape | slowest | at | ÷ \`git status\` | greatest length understood | reading it | deciding it | growth reading | deciding | refusing | at 128 KiB | |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |
${slowest
	.map(({ name, slowest, understood, growth, refusing, last }) =>
		[
			name,
			time(slowest.decide.least),
			slowest.length,
			inDigits(slowest.decide.median / unit.decide.median),
			understood?.length ?? "none",
			understood ? both(understood.read) : "",
			understood ? both(understood.decide) : "",
			exponent(growth.read),
			exponent(growth.decide),
			exponent(refusing),
			time(last.decide.least),
			answerOf(last),
		].join(" | "),
	)
	.map((row) => `| ${row} |`)
	.join("\n")}
`;
}

function answerOf({ answer, effect }) {
	return answer === undefined ? effect : `refused: ${answer.replaceAll("|", "\\|")}`;
}

function both({ median, least }) {
	return `${time(median)} (${time(least)})`;
}

function time(milliseconds) {
	return milliseconds < 1 ? `${inDigits(milliseconds * 1000)} µs` : `${inDigits(milliseconds)} ms`;
}

/** Two digits that count, or three. */
function inDigits(value) {
	return value >= 10 ? String(Math.round(value)) : value.toPrecision(2);
}

function exponent(value) {
	return value === undefined ? "" : value.toFixed(2);
}
