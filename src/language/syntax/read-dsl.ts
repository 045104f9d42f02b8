/**
 * Reads `.rules` text into statements. It knows the grammar's productions and nothing of what a statement means.
 * Patterns, paths and options inside YAML strings come through here as well.
 */
import type { CstElement, CstNode, ILexingResult, IParserErrorMessageProvider, IToken } from "chevrotain";
import { PolicyParser } from "../../../grammar/parser.js";
import * as t from "../../../grammar/tokens.js";
import type { Checked, Diagnostic, Fix } from "../diagnostic/diagnostic.js";
import { clauses, isClauseKeyword } from "../policy/clauses.js";
import { isSettingKeyword, settingHead } from "../policy/settings.js";
import { type Span, spanning } from "../source/span.js";
import { attachComments } from "./comments.js";
import { messages, partsOf, unexpectedCharacter, wordAtLineStart } from "./dsl-messages.js";
import { closingBehind, type Part, partsOfFile, standsOutside } from "./dsl-parts.js";
import { withForeign } from "./foreign.js";
import { limitHelp, limitOf } from "./limits.js";
import type {
	Clause,
	ClauseKeyword,
	EventBounds,
	EventList,
	FactsCondition,
	OptionsClause,
	PathWord,
	Pattern,
	PatternWord,
	PeopleAsked,
	PolicyFile,
	ProgramOption,
	RuleKeyword,
	SettingStatement,
	Statement,
	Text,
} from "./statements.js";
import { unquote } from "./texts.js";

/** Reads a file. Every fault is a diagnostic; what could be read in spite of them is in the value. */
export function readDsl(file: string, text: string): Checked<PolicyFile> {
	const reading = new Reading(file, 0);
	const lexed = reading.lex(text);
	const found = reading.diagnostics.length;
	const cst = reading.parse(lexed, "policy");
	const isRead = reading.diagnostics.length === found;
	const whole = isRead ? { statements: reading.statements(cst), diagnostics: reading.diagnostics } : undefined;
	const { statements, diagnostics } = whole ?? readApart(file, text, lexed, reading, found);
	const comments = (lexed.groups.comments ?? []).map((token) => ({
		text: token.image.trimEnd(),
		start: token.startOffset,
	}));
	const attached = attachComments(text, statements, comments);
	return {
		value: { file, notation: "rules", statements: attached.statements, closing: attached.closing },
		diagnostics: withForeign(diagnostics, text, { file, shift: 0, isComplete: true })
			.toSorted((a, b) => a.span.start - b.span.start)
			.slice(0, mostFaults),
	};
}

/**
 * Reads each statement by itself, where the parser found something wrong: recovering from one, it may take the next for a part of it. `found`: how many faults were
 * there before the parser's.
 */
function readApart(
	file: string,
	text: string,
	lexed: ILexingResult,
	reading: Reading,
	found: number,
): { readonly statements: readonly Statement[]; readonly diagnostics: readonly Diagnostic[] } {
	const statements: Statement[] = [];
	const clean: Part[] = [];
	const told = new Set<Diagnostic>();
	/** Braces that close a block, which the parser may have lost. */
	const closed = new Set<number>();
	const own: Diagnostic[] = [];
	const bodies: { readonly at: number; readonly body: Statement[] }[] = [];
	const faults = reading.diagnostics.slice(found);
	let block: { readonly at: number; readonly body: Statement[] } | undefined;
	const parts = partsOfFile(lexed.tokens, text);
	let faulty = 0;
	let wasMisplaced = false;
	for (const [index, part] of parts.entries()) {
		if (faulty >= mostFaults) break;
		const [first] = part.tokens as [IToken];
		const alone = new Reading(file, 0);
		const input = part.opens ? [...part.tokens, part.closing ?? closingBehind(part)] : [...part.tokens];
		const read =
			first.tokenType === t.RightBrace ? [] : alone.statements(alone.parse({ ...lexed, tokens: input }, "policy"));
		if (alone.diagnostics.length === 0) clean.push(part);
		else {
			faulty++;
			// What is missing at the end of a statement is told where the next begins.
			const behind = parts[index + 1]?.tokens[0]?.startOffset;
			const already = faults.filter(({ span }) => isIn(span, part) || span.start === behind);
			for (const one of already) told.add(one);
			if (already.length === 0) own.push(...alone.diagnostics);
		}
		const isMisplaced = block !== undefined && part.inside && standsOutside(first);
		// Those that stand one below the other are one slip.
		const isOneMore = isMisplaced && wasMisplaced;
		wasMisplaced = isMisplaced;
		if (isMisplaced && !isOneMore && !faults.some(({ span }) => span.start === first.startOffset))
			own.push({
				code: "syntax-error",
				severity: "error",
				message: `\`${first.image}\` can't stand inside an agent or a group`,
				span: { file, start: first.startOffset, end: first.startOffset + first.image.length },
				help: "write it above the agent or the group; or, if that ends here, close it with `}`",
			});
		const marked =
			alone.diagnostics.length === 0 && !isMisplaced ? read : read.map((one) => ({ ...one, faulty: true as const }));
		if (part.closes) closed.add(first.startOffset);
		if (block !== undefined && part.inside) block.body.push(...marked);
		else statements.push(...marked);
		if (!part.inside && !part.opens) block = undefined;
		if (part.opens && read.length > 0) {
			block = { at: statements.length - 1, body: [] };
			bodies.push(block);
		}
	}
	for (const { at, body } of bodies) {
		const statement = statements[at];
		if (statement?.kind === "agent" || statement?.kind === "group")
			statements[at] = { ...statement, body, span: spanning(statement.span, body.at(-1)?.span ?? statement.span) };
	}
	// What is no fault by itself was taken for a part of what stands before it.
	const first = Math.min(...faults.map(({ span }) => span.start));
	const follows = (one: Diagnostic): boolean =>
		!told.has(one) &&
		one.span.start > first &&
		one.span.end > one.span.start &&
		(closed.has(one.span.start) || clean.some((part) => part.plain && isIn(one.span, part)));
	return {
		statements,
		diagnostics: [...reading.diagnostics.slice(0, found), ...faults.filter((one) => !follows(one)), ...own],
	};
}

function isIn({ start }: Span, { tokens }: Part): boolean {
	const [first, last] = [tokens[0] as IToken, tokens.at(-1) as IToken];
	return start >= first.startOffset && start <= last.startOffset + last.image.length;
}

/** No people are named behind it. */
const beforePatterns = "set x = ";

/** Reads one part of the language out of a longer text: what a YAML string holds. `offset` is where it begins in its file. */
export function readPatterns(file: string, text: string, offset: number): Checked<readonly Pattern[]> {
	const reading = new Reading(file, offset);
	const cst = reading.parse(reading.lexWithin(beforePatterns, text), "patterns");
	return {
		value: reading.patterns(cst),
		diagnostics: withForeign(reading.diagnostics, text, { file, shift: offset, isComplete: false }),
	};
}
export function readPaths(file: string, text: string, offset: number): Checked<readonly PathWord[]> {
	const reading = new Reading(file, offset);
	const cst = reading.parse(reading.lexWithin("allow x within ", text), "paths");
	return {
		value: reading.paths(cst),
		diagnostics: withForeign(reading.diagnostics, text, { file, shift: offset, isComplete: false }),
	};
}
export function readOptions(file: string, text: string, offset: number): Checked<OptionsClause["options"]> {
	const reading = new Reading(file, offset);
	const cst = reading.parse(reading.lexWithin("allow x with ", `with ${text}`, 5), "optionsClause");
	return { value: reading.alternatives(cst), diagnostics: reading.diagnostics };
}
export function readEvents(file: string, text: string, offset: number): Checked<readonly EventList[]> {
	const reading = new Reading(file, offset);
	const cst = reading.parse(reading.lexWithin("allow x after ", text), "events");
	return {
		value: [reading.events(cst)].filter(({ patterns }) => patterns.length > 0),
		diagnostics: withForeign(reading.diagnostics, text, { file, shift: offset, isComplete: false }),
	};
}
export function readNames(file: string, text: string, offset: number): Checked<readonly Text[]> {
	const reading = new Reading(file, offset);
	const cst = reading.parse(reading.lexWithin("allow x use ", text), "names");
	return { value: reading.names(cst), diagnostics: reading.diagnostics };
}
export function readConditions(file: string, text: string, offset: number): Checked<readonly FactsCondition[]> {
	const reading = new Reading(file, offset);
	const cst = reading.parse(reading.lexWithin("allow x when ", text), "condition");
	const condition = reading.condition(cst);
	return { value: condition === undefined ? [] : [condition], diagnostics: reading.diagnostics };
}
export function readWords(file: string, text: string, offset: number): Checked<readonly Text[]> {
	const reading = new Reading(file, offset);
	const cst = reading.parse(reading.lexWithin(beforePatterns, text), "pattern");
	return {
		value: children(cst, "patternWord").map((node) => {
			const word = reading.word(node);
			return { text: word.text, span: word.span };
		}),
		diagnostics: reading.diagnostics,
	};
}

const topLevel = [
	"importStatement",
	"setStatement",
	"groupStatement",
	"agentStatement",
	"programStatement",
	"plainStatement",
];
/** More faults than this in one file say nothing new. */
const mostFaults = 100;

let parser: PolicyParser | undefined;
/** Thrown to end a parse that finds nothing but faults. */
const enough = new Error("more faults than say anything new");
let faultsLeft = mostFaults;

/** The messages, and an end to them: recovering from a hundred thousand faults takes its time. */
const bounded: IParserErrorMessageProvider = {
	buildMismatchTokenMessage: (options) => counted(messages.buildMismatchTokenMessage(options)),
	buildNotAllInputParsedMessage: (options) => counted(messages.buildNotAllInputParsedMessage(options)),
	buildNoViableAltMessage: (options) => counted(messages.buildNoViableAltMessage(options)),
	buildEarlyExitMessage: (options) => counted(messages.buildEarlyExitMessage(options)),
};

function counted(message: string): string {
	if (faultsLeft-- <= 0) throw enough;
	return message;
}

class Reading {
	readonly diagnostics: Diagnostic[] = [];
	private readonly lineStarts: IToken[] = [];
	/** Those that were read while others were parsed. */
	private readonly early = new Map<CstNode, Statement | undefined>();
	/** Where the text begins. */
	private readonly origin: number;
	constructor(
		private readonly file: string,
		/** What to add to a token's offset. */
		private shift: number,
	) {
		this.origin = shift;
	}

	lex(text: string): ILexingResult {
		const lexed = t.lexer.tokenize(text);
		for (const error of lexed.errors) {
			this.report(
				"syntax-error",
				{ file: this.file, start: error.offset + this.shift, end: error.offset + this.shift + error.length },
				...unexpectedCharacter(text, error.offset),
			);
		}
		this.checkTokens(lexed.tokens, text);
		return lexed;
	}

	/** Lexes a part as if `lead` stood before it, so that keywords are told from words as in a file. The last `own` characters of the lead are tokens of the part. */
	lexWithin(lead: string, part: string, own = 0): ILexingResult {
		const context = lead.slice(0, lead.length - own);
		this.shift -= lead.length;
		const lexed = this.lex(`${context}${part}`);
		for (const comment of lexed.groups.comments ?? []) {
			this.report(
				"syntax-error",
				this.span(comment),
				"a comment can't stand inside of this text",
				"a `#` that belongs to a command stands in double quotes; a comment stands outside",
			);
		}
		return { ...lexed, tokens: lexed.tokens.filter((token) => token.startOffset >= context.length) };
	}

	private checkTokens(tokens: readonly IToken[], text: string): void {
		let previous: IToken | undefined;
		for (const token of tokens) {
			// The lexer leaves it out, and the parser takes it for the places of nodes.
			token.endOffset = token.startOffset + token.image.length - 1;
			if (token.tokenType === t.UnendedText) {
				this.report(
					"syntax-error",
					this.span(token),
					"a text in double quotes does not end in its line",
					'close it with `"`; a line break inside is written `\\n`',
				);
			}
			if (token.tokenType === t.QuotedText || token.tokenType === t.ExpectText) {
				for (const at of unquote(token.image).bad) {
					const start = token.startOffset + at + this.shift;
					this.report(
						"syntax-error",
						{ file: this.file, start, end: start + 2 },
						`\`${token.image.slice(at, at + 2)}\` means nothing inside double quotes`,
						'the escapes are `\\n`, `\\t`, `\\r`, `\\"`, `\\\\` and `\\u{…}`; write a backslash as `\\\\`',
					);
				}
			}
			if (token.tokenType === t.BareWord && t.leavesClassOpen(token.image)) {
				this.report(
					"syntax-error",
					this.span(token),
					`\`${token.image}\` opens a \`[\` that does not close`,
					"a regular expression has no blanks: write `\\s` or `\\x20`; any other word with a bare `[` stands in double quotes",
				);
			}
			const glued = previous !== undefined && previous.startOffset + previous.image.length === token.startOffset;
			const quotes = token.tokenType === t.QuotedText || previous?.tokenType === t.QuotedText;
			const words = [token, previous].every(
				(one) => one !== undefined && (one.tokenType === t.QuotedText || isWord(one)),
			);
			if (glued && quotes && words && previous !== undefined) {
				this.report(
					"syntax-error",
					{
						file: this.file,
						start: previous.startOffset + this.shift,
						end: token.startOffset + token.image.length + this.shift,
					},
					`\`${text.slice(previous.startOffset, token.startOffset + token.image.length)}\` is half in quotes`,
					"put the whole word in double quotes, or a backslash before single characters",
				);
			}
			if (
				previous !== undefined &&
				words &&
				/[\r\n]/.test(text.slice(previous.startOffset + previous.image.length, token.startOffset))
			) {
				this.lineStarts.push(token);
			}
			previous = token;
		}
	}

	parse(
		lexed: ILexingResult,
		production: "policy" | "patterns" | "paths" | "names" | "pattern" | "optionsClause" | "condition" | "events",
	): CstNode {
		parser ??= new PolicyParser(bounded);
		parser.onStatement = (node) => this.readEarly(node);
		faultsLeft = mostFaults;
		// Texts that do not end were reported already and stand for themselves.
		parser.input = lexed.tokens.map((token) =>
			token.tokenType === t.UnendedText
				? { ...token, tokenType: t.QuotedText, tokenTypeIdx: t.QuotedText.tokenTypeIdx as number, payload: unended }
				: token,
		);
		let cst: CstNode;
		try {
			cst = parser[production]();
		} catch (error) {
			if (error !== enough) throw error;
			cst = { name: production, children: {} };
		} finally {
			parser.onStatement = undefined;
			for (const error of parser.errors.slice(0, mostFaults)) {
				const previous = (error as { readonly previousToken?: IToken }).previousToken;
				const at = [error.token, previous, lexed.tokens[lexed.tokens.length - 1]].find(
					(one) => one !== undefined && one.startOffset >= 0,
				);
				const span = at ? this.span(at) : { file: this.file, start: this.origin, end: this.origin };
				const ended = at !== error.token;
				const { message, help, instead } = partsOf(error.message);
				const fix = instead === undefined || ended ? undefined : fixOf(span, instead);
				this.report("syntax-error", ended ? { ...span, start: span.end } : span, message, help, fix);
			}
			this.reportLineStarts();
		}
		return cst ?? { name: production, children: {} };
	}

	/** A word that begins a line where no list goes on, unless the parser has said so already. */
	private reportLineStarts(): void {
		for (const token of this.lineStarts) {
			if (this.diagnostics.length >= mostFaults) return;
			const span = this.span(token);
			if (this.diagnostics.some((one) => one.span.start === span.start)) continue;
			const message = `\`${token.image}\` begins a line, but nothing says that the line before goes on`;
			this.report("syntax-error", span, message, wordAtLineStart(token.image));
		}
	}

	private report(code: string, span: Span, message: string, help?: string, fix?: Fix): void {
		if (this.diagnostics.length < mostFaults) {
			const more = { ...(help ? { help } : {}), ...(fix ? { fix } : {}) };
			this.diagnostics.push({ code, severity: "error", message, span, ...more });
		}
	}

	private span(token: IToken): Span {
		const start = token.startOffset + this.shift;
		return { file: this.file, start, end: start + token.image.length };
	}

	private spanOf(node: CstNode): Span {
		const { startOffset, endOffset } = node.location ?? nowhere;
		// Recovery may have made up all of it.
		if (!(startOffset >= 0 && endOffset !== undefined && endOffset >= 0))
			return { file: this.file, start: this.shift, end: this.shift };
		return { file: this.file, start: startOffset + this.shift, end: endOffset + 1 + this.shift };
	}

	/** The statements of a file, in their order. */
	statements(cst: CstNode): readonly Statement[] {
		return topLevel
			.flatMap((name) => children(cst, name))
			.map((node) => this.statement(node))
			.filter((statement): statement is Statement => statement !== undefined)
			.sort((a, b) => a.span.start - b.span.start);
	}

	/** A statement is read as soon as it is parsed, and its tree let go: the trees of a large policy would be most of what reading it takes. */
	private readEarly(node: CstNode & { children: CstNode["children"] }): void {
		this.early.set(node, this.statement(node));
		node.children = {};
	}

	/** A statement, or nothing where recovery left too little of it. */
	statement(node: CstNode): Statement | undefined {
		if (this.early.has(node)) return this.early.get(node);
		if (node.name === "plainStatement") {
			const inner = firstChild(node);
			return inner && this.statement(inner);
		}
		const span = this.spanOf(node);
		switch (node.name) {
			case "importStatement": {
				const path = this.text(token(node, "QuotedText") ?? token(node, "BareWord") ?? token(node, "Word"));
				return path && { kind: "import", path, span };
			}
			case "setStatement": {
				const name = this.text(token(node, "SetName"));
				const patterns = child(node, "patterns");
				return name && patterns && { kind: "set", name, patterns: this.patterns(patterns), span };
			}
			case "groupStatement":
			case "agentStatement": {
				const head = child(node, "blockHead");
				const name = head && this.name(child(head, "name"));
				if (!head || !name) return undefined;
				const names = child(head, "names");
				const block = child(node, "block");
				return {
					kind: node.name === "groupStatement" ? "group" : "agent",
					name,
					extends: names ? this.names(names) : [],
					body: (block ? children(block, "plainStatement") : [])
						.map((inner) => this.statement(inner))
						.filter((inner): inner is Statement => inner !== undefined),
					span,
				};
			}
			case "programStatement": {
				const name = this.name(child(node, "name"));
				const can = child(node, "names");
				return (
					name && {
						kind: "program",
						name,
						can: can ? this.names(can) : [],
						options: children(node, "programOption").map((option) => this.programOption(option)),
						span,
					}
				);
			}
			case "modifiedStatement":
				return this.modified(node, span);
			case "claimStatement": {
				const effect = this.text(token(node, "EffectWord"));
				const patterns = child(node, "patterns");
				if (!effect || !patterns) return undefined;
				const people = child(node, "people");
				if (people)
					this.report(
						"misplaced-clause",
						this.spanOf(people),
						"`of` does not belong on a claim",
						"a claim speaks of questions, whoever answers them: leave it out",
					);
				return {
					kind: "claim",
					keyword: token(node, "Never") ? "never" : "always",
					effect,
					patterns: this.patterns(patterns),
					clauses: this.clauses(node),
					span,
				};
			}
			case "expectStatement": {
				const effect = this.text(token(node, "EffectWord"));
				const rest = token(node, "ExpectCommand");
				const quoted = token(node, "ExpectText");
				if (!effect || !(rest || quoted)) return undefined;
				const by = this.text(token(node, "ExpectName"));
				return {
					kind: "expect",
					effect,
					forced: token(node, "Forced") !== undefined,
					...(by ? { by } : {}),
					...this.expected(node),
					command: rest ? this.restOfLine(rest) : (this.text(quoted) as Text),
					span,
				};
			}
			default:
				return undefined;
		}
	}

	/** The facts and the time of an example. */
	private expected(node: CstNode): Pick<Extract<Statement, { kind: "expect" }>, "facts" | "at"> {
		const part = (found: IToken, start: number, text: string, image = text): Text => ({
			text,
			span: {
				file: this.file,
				start: found.startOffset + this.shift + start,
				end: found.startOffset + this.shift + start + image.length,
			},
		});
		const facts = tokens(node, "ExpectFact").map((found) => {
			const [, lead = "", name = "", between = "", value = ""] =
				/^(when[ \t]+)((?:env[ \t]+)?[^ \t]+)([ \t]+is[ \t]+)(.+)$/.exec(found.image) ?? [];
			const behind = lead.length + name.length + between.length;
			return {
				fact: part(found, lead.length, name.replace(/[ \t]+/, " "), name),
				value: part(found, behind, value.startsWith('"') ? unquote(value).text : value, value),
			};
		});
		const time = token(node, "ExpectTime");
		const lead = /^at[ \t]+/.exec(time?.image ?? "")?.[0].length ?? 0;
		return {
			...(facts.length === 0 ? {} : { facts }),
			...(time === undefined ? {} : { at: part(time, lead, time.image.slice(lead)) }),
		};
	}

	private restOfLine(rest: IToken): Text {
		const trimmed = rest.image.slice(1).trim();
		const start =
			rest.startOffset + this.shift + 1 + (rest.image.slice(1).length - rest.image.slice(1).trimStart().length);
		return { text: trimmed, span: { file: this.file, start, end: start + trimmed.length } };
	}

	private modified(node: CstNode, span: Span): Statement | undefined {
		const inner = firstChild(node);
		if (!inner) return undefined;
		const lockedToken = token(node, "Locked");
		const override = token(node, "Override") !== undefined;
		const rule = inner.name === "ruleStatement" || inner.name === "constrainStatement";
		if (lockedToken && !rule) {
			this.report(
				"misplaced-modifier",
				this.span(lockedToken),
				"`locked` does not belong here",
				"`locked` goes with `deny` and `constrain`",
			);
		}
		switch (inner.name) {
			case "ruleStatement":
			case "constrainStatement": {
				const patterns = child(inner, "patterns");
				const keyword = (token(inner, "RuleWord")?.image ?? "constrain") as RuleKeyword;
				if (!patterns) return undefined;
				const access = token(inner, "Reads")
					? "reads"
					: token(inner, "Writes")
						? "writes"
						: token(inner, "Network")
							? "network"
							: undefined;
				const people = this.people(inner);
				return {
					kind: "rule",
					keyword,
					locked: lockedToken !== undefined,
					override,
					...(access ? { access } : {}),
					...(people ? { people } : {}),
					patterns: this.patterns(patterns),
					clauses: this.clauses(inner),
					span,
				};
			}
			default:
				return this.setting(inner, override, span);
		}
	}

	/** `2 of release for this session` */
	private people(node: CstNode): PeopleAsked | undefined {
		const found = child(node, "people");
		const group = found && this.name(child(found, "name"));
		if (found === undefined || group === undefined) return undefined;
		const count = this.text(token(found, "PeopleCount"));
		const holds = this.text(token(found, "ThisOne") ?? token(found, "Word"));
		return {
			...(count ? { count } : {}),
			group,
			...(holds ? { holds: { ...holds, text: holds.text.replace(/[ \t]+/, " ") } } : {}),
			span: this.spanOf(found),
		};
	}

	private setting(node: CstNode, override: boolean, span: Span): SettingStatement | undefined {
		const first = firstToken(node)?.image;
		if (first === undefined || !isSettingKeyword(first)) return undefined;
		const head = { kind: "setting", override, span } as const;
		const { form, keyword } = settingHead(first);
		const word = this.text(token(node, form === "effect" ? "EffectWord" : "Word"));
		const names = child(node, "names");
		switch (form) {
			case "effect":
			case "word":
			case "name":
				return word && { ...head, form, keyword, word };
			case "names":
				return names && { ...head, form, keyword, names: this.names(names) };
			case "paths": {
				const paths = child(node, "paths");
				return paths && { ...head, form, keyword, paths: this.paths(paths) };
			}
			case "variables":
				return word && names && { ...head, form, keyword, name: word, names: this.names(names) };
			case "amount": {
				const words = tokens(node, "Word").map((one) => this.text(one) as Text);
				return word && { ...head, form, keyword, name: word, words: words.slice(1) };
			}
		}
	}

	private clauses(node: CstNode): Clause[] {
		const seen = new Map<ClauseKeyword, Clause>();
		const read = children(node, "clause").flatMap((clause): readonly (ClauseKeyword | Clause)[] => {
			const inner = firstChild(clause);
			const read = inner && this.clause(inner);
			if (!read) return [];
			if ("repeats" in clauses[read.keyword]) return [read];
			const before = seen.get(read.keyword);
			if (before?.form === "facts" && read.form === "facts") {
				const conditions = [...before.conditions, ...read.conditions];
				seen.set(read.keyword, { ...before, conditions, span: spanning(before.span, read.span) });
				return [];
			}
			if (before !== undefined) {
				this.report(
					"duplicate-clause",
					read.span,
					`\`${read.keyword}\` stands twice on one rule`,
					"put both lists into one clause, or write two rules",
				);
				return [];
			}
			seen.set(read.keyword, read);
			return [read.keyword];
		});
		return read.flatMap((one) => (typeof one === "string" ? (seen.get(one) ?? []) : [one]));
	}

	/** Behind `when`. */
	condition(node: CstNode): FactsCondition | undefined {
		const words = tokens(node, "Word").map((one) => this.text(one) as Text);
		const [first, last] = [words[0], words.at(-1)];
		const values = child(node, "paths");
		if (first === undefined || last === undefined || values === undefined) return undefined;
		return {
			fact: { text: words.map(({ text }) => text).join(" "), span: spanning(first.span, last.span) },
			values: children(values, "patternWord")
				.filter((word) => wordToken(word) !== undefined)
				.map((word) => this.word(word)),
			span: this.spanOf(node),
		};
	}

	private clause(node: CstNode): Clause | undefined {
		const span = this.spanOf(node);
		const word = firstToken(node)?.image.replace(/\s+/, " ");
		if (word === undefined || !isClauseKeyword(word)) return undefined;
		const { form, keyword } = clauses[word];
		switch (form) {
			case "patterns": {
				const patterns = child(node, "patterns");
				return patterns && { form, keyword, patterns: this.patterns(patterns), span };
			}
			case "paths": {
				const paths = child(node, "paths");
				return paths && { form, keyword, paths: this.paths(paths), span };
			}
			case "hosts": {
				const hosts = child(node, "paths");
				return hosts && { form, keyword, hosts: this.paths(hosts), span };
			}
			case "options":
				return { form, keyword, options: this.alternatives(node), span };
			case "powers": {
				const names = child(node, "names");
				return names && { form, keyword, powers: this.names(names), span };
			}
			case "names": {
				const names = child(node, "names");
				return names && { form, keyword, names: this.names(names), span };
			}
			case "facts": {
				const inner = child(node, "condition");
				const condition = inner && this.condition(inner);
				return condition && { form, keyword, conditions: [condition], span };
			}
			case "date":
			case "text":
			case "name": {
				const text = this.name(child(node, "name"));
				return text && { form, keyword, text, span };
			}
			case "events": {
				const events = child(node, "events");
				const times = this.text(token(node, "Count"));
				return (
					events && {
						form,
						keyword,
						events: this.events(events),
						...(times ? { times } : {}),
						...this.eventBounds(children(node, "eventBound")),
						span,
					}
				);
			}
			case "limit": {
				const words = tokens(node, "Word").map((one) => this.text(one) as Text);
				const limit = limitOf(words);
				if (limit === undefined) {
					this.report("bad-limit", span, `\`${words.map(({ text }) => text).join(" ")}\` is no limit`, limitHelp);
					return undefined;
				}
				return { form, keyword, ...limit, span };
			}
		}
	}

	events(node: CstNode): EventList {
		return {
			patterns: children(node, "eventPattern").flatMap((one) => {
				const [pattern] = this.patterns(one);
				const fate = this.text(token(one, "Fate"));
				return pattern === undefined ? [] : [{ ...pattern, ...(fate ? { fate } : {}), span: this.spanOf(one) }];
			}),
			clauses: this.clauses(node),
			span: this.spanOf(node),
		};
	}

	private eventBounds(nodes: readonly CstNode[]): EventBounds {
		const since: EventList[] = [];
		const same: Text[] = [];
		let last: Text | undefined;
		for (const node of nodes) {
			const events = child(node, "events");
			const names = child(node, "names");
			if (events) since.push(this.events(events));
			else if (names) same.push(...this.names(names));
			else {
				if (last !== undefined)
					this.report("duplicate-clause", this.spanOf(node), "`last` stands twice", "write the shorter time alone");
				last = this.text(token(node, "Word"));
			}
		}
		return { since, ...(last ? { last } : {}), same };
	}

	/** The first words of an option's line are its names and its value, then what it does: `--target, -t PATH write`. */
	private programOption(node: CstNode): ProgramOption {
		const words = tokens(node, "Word").map((one) => this.text(one) as Text);
		const names = words.filter((word) => word.text.startsWith("-") || word.text.endsWith("="));
		const rest = words.filter((word) => !names.includes(word));
		const first = rest[0];
		const hasValue = first !== undefined && first.text === first.text.toUpperCase() && /[A-Z]/.test(first.text);
		return {
			names,
			...(hasValue ? { value: first } : {}),
			does: hasValue ? rest.slice(1) : rest,
			span: this.spanOf(node),
		};
	}

	patterns(node: CstNode): Pattern[] {
		return children(node, "pattern").flatMap((pattern) => {
			const words = children(pattern, "patternWord").filter((word) => wordToken(word) !== undefined);
			if (words.length === 0) return [];
			return [
				{
					exactly: token(pattern, "Exactly") !== undefined,
					words: words.map((word) => this.word(word)),
					span: this.spanOf(pattern),
				},
			];
		});
	}

	alternatives(node: CstNode): PatternWord[][] {
		return children(node, "alternative").map((alternative) =>
			children(alternative, "patternWord")
				.filter((word) => wordToken(word) !== undefined)
				.map((word) => this.word(word)),
		);
	}

	paths(node: CstNode): PathWord[] {
		return children(node, "patternWord").flatMap((word): PathWord[] => {
			const found = wordToken(word);
			if (!found) return [];
			const span = this.span(found);
			if (found.tokenType === t.QuotedText) return [{ kind: "quoted", text: textIn(found), negated: false, span }];
			const negated = found.image.startsWith("!");
			const text = negated ? found.image.slice(1) : found.image;
			const set = setName(text);
			return [set ? { kind: "set", text: set, negated, span } : { kind: "plain", text, negated, span }];
		});
	}

	word(node: CstNode): PatternWord {
		const found = wordToken(node) as IToken;
		const span = this.span(found);
		if (found.tokenType === t.QuotedText) return { kind: "quoted", text: textIn(found), span };
		if (found.tokenType === t.RegexWord) return { kind: "regex", text: found.image.slice(1, -1), span };
		const set = setName(found.image);
		return set ? { kind: "set", text: set, span } : { kind: "plain", text: found.image, span };
	}

	names(node: CstNode): Text[] {
		return children(node, "name").flatMap((name) => {
			const text = this.name(name);
			return text ? [text] : [];
		});
	}

	private name(node: CstNode | undefined): Text | undefined {
		return node && this.text(token(node, "Word") ?? token(node, "QuotedText"));
	}

	private text(found: IToken | undefined): Text | undefined {
		if (!found) return undefined;
		const quoted = found.tokenType === t.QuotedText || found.tokenType === t.ExpectText;
		return { text: quoted ? textIn(found) : found.image, span: this.span(found) };
	}
}

function fixOf(span: Span, text: string): Fix {
	return { title: `write \`${text}\``, edits: [{ span, text }], safe: false };
}

const nowhere = { startOffset: Number.NaN, endOffset: undefined };

/** Marks a text in quotes that did not end. */
const unended = "unended";

function textIn(quoted: IToken): string {
	return unquote(quoted.payload === unended ? `${quoted.image}"` : quoted.image).text;
}

/** `@shells` names a set; `@types/node` and `a@b` do not. */
function setName(image: string): string | undefined {
	return /^@([A-Za-z_][\w.-]*)$/.exec(image)?.[1];
}

function isWord(found: IToken): boolean {
	return found.tokenType === t.BareWord || found.tokenType === t.RegexWord;
}

// The concrete syntax tree: children by name, tokens in order of their offsets.
function isNode(element: CstElement): element is CstNode {
	return "children" in element;
}
function children(node: CstNode, name: string): CstNode[] {
	return ((node.children[name] ?? []) as CstElement[]).filter(isNode);
}
function child(node: CstNode, name: string): CstNode | undefined {
	return children(node, name)[0];
}
function firstChild(node: CstNode): CstNode | undefined {
	for (const name in node.children) {
		const found = (node.children[name] as CstElement[]).find(isNode);
		if (found !== undefined) return found;
	}
	return undefined;
}
function tokens(node: CstNode, name: string): IToken[] {
	return ((node.children[name] ?? []) as CstElement[]).filter(
		(element): element is IToken => !isNode(element) && isWritten(element),
	);
}
function token(node: CstNode, name: string): IToken | undefined {
	return tokens(node, name)[0];
}
/** The token of a word of a pattern or a path. */
function wordToken({ children }: CstNode): IToken | undefined {
	const found = (children.Word ?? children.RegexWord ?? children.QuotedText)?.[0];
	return found !== undefined && !isNode(found) && isWritten(found) ? found : undefined;
}

/** The first token below a node; those that recovery made up are left out. Elements of one name stand in the order of the text: of a block with thousands few are looked at. */
function firstToken(node: CstNode): IToken | undefined {
	let first: IToken | undefined;
	for (const name in node.children) {
		for (const element of node.children[name] as CstElement[]) {
			const own = isNode(element) ? firstToken(element) : isWritten(element) ? element : undefined;
			if (own === undefined) continue;
			if (first === undefined || own.startOffset < first.startOffset) first = own;
			break;
		}
	}
	return first;
}

function isWritten(token: IToken): boolean {
	return token.startOffset >= 0 && !token.isInsertedInRecovery;
}
