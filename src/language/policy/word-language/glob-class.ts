/** A class of a glob: `[abc]`, `[a-z]`, `[!x]`, `[^x]`. A `]` that comes first is a member; `\` takes the next character as it is. */
import { type CodePointRange, type CodePoints, codePoints, complement } from "./code-points.js";
import { type Fault, fault } from "./fault.js";

export interface GlobClass {
	readonly kind: "class";
	readonly codePoints: CodePoints;
	/** Behind the `]`. */
	readonly end: number;
}

/** The class that begins with the `[` at `start`, or undefined if nothing closes it. */
export function globClassAt(text: string, start: number): GlobClass | Fault | undefined {
	const negated = text[start + 1] === "!" || text[start + 1] === "^";
	const first = negated ? start + 2 : start + 1;
	const ranges: CodePointRange[] = [];
	let wrong: Fault | undefined;
	for (let at = first; at < text.length; ) {
		if (text[at] === "]" && at > first) {
			if (wrong !== undefined) return wrong;
			const members = codePoints(ranges);
			return { kind: "class", codePoints: negated ? complement(members) : members, end: at + 1 };
		}
		wrong ??= namedClassAt(text, at);
		const from = memberAt(text, at);
		if (from === undefined) return undefined;
		const ranged = text[from.end] === "-" && from.end + 1 < text.length && text[from.end + 1] !== "]";
		const to = ranged ? memberAt(text, from.end + 1) : from;
		if (to === undefined) return undefined;
		if (to.codePoint < from.codePoint) {
			const help = "write the smaller character first, or `\\-` for a hyphen";
			wrong ??= fault(`the range \`${text.slice(at, to.end)}\` runs backwards`, at, help);
		}
		ranges.push({ first: from.codePoint, last: to.codePoint });
		at = to.end;
	}
	return undefined;
}

/** One member, escaped or not. */
function memberAt(text: string, at: number): { readonly codePoint: number; readonly end: number } | undefined {
	const start = text[at] === "\\" ? at + 1 : at;
	const codePoint = text.codePointAt(start);
	return codePoint === undefined ? undefined : { codePoint, end: start + (codePoint > 0xffff ? 2 : 1) };
}

/** `[:alpha:]` would be read as a class of `:`, `a`, `l`, `p`, `h`: never what its author means. */
function namedClassAt(text: string, at: number): Fault | undefined {
	const named = /\[:[a-z]{1,20}:\]/y;
	named.lastIndex = at;
	const [found] = named.exec(text) ?? [];
	if (found === undefined) return undefined;
	return fault(`named classes such as \`${found}\` are not part of globs`, at, "list the characters, as in `[a-zA-Z]`");
}
