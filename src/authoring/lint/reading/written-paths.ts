/** The lists of paths in a policy's files: what bounds a grant, what a restriction speaks of, and which folders are trusted. */
import type { PathPattern } from "../../../language/policy/test.js";
import type { Span } from "../../../language/source/span.js";
import type {
	ClaimStatement,
	PathsClause,
	PathsStatement,
	PathWord,
	RuleStatement,
	Statement,
} from "../../../language/syntax/statements.js";
import type { LintContext, StatedRule, StatedStatement } from "../lint-context.js";
import type { Finding } from "../lint-record.js";
import { visibleSets } from "./visible-sets.js";

/** One path, where it is written: in the list itself, or in a set that the list names. */
export interface WrittenPath extends PathPattern {
	readonly span: Span;
	/** Its place in the list's own words; absent where it comes from a set. */
	readonly place?: number;
}

export interface WrittenPaths {
	readonly keyword: PathsClause["keyword"] | PathsStatement["keyword"];
	readonly stated: StatedStatement<RuleStatement | ClaimStatement | PathsStatement>;
	/** The clause, or the statement. */
	readonly span: Span;
	/** The words as they stand. */
	readonly words: readonly PathWord[];
	/** The paths, sets put in. */
	readonly paths: readonly WrittenPath[];
}

const known = new WeakMap<LintContext, readonly WrittenPaths[]>();

/** The lists of the files that were asked for, in their order. */
export function writtenPaths(subject: LintContext): readonly WrittenPaths[] {
	const found = known.get(subject) ?? subject.ownStatements().flatMap((stated) => listsOf(stated, subject));
	known.set(subject, found);
	return found;
}

const byStatement = new WeakMap<LintContext, ReadonlyMap<Statement, readonly WrittenPaths[]>>();

/** The lists of one statement: a policy has thousands, and each is asked about by itself. */
export function pathsOfStatement(statement: Statement, subject: LintContext): readonly WrittenPaths[] {
	const found = byStatement.get(subject) ?? grouped(writtenPaths(subject));
	byStatement.set(subject, found);
	return found.get(statement) ?? [];
}

function grouped(lists: readonly WrittenPaths[]): ReadonlyMap<Statement, readonly WrittenPaths[]> {
	const found = new Map<Statement, WrittenPaths[]>();
	for (const one of lists) {
		const others = found.get(one.stated.statement);
		if (others) others.push(one);
		else found.set(one.stated.statement, [one]);
	}
	return found;
}

/** Does the list bound what a rule grants or what a `constrain` lets through? The other lists say what is refused. */
export function bounds({ keyword, stated }: WrittenPaths): boolean {
	return stated.statement.kind === "rule" && (keyword === "within" || keyword === "to");
}

function listsOf(stated: StatedStatement, subject: LintContext): readonly WrittenPaths[] {
	const { statement, file } = stated;
	const list = (keyword: WrittenPaths["keyword"], words: readonly PathWord[], span: Span): WrittenPaths => ({
		keyword,
		stated: stated as WrittenPaths["stated"],
		span,
		words,
		paths: words.flatMap((word, place) => pathsOf(word, place, file.file, subject)),
	});
	switch (statement.kind) {
		case "rule":
		case "claim":
			// What a `constrain network` holds are hosts.
			if (statement.kind === "rule" && statement.access === "network") return [];
			return statement.clauses.flatMap((clause) =>
				clause.form === "paths" ? [list(clause.keyword, clause.paths, clause.span)] : [],
			);
		case "setting":
			return statement.form === "paths" ? [list(statement.keyword, statement.paths, statement.span)] : [];
		default:
			return [];
	}
}

function pathsOf(
	{ kind, text, negated, span }: PathWord,
	place: number,
	file: string,
	subject: LintContext,
): readonly WrittenPath[] {
	if (kind !== "set") return [{ text, literal: kind === "quoted", negated, span, place }];
	return (visibleSets(file, subject).get(text) ?? []).flatMap(({ words }) => {
		const [only] = words;
		if (only === undefined || words.length > 1 || only.kind === "regex" || only.kind === "set") return [];
		return [{ text: only.text, literal: only.kind === "quoted", negated, span: only.span }];
	});
}

/** The faults that stand at different places: a set that several lists name is reported once. */
export function oncePerPlace(faults: readonly Finding[]): readonly Finding[] {
	return [
		...new Map(faults.toReversed().map((one) => [`${one.span.file}\0${one.span.start}`, one])).values(),
	].reverse();
}

const rules = new WeakMap<LintContext, ReadonlyMap<Statement, StatedRule>>();

/** The rule that a list stands on. */
export function ruleOf({ stated }: WrittenPaths, subject: LintContext): StatedRule | undefined {
	const found = rules.get(subject) ?? new Map(subject.rules().map((one) => [one.statement, one]));
	rules.set(subject, found);
	return found.get(stated.statement);
}

/** What must not be touched and begins with any number of folders is meant anywhere, not only in the workspace. */
export function meantPath(path: WrittenPath, { keyword }: WrittenPaths): WrittenPath {
	const anywhere = keyword === "touching" && !path.literal && /^\*\*(\/|$)/.test(path.text);
	return anywhere ? { ...path, text: `/${path.text}` } : path;
}
