/**
 * Whether a jq program looks at environment variables or loads modules. jq (to 1.8) has no other way out of its input and output.
 * Sources: jq(1), and the program itself.
 */
import { mayNameSecret } from "../../knowledge/secrets/secrets.js";
import { type CodeUse, codeUse, deepest, doubt, matchAt } from "./code-use.js";

/** What the program does. A module is a file that is looked for in several folders, so a program that loads one is unclear. */
export function readJq(program: string): CodeUse {
	return codeUse([program], (found) => {
		if (onlyFilters(program)) return;
		const state: Filter = { text: program, at: 0, open: [] };
		while (state.at < program.length)
			if (readToken(state)) {
				found.environment = true;
				const name = matchAt(/\.([A-Za-z_]\w*)/y, program, state.at)?.slice(1);
				if (name === undefined || mayNameSecret(name)) found.secrets = true;
			}
		if (state.open.length > 0) doubt("the brackets of the jq program are not balanced");
	});
}

/** Without these words there is nothing to find, however the text is cut. */
function onlyFilters(program: string): boolean {
	return !/env|ENV|import|include|modulemeta|::/.test(program);
}

interface Filter {
	readonly text: string;
	at: number;
	/** What is open: brackets, `\(` in a string, `if`. */
	readonly open: Open[];
}
interface Open {
	readonly closer: ")" | "]" | "}" | '")' | "end";
	keyNext: boolean;
	/** A value has begun in which a comma may stand, in one jq or another. */
	commas: boolean;
}

/** One token further. The answer: does it look at the environment? */
function readToken(state: Filter): boolean {
	const { text, at } = state;
	const character = text[at] as string;
	if (character === "#") {
		skipComment(state);
		return false;
	}
	if (character === '"') {
		state.at++;
		skipString(state);
		return false;
	}
	const blank = matchAt(/[ \t\n]+/y, text, at);
	if (blank !== undefined) {
		state.at += blank.length;
		return false;
	}
	// Numbers and fields first: `1.env` is `1.` and `env`, `.env` a field.
	const skipped = matchAt(/(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|\.\.|\.[A-Za-z_]\w*|@\w+/y, text, at);
	if (skipped !== undefined) {
		state.at += skipped.length;
		return false;
	}
	const name = matchAt(/\$?[A-Za-z_]\w*/y, text, at);
	if (name !== undefined) {
		state.at += name.length;
		return readName(state, name);
	}
	state.at++;
	readSign(state, character);
	return false;
}

function skipComment(state: Filter): void {
	const comment = matchAt(/#[^\n]*/y, state.text, state.at) as string;
	// Since 1.7.1 such a comment goes on in the next line.
	if (/[\\\r]$/.test(comment)) doubt("a comment of the jq program ends in `\\`");
	state.at += comment.length;
}

/** To the closing quote, or into the code of `\(…)`. */
function skipString(state: Filter): void {
	for (; state.at < state.text.length; state.at++) {
		const character = state.text[state.at];
		if (character === '"') {
			state.at++;
			return;
		}
		if (character !== "\\") continue;
		state.at++;
		if (state.text[state.at] === "(") {
			state.at++;
			push(state, '")');
			return;
		}
	}
	doubt("a string of the jq program is not closed");
}

function readName(state: Filter, name: string): boolean {
	const inner = state.open.at(-1);
	if (inner?.closer === "}" && !name.startsWith("$")) {
		// `{env: 1}` and `{env}` are about a field; `{a: env}` and `{$ENV}` are about the environment.
		const next = matchAt(/[ \t\n]*[:,}]/y, state.text, state.at)?.at(-1);
		if (next === ":" || (next !== undefined && inner.keyNext)) return false;
	}
	switch (name) {
		case "if":
			push(state, "end");
			return false;
		case "end":
			pop(state, "end");
			return false;
		case "as":
		case "def":
		case "label":
			if (inner?.closer === "}") inner.commas = true;
			return false;
		case "env":
		case "$ENV":
			return true;
		case "import":
		case "include":
		case "modulemeta":
			return doubt(`the jq program loads modules (\`${name}\`)`);
		default:
			if (state.text.startsWith("::", state.at)) doubt("the jq program uses a module (`::`)");
			return false;
	}
}

function readSign(state: Filter, sign: string): void {
	const inner = state.open.at(-1);
	switch (sign) {
		case "(":
			push(state, ")");
			return;
		case "[":
			push(state, "]");
			return;
		case "{":
			push(state, "}");
			return;
		case ")":
			pop(state, inner?.closer === '")' ? '")' : ")");
			if (inner?.closer === '")') skipString(state);
			return;
		case "]":
			pop(state, "]");
			return;
		case "}":
			pop(state, "}");
			return;
		case ":":
			if (inner?.closer === "}") inner.keyNext = false;
			return;
		case ",":
			if (inner?.closer === "}") inner.keyNext = !inner.commas;
			return;
		case "$": {
			// Until 1.6, blanks may stand between `$` and the name.
			const name = matchAt(/(?:[ \t\n]|#[^\n]*\n)+[A-Za-z_]\w*/y, state.text, state.at);
			if (name !== undefined) doubt("the jq program has a blank behind `$`");
			return;
		}
		default:
			if (!/[-+*/%=<>!|;?.]/.test(sign)) doubt(`the jq program can't be read at character ${state.at}`);
	}
}

function push(state: Filter, closer: Open["closer"]): void {
	state.open.push({ closer, keyNext: closer === "}", commas: false });
	if (state.open.length > deepest) doubt("the brackets of the jq program are nested too deeply");
}

function pop(state: Filter, closer: Open["closer"]): void {
	if (state.open.pop()?.closer !== closer) doubt("the brackets of the jq program are not balanced");
}
