/**
 * The decision tree: what `compile` makes of an agent's rules and `decide` walks. Plain data; equal subtrees are one node.
 * Nodes stand in one array and point at each other by place.
 */
import type { Program } from "../knowledge/program.js";
import type { Limits } from "../policy/limits.js";
import type { AgentPolicy, Rule } from "../policy/policy.js";
import type { Test } from "../policy/test.js";

export type NodeId = number;

export type Node =
	/** By the outcome of one test. */
	| {
			readonly kind: "branch";
			readonly test: number;
			readonly yes: NodeId;
			readonly no: NodeId;
			readonly unknown: NodeId;
	  }
	/**
	 * By the operand at a place: one of the words that rules say there, another word or none, and what can't be known for certain
	 * or goes by two names.
	 */
	| {
			readonly kind: "switch";
			readonly place: number;
			readonly words: Readonly<Record<string, NodeId>>;
			readonly others: NodeId;
			readonly unsure: NodeId;
	  }
	/** A restriction holds (`sure`) or may hold; then on. */
	| { readonly kind: "raise"; readonly rule: number; readonly sure: boolean; readonly next: NodeId }
	/** A rule grants the command. */
	| { readonly kind: "grant"; readonly rule: number }
	/** Nothing grants it: the default. */
	| { readonly kind: "default" };

/** One agent's tree: a switch on the program's name, and the nodes behind it. */
export interface AgentTree {
	readonly agent: Omit<AgentPolicy, "rules">;
	readonly rules: readonly Rule[];
	readonly tests: readonly Test[];
	readonly nodes: readonly Node[];
	/** The tree for a program by its name. */
	readonly programs: Readonly<Record<string, NodeId>>;
	/** The tree for every other program, and for one whose name can't be known. */
	readonly others: NodeId;
	/** The tree for a program that goes by several names, as a link does, or by names that can't be known: nothing in it is taken for granted. */
	readonly whole: NodeId;
}

/** A compiled policy. `digest`: SHA-256 of its rules and settings, in hexadecimal. */
export interface Tree {
	readonly version: 1;
	readonly digest: string;
	readonly agents: Readonly<Record<string, AgentTree>>;
	/** Programs that the policy teaches. */
	readonly programs: Readonly<Record<string, Program>>;
	/** Where rules stand, for messages: `file:line` by rule id is kept in the rules themselves; the texts are not. */
	readonly files: readonly string[];
	readonly lines: Readonly<Record<string, readonly number[]>>;
}

export type { Limits };
