/** `npm run fuzz:history -- --variants 100000`: made-up stories of which something is forgotten, until one allows more. */
import { parseArgs } from "node:util";
import fc from "fast-check";
import { closeState, forget, type Harm, harmNames, openState, variantsOf } from "./forget.js";

const { values } = parseArgs({
	options: {
		variants: { type: "string", default: "100000" },
		seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
	},
});
const [count, seed] = [values.variants, values.seed].map(Number) as [number, number];
if (![count, seed].every(Number.isSafeInteger)) {
	console.error("--variants and --seed are whole numbers");
	process.exit(2);
}
console.log(`seed ${seed}: ${count} variants of stories of which something is forgotten`);
const tallies = new Map<Harm["how"], { done: number; stricter: number }>(
	harmNames.map((how) => [how, { done: 0, stricter: 0 }]),
);
const start = Date.now();
const [batch, each] = [500, 10];
let [tried, done, stricter] = [0, 0, 0];
let next = 0;
openState();
for (let at = 0; tried < count; at++) {
	const found = fc.check(
		fc.property(variantsOf(each), (story) => {
			for (const { harms, isDone, isStricter } of forget(story)) {
				tried++;
				if (isDone) done++;
				if (isStricter) stricter++;
				for (const { how } of harms) {
					const tally = tallies.get(how);
					if (tally === undefined || !isDone) continue;
					tally.done++;
					if (isStricter) tally.stricter++;
				}
			}
		}),
		// Seeds next to one another would begin alike.
		{ numRuns: Math.ceil(Math.min(batch, count - tried) / each), seed: (seed * 1_000_003 + at * 7919) % 2 ** 31 },
	);
	if (found.failed) {
		console.log(fc.defaultReportMessage(found));
		process.exitCode = 1;
		break;
	}
	if (Date.now() < next) continue;
	next = Date.now() + 10_000;
	console.log(
		`${tried} variants, of ${done} something was forgotten, ${stricter} are stricter and none allows more, ${seconds()} s`,
	);
}
closeState();
for (const [how, { done, stricter }] of tallies) console.log(`${how.padEnd(14)} ${done}, stricter ${stricter}`);
console.log(
	`seed ${seed}: ${tried} variants, of ${done} something was forgotten; ${stricter} are stricter, ${process.exitCode === 1 ? "one allows" : "none allows"} more; ${seconds()} s`,
);

function seconds(): string {
	return ((Date.now() - start) / 1000).toFixed(0);
}
