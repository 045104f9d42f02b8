/** The real engine, as the laws ask it: from a text to an answer. */
import { compile } from "../../src/decide/compile.js";
import { decide } from "../../src/decide/decide.js";
import type { Decision } from "../../src/decide/decision.js";
import type { Tree } from "../../src/decide/tree.js";
import { loadText } from "../../src/load/load.js";
import type { Policy } from "../../src/policy/policy.js";
import type { PolicyFile } from "../../src/syntax/statements.js";
import type { Effect } from "../../src/syntax/statements.js";
import { type Asking, type PolicyText, policyText } from "./arbitrary.js";
import { programs, world } from "./world.js";

export interface Engine {
	readonly text: string;
	readonly files: readonly PolicyFile[];
	readonly policy: Policy;
	readonly tree: Tree;
}

/** Loads a policy; the small world's programs are known to it as if it had taught them. */
export function engineOf(policy: PolicyText | string): Engine {
	const text = typeof policy === "string" ? policy : policyText(policy);
	const loaded = loadText("laws.rules", text);
	const errors = loaded.diagnostics.filter((one) => one.severity === "error");
	if (errors.length > 0) throw new Error(`the laws wrote a broken policy: ${errors[0]?.message}\n${text}`);
	const known: Policy = { ...loaded.policy, programs: new Map([...programs, ...loaded.policy.programs]) };
	const lines = Object.fromEntries([...loaded.sources.values()].map((source) => [source.name, source.lineStarts]));
	return { text, files: loaded.files, policy: known, tree: compile(known, lines) };
}

export function answer(engine: Engine, request: Asking): Decision {
	return decide(engine.tree, request, world);
}

const order: readonly Effect[] = ["allow", "ask", "nudge", "deny"];

/** How strict an effect is. */
export function strictness(effect: Effect): number {
	return order.indexOf(effect);
}
