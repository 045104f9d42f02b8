/**
 * Draws a production as a railroad diagram: whoever follows the track from left to right has written something that fits.
 * Every drawing says how far it reaches from its track, then draws itself at a place.
 */
import type { Piece } from "./productions.js";

interface Drawing {
	readonly width: number;
	/** How far it reaches above and below its track. */
	readonly above: number;
	readonly below: number;
	/** Its track enters at `x` on the left, at the height `y`, and leaves at `x + width`. */
	readonly draw: (x: number, y: number) => string;
}

const letter = 8; // the width of a character at the size that the style gives
const padding = 11; // beside the text in a box
const half = 13; // half the height of a box
const gap = 10; // between tracks, and between boxes on one
const bend = 9; // the radius of a track that turns

/** The diagram as an SVG element of the page. */
export function railroad(name: string, piece: Piece): string {
	const drawing = drawingOf(piece);
	const edge = 24;
	const width = drawing.width + 2 * edge;
	const height = drawing.above + drawing.below + 2 * gap;
	const y = drawing.above + gap;
	const ends = `<path class="end" d="M4 ${y - 7}v14M9 ${y - 7}v14M${width - 4} ${y - 7}v14M${width - 9} ${y - 7}v14"/>`;
	const track = line(9, y, edge - 9) + line(width - edge, y, edge - 9);
	return `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="railroad diagram of ${name}">${ends}${track}${drawing.draw(edge, y)}</svg>`;
}

function drawingOf(piece: Piece): Drawing {
	switch (piece.kind) {
		case "literal":
			return box(piece.text, "literal");
		case "token":
			return box(piece.name, "token", `word-${piece.name}`);
		case "name":
			return box(piece.name, "name", piece.name);
		case "sequence":
			return row(piece.pieces.map(drawingOf));
		case "choice":
			return stack(piece.pieces.map(drawingOf));
		case "optional":
			return bypass(drawingOf(piece.piece));
		case "repeated":
			return loop(drawingOf(piece.piece), piece.separator && drawingOf(piece.separator));
	}
}

/** A box with a text; with `anchor` it leads to what it names. */
function box(text: string, look: "literal" | "token" | "name", anchor?: string): Drawing {
	const width = [...text].length * letter + 2 * padding;
	return {
		width,
		above: half,
		below: half,
		draw: (x, y) => {
			const round = look === "name" ? 0 : half;
			const shape = `<g class="${look}"><rect x="${x}" y="${y - half}" width="${width}" height="${2 * half}" rx="${round}"/><text x="${x + width / 2}" y="${y + 4.5}">${escaped(text)}</text></g>`;
			return anchor === undefined ? shape : `<a href="#${anchor}">${shape}</a>`;
		},
	};
}

/** One behind the other. */
function row(parts: readonly Drawing[]): Drawing {
	const width = parts.reduce((sum, part) => sum + part.width, 0) + gap * 2 * Math.max(0, parts.length - 1);
	return {
		width,
		above: Math.max(0, ...parts.map((part) => part.above)),
		below: Math.max(0, ...parts.map((part) => part.below)),
		draw: (x, y) => {
			let at = x;
			return parts
				.map((part, index) => {
					const joint = index === 0 ? "" : line(at, y, 2 * gap);
					at += index === 0 ? 0 : 2 * gap;
					const drawn = joint + part.draw(at, y);
					at += part.width;
					return drawn;
				})
				.join("");
		},
	};
}

/** One below the other; the first lies on the track. */
function stack(parts: readonly Drawing[]): Drawing {
	const inner = Math.max(...parts.map((part) => part.width));
	const depths: number[] = [];
	let depth = 0;
	parts.forEach((part, index) => {
		if (index > 0) depth += Math.max(part.above + gap, 2 * bend);
		depths.push(depth);
		depth += part.below;
	});
	const side = 2 * bend + 4;
	return {
		width: inner + 2 * side,
		above: parts[0]?.above ?? 0,
		below: depth,
		draw: (x, y) =>
			parts
				.map((part, index) => {
					const down = depths[index] as number;
					const left = x + side;
					const track = y + down;
					const rest = inner - part.width;
					const right = x + inner + 2 * side;
					const way =
						index === 0
							? line(x, y, side) + line(left + inner, y, side)
							: path(
									`M${x} ${y}h2q${bend} 0 ${bend} ${bend}v${down - 2 * bend}q0 ${bend} ${bend} ${bend}h2`,
									`M${right} ${y}h-2q-${bend} 0 -${bend} ${bend}v${down - 2 * bend}q0 ${bend} -${bend} ${bend}h-2`,
								);
					return way + part.draw(left, track) + line(left + part.width, track, rest);
				})
				.join(""),
	};
}

/** A way around it, above. */
function bypass(part: Drawing): Drawing {
	const rise = Math.max(part.above + gap, 2 * bend);
	const side = 2 * bend + 4;
	return {
		width: part.width + 2 * side,
		above: rise + 1,
		below: part.below,
		draw: (x, y) =>
			line(x, y, side) +
			part.draw(x + side, y) +
			line(x + side + part.width, y, side) +
			path(
				`M${x} ${y}h2q${bend} 0 ${bend} -${bend}v-${rise - 2 * bend}q0 -${bend} ${bend} -${bend}h${part.width + 4}q${bend} 0 ${bend} ${bend}v${rise - 2 * bend}q0 ${bend} ${bend} ${bend}h2`,
			),
	};
}

/** A way back from its end to its beginning, below; a separator lies on it. */
function loop(part: Drawing, separator?: Drawing): Drawing {
	const inner = Math.max(part.width, separator?.width ?? 0);
	const side = bend + 4;
	const drop = Math.max(part.below + gap + (separator?.above ?? 0), 2 * bend);
	return {
		width: inner + 2 * side,
		above: part.above,
		below: drop + Math.max(separator?.below ?? 0, 1),
		draw: (x, y) => {
			const left = x + side;
			const right = left + inner;
			const back = y + drop;
			const turns = path(
				`M${right} ${y}q${bend} 0 ${bend} ${bend}v${drop - 2 * bend}q0 ${bend} -${bend} ${bend}`,
				`M${left} ${y}q-${bend} 0 -${bend} ${bend}v${drop - 2 * bend}q0 ${bend} ${bend} ${bend}`,
			);
			const at = left + (inner - (separator?.width ?? 0)) / 2;
			const returning = separator
				? line(left, back, at - left) +
					separator.draw(at, back) +
					line(at + separator.width, back, right - at - separator.width)
				: line(left, back, inner) + path(`M${left + inner / 2 + 4} ${back - 4}l-6 4l6 4`);
			const centred = left + (inner - part.width) / 2;
			const forth =
				line(x, y, centred - x) +
				part.draw(centred, y) +
				line(centred + part.width, y, x + inner + 2 * side - centred - part.width);
			return forth + turns + returning;
		},
	};
}

function line(x: number, y: number, length: number): string {
	return length <= 0 ? "" : `<path d="M${x} ${y}h${length}"/>`;
}

function path(...parts: readonly string[]): string {
	return `<path d="${parts.join("")}"/>`;
}

export function escaped(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
