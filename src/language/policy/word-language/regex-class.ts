/** A class of a regular expression: `[abc]`, `[a-z\d]`, `[^x]`; `[]` holds nothing and `[^]` everything. */
import { type CodePointRange, type CodePoints, codePoints, complement, onlyCodePoint } from "./code-points.js";
import { type Fault, fault } from "./fault.js";
import { type RegexEscape, regexEscapeAt } from "./regex-escape.js";

export interface RegexClass {
	readonly kind: "class";
	readonly codePoints: CodePoints;
	/** Behind the `]`. */
	readonly end: number;
}

/** The class that begins with the `[` at `start`. */
export function regexClassAt(source: string, start: number): RegexClass | Fault {
	const negated = source[start + 1] === "^";
	const ranges: CodePointRange[] = [];
	for (let at = negated ? start + 2 : start + 1; at < source.length; ) {
		if (source[at] === "]") {
			const members = codePoints(ranges);
			return { kind: "class", codePoints: negated ? complement(members) : members, end: at + 1 };
		}
		const from = memberAt(source, at);
		if (from.kind === "fault") return from;
		const ranged = source[from.end] === "-" && from.end + 1 < source.length && source[from.end + 1] !== "]";
		if (!ranged) {
			for (const range of from.codePoints) ranges.push(range);
			at = from.end;
			continue;
		}
		const to = memberAt(source, from.end + 1);
		if (to.kind === "fault") return to;
		const written = source.slice(at, to.end);
		if (from.codePoint === undefined || to.codePoint === undefined) {
			const help = "put the `-` last in the class, or write `\\-`, if you mean a hyphen";
			return fault(`the range \`${written}\` needs a character at both ends`, at, help);
		}
		if (to.codePoint < from.codePoint) {
			const help = "write the smaller character first, or `\\-` for a hyphen";
			return fault(`the range \`${written}\` runs backwards`, at, help);
		}
		ranges.push({ first: from.codePoint, last: to.codePoint });
		at = to.end;
	}
	return fault("the `[` is never closed", start, "close it with `]`, or write `\\[` for the character");
}

function memberAt(source: string, at: number): RegexEscape | Fault {
	if (source[at] === "\\") return regexEscapeAt(source, at, "inside a class");
	const codePoint = source.codePointAt(at) as number;
	const end = at + (codePoint > 0xffff ? 2 : 1);
	return { kind: "escape", codePoints: onlyCodePoint(codePoint), codePoint, end };
}
