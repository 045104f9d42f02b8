/** How often may something be done? So many times at once, and then so many times a second. */

export interface Rate {
	/** Milliseconds to wait; zero: it may be done now, and counts. */
	readonly take: () => number;
}

/** `now`: milliseconds of a clock that never goes back. */
export function rateOf(atOnce: number, aSecond: number, now: () => number = () => performance.now()): Rate {
	let left = atOnce;
	let since = now();
	return {
		take: () => {
			const at = now();
			left = Math.min(atOnce, left + ((at - since) / 1000) * aSecond);
			since = at;
			if (left < 1) return Math.ceil(((1 - left) / aSecond) * 1000);
			left -= 1;
			return 0;
		},
	};
}
