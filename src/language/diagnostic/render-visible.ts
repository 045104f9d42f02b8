/**
 * Text as a terminal may show it: what would be invisible, or would steer the terminal, becomes `\u{1b}`.
 */
import { once } from "../source/once.js";

/** The text with control characters, invisible ones and halves of characters made visible. Nothing in it moves a cursor. */
export function visible(text: string): string {
	return plain.test(text) ? text : text.replaceAll(hidden(), escaped);
}

/** Nothing in it needs a look. What follows is slow to make, and most texts do without. */
const plain = /^[ -~]*$/;

/** One place on a line: what is shown for a character, how wide, and the offset in the line at which the character stands. */
export interface Cell {
	readonly shown: string;
	readonly width: number;
	readonly offset: number;
}

/** A line as a terminal shows it, character by character. Tabs reach to the next multiple of four. */
export function cellsOf(line: string): readonly Cell[] {
	const cells: Cell[] = [];
	let column = 0;
	let offset = 0;
	for (const character of line) {
		const shown = character === "\t" ? " ".repeat(4 - (column % 4)) : visible(character);
		const width = shown === character ? widthOf(character) : shown.length;
		cells.push({ shown, width, offset });
		column += width;
		offset += character.length;
	}
	return cells;
}

// Blanks other than the space are hidden as well: no reader can tell them apart. U+2800 is a symbol without ink.
const hidden = once(
	() => /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu,
);

function escaped(character: string): string {
	return `\\u{${(character.codePointAt(0) as number).toString(16)}}`;
}

const noWidth = once(() => /[\p{Mn}\p{Me}]/u);
const doubleWidth = once(
	() =>
		/[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u,
);

/** Columns that a terminal gives a character: none for marks over another, two for East Asian characters and pictures. */
function widthOf(character: string): number {
	if (character < "\u0300") return 1;
	if (noWidth().test(character)) return 0;
	return doubleWidth().test(character) ? 2 : 1;
}
