/**
 * Comments that take a finding back: `# lint-ignore NAME[, NAME]: reason (until 2027-01-01)`, in the line itself or above the statement that it belongs to;
 * inside of a statement, above the line. `# lint-ignore-file` speaks of the whole file, `# lint-ignore-begin` of all down to its `# lint-ignore-end`.
 * An error of reading can't be taken back, and an ignore that has expired takes nothing back.
 */
import type { Diagnostic } from "../../../language/diagnostic/diagnostic.js";
import { positionAt, type SourceFile } from "../../../language/source/source-file.js";
import type { Span } from "../../../language/source/span.js";
import type { FoundComment } from "../../../language/syntax/comments.js";
import type { Statement } from "../../../language/syntax/statements.js";
import type { LintContext } from "../lint-context.js";
import type { Applied, Ignore, IgnoreSort } from "./applied-ignore.js";
import { currentCode } from "./renamed-lints.js";

/** The findings that are left, and what the ignores of the files did that were asked for. */
export function applyIgnores(
	diagnostics: readonly Diagnostic[],
	subject: LintContext,
): { readonly left: readonly Diagnostic[]; readonly ignores: readonly Applied[] } {
	const applied = subject.roots.flatMap((file) =>
		ignoresIn(file, subject).map((ignore) => ({
			...ignore,
			expired: hasExpired(ignore, subject.today),
			took: new Map<string, number>(),
		})),
	);
	if (applied.length === 0) return { left: diagnostics, ignores: [] };
	// What speaks of less goes first: what speaks of more is then for the rest.
	const narrowest = applied.toSorted((a, b) => breadth[a.sort] - breadth[b.sort]);
	const canBeIgnored = new Set(subject.lints.map(({ name }) => name));
	const left = diagnostics.filter((diagnostic) => {
		const { code, span, severity } = diagnostic;
		if (severity === "error" && !canBeIgnored.has(code)) return true;
		// What reading found wrong under the name of a lint stays an error.
		if (severity === "error" && subject.diagnostics.includes(diagnostic)) return true;
		const by = narrowest.find(
			(ignore) =>
				!ignore.expired &&
				ignore.names.some(({ text }) => currentCode(text) === code) &&
				ignore.places.some((place) => begins(span, place)),
		);
		if (by === undefined) return true;
		by.took.set(code, (by.took.get(code) ?? 0) + 1);
		return false;
	});
	return { left, ignores: applied };
}

const breadth: Readonly<Record<IgnoreSort, number>> = { line: 0, begin: 1, end: 1, file: 2 };

function begins({ file, start }: Span, place: Span): boolean {
	return file === place.file && start >= place.start && start <= place.end;
}

/** A day that is none never comes: whoever wrote it must say which day is meant. */
function hasExpired({ until }: Ignore, today: string | undefined): boolean {
	if (until === undefined) return false;
	return !isDay(until.text) || (today !== undefined && today >= until.text);
}

/** Is it a day of the calendar, `2027-01-31`? */
export function isDay(text: string): boolean {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
	const day = new Date(`${text}T00:00:00Z`);
	return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** The ignores of a file, in their order. */
function ignoresIn(file: string, subject: LintContext): readonly Ignore[] {
	const source = subject.sources.get(file);
	if (source === undefined || !source.text.includes("lint-ignore")) return [];
	const statements = subject
		.statements()
		.filter((one) => one.file.file === file)
		.map(({ statement }) => statement);
	const all = subject.comments(file).flatMap((comment) => {
		const read = readIgnore(comment, file);
		return read ? [{ read, comment }] : [];
	});
	const ends = pairs(all.map(({ read }) => read));
	return all.map(({ read, comment }) => ({
		...read,
		unpaired: (read.sort === "begin" || read.sort === "end") && !ends.has(read),
		places: read.sort === "line" ? placesOf(comment, source, statements) : placesFrom(read, source, ends.get(read)),
	}));
}

/** Of an ignore that speaks of more than a statement. */
function placesFrom({ sort, span }: Read, { text }: SourceFile, end: number | undefined): readonly Span[] {
	if (sort === "file") return [{ ...span, start: 0, end: text.length }];
	return sort === "begin" && end !== undefined ? [{ ...span, end }] : [];
}

type Read = Omit<Ignore, "places" | "unpaired">;

/** Where each `begin` ends, and the `end` that ends it: the last one that is open; of those that say the same names, where the `end` says some. */
function pairs(all: readonly Read[]): ReadonlyMap<Read, number> {
	const namesOf = ({ names }: Read): string =>
		names
			.map(({ text }) => text)
			.sort()
			.join();
	const found = new Map<Read, number>();
	const open: Read[] = [];
	for (const one of all) {
		if (one.sort === "begin") open.push(one);
		if (one.sort !== "end") continue;
		const at = open.findLastIndex((begin) => one.names.length === 0 || namesOf(begin) === namesOf(one));
		const begin = open[at];
		if (begin === undefined) continue;
		open.splice(at, 1);
		found.set(begin, one.span.start);
		found.set(one, one.span.start);
	}
	return found;
}

function readIgnore({ text, start }: FoundComment, file: string): Read | undefined {
	const match = /^(#+[ \t]*lint-ignore(?:-(file|begin|end))?)(?![\w-])([^:]*)(?::(.*))?$/s.exec(text);
	if (!match) return undefined;
	const [, lead = "", sort = "line", list = "", rest = ""] = match;
	const names = [...list.matchAll(/[^\s,]+/g)].map((name) => {
		const at = start + lead.length + name.index;
		return { text: name[0], span: { file, start: at, end: at + name[0].length } };
	});
	const until = /\(until\s+([^)]*)\)\s*$/.exec(rest);
	const reason = (until ? rest.slice(0, until.index) : rest).trim();
	const restStart = start + text.length - rest.length;
	const day = until?.[1]?.trim() ?? "";
	const dayAt = until ? restStart + until.index + until[0].indexOf(day, "(until".length) : 0;
	return {
		sort: sort as IgnoreSort,
		span: { file, start, end: start + text.length },
		names,
		...(reason === "" ? {} : { reason }),
		...(until ? { until: { text: day, span: { file, start: dayAt, end: dayAt + day.length } } } : {}),
	};
}

/**
 * Behind words: their line, and what is said of a statement as a whole that ends there. In a line of its own: that line, and the next statement, or the
 * next line where it stands inside of one. Of an agent or a group it is the head: an ignore says nothing of all that stands in one.
 */
function placesOf(
	{ text, start }: FoundComment,
	source: SourceFile,
	statements: readonly Statement[],
): readonly Span[] {
	const file = source.name;
	const { line } = positionAt(source, start);
	const lineStart = source.lineStarts[line - 1] as number;
	const own = { file, start: lineStart, end: start + text.length };
	const heads = statements.map((one) => headOf(one, source));
	if (source.text.slice(lineStart, start).trim() === "") {
		const isInside = heads.some((head) => head.start < start && start < head.end);
		const next = isInside ? lineBehind(line, source) : heads.find((head) => head.start >= start);
		return next === undefined ? [own] : [own, next];
	}
	const ending = heads.filter((head) => head.start < lineStart && head.end > lineStart && head.end <= start);
	return [own, ...ending.map((head) => ({ ...head, end: head.start }))];
}

/** The next line that says something. */
function lineBehind(line: number, { name, text, lineStarts }: SourceFile): Span | undefined {
	for (let at = line; at < lineStarts.length; at++) {
		const start = lineStarts[at] as number;
		const end = lineStarts[at + 1] ?? text.length;
		// The first character of the line behind it is none of its own.
		if (/^[ \t]*[^#\s]/.test(text.slice(start, end))) return { file: name, start, end: Math.max(start, end - 1) };
	}
	return undefined;
}

/** Where a statement says its own, without the statements in it. */
function headOf(statement: Statement, { text }: SourceFile): Span {
	const { span } = statement;
	switch (statement.kind) {
		case "agent":
		case "group": {
			const names = [statement.name, ...statement.extends].map((name) => name.span.end);
			const behind = Math.max(...names.filter((end) => end <= span.end));
			const lineEnd = /[\r\n]|$/.exec(text.slice(behind, span.end))?.index ?? 0;
			const first = statement.body[0]?.span.start ?? span.end;
			return { ...span, end: Math.min(behind + lineEnd, Math.max(behind, first - 1)) };
		}
		default:
			return span;
	}
}
