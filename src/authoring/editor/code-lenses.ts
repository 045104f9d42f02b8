/** Where something stands above a statement. What it says is found out when an editor shows it. */
import type { CodeLens } from "vscode-languageserver";
import type { Statement } from "../../language/syntax/statements.js";
import type { LensSubject } from "./findings.js";
import type { Open } from "./reading/files.js";
import { allStatements } from "./reading/marks.js";
import { placeAt } from "./reading/places.js";
import type { ReadFile } from "./reading/read-file.js";

/** The sorts that an editor may want: what is told of whole blocks, of tests, and of rules. */
export const lensSorts = ["blocks", "tests", "rules"] as const;
export type LensSort = (typeof lensSorts)[number];

/** What a lens is about, as it goes to the editor and comes back: a place in one version of a document. */
export interface LensData extends LensSubject {
	readonly uri: string;
	readonly version: number;
}

/** More lenses than these help nobody. */
const mostLenses = 5_000;

export function codeLenses(read: ReadFile, { uri, version }: Open, sorts: ReadonlySet<LensSort>): readonly CodeLens[] {
	const lens = (about: LensSubject["about"], start: number): CodeLens => {
		const place = placeAt(read.source, start);
		const data: LensData = { about, start, uri, version };
		return { range: { start: place, end: place }, data };
	};
	const statements = [...allStatements(read.file.statements)].slice(0, mostLenses);
	return [
		...(sorts.has("tests") && statements.length > 0 ? [lens("file", 0)] : []),
		...statements.flatMap(({ statement }) =>
			lensesOf(statement, sorts).map((about) => lens(about, statement.span.start)),
		),
	];
}

function lensesOf({ kind }: Statement, sorts: ReadonlySet<LensSort>): readonly LensSubject["about"][] {
	switch (kind) {
		case "agent":
			return [
				...(sorts.has("blocks") ? (["block"] as const) : []),
				...(sorts.has("tests") ? (["tests"] as const) : []),
			];
		case "group":
			return sorts.has("blocks") ? ["block"] : [];
		case "rule":
			return sorts.has("rules") ? ["rule"] : [];
		case "claim":
		case "expect":
			return sorts.has("tests") ? ["test"] : [];
		case "import":
		case "set":
		case "setting":
		case "program":
			return [];
	}
}

/** Is this what a lens of ours carries? It comes back from outside. */
export function isLensData(data: unknown): data is LensData {
	if (typeof data !== "object" || data === null) return false;
	const { uri, version, about, start } = data as Record<keyof LensData, unknown>;
	return (
		typeof uri === "string" &&
		Number.isSafeInteger(version) &&
		Number.isSafeInteger(start) &&
		["file", "block", "tests", "rule", "test"].includes(about as string)
	);
}
