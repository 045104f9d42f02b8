/** How sessions hang together: what continues one, or was started by it, is that session. */

/** `current`: what a harness's id stands for now. `joined`: what was found to be one with another. */
export interface Sessions {
	readonly current: ReadonlyMap<string, string>;
	readonly joined: ReadonlyMap<string, string>;
}

export const noSessions: Sessions = { current: new Map(), joined: new Map() };

/** That a session began, as a harness tells it. */
export interface SessionStart {
	readonly session: string;
	readonly continues?: string;
	readonly parent?: string;
	readonly by?: "person";
}

/** How a harness says that a session began. `anew`: a person said so. `new`: nothing came before it. `going-on`: something did, under its own name or under one that is not told. */
export type SessionBeginning = "anew" | "new" | "going-on";

/** The session that an id stands for now. */
export function sessionOf(id: string, sessions: Sessions): string {
	return wholeOf(sessions.current.get(id) ?? id, sessions);
}

/** The session that one of then is a part of by now. */
export function wholeOf(then: string, { joined }: Sessions): string {
	let session = then;
	for (let next = joined.get(session); next !== undefined; next = joined.get(session)) session = next;
	return session;
}

/** Only a start that the harness reports as a person's begins anew. `number`: no other start has it. */
export function withStart(
	{ session, continues, parent, by }: SessionStart,
	sessions: Sessions,
	number: number,
): Sessions {
	const from = continues ?? parent;
	if (from !== undefined) {
		const [own, other] = [sessionOf(session, sessions), sessionOf(from, sessions)];
		return own === other ? sessions : { ...sessions, joined: new Map(sessions.joined).set(own, other) };
	}
	if (by !== "person") return sessions;
	return { ...sessions, current: new Map(sessions.current).set(session, `${session}\0${number}`) };
}
