/** What a page's script finds in the page. */

export interface PageData {
	/** The compiled policy, as `rules compile` writes it. */
	readonly policy: CompiledData;
	/** The facts about programs: JSON, packed by gzip, in base64. */
	readonly facts: string;
	/** The folders in which commands are decided at first. */
	readonly workspace: string;
	readonly home: string;
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

/** The ids of the elements that hold it. */
export const dataId = { policy: "policy-data", facts: "facts-data", ground: "ground-data" } as const;
