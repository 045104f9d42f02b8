/**
 * Puts decisions and outcomes on record, before anything runs, as the policy asks for it: where an agent's `audit` is `require`, what can't be
 * recorded is denied; where it is `prefer`, a warning says so; where it is `off`, nothing is recorded. Where the policy says nothing it is `prefer`,
 * but behind a hook that keeps a log it is `require`: there nobody can be relied on to read a warning.
 */
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { refusal } from "../../engine/decide/decide.js";
import type { Decision } from "../../engine/decide/decision.js";
import type { Decisions } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import type { Demand } from "../../language/syntax/statements.js";
import type { Outcome } from "../execute/outcome.js";
import { decisionFields, outcomeFields } from "./fields.js";
import { type FittingRecord, fitRecord } from "./fit-record.js";
import { maskOf } from "./mask.js";
import type { Asker, AuditEvent, BundleFields, DecisionFields, OutcomeFields, Surface } from "./record.js";
import { type AuditTarget, openTarget } from "./sinks.js";

/** Where records go, and what is taken out of them. */
export interface AuditSettings {
	readonly to: readonly AuditTarget[];
	/** What is masked beyond what is known to be secret: words as in a policy (`ACME-*`, `/[0-9]{16}/`), and options, whose values are masked (`--pin`). */
	readonly mask?: readonly string[];
	/** Milliseconds since 1970; the system's clock when absent. */
	readonly clock?: () => number;
	/** How this machine is called; when absent as in the heartbeats of its bundle, without one its host name. */
	readonly machine?: string;
	/** Files that say how records are kept: settings, and keys. */
	readonly files?: readonly string[];
}

/** A decision as it stands when it has been put on record. */
export interface Recorded {
	/** The decision, or a denial where it had to be on record and could not be put there. */
	readonly decision: Decision;
	/** What tells the decision from others; absent where it is not on record. */
	readonly id?: string;
	/** That it is not on record, or not where it should be: why, and where it is. Said of each record. */
	readonly warnings: readonly string[];
}

/** Records that are being kept. */
export interface Audit {
	/** Puts a decision on record. `demand`: whether it must be; as the decision says when absent. `about`: whose request it is, and of which bundle the rules are; asked where there is a record. Never throws. */
	readonly decided: (
		request: Request,
		decision: Decision,
		world: Pick<World, "workspace" | "home">,
		surface: Surface,
		demand?: Demand,
		about?: () => Asker & BundleFields & Pick<DecisionFields, "latency">,
	) => Recorded;
	/** Puts a person's yes to a question on record, with the groups that person belongs to where the question waits for those. Never throws. */
	readonly approved: (
		request: Request,
		recorded: Pick<Recorded, "decision" | "id">,
		by: string,
		groups?: readonly string[],
	) => Recorded;
	/** Completes a decision with what came of its run. Never throws; gives warnings. */
	readonly ended: (id: string | undefined, outcome: Outcome) => readonly string[];
	/** The files by which records are kept: logs with their heads, settings, keys. Whoever could write them could change what is on record. */
	readonly files: () => readonly string[];
	/** What there is to be said now, before anything is decided: a log that moved. */
	readonly warnings: () => readonly string[];
	readonly close: () => void;
}

/** Microseconds since a moment of `performance.now()`. */
export function microsecondsSince(began: number): number {
	return Math.round((performance.now() - began) * 1000);
}

/** Whether a decision that a hook puts on record must be there: as the policy says, and where it says nothing, yes. */
export function demandOfHook({ agents }: Decisions, { agent }: Pick<Decision, "agent">): Demand {
	return (Object.hasOwn(agents, agent) ? agents[agent]?.agent.audit : undefined) ?? "require";
}

/** Opens what records go to. Throws a `TypeError` for a mask that is no pattern. */
export function openAudit({ to, mask, clock = Date.now, machine, files = [] }: AuditSettings): Audit {
	const masks = maskOf(mask);
	const targets = to.map(openTarget);
	/** As the last decision's bundle says. */
	let told: string | undefined;
	const stamp = (id: string): Pick<AuditEvent, "version" | "id" | "time" | "machine"> => ({
		version: 1,
		id,
		time: new Date(clock()).toISOString(),
		machine: machine ?? told ?? hostname(),
	});
	const written = (record: AuditEvent): { readonly faults: readonly string[] } & Pick<FittingRecord, "lack"> => {
		let fitting: FittingRecord;
		try {
			fitting = fitRecord(record);
		} catch (error) {
			return { faults: targets.map(() => reasonOf(error)) };
		}
		const { event, ...lacking } = fitting;
		const faults = targets.flatMap(({ write }) => {
			try {
				write(event);
				return [];
			} catch (error) {
				return [reasonOf(error)];
			}
		});
		return { faults, ...lacking };
	};
	const warnings = (): readonly string[] => targets.flatMap((target) => target.warnings());
	/** What there is to be said now, and of each record again: where it went. */
	const remarks = (): readonly string[] => [
		...new Set([...warnings(), ...targets.flatMap((target) => target.moved() ?? [])]),
	];
	const ended = (id: string, fields: OutcomeFields): readonly string[] => [
		...written({ ...stamp(id), type: "outcome", ...masks.outcome(fields) }).faults.map(
			(fault) => `what came of this run is not on record: ${fault}`,
		),
		...remarks(),
	];
	/** Writes a record of a decision. What must be on record and can't be put there is denied. */
	const kept = (request: Request, decision: Decision, id: string, event: AuditEvent, demand: Demand): Recorded => {
		const { faults, lack } = written(event);
		const lacks = lack === undefined ? [] : [lack];
		const moved = targets.flatMap((target) => target.moved() ?? []);
		const said = [
			...faults.map((fault) => `this is not on record: ${fault}`),
			...lacks.map((why) => `not all of this is on record: ${why}`),
			...remarks(),
		];
		const isSomewhere = faults.length < targets.length;
		if (demand !== "require" || faults.length + lacks.length + moved.length === 0)
			return isSomewhere ? { decision, id, warnings: said } : { decision, warnings: said };
		const denied = unrecorded(request, decision, [...faults, ...lacks, ...moved]);
		// Where it is on record all the same, that says that it did not run.
		if (denied !== decision && isSomewhere)
			ended(id, { failure: denied.message, timedOut: false, cancelled: false, duration: 0, bytes: 0 });
		return { decision: denied, warnings: said };
	};
	return {
		decided: (request, decision, world, surface, demand = decision.audit, about = () => ({})) => {
			if (demand === "off") return { decision, warnings: [] };
			if (targets.length === 0)
				return {
					decision: demand === "require" ? unrecorded(request, decision, ["no log is kept here"]) : decision,
					warnings: [],
				};
			const id = randomUUID();
			let fields: DecisionFields;
			try {
				const { machine: called, ...more } = about();
				told = called ?? told;
				fields = masks.decision({ ...decisionFields(request, decision, world, surface), ...more }, decision.commands);
			} catch (error) {
				// What can't be masked is not written down.
				const why = `its record can't be made: ${reasonOf(error)}`;
				return {
					decision: demand === "require" ? unrecorded(request, decision, [why]) : decision,
					warnings: [`this is not on record: ${why}`],
				};
			}
			return kept(request, decision, id, { ...stamp(id), type: "decision", ...fields }, demand);
		},
		approved: (request, { decision, id }, by, groups) => {
			if (id === undefined) return { decision, warnings: [] };
			const said = { by, ...(groups === undefined ? {} : { groups }) };
			return kept(request, decision, id, { ...stamp(id), type: "approval", ...said }, decision.audit);
		},
		ended: (id, outcome) => (id === undefined ? [] : ended(id, outcomeFields(outcome))),
		files: () => [...files, ...targets.flatMap((target) => target.files())],
		warnings: remarks,
		close: () => {
			for (const target of targets) target.close();
		},
	};
}

function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

/** The denial of what must be on record and is not. */
function unrecorded(request: Request, decision: Decision, why: readonly string[]): Decision {
	if (decision.effect === "deny") return decision;
	const { agent, limits, sandbox, audit, policy } = decision;
	const message = `this must be on record, and can't be, so it is denied: ${why.join("; ")}`;
	return { ...refusal({ digest: policy }, request, "fault", message), agent, limits, sandbox, audit };
}
