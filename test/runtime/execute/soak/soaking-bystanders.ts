/** What `npm run soak:bystanders` does; the way to it is in `scripts/soak/soak-bystanders.mjs`. */
import { parseArgs } from "node:util";
import { soakBystanders } from "./bystanders.js";

const { values } = parseArgs({
	options: {
		sandboxed: { type: "string", default: "1000" },
		others: { type: "string", default: "2000" },
		chains: { type: "string", default: "200" },
		bystanders: { type: "string", default: "50" },
		"at-once": { type: "string", default: "12" },
		"other-harness": { type: "string" },
	},
});
const otherHarness = values["other-harness"];
const { faults, ...found } = await soakBystanders({
	sandboxed: Number(values.sandboxed),
	others: Number(values.others),
	chains: Number(values.chains),
	bystanders: Number(values.bystanders),
	atOnce: Number(values["at-once"]),
	...(otherHarness === undefined ? {} : { otherHarness }),
	say: (what) => console.log(`${Math.round(performance.now() / 1000)} s: ${what}`),
});
console.log(
	JSON.stringify({
		sandboxed: Number(values.sandboxed),
		others: Number(values.others),
		...found,
		faults: faults.length,
	}),
);
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
