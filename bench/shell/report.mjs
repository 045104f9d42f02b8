/** What was found, as a page: tables for people, with the machine and the day. */
import { cpus, loadavg } from "node:os";

/** In milliseconds: no script may take longer, whatever it looks like. */
const bound = 50;

export function report({ rounds, everyday, shapes }) {
	const [unit] = everyday;
	const worst = [...shapes].sort((a, b) => b.slowest.times.decide.least - a.slowest.times.decide.least);
	return `<!-- written by bench/shell.mjs: npm run bench:shell -->
# How long reading and deciding take

${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown processor"},
load ${loadavg()[0].toFixed(1)} at the end. Medians of ${rounds} rounds, least times in parentheses: where the machine does much else, those are the better ones.
What is measured, and how, is in [README](README.md).

![time against length](shell.svg)

## Everyday scripts
Ratios are to \`git status\` in the same run, of medians.

| script | characters | reading | deciding | ratio reading | ratio deciding | answer |
| --- | ---: | ---: | ---: | ---: | ---: | --- |
${everyday.map((one) => row([one.name, one.length, both(one.times.read), both(one.times.decide), ratio(one, unit, "read"), ratio(one, unit, "decide"), answerOf(one)])).join("\n")}

${worst.length === 0 ? "" : madeToBeSlow(worst, unit)}`;
}

function madeToBeSlow(worst, unit) {
	const [first] = worst;
	const longest = worst.filter(({ given, last }) => !given && last.refused === undefined);
	const slowestAtEnd = longest.reduce(
		(a, b) => (a && a.last.times.decide.least > b.last.times.decide.least ? a : b),
		undefined,
	);
	const over = worst.filter(({ slowest }) => slowest.times.decide.least >= bound);
	const given = worst.filter((shape) => shape.given);
	const steep = worst.filter(({ growth }) => (growth.decide ?? 0) > 1.3 || (growth.read ?? 0) > 1.3);
	return `## Scripts that are made to be slow
${worst.length} shapes, each at 1, 2, 4, … 128 KiB and at the greatest length that is understood.

- Slowest of all: **${first.name}**, ${time(first.slowest.times.decide.least)} at ${first.slowest.length} characters.
- Slowest of the ${longest.length} that are understood at 128 KiB: ${slowestAtEnd === undefined ? "there is none" : `**${slowestAtEnd.name}**, ${time(slowestAtEnd.last.times.decide.least)}`}.
- Not under ${bound} ms at some length: ${names(over)}.
- Given up at some length, because one answer took over a second: ${names(given)}.
- Growing faster than in proportion (exponent over 1.3): ${names(steep)}.

Growth is the exponent *e* in *time ~ length^e*, from the least times at the greater lengths; 1 is in proportion. "Refusing" is that of the lengths that are refused for the reason given.
Ratios are to deciding \`git status\`.

| shape | slowest | at | ratio | understood up to | reading that | deciding it | growth reading | deciding | refusing | at 128 KiB | answer |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |
${worst
	.map(({ name, slowest, understood, growth, refusing, last, given }) =>
		row([
			name,
			time(slowest.times.decide.least),
			slowest.length,
			ratio(slowest, unit, "decide"),
			understood?.length ?? "",
			understood ? both(understood.times.read) : "",
			understood ? both(understood.times.decide) : "",
			exponent(growth.read),
			exponent(growth.decide),
			exponent(refusing),
			given ? "given up" : time(last.times.decide.least),
			given ? "" : answerOf(last),
		]),
	)
	.join("\n")}
`;
}

function row(cells) {
	return `| ${cells.join(" | ")} |`;
}

function names(shapes) {
	return shapes.length === 0 ? "none" : shapes.map(({ name }) => name).join(", ");
}

function answerOf({ refused, effect }) {
	return refused === undefined ? effect : `refused: ${refused.replaceAll("|", "\\|")}`;
}

function ratio(one, unit, does) {
	return inDigits(one.times[does].median / unit.times[does].median);
}

function both({ median, least }) {
	return `${time(median)} (${time(least)})`;
}

function time(milliseconds) {
	return milliseconds < 1 ? `${inDigits(milliseconds * 1000)} µs` : `${inDigits(milliseconds)} ms`;
}

/** Two digits that count, or all that stand before the point. */
function inDigits(value) {
	return value >= 10 ? String(Math.round(value)) : value.toPrecision(2);
}

function exponent(value) {
	return value === undefined ? "" : value.toFixed(2);
}
