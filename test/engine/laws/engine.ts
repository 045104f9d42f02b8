/** The real engine, as the laws ask it: from a text to an answer. */
import { combine } from "../../../src/engine/decide/combine.js";
import { compile } from "../../../src/engine/decide/compile.js";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Decision } from "../../../src/engine/decide/decision.js";
import { evaluationContextOf } from "../../../src/engine/decide/evaluate/evaluation-context.js";
import type { AgentTree, Tree } from "../../../src/engine/decide/tree.js";
import { walk } from "../../../src/engine/decide/walk.js";
import { unwrap } from "../../../src/engine/effects/commands.js";
import type { Command, Word } from "../../../src/engine/request/request.js";
import type { Diagnostic } from "../../../src/language/diagnostic/diagnostic.js";
import type { Policy } from "../../../src/language/policy/policy.js";
import { resolve } from "../../../src/language/policy/resolve.js";
import { readDsl } from "../../../src/language/syntax/dsl/read-dsl.js";
import type { Effect, PolicyFile } from "../../../src/language/syntax/statements.js";
import { governingPlaces } from "../../../src/runtime/harnesses/places/governing-places.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { type Asking, type PolicyText, policyText } from "./arbitrary.js";
import { programs, world } from "./world.js";

export interface Engine {
	readonly text: string;
	readonly files: readonly PolicyFile[];
	/** What each file imports. */
	readonly imports: Readonly<Record<string, readonly string[]>>;
	readonly policy: Policy;
	readonly tree: Tree;
}

/** Loads a policy; the small world's programs are known to it as if it had taught them. */
export function engineOf(policy: PolicyText | string, name = "laws.rules"): Engine {
	const text = typeof policy === "string" ? policy : policyText(policy);
	const loaded = loadText(name, text);
	refuse(loaded.diagnostics, text);
	return {
		text,
		files: loaded.files,
		imports: {},
		...taught(loaded.policy, loaded.tree ?? compile(loaded.policy, {})),
	};
}

/** Two files, of which the second imports the first. */
export function engineOfTwo({ base, main }: { readonly base: string; readonly main: string }): Engine {
	const files = [readDsl("base.rules", base), readDsl("main.rules", main)];
	const imports = { "base.rules": [], "main.rules": ["base.rules"] };
	const entries = files.map(
		({ value }) => [value.file, { file: value, imports: imports[value.file as keyof typeof imports] }] as const,
	);
	const resolved = resolve({
		files: new Map(entries),
		roots: ["main.rules"],
		placeName: (span) => `${span.file}:${span.start}`,
		governing: governingPlaces(),
	});
	const text = `# base.rules\n${base}\n# main.rules\n${main}`;
	refuse([...files.flatMap((file) => file.diagnostics), ...resolved.diagnostics], text);
	const policy = resolved.value;
	return { text, files: files.map((file) => file.value), imports, ...taught(policy, compile(policy, {})) };
}

/** A tree hands on what a policy teaches and is not made of it: with more programs it need not be made again. */
function taught(policy: Policy, tree: Tree): Pick<Engine, "policy" | "tree"> {
	const known = new Map([...programs, ...policy.programs]);
	return { policy: { ...policy, programs: known }, tree: { ...tree, programs: Object.fromEntries(known) } };
}

/** The programs of the small world borrow names of real ones, and have other options: what those lack says nothing here. */
function refuse(diagnostics: readonly Diagnostic[], text: string): void {
	const error = diagnostics.find(({ severity, code }) => severity === "error" && code !== "unknown-option");
	if (error) throw new Error(`the laws wrote a broken policy: ${error.message}\n${text}`);
}

export function answer(engine: Engine, request: Asking): Decision {
	return decide(engine.tree, request, world);
}

/** The answer for a command whose words need not be known: no request holds such words, scripts may. */
export function answerFor(engine: Engine, agent: string, words: readonly Word[]): Effect {
	const [program, ...args] = words;
	const agentTree = engine.tree.agents[agent] as AgentTree;
	const facts = { programs: new Map(Object.entries(engine.tree.programs)), trust: agentTree.agent.trust };
	const command: Command = {
		program: program as Word,
		args,
		redirects: [],
		assignments: [],
		span: { file: "", start: 0, end: 0 },
	};
	const around = { world, cwd: world.workspace, trust: agentTree.agent.trust, forced: false, tools: undefined };
	const effects = unwrap(command, facts).map((read): Effect => {
		if (read.command.program.kind !== "known") return agentTree.agent.unreadable;
		const { granted, raised } = walk(agentTree, evaluationContextOf(read, around));
		return combine(
			granted !== undefined,
			raised.map(({ rule }) => agentTree.rules[rule]?.effect ?? "deny"),
			agentTree.agent.default,
		);
	});
	return strictest(effects);
}

const order: readonly Effect[] = ["allow", "ask", "nudge", "deny"];

/** How strict an effect is. */
export function strictness(effect: Effect): number {
	return order.indexOf(effect);
}

export function strictest(effects: readonly Effect[]): Effect {
	return order[Math.max(...effects.map(strictness))] as Effect;
}
