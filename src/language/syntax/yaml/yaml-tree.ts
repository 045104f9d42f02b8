/**
 * Reads YAML text into a small tree of texts, lists and mappings with spans, and its comments.
 * What YAML knows beyond that (aliases, tags, merge keys, several documents) is refused here.
 */
import {
	Composer,
	type CST,
	isMap,
	isPair,
	isScalar,
	isSeq,
	Lexer,
	type ParsedNode,
	Parser,
	type YAMLError,
} from "yaml";
import type { Checked, Diagnostic } from "../../diagnostic/diagnostic.js";
import type { Span } from "../../source/span.js";
import type { FoundComment } from "../comments.js";

/** A text, also where YAML would read a number: `inner` is the offset at which it stands as it is, absent where escapes or folding changed it. */
export interface TextNode {
	readonly kind: "text";
	readonly text: string;
	readonly span: Span;
	readonly inner?: number;
}
export interface FlagNode {
	readonly kind: "flag";
	readonly value: boolean;
	readonly span: Span;
}
/** `null`, `~` or nothing at all. */
export interface NothingNode {
	readonly kind: "nothing";
	readonly span: Span;
}
export interface ListNode {
	readonly kind: "list";
	readonly items: readonly YamlNode[];
	/** Written in brackets. */
	readonly flow: boolean;
	readonly span: Span;
}
export interface MappingNode {
	readonly kind: "mapping";
	readonly entries: readonly Entry[];
	readonly flow: boolean;
	readonly span: Span;
}
/** `key: value`; the key in its own right, the span over both. */
export interface Entry {
	readonly key: TextNode;
	readonly value: YamlNode;
	readonly span: Span;
}
export type YamlNode = TextNode | FlagNode | NothingNode | ListNode | MappingNode;

/** A whole number as YAML writes it: digits without quotes. */
export function numberOf(node: YamlNode): number | undefined {
	if (node.kind !== "text" || node.inner !== node.span.start || !/^\d{1,9}$/.test(node.text)) return undefined;
	return Number(node.text);
}

export interface YamlTree {
	/** Absent where the file holds nothing. */
	readonly root?: YamlNode;
	readonly comments: readonly FoundComment[];
}

/** Reads a text. When it is no YAML of ours, there may be no root. */
export function readTree(file: string, text: string): Checked<YamlTree> {
	const scan = new Scan(file, text);
	const tokens = scan.tokens();
	if (tokens === undefined) return { value: { comments: scan.comments }, diagnostics: scan.diagnostics };
	const documents = [
		...new Composer({ version: "1.2", uniqueKeys: false, logLevel: "silent" }).compose(tokens, true, text.length),
	];
	const [document, second] = documents;
	if (second !== undefined) {
		scan.report(
			{ file, start: second.range[0], end: second.range[0] },
			"a second document begins here",
			"a policy is one document: put it into a file of its own",
		);
	}
	for (const found of documents) scan.reportErrors([...found.errors, ...found.warnings]);
	const growth = new Growth(file, text);
	const contents = document?.contents as ParsedNode | null | undefined;
	const root =
		contents && !(isScalar(contents) && contents.source === "" && contents.range[0] === contents.range[1])
			? growth.node(contents)
			: undefined;
	const diagnostics = scan.diagnostics.length > 0 ? scan.diagnostics : growth.diagnostics;
	return { value: { ...(root ? { root } : {}), comments: scan.comments }, diagnostics };
}

/** Deeper than this no policy is nested, and the parser of YAML is recursive. */
const deepest = 64;
const mostFaults = 100;

/** Goes through the lexer's tokens: finds comments and what is refused, and stops where the nesting grows too deep. */
class Scan {
	readonly comments: FoundComment[] = [];
	readonly diagnostics: Diagnostic[] = [];
	private offset = 0;
	private lineStart = 0;
	/** Columns of the open blocks. */
	private readonly blocks: number[] = [];
	private brackets = 0;
	/** The next token begins a line or stands behind a `-` or `?`. */
	private fresh = true;

	constructor(
		private readonly file: string,
		private readonly text: string,
	) {}

	tokens(): CST.Token[] | undefined {
		const parser = new Parser();
		const tokens: CST.Token[] = [];
		let inScalar = false;
		for (const lexeme of new Lexer().lex(this.text)) {
			if (inScalar) {
				inScalar = false;
				this.offset += lexeme.length;
			} else if (lexeme === scalarFollows) {
				inScalar = true;
				if (this.fresh) this.begin();
			} else if (lexeme !== documentBegins && lexeme !== flowBreaksOff) {
				this.token(lexeme);
				this.offset += lexeme.length;
				if (lexeme === "\n" || lexeme === "\r\n") this.lineStart = this.offset;
			}
			if (this.blocks.length + this.brackets > deepest) {
				this.report(this.here(1), "this is nested too deeply", `a policy is nested ${deepest} levels deep at most`);
				return undefined;
			}
			tokens.push(...parser.next(lexeme));
		}
		tokens.push(...parser.end());
		const lone = /\r(?!\n)/.exec(this.text);
		if (lone)
			this.report(
				{ file: this.file, start: lone.index, end: lone.index + 1 },
				"a carriage return stands here without a line feed",
				"end lines with a line feed",
			);
		return tokens;
	}

	private token(lexeme: string): void {
		switch (lexeme[0]) {
			case "\n":
			case "\r":
				this.fresh = true;
				return;
			case " ":
			case "\t":
			case undefined:
				return;
			case "#":
				this.comments.push({ text: lexeme.trimEnd(), start: this.offset });
				return;
			case "[":
			case "{":
				if (this.fresh) this.begin();
				this.brackets++;
				break;
			case "]":
			case "}":
				this.brackets = Math.max(0, this.brackets - 1);
				break;
			case "*":
				this.report(
					this.here(lexeme.length),
					`\`${lexeme}\` is an alias in YAML, and policies have none`,
					`a pattern stands in quotes: "${lexeme}"`,
				);
				break;
			case "&":
				this.report(
					this.here(lexeme.length),
					`\`${lexeme}\` is an anchor in YAML, and policies have none`,
					`put the text in quotes: "${lexeme}"`,
				);
				break;
			case "!":
				this.report(
					this.here(lexeme.length),
					`\`${lexeme}\` is a tag in YAML, and policies have none`,
					`a path to take out stands in quotes: "${lexeme}"`,
				);
				break;
			case "%":
				this.report(
					this.here(lexeme.length),
					`\`${lexeme.trimEnd()}\` is a directive of YAML, and policies have none`,
					"take the line out",
				);
				break;
		}
		if (this.fresh) this.begin();
		if (lexeme === "-" || lexeme === "?") this.fresh = true;
	}

	/** A block may begin in this column; those at or behind it have ended. */
	private begin(): void {
		this.fresh = false;
		if (this.brackets > 0) return;
		const column = this.offset - this.lineStart;
		while ((this.blocks[this.blocks.length - 1] ?? -1) >= column) this.blocks.pop();
		this.blocks.push(column);
	}

	private here(length: number): Span {
		return { file: this.file, start: this.offset, end: this.offset + length };
	}

	report(span: Span, message: string, help: string): void {
		if (this.diagnostics.length < mostFaults)
			this.diagnostics.push({ code: "yaml-syntax", severity: "error", message, span, help });
	}

	/** One fault a line: what the parser says behind the first is mostly its consequence. */
	reportErrors(errors: readonly YAMLError[]): void {
		const lineOf = (offset: number): number => this.text.lastIndexOf("\n", offset - 1);
		const lines = new Set(this.diagnostics.map((one) => lineOf(one.span.start)));
		for (const error of [...errors].sort((a, b) => a.pos[0] - b.pos[0]).slice(0, mostFaults)) {
			const start = Math.min(error.pos[0], this.text.length);
			if (lines.has(lineOf(start))) continue;
			lines.add(lineOf(start));
			const wide = error.code === "BAD_DQ_ESCAPE" ? start + 2 : error.pos[1];
			const end = Math.max(start, Math.min(wide, this.text.length));
			const [message, help] = wording(error, this.text.slice(start, end));
			this.report({ file: this.file, start, end }, message, help);
		}
	}
}

const documentBegins = "\x02";
const flowBreaksOff = "\x18";
const scalarFollows = "\x1f";

/** What the parser found, in our words. */
function wording(error: YAMLError, source: string): [string, string] {
	const shown = source.length > 0 && source.length <= 40 && !/[\r\n]/.test(source) ? `\`${source}\`` : "this";
	switch (error.code) {
		case "TAB_AS_INDENT":
			return ["a tab can't indent in YAML", "indent with spaces"];
		case "BAD_INDENT": {
			const bracket = /end with a (\S)/.exec(error.message)?.[1];
			if (bracket)
				return [
					`the closing \`${bracket}\` is missing before this line`,
					"close the bracket, or indent what stands in it",
				];
			return [
				"this line is indented in a way that fits nothing above it",
				"line it up with the lines that it belongs to",
			];
		}
		case "BAD_DQ_ESCAPE":
			return [`${shown} means nothing inside double quotes`, "write a backslash as `\\\\`, or use single quotes"];
		case "BAD_SCALAR_START":
			return [`${shown} can't begin a text in YAML`, 'put the text in quotes: "@set", "`x`"'];
		case "MISSING_CHAR":
			if (/quote/.test(error.message))
				return ["a text in quotes does not end", "close it with the quote that it began with"];
			if (/without - indicator/.test(error.message))
				return [
					"this line is indented in a way that fits nothing above it",
					"line it up with the lines that it belongs to",
				];
			return ["something is missing here", "see that each key has its `:`, and that brackets close"];
		case "MULTILINE_IMPLICIT_KEY":
		case "KEY_OVER_1024_CHARS":
			return ["a key must stand in one line, with `:` behind it", "put it in quotes, or see that the `:` is there"];
		case "BLOCK_AS_IMPLICIT_KEY":
			if (/compact mappings/.test(error.message))
				return [
					"a key and its value can't stand here, behind another key",
					"put a text with `: ` in quotes; line up the lines that belong together",
				];
			return [
				"this list is indented in a way that fits nothing above it",
				"line it up with the items that it belongs to",
			];
		case "BLOCK_IN_FLOW":
			return ["a list or mapping can't begin here", "begin it on a line of its own, indented, or write it in brackets"];
		case "MULTIPLE_DOCS":
			return ["a second document begins here", "a policy is one document: put it into a file of its own"];
		case "BAD_COLLECTION_TYPE":
		case "TAG_RESOLVE_FAILED":
		case "MULTIPLE_TAGS":
			return ["tags are not read in policies", "put the text in quotes"];
		case "ALIAS_PROPS":
		case "BAD_ALIAS":
		case "MULTIPLE_ANCHORS":
			return ["anchors and aliases are not read in policies", "put the text in quotes"];
		case "BAD_DIRECTIVE":
			return ["directives are not read in policies", "take the line out"];
		case "BAD_PROP_ORDER":
		case "DUPLICATE_KEY":
		case "IMPOSSIBLE":
		case "NON_STRING_KEY":
		case "RESOURCE_EXHAUSTION":
		case "UNEXPECTED_TOKEN":
			return [`${shown} can't stand here`, "see the indentation, and put texts with special characters in quotes"];
	}
}

/** Grows the tree out of the parser's nodes. */
class Growth {
	readonly diagnostics: Diagnostic[] = [];
	constructor(
		private readonly file: string,
		private readonly text: string,
	) {}

	node(node: ParsedNode): YamlNode {
		if (isMap(node)) {
			const entries: Entry[] = [];
			const seen = new Map<string, Span>();
			for (const pair of node.items) {
				const entry = isPair(pair) ? this.entry(pair.key as ParsedNode, pair.value as ParsedNode | null) : undefined;
				if (!entry) continue;
				const first = seen.get(entry.key.text);
				if (first) {
					this.report(
						"duplicate-key",
						entry.key.span,
						`the key \`${shorten(entry.key.text)}\` stands here twice`,
						"put both into one, or rename one of them",
						first,
					);
					continue;
				}
				seen.set(entry.key.text, entry.key.span);
				entries.push(entry);
			}
			const flow = node.flow === true;
			return {
				kind: "mapping",
				entries,
				flow,
				span: this.span(node.range[0], flow ? node.range[1] : (entries[entries.length - 1]?.span.end ?? node.range[0])),
			};
		}
		if (isSeq(node)) {
			const items = node.items.map((item) => this.node(item as ParsedNode));
			const flow = node.flow === true;
			return {
				kind: "list",
				items,
				flow,
				span: this.span(node.range[0], flow ? node.range[1] : (items[items.length - 1]?.span.end ?? node.range[0])),
			};
		}
		if (!isScalar(node)) return { kind: "nothing", span: this.span(node.range[0], node.range[1]) };
		const [start, end] = node.range;
		const source = this.text.slice(start, end);
		const span = this.span(start, start + withoutEnd(source, " \t\r\n").length);
		if (node.type === "PLAIN") {
			if (node.value === null) return { kind: "nothing", span };
			if (typeof node.value === "boolean") return { kind: "flag", value: node.value, span };
			const text = typeof node.value === "string" ? node.value : (node.source ?? source);
			return { kind: "text", text, span, ...(text === source ? { inner: start } : {}) };
		}
		const text = String(node.value);
		return { kind: "text", text, span, ...(text === source.slice(1, -1) ? { inner: start + 1 } : {}) };
	}

	private entry(keyNode: ParsedNode | null, valueNode: ParsedNode | null): Entry | undefined {
		const key = keyNode && this.key(keyNode);
		if (!key) return undefined;
		const value: YamlNode = valueNode
			? this.node(valueNode)
			: { kind: "nothing", span: this.span(key.span.end, key.span.end) };
		return { key, value, span: this.span(key.span.start, Math.max(key.span.end, value.span.end)) };
	}

	/** Keys are texts as written: `012`, `true` and `null` as well. */
	private key(node: ParsedNode): TextNode | undefined {
		const span = this.span(node.range[0], node.range[1]);
		if (!isScalar(node)) {
			this.report(
				"yaml-syntax",
				span,
				"a list or mapping can't be a key",
				"put the key in quotes if it begins with a bracket",
			);
			return undefined;
		}
		const source = this.text.slice(span.start, span.end);
		if (node.type === "PLAIN" && source === "<<") {
			this.report(
				"yaml-syntax",
				span,
				"`<<` merges mappings in some YAML, and policies have no such thing",
				"let one agent extend the other",
			);
			return undefined;
		}
		if (node.type === "PLAIN" && typeof node.value !== "string")
			return { kind: "text", text: source, span, inner: span.start };
		const text = String(node.value);
		const inner = text === source ? span.start : text === source.slice(1, -1) ? span.start + 1 : undefined;
		return { kind: "text", text, span, ...(inner === undefined ? {} : { inner }) };
	}

	private span(start: number, end: number): Span {
		return { file: this.file, start, end: Math.max(start, end) };
	}

	private report(code: string, span: Span, message: string, help: string, first?: Span): void {
		if (this.diagnostics.length < mostFaults) {
			this.diagnostics.push({
				code,
				severity: "error",
				message,
				span,
				help,
				...(first ? { labels: [{ span: first, message: "the first stands here" }] } : {}),
			});
		}
	}
}

/** A text without these characters at its end: linear, as the regular expression is not. */
export function withoutEnd(text: string, characters: string): string {
	let end = text.length;
	while (end > 0 && characters.includes(text[end - 1] as string)) end--;
	return text.slice(0, end);
}

/** A text of an author for a message: long ones are cut. */
export function shorten(text: string): string {
	return text.length <= 60 ? text : `${text.slice(0, 57)}…`;
}
