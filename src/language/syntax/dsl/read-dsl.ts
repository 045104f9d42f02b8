/**
 * Reads `.rules` text into statements. It knows the grammar's productions and nothing of what a statement means.
 */
import type { ILexingResult, IToken } from "chevrotain";
import * as t from "../../../../grammar/tokens.js";
import type { Checked, Diagnostic } from "../../diagnostic/diagnostic.js";
import { type Span, spanning } from "../../source/span.js";
import { attachComments } from "../comments.js";
import { withForeign } from "../foreign.js";
import type { PolicyFile, Statement } from "../statements.js";
import { mostFaults } from "./dsl-parsing.js";
import { closingBehind, type Part, partsOfFile, standsOutside } from "./dsl-parts.js";
import { DslReading } from "./dsl-statements.js";

/** Reads a file. Every fault is a diagnostic; what could be read in spite of them is in the value. */
export function readDsl(file: string, text: string): Checked<PolicyFile> {
	const quick = new DslReading(file, 0);
	const lexed = quick.lex(text);
	const { statements, diagnostics } = withoutFaults(quick, lexed) ?? readWhole(file, text);
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

type Read = { readonly statements: readonly Statement[]; readonly diagnostics: readonly Diagnostic[] };

/** Reads what nothing is wrong about. */
function withoutFaults(reading: DslReading, lexed: ILexingResult): Read | undefined {
	const { diagnostics } = reading;
	if (diagnostics.length > 0) return undefined;
	const statements = reading.statements(reading.parse({ ...lexed, tokens: reading.readPlain(lexed.tokens) }, "policy"));
	return diagnostics.length > 0 ? undefined : { statements, diagnostics };
}

function readWhole(file: string, text: string): Read {
	const reading = new DslReading(file, 0);
	const lexed = reading.lex(text);
	const found = reading.diagnostics.length;
	const cst = reading.parse(lexed, "policy");
	return reading.diagnostics.length === found
		? { statements: reading.statements(cst), diagnostics: reading.diagnostics }
		: readApart(file, text, lexed, reading, found);
}

/**
 * Reads each statement by itself, where the parser found something wrong: recovering from one, it may take the next for a part of it. `found`: how many faults were
 * there before the parser's.
 */
function readApart(file: string, text: string, lexed: ILexingResult, reading: DslReading, found: number): Read {
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
		const alone = new DslReading(file, 0);
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
