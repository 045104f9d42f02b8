/** `npm run fuzz:history`: proofs about what happened, of made-up policies, held against every story; shows those that are not alike. */
import { parseArgs } from "node:util";
import fc from "fast-check";
import { type Held, hold, type Verdict } from "./hold-stories.js";
import { storyPolicies } from "./story-policies.js";

const { values } = parseArgs({
	options: {
		policies: { type: "string", default: "1000" },
		/** The one that is asked about among them. */
		requests: { type: "string", default: "5" },
		seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
		/** Of one policy: the longest stories of those that have more are left out. */
		most: { type: "string", default: "150000" },
		/** Shows what stays open, too. */
		open: { type: "boolean", default: false },
	},
});
const [policies, requests, seed, most] = [values.policies, values.requests, values.seed, values.most].map(Number) as [
	number,
	number,
	number,
	number,
];
if (![policies, requests, seed, most].every(Number.isSafeInteger)) {
	console.error("--policies, --requests, --seed and --most are whole numbers");
	process.exit(2);
}
console.log(`seed ${seed}: ${policies} policies, every story of up to ${requests} requests`);
const counts: Record<Verdict, number> = { proved: 0, broken: 0, open: 0, short: 0, wrong: 0 };
let [stories, told, shorter, next] = [0, 0, 0, 0];
const start = Date.now();
const seconds = (): string => ((Date.now() - start) / 1000).toFixed(0);
for (const [at, policy] of fc.sample(storyPolicies, { numRuns: policies, seed }).entries()) {
	const held: Held = hold(policy, requests, most);
	counts[held.verdict]++;
	told += held.told;
	if (held.requests < requests && (held.verdict === "proved" || held.verdict === "open")) shorter++;
	if (held.verdict === "broken" && held.isStory) stories++;
	if (held.verdict === "wrong" || held.verdict === "short" || (values.open && held.verdict === "open"))
		console.log(`\n# ${held.verdict}: policy ${at}\n${held.text}\n`);
	if (Date.now() < next) continue;
	next = Date.now() + 10_000;
	console.log(`${at + 1} policies, ${told} stories told, ${JSON.stringify(counts)}, ${seconds()} s`);
}
console.log(
	`\nseed ${seed}: ${policies} policies; ${counts.proved} claims proved, and none of ${told} stories breaks one (of ${shorter} policies, not those of all ${requests} requests); ${counts.broken} broken, ${stories} of them by a story, and each replays; ` +
		`${counts.open} open, ${counts.short} open with a story that breaks them, ${counts.wrong} answered wrongly; ${seconds()} s`,
);
process.exitCode = counts.wrong + counts.short === 0 ? 0 : 1;
