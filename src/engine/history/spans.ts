/** How much time has passed, on two clocks that may not agree: that of the wall can be set. */
import type { Moment } from "./event.js";

/** For limits and for what is feared. */
export function smallerSpan(from: Moment, to: Moment): number {
	const wall = wallSpan(from, to);
	return Math.min(wall, uptimeSpan(from, to) ?? wall);
}

/** For what is needed. */
export function largerSpan(from: Moment, to: Moment): number {
	const wall = wallSpan(from, to);
	return Math.max(wall, uptimeSpan(from, to) ?? wall);
}

function wallSpan(from: Moment, to: Moment): number {
	return Math.max(0, to.wall - from.wall);
}

/** Undefined where the machine was started anew since. */
function uptimeSpan({ uptime: from }: Moment, { uptime: to }: Moment): number | undefined {
	return from === undefined || to === undefined || to < from ? undefined : to - from;
}
