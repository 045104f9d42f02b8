/**
 * Paths that follow from the words of a command without standing there: a copy in a folder has the last part of its source's name, a download that of its
 * address, what an archive holds lies below the folder that it is unpacked in.
 */

import { baseName } from "../../../language/source/normal-path.js";
import { expressionOf } from "../../knowledge/forms.js";
import type { Following } from "../../knowledge/program.js";
import { altered } from "../../records/altered.js";
import type { Arguments, FoundOption, OperandSlot } from "../../request/arguments/arguments.js";
import type { Word } from "../../request/request.js";
import { accessOf } from "../summed-tables.js";
import { isTakenBack } from "../taken-back.js";
import { copies } from "./copied-paths.js";
import type { Followings, Route } from "./followings.js";
import { asksForHidden, nameFilters } from "./name-filters.js";
import { inDoubt, type NamedPath, namedPath, pathWith, type Reach } from "./named-path.js";
import { addressNames, below, foldersOfAddress, inOutput, isAddress, isLiteral } from "./output-paths.js";
import { foldersBetween, inFolderBefore, pathInAddress, pathOf } from "./path-of-word.js";
import { allPathspecs } from "./pathspecs.js";
import { globMatches } from "./url-globs.js";

/** What the tables of a command say of paths that follow. Where several tables may hold, all that one of them says. */
export function followingOf(args: Arguments): Followings {
	const { usages, options, informs } = args;
	if (informs) return none;
	const isSaid =
		usages.some((usage) => usage.follows !== undefined || usage.implicit !== undefined || usage.modes !== undefined) ||
		options.some(({ fact }) => fact?.follows !== undefined);
	if (!isSaid) return none;
	const found = new Set<Route>();
	let maybe = usages.length > 1;
	for (const usage of usages) {
		for (const one of usage.follows ?? []) found.add(one);
		if (usage.implicit !== undefined) found.add("implicit");
	}
	for (const one of modesOf(args)) found.add(one);
	for (const { fact, sure } of options) {
		if (fact?.follows === undefined) continue;
		found.add(fact.follows);
		if (!sure) maybe = true;
	}
	if (found.size === 0) return none;
	if (found.has("into")) found.add("becomes");
	const nothing = found.has("none") && options.some((option) => saysNone(option) && !isTakenBack(option, options));
	const plain = reachOf(found);
	const reach = plain === "visible" && asksForHidden(args) ? "below" : plain;
	const saves = [...found].filter((one) => !nothing || !writes.has(one));
	return reach === undefined ? { saves, maybe } : altered(nameFilters(args), { reach, saves, maybe });
}

const none: Followings = { saves: [], maybe: false };

const saysNone = ({ fact, sure }: FoundOption): boolean => sure && fact?.follows === "none";

/** `ar x a.a`: what follows from the form of the first operand, which may be any where it can't be known. */
function modesOf({ usages, operands }: Arguments): readonly Following[] {
	if (usages.every(({ modes }) => modes === undefined)) return [];
	const [first] = operands.filter(({ canonical }) => canonical === undefined);
	if (first === undefined) return [];
	const { word } = first;
	return usages.flatMap(({ modes = [] }) =>
		modes.flatMap((mode) => (word.kind === "known" && !expressionOf(mode).test(word.text) ? [] : mode.follows)),
	);
}

/** The widest reach that is said. */
function reachOf(found: ReadonlySet<string>): Reach | undefined {
	const isWide = found.has("below") || found.has("visible");
	if (!found.has("unlinked") && (found.has("through") || (found.has("links") && isWide))) return "links";
	if (found.has("through")) return "below";
	return found.has("below") ? "below" : found.has("visible") ? "visible" : undefined;
}

/** What is written after names, and where there are none. */
const writes: ReadonlySet<string> = new Set<Following>([
	"into",
	"url",
	"clone",
	"members",
	"unknown",
	"prefix",
	"beside",
	"products",
	"numbered",
	"here",
]);

/** The paths that follow. */
export function pathsThatFollow(args: Arguments, { saves, maybe }: Followings): readonly NamedPath[] {
	if (saves.length === 0) return [];
	const found = saves.flatMap((one) => pathsOf(one, args));
	return maybe ? found.map(inDoubt) : found;
}

/** `rg x` and `grep -r x` without a path look through the folder that they run in, unless something is piped to those that read their input else; `hg purge` clears it. */
export function pathHere(args: Arguments, following: Followings, isFed: boolean): readonly NamedPath[] {
	const { reach, only, skip, saves } = following;
	if (saves.includes("pathspecs")) return allPathspecs(args, following);
	const isHere = saves.includes("here");
	const access = accessOf(args.usage?.operands.rest ?? "value");
	if (reach === undefined || access === undefined || (access !== "read" && !isHere)) return [];
	if (isHere && isFed && access === "read") return [];
	if (args.operands.some(({ roles, kind }) => kind === "sure" && roles.every((role) => accessOf(role) !== undefined)))
		return [];
	return [namedPath(access, ".", { reach, only, skip })];
}

function pathsOf(one: Route, args: Arguments): readonly NamedPath[] {
	const own = args.operands.filter(({ canonical }) => canonical === undefined);
	switch (one) {
		case "into":
			return copies(own, args);
		case "url":
			return own
				.filter(isAddress)
				.flatMap(({ word }) =>
					[...addressNames(word, args), ...foldersOfAddress(word, args)].flatMap((name) => inOutput(args, name)),
				);
		case "clone":
			return clones(own, args);
		case "members":
			return members(own, args);
		case "unknown":
			return inOutput(args, undefined).flatMap((path): readonly NamedPath[] =>
				goesThroughLinks(args) && path.reach !== undefined ? [pathWith(path, { reach: "through" })] : [path],
			);
		case "beside":
			return own.flatMap((slot) => neighbours(slot, args.program?.suffixes ?? []));
		case "fills":
			return filled(own);
		case "suffix":
			return keptFiles(own, args);
		case "rights":
			return own
				.filter(({ roles }) => roles.includes("write"))
				.map(({ word }) => pathWith(pathOf(word, "read"), { reach: "below" }));
		case "prefix":
			return prefixed(own);
		case "lists":
			return pathsListedInFile(own, args);
		case "becomes":
			return becoming(own, args);
		case "completes":
			return completed(own, args);
		case "template":
			return fromTemplates(own, args);
		case "numbered":
			return inOutput(args, undefined).map((path) =>
				path.text === undefined ? path : pathWith(path, { only: numbers }),
			);
		case "repository":
		case "pushes":
			return repositories(own, one === "pushes" ? "both" : "read");
		case "stores":
			return besideStores(own);
		case "siblings":
			return own.flatMap(({ word, roles }) => {
				if (!roles.some((role) => accessOf(role) !== undefined)) return [];
				return word.kind === "known" ? beginning(withoutEnd(word.text), "write") : [namedPath("write")];
			});
		case "implicit":
			return implicitPaths(args);
		case "target":
			return fromTarget(own, args);
		case "member":
			return valuesOf("member", args).flatMap(({ value }) =>
				inOutput(args, value.kind === "known" ? value.text : undefined),
			);
		case "family":
			return families(own, args);
		case "backups":
			return backups(own, args);
		case "products":
			return products(own, args);
		case "unseen":
			return [namedPath("both", undefined, { maybe: true, byCode: true })];
		case "includes":
			return [namedPath("read", undefined, { maybe: true })];
		case "serves":
			return servedFolders(args);
		case "compared":
			return inOutput(args, undefined).map((path) => pathWith(path, { access: "read" }));
		case "braces":
			return bracedValues(args);
		case "matched":
			return matchedNames(own, args);
		default:
			return [];
	}
}

/** `cp -r a b`, `mv a b`: what is copied or moved with all that it holds may come to be called `b`. */
function becoming(own: readonly OperandSlot[], args: Arguments): readonly NamedPath[] {
	const last = own[own.length - 1];
	const isPlaced = args.options.some(({ fact, value }) => fact?.follows === "into" && value !== undefined);
	if (followingOf(args).reach === undefined || last === undefined || own.length < 2 || isPlaced) return [];
	if (args.usage?.follows?.includes("hosts") && last.word.kind === "known" && /^[^/]+:/.test(last.word.text)) return [];
	// `cp -T`: a folder that is there gets what the other one holds.
	const isMerged = args.options.some(({ fact }) => fact?.follows === "none");
	const named = pathWith(pathOf(last.word, "write"), { reach: "somewhere" });
	return [isMerged ? named : pathWith(named, { becomes: true })];
}

/** `git clone URL [DIR]` */
function clones(own: readonly OperandSlot[], args: Arguments): readonly NamedPath[] {
	const [address, folder] = own.map(({ word }) => word);
	if (folder !== undefined) return filled(own);
	if (address === undefined) return [];
	const name = address.kind === "known" ? /([^/:]+?)(?:\.git)?\/*$/.exec(address.text)?.[1] : undefined;
	return inOutput(args, name).map((path) => pathWith(path, { reach: "somewhere" }));
}

/** `tar -x … a b`: what is unpacked has these names, and what lies below them; without names it may be anything. */
function members(own: readonly OperandSlot[], args: Arguments): readonly NamedPath[] {
	const moves = foldersBetween(args);
	const named = args.options.some(({ fact }) => fact?.follows === "renames") ? [] : own.filter(isAddress);
	// What is unpacked may go through links that are there.
	const linked = goesThroughLinks(args)
		? inOutput(args, undefined).map((path) => pathWith(path, { reach: "through" }))
		: [];
	if (named.length === 0) {
		// `--transform s/a/NAME/`: what members are called stands in the expression.
		const renamed = valuesOf("renames", args).flatMap(({ value }) =>
			value.kind === "known" ? value.text.split(/[/,|#;:@!]/).filter((part) => /[^\w]/.test(part)) : [],
		);
		const others = renamed.flatMap((name) => inOutput(args, name));
		const slots = own.filter(isAddress);
		const paths = inOutput(args, undefined);
		return [...paths, ...others, ...slots.flatMap((slot) => inFolderBefore(paths, slot, moves)), ...linked];
	}
	return [
		...linked,
		...named.flatMap((slot) => {
			const { word } = slot;
			// Of a pattern the folders before its first wildcard are known.
			const name = word.kind === "known" ? word.text.replace(/(?:^|\/)[^/]*[*?[].*$/s, "") : "";
			const paths = inOutput(args, name === "" ? undefined : name);
			return inFolderBefore(
				paths.map((path) => pathWith(path, { reach: "somewhere" })),
				slot,
				moves,
			);
		}),
	];
}

/** Does it write through links that are there? */
function goesThroughLinks({ options, usages }: Arguments): boolean {
	return (
		options.some(({ fact }) => fact?.follows === "links") ||
		usages.some(({ follows }) => follows?.includes("links") === true)
	);
}

/** `gzip a` makes `a.gz`, `gunzip a.gz` makes `a`. */
function neighbours({ word, roles }: OperandSlot, suffixes: readonly string[]): readonly NamedPath[] {
	if (!roles.some((role) => accessOf(role) !== undefined)) return [];
	if (word.kind !== "known") return [namedPath("write")];
	const { text } = word;
	const names = suffixes.map((suffix) => (text.endsWith(suffix) ? text.slice(0, -suffix.length) : text + suffix));
	return [...new Set(names)].filter((name) => name !== "").map((name) => namedPath("write", name));
}

/** `split FILE PREFIX` */
function prefixed(own: readonly OperandSlot[]): readonly NamedPath[] {
	const prefix: Word = own[1]?.word ?? { kind: "known", text: "x" };
	if (prefix.kind !== "known") return [namedPath("write")];
	const slash = prefix.text.lastIndexOf("/");
	const name = prefix.text.slice(slash + 1);
	return [
		namedPath("write", slash < 0 ? "." : prefix.text.slice(0, slash + 1), {
			reach: "somewhere",
			only: /[*?[\]{}\\]/.test(name) ? undefined : [`${name}*`],
		}),
	];
}

/** `strings @FILE`, `tar -T FILE`: further operands stand in a file. */
function pathsListedInFile(own: readonly OperandSlot[], args: Arguments): readonly NamedPath[] {
	const lists = own.flatMap(({ word }) => (word.kind === "known" && /^@./.test(word.text) ? [word.text.slice(1)] : []));
	const inOption = args.options.some(({ fact }) => fact?.follows === "lists");
	if (lists.length === 0 && !inOption) return [];
	// What stands in it is done what is done to operands, as an option may say.
	const tables = [args.usage?.operands, ...args.options.map(({ fact }) => fact?.operands)];
	const others = tables.flatMap((table) => {
		const { first = [], rest, last = [] } = table ?? {};
		return (rest === undefined ? [...first, ...last] : [rest]).flatMap((role) => accessOf(role) ?? []);
	});
	const accesses = others.length === 0 ? (["read"] as const) : [...new Set(others)];
	return [
		...lists.map((text): NamedPath => namedPath("read", text)),
		...accesses.map((access): NamedPath => namedPath(access, undefined, { maybe: true })),
	];
}

/** `git worktree add DIR`: the folder gets files of any names. */
function filled(own: readonly OperandSlot[]): readonly NamedPath[] {
	return own
		.filter(({ roles }) => roles.includes("write") || roles.includes("both"))
		.map(({ word }) => pathWith(pathOf(word, "write"), { reach: "somewhere" }));
}

/** `sed -i.bak`: the old file is kept under its name with the suffix; with a `*`, that stands for the name, and a folder may stand before it. */
function keptFiles(own: readonly OperandSlot[], { options }: Arguments): readonly NamedPath[] {
	const suffixes = options.filter(({ fact }) => fact?.follows === "suffix").flatMap(({ value }) => value ?? []);
	return suffixes.flatMap((suffix): readonly NamedPath[] => {
		if (suffix.kind !== "known") return [namedPath("write")];
		return own
			.filter(({ roles }) => roles.some((role) => accessOf(role) !== undefined))
			.map(({ word }): NamedPath => {
				if (word.kind !== "known") return namedPath("write");
				const slash = word.text.lastIndexOf("/") + 1;
				const [folder, name] = [word.text.slice(0, slash), word.text.slice(slash)];
				const kept = suffix.text.includes("*") ? suffix.text.replaceAll("*", name) : name + suffix.text;
				return namedPath("write", kept.includes("/") ? kept : folder + kept);
			})
			.flatMap((path): readonly NamedPath[] => {
				// `gunzip -S .z a.z` makes `a`.
				const made = path.text?.endsWith(suffix.text + suffix.text) ? path.text.slice(0, -2 * suffix.text.length) : "";
				return made === "" || made.endsWith("/") || suffix.text === ""
					? [path]
					: [path, pathWith(path, { text: made })];
			});
	});
}

/** A server gives whatever is asked for. */
function servedFolders(args: Arguments): readonly NamedPath[] {
	const told = valuesOf("whole", args);
	const says = (one: Following): boolean => args.options.some(({ fact, sure }) => sure && fact?.follows === one);
	// `httpd -t`, `httpd -f FILE`: another server of this name, or nothing is served.
	const isFile = ({ roles, kind, canonical }: OperandSlot): boolean =>
		kind === "sure" && canonical === undefined && roles.some((role) => accessOf(role) !== undefined);
	const isOther = !says("serves") && (says("none") || args.operands.some(isFile));
	const here = isOther || told.some(({ option }) => option.sure) ? [] : [namedPath("read", ".")];
	return [...here, ...told.map(({ value }) => pathOf(value, "read"))].map((one) => pathWith(one, { reach: "links" }));
}

/** The values of options of this kind. */
function valuesOf(
	follows: Following,
	{ options }: Arguments,
): readonly { readonly option: FoundOption; readonly value: Word }[] {
	return options.flatMap((option) =>
		option.fact?.follows === follows && option.value !== undefined ? [{ option, value: option.value }] : [],
	);
}

/** `npm pkg set a=b` writes `package.json`. */
function implicitPaths({ usages, options }: Arguments): readonly NamedPath[] {
	const isNamed = options.some(({ fact, sure }) => sure && (fact?.follows === "none" || fact?.follows === "products"));
	const pathIn = (text: string, access: "read" | "write"): NamedPath =>
		namedPath(access, text, text.endsWith("/") ? { reach: access === "read" ? "below" : "somewhere" } : undefined);
	return usages.flatMap(({ implicit: { reads = [], writes = [] } = {} }) => [
		...reads.map((text) => pathIn(text, "read")),
		...(isNamed ? [] : writes.map((text) => pathIn(text, "write"))),
	]);
}

/** `rsync --backup-dir=DIR a b`: the folder lies in `b`, with names that nobody knows. */
function fromTarget(own: readonly OperandSlot[], args: Arguments): readonly NamedPath[] {
	const target = own.length < 2 ? undefined : own[own.length - 1]?.word;
	return valuesOf("target", args).map(({ option, value }): NamedPath => {
		const access = accessOf(option.fact?.role ?? "value") ?? "read";
		const reach = access === "read" ? "below" : "somewhere";
		if (target?.kind !== "known" || value.kind !== "known") return namedPath(access);
		return namedPath(access, below(target.text, value.text), { reach });
	});
}

/** `ssh-keygen -f key` makes `key.pub`: names with one of the program's suffixes behind them, or anything where it has none. */
function families(own: readonly OperandSlot[], args: Arguments): readonly NamedPath[] {
	const suffixes = args.program?.suffixes;
	// `dot -O`, `7z a -v1m`: an option says it of the operands.
	const isFamily = args.options.some(
		({ fact }) => fact?.follows === "family" && accessOf(fact.role ?? "value") === undefined,
	);
	const slots = isFamily ? own.filter(({ roles }) => roles.some((role) => accessOf(role) !== undefined)) : [];
	const named = [
		...slots.map(({ word }) => ({ word, role: "write" as const })),
		...valuesOf("family", args).map(({ option, value }) => ({ word: value, role: option.fact?.role })),
	];
	return named.flatMap(({ word, role }): readonly NamedPath[] => {
		const access = accessOf(role ?? "value");
		if (access === undefined) return [];
		if (word.kind !== "known") return [namedPath(access)];
		if (suffixes !== undefined && !isFamily) return suffixes.map((suffix) => namedPath(access, word.text + suffix));
		return beginning(word.text, access);
	});
}

/** `aws s3 cp FILE s3://b/f`, `gcloud storage rsync gs://b DIR`: a folder is taken with all that lies below it. */
function besideStores(own: readonly OperandSlot[]): readonly NamedPath[] {
	const texts = own.map(({ word }) => (word.kind === "known" ? word.text : undefined));
	const verb = texts.findIndex((text) => /^(?:cp|copy|mv|move|sync|rsync)$/.test(text ?? ""));
	const behind = own.slice(verb + 1);
	const isAddress = (word: Word): boolean => word.kind === "known" && /^[a-z0-9]+:\/\//i.test(word.text);
	if (verb < 0 || !behind.some(({ word }) => word.kind !== "known" || isAddress(word))) return [];
	const moves = /^(?:mv|move)$/.test(texts[verb] ?? "");
	return behind.flatMap(({ word }, index): readonly NamedPath[] => {
		if (isAddress(word)) return [];
		if (index === behind.length - 1 && behind.length > 1) {
			const folder = word.kind === "known" ? word.text : undefined;
			const names = behind.flatMap((one) =>
				folder !== undefined && isAddress(one.word) && one.word.kind === "known" ? [one.word.text] : [],
			);
			const into = names.map((text): NamedPath => namedPath("write", text, { into: folder as string, maybe: true }));
			return [pathWith(pathOf(word, "write"), { reach: "somewhere" }), ...into];
		}
		// Their programs follow the links that they find.
		return [pathWith(pathOf(word, moves ? "both" : "read"), { reach: "links" })];
	});
}

/** `0001-fix.patch`, `v2-0001-fix.patch` */
const numbers: readonly string[] = [..."0123456789v"].map((sign) => `${sign}*`);

/** `git fetch ../other` */
function repositories([first]: readonly OperandSlot[], access: "read" | "both"): readonly NamedPath[] {
	if (first?.word.kind !== "known") return [];
	const text = pathInAddress(first.word.text) ?? first.word.text;
	const isPath = text !== first.word.text || /^(?:~|\.{0,2}\/|\.{1,2}$)/.test(text);
	return isPath ? [namedPath(access, text, { reach: access === "read" ? "below" : "somewhere" })] : [];
}

/** Files in its folder whose names begin with a path's last part. */
function beginning(text: string, access: NamedPath["access"]): readonly NamedPath[] {
	const slash = text.lastIndexOf("/");
	const name = text.slice(slash + 1);
	if (name === "" || /[*?[\]{}\\]/.test(name))
		return [namedPath(access, slash < 0 ? "." : text.slice(0, slash + 1), { reach: "somewhere" })];
	return [namedPath(access, slash < 0 ? "." : text.slice(0, slash + 1), { reach: "somewhere", only: [`${name}*`] })];
}

/** `cp -b a b` keeps what was `b` as `b~` or `b.~1~`, `cp -b a DIR` what was `DIR/a`. */
function backups(own: readonly OperandSlot[], args: Arguments): readonly NamedPath[] {
	const targets = own.filter(({ roles }) => roles.includes("write"));
	const written = targets.length > 0 ? targets : own.filter(({ roles }) => roles.includes("both"));
	const last = own.slice(-1).filter((slot) => !written.includes(slot));
	const kept = [...written, ...last].flatMap(({ word }): readonly NamedPath[] =>
		word.kind === "known" ? beginning(word.text, "write") : [namedPath("write")],
	);
	const inside = copies(own, args).flatMap((path): readonly NamedPath[] => {
		const { text, into } = path;
		if (into === undefined) return [];
		const name = text === undefined ? undefined : /([^/]+)\/*$/.exec(text)?.[1];
		return name === undefined
			? [namedPath("write", into, { reach: "somewhere" })]
			: beginning(below(into, name), "write");
	});
	return [...kept, ...inside];
}

/** `gcc -c src/a.c` makes `a.o`; `gcc -MMD -o out/b src/a.c` makes `out/b.d`, too. */
function products(own: readonly OperandSlot[], args: Arguments): readonly NamedPath[] {
	const outputs = valuesOf("products", args).flatMap(({ value }) =>
		value.kind === "known" ? beginning(withoutEnd(value.text), "write") : [namedPath("write")],
	);
	// Where the output has a name, only options that ask for more make others.
	if (outputs.length > 0 && !args.options.some(writesByForm)) return outputs;
	const sources = own.flatMap(({ word }): readonly NamedPath[] => {
		if (word.kind !== "known") return [namedPath("write", ".", { reach: "somewhere" })];
		return beginning(withoutEnd(baseName(word.text)), "write");
	});
	return [...sources, ...outputs];
}

/** `-save-temps`, `-MMD`: the value's form says that it writes. */
function writesByForm({ fact, value }: FoundOption): boolean {
	return (fact?.forms ?? []).some(
		(one) => one.powers.includes("write") && (value?.kind !== "known" || expressionOf(one).test(value.text)),
	);
}

/** `zip a b` makes `a.zip`, `unzip a` reads it. */
function completed(own: readonly OperandSlot[], { program }: Arguments): readonly NamedPath[] {
	const [first] = own;
	const access = first?.roles.map(accessOf).find((one) => one !== undefined);
	if (first === undefined || access === undefined || first.word.kind !== "known") return [];
	const { text } = first.word;
	const suffixes = program?.suffixes ?? [];
	// What is read is looked for under each name.
	if (access === "read" ? suffixes.some((one) => text.endsWith(one)) : /[^/]\.[^/]*$/.test(text)) return [];
	return suffixes.map((suffix) => namedPath(access, text + suffix));
}

/** `mktemp -p DIR x.XXX` makes `DIR/x.4fT`. */
function fromTemplates(own: readonly OperandSlot[], args: Arguments): readonly NamedPath[] {
	const templates: readonly Word[] = own.map(({ word }) => word);
	const isPlaced = args.options.some(({ fact }) => fact?.follows === "output");
	const words =
		templates.length > 0 ? templates : [{ kind: "known", text: isPlaced ? "tmp.XXX" : "/tmp/tmp.XXX" } as const];
	return words.flatMap((word) =>
		inOutput(args, word.kind === "known" ? word.text.replace(/X{3,}[^/]*$/, "") : undefined).flatMap((path) =>
			path.text === undefined || path.reach !== undefined ? [path] : beginning(path.text, "write"),
		),
	);
}

/** Up to the last dot of the name. */
function withoutEnd(path: string): string {
	return path.replace(/(?<=[^/])\.[^./]*$/, "");
}

/** `curl -T '{a,b}'` */
function bracedValues(args: Arguments): readonly NamedPath[] {
	if (isLiteral(args)) return [];
	return valuesOf("braces", args).flatMap(({ option, value }): readonly NamedPath[] => {
		const access = accessOf(option.fact?.role ?? "value") ?? "read";
		if (value.kind !== "known" || !/[[\]{}]/.test(value.text)) return [];
		return (
			globMatches(value.text)?.map(({ text }): NamedPath => namedPath(access, pathInAddress(text) ?? text)) ?? [
				namedPath(access),
			]
		);
	});
}

/** `curl -o 'f#1' 'http://host/{a,b}'` writes `fa` and `fb`. */
function matchedNames(own: readonly OperandSlot[], args: Arguments): readonly NamedPath[] {
	const templates = valuesOf("matched", args);
	const isPlain = ({ value }: (typeof templates)[number]): boolean =>
		isLiteral(args) || (value.kind === "known" && !/#\d/.test(value.text));
	const plain = templates
		.filter(isPlain)
		.flatMap(({ value }) => (value.kind === "known" ? inOutput(args, value.text) : [pathOf(value, "write")]));
	const addresses = own
		.filter(isAddress)
		.map(({ word }) => (word.kind === "known" ? globMatches(word.text) : undefined));
	const matched = templates
		.filter((one) => !isPlain(one))
		.flatMap(({ value }): readonly NamedPath[] => {
			if (value.kind !== "known") return [pathOf(value, "write")];
			return addresses.flatMap((matches): readonly NamedPath[] => {
				if (matches === undefined) return [namedPath("write")];
				return matches.flatMap(({ parts }) => {
					const name = value.text.replace(/#(\d+)/g, (whole, number: string) => parts[Number(number) - 1] ?? whole);
					return inOutput(args, name);
				});
			});
		});
	return [...plain, ...matched];
}
