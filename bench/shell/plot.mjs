/** Time against length, both in powers of ten, as an SVG: everyday scripts, and those made to be slow that are slowest. */

const size = { width: 990, height: 560, left: 78, right: 280, top: 46, bottom: 58 };
const colours = ["#0b6e99", "#5aa9c9", "#c0392b", "#d98324", "#7d5ba6", "#3d8b4f", "#8a6d3b"];

/** Each line is `{ name, points: [{ length, time }] }`, with times in milliseconds. */
export function plot(title, lines) {
	const points = lines.flatMap((line) => line.points);
	const xs = axis(points.map(({ length }) => length));
	const ys = axis(points.map(({ time }) => time * 1000));
	const x = place(xs, size.left, size.width - size.right);
	const y = place(ys, size.height - size.bottom, size.top);
	const at = ({ length, time }) => `${x(length).toFixed(1)},${y(time * 1000).toFixed(1)}`;
	const [right, bottom] = [size.width - size.right, size.height - size.bottom];
	const parts = [
		text(size.left, 26, title, { size: 16, weight: 600 }),
		...decades(xs).flatMap((value) => [
			rule(x(value), size.top, x(value), bottom),
			text(x(value), bottom + 20, short(value), { anchor: "middle" }),
		]),
		...decades(ys).flatMap((value) => [
			rule(size.left, y(value), right, y(value)),
			text(size.left - 8, y(value) + 4, inTime(value), { anchor: "end" }),
		]),
		rule(size.left, bottom, right, bottom, "#888"),
		rule(size.left, size.top, size.left, bottom, "#888"),
		text((size.left + right) / 2, size.height - 14, "length of the script in characters", { anchor: "middle" }),
		`<g transform="rotate(-90 18 ${(size.top + bottom) / 2})">${text(18, (size.top + bottom) / 2, "time to the answer", { anchor: "middle" })}</g>`,
		...lines.flatMap((line, index) => {
			const colour = colours[index % colours.length];
			const way = `<polyline points="${line.points.map(at).join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>`;
			const dots = line.points.map(
				(point) =>
					`<circle cx="${at(point).replace(",", '" cy="')}" r="3" fill="${point.refused ? "#fff" : colour}" stroke="${colour}" stroke-width="1.5"/>`,
			);
			return [way, ...dots];
		}),
		...labels(lines, y),
		text(right + 14, bottom - 4, "filled: understood, hollow: refused", { colour: "#555" }),
	];
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="${escaped(title)}">
<rect width="100%" height="100%" fill="#fff"/>
${parts.join("\n")}
</svg>
`;
}

/** Names beside the ends of the lines, moved apart where they would lie on each other. */
function labels(lines, y) {
	const ends = lines
		.map((line, index) => ({ line, colour: colours[index % colours.length], at: y(line.points.at(-1).time * 1000) }))
		.sort((a, b) => a.at - b.at);
	let last = Number.NEGATIVE_INFINITY;
	return ends.map(({ line, colour, at }) => {
		last = Math.max(at + 4, last + 17);
		return text(size.width - size.right + 14, last, line.name, { colour, weight: 600 });
	});
}

/** As exponents: from a whole power of ten to the greatest value, and a little room. */
function axis(values) {
	return { from: Math.floor(Math.log10(Math.min(...values))), to: Math.log10(Math.max(...values)) + 0.08 };
}

function place({ from, to }, start, end) {
	return (value) => start + ((Math.log10(value) - from) / (to - from)) * (end - start);
}

function decades({ from, to }) {
	return Array.from({ length: Math.floor(to) - from + 1 }, (_, index) => 10 ** (from + index));
}

function rule(x1, y1, x2, y2, colour = "#ddd") {
	return `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="${colour}"/>`;
}

function text(x, y, content, { size: points = 12, anchor = "start", colour = "#222", weight = 400 } = {}) {
	return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${points}" font-weight="${weight}" text-anchor="${anchor}" fill="${colour}">${escaped(content)}</text>`;
}

function escaped(content) {
	return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function short(value) {
	return value >= 1000 ? `${value / 1000} k` : String(value);
}

/** Of microseconds. */
function inTime(value) {
	return value >= 1_000_000 ? `${value / 1_000_000} s` : value >= 1000 ? `${value / 1000} ms` : `${value} µs`;
}
