/**
 * Names that a command makes of others: with an ending that an option says (`split --additional-suffix=.x`), for another format (`soffice --convert-to x a.odt`), by a
 * pattern (`mmv '*.a' '#1.b'`, `rename a b FILE`), or without the folders that they had (`unzip -j a.zip d/f`).
 */

import { baseName } from "../../../language/source/normal-path.js";
import type { Following, Program } from "../../knowledge/program.js";
import { byName } from "../../records/by-name.js";
import type { Arguments } from "../../request/arguments/arguments.js";
import type { Word } from "../../request/request.js";
import { accessOf } from "../summed-tables.js";
import { type NamedPath, namedPath, pathWith } from "./named-path.js";

/** The names that are made, beside the paths that are known so far. */
export function namesMade(args: Arguments, paths: readonly NamedPath[]): readonly NamedPath[] {
	const { program, informs, options, usages } = args;
	if (program === undefined || informs) return none;
	const pattern = patterned.get(program.name);
	const isSaid =
		pattern !== undefined ||
		options.some(
			({ fact, value }) =>
				fact?.follows !== undefined && (said.has(fact.follows) || (fact.follows === "backups" && value !== undefined)),
		) ||
		usages.some(({ follows }) => follows?.includes("flattens") === true || follows?.includes("members") === true);
	if (!isSaid) return none;
	return [
		...withEndings(args, paths),
		...converted(args),
		...flattened(args),
		...unpacked(args),
		...(pattern?.(args) ?? none),
	];
}

/** Does the program make names by a pattern of its own? */
export function makesNames({ name }: Program): boolean {
	return patterned.get(name) !== undefined;
}

const none: readonly NamedPath[] = [];
const said: ReadonlySet<Following> = new Set<Following>(["ending", "converts", "flattens", "members"]);

/** The values of options of this kind. */
function valuesOf(follows: Following, { options }: Arguments): readonly Word[] {
	return options.flatMap(({ fact, value }) => (fact?.follows === follows && value !== undefined ? [value] : []));
}

/** `part*` becomes `part*.x`, too. A number's place in the ending may hold anything. */
function withEndings(args: Arguments, paths: readonly NamedPath[]): readonly NamedPath[] {
	const endings = [
		...valuesOf("ending", args),
		// `cp --suffix=.x` keeps what was there before.
		...args.options.flatMap(({ fact, value }) =>
			fact?.follows === "backups" && fact.names.includes("--suffix") && value ? [value] : [],
		),
	];
	if (endings.length === 0) return none;
	const families = paths.filter(({ access, only }) => access !== "read" && only !== undefined);
	return endings.flatMap((ending): readonly NamedPath[] => {
		if (ending.kind !== "known") return [namedPath("write")];
		// With a folder in it, it may lead out of the folder that the names begin in.
		if (ending.text.includes("/")) return [namedPath("write")];
		const glob = `*${escaped(ending.text).replace(/%[-+ #0-9.]*[a-zA-Z]|#/g, "*")}`.replace(/\*{2,}/g, "*");
		return families.map((path) =>
			pathWith(path, { only: (path.only ?? []).map((one) => one.replace(/\*$/, "") + glob) }),
		);
	});
}

/** `soffice --convert-to rules:Text d/a.odt` makes `a.rules`. */
function converted(args: Arguments): readonly NamedPath[] {
	return valuesOf("converts", args).flatMap((format): readonly NamedPath[] => {
		if (format.kind !== "known") return [namedPath("write")];
		const ending = format.text.replace(/[:,].*$/s, "").replace(/^\./, "");
		return paths(args).flatMap((word) => {
			if (word.kind !== "known") return inOutput(args, `*.${escaped(ending)}`, true);
			const name = baseName(word.text);
			const made = `${name.replace(/(?<=.)\.[^.]*$/, "")}.${ending}`;
			const beside = word.text.slice(0, word.text.lastIndexOf("/") + 1) + made;
			return [...inOutput(args, made), ...(hasOutput(args) ? [] : [namedPath("write", beside)])];
		});
	});
}

/** `7z e a.7z d/f` makes `f`. */
function flattened(args: Arguments): readonly NamedPath[] {
	const isFlat =
		args.usages.some(({ follows }) => follows?.includes("flattens") === true) ||
		args.options.some(({ fact }) => fact?.follows === "flattens");
	if (!isFlat) return none;
	return args.operands
		.filter(({ canonical, roles }) => canonical === undefined && roles.every((role) => accessOf(role) === undefined))
		.flatMap(({ word }) => {
			if (word.kind !== "known") return [namedPath("write")];
			const name = word.text.replace(/\/+$/, "").replace(/^.*\//s, "");
			return /[*?[]/.test(name) ? inOutput(args, name, true) : inOutput(args, name);
		});
}

/** `tar xf a --strip-components=1 d/f` makes `f`, `unzip a '*.x'` names that end so. */
function unpacked(args: Arguments): readonly NamedPath[] {
	const { usages, options, operands } = args;
	const isUnpacking =
		usages.some(({ follows }) => follows?.includes("members") === true) ||
		options.some(({ fact }) => fact?.follows === "members");
	if (!isUnpacking) return none;
	const isRenamed = options.some(({ fact }) => fact?.follows === "renames");
	return operands
		.filter(({ canonical, roles }) => canonical === undefined && roles.every((role) => accessOf(role) === undefined))
		.flatMap(({ word }) => {
			if (word.kind !== "known") return none;
			const parts = word.text.replace(/\/+$/, "").split("/");
			const last = parts[parts.length - 1] ?? "";
			if (/[*?[]/.test(last)) return inOutput(args, last, true);
			return isRenamed ? parts.slice(1).flatMap((_, at) => inOutput(args, parts.slice(at + 1).join("/"))) : none;
		});
}

/** What stands for a part of the old name: to `mmv` and to `zmv`. */
const marks = /#[lu]?\d|\$\{?\w+\}?/;

/** Programs that make names by a pattern. */
const patterned = byName<(args: Arguments) => readonly NamedPath[]>({
	mmv: ({ operands, input }) => {
		const words = operands.map(({ word }) => word);
		const [from, to] = words;
		if (from === undefined) return input?.kind === "known" ? none : [namedPath("both")];
		// Without a second pattern it stands in the first one: `[*.a=*.b]`.
		if (to === undefined) return [namedPath("write")];
		if (to.kind !== "known") return [namedPath("write")];
		const slash = to.text.lastIndexOf("/") + 1;
		const [folder, name] = [to.text.slice(0, slash), to.text.slice(slash)];
		if (marks.test(folder)) return [namedPath("write")];
		return [named(folder, escaped(name.replace(new RegExp(marks, "g"), "\u{0}")).replaceAll("\u{0}", "*"))];
	},
	rename: (args) => {
		const words = args.operands.map(({ word }) => word);
		const inOption = args.options.find(({ fact }) => fact?.role === "code")?.value;
		const [first, second, ...files] = words;
		const change = inOption ?? first;
		const replaced =
			change?.kind === "known" ? /^s([/,|#!:])((?:(?!\1).)*)\1((?:(?!\1).)*)\1[gi]*$/s.exec(change.text) : null;
		if (replaced !== null) {
			const [, , from = "", to = ""] = replaced;
			return (inOption === undefined ? words.slice(1) : words).flatMap((word) => renamed(word, from, to));
		}
		// The other program of this name takes what is replaced, and by what.
		if (first?.kind !== "known" || second?.kind !== "known" || files.length === 0 || inOption !== undefined)
			return none;
		return files.flatMap((word) => renamed(word, escapedPattern(first.text), second.text));
	},
});

/** A file with the first of these in its name replaced. What is no plain text may make any name in the folder. */
function renamed(word: Word, from: string, to: string): readonly NamedPath[] {
	const text = word.kind === "known" ? word.text : word.kind === "globbed" ? word.pattern : undefined;
	if (text === undefined) return [namedPath("write")];
	const slash = text.lastIndexOf("/") + 1;
	const [folder, name] = [text.slice(0, slash), text.slice(slash)];
	if (to.includes("/")) return [namedPath("write")];
	// Nothing repeats in it, so that it takes no time.
	const isPlain = !/[*+?[\](){}|]|\\\w/.test(from) && !/[$\\@]/.test(to);
	const found = isPlain ? new RegExp(from.replaceAll("/", "\\/")).exec(name) : null;
	if (found !== null) {
		const made = name.slice(0, found.index) + to + name.slice(found.index + found[0].length);
		return [word.kind === "known" ? { text: folder + made, access: "write" } : named(folder, made)];
	}
	if (isPlain && word.kind === "known") return none;
	const ending = /[\w.-]+$/.exec(to)?.[0] ?? "";
	return [named(folder, ending === "" ? "*" : `*${ending}`)];
}

function escapedPattern(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

/** A name by a pattern in a folder. */
function named(folder: string, pattern: string): NamedPath {
	if (!/[*?[\]{}]/.test(pattern)) return namedPath("write", folder + pattern);
	return namedPath("write", folder === "" ? "." : folder, { reach: "somewhere", only: [pattern] });
}

function escaped(text: string): string {
	return text.replace(/[*?[\]{}\\]/g, "?");
}

/** The operands that are paths. */
function paths({ operands }: Arguments): readonly Word[] {
	return operands.flatMap(({ roles, word }) => (roles.some((role) => accessOf(role) !== undefined) ? [word] : []));
}

function hasOutput(args: Arguments): boolean {
	return valuesOf("output", args).length > 0;
}

/** A name, or names by a pattern, in the folder that output goes to. */
function inOutput(args: Arguments, name: string, isPattern = false): readonly NamedPath[] {
	const folders = valuesOf("output", args);
	const given: readonly Word[] = folders.length === 0 ? [{ kind: "known", text: "" }] : folders;
	return given.map((folder): NamedPath => {
		if (folder.kind !== "known") return namedPath("write");
		const begin = folder.text === "" || folder.text.endsWith("/") ? folder.text : `${folder.text}/`;
		return isPattern ? named(begin, name) : namedPath("write", begin + name);
	});
}
