/** `environment accept`: variables that may be set before a command. */
import type { VariablesRecord } from "./setting.js";
import { tellLoosening } from "./values/loosening.js";
import { sumOfNames, union, variableNames } from "./values/sum.js";

export const environmentAccept = {
	keyword: "environment",
	name: "accept",
	form: "variables",
	summary: "variables that may be set before a command; `*` for all that change nothing that runs",
	example: "environment accept NODE_ENV",
	usage: "NAMES",
	decides: true,
	more: "`LD_PRELOAD`, `PATH` and their like must be accepted by their full names; [more](#variables)",
	unsaid: [],
	items: (names) => names,
	values: {
		...sumOfNames,
		// Where something above says what is accepted, only that is accepted below, unless `override` says otherwise.
		onTop: (heading, inherited = [], lines, faults) =>
			lines.reduce<readonly string[]>((accepted, { words, override, span }) => {
				const own = variableNames(words, faults);
				const kept = override || inherited.length === 0 ? own : own.filter((name) => inherited.includes(name));
				if (kept.length < own.length) tellLoosening(heading, span, faults);
				return union(accepted, kept);
			}, inherited),
	},
} as const satisfies VariablesRecord<readonly string[]>;
