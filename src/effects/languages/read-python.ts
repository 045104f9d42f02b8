/**
 * Python that only prints: literals, operators, and the names of built-in functions that compute. Everything else (an attribute, an import,
 * a call of what has another name) may do anything, and is not read.
 */

/** Built-in functions that only compute or print. */
const computing = new Set(
	"print len str int float bool sum min max abs round sorted reversed range list tuple set dict zip enumerate ord chr hex bin oct repr divmod pow for in if else and or not is True False None".split(
		" ",
	),
);

const token =
	/[ \t\n]+|#[^\n]*|(?<quoted>[bBrR]?(?:'(?:[^'\\\n]|\\[^\n])*'|"(?:[^"\\\n]|\\[^\n])*"))|\d+(?:\.\d+)?(?:e[+-]?\d+)?|(?<name>[A-Za-z_][A-Za-z0-9_]*)|[-+*/%<>=!&|^~,;:()[\]{}]/y;

/** Does this code do nothing but print what it computes from its own text? */
export function onlyPrints(code: string): boolean {
	if (code.length > 10_000) return false;
	token.lastIndex = 0;
	let before = "";
	while (token.lastIndex < code.length) {
		const found = token.exec(code);
		if (!found) return false;
		const { name, quoted } = found.groups ?? {};
		// Names of one's own stand in loops alone; none of them may be called or looked into.
		if (
			name !== undefined &&
			!computing.has(name) &&
			(!/^[a-z]$/.test(name) || /^\s*[([]/.test(code.slice(token.lastIndex)))
		)
			return false;
		// A call of what a call gave, or of a text, is nothing that computes.
		if (found[0] === "(" && /[)\]}'"]$/.test(before)) return false;
		if (quoted !== undefined || found[0].trim() !== "") before = found[0];
	}
	return true;
}
