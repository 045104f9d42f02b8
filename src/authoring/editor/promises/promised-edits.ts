/**
 * What the help of a fault asks for, as changes of the text: write this in its place, add that, take it out. Each is a way in which the sentence can be meant;
 * whether it takes the fault away is seen by trying.
 */
import type { Diagnostic, Fix } from "../../../language/diagnostic/diagnostic.js";
import type { Span } from "../../../language/source/span.js";
import { readPolicyFile } from "../../../language/syntax/read-policy-file.js";
import type { Clause, PolicyFile, RuleStatement, Statement } from "../../../language/syntax/statements.js";
import { convertPolicyFile } from "../../../language/syntax/write-policy-file.js";
import type { LintContext, StatedStatement } from "../../lint/lint-context.js";
import { deletion } from "../../lint/reading/deletion.js";
import { clauseDeletion, elementDeletion } from "../../lint/reading/part-deletion.js";
import { replacement, wordRemoval } from "../../lint/reading/text-edits.js";
import { isAsked, isExample, isTaking, isTemplate, type Quote, quotesIn, sortOf, takenOut } from "./quotes.js";

type Edit = Fix["edits"][number];

export interface PromisedEdit {
	readonly title: string;
	readonly edits: readonly Edit[];
	/** What it changes is a comment or a test: no decision. */
	readonly isBeside: boolean;
	/** Worth trying only where nothing before it did. */
	readonly isLast?: true;
}

/** What a fault is said to be, where, and what to do. */
export type Promising = Pick<Diagnostic, "span" | "help">;

/** The ways, those that change least first. `subject`: the policy that the fault was found in. */
export function* promisedEdits({ span, help = "" }: Promising, subject: LintContext): Generator<PromisedEdit> {
	const stated = statementAt(span, subject);
	const offered = /^there (?:is|are) /.test(help) ? quotesIn(help) : [];
	for (const quote of offered) yield* wordWays(quote.text, span, stated, subject);
	if (offered.length > 0) return;
	for (const quote of quotesIn(help)) {
		// A word of the language as well.
		if (/\bdid you mean $/.test(quote.before)) yield* wordWays(quote.text, span, stated, subject);
		if (isTemplate(quote) || isExample(quote) || !isAsked(quote)) continue;
		if (isTaking(quote)) {
			yield* takingWays(quote.text, span, stated, subject);
			continue;
		}
		switch (sortOf(quote)) {
			case "word":
				yield* wordWays(quote.text, span, stated, subject);
				break;
			case "statement":
				yield* statementWays(quote, span, stated, subject);
				break;
			case "clause":
				if (stated?.statement.kind === "rule") yield* clauseWays(quote.text, stated.statement, stated, subject);
		}
	}
	const taken = takenOut(help);
	if (taken !== undefined) yield* outWays(taken, span, stated, subject);
}

/** The innermost statement that holds the beginning of a place. */
function statementAt({ file, start }: Span, subject: LintContext): StatedStatement | undefined {
	return subject
		.statements()
		.filter(({ statement: { span } }) => span.file === file && span.start <= start && start < span.end)
		.at(-1);
}

function written({ file, start, end }: Span, subject: LintContext): string {
	return subject.sources.get(file)?.text.slice(start, end) ?? "";
}

/** The quote for the word, or for the pattern that the word stands in. */
function* wordWays(
	text: string,
	span: Span,
	stated: StatedStatement | undefined,
	subject: LintContext,
): Generator<PromisedEdit> {
	const places = [span, ...(stated === undefined ? [] : partsAround(span, stated.statement))];
	const own = written(span, subject);
	// In quotes, what is between them.
	if (/^(["']).*\1$/s.test(own)) places.unshift({ ...span, start: span.start + 1, end: span.end - 1 });
	for (const place of places) {
		const was = written(place, subject);
		const edit = was === text || was.includes("\n") ? undefined : replacement(place, was, text, subject);
		if (edit) yield { title: `write \`${text}\``, edits: [edit], isBeside: stated?.statement.kind === "expect" };
	}
}

/** The statement for the one that the fault is in, with the clauses that it says nothing of; or beside it, where it is of another kind. */
function* statementWays(
	{ text, behind }: Quote,
	span: Span,
	stated: StatedStatement | undefined,
	subject: LintContext,
): Generator<PromisedEdit> {
	const quoted = statementOf(text);
	if (quoted === undefined || stated === undefined) return;
	const { statement } = stated;
	const isBeside = quoted.kind === "expect" || quoted.kind === "claim";
	const way = (...edits: readonly (Edit | undefined)[]): readonly PromisedEdit[] => {
		const whole = edits.flatMap((one) => one ?? []);
		return whole.length < edits.length ? [] : [{ title: `write \`${text}\``, edits: whole, isBeside }];
	};
	if (quoted.kind === "rule" && statement.kind === "rule") {
		const full = withModifiers(quoted, statement);
		const at = statement.patterns.findIndex((one) => holds(one.span, span));
		const isPart = statement.patterns.length > 1 && at >= 0 && !holds(span, statement.span);
		const merged = withClauses(full, statement.clauses);
		if (!isPart) {
			yield* way(instead(merged, stated, subject));
			// It bounds what the other grants, which stays.
			yield { title: `add \`${text}\``, edits: [behindOf(quoted, stated, subject)], isBeside: false, isLast: true };
		} else {
			const spans = statement.patterns.map((one) => one.span);
			yield* way(elementDeletion(spans, at, subject), behindOf(merged, stated, subject));
		}
		return;
	}
	if (quoted.kind === statement.kind && isSameSort(quoted, statement)) {
		yield* way(instead(quoted, stated, subject));
		return;
	}
	if (quoted.kind === "setting") {
		const block = "body" in statement ? statement : ownerOf(stated, subject);
		const body = block?.body ?? (stated.owner === "" ? stated.siblings : []);
		const same = body.find((one) => isSameSort(quoted, one) && one.kind === "setting");
		const [first] = body;
		// `write \`default deny\` instead`: what the fault is about goes.
		const gone = / instead/.test(behind.slice(0, 8)) ? [deletion(stated, subject)] : [];
		const isThere = same !== undefined && written(same.span, subject) === text;
		if (isThere && gone.length > 0) yield* way(...gone);
		else if (same !== undefined)
			yield* way(instead(quoted, { ...stated, statement: same, siblings: body }, subject), ...gone);
		else if (first !== undefined)
			yield* way(beforeOf(quoted, { ...stated, statement: first, siblings: body }, subject), ...gone);
		return;
	}
	if (quoted.kind !== "expect" && quoted.kind !== "rule") return;
	const last = "body" in statement ? statement.body.at(-1) : statement;
	if (last?.kind === "rule" || last?.kind === "claim" || ("body" in statement && last !== undefined))
		yield* way(behindOf(quoted, { ...stated, statement: last }, subject));
}

/** The statement that a text is. */
function statementOf(text: string): Statement | undefined {
	const { statements } = readPolicyFile("quote.rules", text).value;
	return statements.length === 1 ? statements[0] : undefined;
}

/** The rule with the clauses of another that it does not have itself. */
function withClauses(rule: RuleStatement, clauses: readonly Clause[]): RuleStatement {
	const own = new Set(rule.clauses.map(({ keyword }) => keyword));
	return { ...rule, clauses: [...rule.clauses, ...clauses.filter(({ keyword }) => !own.has(keyword))] };
}

/** A statement in the place of another; undefined where a comment would be lost. */
function instead(
	statement: Statement,
	{ statement: { span } }: StatedStatement,
	subject: LintContext,
): Edit | undefined {
	const old = written(span, subject);
	const hasComment = subject
		.comments(span.file)
		.some(({ start }) => span.start <= start && start < span.start + old.trimEnd().length);
	if (hasComment) return undefined;
	const lines = linesOf(statement, span.file);
	if (!isYaml(span.file)) return { span, text: lines.join(`\n${indentOf(span, subject)}`) };
	const end = span.start + old.trimEnd().length;
	// In braces each key stands behind a comma.
	if (old.startsWith("{")) return { span: { ...span, end }, text: `{ ${lines.join(", ")} }` };
	return { span: { ...span, end }, text: lines.join(`\n${" ".repeat(columnOf(span, subject))}`) };
}

/** A statement in a line of its own behind another, and behind the comment in its line. */
function behindOf(statement: Statement, { statement: { span } }: StatedStatement, subject: LintContext): Edit {
	const source = subject.sources.get(span.file)?.text ?? "";
	const end = span.start + written(span, subject).trimEnd().length;
	const rest = /^[ \t]*#[^\r\n]*/.exec(source.slice(end))?.[0].length ?? 0;
	return {
		span: { ...span, start: end + rest, end: end + rest },
		text: `\n${ledBy(statement, span, subject)}`,
	};
}

function beforeOf(statement: Statement, { statement: { span } }: StatedStatement, subject: LintContext): Edit {
	const text = subject.sources.get(span.file)?.text ?? "";
	const start = text.lastIndexOf("\n", span.start - 1) + 1;
	const isAlone = /^[ \t]*(?:- +)?$/.test(text.slice(start, span.start));
	// A block in one line holds it in that line.
	if (!isAlone) return { span: { ...span, end: span.start }, text: `${linesOf(statement, span.file).join(" ")} ` };
	return { span: { ...span, start, end: start }, text: `${ledBy(statement, span, subject)}\n` };
}

/** The statement as it stands in a line of its own beside another. */
function ledBy(statement: Statement, beside: Span, subject: LintContext): string {
	const lines = linesOf(statement, beside.file);
	const text = subject.sources.get(beside.file)?.text ?? "";
	const lead = text.slice(text.lastIndexOf("\n", beside.start - 1) + 1, beside.start);
	const first = /^[ \t]*(?:- +)?/.exec(lead)?.[0] ?? "";
	return `${first}${lines.join(`\n${" ".repeat(first.length)}`)}`;
}

function indentOf({ file, start }: Span, subject: LintContext): string {
	const text = subject.sources.get(file)?.text ?? "";
	return /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", start - 1) + 1))?.[0] ?? "";
}

function columnOf({ file, start }: Span, subject: LintContext): number {
	const text = subject.sources.get(file)?.text ?? "";
	return start - (text.lastIndexOf("\n", start - 1) + 1);
}

function isYaml(file: string): boolean {
	return /\.ya?ml$/.test(file);
}

/** The lines of a statement by itself, as its notation is written. */
function linesOf(statement: Statement, file: string): readonly string[] {
	const notation = isYaml(file) ? "yaml" : "rules";
	const { comments: _, ...plain } = statement;
	const alone: PolicyFile = { file: `quote.${notation}`, notation, statements: [plain as Statement], closing: [] };
	const text = convertPolicyFile(alone, notation).trimEnd();
	const lines = text.split("\n");
	return lines[0] === "rules:" ? lines.slice(1).map((line) => line.slice(4)) : lines;
}

function isSameSort(quoted: Statement, statement: Statement): boolean {
	if (quoted.kind !== "setting" || statement.kind !== "setting")
		return quoted.kind !== "agent" && quoted.kind !== "group";
	return quoted.keyword === statement.keyword;
}

/** What is locked stays so, and so does an override. */
function withModifiers(quoted: RuleStatement, { locked, override }: RuleStatement): RuleStatement {
	if (quoted.locked || quoted.override) return quoted;
	const mayLock = quoted.keyword === "deny" || quoted.keyword === "constrain";
	return { ...quoted, locked: locked && mayLock, override };
}

function ownerOf({ owner }: StatedStatement, subject: LintContext) {
	const found = subject
		.ownStatements()
		.find(({ statement }) => "body" in statement && statement.name.text === owner)?.statement;
	return found !== undefined && "body" in found ? found : undefined;
}

/** The clause for the one of its keyword, or behind the rule. What a rule leaves out already stays left out. */
function* clauseWays(
	text: string,
	statement: RuleStatement,
	stated: StatedStatement,
	subject: LintContext,
): Generator<PromisedEdit> {
	const [keyword = ""] = text.split(" ");
	const same = statement.clauses.find((one) => one.keyword === keyword);
	const adds = keyword === "without" || keyword === "except";
	const title = `${same === undefined || adds ? "add" : "write"} \`${text}\``;
	if (isYaml(statement.span.file)) {
		const quoted = statementOf(`allow x ${text}`);
		if (quoted?.kind !== "rule" || (same !== undefined && adds)) return;
		const edit = instead(withClauses({ ...statement, clauses: quoted.clauses }, statement.clauses), stated, subject);
		if (edit) yield { title, edits: [edit], isBeside: false };
		return;
	}
	const end = (span: Span): Span => ({ ...span, start: span.end });
	const edit: Edit =
		same === undefined
			? { span: end(statement.span), text: ` ${text}` }
			: adds
				? { span: end(same.span), text: `, ${text.slice(keyword.length + 1)}` }
				: { span: same.span, text };
	yield { title, edits: [edit], isBeside: false };
}

/** `take \`--all\` out of the exception`: the element, or the clause of that keyword. */
function* takingWays(
	text: string,
	span: Span,
	stated: StatedStatement | undefined,
	subject: LintContext,
): Generator<PromisedEdit> {
	if (stated === undefined) return;
	const { statement } = stated;
	const title = `take \`${text}\` out`;
	const near = (a: Span, b: Span): number => Number(holds(b, span)) - Number(holds(a, span));
	const parts = listsIn(statement)
		.flatMap((list) => list.map((one, at) => ({ list, at, one })))
		.filter(({ one }) => written(one, subject) === text)
		.sort((a, b) => near(a.one, b.one));
	for (const { list, at } of parts) yield* without(list, at, stated, subject, title);
	if (statement.kind !== "rule") return;
	for (const clause of statement.clauses) {
		if (clause.keyword !== text) continue;
		const edit = clauseDeletion(clause.span, subject);
		if (edit) yield { title, edits: [edit], isBeside: false };
	}
}

/** `take it out`: the comment, the element, the clause or the statement that the fault is about. */
function* outWays(
	taken: NonNullable<ReturnType<typeof takenOut>>,
	span: Span,
	stated: StatedStatement | undefined,
	subject: LintContext,
): Generator<PromisedEdit> {
	const comment = subject
		.comments(span.file)
		.find(({ start, text }) => start <= span.start && span.start < start + text.length);
	if (comment !== undefined) {
		const edit = commentDeletion(
			{ file: span.file, start: comment.start, end: comment.start + comment.text.length },
			subject,
		);
		yield { title: "take the comment out", edits: [edit], isBeside: true };
		return;
	}
	if (taken === "comment") return;
	if (stated === undefined) {
		// What belongs to no statement stands there by itself, such as a brace that closes nothing.
		if (taken === "it" && span.start < span.end)
			yield { title: `take \`${cut(written(span, subject))}\` out`, edits: [{ span, text: "" }], isBeside: false };
		return;
	}
	const { statement } = stated;
	const shown = (what: Span): string => `take \`${cut(written(what, subject))}\` out`;
	if (taken === "it")
		for (const list of listsIn(statement))
			for (const [at, one] of list.entries())
				if (isSame(one, span)) yield* without(list, at, stated, subject, shown(one));
	if (taken !== "statement" && statement.kind === "rule")
		for (const clause of statement.clauses) {
			if (!holds(clause.span, span)) continue;
			const edit = clauseDeletion(clause.span, subject);
			if (edit) yield { title: shown(clause.span), edits: [edit], isBeside: false };
		}
	const isNamed =
		isSame(statement.span, span) ||
		("name" in statement && typeof statement.name === "object" && isSame(statement.name.span, span));
	if (taken === "clause" || (taken === "it" && !isNamed)) return;
	const edit = deletion(stated, subject);
	if (edit)
		yield {
			title: shown(statement.span),
			edits: [edit],
			isBeside: statement.kind === "expect" || statement.kind === "claim",
		};
}

/** An element goes; the clause or the statement of which it is all goes with it. */
function* without(
	list: readonly Span[],
	at: number,
	stated: StatedStatement,
	subject: LintContext,
	title: string,
): Generator<PromisedEdit> {
	const { statement } = stated;
	const own = list[at] as Span;
	const before = list[at - 1];
	const clause = statement.kind === "rule" ? statement.clauses.find((one: Clause) => holds(one.span, own)) : undefined;
	const edit =
		list.length > 1
			? (elementDeletion(list, at, subject) ?? (before && wordRemoval(before, own, subject)))
			: clause === undefined
				? deletion(stated, subject)
				: clauseDeletion(clause.span, subject);
	if (edit) yield { title, edits: [edit], isBeside: statement.kind === "expect" };
}

/** A comment with its line where it has one for itself. */
function commentDeletion({ file, start, end }: Span, subject: LintContext): Edit {
	const text = subject.sources.get(file)?.text ?? "";
	const from = text.lastIndexOf("\n", start - 1) + 1;
	if (text.slice(from, start).trim() !== "") {
		const blanks = /[ \t]*$/.exec(text.slice(from, start))?.[0].length ?? 0;
		return { span: { file, start: start - blanks, end }, text: "" };
	}
	const break_ = /^\r?\n/.exec(text.slice(end))?.[0].length ?? 0;
	return { span: { file, start: from, end: end + break_ }, text: "" };
}

/** The lists in a statement, each by the places of what it holds. */
function listsIn(statement: Statement): readonly (readonly Span[])[] {
	const found: Span[][] = [];
	const look = (node: unknown): void => {
		if (typeof node !== "object" || node === null) return;
		if (Array.isArray(node)) {
			const spans = node.flat().flatMap((one) => (isSpanned(one) ? [one.span] : []));
			if (spans.length > 0) found.push(spans);
			for (const one of node) look(one);
			return;
		}
		for (const [key, value] of Object.entries(node)) if (key !== "body" && key !== "span") look(value);
	};
	look(statement);
	return found;
}

function isSpanned(node: unknown): node is { readonly span: Span } {
	return typeof node === "object" && node !== null && "span" in node;
}

/** The parts of a statement that hold a place, the smallest first. */
function partsAround(span: Span, statement: Statement): readonly Span[] {
	return listsIn(statement)
		.flat()
		.filter((one) => holds(one, span) && !isSame(one, span))
		.sort((a, b) => a.end - a.start - (b.end - b.start));
}

function holds(outer: Span, { start, end }: Span): boolean {
	return outer.start <= start && end <= outer.end;
}

function isSame(a: Span, b: Span): boolean {
	return a.start === b.start && a.end === b.end;
}

function cut(text: string): string {
	const line = text.replaceAll(/\s+/g, " ");
	return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
