/** Going to definitions and finding references. */
import type { DocumentHighlight, Location } from "vscode-languageserver";
import { importedPath } from "./imports.js";
import type { Files } from "./reading/files.js";
import { markAt } from "./reading/marks.js";
import { definitionsOf, type Occurrence, occurrencesOf } from "./reading/names.js";
import { rangeOf } from "./reading/places.js";
import type { ReadFile } from "./reading/read-file.js";

/** Where the thing at an offset is defined; for an import, the file. */
export function definition(read: ReadFile, offset: number, files: Files): readonly Location[] {
	const mark = markAt(read, offset);
	if (mark === undefined) return [];
	if (mark.kind === "import") {
		const path = importedPath(mark.text, read.path);
		if (path === undefined || files.read(path) === undefined) return [];
		const start = { line: 0, character: 0 };
		return [{ uri: files.uriOf(path), range: { start, end: start } }];
	}
	return definitionsOf(mark, read.path, files).map((one) => locationOf(one, files));
}

/** Where the thing at an offset is named. */
export function references(read: ReadFile, offset: number, withDefinition: boolean, files: Files): readonly Location[] {
	const mark = markAt(read, offset);
	if (mark === undefined) return [];
	return occurrencesOf(mark, read.path, files)
		.filter((one) => withDefinition || !one.mark.defines)
		.map((one) => locationOf(one, files));
}

/** The same thing elsewhere in the same file. */
export function highlights(read: ReadFile, offset: number, files: Files): readonly DocumentHighlight[] {
	const mark = markAt(read, offset);
	if (mark === undefined) return [];
	return occurrencesOf(mark, read.path, files)
		.filter((one) => one.read.path === read.path)
		.map((one) => ({ range: rangeOf(one.read.source, one.mark), kind: one.mark.defines ? 3 : 2 }));
}

function locationOf({ read, mark }: Occurrence, files: Files): Location {
	return { uri: files.uriOf(read.path), range: rangeOf(read.source, mark) };
}
