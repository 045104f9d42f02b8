/** How much time has passed, on two clocks that may not agree: that of the wall can be set. */
import type { Moment } from "./event.js";

/** For limits and for what is feared. */
export function smallerSpan(from: Moment, to: Moment): number {
	return Math.min(...spans(from, to));
}

/** For what is needed. */
export function largerSpan(from: Moment, to: Moment): number {
	return Math.max(...spans(from, to));
}

function spans(from: Moment, to: Moment): readonly number[] {
	const wall = Math.max(0, to.wall - from.wall);
	// The machine was started anew since.
	if (from.uptime === undefined || to.uptime === undefined || to.uptime < from.uptime) return [wall];
	return [wall, to.uptime - from.uptime];
}
