/** `npm run fuzz:analysis`: asks questions about all commands of made-up policies, as many as it is told, and shows those that are answered wrongly. */
import { parseArgs } from "node:util";
import { type Asking, ask, askedIn } from "./asks.js";
import { allQuestions, type Questions } from "./questions.js";
import { summary } from "./summary.js";

const { values } = parseArgs({
	options: {
		count: { type: "string", default: "100000" },
		seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
		kind: { type: "string", multiple: true },
		/** Ends after so many wrong answers. */
		most: { type: "string", default: "20" },
	},
});
process.exitCode = fuzz(
	Number(values.count),
	Number(values.seed),
	values.kind === undefined ? allQuestions : onlyOf(values.kind, allQuestions),
);

function fuzz(count: number, seed: number, questions: Questions): number {
	console.log(`seed ${seed}`);
	const start = Date.now();
	let shown = 0;
	let next = 0;
	// Each batch has a seed of its own, the next number: those of neighbouring seeds would be the same policies.
	const { tallies, wrong } = ask(questions, count, (seed * 1_000_003) % 2 ** 31, (asking) => {
		for (const { kind, text } of asking.wrong.slice(shown)) console.log(`\n# ${kind}\n${text}\n`);
		shown = asking.wrong.length;
		if (Date.now() >= next) console.log(progress(asking, count, start));
		if (Date.now() >= next) next = Date.now() + 5_000;
		return shown < Number(values.most);
	});
	console.log(`\n${summary(tallies)}\nseed ${seed}, ${((Date.now() - start) / 1000).toFixed(0)} s`);
	return wrong.length === 0 ? 0 : 1;
}

function onlyOf(names: readonly string[], { posed, kinds }: Questions): Questions {
	return { posed, kinds: Object.fromEntries(Object.entries(kinds).filter(([name]) => names.includes(name))) };
}

function progress(asking: Asking, count: number, start: number): string {
	const asked = askedIn(asking);
	const each = (Date.now() - start) / Math.max(1, asked);
	return `${asked} of ${count} questions, ${each.toFixed(2)} ms each, ${asking.wrong.length} answered wrongly`;
}
