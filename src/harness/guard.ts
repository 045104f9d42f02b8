/**
 * A policy ready for use in one call: decide, explain, and run what was allowed, with every decision on record.
 */

import { decisionFields, outcomeFields } from "../audit/fields.js";
import { type AuditLog, openAuditLog } from "../audit/log.js";
import { decide } from "../decide/decide.js";
import type { Decision } from "../decide/decision.js";
import { type Explanation, explain } from "../decide/explain.js";
import { permit } from "../decide/permit.js";
import type { Decisions, Tree } from "../decide/tree.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { renderText } from "../diagnostic/render-text.js";
import type { Outcome } from "../execute/outcome.js";
import { type RunSettings, run } from "../execute/run.js";
import { compiledAmong } from "../load/decisions.js";
import { type Loaded, load } from "../load/load.js";
import { realWorld } from "../load/world.js";
import type { Request } from "../request/request.js";

export interface GuardOptions {
	/** The folder that path patterns are relative to and that requests without a `cwd` run in; the process's own when absent. */
	readonly workspace?: string;
	/** The agent of requests that name none; `default` when absent. */
	readonly agent?: string;
	/** A file for the decision log: one JSON line a decision, written before anything runs. */
	readonly audit?: string;
}

/** What came of a request: the decision, and the outcome when it was allowed. */
export interface Answer {
	readonly decision: Decision;
	readonly outcome?: Outcome;
}

export interface Guard {
	/** What decides. */
	readonly tree: Decisions;
	/** What is worth knowing about the policy though it works. */
	readonly warnings: readonly Diagnostic[];
	/** Decides, and records the decision. */
	readonly decide: (request: Request) => Decision;
	/** The way to a decision. Throws for a compiled policy, which says no more than what it decides. */
	readonly explain: (request: Request) => Explanation;
	/** Decides, records, and runs what was allowed. Never throws for what a request or a program does. */
	readonly run: (request: Request, settings?: RunSettings) => Promise<Answer>;
	/** What the decision log has to say: a place that moved because it could not be written. */
	readonly auditWarnings: readonly string[];
	readonly close: () => void;
}

/** A policy that can't be used. `message` shows every error with its place. */
export class PolicyError extends Error {
	readonly diagnostics: readonly Diagnostic[];
	constructor(loaded: Pick<Loaded, "diagnostics" | "sources">) {
		super(`this policy can't be used:\n${renderText(loaded.diagnostics, loaded.sources, { colour: false })}`);
		this.name = "PolicyError";
		this.diagnostics = loaded.diagnostics;
	}
}

/**
 * Loads policies by the names of files, folders and shipped packs, or one compiled policy. Throws a `PolicyError` for a policy with errors, and for
 * a compiled one that can't be used: nothing is decided by halves.
 */
export function guard(files: string | readonly string[], options: GuardOptions = {}): Guard {
	const { tree, diagnostics, explaining } = deciding(files);
	const world = realWorld(options.workspace);
	const log: AuditLog | undefined = options.audit === undefined ? undefined : openAuditLog({ file: options.audit });
	const asked = (request: Request): Request =>
		request.agent === undefined && options.agent !== undefined ? { ...request, agent: options.agent } : request;
	const record = (request: Request, decision: Decision): string | undefined =>
		log?.decided(decisionFields(request, decision, world));
	return {
		tree,
		warnings: diagnostics,
		auditWarnings: log?.warnings ?? [],
		decide: (request) => {
			const decision = decide(tree, asked(request), world);
			record(asked(request), decision);
			return decision;
		},
		explain: (request) => explain(explaining(), asked(request), world),
		run: async (request, settings = {}) => {
			const decision = decide(tree, asked(request), world);
			const id = record(asked(request), decision);
			const permission = permit(decision);
			if (permission === undefined) return { decision };
			const outcome = await run(permission, settings);
			if (id !== undefined) log?.ended(id, outcomeFields(outcome));
			return { decision, outcome };
		},
		close: () => log?.close(),
	};
}

interface Deciding {
	readonly tree: Decisions;
	readonly diagnostics: readonly Diagnostic[];
	readonly explaining: () => Tree;
}

function deciding(files: string | readonly string[]): Deciding {
	const names = typeof files === "string" ? [files] : files;
	const compiled = compiledAmong(names);
	if (compiled !== undefined) {
		if ("fault" in compiled) {
			const { file, fault, help } = compiled;
			const span = { file, start: 0, end: 0 };
			const diagnostic: Diagnostic = { code: "compiled-policy", severity: "error", message: fault, span, help };
			throw new PolicyError({ diagnostics: [diagnostic], sources: new Map() });
		}
		const explaining = (): never => {
			throw new TypeError("a compiled policy can't explain: load the file that it was compiled from");
		};
		return { tree: compiled, diagnostics: [], explaining };
	}
	const loaded = load(names);
	const { tree } = loaded;
	if (tree === undefined) throw new PolicyError(loaded);
	return { tree, diagnostics: loaded.diagnostics, explaining: () => tree };
}
