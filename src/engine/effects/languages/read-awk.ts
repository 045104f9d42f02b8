/**
 * Which files an awk program reads and writes, and what it runs.
 *
 * The program is cut into tokens; what it does beyond its input and output stands in a handful of places that tokens show. Where awks (gawk, mawk, the
 * one true awk, busybox) cut differently, the program is unclear. Sources: awk(1) of each, POSIX.1-2024, and the programs themselves.
 */
import { mayNameSecret } from "../../knowledge/secrets/secrets.js";
import { awkTokens, type Token } from "./awk-tokens.js";
import { type CodeUse, codeUse, doubt, type FoundEffects } from "./code-use.js";

/** What the programs of one call of awk do together; `programs` are the program, or the values of `-e` in their order. What `-v` assigns is data. */
export function readAwk(programs: readonly string[]): CodeUse {
	return codeUse(programs, (found) => {
		const program = programs.join("\n");
		if (onlyComputes(program)) return;
		const tokens = awkTokens(program);
		const redirections = readPrints(tokens, found);
		for (let index = 0; index < tokens.length; index++) if (!redirections.has(index)) readToken(tokens, index, found);
		if (found.environment && found.runs.size > 0) doubt("the awk program may change the environment of what it runs");
	});
}

/** Without these words and signs there is nothing to find, however the text is cut. */
function onlyComputes(program: string): boolean {
	if (/system|getline|extension|bindtextdomain|@|ENVIRON|ARGV|SYMTAB|FUNCTAB|::|\\\r?\n/.test(program)) return false;
	return !program.includes("print") || !/[>|]/.test(program);
}

/**
 * Where `print` and `printf` write to. `>` is a redirection in such a statement outside of parentheses, and a comparison everywhere else.
 * The answer: the tokens that redirect.
 */
function readPrints(tokens: readonly Token[], found: FoundEffects): ReadonlySet<number> {
	const redirections = new Set<number>();
	for (let index = 0; index < tokens.length; index++) {
		if (!isName(tokens[index], "print", "printf")) continue;
		let depth = 0;
		for (index++; index < tokens.length; index++) {
			const token = tokens[index] as Token;
			if (isSign(token, "(", "[")) depth++;
			else if (isSign(token, ")", "]")) depth--;
			if (depth < 0 || isSign(token, "{") || isName(token, "print", "printf"))
				doubt("the awk program has a `print` that can't be read");
			if (depth > 0) continue;
			if (isSign(token, ";", "}")) break;
			if (token.kind === "newline") {
				if (endsStatement(tokens[index - 1])) break;
				if (!isSign(tokens[index - 1], ",", "&&", "||"))
					doubt("the awk program has a `print` whose end is not certain");
			} else if (
				isSign(token, ">", ">>", "|", "|&") &&
				!(token.text[0] === "|" && isName(tokens[index + 1], "getline"))
			) {
				readTarget(tokens, index, found);
				redirections.add(index);
			}
		}
	}
	return redirections;
}

/** Does a line feed behind this token end a statement? Behind an operator it does not, or it is an error. */
function endsStatement(token: Token | undefined): boolean {
	switch (token?.kind) {
		case "name":
		case "number":
		case "string":
		case "regex":
			return true;
		case "sign":
			return isSign(token, ")", "]", "++", "--");
		case "newline":
		case undefined:
			return false;
	}
}

/** `> "file"`, `| "command"`: one string, and the statement ends behind it. */
function readTarget(tokens: readonly Token[], index: number, found: FoundEffects): void {
	const sign = (tokens[index] as Token).text;
	const target = literal(tokens[index + 1]);
	const next = tokens[index + 2];
	if (!target || !(next === undefined || next.kind === "newline" || isSign(next, ";", "}")))
		doubt(`what stands behind \`${sign}\` in the awk program is computed`);
	if (isNetwork(target)) found.network = true;
	else if (sign[0] === "|") found.runs.add(target);
	else if (!/^\/dev\/(?:stdout|stderr|fd\/[12])$/.test(target)) found.writes.add(target);
}

function readToken(tokens: readonly Token[], index: number, found: FoundEffects): void {
	const token = tokens[index] as Token;
	switch (token.kind) {
		case "name":
			readName(tokens, index, found);
			return;
		case "sign":
			if (token.text === "|" || token.text === "|&") readPipe(tokens, index, found);
			else if (token.text === ">>") doubt("the awk program has `>>` outside of a `print`");
			else if (token.text === "@") doubt("the awk program has `@`: it loads other code, or calls by name");
			return;
		case "newline":
		case "number":
		case "string":
		case "regex":
			return;
	}
}

function readName(tokens: readonly Token[], index: number, found: FoundEffects): void {
	const { text } = tokens[index] as Token;
	switch (text) {
		case "system": {
			const line = literal(tokens[index + 2]);
			if (!isSign(tokens[index + 1], "(") || line === undefined || !isSign(tokens[index + 3], ")"))
				doubt("the awk program runs what it computes (`system`)");
			// `system("")` only flushes.
			if (line.trim() !== "") found.runs.add(line);
			return;
		}
		case "getline":
			readGetline(tokens, index, found);
			return;
		case "ENVIRON":
			found.environment = true;
			if (!isPlainVariable(tokens, index)) found.secrets = true;
			return;
		case "ARGV":
			if (!isLookedAt(tokens, index)) doubt("the awk program may change which files it reads (`ARGV`)");
			return;
		case "SYMTAB":
		case "FUNCTAB":
		case "extension":
		case "bindtextdomain":
			doubt(`the awk program has \`${text}\``);
	}
}

/** `ENVIRON["HOME"]`: one variable that is called as no secret is. */
function isPlainVariable(tokens: readonly Token[], index: number): boolean {
	const name = literal(tokens[index + 2]);
	return isSign(tokens[index + 1], "[") && isSign(tokens[index + 3], "]") && name !== undefined && !mayNameSecret(name);
}

/** `getline`, `getline line`, `getline a[i]`, each with `< "file"` or not. */
function readGetline(tokens: readonly Token[], index: number, found: FoundEffects): void {
	let at = index + 1;
	if (isSign(tokens[at], "$")) doubt("the awk program has a `getline` that can't be read");
	if (tokens[at]?.kind === "name") {
		at++;
		if (isSign(tokens[at], "[")) at = closing(tokens, at) + 1;
	}
	const redirected = isSign(tokens[at], "<");
	if (redirected) readSource(tokens, at, found);
	if (redirected && isSign(tokens[index - 1], "|", "|&")) doubt("the awk program has a `getline` that can't be read");
	// busybox gives any `<` in the rest of the expression to the `getline`.
	if (comparesLater(tokens, redirected ? at + 1 : at))
		doubt("which file a `getline` of the awk program reads is not certain");
}

function readSource(tokens: readonly Token[], index: number, found: FoundEffects): void {
	const file = literal(tokens[index + 1]);
	const next = tokens[index + 2];
	const ends =
		next === undefined || next.kind === "newline" || isSign(next, ")", ";", "}", ">", ">=", "==", "!=", "&&", "||");
	if (!file || !ends) doubt("the awk program reads a file whose name it computes (`getline <`)");
	if (isNetwork(file)) found.network = true;
	else if (file !== "-" && file !== "/dev/stdin") found.reads.add(file);
}

/** Does a `<` follow in the same expression, outside of inner parentheses? */
function comparesLater(tokens: readonly Token[], from: number): boolean {
	let depth = 0;
	for (let at = from; at < tokens.length; at++) {
		const token = tokens[at] as Token;
		if (isSign(token, "(", "[")) depth++;
		else if (isSign(token, ")", "]")) depth--;
		// A second `getline` in one expression is as unclear as a `<`.
		else if (depth === 0 && (isSign(token, "<") || isName(token, "getline"))) return true;
		else if (depth === 0 && isSign(token, ";", "{", "}")) return false;
		else if (depth === 0 && token.kind === "newline" && endsStatement(tokens[at - 1])) return false;
		if (depth < 0) return false;
	}
	return false;
}

/** Where the bracket stands that closes the one here. Tokens are balanced. */
function closing(tokens: readonly Token[], from: number): number {
	let depth = 0;
	for (let at = from; at < tokens.length; at++) {
		if (isSign(tokens[at], "[")) depth++;
		else if (isSign(tokens[at], "]") && --depth === 0) return at;
	}
	return doubt("the brackets of the awk program are not balanced");
}

/** `"command" | getline`. The command is one string, and nothing before it can belong to it. */
function readPipe(tokens: readonly Token[], index: number, found: FoundEffects): void {
	const command = literal(tokens[index - 1]);
	if (command === undefined || !beginsExpression(tokens, index - 1) || !isName(tokens[index + 1], "getline"))
		doubt("the awk program runs a command that it computes (`|`)");
	if (isNetwork(command)) found.network = true;
	else found.runs.add(command);
}

/** Can nothing before this token belong to the same operand? */
function beginsExpression(tokens: readonly Token[], index: number): boolean {
	const before = tokens[index - 1];
	if (before?.kind !== "newline")
		return before === undefined || isSign(before, "{", "}", ";", "(") || before.closesHead === true;
	const last = tokens[index - 2];
	return last === undefined || last.kind === "newline" || isSign(last, "{", "}", ";") || endsStatement(last);
}

/** Is this `ARGV[1]` compared or printed, and nothing that could change it? */
function isLookedAt(tokens: readonly Token[], index: number): boolean {
	if (!isSign(tokens[index + 1], "[")) return false;
	let at = index + 2;
	for (; at < tokens.length && !isSign(tokens[at], "]"); at++) {
		const token = tokens[at] as Token;
		if (token.kind !== "number" && token.kind !== "name" && !isSign(token, "+", "-")) return false;
	}
	const before = tokens[index - 1];
	const next = tokens[at + 1];
	if (isSign(next, "==", "!="))
		return before === undefined || before.kind === "newline" || isSign(before, "(", "{", ";", "}", "&&", "||", "!");
	const ends = next === undefined || next.kind === "newline" || isSign(next, ")", "{", "}", ";", "&&", "||", ",");
	return ends && (isSign(before, "==", "!=") || isName(before, "print"));
}

/** gawk's names for sockets. */
function isNetwork(name: string): boolean {
	return /^\/inet[46]?\//.test(name);
}

/** What a string token stands for, as far as all awks agree. */
function literal(token: Token | undefined): string | undefined {
	return token?.kind === "string" ? token.value : undefined;
}

function isSign(token: Token | undefined, ...signs: readonly string[]): boolean {
	return token?.kind === "sign" && signs.includes(token.text);
}

function isName(token: Token | undefined, ...names: readonly string[]): boolean {
	return token?.kind === "name" && names.includes(token.text);
}
