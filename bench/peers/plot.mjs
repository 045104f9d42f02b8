/** Lines over two logarithmic axes, as an SVG that is readable on light and on dark ground. */

const size = { width: 1020, height: 560, left: 82, right: 292, top: 46, bottom: 58 };

/** Told apart by lightness too; ours is the thick one. */
const light = ["#0b6e99", "#b8860b", "#c0392b", "#3d8b4f", "#7d5ba6", "#d9651b", "#5c6f82", "#a03d78", "#2f9e9e"];
const dark = ["#5cc8f2", "#e6c35c", "#ff8a7a", "#84d694", "#c3a3f0", "#ffab70", "#aebccb", "#ef93c7", "#7fe0e0"];

/** `lines`: `{ name, colour, points: [{ x, time, late? }], thick?, dashed? }`, colours as numbers, times in milliseconds. `late`: it took at least so long, and was stopped. */
export function plot({ title, along, lines }) {
	const points = lines.flatMap((line) => line.points);
	const xs = axis(points.map(({ x }) => x));
	const ys = axis(points.map(({ time }) => time * 1_000));
	const [right, bottom] = [size.width - size.right, size.height - size.bottom];
	const x = place(xs, size.left, right);
	const y = place(ys, bottom, size.top);
	const parts = [
		text(size.left, 26, title, "title"),
		...decades(xs).flatMap((value) => [
			rule(x(value), size.top, x(value), bottom),
			text(x(value), bottom + 20, count(value), "middle"),
		]),
		...decades(ys).flatMap((value) => [
			rule(size.left, y(value), right, y(value)),
			text(size.left - 8, y(value) + 4, inTime(value), "end"),
		]),
		text((size.left + right) / 2, size.height - 14, along, "middle"),
		`<g transform="rotate(-90 18 ${(size.top + bottom) / 2})">${text(18, (size.top + bottom) / 2, "time to the decision", "middle")}</g>`,
		...lines.map((line) => drawn(line, (point) => [x(point.x), y(point.time * 1_000)])),
		...labels(lines, y, right),
		...(points.some(({ late }) => late) ? [text(right + 14, bottom - 4, "× no answer in time: stopped", "")] : []),
	];
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="${escaped(title)}">
<style>
${styles(light, "#fff", "#222", "#ddd")}
@media (prefers-color-scheme: dark) {
${styles(dark, "#0d1117", "#e6edf3", "#30363d")}
}
.title { font-size: 16px; font-weight: 600; }
.middle { text-anchor: middle; }
.end { text-anchor: end; }
.name { font-weight: 600; }
polyline { fill: none; stroke-width: 2; }
.thick { stroke-width: 4; }
.dashed { stroke-dasharray: 5 4; }
</style>
<rect class="ground" width="100%" height="100%"/>
${parts.join("\n")}
</svg>
`;
}

function styles(colours, ground, ink, grid) {
	return [
		`.ground { fill: ${ground}; }`,
		`text { fill: ${ink}; }`,
		`.grid { stroke: ${grid}; }`,
		...colours.map(
			(colour, at) => `.l${at} { stroke: ${colour}; } text.l${at}, circle.l${at} { fill: ${colour}; stroke: none; }`,
		),
	].join("\n");
}

function drawn({ points, colour, thick, dashed }, at) {
	const name = className(colour);
	const classes = [name, ...(thick ? ["thick"] : []), ...(dashed ? ["dashed"] : [])].join(" ");
	const way = points
		.map((point) =>
			at(point)
				.map((one) => one.toFixed(1))
				.join(","),
		)
		.join(" ");
	const marks = points.map((point) => {
		const [left, top] = at(point).map((one) => one.toFixed(1));
		if (!point.late) return `<circle class="${name}" cx="${left}" cy="${top}" r="${thick ? 4 : 3}"/>`;
		return `<g class="${name}" stroke-width="2" transform="translate(${left} ${top})"><path d="M-5,-5L5,5M-5,5L5,-5"/></g>`;
	});
	return [`<polyline class="${classes}" points="${way}"/>`, ...marks].join("\n");
}

/** Names beside the ends of the lines, moved apart where they would lie on each other. */
function labels(lines, y, right) {
	const ends = lines.map((line) => ({ line, at: y(line.points.at(-1).time * 1_000) + 4 })).sort((a, b) => a.at - b.at);
	let last = Number.NEGATIVE_INFINITY;
	for (const end of ends) last = end.at = Math.max(end.at, last + 17);
	// What was moved below the ground goes up again.
	let next = size.height - size.bottom - 24;
	for (const end of ends.toReversed()) {
		end.at = Math.min(end.at, next);
		next = end.at - 17;
	}
	return ends.map(({ line, at }) => text(right + 14, at, line.name, `name ${className(line.colour)}`));
}

function className(colour) {
	return `l${colour % light.length}`;
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

function rule(x1, y1, x2, y2) {
	return `<line class="grid" x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}"/>`;
}

function text(x, y, content, classes) {
	return `<text class="${classes}" x="${x.toFixed(1)}" y="${y.toFixed(1)}">${escaped(content)}</text>`;
}

function escaped(content) {
	return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function count(value) {
	return value >= 1_000 ? `${value / 1_000},000` : String(value);
}

/** Of microseconds. */
function inTime(value) {
	if (value < 1) return `${Math.round(value * 1_000)} ns`;
	return value >= 1_000_000 ? `${value / 1_000_000} s` : value >= 1_000 ? `${value / 1_000} ms` : `${value} µs`;
}
