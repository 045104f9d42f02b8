/** Time against rules, both in powers of ten, as an SVG. */
import { plot } from "../shell/plot.mjs";
import { median } from "./report.mjs";

export function picture(series) {
	const points = (sizes, part) =>
		sizes.map(({ rules, rounds }) => ({ length: rules, time: median(rounds.map(({ times }) => times[part])) }));
	const [first] = series;
	const drawn = plot("Analysing a policy", [
		...series.map(({ name, sizes }) => ({ name: `every rule, ${name}`, points: points(sizes, "liveness") })),
		{ name: `a wide claim, ${first.name}`, points: points(first.sizes, "prove") },
		{ name: `a changed rule, ${first.name}`, points: points(first.sizes, "difference") },
	]);
	// The plot is one of scripts: nothing is refused here.
	return drawn
		.replace("length of the script in characters", "rules of the agent")
		.replace("filled: understood, hollow: refused", "");
}
