/** `environment keep`: variables that a run inherits. */
import type { VariablesRecord } from "./setting.js";
import { sumOfNames } from "./values/sum.js";

/** What is kept when a policy names nothing. */
export const keptByDefault: readonly string[] = [
	"PATH",
	"HOME",
	"LANG",
	"LC_*",
	"TERM",
	"TZ",
	"USER",
	"LOGNAME",
	"SHELL",
	"TMPDIR",
];

/** Whoever names nothing keeps what everybody does, which is more than a few that are named. */
const namesKept = (names: readonly string[] = []): readonly string[] => (names.length === 0 ? keptByDefault : names);

/** A wildcard stands for no name that changes what runs, so a name by itself may be more than a wildcard that it fits. */
const covers = (one: string, other: string): boolean => {
	const isInWildcard = one.endsWith("*") && other.startsWith(one.slice(0, -1));
	return one === other || (isInWildcard && (other.endsWith("*") || keptByDefault.includes(other)));
};

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
	values: {
		...sumOfNames,
		isLooser: (before, after) => namesKept(after).some((name) => !namesKept(before).some((one) => covers(one, name))),
	},
} as const satisfies VariablesRecord<readonly string[]>;
