/**
 * How long something took, in milliseconds, for the thread that did it: the lesser of wall time and the processor time of the process. Other work on the
 * machine makes the first greater, and helpers of the runtime the second; what the thread itself needed is above neither.
 */
export function stopwatch() {
	const before = process.cpuUsage();
	const start = process.hrtime.bigint();
	return () => {
		const wall = Number(process.hrtime.bigint() - start) / 1e6;
		const { user, system } = process.cpuUsage(before);
		return Math.min(wall, (user + system) / 1_000);
	};
}
