/** `environment keep`: variables that a run inherits. */
import type { VariablesRecord } from "./setting.js";
import { sumOfNames } from "./values/sum.js";

export const environmentKeep = {
	keyword: "environment",
	name: "keep",
	form: "variables",
	summary: "variables that a run inherits",
	example: "environment keep PATH, HOME",
	usage: "NAMES",
	decides: false,
	more: "A few such as `PATH`, `HOME` and `LANG` when nobody says",
	unsaid: [],
	items: (names) => names,
	values: sumOfNames,
} as const satisfies VariablesRecord<readonly string[]>;
