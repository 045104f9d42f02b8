/**
 * Times of cases, taken in turns: each round runs every case once, in another order, so that what else the machine does hits all of them alike.
 * A case that is short is run so often that the clock can see it.
 */

/** A sample lasts about so long, in milliseconds. */
const sample = 2;
/** What is spent on one case at most, in milliseconds, after its first sample. */
const most = 1_500;

/** Adds `median` and `least`, in milliseconds, to each case `{ run }`. */
export function measure(cases, rounds, progress = () => {}) {
	const states = cases.map((one) => ({ one, ...repeatsOf(one.run), samples: [] }));
	for (let round = 0; round < rounds; round++) {
		for (const state of shuffled(states, round)) {
			if (state.spent > most && state.samples.length > 0) continue;
			const time = once(state.one.run, state.repeats);
			state.spent += time * state.repeats;
			state.samples.push(time);
		}
		progress(round + 1);
	}
	for (const { one, samples } of states) {
		one.median = median(samples);
		one.least = Math.min(...samples);
	}
}

/** How often a sample repeats the case. What is short is run until it is compiled. */
function repeatsOf(run) {
	let least = once(run);
	let spent = least;
	while (spent < 30 && least < 5) {
		const time = once(run, 5);
		least = Math.min(least, time);
		spent += time * 5;
	}
	return { repeats: Math.max(1, Math.ceil(sample / Math.max(least, 0.000_1))), spent };
}

/** How long it takes, in milliseconds. */
export function once(run, repeats = 1) {
	const start = process.hrtime.bigint();
	for (let index = 0; index < repeats; index++) run();
	return Number(process.hrtime.bigint() - start) / 1e6 / repeats;
}

/** An order that depends on the round alone, so that runs can be compared. */
function shuffled(list, seed) {
	const order = [...list];
	let state = (seed + 1) * 7_919;
	for (let index = order.length - 1; index > 0; index--) {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		const other = state % (index + 1);
		[order[index], order[other]] = [order[other], order[index]];
	}
	return order;
}

function median(values) {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * The exponent with which time grows, of points `{ length, time }`: the slope of the straight line through their logarithms. 1 is in proportion.
 * Two points say too little.
 */
export function growth(points) {
	if (points.length < 3) return undefined;
	const at = points.map(({ length, time }) => [Math.log(length), Math.log(time)]);
	const mean = (index) => at.reduce((sum, one) => sum + one[index], 0) / at.length;
	const [x, y] = [mean(0), mean(1)];
	const above = at.reduce((sum, one) => sum + (one[0] - x) * (one[1] - y), 0);
	return above / at.reduce((sum, one) => sum + (one[0] - x) ** 2, 0);
}
