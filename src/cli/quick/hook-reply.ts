/** What a hook answers once its policy is there: decided in the world as it is, and put on record. */

import { decide } from "../../engine/decide/decide.js";
import type { Decision } from "../../engine/decide/decision.js";
import type { Decisions } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import type { Recorded } from "../../runtime/audit/audit.js";
import type { Asker, Reply } from "../../runtime/harnesses/dialect/dialect.js";
import {
	answerHook,
	denial,
	type HookNews,
	type HookQuestion,
	nothingSaid,
	readHook,
} from "../../runtime/harnesses/hooks/answer-hook.js";
import { type DiskHistory, diskHistory, historyFor, type ToldNow } from "../../runtime/history/disk-history.js";
import { type HarnessProcess, harnessProcess } from "../../runtime/history/harness-process.js";
import { historyFolder } from "../../runtime/history/place.js";
import { isFolder, nearestPolicy } from "../../runtime/load/find-policy.js";
import { realWorld, withGoverning } from "../../runtime/load/world.js";
import type { HookOptions } from "./hook-options.js";
import { smallFile } from "./small-file.js";
import { watched } from "./watched.js";

/** What a harness says, read with what this process sees. */
export function hookQuestion({ dialect, settings }: HookOptions, bytes: Buffer): ReturnType<typeof readHook> {
	return readHook(dialect, bytes, settings, { variables: process.env, cwd: process.cwd(), fileText: smallFile });
}

/** The names of the policy: those of `--rules`, or the nearest to the project. None where there is none. */
export function hookPolicy({ rules }: HookOptions, { workspace }: Pick<HookQuestion, "workspace">): readonly string[] {
	if (rules.length > 0) return rules;
	const nearest = nearestPolicy(workspace);
	return nearest === undefined ? [] : [nearest];
}

/** A decision as it stands when it has been put on record, or has not, and what there is to be said of that. */
export type Recorder = (request: Request, decision: Decision, world: World, asker: Asker | undefined) => Recorded;

/** Where no log is kept: what must be on record does not run. */
export const noLog: Recorder = (_, decision) => {
	if (decision.audit !== "require" || decision.effect === "deny") return { decision, warnings: [] };
	throw new Error("it must be on record, and `--audit` names no log");
};

/** Keeps what a harness tells, where a policy asked before what happened. What can't be kept is forgotten: nothing is widened by that. */
export function heardNews(options: HookOptions, { input, news, workspace }: HookNews): Reply {
	const policy = hookPolicy(options, { workspace });
	try {
		const history = diskHistory({ policy, cwd: process.cwd(), workspace: realWorld(workspace).workspace });
		if (news.kind === "began") history.began(news.session, news.how, starterOf(options.starter));
		else {
			const { kind: _, ...outcome } = news;
			history.outcome(outcome);
		}
	} catch {
		// What is not known is unknown.
	}
	return nothingSaid(options.dialect, input);
}

/** The answer of a policy. `names`: those of the policy. `governing`: files that no command may write, such as the log. */
export function hookReply(
	{ dialect, starter }: HookOptions,
	question: HookQuestion,
	names: readonly string[],
	decisions: Decisions,
	record: Recorder,
	governing: readonly string[] = [],
): Reply {
	const denied = (why: string): Reply => denial(dialect, why, question.input);
	for (const folder of new Set([question.cwd, question.workspace]))
		if (!isFolder(folder)) return denied(`the folder \`${folder}\` is not there, so nothing can be decided for it`);
	const own = historyFolder();
	const world = withGoverning(realWorld(question.workspace), own === undefined ? governing : [...governing, own]);
	const history = historyFor(decisions, { policy: names, cwd: process.cwd(), workspace: world.workspace });
	// Who asks matters to what happened, and to nothing else.
	const told = history === undefined ? {} : toldOf(question, starter);
	const remarks: string[] = [];
	try {
		return answerHook(dialect, question, decisions, {
			// Of one command no shape is of use later.
			decide: (request) =>
				history === undefined ? decide(decisions, request, world) : history.decide(decisions, request, world, told),
			record: (request, made) => {
				const { decision, warnings, id } = record(request, made, world, question.asker);
				if (decision.approvals !== undefined && history !== undefined) {
					// The harness is told no.
					heldBack(history, request, told);
					if (id !== undefined) history.recorded(request, told.session, id);
				}
				// A denial for want of a record says why by itself.
				if (decision === made) remarks.push(...warnings);
				return decision;
			},
			remarks: () => remarks,
			...(world.home === undefined ? {} : { home: world.home }),
		});
	} catch (error) {
		return denied(
			`this could not be decided, so it is denied: ${error instanceof Error ? error.message : String(error)}`,
		);
	}
}

/** Nothing runs, so nothing is counted. What can't be told counts. */
function heldBack(history: DiskHistory, { argv, script, call }: Request, told: ToldNow): void {
	try {
		const command = { ...(argv && { argv }), ...(script === undefined ? {} : { script }), ...(call && { call }) };
		const { session, call: name } = told;
		history.outcome({
			...(session === undefined ? {} : { session }),
			...(name === undefined ? { command } : { call: name }),
			denied: true,
		});
	} catch {
		// It counts as let through.
	}
}

/** Of which session the call is, and how it is named. A harness that says no session has none that anybody could know. */
function toldOf({ asker, name, background, isFork }: HookQuestion, starter: number | undefined): ToldNow {
	return {
		...(asker === undefined ? {} : { session: asker.session, process: starterOf(starter) }),
		...(isFork === undefined ? {} : { isFork }),
		...(asker?.parent === undefined ? {} : { parent: asker.parent }),
		...(name === undefined ? {} : { call: name }),
		...(background === undefined ? {} : { background }),
	};
}

/** The harness that asks. */
function starterOf(starter: number | undefined): HarnessProcess | undefined {
	return harnessProcess(process.argv.includes(watched) ? 1 : 0, starter);
}
