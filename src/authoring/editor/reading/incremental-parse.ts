/**
 * Reads a text again after a change. In a long file only the statements are read that the change touches, as if they stood alone; the others are kept.
 * A file without faults comes out as a reading of the whole does, but for the comments of statements, which nobody but the formatter looks at.
 * Where something is wrong, a reading of the whole may find more of it: the background does that.
 */
import { beginningTokens, lexer } from "../../../../grammar/tokens.js";
import type { Diagnostic } from "../../../language/diagnostic/diagnostic.js";
import { positionAt, type SourceFile } from "../../../language/source/source-file.js";
import type { Span } from "../../../language/source/span.js";
import { notationOf, readPolicyFile } from "../../../language/syntax/read-policy-file.js";
import type {
	AgentStatement,
	GroupStatement,
	Notation,
	PolicyFile,
	Statement,
} from "../../../language/syntax/statements.js";
import { tooLarge } from "../too-large.js";
import type { Stretch } from "./places.js";
import type { ReadFile } from "./read-file.js";

/** Shorter texts are read as a whole. Characters. */
const short = 8000;

/** The text as read. `before`: the same file with another text, of which what stands is kept. */
export function parseIncrementally(
	path: string,
	source: SourceFile,
	before: ReadFile | undefined,
	shortest = short,
): ReadFile {
	const refusal = tooLarge(path, source.text);
	if (refusal !== undefined) {
		const file: PolicyFile = { file: path, notation: notationOf(path) ?? "rules", statements: [], closing: [] };
		const span = { file: path, start: 0, end: 0 };
		return { path, source, file, diagnostics: [{ code: "unreadable-file", severity: "error", span, ...refusal }] };
	}
	const part = before === undefined || source.text.length < shortest ? undefined : readPart(source, before);
	if (part !== undefined) return part;
	const { value, diagnostics } = readPolicyFile(path, source.text);
	return { path, source, file: value, diagnostics };
}

/** Neighbours that the change touches, and the stretch of the old text that is theirs alone: whole lines. */
interface Touched extends Stretch {
	readonly block: Block | undefined;
	/** The first and the one behind the last, by their place in the block. */
	readonly first: number;
	readonly behind: number;
}
type Block = AgentStatement | GroupStatement;

function readPart(source: SourceFile, before: ReadFile): ReadFile | undefined {
	const change = changeOf(before.source.text, source.text);
	const touched = touchedBy(change, before);
	if (touched === undefined) return undefined;
	const { shift } = change;
	const text = source.text.slice(touched.start, touched.end + shift);
	const part = alone(text, touched, before) ?? undefined;
	if (part === undefined) return undefined;
	const { file, path } = before;
	const place = (span: Span): Span => (span.start >= touched.end ? moved(span, shift) : span);
	const around = before.diagnostics.filter(({ span }) => span.end <= touched.start || span.start >= touched.end);
	const crossing = before.diagnostics.some(
		({ span, labels = [] }) =>
			(span.start < touched.start && span.end > touched.start) ||
			(span.start < touched.end && span.end > touched.end) ||
			labels.length > 0,
	);
	if (crossing) return undefined;
	// What is no YAML is looked at for nothing else: with the last such fault gone, others may be found anywhere.
	if (before.diagnostics.some(hidesOthers) && ![...around, ...part.diagnostics].some(hidesOthers)) return undefined;
	const siblings = (all: readonly Statement[]): readonly Statement[] => [
		...all.slice(0, touched.first),
		...part.statements,
		...all.slice(touched.behind).map((one) => shifted(one, shift)),
	];
	const statements =
		touched.block === undefined
			? siblings(file.statements)
			: file.statements.map((one): Statement => {
					if (one === touched.block)
						return {
							...touched.block,
							span: { ...one.span, end: one.span.end + shift },
							body: siblings(touched.block.body),
						};
					return one.span.start >= touched.end ? shifted(one, shift) : one;
				});
	return {
		path,
		source,
		file: { ...file, statements },
		diagnostics: [
			...around.map((one) => ({ ...one, span: place(one.span), ...(one.fix ? { fix: shifted(one.fix, 0) } : {}) })),
			...part.diagnostics,
		].sort((a, b) => a.span.start - b.span.start),
	};
}

function hidesOthers({ code }: Diagnostic): boolean {
	return code === "yaml-syntax";
}

interface TextChange extends Stretch {
	/** How much longer the text is now. */
	readonly shift: number;
}

/** What is left of the old text between the same beginning and the same end. */
function changeOf(before: string, after: string): TextChange {
	const shortest = Math.min(before.length, after.length);
	let start = 0;
	while (start < shortest && before.charCodeAt(start) === after.charCodeAt(start)) start++;
	let kept = 0;
	while (
		kept < shortest - start &&
		before.charCodeAt(before.length - 1 - kept) === after.charCodeAt(after.length - 1 - kept)
	)
		kept++;
	return { start, end: before.length - kept, shift: after.length - before.length };
}

function touchedBy(change: TextChange, { file, source }: ReadFile): Touched | undefined {
	const block = file.statements.find(
		(one): one is Block =>
			(one.kind === "agent" || one.kind === "group") &&
			one.body.length > 0 &&
			(one.body[0]?.span.start ?? 0) <= change.start &&
			change.end <= one.span.end,
	);
	// Sections of a file in YAML are no list of statements.
	if (block === undefined && file.notation === "yaml") return undefined;
	const all = block === undefined ? file.statements : block.body;
	const behindLine = (at: number): number => lineBehind(source, (all[at] as Statement).span.end);
	// The one before is read with them: a line may belong to it that is not yet, or no longer, a statement.
	const first = all.findLastIndex((_, index) => behindLine(index) <= change.start);
	const last = all.findIndex(
		(_, index) => index >= first && behindLine(index) >= change.end && behindLine(index) > change.start,
	);
	if (first < 1 || last < 0) return undefined;
	const start = behindLine(first - 1);
	const end = behindLine(last);
	const next = all[last + 1]?.span.start ?? (block === undefined ? source.text.length : block.span.end - 1);
	const apart = (all[first] as Statement).span.start >= start && next >= end && change.end < end;
	// The last line of a file may not end.
	return apart && /[\r\n]/.test(source.text[end - 1] ?? "")
		? { block, first, behind: last + 1, start, end }
		: undefined;
}

/** Where the line behind the one of an offset begins. */
function lineBehind(source: SourceFile, offset: number): number {
	return source.lineStarts[positionAt(source, offset).line] ?? source.text.length;
}

interface Part {
	readonly statements: readonly Statement[];
	readonly diagnostics: readonly Diagnostic[];
}

/** Some statements read by themselves, in their places; undefined where what stands around them might belong to them. */
function alone(text: string, { start, block }: Touched, { file, path }: ReadFile): Part | undefined {
	const lead = leadOf(file.notation, block !== undefined, text);
	if (lead === undefined) return undefined;
	const [before, behind] = lead;
	const { value, diagnostics } = readPolicyFile(path, `${before}${text}${behind}`);
	const statements = statementsOf(value, block !== undefined && file.notation === "rules", before.length);
	if (statements === undefined) return undefined;
	const by = start - before.length;
	const end = before.length + text.length;
	const inside = diagnostics.map((one) => ({
		...one,
		span: {
			...one.span,
			start: within(one.span.start, before.length, end),
			end: within(one.span.end, before.length, end),
		},
	}));
	return { statements: statements.map((one) => shifted(one, by)), diagnostics: inside.map((one) => shifted(one, by)) };
}

function within(offset: number, least: number, most: number): number {
	return Math.max(least, Math.min(most, offset));
}

function statementsOf({ statements }: PolicyFile, braced: boolean, from: number): readonly Statement[] | undefined {
	if (!braced) return statements;
	const [block, more] = statements;
	return block?.kind === "agent" && more === undefined && block.name.span.end <= from ? block.body : undefined;
}

/** What must stand around some statements so that they read as they do in their file; undefined where they are not apart from it. */
function leadOf(notation: Notation, inBlock: boolean, text: string): readonly [string, string] | undefined {
	switch (notation) {
		case "rules":
			return isWhole(text) ? (inBlock ? ["agent x {\n", "}\n"] : ["", ""]) : undefined;
		case "yaml":
			return isList(text) ? ["rules:\n", ""] : undefined;
	}
}

/** Do whole statements stand here: the first word begins one, braces are closed, and no list goes on? */
function isWhole(text: string): boolean {
	const { tokens } = lexer.tokenize(text);
	const [first] = tokens;
	const last = tokens.at(-1);
	if (first === undefined || last === undefined) return false;
	if (!beginners.has(first.tokenType.name)) return false;
	if (["Comma", "Ampersand", "Equals", "Locked", "Override"].includes(last.tokenType.name)) return false;
	let depth = 0;
	for (const token of tokens) {
		if (token.tokenType.name === "LeftBrace") depth++;
		if (token.tokenType.name === "RightBrace") depth--;
		if (depth < 0) return false;
	}
	return depth === 0;
}

const beginners: ReadonlySet<string> = new Set(beginningTokens.map(({ name }) => name));

/** Do items of one list stand here, and nothing that is indented less? */
function isList(text: string): boolean {
	const lines = text.split(/\r\n|\n|\r/).filter((line) => !/^\s*(#|$)/.test(line));
	const column = /^ *(?=- )/.exec(lines[0] ?? "")?.[0].length;
	if (column === undefined) return false;
	return lines.every((line) => {
		const own = /^ */.exec(line)?.[0].length ?? 0;
		return own > column || (own === column && line[own] === "-");
	});
}

/** The same data with every span moved. */
function shifted<T>(value: T, by: number): T {
	if (by === 0 || typeof value !== "object" || value === null) return value;
	if (Array.isArray(value)) return value.map((one) => shifted(one, by)) as T;
	const copy: Record<string, unknown> = {};
	for (const key of Object.keys(value)) {
		const inner = (value as Record<string, unknown>)[key];
		copy[key] = key === "span" ? moved(inner as Span, by) : typeof inner === "object" ? shifted(inner, by) : inner;
	}
	return copy as T;
}

function moved({ file, start, end }: Span, by: number): Span {
	return { file, start: start + by, end: end + by };
}
