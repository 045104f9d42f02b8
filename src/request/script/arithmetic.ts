/**
 * Arithmetic of a shell runs code: the value of a variable is an expression of its own, and `a[$(rm x)]` is one. So only numbers, operators and
 * variables that surely hold numbers are read; the text is looked at as it stands, no parser has a say.
 */
import type { Context, State } from "./context.js";
import { type Placed, Unreadable } from "./unreadable.js";

const token =
	/\s+|(?<number>(?:0[xX][0-9a-fA-F]+|\d+(?:#[0-9A-Za-z@_]+)?))(?![A-Za-z0-9_])|(?<plain>\$[#?$]|\$\{#[A-Za-z_][A-Za-z0-9_]*(?:\[[@*]\])?\})|\$(?<dollar>[A-Za-z_][A-Za-z0-9_]*)|\$\{(?<brace>[A-Za-z_][A-Za-z0-9_]*)\}|(?<name>[A-Za-z_][A-Za-z0-9_]*)(?<sets>\s*=(?!=))?|<<=|>>=|\+\+|--|\*\*|&&|\|\||<<|>>|[-+*/%<>=!&|^]=?|[~?:,()]/y;

/** Refuses arithmetic that may run code; answers the names that it assigns. `at`: the place of the text, for the message. */
export function readArithmetic(text: string, at: Placed, context: Context, state: State): readonly string[] {
	if (text.length > 1000) throw new Unreadable("arithmetic that is too long", at.pos, at.end);
	const assigned: string[] = [];
	token.lastIndex = 0;
	while (token.lastIndex < text.length) {
		const start = token.lastIndex;
		const found = token.exec(text);
		if (!found)
			throw new Unreadable(
				`\`${text.slice(start, start + 12)}\` in arithmetic, which a shell may evaluate`,
				at.pos,
				at.end,
			);
		const { dollar, brace, name, sets } = found.groups ?? {};
		if (name !== undefined && sets !== undefined) {
			if (context.facts.unproven === "all" || context.facts.unproven.has(name)) throw unproven(name, at);
			assigned.push(name);
			continue;
		}
		const read = dollar ?? brace ?? name;
		if (read !== undefined && !assigned.includes(read) && !isProvenNumber(read, context, state))
			throw unproven(read, at);
	}
	return assigned;
}

function unproven(name: string, at: Placed): Unreadable {
	return new Unreadable(
		`\`${name}\` in arithmetic: a shell evaluates what it holds, and it can't be known that it is a number`,
		at.pos,
		at.end,
	);
}

/** Does the variable surely hold a whole number here? */
export function isProvenNumber(name: string, { facts }: Context, state: State): boolean {
	return facts.unproven !== "all" && !facts.unproven.has(name) && state.assigned.has(name);
}
