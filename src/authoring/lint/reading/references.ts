/** What is defined where, and used where: sets, agents and groups, ids of rules. */
import type {
	Clause,
	PathWord,
	Pattern,
	PatternWord,
	PolicyFile,
	Statement,
	Text,
} from "../../../language/syntax/statements.js";

export type NameKind = "set" | "agent" | "id";

/** A name that a statement gives to something. `agent`: an agent or a group; `id`: of a rule. */
export interface NameDefinition {
	readonly thing: NameKind;
	readonly name: Text;
	readonly file: string;
	readonly statement: Statement;
}

/** A name that says which one is meant. Several where namesakes of several files are meant, none where there is no such thing. */
export interface NameUse {
	readonly thing: NameKind;
	readonly name: Text;
	readonly file: string;
	readonly statement: Statement;
	readonly means: readonly NameDefinition[];
}

export interface References {
	readonly definitions: readonly NameDefinition[];
	readonly uses: readonly NameUse[];
	readonly usesOf: (definition: NameDefinition) => readonly NameUse[];
}

interface Files {
	readonly files: readonly PolicyFile[];
	readonly imports: ReadonlyMap<string, readonly string[]>;
}

export function referencesIn(
	{ files, imports }: Files,
	statements: readonly { readonly statement: Statement; readonly file: PolicyFile }[],
): References {
	const definitions = statements.flatMap(({ statement, file }) => definitionsIn(statement, file.file));
	const named = new Map<string, NameDefinition[]>();
	for (const definition of definitions) {
		const key = `${definition.thing} ${definition.file} ${definition.name.text}`;
		named.set(key, [...(named.get(key) ?? []), definition]);
	}
	const inFile = (thing: NameKind, name: string, file: string): readonly NameDefinition[] =>
		named.get(`${thing} ${file} ${name}`) ?? [];
	const seenFrom = (
		thing: NameKind,
		name: string,
		file: string,
		seen = new Set<string>(),
	): readonly NameDefinition[] => {
		if (seen.has(file)) return [];
		seen.add(file);
		const own = inFile(thing, name, file);
		if (own.length > 0) return own;
		const imported = (imports.get(file) ?? []).map((one) => seenFrom(thing, name, one, seen));
		// Of sets with one name, that of the last import counts; agents with one name count together.
		return thing === "set" ? (imported.findLast((one) => one.length > 0) ?? []) : imported.flat();
	};
	const all = (thing: NameKind, name: string): readonly NameDefinition[] =>
		files.flatMap(({ file }) => inFile(thing, name, file));
	const uses = statements.flatMap(({ statement, file: { file } }) =>
		usesIn(statement).map(
			({ thing, name }): NameUse => ({
				thing,
				name,
				file,
				statement,
				// Ids are one list for the whole policy.
				means: thing === "id" ? all(thing, name.text) : seenFrom(thing, name.text, file),
			}),
		),
	);
	const byDefinition = new Map<NameDefinition, NameUse[]>();
	for (const use of uses) {
		for (const definition of use.means) {
			const list = byDefinition.get(definition);
			if (list) list.push(use);
			else byDefinition.set(definition, [use]);
		}
	}
	return { definitions, uses, usesOf: (definition) => byDefinition.get(definition) ?? [] };
}

function definitionsIn(statement: Statement, file: string): readonly NameDefinition[] {
	switch (statement.kind) {
		case "set":
			return [{ thing: "set", name: statement.name, file, statement }];
		case "agent":
		case "group":
			return [{ thing: "agent", name: statement.name, file, statement }];
		case "rule": {
			const id = idOf(statement.clauses);
			return id === undefined ? [] : [{ thing: "id", name: id, file, statement }];
		}
		default:
			return [];
	}
}

/** The id that a rule's author gave it. */
export function idOf(clauses: readonly Clause[]): Text | undefined {
	return clauses.flatMap((clause) => (clause.keyword === "id" ? [clause.text] : []))[0];
}

type Named = Pick<NameUse, "thing" | "name">;

/** The uses in a statement itself, not in those that it holds. */
function usesIn(statement: Statement): readonly Named[] {
	switch (statement.kind) {
		case "set":
			return setsOf(statement.patterns);
		case "agent":
		case "group":
			return statement.extends.map((name) => ({ thing: "agent", name }));
		case "rule":
		case "claim":
			return [...setsOf(statement.patterns), ...statement.clauses.flatMap(inClause)];
		case "setting":
			return statement.form === "paths" ? statement.paths.flatMap(setOf) : [];
		case "expect":
			return statement.by === undefined ? [] : [{ thing: "id", name: statement.by }];
		case "import":
		case "program":
			return [];
	}
}

function inClause(clause: Clause): readonly Named[] {
	switch (clause.form) {
		case "patterns":
			return setsOf(clause.patterns);
		case "paths":
			return clause.paths.flatMap(setOf);
		case "hosts":
			return clause.hosts.flatMap(setOf);
		case "options":
			return clause.options.flat().flatMap(setOf);
		case "powers":
		case "names":
		case "facts":
		case "date":
		case "text":
		case "name":
			return [];
	}
}

function setsOf(patterns: readonly Pattern[]): readonly Named[] {
	return patterns.flatMap((pattern) => pattern.words.flatMap(setOf));
}

function setOf({ kind, text, span }: PatternWord | PathWord): readonly Named[] {
	return kind === "set" ? [{ thing: "set", name: { text, span } }] : [];
}
