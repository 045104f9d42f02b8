/** What a page's script finds in the page. */

import type { Outline } from "../tree/outline.js";

/** The trees of the agents that are on the page, and the files that their rules stand in, by the numbers of the lines' ids. */
export interface TreesData {
	readonly outlines: readonly Outline[];
	readonly files: readonly string[];
}

/** The parts of a compiled policy that deciding needs; write-compiled.ts writes them. */
export interface CompiledData {
	readonly digest: string;
	readonly files: readonly string[];
	/** Numbers, as those of agents. */
	readonly lines: Readonly<Record<string, string>>;
	readonly programs: Readonly<Record<string, unknown>>;
	readonly sources: readonly string[];
	readonly names: readonly string[];
	readonly agents: readonly AgentData[];
	readonly cells: readonly string[];
	readonly tests: readonly unknown[];
	readonly rules: readonly unknown[];
	readonly choices: readonly unknown[];
}

/** Places in the lists above, as numbers of four bytes, little end first, in base64. */
export interface AgentData {
	readonly agent: unknown;
	readonly rules: string;
	readonly tests: string;
	readonly choices: string;
	readonly cells: number;
	readonly programs: Readonly<Record<string, number>>;
	readonly others: number;
	readonly whole: number;
	readonly granted: readonly string[];
}

/** The ids of the elements that hold data: the trees, the code of the box, and the compiled policy and the facts about programs that it decides by. */
export const dataId = {
	trees: "trees-data",
	box: "box-code",
	policy: "policy-data",
	facts: "facts-data",
} as const;
