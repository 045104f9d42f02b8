/** The pieces of a glob. Brackets and braces that open nothing, and commas between none, come out as the text that they are. */
import type { CodePoints } from "./code-points.js";
import { type Fault, fault } from "./fault.js";
import { globClassAt } from "./glob-class.js";

export type GlobToken =
	| { readonly kind: "literal"; readonly text: string }
	/** `?` */
	| { readonly kind: "one" }
	/** `*` */
	| { readonly kind: "many" }
	| { readonly kind: "class"; readonly codePoints: CodePoints }
	| Brace;

/** `{`, `,` and `}` around and between alternatives. */
interface Brace {
	readonly kind: "open" | "comma" | "close";
	readonly offset: number;
}

const mostAlternatives = 256;
const braceText = { open: "{", comma: ",", close: "}" } as const;

/** Reads a glob into its pieces. Every `open` has its `close`, and at least one `comma` of its own. */
export function globTokens(text: string): readonly GlobToken[] | Fault {
	const tokens: GlobToken[] = [];
	let classesEnd = true;
	for (let at = 0; at < text.length; ) {
		const offset = at;
		const character = String.fromCodePoint(text.codePointAt(at) as number);
		at += character.length;
		switch (character) {
			case "*":
				tokens.push({ kind: "many" });
				break;
			case "?":
				tokens.push({ kind: "one" });
				break;
			case "{":
				tokens.push({ kind: "open", offset });
				break;
			case ",":
				tokens.push({ kind: "comma", offset });
				break;
			case "}":
				tokens.push({ kind: "close", offset });
				break;
			case "\\": {
				const next = text.codePointAt(at);
				const taken = next === undefined ? character : String.fromCodePoint(next);
				if (next !== undefined) at += taken.length;
				tokens.push({ kind: "literal", text: taken });
				break;
			}
			case "[": {
				// Where one class finds no end, no later one does: to look once keeps this linear.
				const found = classesEnd ? globClassAt(text, offset) : undefined;
				if (found?.kind === "fault") return found;
				if (found === undefined) {
					classesEnd = false;
					tokens.push({ kind: "literal", text: character });
				} else {
					tokens.push({ kind: "class", codePoints: found.codePoints });
					at = found.end;
				}
				break;
			}
			default:
				tokens.push({ kind: "literal", text: character });
		}
	}
	return settleBraces(tokens);
}

/** A brace lives if it has its partner and a comma between them: `{}` and `{a}` are text, as they are in a shell. */
function settleBraces(tokens: readonly GlobToken[]): readonly GlobToken[] | Fault {
	const live = new Set<GlobToken>();
	const open: Brace[][] = [];
	let alternatives = 0;
	for (const token of tokens) {
		if (token.kind === "open") open.push([token]);
		else if (token.kind === "comma") open.at(-1)?.push(token);
		else if (token.kind === "close") {
			const group = open.pop();
			if (group === undefined || group.length === 1) continue;
			alternatives += group.length;
			if (alternatives > mostAlternatives) {
				const help = "write several patterns, or a set and its name";
				return fault(`more than ${mostAlternatives} alternatives in one glob`, (group[0] as Brace).offset, help);
			}
			for (const brace of group) live.add(brace);
			live.add(token);
		}
	}
	return tokens.map((token) => {
		const dead = "offset" in token && !live.has(token);
		return dead ? { kind: "literal", text: braceText[token.kind] } : token;
	});
}
