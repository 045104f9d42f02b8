/**
 * Paths that follow from the words of a command without standing there: a copy in a folder has the last part of its source's name, a download that of its
 * address, what an archive holds lies below the folder that it is unpacked in.
 */
import type { Following } from "../knowledge/program.js";
import type { Arguments, FoundOption, OperandSlot } from "../request/arguments.js";
import type { Word } from "../request/request.js";
import { type NamedPath, pathOf, type Reach } from "./named-paths.js";
import { accessOf } from "./summed-tables.js";

/** What follows from the words of a command. */
export interface Followings {
	/** How far its operands reach; absent where they are what they say. */
	readonly reach?: Reach;
	/** Of what lies below, names that fit one of these, and none of those. Absent: all names. */
	readonly only?: readonly string[];
	readonly skip?: readonly string[];
	readonly saves: readonly Following[];
	/** One of them may not hold. */
	readonly maybe: boolean;
}

/** What the tables of a command say of paths that follow. Where several tables may hold, all that one of them says. */
export function followingOf(args: Arguments): Followings {
	const { usages, options, informs } = args;
	if (informs) return none;
	const found = new Set<Following>();
	let maybe = usages.length > 1;
	for (const usage of usages) for (const one of usage.follows ?? []) found.add(one);
	for (const { fact, sure } of options) {
		if (fact?.follows === undefined) continue;
		found.add(fact.follows);
		if (!sure) maybe = true;
	}
	if (found.size === 0) return none;
	const nothing = found.has("none") && options.some(({ fact, sure }) => sure && fact?.follows === "none");
	const reach = reachOf(found);
	return {
		...(reach === undefined ? {} : { reach, ...namesOf(args) }),
		saves: [...found].filter((one) => !nothing || !writes.has(one)),
		maybe,
	};
}

const none: Followings = { saves: [], maybe: false };

/** The widest reach that is said. */
function reachOf(found: ReadonlySet<Following>): Reach | undefined {
	const isWide = found.has("below") || found.has("visible");
	if (found.has("through") || (found.has("links") && isWide)) return "links";
	return found.has("below") ? "below" : found.has("visible") ? "visible" : undefined;
}

/** What is written after names. */
const writes: ReadonlySet<Following> = new Set<Following>([
	"into",
	"url",
	"clone",
	"members",
	"unknown",
	"prefix",
	"beside",
]);

/** The names that options ask for, where it is sure that they do. A `!` before one, or around it, turns it round. */
function namesOf({ options, program, words }: Arguments): Pick<Followings, "only" | "skip"> {
	const isPlain =
		program?.style !== "find" ||
		words?.every((word) => word.kind === "known" && !/^(?:[(),!]|-o|-or|-not)$/.test(word.text));
	const of = (follows: Following): readonly string[] | undefined => {
		const values = options
			.filter(({ fact }) => fact?.follows === follows)
			.map(({ value, sure }) => (sure ? value : undefined));
		const texts = values.map((value) => (value?.kind === "known" ? value.text : undefined));
		return isPlain && texts.length > 0 && texts.every((text) => text !== undefined && /^[^!/{}[\]\\]+$/.test(text))
			? (texts as string[])
			: undefined;
	};
	const only = of("only");
	const skip = of("skip");
	return { ...(only === undefined ? {} : { only }), ...(skip === undefined ? {} : { skip }) };
}

/** The paths that follow. */
export function pathsThatFollow(args: Arguments, { saves, maybe }: Followings): readonly NamedPath[] {
	if (saves.length === 0) return [];
	const found = saves.flatMap((one) => pathsOf(one, args));
	return maybe ? found.map((path) => ({ ...path, maybe: true as const })) : found;
}

/** `rg x` and `grep -r x` without a path look through the folder that they run in, unless something is piped to those that read their input else. */
export function pathHere(
	args: Arguments,
	{ reach, only, skip, saves }: Followings,
	isFed: boolean,
): readonly NamedPath[] {
	if (reach === undefined || args.usage?.operands.rest !== "read") return [];
	if (saves.includes("here") && isFed) return [];
	if (args.operands.some(({ roles, kind }) => kind === "sure" && roles.every((role) => accessOf(role) !== undefined)))
		return [];
	return [
		{
			text: ".",
			access: "read",
			reach,
			...(only === undefined ? {} : { only }),
			...(skip === undefined ? {} : { skip }),
		},
	];
}

function pathsOf(one: Following, args: Arguments): readonly NamedPath[] {
	const own = args.operands.filter(({ canonical }) => canonical === undefined);
	switch (one) {
		case "into":
			return copies(own, args);
		case "url":
			return own.filter(isAddress).flatMap(({ word }) => inOutput(args, addressName(word)));
		case "clone":
			return clones(own, args);
		case "members":
			return members(own, args);
		case "unknown":
			return inOutput(args, undefined);
		case "beside":
			return own.flatMap((slot) => neighbours(slot, args.program?.suffixes ?? []));
		case "fills":
			return filled(own);
		case "suffix":
			return keptFiles(own, args);
		case "rights":
			return own
				.filter(({ roles }) => roles.includes("write"))
				.map(({ word }) => ({ ...pathOf(word, "read"), reach: "below" }));
		case "prefix":
			return prefixed(own);
		case "lists":
			return listed(own, args);
		default:
			return [];
	}
}

/** `cp a b DIR`, `cp -t DIR a b`: files of the same names in the folder. */
function copies(own: readonly OperandSlot[], args: Arguments): readonly NamedPath[] {
	const options = args.options.filter(({ fact }) => fact?.follows === "into");
	const given = options.flatMap(({ value }) => value ?? []);
	const last = own[own.length - 1];
	// `ln -s a/b` makes a link in the folder that it runs in.
	const isAlone = own.length === 1 && args.program?.links === true;
	if (given.length === 0 && (last === undefined || (own.length < 2 && !isAlone))) return [];
	const folders = given.length > 0 ? given : isAlone ? [thisFolder] : [last?.word as Word];
	const sources = given.length > 0 || isAlone ? own : own.slice(0, -1);
	const hasHosts = args.usage?.follows?.includes("hosts") === true;
	return folders.flatMap((folder) =>
		sources.flatMap(({ word }): readonly NamedPath[] => {
			if (folder.kind !== "known") return [{ access: "write" }];
			if (hasHosts && /^[^/]+:/.test(folder.text)) return [];
			const named = pathOf(word, "write");
			// A folder is copied with all that it holds.
			const reach = { reach: "somewhere" } as const;
			if (named.text === undefined && named.glob === undefined)
				return [{ text: folder.text, access: "write", ...reach }];
			if (named.text !== undefined && /(?:^|\/)\.{0,2}\/*$/.test(named.text))
				return [{ text: folder.text, access: "write", ...reach }];
			return [{ ...(hasHosts ? withoutHost(named) : named), access: "write", into: folder.text, ...reach }];
		}),
	);
}

/** `host:a/b`: the last part stands behind the host. */
function withoutHost(path: NamedPath): NamedPath {
	const host = path.text === undefined ? undefined : /^[^/:]+:+(.+)$/s.exec(path.text)?.[1];
	return host === undefined ? path : { ...path, text: host };
}

const thisFolder: Word = { kind: "known", text: "." };

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
function inOutput(args: Arguments, name: string | undefined): readonly NamedPath[] {
	const folder = outputFolder(args);
	if (folder.kind !== "known") return [{ access: "write" }];
	if (name === undefined) return [{ text: folder.text, access: "write", reach: "somewhere" }];
	return [{ text: below(folder.text, name), access: "write" }];
}

function below(folder: string, name: string): string {
	if (name.startsWith("/")) return name;
	return folder === "." ? name : folder.endsWith("/") ? folder + name : `${folder}/${name}`;
}

/** Operands that may be addresses: those that are no paths. */
function isAddress({ roles }: OperandSlot): boolean {
	return roles.some((role) => accessOf(role) === undefined);
}

/** `https://host/a/b.txt?x` is saved as `b.txt`. A server or braces may make it any other name. */
function addressName(word: Word): string | undefined {
	if (word.kind !== "known" || /[[\]{}]/.test(word.text)) return undefined;
	const path = word.text.replace(/[?#].*$/s, "").replace(/^[a-z][a-z0-9+.-]*:\/\//i, "");
	const name = path.slice(path.lastIndexOf("/") + 1);
	if (!path.includes("/") || name === "") return "index.html";
	try {
		const decoded = decodeURIComponent(name);
		return decoded.includes("/") ? undefined : decoded;
	} catch {
		return undefined;
	}
}

/** `git clone URL [DIR]` */
function clones(own: readonly OperandSlot[], args: Arguments): readonly NamedPath[] {
	const [address, folder] = own.map(({ word }) => word);
	if (folder !== undefined) return filled(own);
	if (address === undefined) return [];
	const name = address.kind === "known" ? /([^/:]+?)(?:\.git)?\/*$/.exec(address.text)?.[1] : undefined;
	return inOutput(args, name).map((path) => ({ ...path, reach: "somewhere" }));
}

/** `tar -x … a b`: what is unpacked has these names, and what lies below them; without names it may be anything. */
function members(own: readonly OperandSlot[], args: Arguments): readonly NamedPath[] {
	const named = own.filter(isAddress);
	if (named.length === 0) return inOutput(args, undefined);
	return named.flatMap(({ word }) =>
		inOutput(args, word.kind === "known" && !/[*?[]/.test(word.text) ? word.text : undefined).map(
			(path): NamedPath => ({ ...path, reach: "somewhere" }),
		),
	);
}

/** `gzip a` makes `a.gz`, `gunzip a.gz` makes `a`. */
function neighbours({ word, roles }: OperandSlot, suffixes: readonly string[]): readonly NamedPath[] {
	if (!roles.some((role) => accessOf(role) !== undefined)) return [];
	if (word.kind !== "known") return [{ access: "write" }];
	const { text } = word;
	const names = suffixes.map((suffix) => (text.endsWith(suffix) ? text.slice(0, -suffix.length) : text + suffix));
	return [...new Set(names)].filter((name) => name !== "").map((name) => ({ text: name, access: "write" }));
}

/** `split FILE PREFIX` */
function prefixed(own: readonly OperandSlot[]): readonly NamedPath[] {
	const prefix: Word = own[1]?.word ?? { kind: "known", text: "x" };
	if (prefix.kind !== "known") return [{ access: "write" }];
	const slash = prefix.text.lastIndexOf("/");
	const name = prefix.text.slice(slash + 1);
	return [
		{
			text: slash < 0 ? "." : prefix.text.slice(0, slash + 1),
			access: "write",
			reach: "somewhere",
			...(/[*?[\]{}\\]/.test(name) ? {} : { only: [`${name}*`] }),
		},
	];
}

/** `strings @FILE`, `tar -T FILE`: further operands stand in a file. */
function listed(own: readonly OperandSlot[], args: Arguments): readonly NamedPath[] {
	const lists = own.flatMap(({ word }) => (word.kind === "known" && /^@./.test(word.text) ? [word.text.slice(1)] : []));
	const inOption = args.options.some(({ fact }) => fact?.follows === "lists");
	if (lists.length === 0 && !inOption) return [];
	// What stands in it is done what is done to operands.
	const { first = [], rest, last = [] } = args.usage?.operands ?? {};
	const others = [...first, ...(rest === undefined ? [] : [rest]), ...last].flatMap((role) => accessOf(role) ?? []);
	const accesses = others.length === 0 ? (["read"] as const) : [...new Set(others)];
	return [
		...lists.map((text): NamedPath => ({ text, access: "read" })),
		...accesses.map((access): NamedPath => ({ access, maybe: true })),
	];
}

/** `git worktree add DIR`: the folder gets files of any names. */
function filled(own: readonly OperandSlot[]): readonly NamedPath[] {
	return own
		.filter(({ roles }) => roles.includes("write"))
		.map(({ word }): NamedPath => ({ ...pathOf(word, "write"), reach: "somewhere" }));
}

/** `sed -i.bak`: the old file is kept under its name with the suffix; with a `*`, that stands for the name, and a folder may stand before it. */
function keptFiles(own: readonly OperandSlot[], { options }: Arguments): readonly NamedPath[] {
	const suffixes = options.filter(({ fact }) => fact?.follows === "suffix").flatMap(({ value }) => value ?? []);
	return suffixes.flatMap((suffix): readonly NamedPath[] => {
		if (suffix.kind !== "known") return [{ access: "write" }];
		return own
			.filter(({ roles }) => roles.some((role) => accessOf(role) !== undefined))
			.map(({ word }): NamedPath => {
				if (word.kind !== "known") return { access: "write" };
				const slash = word.text.lastIndexOf("/") + 1;
				const [folder, name] = [word.text.slice(0, slash), word.text.slice(slash)];
				const kept = suffix.text.includes("*") ? suffix.text.replaceAll("*", name) : name + suffix.text;
				return { text: kept.includes("/") ? kept : folder + kept, access: "write" };
			});
	});
}
