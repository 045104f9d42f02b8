/** What happened, for a server that decides for many: it is kept on the disk, in a history for each workspace, as hooks keep it. */
import { randomUUID } from "node:crypto";
import type { Decision } from "../../../engine/decide/decision.js";
import type { Decisions } from "../../../engine/decide/tree.js";
import { newHistory, type ToldApproval, type ToldOutcome } from "../../../engine/history/history.js";
import type { SessionStart } from "../../../engine/history/sessions.js";
import type { Told } from "../../../engine/history/told.js";
import type { World } from "../../../engine/request/paths.js";
import type { Request } from "../../../engine/request/request.js";
import { type DiskHistory, diskHistory } from "../../history/disk-history.js";

/** What lines tell besides requests. */
export interface Hearing {
	readonly outcome: (told: ToldOutcome) => void;
	readonly start: (told: SessionStart) => void;
	readonly lose: () => void;
}

export interface ServedHistory extends Hearing {
	readonly decide: (decisions: Decisions, request: Request, world: World, told: Told) => Decision;
	readonly approval: (decisions: Decisions, request: Request, world: World, told: ToldApproval) => void;
}

/** A request by the name under which its outcome may be told. Absent where several wait by one name, of several clients: then nobody knows whose it is. */
interface Waiting {
	readonly count: number;
	readonly one?: { readonly history: DiskHistory; readonly session?: string; readonly call: string };
}

/** `policy`: its names. */
export function servedHistory(policy: readonly string[], cwd: string): ServedHistory {
	const histories = new Map<string, DiskHistory>();
	const starts: SessionStart[] = [];
	const waiting = new Map<string, Waiting>();
	let isLost = false;
	const historyIn = (workspace: string): DiskHistory => {
		let history = histories.get(workspace);
		if (history === undefined) {
			history = diskHistory({ policy, cwd, workspace });
			histories.set(workspace, history);
			for (const told of starts) history.start(told);
		}
		return history;
	};
	return {
		decide: (decisions, request, world, { at: _, uptime: __, id, ...told }) => {
			if (isLost) return undecidable(decisions, request, world);
			const history = historyIn(world.workspace);
			const call = told.call ?? randomUUID();
			if (id !== undefined) {
				const name = JSON.stringify(id);
				const count = (waiting.get(name)?.count ?? 0) + 1;
				const { session } = told;
				const one = { history, call, ...(session === undefined ? {} : { session }) };
				waiting.delete(name);
				waiting.set(name, count === 1 ? { count, one } : { count });
				for (const [oldest] of waiting) {
					if (waiting.size <= mostWaiting) break;
					waiting.delete(oldest);
				}
			}
			return history.decide(decisions, request, world, { ...told, call });
		},
		outcome: ({ id, ...told }) => {
			if (id === undefined) {
				for (const history of histories.values()) quietly(() => history.outcome(told));
				return;
			}
			const name = JSON.stringify(id);
			const found = waiting.get(name);
			if (found === undefined) return;
			// An approval is no end.
			const isOver = told.approved !== true || told.code !== undefined || told.failed !== undefined;
			if (isOver && found.count === 1) waiting.delete(name);
			else if (isOver) waiting.set(name, { count: found.count - 1 });
			const { one } = found;
			if (one === undefined) return;
			const { history, ...named } = one;
			quietly(() => history.outcome({ ...told, ...named }));
		},
		approval: (decisions, request, world, told) =>
			quietly(() => historyIn(world.workspace).approval(decisions, request, world, told)),
		start: (told) => {
			starts.push(told);
			for (const history of histories.values())
				try {
					history.start(told);
				} catch {
					isLost = true;
				}
		},
		lose: () => {
			isLost = true;
		},
	};
}

/** So many requests wait for their outcomes by a name. */
const mostWaiting = 10_000;

/** What an outcome says may be forgotten: nothing is widened by that. */
function quietly(tell: () => void): void {
	try {
		tell();
	} catch {
		// It is unknown, then.
	}
}

function undecidable(decisions: Decisions, request: Request, world: World): Decision {
	const history = newHistory();
	history.lose();
	return history.ask(decisions, request, world, { at: Date.now(), session: "unknown" });
}
