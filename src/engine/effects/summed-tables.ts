/** What the tables of a command's program say, taken together. */

import type { Power } from "../../language/syntax/statements.js";
import type { OptionFact, Role, Usage } from "../knowledge/program.js";
import type { Arguments } from "../request/arguments/arguments.js";
import type { NamedPath } from "./paths/named-path.js";

export function tablesOf(args: Arguments): readonly Usage[] {
	return args.program === undefined ? args.usages : [...new Set([...args.usages, args.program])];
}

/** What the options of a table do, taken together. */
export interface Summary {
	readonly accesses: readonly NamedPath["access"][];
	/** No option brings a power, runs something, or makes the operands something else. */
	readonly plain: boolean;
	/** An option runs another program, or code. */
	readonly runs: boolean;
	/** Powers that options bring, some of them by the form of a value. */
	readonly powers: ReadonlySet<Power>;
}

/** Tables are long and stay the same: each is summed up once. */
const summaries = new WeakMap<Usage, Summary>();

export function summaryOf(usage: Usage): Summary {
	let summary = summaries.get(usage);
	if (summary === undefined) {
		const accesses = usage.options.flatMap((fact) =>
			[fact.role, ...(fact.further ?? [])].flatMap(
				(role) => accessOf(role ?? "value") ?? (fact.parts || fact.at || fact.folder ? "read" : []),
			),
		);
		summary = {
			accesses: [...new Set(accesses)],
			plain: usage.options.every(isPlain),
			runs: usage.options.some(runsOthers),
			powers: new Set(
				usage.options.flatMap(({ powers, forms }) => [...powers, ...(forms ?? []).flatMap((one) => one.powers)]),
			),
		};
		summaries.set(usage, summary);
	}
	return summary;
}

function runsOthers({ powers, role, runs }: OptionFact): boolean {
	return powers.includes("exec") || role === "code" || runs !== undefined;
}

function isPlain({ powers, forms, role, runs, operands }: OptionFact): boolean {
	return powers.length === 0 && forms === undefined && role !== "code" && runs === undefined && operands === undefined;
}

export function accessOf(role: Role): NamedPath["access"] | undefined {
	switch (role) {
		case "value":
		case "code":
			return undefined;
		case "read":
		case "write":
		case "both":
			return role;
	}
}
