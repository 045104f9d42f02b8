/**
 * Prints what falls short of the corpora in `test/corpora`, by class: each miss with its command, the answer and the message.
 *
 *	npm run corpora                        everything
 *	npm run corpora -- --only deny         what should be denied and is not (`allow`: what should be allowed and is not)
 *	npm run corpora -- --class wrapper     one class; --corpus attacks, --form argv, --id BP-WRAP: likewise
 *	npm run corpora -- --json              one JSON object a miss
 *
 * It ends with 1 if anything that should be denied is not.
 */
import { parseArgs } from "node:util";
import { loadTypescript } from "./load-typescript.mjs";
import { root } from "./root.mjs";

const text = { type: "string" };
const { values: options } = parseArgs({
	options: { only: text, class: text, corpus: text, form: text, id: text, json: { type: "boolean", default: false } },
});

process.chdir(root);
const { fallsShort, answers } = await loadTypescript(["test/corpora/table.ts"]);
const chosen = answers().filter(
	(one) =>
		(options.only === undefined || one.expected === options.only) &&
		(options.class === undefined || one.class === options.class) &&
		(options.corpus === undefined || one.corpus === options.corpus) &&
		(options.form === undefined || one.form === options.form) &&
		(options.id === undefined || one.id.startsWith(options.id)),
);
const misses = chosen.filter(fallsShort);
if (options.json) for (const miss of misses) console.log(JSON.stringify(miss));
else print();
process.exitCode = misses.some((miss) => miss.expected === "deny") ? 1 : 0;

function print() {
	const classes = grouped(chosen, (one) => `${one.corpus} ${one.expected} ${one.class}`);
	for (const [title, all] of [...classes].sort(([a], [b]) => (a < b ? -1 : 1))) {
		const short = all.filter(fallsShort);
		if (short.length === 0) continue;
		console.log(`\n${title}: ${short.length} of ${all.length}`);
		for (const one of short)
			console.log(
				`  ${one.id} ${one.form}  ${JSON.stringify(one.command).slice(1, -1)}\n    ${one.effect}: ${one.message}`,
			);
	}
	console.log();
	for (const [title, all] of grouped(chosen, (one) => `${one.corpus} ${one.form}, ${one.expected}`))
		console.log(`${title}: ${all.filter((one) => !fallsShort(one)).length} of ${all.length}`);
}

function grouped(list, titleOf) {
	const groups = new Map();
	for (const one of list) groups.set(titleOf(one), [...(groups.get(titleOf(one)) ?? []), one]);
	return groups;
}
