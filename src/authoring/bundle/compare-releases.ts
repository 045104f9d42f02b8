/** Answers the last requests of a log by two releases, each distinct one once, and counts what is answered otherwise. */
import { isStricter } from "../../engine/decide/combine.js";
import { readCompiled } from "../../engine/decide/compiled/compiled-text.js";
import { decide } from "../../engine/decide/decide.js";
import type { Decisions } from "../../engine/decide/tree.js";
import { firstRequest } from "../../engine/history/first-request.js";
import { isMoment } from "../../engine/request/read-facts.js";
import { requestText } from "../../engine/request/request-text.js";
import type { Effect } from "../../language/syntax/statements.js";
import { renewLocks } from "../../runtime/audit/lock.js";
import { objectIn } from "../../runtime/audit/parts.js";
import type { ComparedChange, Comparison } from "../../runtime/bundle/comparison.js";
import { lastLines } from "../../runtime/bundle/log-tail.js";
import { dependsOnValues, type Recorded, readRecord, worldOf } from "../replay/log-records.js";
import { emptyWorld } from "./prepare-bundle.js";

/** Distinct requests that are answered; the latest. */
const mostRequests = 2_000;
/** Changes that are told. */
const mostChanges = 20;
/** UTF-16 units of a command that is told. */
const longest = 200;

/** `before`: the compiled policy that decides now; without one that can be read the log's own answers stand for it. */
export function compareReleases(log: string, before: Uint8Array | undefined, after: Uint8Array): Comparison {
	const next = readCompiled(after);
	if ("fault" in next) throw new Error(`a release can't be compared: ${next.fault}`);
	// What another build has compiled can't be read by this one.
	const old = before === undefined ? undefined : readCompiled(before);
	return comparedBy(log, old === undefined || "fault" in old ? undefined : old, next);
}

/** The same for one policy: what it would have said, beside what the log says. */
export function comparedBy(log: string, old: Decisions | undefined, next: Decisions): Comparison {
	const counts = { decisions: 0, looser: 0, stricter: 0, undecided: 0, denied: 0 };
	const changes: ComparedChange[] = [];
	for (const { record, count } of requestsOf(log)) {
		// Whoever refreshes holds a lock.
		renewLocks();
		const after = effectBy(next, record);
		const then = old === undefined ? record.effect : effectBy(old, record);
		if (after === undefined || then === undefined) {
			counts.undecided += count;
			continue;
		}
		counts.decisions += count;
		if (after === "deny") counts.denied += count;
		if (after === then) continue;
		const change = isStricter(then, after) ? "looser" : "stricter";
		counts[change] += count;
		const { agent, asked } = record;
		const command = typeof asked === "string" ? "" : requestText(asked).slice(0, longest);
		changes.push({ change, agent, command, before: then, after, count });
	}
	return { ...counts, changes: changes.sort((a, b) => b.count - a.count).slice(0, mostChanges) };
}

/** Distinct requests, the latest first, with how often they were asked. */
function requestsOf(log: string): readonly { readonly record: Recorded; readonly count: number }[] {
	const found = new Map<string, { readonly record: Recorded; count: number }>();
	for (const bytes of [...lastLines(log)].reverse()) {
		const read = readRecord(objectIn(bytes));
		if (read.kind !== "decision") continue;
		const { agent, asked, workspace, home } = read.record;
		const key = JSON.stringify([agent, asked, workspace, home]);
		const known = found.get(key);
		if (known !== undefined) known.count++;
		else if (found.size < mostRequests) found.set(key, { record: read.record, count: 1 });
	}
	return [...found.values()];
}

/** Undefined where the log does not hold what it depends on. */
function effectBy(policy: Decisions, record: Recorded): Effect | undefined {
	const { asked } = record;
	if (typeof asked === "string") return undefined;
	const request = isMoment(record.time) ? { ...asked, at: record.time } : asked;
	const decision = decide(policy, request, worldOf(record, asked, emptyWorld), firstRequest(policy));
	return dependsOnValues(asked, decision) ? undefined : decision.effect;
}
