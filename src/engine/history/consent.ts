/** Have enough people said yes to this very request? A yes is an event; nobody's counts that isn't known, and a doubt is none. */
import type { Consent } from "../../language/policy/test.js";
import type { Truth } from "../decide/evaluate/truth.js";
import { truth } from "../decide/evaluate/truth.js";
import type { GivenApproval, HistoryEvent, Moment } from "./event.js";
import { largerSpan } from "./spans.js";

/** Who asks for consent, and for what. */
export interface Asking {
	readonly now: Moment;
	/** What is approved has this name. Undefined: nobody can say what it is. */
	readonly request?: string;
	readonly workspace: string;
	/** Who runs the session. */
	readonly user?: string;
	/** What it stands for by now. */
	readonly session?: string;
	readonly call?: string;
	/** The session that one of an event stands for by now. */
	readonly wholeOf: (session: string) => string;
}

/** Never unknown: a yes that can't be known is none. */
export function consented(asks: Consent, asking: Asking, events: readonly HistoryEvent[]): Truth {
	return truth(consentingTo(asks, asking, events).length >= asks.people);
}

/** The names of those who said yes, each once. */
export function consentingTo(
	{ group, people, holds }: Consent,
	asking: Asking,
	events: readonly HistoryEvent[],
): readonly string[] {
	const { request, user, now } = asking;
	if (request === undefined || (people > 1 && user === undefined)) return [];
	const names = new Map<string, string>();
	for (const event of events) {
		const { approval, decided } = event;
		if (approval?.request !== request || approval.isWithdrawn || event.workspace !== asking.workspace) continue;
		const { by, groups } = approval;
		if (by === undefined || !groups.includes(group)) continue;
		if (people > 1 && user !== undefined && personOf(by) === personOf(user)) continue;
		if (!isOfSession(event, approval, asking)) continue;
		const isGood =
			holds === "session"
				? isOfThisSession(event, approval, asking)
				: holds === "call"
					? isFresh(approval, asking)
					: largerSpan(decided, now) <= holds;
		if (isGood) names.set(personOf(by), by);
	}
	return [...names.values()];
}

/** Two spellings of one name are one person. */
export function personOf(name: string): string {
	return name.normalize("NFKC").trim().toLowerCase();
}

/** Was it given for this session and this call, as far as that was said? */
function isOfSession({ session }: HistoryEvent, { call }: GivenApproval, asking: Asking): boolean {
	if (call !== undefined && call !== asking.call) return false;
	return session === undefined || (asking.session !== undefined && asking.wholeOf(session) === asking.session);
}

/** Nothing has run by it; one call that is told twice is one. */
function isFresh({ used }: GivenApproval, { session, call, wholeOf }: Asking): boolean {
	if (used === undefined) return true;
	return (
		call !== undefined &&
		used.call === call &&
		used.session !== undefined &&
		session !== undefined &&
		wholeOf(used.session) === session
	);
}

/** One that names no session becomes that of the first that uses it. */
function isOfThisSession({ session }: HistoryEvent, { used }: GivenApproval, asking: Asking): boolean {
	if (asking.session === undefined) return used === undefined;
	const own = session ?? used?.session;
	return own === undefined ? used === undefined : asking.wholeOf(own) === asking.session;
}
