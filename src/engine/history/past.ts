/** What a question about the past is put to. */
import type { EventTest, PastQuestion } from "../../language/policy/test.js";
import type { Truth } from "../decide/evaluate/truth.js";
import type { EventHost, EventPath, Fit, HistoryEvent, Moment } from "./event.js";
import type { Events } from "./event-list.js";

/** The command that is decided. */
export interface Asked {
	readonly now: Moment;
	readonly workspace: string;
	readonly user?: string;
	readonly session?: string;
	readonly facts: Readonly<Record<string, string>>;
	/** Of the rule's own pattern. */
	readonly words: Readonly<Record<string, string | null>>;
	readonly paths: readonly EventPath[];
	readonly hosts: readonly EventHost[];
	readonly itself?: { readonly fit: (test: EventTest) => Fit };
}

/** What is told of the past. */
export interface Past {
	/** All that happened in the session is among the events. */
	readonly known: boolean;
	/** The other commands of the request as well, as far as they are events for this one. */
	readonly events: Events;
	/** Is it of the session? */
	readonly isOwn: (event: HistoryEvent) => Truth;
}

/** For a request of a session: can something that the question asks about have happened before it was asked for the first time? */
export type Unwatched = (asks: PastQuestion) => boolean;
