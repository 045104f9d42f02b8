/**
 * The decision tree: what `compile` makes of an agent's rules and `decide` walks. Equal subtrees are one node.
 * Nodes are numbers in one array (cells.ts) and point at each other by place; everything else is plain data.
 */

import type { AgentSettings, Rule } from "../../language/policy/policy.js";
import type { Test } from "../../language/policy/test.js";
import type { Program } from "../knowledge/program.js";

export type NodeId = number;

/**
 * What follows from the operand at a place: one of the words that rules say there, another word or none, and what can't be known for certain
 * or goes by two names.
 */
export interface Choice {
	readonly place: number;
	readonly words: Readonly<Record<string, NodeId>>;
	readonly others: NodeId;
	readonly unsure: NodeId;
}

/** A list whose entries may be read only when they are asked for. Arrays are such lists. */
export interface Table<T> {
	readonly length: number;
	readonly at: (index: number) => T | undefined;
}

/** One agent's tree, as far as deciding needs it: a switch on the program's name, and the nodes behind it. */
export interface AgentDecisions {
	readonly agent: AgentSettings;
	readonly rules: Table<Rule>;
	readonly tests: Table<Test>;
	/** Four numbers a node. */
	readonly cells: Pick<Table<number>, "at">;
	readonly choices: Table<Choice>;
	/** The tree for a program by its name. */
	readonly programs: Readonly<Record<string, NodeId>>;
	/** The tree for every other program, and for one whose name can't be known. */
	readonly others: NodeId;
	/** The tree for a program that goes by several names, as a link does, or by names that can't be known: nothing in it is taken for granted. */
	readonly whole: NodeId;
	/** The programs that some rule grants, by their names and patterns, sorted: for messages. */
	readonly granted: readonly string[];
}

/** What deciding needs: a tree that was compiled, or one that is read from a file part by part. */
export interface Decisions {
	readonly version: 1;
	/** SHA-256 of the policy's rules and settings, in hexadecimal. */
	readonly digest: string;
	readonly agents: Readonly<Record<string, AgentDecisions>>;
	/** Programs that the policy teaches. */
	readonly programs: Readonly<Record<string, Program>>;
	/** The tests of all agents that ask what happened, where they are told: else they are found among the agents' tests. */
	readonly past?: Table<Test>;
	readonly files: readonly string[];
	/** Where these files lie, and what was compiled of them: absolute paths. It says nothing of what the policy means. */
	readonly policyPaths?: readonly string[];
	/** Line starts by file, so that the place of a rule can be told without its text. */
	readonly lines: Readonly<Record<string, readonly number[]>>;
}

/** One agent's tree, whole. */
export interface AgentTree extends AgentDecisions {
	readonly rules: readonly Rule[];
	readonly tests: readonly Test[];
	readonly cells: Int32Array;
	readonly choices: readonly Choice[];
	/** Where the tree has all the nodes that it may have: the rules that multiply, by their places, the worst first. */
	readonly crowding?: readonly number[];
}

/** A compiled policy, whole. */
export interface Tree extends Decisions {
	readonly agents: Readonly<Record<string, AgentTree>>;
}
