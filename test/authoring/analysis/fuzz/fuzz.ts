/** `npm run fuzz:analysis`: asks questions about all commands of made-up policies, as many as it is told, and shows those that are answered wrongly. */
import { parseArgs } from "node:util";
import { type Asking, ask, askedIn } from "./asks.js";
import { allQuestions, posedAbout, type Questions } from "./questions.js";
import { realQuestions } from "./real/real-questions.js";
import { focusOn } from "./small-policies.js";
import { summary } from "./summary.js";

const { values } = parseArgs({
	options: {
		count: { type: "string" },
		/** Ends after so many policies. */
		policies: { type: "string" },
		/** About programs of the knowledge base, of which not every command can be written out. */
		real: { type: "boolean", default: false },
		seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
		kind: { type: "string", multiple: true },
		/** Policies about these programs and calls alone. */
		about: { type: "string", multiple: true },
		/** Ends after so many wrong answers. */
		most: { type: "string", default: "20" },
	},
});
const all = values.real ? realQuestions : allQuestions;
const asked = values.about === undefined ? all : { ...all, posed: posedAbout(focusOn(values.about)) };
process.exitCode = fuzz(
	Number(values.count ?? (values.policies === undefined ? 100_000 : Number.POSITIVE_INFINITY)),
	Number(values.policies ?? Number.POSITIVE_INFINITY),
	Number(values.seed),
	values.kind === undefined ? asked : onlyOf(values.kind, asked),
);

function fuzz(count: number, policies: number, seed: number, questions: Questions): number {
	console.log(`seed ${seed}`);
	const start = Date.now();
	let shown = 0;
	let next = 0;
	// Each batch has a seed of its own, the next number: those of neighbouring seeds would be the same policies.
	const asking = ask(questions, count, (seed * 1_000_003) % 2 ** 31, (now) => {
		for (const { kind, text } of now.wrong.slice(shown)) console.log(`\n# ${kind}\n${text}\n`);
		shown = now.wrong.length;
		if (Date.now() >= next) console.log(progress(now, start));
		if (Date.now() >= next) next = Date.now() + 5_000;
		return shown < Number(values.most) && now.policies < policies;
	});
	const took = Date.now() - start;
	console.log(`\n${summary(asking.tallies)}`);
	const each = (took / Math.max(1, asking.policies)).toFixed(0);
	console.log(
		`seed ${seed}: ${asking.policies} policies, ${askedIn(asking)} questions, ${asking.wrong.length} answered wrongly; ${(took / 1000).toFixed(0)} s, ${each} ms a policy`,
	);
	return asking.wrong.length === 0 ? 0 : 1;
}

function onlyOf(names: readonly string[], { posed, kinds }: Questions): Questions {
	return { posed, kinds: Object.fromEntries(Object.entries(kinds).filter(([name]) => names.includes(name))) };
}

function progress(asking: Asking, start: number): string {
	const seconds = ((Date.now() - start) / 1000).toFixed(0);
	return `${asking.policies} policies, ${askedIn(asking)} questions, ${asking.wrong.length} answered wrongly, ${seconds} s`;
}
