/**
 * A policy ready for use in one call: decide, explain, and run what was allowed, with every decision on record.
 */

import { isDeepStrictEqual } from "node:util";
import { isOpenQuestion } from "../../engine/decide/asked-people.js";
import { decide, refusal } from "../../engine/decide/decide.js";
import type { Decision } from "../../engine/decide/decision.js";
import { type Explanation, explain } from "../../engine/decide/explain/explain.js";
import { governs } from "../../engine/decide/governed.js";
import { mayAllow } from "../../engine/decide/may-allow.js";
import { type Permit, permit, startsTheSame } from "../../engine/decide/permit.js";
import type { Decisions } from "../../engine/decide/tree.js";
import { firstRequest } from "../../engine/history/first-request.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import type { Diagnostic } from "../../language/diagnostic/diagnostic.js";
import { checkOptions, type OptionNames } from "../../language/diagnostic/known-options.js";
import { canonicalCallName, handOf } from "../../language/policy/hands.js";
import { type Audit, microsecondsSince, openAudit, type Recorded } from "../audit/audit.js";
import type { Surface } from "../audit/record.js";
import { settingsFor } from "../audit/settings.js";
import type { AuditTarget } from "../audit/sinks.js";
import type { Outcome } from "../execute/outcome.js";
import { type RunSettings, run, runSettings } from "../execute/run.js";
import { type NamedCall, type OwnHistory, ownHistory } from "../history/own-history.js";
import { historyFolder } from "../history/place.js";
import { realWorld, withGoverning } from "../load/world.js";
import { type Deciding, deciding, type Now, type PolicySource } from "./guard-policy.js";
import { requestContext } from "./request-context.js";
import { runVirtual, type VirtualCommands, virtualWork } from "./virtual-commands.js";

export { PolicyError, type PolicySource } from "./guard-policy.js";

export interface GuardOptions {
	/** The folder that path patterns are relative to and that requests without a `cwd` run in; the process's own when absent. */
	readonly workspace?: string;
	/** The agent of requests that name none; `default` when absent. */
	readonly agent?: string;
	/**
	 * Where decisions go on record, before anything runs: the path of a log or of settings (`NAME.audit.yaml`), a log and how it is kept, `-` for
	 * standard output, a function; or several of them. Where the policy says `audit require`, what can't be recorded is denied; where it says
	 * `prefer` or nothing, `warnings` say so.
	 */
	readonly audit?: AuditTarget | readonly AuditTarget[];
	/** What is masked on record beyond what is known to be secret: words (`ACME-*`, `/[0-9]{16}/`), and options, whose values are masked (`--pin`). */
	readonly mask?: readonly string[];
	/** Whose requests these are, for rules that ask what happened before: a conversation, a run. The conversation of the request, else this process, when absent. */
	readonly session?: string;
	/** Further files that govern runs, such as a token: no sandbox shows them. The log with its settings and its key is among them anyway. */
	readonly governing?: readonly string[];
}

export const guardOptions: OptionNames<GuardOptions> = {
	workspace: true,
	agent: true,
	audit: true,
	mask: true,
	session: true,
	governing: true,
};

/** What came of a request: the decision, and the outcome when it was run. */
export interface Answer {
	readonly decision: Decision;
	readonly outcome?: Outcome;
	/** Who said yes, where the decision was a question. */
	readonly approvedBy?: string;
	/** That this is not on record, or not where it should be: why, and where the log went. The outcome's warnings hold it, too. Absent where all is as it should be. */
	readonly warnings?: readonly string[];
}

/** What came of the question about a call. */
export interface CallAnswer extends Omit<Answer, "outcome"> {
	/** The rules allow it, or a person did. */
	readonly allowed: boolean;
	/** To be told how the call ended, for rules that ask what happened before. Absent where none does. */
	readonly ended?: (how: CallEnding) => void;
}

/** `passed`: it surely did what it was asked for. */
export type CallEnding = "passed" | "failed" | "unknown";

/**
 * Puts a question (`ask`) to a person: the name that it gives is that person's yes. When it gives anything else or throws, nothing runs.
 * It is the caller's part that a person answers, and not the model. A nudge and a denial stand: it is not asked about them.
 */
export type Approve = (decision: Decision) => Promise<string | undefined> | string | undefined;

/** How a run goes, and who is asked. */
export interface GuardedRunSettings extends RunSettings {
	/** Without it a question is not put to anybody, and nothing runs. */
	readonly approve?: Approve;
	/** Commands that are no programs: what was decided of them is done in this process. */
	readonly virtual?: VirtualCommands;
	/** Called once, when a program has really started: at its first output, or at its end. */
	readonly onStart?: () => void;
}

const guardedRunSettings: OptionNames<GuardedRunSettings> = {
	...runSettings,
	approve: true,
	virtual: true,
	onStart: true,
};

export interface Guard {
	/** What decides; of a bundle what is active now. */
	readonly tree: Decisions;
	/** What is worth knowing about the policy though it works. */
	readonly warnings: readonly Diagnostic[];
	/** Decides, and records the decision. */
	readonly decide: (request: Request) => Decision;
	/** The way to a decision. Throws for a compiled policy, which says no more than what it decides. */
	readonly explain: (request: Request) => Explanation;
	/** Decides, records, and runs what was allowed. Never throws for what a request or a program does. */
	readonly run: (request: Request, settings?: GuardedRunSettings) => Promise<Answer>;
	/**
	 * Decides a call of another tool (`{ call: ["file.read", ".env"] }`), records that, and puts a question to a person. Whoever asks does the call where it is
	 * `allowed`. A call that the agent's rules do not govern is allowed, and not recorded: it is the harness's affair.
	 */
	readonly call: (request: Request, settings?: { readonly approve?: Approve }) => Promise<CallAnswer>;
	/** May a call of this name be allowed, or be a question, with some arguments? For lists of tools: it says yes rather than no. */
	readonly mayCall: (name: string) => boolean;
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

/**
 * Makes a policy ready for use. Throws a `PolicyError` for a policy with errors, and for a compiled one that can't be used: nothing is decided by halves. Throws a
 * `TypeError` for what is no policy, and for an option that is not known.
 */
export function guard(policy: PolicySource, options: GuardOptions = {}): Guard {
	checkOptions("guard", options, guardOptions);
	const { workspace, ...others } = options;
	const decided = deciding(policy);
	const { audit: to = [], mask } = options;
	const audit = openAudit(settingsFor(isList(to) ? to : [to], mask));
	let isOpen = true;
	const close = (): void => {
		// A second time would close what is somebody else's by now.
		if (isOpen) audit.close();
		isOpen = false;
	};
	return guardIn(workspace, decided, { audit, warnings: [...audit.warnings()] }, others, close);
}

function guardIn(
	workspace: string | undefined,
	policy: Deciding,
	log: OpenLog,
	options: Omit<GuardOptions, "workspace">,
	close: () => void,
): Guard {
	const around = realWorld(workspace);
	const own = historyFolder();
	let kept: { readonly tree: Decisions; readonly history: OwnHistory | undefined } | undefined;
	/** What decides now, with what it asks of the past. */
	const now = (): Now & { readonly history: OwnHistory | undefined } => {
		const { tree, lapse } = policy.now();
		if (kept?.tree !== tree) kept = { tree, history: ownHistory(tree, policy.names, around.workspace) };
		return { ...kept, ...(lapse === undefined ? {} : { lapse }) };
	};
	now();
	let seen: { readonly files: readonly string[]; readonly world: World } = { files: [], world: around };
	// A log begins with its first record, and may move: what governs is asked for each time.
	const worldNow = (): World => {
		const past = kept?.history === undefined || own === undefined ? [] : [own];
		const files = [...(options.governing ?? []), ...past, ...log.audit.files()];
		if (files.length !== seen.files.length || files.some((file, at) => file !== seen.files[at]))
			seen = { files, world: withGoverning(around, files) };
		return seen.world;
	};
	// What is no request at all is refused as such by whoever decides it.
	const asked = (request: Request): Request =>
		typeof request === "object" && request !== null && request.agent === undefined && options.agent !== undefined
			? { ...request, agent: options.agent }
			: request;
	const named = (): NamedCall | undefined => kept?.history?.named(options.session ?? requestContext().conversationId);
	const answered = (request: Request, call: NamedCall | undefined, how: "decide" | "ask"): Decision => {
		const { tree, lapse, history } = now();
		if (lapse !== undefined) return refusal(tree, request, "broken-policy", lapse);
		// A release that asks of the past may have become active since the call was named.
		const asking = history === undefined ? undefined : (call ?? named());
		return history === undefined || asking === undefined
			? decide(tree, request, worldNow())
			: history[how](request, worldNow(), asking);
	};
	/** What decisions took. */
	const took = new WeakMap<Decision, number>();
	const decided = (request: Request, call: NamedCall | undefined): Decision => {
		const began = performance.now();
		const made = answered(request, call, "decide");
		took.set(made, microsecondsSince(began));
		return made;
	};
	const told = <Said extends { readonly warnings: readonly string[] }>(said: Said): Said => {
		warn(log.warnings, said.warnings);
		return said;
	};
	const governing = (settings: RunSettings): readonly string[] => [
		...(options.governing ?? []),
		...(settings.governing ?? []),
		...log.audit.files(),
	];
	const record = (request: Request, decision: Decision, surface: Surface): Recorded => {
		const latency = took.get(decision);
		return told(
			log.audit.decided(request, decision, worldNow(), surface, decision.audit, () => ({
				...(latency === undefined ? {} : { latency }),
				...policy.bundle(request, worldNow()),
			})),
		);
	};
	const settled = async (
		request: Request,
		approve: Approve | undefined,
		call: NamedCall | undefined,
	): Promise<Settled> => {
		let asked: Settled = record(request, decided(request, call), "run");
		for (let times = 0; times < mostQuestions; times++) {
			const { decision } = asked;
			// A question that waits for certain people is answered by them: `approve` is one voice, and says no group.
			const approvedBy = isOpenQuestion(decision) ? await answerOf(approve, decision) : undefined;
			// Somebody else may ask a person still: it counts as let through.
			if (approvedBy === undefined) return asked;
			// People take their time, and meanwhile links may have moved.
			const today = decided(request, call);
			if (isSameQuestion(today, decision) && startsTheSame(today, decision)) {
				if (call !== undefined) kept?.history?.approved(call);
				return { ...told(log.audit.approved(request, { ...asked, decision: today }, approvedBy)), approvedBy };
			}
			// A yes to one question is none to another.
			asked = record(request, today, "run");
			if (today.effect !== "ask") return { ...asked, approvedBy };
		}
		return asked;
	};
	const refused = (request: Request, message: string): Answer => {
		const { decision, warnings } = record(asked(request), refusal(now().tree, asked(request), "fault", message), "run");
		return { decision, ...saying(warnings) };
	};
	return {
		get tree() {
			return now().tree;
		},
		warnings: policy.diagnostics,
		auditWarnings: log.warnings,
		decide: (request) => record(asked(request), decided(asked(request), named()), "decide").decision,
		explain: (request) => {
			const tree = policy.explaining();
			return explain(tree, asked(request), worldNow(), firstRequest(tree));
		},
		run: async (request, asking = {}) => {
			checkOptions("run", asking, guardedRunSettings);
			const { approve, virtual, onStart, ...settings } = asking;
			const call = named();
			const { decision, id, approvedBy, warnings } = await settled(asked(request), approve, call);
			const approval = approvedBy === undefined ? undefined : { approvedBy };
			const permission = permit(decision, approval);
			if (permission === undefined) return { decision, ...saying(warnings) };
			const own = virtual === undefined ? undefined : virtualWork(permission, virtual);
			if (typeof own === "string") return refused(request, own);
			const outcome =
				own === undefined
					? await started(permission, { ...settings, governing: governing(settings) }, onStart)
					: await runVirtual(own, decision, settings);
			if (call !== undefined) kept?.history?.ended(call, endingOf(outcome));
			const late = log.audit.ended(id, outcome);
			warn(log.warnings, late);
			const said = saying([...warnings, ...late]);
			return { decision, outcome: withWarnings(outcome, said.warnings), ...approval, ...said };
		},
		call: async (request, asking = {}) => {
			checkOptions("call", asking, { approve: true });
			const { approve } = asking;
			const whole = asked(request);
			const call = named();
			const first = decided(whole, call);
			const ended = (how: CallEnding): void => {
				if (call !== undefined) kept?.history?.ended(call, callEndings[how]);
			};
			const toTell = call === undefined ? {} : { ended };
			if (first.code === "ungoverned") return { decision: first, allowed: true, ...toTell };
			const { decision, approvedBy, warnings } = await settled(whole, approve, call);
			const allowed = decision.effect === "allow" || (decision.effect === "ask" && approvedBy !== undefined);
			const approval = approvedBy === undefined ? {} : { approvedBy };
			return { decision, allowed, ...approval, ...saying(warnings), ...(allowed ? toTell : {}) };
		},
		mayCall: (name) => {
			const agent = options.agent ?? "default";
			const { tree } = now();
			const agentTree = Object.hasOwn(tree.agents, agent) ? tree.agents[agent] : undefined;
			const hand = handOf(name);
			if (agentTree === undefined || hand === undefined) return false;
			return !governs(agentTree.agent, hand) || mayAllow(agentTree, canonicalCallName(name));
		},
		foresee: (request) => answered(asked(request), named(), "ask"),
		refuse: (request, message) => refused(request, message).decision,
		within: (other) => guardIn(other, policy, log, options, () => {}),
		close,
	};
}

/** What did not end by itself failed; what was never started is nobody's success either. */
function endingOf({ code, timedOut, cancelled }: Outcome): { readonly code?: number; readonly failed?: boolean } {
	return code === undefined || timedOut || cancelled ? { failed: true } : { code };
}

const callEndings = { passed: { code: 0 }, failed: { failed: true }, unknown: {} } as const;

/** So often a request may become another question while a person thinks. */
const mostQuestions = 3;

/** Runs it, and says when it has begun. */
async function started(permission: Permit, settings: RunSettings, onStart: (() => void) | undefined): Promise<Outcome> {
	if (onStart === undefined) return run(permission, settings);
	let hasBegun = false;
	const begin = (): void => {
		if (hasBegun) return;
		hasBegun = true;
		onStart();
	};
	const outcome = await run(permission, {
		...settings,
		onOutput: (stream, text) => {
			begin();
			settings.onOutput?.(stream, text);
		},
	});
	if (outcome.code !== undefined || outcome.signal !== undefined) begin();
	return outcome;
}

/** Do they say the same, however they came about? */
function isSameQuestion(one: Decision, other: Decision): boolean {
	const [data, otherData] = [one, other].map((decision): unknown => JSON.parse(JSON.stringify(decision)));
	return isDeepStrictEqual(data, otherData);
}

/** A decision on record, and who said yes to it. */
interface Settled {
	readonly decision: Decision;
	readonly id?: string;
	readonly approvedBy?: string;
	readonly warnings: readonly string[];
}

/** What decisions are recorded by, and what it had to say. */
interface OpenLog {
	readonly audit: Audit;
	readonly warnings: string[];
}

/** What there is to be said, each once. */
function saying(warnings: readonly string[]): Pick<Answer, "warnings"> {
	return warnings.length === 0 ? {} : { warnings: [...new Set(warnings)] };
}

/** Whoever looks at an outcome alone is told, too. */
function withWarnings(outcome: Outcome, more: readonly string[] = []): Outcome {
	return more.length === 0 ? outcome : { ...outcome, warnings: [...outcome.warnings, ...more] };
}

/** Each warning once, and not without end. */
function warn(warnings: string[], more: readonly string[]): void {
	for (const one of more) if (warnings.length < mostWarnings && !warnings.includes(one)) warnings.push(one);
}
const mostWarnings = 100;

function isList(to: AuditTarget | readonly AuditTarget[]): to is readonly AuditTarget[] {
	return Array.isArray(to);
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
