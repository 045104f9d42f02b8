/** The outline of a file, and names in the whole workspace. */
import type { DocumentSymbol, SymbolInformation, SymbolKind } from "vscode-languageserver";
import type { Statement } from "../../language/syntax/statements.js";
import type { Files } from "./reading/files.js";
import { allStatements, marksOf, type NameKind } from "./reading/marks.js";
import { rangeOf } from "./reading/places.js";
import type { ReadFile } from "./reading/read-file.js";

/** Kinds of symbols by the numbers of the protocol. */
const shown = {
	file: 1,
	namespace: 3,
	class: 5,
	property: 7,
	function: 12,
	constant: 14,
	event: 24,
	array: 18,
} as const;

/** Everything that a file states, blocks with what is in them. */
export function outline(read: ReadFile): readonly DocumentSymbol[] {
	return read.file.statements.map((statement) => symbolOf(statement, read));
}

function symbolOf(statement: Statement, read: ReadFile): DocumentSymbol {
	const { name, kind, detail, at } = labelOf(statement, read);
	const range = rangeOf(read.source, statement.span);
	return {
		name: name === "" ? statement.kind : name,
		kind,
		...(detail === undefined ? {} : { detail }),
		range,
		selectionRange: at === undefined ? range : rangeOf(read.source, at),
		...("body" in statement ? { children: statement.body.map((inner) => symbolOf(inner, read)) } : {}),
	};
}

interface Label {
	readonly name: string;
	readonly kind: SymbolKind;
	readonly detail?: string;
	readonly at?: { readonly start: number; readonly end: number };
}

function labelOf(statement: Statement, read: ReadFile): Label {
	const written = (start: number, end: number): string => oneLine(read.source.text.slice(start, end));
	switch (statement.kind) {
		case "agent":
		case "group": {
			const parents = statement.extends.map((one) => one.text).join(", ");
			return {
				name: statement.name.text,
				kind: statement.kind === "agent" ? shown.class : shown.namespace,
				detail: `${statement.kind}${parents === "" ? "" : ` extends ${parents}`}`,
				at: statement.name.span,
			};
		}
		case "set":
			return { name: `@${statement.name.text}`, kind: shown.array, at: statement.name.span };
		case "program":
			return { name: statement.name.text, kind: shown.function, detail: "program", at: statement.name.span };
		case "import":
			return { name: statement.path.text, kind: shown.file, detail: "import", at: statement.path.span };
		case "rule": {
			const first = statement.patterns[0]?.span;
			const last = statement.patterns.at(-1)?.span;
			const subject = first && last ? written(first.start, last.end) : "";
			const id = statement.clauses.find((clause) => clause.keyword === "id");
			const modifier = statement.locked ? "locked " : statement.override ? "override " : "";
			return {
				name: cut(`${modifier}${statement.keyword} ${subject}`),
				kind: shown.event,
				...(id?.keyword === "id" ? { detail: id.text.text } : {}),
			};
		}
		case "expect":
			return { name: cut(`expect ${statement.effect.text}: ${statement.command.text}`), kind: shown.constant };
		case "claim":
		case "setting":
			return { name: cut(written(statement.span.start, statement.span.end)), kind: shown.property };
	}
}

function oneLine(text: string): string {
	return text.replaceAll(/\s+/g, " ").trim();
}

/** Longer labels are cut, between characters. */
function cut(text: string): string {
	const line = oneLine(text);
	const characters = [...line];
	return characters.length <= 80 ? line : `${characters.slice(0, 79).join("")}…`;
}

/** More symbols than this are no help. */
const mostSymbols = 500;

const kindOf: Readonly<Record<NameKind, SymbolKind>> = {
	set: shown.array,
	agent: shown.class,
	rule: shown.event,
	program: shown.function,
};

/** Names that are defined anywhere in the workspace and hold the letters of a query, in their order. */
export function workspaceSymbols(query: string, files: Files): readonly SymbolInformation[] {
	const found: SymbolInformation[] = [];
	for (const path of files.all()) {
		const read = files.read(path);
		if (read === undefined) continue;
		const owners = new Map([...allStatements(read.file.statements)].map(({ statement, owner }) => [statement, owner]));
		for (const mark of marksOf(read)) {
			if (!mark.defines || !holdsLetters(mark.text, query)) continue;
			const owner = owners.get(mark.statement);
			found.push({
				name: mark.text,
				kind: kindOf[mark.kind as NameKind],
				location: { uri: files.uriOf(path), range: rangeOf(read.source, mark) },
				...(owner ? { containerName: owner } : {}),
			});
			if (found.length >= mostSymbols) return found;
		}
	}
	return found;
}

function holdsLetters(name: string, query: string): boolean {
	let at = 0;
	const letters = name.toLowerCase();
	for (const letter of query.toLowerCase()) {
		at = letters.indexOf(letter, at) + 1;
		if (at === 0) return false;
	}
	return true;
}
