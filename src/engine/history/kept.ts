/** What is kept of a history, so that it can go on from there. */
import type { HistoryEvent, Moment } from "./event.js";
import type { CommandEnds } from "./own-commands.js";
import type { Sessions } from "./sessions.js";

export interface Kept {
	/** All that happened in the sessions is among the events. */
	readonly isKnown: boolean;
	/** All that limits by time count is among `counted`. */
	readonly isCounted: boolean;
	readonly events: readonly HistoryEvent[];
	/** What limits by time count, of all sessions. */
	readonly counted: readonly HistoryEvent[];
	readonly requests: readonly KeptRequest[];
	readonly sessions: Sessions;
	/** When each session was first heard of. That without a name is of those who say none. */
	readonly first: ReadonlyMap<string, number>;
	/** From when on each question is asked, by its key: of what came before it, not all was kept. */
	readonly watched: ReadonlyMap<string, Moment>;
	readonly clock: { readonly wall: number; readonly uptime?: number };
	/** The next moment's. */
	readonly order: number;
}

/** A request that was decided, as long as something may be told of it. */
export interface KeptRequest {
	readonly number: number;
	readonly id?: string | number;
	readonly session?: string;
	readonly call?: string;
	/** Of its words: equal ones have one. */
	readonly command: string;
	readonly ends: readonly CommandEnds[];
	/** Its outcome was told. */
	readonly isOver: boolean;
}

/** The name that stands for sessions without one. */
export const nobody = "";
