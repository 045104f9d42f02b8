/**
 * A second opinion on the syntax tree that owes nothing to the parser: every unquoted text is free of what a shell would make something of,
 * the parts of a word cover it without a gap, and whatever stands between the words is operators, keywords, blanks or comments.
 * Where parser and shell part ways, one of these three is nearly always hurt.
 */
import {
	type Assignment,
	type Command,
	forEachChild,
	type HereDoc,
	type Redirect,
	type Script,
	type SyntaxNode,
	scriptInside,
	type Word,
	type WordPart,
} from "./parse.js";
import { type Placed, refuse, Unreadable } from "./unreadable.js";

/** More words than this stand in nobody's script; here-documents count as one. */
const mostWords = 3_000;

/** Parts of one word: quotes, globs, substitutions. */
const mostParts = 1_000;
const mostPrefixes = 8;

/** Deeper nesting than this is nobody's script. */
const deepest = 40;

/** Refuses the script where tree and text do not agree. `region`: the part of the source that the script covers. */
export function checkTree(source: string, script: Script, region: Placed, depth = 0): void {
	if (depth > deepest) refuse("it is nested too deeply", region);
	const leaves: Leaf[] = [];
	for (const statement of script.commands) collect(source, statement, leaves, depth);
	// Only here-documents and parentheses stand elsewhere than where they are met.
	if (!isInOrder(leaves)) leaves.sort((a, b) => a.pos - b.pos);
	checkGaps(source, leaves, region);
}

function isInOrder(leaves: readonly Leaf[]): boolean {
	let last = 0;
	for (const { pos } of leaves) {
		if (pos < last) return false;
		last = pos;
	}
	return true;
}

/** A stretch of text that the tree accounts for. */
interface Leaf extends Placed {
	readonly kind: "word" | "redirect" | "body" | "arithmetic" | "parenthesis";
}

function collect(source: string, node: SyntaxNode, leaves: Leaf[], depth: number): void {
	if (depth > deepest) refuse("it is nested too deeply", node);
	if (leaves.length > mostWords) refuse("it is too complex: more words than anybody writes", node);
	switch (node.type) {
		case "Pipeline":
			if (node.prefixes.length > mostPrefixes)
				refuse("it is too complex: more `!` and `time` than anybody writes", node);
			collectInside(source, node, leaves, depth);
			return;
		case "Command":
			collectWords(source, node, leaves, depth);
			return;
		case "Subshell":
			// Whether `((` opens arithmetic or two shells is found out by trial: a here-document inside has been read by then.
			if (source.startsWith("((", node.pos)) refuse("`((` that is no arithmetic (write `( (`)", node);
			parentheses(source, leaves, node, node.pos, node.end - 1);
			collectInside(source, node, leaves, depth);
			return;
		case "TestGroup":
			parentheses(source, leaves, node, node.pos, node.end - 1);
			collectInside(source, node, leaves, depth);
			return;
		case "Function": {
			const signs = /^\s*\(\s*\)/.exec(source.slice(node.name.end, node.body.pos))?.[0];
			if (signs !== undefined)
				leaves.push({ kind: "parenthesis", pos: node.name.end, end: node.name.end + signs.length });
			collectInside(source, node, leaves, depth);
			return;
		}
		case "CaseItem": {
			const first = node.pattern[0];
			const last = node.pattern[node.pattern.length - 1];
			if (first === undefined || last === undefined) refuse("a pattern that can't be read", node);
			const open = /\([ \t]*$/.exec(source.slice(Math.max(0, first.pos - 64), first.pos))?.[0];
			if (open !== undefined)
				leaves.push({ kind: "parenthesis", pos: first.pos - open.length, end: first.pos - open.length + 1 });
			const close = /^[ \t]*\)/.exec(source.slice(last.end, last.end + 64))?.[0];
			if (close === undefined) refuse("a pattern that can't be read", node);
			leaves.push({ kind: "parenthesis", pos: last.end + close.length - 1, end: last.end + close.length });
			collectInside(source, node, leaves, depth);
			return;
		}
		case "Word":
			checkWord(source, node, depth);
			leaves.push({ kind: "word", pos: node.pos, end: node.end });
			return;
		case "TestBinary":
			collect(source, node.left, leaves, depth + 1);
			if (node.operator === "=~") {
				checkRegex(source, node.right, depth);
				leaves.push({ kind: "word", pos: node.right.pos, end: node.right.end });
			} else collect(source, node.right, leaves, depth + 1);
			return;
		case "Assignment":
			checkAssignment(source, node, depth);
			leaves.push({ kind: "word", pos: node.pos, end: node.end });
			return;
		case "Redirect":
			checkRedirect(source, node, depth);
			leaves.push({ kind: "redirect", pos: node.pos, end: node.end });
			return;
		case "HereString":
			if (node.target === undefined) refuse("a here-string without a word", node);
			else checkOperator(source, node, node.target, "<<<", depth);
			leaves.push({ kind: "redirect", pos: node.pos, end: node.end });
			return;
		case "HereDoc":
			checkHereDoc(source, node, leaves, depth);
			return;
		case "ArithmeticCommand":
		case "ArithmeticFor":
			leaves.push({ kind: "arithmetic", pos: node.pos, end: headEnd(source, node) });
			if (node.type === "ArithmeticFor") collect(source, node.body, leaves, depth + 1);
			return;
		default:
			collectInside(source, node, leaves, depth);
	}
}

function collectInside(source: string, node: SyntaxNode, leaves: Leaf[], depth: number): void {
	forEachChild(node, (child) => collect(source, child, leaves, depth + 1));
}

/** Between the words of one command stand blanks, and nothing else. */
function collectWords(source: string, node: Command, leaves: Leaf[], depth: number): void {
	let at = node.pos;
	forEachChild(node, (child) => {
		if (!isBlank(source, at, child.pos)) refuse("text that nothing accounts for", { pos: at, end: child.pos });
		collect(source, child, leaves, depth + 1);
		at = child.end;
	});
	if (at !== node.end) refuse("text that nothing accounts for", node);
}

/** Most words have one blank between them. */
function isBlank(source: string, start: number, end: number): boolean {
	if (start === end || (start + 1 === end && source[start] === " ")) return true;
	return /^(?:[ \t]|\\\n)*$/.test(source.slice(start, end));
}

/** Parentheses that belong to a node: they must really stand there. */
function parentheses(source: string, leaves: Leaf[], node: Placed, open: number, close: number): void {
	if (source[open] !== "(" || source[close] !== ")") refuse("parentheses that can't be read", node);
	leaves.push({ kind: "parenthesis", pos: open, end: open + 1 }, { kind: "parenthesis", pos: close, end: close + 1 });
}

/** The end of `((…))`, or of the head of `for ((…))`: the text must really stand there. */
function headEnd(source: string, node: Extract<SyntaxNode, { type: "ArithmeticCommand" | "ArithmeticFor" }>): number {
	if (node.type === "ArithmeticCommand") {
		if (!source.startsWith("((", node.pos) || !source.startsWith("))", node.end - 2))
			refuse("arithmetic that can't be read", node);
		return node.end;
	}
	const head = /for[ \t]*\(\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)\)/y;
	head.lastIndex = node.pos;
	const found = head.exec(source);
	if (!found) refuse("the head of a loop that can't be read", node);
	return node.pos + (found as RegExpExecArray)[0].length;
}

/** Text between the leaves: blanks, operators, keywords, comments. */
function checkGaps(source: string, leaves: readonly Leaf[], region: Placed): void {
	let at = region.pos;
	let before: Leaf | undefined;
	for (const leaf of leaves) {
		if (leaf.pos < at) refuse("words that overlap", leaf);
		const parted =
			leaf.kind === "redirect" ||
			leaf.kind === "parenthesis" ||
			before?.kind === "parenthesis" ||
			before?.kind === "body";
		if (leaf.pos === at && before !== undefined && !parted) refuse("words without a blank between them", leaf);
		if (leaf.end > region.end) refuse("a word that ends behind its script", leaf);
		checkGap(source, at, leaf.pos, region);
		at = leaf.end;
		before = leaf;
	}
	checkGap(source, at, region.end, region);
}

const keywords = new Set(
	"if then elif else fi for in while until do done case esac select function time coproc { } ! [[ ]]".split(" "),
);
/** Operators of `[[ … ]]` besides those of the shell itself. */
const conditionOperators = /^(?:-[a-zA-Z]{1,2}|==?|!=|=~|--|-p)$/;

function checkGap(source: string, start: number, end: number, region: Placed): void {
	let at = start;
	while (at < end) {
		const character = source[at] as string;
		if (character === " " || character === "\t" || character === "\n" || ";&|".includes(character)) {
			at++;
			continue;
		}
		if (character === "\\" && source[at + 1] === "\n") {
			at += 2;
			continue;
		}
		const previous = at > region.pos ? (source[at - 1] as string) : " ";
		if (!" \t\n;&|()".includes(previous)) refuse("text that nothing accounts for", { pos: at, end: at + 1 });
		if (character === "#") {
			const line = source.indexOf("\n", at);
			const stop = line < 0 ? source.length : line;
			if (stop > end && end < region.end) refuse("a comment that the parser did not see", { pos: at, end });
			at = Math.min(stop, end);
			continue;
		}
		const word = /[^\s;&|()]+/y;
		word.lastIndex = at;
		const text = word.exec(source)?.[0] ?? character;
		if (!keywords.has(text) && !conditionOperators.test(text) && text !== "<" && text !== ">")
			refuse("text that nothing accounts for", { pos: at, end: at + text.length });
		at += text.length;
		if (at > end) refuse("text that nothing accounts for", { pos: start, end });
	}
}

/** The parts of a word cover it from end to end, and its literal parts hold nothing live. */
function checkWord(source: string, word: Word, depth: number): void {
	if (source.slice(word.pos, word.end) !== word.text) refuse("a word that is not where it should be", word);
	const parts = word.parts;
	if (parts === undefined) {
		checkLiteral(word.text, word);
		return;
	}
	checkParts(source, parts, word, "bare", depth);
}

/** Behind `=~`, parentheses and bars are the regular expression's own; blanks and other operators end it somewhere, and shells differ where. */
function checkRegex(source: string, word: Word, depth: number): void {
	if (source.slice(word.pos, word.end) !== word.text) refuse("a word that is not where it should be", word);
	let at = word.pos;
	for (const part of word.parts ?? [
		{ type: "Literal" as const, pos: word.pos, end: word.end, text: word.text, value: word.text },
	]) {
		if (part.pos !== at) refuse("a word with a gap in it", word);
		at = part.end;
		if (part.type === "ExtendedGlob" || (part.type === "Glob" && part.kind === "bracket")) {
			if (!/^[^\s$`'"\\;&<>]*$/.test(part.text)) refuse("a regular expression that shells read in several ways", part);
		} else if (part.type === "Literal") checkLiteral(part.text.replace(/[()|]/g, "").replace(/\$$/, ""), part);
		else checkPart(source, part, "bare", depth);
	}
	if (at !== word.end) refuse("a word with a gap in it", word);
}

/** In what quotes a part stands: none, double ones, or the body of a here-document. */
type Quotes = "bare" | "double" | "body";

function checkParts(source: string, parts: readonly WordPart[], whole: Placed, quotes: Quotes, depth: number): void {
	if (parts.length > mostParts) refuse("it is too complex: a word of more parts than anybody writes", whole);
	let at = whole.pos;
	for (const part of parts) {
		if (part.pos !== at) refuse("a word with a gap in it", { pos: at, end: Math.max(at + 1, part.pos) });
		if (source.slice(part.pos, part.end) !== part.text) refuse("a word that is not where it should be", part);
		checkPart(source, part, quotes, depth);
		at = part.end;
	}
	if (at !== whole.end) refuse("a word with a gap in it", { pos: at, end: whole.end });
}

function checkPart(source: string, part: WordPart, quotes: Quotes, depth: number): void {
	if (depth > deepest) refuse("it is nested too deeply", part);
	switch (part.type) {
		case "Literal":
			if (quotes === "bare") checkLiteral(part.text, part);
			else checkQuotedLiteral(part.text, part, quotes);
			return;
		case "Glob":
			if (part.kind === "bracket" && /[\s$`'"\\;&|<>()]/.test(part.text))
				refuse("a glob with more than plain characters in its brackets", part);
			return;
		case "SingleQuoted":
			if (part.text !== `'${part.value}'` || part.value.includes("'")) refuse("single quotes that can't be read", part);
			return;
		case "DoubleQuoted":
		case "LocaleString": {
			const open = part.type === "DoubleQuoted" ? '"' : '$"';
			if (!part.text.startsWith(open) || !part.text.endsWith('"')) refuse("double quotes that can't be read", part);
			checkParts(source, part.parts, { pos: part.pos + open.length, end: part.end - 1 }, "double", depth + 1);
			return;
		}
		case "AnsiCQuoted":
			if (!/^\$'(?:[^'\\]|\\[\s\S])*'$/.test(part.text)) refuse("`$'…'` that can't be read", part);
			return;
		case "SimpleExpansion":
			if (!/^\$(?:[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-])$/.test(part.text)) refuse("a variable that can't be read", part);
			return;
		case "ParameterExpansion":
			checkParameter(source, part, quotes, depth);
			return;
		case "CommandExpansion": {
			const open = part.text.startsWith("$(") ? 2 : part.text.startsWith("`") ? 1 : 0;
			// Braces are expanded first, and take a quote inside of backticks for the end of the quotes around them.
			if (open === 1 && quotes === "double" && /"/.test(part.text) && part.text.includes("{"))
				refuse("quotes and braces in backticks inside of quotes (write `$(…)` instead)", part);
			if (part.text.startsWith("$((")) refuse("`$((` that is no arithmetic (write `$( (`)", part);
			if (open === 0 || !part.text.endsWith(open === 2 ? ")" : "`")) refuse("a substitution that can't be read", part);
			checkInside(source, scriptInside(part), { pos: part.pos + open, end: part.end - 1 }, depth);
			return;
		}
		case "ProcessSubstitution":
			if (quotes !== "bare" || !/^[<>]\(/.test(part.text) || !part.text.endsWith(")"))
				refuse("a substitution that can't be read", part);
			checkInside(source, scriptInside(part), { pos: part.pos + 2, end: part.end - 1 }, depth);
			return;
		case "ArithmeticExpansion":
			if (!part.text.startsWith("$((") || !part.text.endsWith("))")) refuse("arithmetic that can't be read", part);
			return;
		case "BraceExpansion":
			if (/[\s$`'"\\;&|<>()]/.test(part.text)) refuse("braces with more than plain words in them", part);
			return;
		case "ExtendedGlob":
			refuse("an extended glob, which only some shells read", part);
	}
}

/**
 * bash 5.2 prints a substitution from its tree and reads it again. What it prints wrongly is refused: a coprocess, and a here-document
 * with another command behind it.
 */
function checkInside(source: string, script: Script, region: Placed, depth: number): void {
	checkTree(source, script, region, depth + 1);
	const text = source.slice(region.pos, region.end);
	if (/\bcoproc\b/.test(text)) refuse("a coprocess inside of a substitution", region);
	if (!text.includes("<<") || !/<<(?!<)/.test(text)) return;
	const only = script.commands.length === 1 ? script.commands[0]?.command : undefined;
	const commands = only?.type === "Pipeline" ? only.commands : only === undefined ? [] : [only];
	if (commands.length === 0 || script.commands[0]?.background || commands.some((command) => command.type !== "Command"))
		refuse("a here-document inside of a substitution that holds more than one command", region);
}

/** `${name…}`: only plain text around its nested parts, and no quotes that one shell takes for quotes and another does not. */
function checkParameter(
	source: string,
	part: Extract<WordPart, { type: "ParameterExpansion" }>,
	quotes: Quotes,
	depth: number,
): void {
	if (!part.text.startsWith("${") || !part.text.endsWith("}")) refuse("a variable that can't be read", part);
	if (part.text.includes("'")) refuse("a single quote inside `${…}`, which shells read in several ways", part);
	if (quotes !== "bare" && part.text.includes("\\")) refuse("a backslash inside `${…}` in quotes", part);
	// Braces are expanded before anything else, and see other quotes there than the rest of the shell does.
	if (part.text.slice(2).includes("{") && /[^$]\{/.test(part.text)) refuse("braces inside `${…}`", part);
	if (quotes === "body" && part.text.includes('"')) refuse("a quote inside `${…}` in a here-document", part);
	for (const word of wordsOf(part)) {
		const parts = word.parts;
		if (parts !== undefined) checkParts(source, parts, word, quotes === "bare" ? "bare" : "double", depth + 1);
		else if (/[$`'"\\]/.test(source.slice(word.pos, word.end))) refuse("a variable that can't be read", part);
		if (/[<>&;|()]|\$\(\(/.test(withoutParts(source, word))) refuse("an operator inside `${…}`", part);
	}
}

/** The words inside a parameter expansion. */
function wordsOf({ index, operation }: Extract<WordPart, { type: "ParameterExpansion" }>): readonly Word[] {
	const words: (Word | undefined)[] = [index];
	switch (operation?.type) {
		case "Default":
		case "Remove":
		case "CaseModification":
		case "Transform":
			words.push(operation.operand);
			break;
		case "Replace":
			words.push(operation.pattern, operation.replacement);
			break;
		case "Slice":
			words.push(operation.offset, operation.length);
			break;
		case "Names":
		case "Unknown":
		case undefined:
			break;
	}
	return words.filter((word): word is Word => word !== undefined);
}

/** The text of a word outside of its substitutions. */
function withoutParts(source: string, word: Word): string {
	let text = source.slice(word.pos, word.end);
	for (const part of [...(word.parts ?? [])].reverse())
		if (part.type !== "Literal") text = text.slice(0, part.pos - word.pos) + text.slice(part.end - word.pos);
	return text;
}

/** Unquoted text: nothing in it may mean anything to a shell, but for `~`, braces and brackets, which the reader of words looks at. */
function checkLiteral(text: string, at: Placed): void {
	const bare = text.includes("\\") ? text.replace(/\\[^\n]/g, "") : text;
	if (/[\s;&|<>()`'"\\]/.test(bare)) refuse("text that the shell would not take for plain", at);
	if (bare.includes("$") && /\$(?:[A-Za-z0-9_{([@*#?$!'"-])/.test(bare))
		refuse("a `$` that the shell would expand", at);
}

function checkQuotedLiteral(text: string, at: Placed, quotes: Quotes): void {
	const bare = text.includes("\\") ? text.replace(/\\[$`"\\]/g, "").replace(/\\\n/g, "") : text;
	if (quotes === "double" && bare.includes('"')) refuse("a quote inside quotes", at);
	if (/`|\$(?:[A-Za-z0-9_{([@*#?$!-])/.test(bare)) refuse("a `$` that the shell would expand", at);
}

function checkAssignment(source: string, node: Assignment, depth: number): void {
	const { value, index } = node;
	if (index !== undefined && !/^(?:\d{1,9}|[@*])$/.test(index.text))
		refuse("an array's index that is no plain number: a shell evaluates it", index);
	const head = `${node.name}${index === undefined ? "" : `[${index.text}]`}${node.append ? "+" : ""}=`;
	if (!source.startsWith(head, node.pos)) refuse("a variable that can't be read", node);
	const start = node.pos + head.length;
	if (value.type === "Word") {
		if (value.pos !== start || value.end !== node.end) {
			if (value.text !== "" || start !== node.end) refuse("a variable that can't be read", node);
			return;
		}
		checkWord(source, value, depth + 1);
		return;
	}
	if (value.pos !== start || value.end !== node.end || source[start] !== "(" || source[node.end - 1] !== ")")
		refuse("an array that can't be read", node);
	if (value.elements.length > mostWords) refuse("it is too complex: more words than anybody writes", node);
	const leaves: Leaf[] = [];
	for (const element of value.elements) {
		checkWord(source, element, depth + 1);
		// `(['$(rm x)']=v)`: a subscript is evaluated whatever its quotes.
		if (/^\[/.test(element.text) && !/^\[\d{1,9}\]=/.test(element.text))
			refuse("an array's index that is no plain word: a shell evaluates it", element);
		leaves.push({ kind: "word", pos: element.pos, end: element.end });
	}
	const inside = { pos: start + 1, end: node.end - 1 };
	checkGaps(source, leaves, inside);
	let at = inside.pos;
	for (const leaf of [...leaves, { pos: inside.end, end: inside.end }]) {
		if (/[^\s]/.test(source.slice(at, leaf.pos))) refuse("more than words in an array", node);
		at = leaf.end;
	}
}

function checkRedirect(source: string, node: Redirect, depth: number): void {
	const { target, operator } = node;
	if (target === undefined) refuse("a redirection without a target", node);
	// `>& file` writes to it; a target in quotes is expanded a second time.
	const file = operator === ">&" && node.descriptor === undefined && /^[A-Za-z_./][A-Za-z0-9_./+-]*$/.test(target.text);
	if ((operator === ">&" || operator === "<&") && !file && !/^(?:\d{1,4}-?|-)$/.test(target.text))
		refuse(`a target of \`${operator}\` that is no number (for a file write \`> file 2>&1\`)`, target);
	checkOperator(source, node, target, operator, depth);
}

function checkOperator(
	source: string,
	node: Extract<SyntaxNode, { type: "Redirect" | "HereString" }>,
	target: Word,
	operator: string,
	depth: number,
): void {
	const { descriptor } = node;
	if (descriptor?.type === "FileDescriptorVariable" && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(descriptor.name))
		refuse("a redirection to an array's element: a shell evaluates its index", descriptor);
	const from = descriptor === undefined ? node.pos : descriptor.end;
	if (descriptor !== undefined && descriptor.pos !== node.pos) refuse("a redirection that can't be read", node);
	const between = source.slice(from, target.pos);
	if (!between.startsWith(operator) || /[^ \t]/.test(between.slice(operator.length)) || target.end !== node.end)
		refuse("a redirection that can't be read", node);
	// `word>file` is a word and a redirection, `}>file` and `)>file` are read in several ways.
	const previous = node.pos > 0 ? source[node.pos - 1] : " ";
	if (previous === "}" || (descriptor !== undefined && !/[\s;&|()]/.test(previous as string)))
		refuse("a redirection that is glued to what stands before it", node);
	checkWord(source, target, depth + 1);
	if (target.parts?.some((part) => part.type === "ProcessSubstitution")) {
		if (target.parts.length > 1 || between === operator) refuse("a substitution that is glued to a redirection", node);
	}
}

function checkHereDoc(source: string, node: HereDoc, leaves: Leaf[], depth: number): void {
	const { delimiter, body, closing, descriptor } = node;
	if (delimiter === undefined || closing === undefined) refuse("a here-document without an end", node);
	if (descriptor?.type === "FileDescriptorVariable") refuse("a here-document for a variable", node);
	const from = descriptor === undefined ? node.pos : descriptor.end;
	const between = source.slice(from, delimiter.pos);
	if (
		!between.startsWith(node.operator) ||
		/[^ \t]/.test(between.slice(node.operator.length)) ||
		delimiter.end !== node.end
	)
		refuse("a here-document that can't be read", node);
	const plain = /^[A-Za-z0-9_.+-]+$/.test(delimiter.value);
	const written = delimiter.quoted
		? [`'${delimiter.value}'`, `"${delimiter.value}"`, `\\${delimiter.value}`].includes(delimiter.text)
		: delimiter.text === delimiter.value;
	if (!plain || !written) refuse("a here-document whose end is no plain word", delimiter);
	checkBody(source, node, { pos: body.pos, end: closing.pos }, closing);
	if (!delimiter.quoted) {
		if (body.parts !== undefined) checkParts(source, body.parts, body, "body", depth + 1);
		else checkQuotedLiteral(body.text, body, "body");
	}
	leaves.push({ kind: "redirect", pos: node.pos, end: node.end }, { kind: "body", pos: body.pos, end: closing.end });
}

/** The body is the lines up to the first one that is the end, word for word; the line of the end is a line of its own. */
function checkBody(source: string, node: HereDoc, body: Placed, closing: Placed): void {
	const value = node.delimiter?.value ?? "";
	const tabs = node.operator === "<<-";
	const lines = source.slice(body.pos, body.end).split("\n");
	const behind = lines.pop() ?? "";
	// Behind `<<-` tabs may stand before the end.
	if ((tabs ? behind.replace(/^\t+/, "") : behind) !== "" && body.end > body.pos)
		refuse("a here-document that can't be read", body);
	if (lines.some((line) => (tabs ? line.replace(/^\t+/, "") : line) === value))
		refuse("a here-document that ends earlier", body);
	const last = source.slice(closing.pos, closing.end);
	const before = source.slice(body.end, closing.end);
	if ((tabs ? before.replace(/^\t+/, "") : before) !== value || !last.endsWith(value))
		refuse("a here-document that can't be read", closing);
	const next = source[closing.end];
	if (next !== undefined && next !== "\n")
		throw new Unreadable("a here-document that ends in the middle of a line", closing.pos, closing.end);
}
