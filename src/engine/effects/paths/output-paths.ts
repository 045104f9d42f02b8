/** Names in the folder that output goes to: those of downloads follow from their addresses. */
import { baseName } from "../../../language/source/normal-path.js";
import type { Arguments, FoundOption, OperandSlot } from "../../request/arguments/arguments.js";
import type { Word } from "../../request/request.js";
import { accessOf } from "../summed-tables.js";
import { type NamedPath, namedPath } from "./named-path.js";
import { globMatches } from "./url-globs.js";

export const thisFolder: Word = { kind: "known", text: "." };

/** The folder that output goes to: an option's value, or the folder that the command runs in. */
function outputFolder({ options }: Arguments): Word {
	const given = options.filter((option): option is FoundOption & { readonly value: Word } => {
		return option.fact?.follows === "output" && option.value !== undefined;
	});
	if (given.length === 0) return thisFolder;
	const [only] = given;
	return given.length === 1 && only !== undefined ? only.value : { kind: "unknown", source: "a folder", words: "one" };
}

/** A name in the folder that output goes to; names that nobody knows where it is absent. */
export function inOutput(args: Arguments, name: string | undefined): readonly NamedPath[] {
	const folder = outputFolder(args);
	if (folder.kind !== "known") return [namedPath("write")];
	if (name === undefined) return [namedPath("write", folder.text, { reach: "somewhere" })];
	return [namedPath("write", below(folder.text, name))];
}

export function below(folder: string, name: string): string {
	if (name.startsWith("/")) return name;
	return folder === "." ? name : folder.endsWith("/") ? folder + name : `${folder}/${name}`;
}

/** Operands that may be addresses: those that are no paths. */
export function isAddress({ roles }: OperandSlot): boolean {
	return roles.some((role) => accessOf(role) === undefined);
}

/** The names that an address is saved under: of all that it stands for where it has braces. One that is undefined can't be known. */
export function addressNames(word: Word, args: Arguments): readonly (string | undefined)[] {
	if (word.kind !== "known" || !/[[\]{}]/.test(word.text) || !knowsBraces(args)) return [addressName(word)];
	const matches = isLiteral(args) ? [{ text: word.text }] : globMatches(word.text);
	if (matches === undefined) return [undefined];
	return matches.map(({ text }) => addressName({ kind: "known", text }, true));
}

/** `wget -x https://host/a/b`: the address's folders are made as well, with its host or without. */
export function foldersOfAddress(word: Word, { options }: Arguments): readonly string[] {
	if (word.kind !== "known" || !options.some(({ fact }) => fact?.follows === "unknown")) return [];
	const path = word.text.replace(/[?#].*$/s, "").replace(/^[a-z][a-z0-9+.-]*:\/\//i, "");
	return [path, path.replace(/^[^/]*\//, "")].filter((name) => name.includes("/"));
}

/** Does the program take braces in addresses for several? */
function knowsBraces({ usages }: Arguments): boolean {
	return usages.some(({ options }) => options.some(({ follows }) => follows === "matched"));
}

/** Does an option say that brackets and braces in addresses are letters like others? */
export function isLiteral({ options }: Arguments): boolean {
	return options.some(({ fact, sure }) => sure && fact?.follows === "literal");
}

/** `https://host/a/b.txt?x` is saved as `b.txt`. A server or braces may make it any other name. */
function addressName(word: Word, isPlain = false): string | undefined {
	if (word.kind !== "known" || (!isPlain && /[[\]{}]/.test(word.text))) return undefined;
	const path = word.text.replace(/[?#].*$/s, "").replace(/^[a-z][a-z0-9+.-]*:\/\//i, "");
	const name = baseName(path);
	if (!path.includes("/") || name === "") return "index.html";
	try {
		const decoded = decodeURIComponent(name);
		return decoded.includes("/") ? undefined : decoded;
	} catch {
		return undefined;
	}
}
