/**
 * Arithmetic of a shell runs code: the value of a variable is an expression of its own, and `a[$(rm x)]` is one. So only numbers, operators and
 * variables that surely hold numbers are read; the text is looked at as it stands, no parser has a say.
 */
import type { Context, State } from "./context.js";
import { markName } from "./marks.js";
import { type Placed, Unreadable } from "./unreadable.js";

const token =
	/\s+|(?<number>0[xX][0-9a-fA-F]{1,15}|0[0-7]{0,18}|[1-9]\d{0,17})(?![A-Za-z0-9_#])|(?<plain>\$[#?$]|\$\{#[A-Za-z_][A-Za-z0-9_]*(?:\[[@*]\])?\})|\$(?<dollar>[A-Za-z_][A-Za-z0-9_]*)|\$\{(?<brace>[A-Za-z_][A-Za-z0-9_]*)\}|(?<name>[A-Za-z_][A-Za-z0-9_]*)(?<sets>\s*=(?!=))?|(?<step>\+\+|--)|(?<power>\*\*)|(?<division>[/%]=?)|(?<assign>(?:<<|>>|[-+*&|^])=(?!=))|(?<binary><<|>>|<=|>=|==|!=|&&|\|\||[*<>&|^,])|(?<either>[-+])|(?<unary>[!~])|(?<open>\()|(?<close>\))/y;

/**
 * Refuses arithmetic that may run code, or that may fail (a shell gives up the whole line then); answers the names that it surely assigns.
 * `at`: the place of the text, for the message.
 */
export function readArithmetic(text: string, at: Placed, context: Context, state: State): readonly string[] {
	if (text.length > 1000) throw new Unreadable("arithmetic that is too long", at.pos, at.end);
	const assigned: string[] = [];
	const wrong = (start: number): Unreadable =>
		new Unreadable(
			`\`${text.slice(start, start + 12)}\` in arithmetic, which a shell may evaluate, or give up the line`,
			at.pos,
			at.end,
		);
	// What may come next: a value, or an operator behind one.
	let wantsValue = true;
	let depth = 0;
	let named = false;
	let divides = false;
	token.lastIndex = 0;
	while (token.lastIndex < text.length) {
		const start = token.lastIndex;
		const found = token.exec(text)?.groups;
		if (!found) throw wrong(start);
		const { number, plain, dollar, brace, name, sets, step, power, division, assign, binary, either, unary, open } =
			found;
		const { close } = found;
		const read = dollar ?? brace ?? name;
		if (number !== undefined || plain !== undefined || read !== undefined) {
			// Only what is written there is surely not zero.
			if (!wantsValue || (divides && !/^[1-9]/.test(number ?? ""))) throw wrong(start);
			divides = false;
			named = name !== undefined;
			wantsValue = false;
			if (read === undefined) continue;
			if (sets !== undefined) {
				if (context.facts.unproven === "all" || context.facts.unproven.has(read) || isOfTheShell(read))
					throw unproven(read, at);
				assigned.push(read);
				markName(read, false, context);
				wantsValue = true;
			} else if (!assigned.includes(read) && !isProvenNumber(read, context, state)) throw unproven(read, at);
		} else if (step !== undefined) {
			if (wantsValue ? !/^\s*[A-Za-z_]/.test(text.slice(token.lastIndex)) : !named) throw wrong(start);
		} else if (power !== undefined) {
			// A shell gives up where the number behind it is less than nothing.
			if (wantsValue || !/^\s*\d/.test(text.slice(token.lastIndex))) throw wrong(start);
			wantsValue = true;
		} else if (division !== undefined || assign !== undefined || binary !== undefined) {
			if (wantsValue || ((assign !== undefined || division?.endsWith("=")) && !named)) throw wrong(start);
			wantsValue = true;
			divides = division !== undefined;
		} else if (either !== undefined || unary !== undefined) {
			if (divides || (unary !== undefined && !wantsValue)) throw wrong(start);
			wantsValue = true;
		} else if (open !== undefined) {
			if (!wantsValue || divides) throw wrong(start);
			depth++;
		} else if (close !== undefined) {
			if (wantsValue || --depth < 0) throw wrong(start);
			named = false;
		}
	}
	const isEmpty = text.trim() === "";
	if ((wantsValue && !isEmpty) || depth > 0) throw wrong(0);
	// Behind these operators an assignment may not be reached.
	return /&&|\|\|/.test(text) ? [] : assigned;
}

function unproven(name: string, at: Placed): Unreadable {
	return new Unreadable(
		`\`${name}\` in arithmetic: a shell evaluates what it holds, and it can't be known that it is a number`,
		at.pos,
		at.end,
	);
}

/** Variables that the shell sets by itself, whatever the script puts into them: bash(1), Shell Variables. */
const ofTheShell =
	/^(?:_|BASH.*|REPLY|MAPFILE|OPTARG|OPTIND|OPTERR|FUNCNAME|DIRSTACK|PIPESTATUS|COPROC.*|PWD|OLDPWD|GROUPS|READLINE_.*|COMP_.*|COMPREPLY|EPOCH.*|EUID|UID|PPID|HISTCMD|HOST.*|LINENO|MACHTYPE|OSTYPE|RANDOM|SECONDS|SHELLOPTS|SHLVL|SRANDOM|COLUMNS|LINES|IFS|PATH|HOME)$/;

/** May the shell itself change this variable? */
export function isOfTheShell(name: string): boolean {
	return ofTheShell.test(name);
}

/** They hold a number from the start, or nothing in a shell that does not know them: bash(1), zshparam(1). What a script puts into `RANDOM` is refused unless it is a number. */
const numbersOfTheShell: ReadonlySet<string> = new Set(["RANDOM", "SECONDS", "LINENO", "PPID", "UID", "EUID"]);

/** Does the variable surely hold a whole number here? */
export function isProvenNumber(name: string, { facts }: Context, state: State): boolean {
	if (facts.unproven !== "all" && numbersOfTheShell.has(name) && !facts.unproven.has(name)) return true;
	if (isOfTheShell(name)) return false;
	return facts.unproven !== "all" && !facts.unproven.has(name) && state.assigned.has(name);
}
