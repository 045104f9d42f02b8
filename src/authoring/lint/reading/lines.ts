/** The lines of a policy's text, with what ends them. */
import type { SourceFile } from "../../../language/source/source-file.js";
import type { Span } from "../../../language/source/span.js";

export interface Line {
	/** Without its break. */
	readonly text: string;
	readonly span: Span;
	/** From its first character that is no blank. */
	readonly content: Span;
	/** Empty at the end of the text. */
	readonly break: "\n" | "\r\n" | "\r" | "";
}

export function linesOf({ name, text, lineStarts }: SourceFile): readonly Line[] {
	return lineStarts.map((start, at): Line => {
		const whole = text.slice(start, lineStarts[at + 1] ?? text.length);
		const ending = (/(?:\r\n|\n|\r)$/.exec(whole)?.[0] ?? "") as Line["break"];
		const end = start + whole.length - ending.length;
		const own = text.slice(start, end);
		const blanks = /^[ \t]*/.exec(own)?.[0].length ?? 0;
		const span = { file: name, start, end };
		return { text: own, span, content: { ...span, start: start + blanks }, break: ending };
	});
}
