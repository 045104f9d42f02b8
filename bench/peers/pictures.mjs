/** The two pictures: cost against the number of rules, and shell reading against length. */
import { deciders } from "./argv.mjs";
import { plot } from "./plot.mjs";
import { readers } from "./strings.mjs";

/** New words: nobody has decided these before, but others of their shape. */
export function rulesPicture(rows) {
	const lines = deciders.map(({ name, title }, colour) => ({
		name: title,
		colour,
		thick: name === "ours",
		dashed: name === "hash",
		points: rows
			.filter((row) => row.name === name && row.times["new words"] !== undefined)
			.map(({ rules, times }) => ({ x: rules, time: times["new words"].median })),
	}));
	return plot({ title: "Deciding an argv", along: "rules", lines: lines.filter(({ points }) => points.length > 0) });
}

/** For each its everyday scripts, and at each length the slowest of the shapes. */
export function lengthsPicture(rows) {
	const lines = readers.flatMap(({ name, title }, colour) => {
		const own = rows.filter((row) => row.name === name);
		const everyday = own.find(({ shape }) => shape === "everyday scripts");
		return [
			{ name: `${title}, at worst`, colour, thick: name === "ours", points: worst(own) },
			{ name: `${title}, everyday`, colour, dashed: true, points: everyday?.points.map(pointOf) ?? [] },
		];
	});
	return plot({
		title: "Reading and deciding a shell string",
		along: "length in characters",
		lines: lines.filter(({ points }) => points.length > 0),
	});
}

function pointOf({ length, time, late }) {
	return { x: length, time, late };
}

/** A shape at which it was stopped stays the slowest: beyond that, nothing better is known. */
function worst(rows) {
	const most = Math.max(0, ...rows.map(({ points }) => points.length));
	const found = [];
	for (let at = 0; at < most; at++) {
		const points = rows.flatMap(({ points }) => points[at] ?? []);
		found.push(pointOf(points.reduce((slowest, one) => (one.time > slowest.time ? one : slowest))));
		if (found.at(-1).late) break;
	}
	return found;
}
