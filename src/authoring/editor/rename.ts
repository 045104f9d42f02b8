/** Renaming sets, agents, groups, rules and taught programs, wherever they are named. */
import type { Range, TextEdit, WorkspaceEdit } from "vscode-languageserver";
import { reservedInPatterns } from "../../../grammar/keywords.js";
import { isBareWord } from "../../../grammar/tokens.js";
import { isShipped } from "./imports.js";
import type { Files } from "./reading/files.js";
import { type Mark, markAt, marksOf, type NameKind } from "./reading/marks.js";
import { isName, type Occurrence, occurrencesOf } from "./reading/names.js";
import { rangeOf } from "./reading/places.js";
import type { ReadFile } from "./reading/read-file.js";

/** Why something can't be renamed, for the person who asked. */
export class NotRenamed extends Error {}

/** The name at an offset, if it can be renamed. */
export function prepareRename(read: ReadFile, offset: number, files: Files): { range: Range; placeholder: string } {
	const mark = renamable(read, offset, files).mark;
	return { range: rangeOf(read.source, mark), placeholder: mark.text };
}

/** The edits that give the thing at an offset another name. */
export function rename(read: ReadFile, offset: number, name: string, files: Files): WorkspaceEdit {
	const { mark, all } = renamable(read, offset, files);
	checkName(mark.kind, name);
	if (name === mark.text) return { changes: {} };
	checkFree(mark.kind, name, all, files);
	const changes: Record<string, TextEdit[]> = {};
	for (const one of all) {
		const uri = files.uriOf(one.read.path);
		changes[uri] ??= [];
		changes[uri].push({ range: rangeOf(one.read.source, one.mark), newText: name });
	}
	return { changes };
}

function renamable(
	read: ReadFile,
	offset: number,
	files: Files,
): { readonly mark: Mark & { readonly kind: NameKind }; readonly all: readonly Occurrence[] } {
	const mark = markAt(read, offset);
	if (mark === undefined || !isName(mark)) throw new NotRenamed("there is no name here that could be another");
	const all = occurrencesOf(mark, read.path, files);
	const defined = all.filter((one) => one.mark.defines);
	if (defined.length === 0)
		throw new NotRenamed(
			mark.kind === "program"
				? `\`${mark.text}\` is a program and not taught by this policy: its name is not ours to change`
				: `\`${mark.text}\` is defined nowhere`,
		);
	const shipped = defined.find((one) => isShipped(one.read.path));
	if (shipped) throw new NotRenamed(`\`${mark.text}\` is defined in a pack that ships with Bylaw`);
	const bent = all.find((one) => !one.mark.exact);
	if (bent)
		throw new NotRenamed(
			`\`${mark.text}\` is written with escapes in ${bent.read.path}: write it as it is, then rename it`,
		);
	return { mark, all };
}

function checkName(kind: NameKind, name: string): void {
	const fits =
		kind === "program"
			? isBareWord(name) && !/[*?[{/\\@!]/.test(name) && !name.startsWith("-") && !reservedInPatterns(name)
			: /^[A-Za-z_][\w.-]*$/.test(name) && !reservedInPatterns(name) && !(kind === "rule" && behindExpect.has(name));
	if (!fits) throw new NotRenamed(`\`${name}\` can't be a name here`);
}

/** Words that would be keywords in `expect deny by NAME`. */
const behindExpect: ReadonlySet<string> = new Set(["forced", "by"]);

/** A name that is taken would make one thing of two. */
function checkFree(kind: NameKind, name: string, all: readonly Occurrence[], files: Files): void {
	const near = new Set(all.flatMap((one) => [...files.closure(one.read.path)]));
	for (const path of files.all())
		if (all.some((one) => one.mark.defines && files.closure(path).has(one.read.path))) near.add(path);
	for (const path of near) {
		const read = files.read(path);
		const taken = read && marksOf(read).some((one) => one.kind === kind && one.text === name && one.defines);
		if (taken) throw new NotRenamed(`\`${name}\` is taken: it is defined in ${path}`);
	}
}
