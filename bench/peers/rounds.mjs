/** Samples taken in turns: each round takes one of every case, in another order, so that what else the machine does hits all of them alike. */

/** Gives each case `{ sample, samples }` its samples. One that has taken longer than the budget, in milliseconds, is left alone after its third. */
export async function inRounds(cases, rounds, budget, progress = () => {}) {
	for (let round = 0; round < rounds; round++) {
		for (const one of shuffled(cases, round)) {
			one.samples ??= [];
			one.spent ??= 0;
			if (one.spent > budget && one.samples.length >= 3) continue;
			const start = performance.now();
			const sample = await one.sample();
			one.spent += performance.now() - start;
			if (sample !== undefined) one.samples.push(sample);
		}
		progress(round + 1);
	}
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

export function median(values) {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function summary(samples) {
	return { median: median(samples), least: Math.min(...samples) };
}
