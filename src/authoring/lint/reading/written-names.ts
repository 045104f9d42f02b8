/** The names and words in a policy that the engine compares with others: not what is there for readers. */
import type { Span } from "../../../language/source/span.js";
import {
	type Clause,
	eventListsOf,
	type PathWord,
	type Pattern,
	type Statement,
	type Text,
} from "../../../language/syntax/statements.js";
import type { LintContext } from "../lint-context.js";
import { placedWords } from "./words/word-places.js";

export interface WrittenName {
	readonly text: string;
	readonly span: Span;
	/** `name`: of a set, an agent, a rule, a tool, a file, a variable. */
	readonly as: "program" | "option" | "operand" | "path" | "name";
}

const known = new WeakMap<LintContext, readonly WrittenName[]>();

/** Those of the files that were asked for, in their order. Regular expressions are no names: they may speak of letters as they like. */
export function writtenNames(subject: LintContext): readonly WrittenName[] {
	const found = known.get(subject) ?? subject.ownStatements().flatMap(({ statement }) => namesIn(statement));
	known.set(subject, found);
	return found;
}

function namesIn(statement: Statement): readonly WrittenName[] {
	switch (statement.kind) {
		case "import":
			return [named("path")(statement.path)];
		case "set":
			return [named("name")(statement.name), ...statement.patterns.flatMap(inPattern)];
		case "group":
		case "agent":
			return [statement.name, ...statement.extends].map(named("name"));
		case "rule":
		case "claim":
			return [...statement.patterns.flatMap(inPattern), ...statement.clauses.flatMap(inClause)];
		case "setting":
			// What the others say is fixed.
			if (statement.form === "variables") return statement.names.map(named("name"));
			return statement.form === "paths" ? statement.paths.flatMap(inPath) : [];
		case "program":
			return [
				named("program")(statement.name),
				...statement.options.flatMap((option) => option.names.map(named("option"))),
			];
		// Expectations may put such names to the test.
		case "expect":
			return [];
	}
}

function named(as: WrittenName["as"]): (text: Text) => WrittenName {
	return ({ text, span }) => ({ text, span, as });
}

function inPattern(pattern: Pattern): readonly WrittenName[] {
	return placedWords(pattern).flatMap(({ word, as }) =>
		word.kind === "plain" || word.kind === "quoted" ? [named(as)(word)] : [],
	);
}

function inPath(path: PathWord): readonly WrittenName[] {
	return path.kind === "set" ? [] : [named("path")(path)];
}

function inClause(clause: Clause): readonly WrittenName[] {
	switch (clause.form) {
		case "patterns":
			return clause.patterns.flatMap(inPattern);
		case "paths":
			return clause.paths.flatMap(inPath);
		case "hosts":
			return [];
		case "options":
			return clause.options
				.flat()
				.flatMap((word) => (word.kind === "plain" || word.kind === "quoted" ? [named("option")(word)] : []));
		case "names":
			return clause.names.map(named("name"));
		case "name":
			return [named("name")(clause.text)];
		case "events":
			return eventListsOf(clause).flatMap(({ patterns, clauses }) => [
				...patterns.flatMap(inPattern),
				...clauses.flatMap(inClause),
			]);
		case "powers":
		case "facts":
		case "date":
		case "text":
		case "limit":
			return [];
	}
}
