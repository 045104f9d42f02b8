/**
 * A policy ready for use in one call: decide, explain, and run what was allowed, with every decision on record.
 */

import { decisionFields, outcomeFields } from "../audit/fields.js";
import { type AuditLog, openAuditLog } from "../audit/log.js";
import { decide, refusal } from "../decide/decide.js";
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

/** What came of a request: the decision, and the outcome when it was run. */
export interface Answer {
	readonly decision: Decision;
	readonly outcome?: Outcome;
	/** Who said yes, where the decision was a question. */
	readonly approvedBy?: string;
}

/**
 * Puts a question (`ask`) to a person: the name that it gives is that person's yes. When it gives anything else or throws, nothing runs.
 * It is the caller's part that a person answers, and not the model. A nudge and a denial stand: it is not asked about them.
 */
export type Approve = (decision: Decision) => Promise<string | undefined> | string | undefined;

/** How a run goes, and who is asked. */
export interface GuardedRunSettings extends RunSettings {
	/** Without it a question is not put to anybody, and nothing runs. */
	readonly approve?: Approve;
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
	readonly run: (request: Request, settings?: GuardedRunSettings) => Promise<Answer>;
	/** What would be decided; nothing is recorded. */
	readonly foresee: (request: Request) => Decision;
	/** Denies what no rule speaks of, such as a call for a folder that is not there, and records that. */
	readonly refuse: (request: Request, message: string) => Decision;
	/** The same policy and the same log in another workspace. To close it closes nothing. */
	readonly within: (workspace: string) => Guard;
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

/** A policy: the names of files, folders and shipped packs, one compiled policy, or what `load` or `loadText` made. */
export type PolicySource = string | readonly string[] | Loaded;

/**
 * Makes a policy ready for use. Throws a `PolicyError` for a policy with errors, and for a compiled one that can't be used: nothing is decided by halves.
 */
export function guard(policy: PolicySource, options: GuardOptions = {}): Guard {
	const { workspace, ...others } = options;
	const decided = deciding(policy);
	const log: AuditLog | undefined = options.audit === undefined ? undefined : openAuditLog({ file: options.audit });
	return guardIn(workspace, decided, log, others, () => log?.close());
}

function guardIn(
	workspace: string | undefined,
	policy: Deciding,
	log: AuditLog | undefined,
	options: Omit<GuardOptions, "workspace">,
	close: () => void,
): Guard {
	const { tree, diagnostics, explaining } = policy;
	const world = realWorld(workspace);
	const asked = (request: Request): Request =>
		request.agent === undefined && options.agent !== undefined ? { ...request, agent: options.agent } : request;
	const record = (request: Request, decision: Decision): string | undefined =>
		log?.decided(decisionFields(request, decision, world));
	const settled = async (request: Request, approve: Approve | undefined): Promise<Settled> => {
		const decision = decide(tree, request, world);
		const id = record(request, decision);
		const approvedBy = decision.effect === "ask" ? await answerOf(approve, decision) : undefined;
		if (approvedBy === undefined) return { decision, id };
		// People take their time, and meanwhile links may have moved.
		const today = decide(tree, request, world);
		return { decision: today, id: today.effect === "ask" ? id : record(request, today), approvedBy };
	};
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
		run: async (request, { approve, ...settings } = {}) => {
			const { decision, id, approvedBy } = await settled(asked(request), approve);
			const approval = approvedBy === undefined ? undefined : { approvedBy };
			const permission = permit(decision, approval);
			if (permission === undefined) return { decision };
			const outcome = await run(permission, settings);
			if (id !== undefined) log?.ended(id, outcomeFields(outcome));
			return { decision, outcome, ...approval };
		},
		foresee: (request) => decide(tree, asked(request), world),
		refuse: (request, message) => {
			const decision = refusal(tree, asked(request), "fault", message);
			record(asked(request), decision);
			return decision;
		},
		within: (other) => guardIn(other, policy, log, options, () => {}),
		close,
	};
}

/** A decision on record, and who said yes to it. */
interface Settled {
	readonly decision: Decision;
	readonly id: string | undefined;
	readonly approvedBy?: string;
}

/** The name of the person who said yes. */
async function answerOf(approve: Approve | undefined, decision: Decision): Promise<string | undefined> {
	try {
		const name: unknown = await approve?.(decision);
		return typeof name === "string" && name !== "" ? name : undefined;
	} catch {
		// Nobody said yes.
		return undefined;
	}
}

interface Deciding {
	readonly tree: Decisions;
	readonly diagnostics: readonly Diagnostic[];
	readonly explaining: () => Tree;
}

function deciding(policy: PolicySource): Deciding {
	if (typeof policy !== "string" && "sources" in policy) return decidingBy(policy);
	const names = typeof policy === "string" ? [policy] : policy;
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
	return decidingBy(load(names));
}

function decidingBy(loaded: Loaded): Deciding {
	const { tree } = loaded;
	if (tree === undefined) throw new PolicyError(loaded);
	return { tree, diagnostics: loaded.diagnostics, explaining: () => tree };
}
