/**
 * Which names mean the same thing: in one file and in those that import each other.
 * A set belongs to one file; agents of one name in files that see each other are one; ids and taught programs belong to a whole policy.
 */

import { importedPath } from "../imports.js";
import type { Files } from "./files.js";
import { type Mark, marksOf, type NameKind } from "./marks.js";
import type { ReadFile } from "./read-file.js";

/** A name where it stands. */
export interface Occurrence {
	readonly read: ReadFile;
	readonly mark: Mark;
}

/** Is this the mark of a name? A program is one where it is named, not where a glob or a path stands for it. */
export function isName(mark: Mark): mark is Mark & { readonly kind: NameKind } {
	switch (mark.kind) {
		case "set":
		case "agent":
		case "rule":
			return true;
		case "program":
			return !/[*?[{/\\]/.test(mark.text);
		default:
			return false;
	}
}

/** Every place where the thing behind a name is named, the place itself included. */
export function occurrencesOf(mark: Mark, path: string, files: Files): readonly Occurrence[] {
	if (!isName(mark)) return [];
	const views = viewsOf(mark, path, files);
	const own = views.get(path);
	if (own === undefined) return [];
	if (mark.kind === "set") {
		const home = setHome(mark.text, path, files);
		return [...views.values()]
			.filter((view) => setHome(mark.text, view.read.path, files) === home)
			.flatMap((view) => view.occurrences);
	}
	return [...reached(own, [...views.values()], mark.kind)].flatMap((view) => view.occurrences);
}

/** Where the thing behind a name is defined. */
export function definitionsOf(mark: Mark, path: string, files: Files): readonly Occurrence[] {
	return occurrencesOf(mark, path, files).filter((one) => one.mark.defines);
}

/** The file whose set a name means in a file: its own, or that of the last import that has one. */
function setHome(name: string, path: string, files: Files, seen = new Set<string>()): string | undefined {
	if (seen.has(path)) return undefined;
	seen.add(path);
	const read = files.read(path);
	if (read === undefined) return undefined;
	if (read.file.statements.some((one) => one.kind === "set" && one.name.text === name)) return path;
	for (const statement of read.file.statements.toReversed()) {
		const imported = statement.kind === "import" ? importedPath(statement.path.text, path) : undefined;
		const home = imported === undefined ? undefined : setHome(name, imported, files, seen);
		if (home !== undefined) return home;
	}
	return undefined;
}

/** A file that has the name, and the files that it sees. */
interface View {
	readonly read: ReadFile;
	readonly closure: ReadonlySet<string>;
	readonly occurrences: readonly Occurrence[];
	readonly defines: boolean;
}

function viewsOf(mark: Mark & { readonly kind: NameKind }, path: string, files: Files): ReadonlyMap<string, View> {
	const views = new Map<string, View>();
	for (const at of new Set([...files.closure(path), ...files.all()])) {
		const read = files.read(at);
		if (read === undefined) continue;
		const occurrences = marksOf(read)
			.filter((one) => one.kind === mark.kind && one.text === mark.text)
			.map((one) => ({ read, mark: one }));
		if (occurrences.length === 0) continue;
		views.set(at, {
			read,
			closure: files.closure(at),
			occurrences,
			defines: occurrences.some((one) => one.mark.defines),
		});
	}
	return views;
}

/** The views that are joined to one by files that see each other. */
function reached(own: View, views: readonly View[], kind: NameKind): ReadonlySet<View> {
	const found = new Set([own]);
	const anywhere = !views.some((one) => one.defines);
	for (const view of found) {
		for (const other of views) {
			const sees = view.closure.has(other.read.path);
			const seen = other.closure.has(view.read.path);
			const joins =
				kind === "agent"
					? (sees && other.defines) || (seen && view.defines)
					: (sees || seen) && (anywhere || other.defines || view.defines);
			if (joins) found.add(other);
		}
	}
	return found;
}
