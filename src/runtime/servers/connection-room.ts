/**
 * Room for so many connections. Where there is none for another one, whoever has been silent for longest is let go: connections that are only held
 * open can't shut anybody out. Everybody has a moment to say something, unless very many come at once.
 */

export interface ConnectionRoom<Connection> {
	/** It came, or said something: now it is the last to be let go. */
	readonly enter: (connection: Connection) => void;
	/** It is gone, or its place is elsewhere. */
	readonly leave: (connection: Connection) => void;
	/** Lets go of all. */
	readonly empty: () => void;
}

/** So many times the room may be taken for a moment. */
const crowd = 4;
/** That moment. Milliseconds. */
const moment = 500;

/** A room for `most` connections. `letGo`: ends one. */
export function connectionRoom<Connection>(
	most: number,
	letGo: (connection: Connection) => void,
): ConnectionRoom<Connection> {
	/** In the order in which they spoke last, with the time of that. */
	const inside = new Map<Connection, number>();
	let isTidying = false;
	const dismiss = (connection: Connection): void => {
		inside.delete(connection);
		letGo(connection);
	};
	const tidy = (): void => {
		const before = performance.now() - moment;
		for (const [connection, spoke] of inside) {
			if (inside.size <= most || spoke > before) break;
			dismiss(connection);
		}
		isTidying = false;
		watch();
	};
	const watch = (): void => {
		if (inside.size <= most || isTidying) return;
		isTidying = true;
		const [oldest = 0] = inside.values();
		setTimeout(tidy, Math.max(0, oldest + moment - performance.now()) + 1).unref();
	};
	return {
		enter: (connection) => {
			inside.delete(connection);
			inside.set(connection, performance.now());
			const [oldest] = inside.keys();
			if (inside.size > most * crowd && oldest !== undefined) dismiss(oldest);
			watch();
		},
		leave: (connection) => void inside.delete(connection),
		empty: () => {
			for (const connection of [...inside.keys()]) dismiss(connection);
		},
	};
}
