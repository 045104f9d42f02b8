/** The history of whoever decides in its own process: a library, a gateway, a server of tools. */
import { randomUUID } from "node:crypto";
import type { Decision } from "../../engine/decide/decision.js";
import type { Decisions } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import { type DiskHistory, historyFor } from "./disk-history.js";
import { processName } from "./harness-process.js";

/** A call, by which is told what became of it. */
export interface NamedCall {
	readonly session: string;
	readonly call: string;
}

export interface OwnHistory {
	/** A name for a call that is about to be decided. `session`: this process where nobody says one. */
	readonly named: (session: string | undefined) => NamedCall;
	/** Decides, and keeps what was decided; under the same name it is the same call. */
	readonly decide: (request: Request, world: World, call: NamedCall) => Decision;
	readonly ask: (request: Request, world: World, call: NamedCall) => Decision;
	/** A person said yes to it. */
	readonly approved: (call: NamedCall) => void;
	/** How it ended; without a code nobody knows how. What can't be kept is forgotten. */
	readonly ended: (call: NamedCall, how: { readonly code?: number; readonly failed?: boolean }) => void;
}

/** Undefined where no rule asks what happened. `policy`: the names that it goes by. */
export function ownHistory(decisions: Decisions, policy: readonly string[], workspace: string): OwnHistory | undefined {
	const history = historyFor(decisions, { policy, cwd: process.cwd(), workspace });
	if (history === undefined) return undefined;
	const tell = (outcome: Parameters<DiskHistory["outcome"]>[0]): void => {
		try {
			history.outcome(outcome);
		} catch {
			// What is not known is unknown, and widens nothing.
		}
	};
	return {
		named: (session) => ({ session: session ?? ownSession(), call: randomUUID() }),
		decide: (request, world, call) => history.decide(decisions, request, world, call),
		ask: (request, world, call) => history.ask(decisions, request, world, call),
		approved: (call) => tell({ ...call, approved: true }),
		ended: (call, how) => tell({ ...call, ...how }),
	};
}

/** The process, and when it was started: its number comes again. */
function ownSession(): string {
	return `process ${processName() ?? `${process.pid}:${Math.round(performance.timeOrigin)}`}`;
}
