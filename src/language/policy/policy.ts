/**
 * A policy with all inheritance settled: one flat, order-free list of rules per agent.
 * This folder turns statements into policies; it reads no command and opens no file.
 */
import type { Program } from "../../engine/knowledge/program.js";
import type { Span } from "../source/span.js";
import type { ClaimKeyword, Effect, RuleKeyword } from "../syntax/statements.js";
import type { SettingOrigins } from "./agent-settings/setting-origins.js";
import type { SettledSettings } from "./agent-settings/settled-settings.js";
import type { Access, StepEnding, Test } from "./test.js";

/** One rule as an agent has it: what it grants, what it restricts, and what to say. */
export interface Rule {
	/** The author's id, or `file:line` of the rule. */
	readonly id: string;
	readonly keyword: RuleKeyword;
	/** What it says: a `constrain` says deny. */
	readonly effect: Effect;
	/** Of a `constrain`: the paths that it speaks of, or that it speaks of hosts. */
	readonly access?: Access | "network";
	/** When it surely holds, the command is granted. Absent on deny and constrain. */
	readonly grants?: Test;
	/** When it holds or may hold, the answer is raised to the effect. Absent on allow. */
	readonly restricts?: Test;
	readonly locked: boolean;
	readonly override: boolean;
	/** No author stated it: every policy has it. */
	readonly engine?: true;
	readonly message?: string;
	readonly note?: string;
	readonly use: readonly string[];
	/** The agent or group that states it; empty outside of both. */
	readonly owner: string;
	/** Ids of the overrides that took something out of it. */
	readonly excludedBy: readonly string[];
	readonly span: Span;
}

/** `expect EFFECT: COMMAND`, for the agents that it holds for. */
export interface Expectation {
	readonly effect: Effect;
	readonly forced: boolean;
	readonly by?: string;
	/** What is so of the world. */
	readonly facts?: Readonly<Record<string, string>>;
	/** When it is asked. */
	readonly at?: string;
	/** What came before it, in order; `ago` in milliseconds. */
	readonly after?: readonly { readonly command: string; readonly ended: StepEnding; readonly ago: number }[];
	readonly command: string;
	readonly agent: string;
	readonly span: Span;
}

/** `never allow …`, `always deny …`. */
export interface Claim {
	readonly keyword: ClaimKeyword;
	readonly effect: Effect;
	readonly test: Test;
	readonly agents: readonly string[];
	readonly span: Span;
}

/** An agent's whole policy. */
export interface AgentPolicy extends SettledSettings {
	readonly name: string;
	readonly extends: readonly string[];
	/** What its authors say. */
	readonly rules: readonly Rule[];
	/** What every policy says without being told. */
	readonly engineRules: readonly Rule[];
}

/** What an agent's policy says besides rules. */
export type AgentSettings = Omit<AgentPolicy, "rules" | "engineRules">;

/** A resolved policy. `digest`: SHA-256 of its meaning, in hexadecimal. */
export interface Policy {
	readonly agents: ReadonlyMap<string, AgentPolicy>;
	/** Where each agent's settings were said. */
	readonly settingOrigins: ReadonlyMap<string, SettingOrigins>;
	readonly expectations: readonly Expectation[];
	readonly claims: readonly Claim[];
	/** Programs that the policy teaches. */
	readonly programs: ReadonlyMap<string, Program>;
	readonly files: readonly string[];
}
