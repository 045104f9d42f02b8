/**
 * The paths that a command names: values and operands that are paths, redirections, and for an unknown program every part that could be one.
 */

import { expressionOf } from "../../knowledge/forms.js";
import type { Following, OptionFact, Role } from "../../knowledge/program.js";
import { remembered } from "../../records/remembered.js";
import type { Arguments, FoundOption, OperandSlot } from "../../request/arguments/arguments.js";
import type { Redirect, Word } from "../../request/request.js";
import { isOtherCommand, isStandardInput } from "../../request/shells.js";
import { codeInWords } from "../code-in-words.js";
import { roleOf } from "../option-roles.js";
import { accessOf, summaryOf, tablesOf } from "../summed-tables.js";
import { followingOf, pathHere, pathsThatFollow } from "./following-paths.js";
import { pathsInLines } from "./lines-with-names.js";
import { namesMade } from "./made-names.js";
import { inDoubt, type NamedPath, namedPath, pathWith } from "./named-path.js";
import { isNoFile } from "./no-file.js";
import { foldersBetween, inFolderBefore, pathInAddress, pathOf } from "./path-of-word.js";
import { asPathspec, isCommit } from "./pathspecs.js";
import { pathsOfModule } from "./python-modules.js";
import { pathsOfRubyCommand } from "./ruby-commands.js";
import { morePathsOfStranger } from "./stranger-paths.js";
import { globMatches } from "./url-globs.js";

/** The paths that a command names: values and operands that are paths, redirections, and for an unknown program every part that could be one. */
export function namedPaths(args: Arguments, redirects: readonly Redirect[], isFed = false): readonly NamedPath[] {
	// The shell opens them before the program goes elsewhere.
	const paths = redirects.map(({ target, access }) => pathWith(pathOf(target, access), { folders: 0 }));
	if (args.program === undefined) return [...paths, ...strangePaths(args)];
	let folders = 0;
	let strange = 0;
	for (const option of args.options) {
		const { fact } = option;
		if (fact === undefined && ++strange > mostStrange) continue;
		const value: Word | undefined =
			option.value ?? (fact?.absent === undefined ? undefined : { kind: "known", text: fact.absent });
		if (value === undefined) {
			if (fact === undefined) paths.push(...strangeName(option.name, args));
			continue;
		}
		const named = fact === undefined ? strangeValue(value, args) : optionPaths(fact, option, value, args);
		// A folder is a place that is looked at, seen from the folder before it.
		const placed = fact?.folder
			? named.map((path) => pathWith(path, { folders }))
			: fact?.fixed
				? named.map((path) => pathWith(path, { folders: 0 }))
				: named;
		if (fact?.folder) folders++;
		paths.push(...(option.sure ? placed : placed.map(inDoubt)));
	}
	const following = followingOf(args);
	const { reach, only, skip } = following;
	// Templates stand in the folder that output goes to.
	const isPlaced = following.saves.includes("template");
	const moves = foldersBetween(args);
	const isOfGit = following.saves.includes("pathspecs");
	if (!isPlaced)
		for (const slot of args.operands) {
			if (following.saves.includes("commits") && isCommit(slot, args)) continue;
			const own = inFolderBefore(operandPaths(slot, args), slot, moves);
			const named = isOfGit ? own.flatMap((path) => asPathspec(path, args) ?? []) : own;
			if (reach === undefined || !reaches(slot, args)) add(paths, named);
			else for (const path of named) paths.push(pathWith(path, { reach, only, skip }));
		}
	add(paths, pathHere(args, following, isFed));
	add(paths, pathsThatFollow(args, following));
	// An option that can't be seen may name any path that an option here can name.
	if (args.open || strange > mostStrange)
		for (const access of optionAccesses(args)) paths.push(namedPath(access, undefined, { maybe: true }));
	add(paths, codePaths(args));
	add(paths, pathsOfModule(args));
	add(paths, pathsOfRubyCommand(args));
	add(paths, pathsInLines(args));
	add(paths, namesMade(args, paths));
	return paths;
}

/** Most of them are none: `push` with a spread makes a list of each. */
function add(paths: NamedPath[], more: readonly NamedPath[]): void {
	for (const one of more) paths.push(one);
}

/** The paths that an option's value names. */
function optionPaths(fact: OptionFact, option: FoundOption, value: Word, args: Arguments): readonly NamedPath[] {
	// It is a name in another folder.
	if (fact.follows === "member" || fact.follows === "matched") return [];
	if (fact.follows === "target" && args.operands.length > 1) return [];
	const own = valuePaths(fact, roleOf(option, args), value, args);
	const named = fact.inside === undefined ? own : [...own, ...pathsInside(fact.inside, value)];
	if (fact.follows !== "whole") return named;
	return named.map((path) => pathWith(path, { reach: path.access === "read" ? "below" : "somewhere" }));
}

/** `-Wl,-Map=FILE`: what stands inside of a value. */
function pathsInside(forms: NonNullable<OptionFact["inside"]>, value: Word): readonly NamedPath[] {
	return forms.flatMap((one): readonly NamedPath[] => {
		const { role, below } = one;
		const access = accessOf(role);
		if (access === undefined) return [];
		if (value.kind !== "known") return [namedPath(access, undefined, { maybe: true })];
		const text = expressionOf(one).exec(value.text)?.[1];
		if (text === undefined || text === "") return [];
		return [namedPath(access, text, below ? { reach: access === "read" ? "below" : "somewhere" } : undefined)];
	});
}

/** What options of this program do to paths. Where its table was checked, only what stands there; else anything. */
function optionAccesses(args: Arguments): readonly NamedPath["access"][] {
	if (!args.program?.verified || args.strangeSubcommand) return ["both"];
	return remembered(accesses, args, () => {
		const all = new Set(tablesOf(args).flatMap((usage) => summaryOf(usage).accesses));
		return all.has("both") || all.size > 1 ? ["both"] : [...all];
	});
}

const accesses = new WeakMap<Arguments, readonly NamedPath["access"][]>();

/** What is read with everything below it is: where something is read, the place that it is written to is that place alone. */
function reaches(slot: OperandSlot, { operands }: Arguments): boolean {
	return (
		accessIn(slot.roles) !== "write" ||
		operands.every(({ roles }) => accessIn(roles) !== "read" && accessIn(roles) !== "both")
	);
}

/** Files that code among the arguments names: `sed 'w FILE'`. */
function codePaths(args: Arguments): readonly NamedPath[] {
	const use = codeInWords(args);
	if (use === undefined) return namesInCode(args);
	// What can't be read for certain may do whatever the language can. Whoever may run code may do that anyway.
	if (use.kind === "unclear")
		return runsCode(args) ? namesInCode(args) : [namedPath("both", undefined, { maybe: true })];
	return [
		...use.reads.map((text): NamedPath => namedPath("read", text)),
		...use.writes.map((text): NamedPath => namedPath("write", text)),
		...(use.below ?? []).map(
			({ folder, only }): NamedPath => namedPath("read", folder, { reach: "links", ...(only && { only: [only] }) }),
		),
		...(use.deletes ?? []).map((text): NamedPath => namedPath("write", text, { reach: "below" })),
	];
}

/** `ruby -e 'File.write("NAME", x)'`: names of files of the working folder that stand in code that nobody reads. Code that names none may still touch any. */
function namesInCode(args: Arguments): readonly NamedPath[] {
	const hasLines = follows(args, "commands");
	const hasCode =
		hasLines ||
		args.options.some(({ fact }) => fact?.role === "code") ||
		args.operands.some(({ roles }) => roles.includes("code"));
	if (!hasCode) return noPaths;
	const words = [
		...args.options.flatMap(({ fact, value }) => (fact?.role === "code" && value !== undefined ? [value] : [])),
		...args.operands.flatMap(({ roles, word }) => (roles.includes("code") ? [word] : [])),
		...args.operands.flatMap(({ word }) => (hasLines && word.kind === "known" && /\s/.test(word.text) ? [word] : [])),
	];
	return words
		.flatMap(pathsInLine)
		.filter(({ text }) => text !== undefined && /^[\w.][\w./-]*$/.test(text) && /[./]/.test(text));
}

/** So many words that no table lists are no paths that anybody writes; where they lead is not known. */
const mostStrange = 1_000;

/** For a program without facts: every operand, every value, and what looks like an option where it has folders, for it may be a value. */
function strangePaths(args: Arguments): NamedPath[] {
	const paths: NamedPath[] = [];
	if (args.options.length + args.operands.length > mostStrange) return [namedPath("both")];
	for (const { name, value } of args.options) {
		const whole = value?.kind === "known" ? `${name}=${value.text}` : name;
		if (value) paths.push(...partsOf(value));
		else paths.push(...gluedValues(name));
		if (whole.includes("/")) paths.push(...partsOf({ kind: "known", text: whole }).map(inDoubt));
		if (value?.kind === "known") paths.push(...namesLeft(value.text));
		if (value !== undefined && takesLine.test(name)) paths.push(...pathsInLine(value));
	}
	paths.push(...morePathsOfStranger(args));
	let before = "";
	for (const { word } of args.operands) {
		const isDashed = word.kind === "known" && /^-./.test(word.text);
		paths.push(...(isDashed ? partsOf(word).map(inDoubt) : partsOf(word)));
		if (word.kind === "known") paths.push(...namesLeft(word.text));
		if (takesLine.test(before)) paths.push(...pathsInLine(word));
		before = word.kind === "known" ? word.text : "";
	}
	const last = args.options.at(-1);
	const [first] = args.operands;
	// `lftp -c LINE`: whether the line is the option's value nobody knows.
	if (first !== undefined && last?.value === undefined && args.options.some(({ name }) => takesLine.test(name)))
		for (const { word } of args.operands) paths.push(...pathsInLine(word));
	if (args.input?.kind === "known") paths.push(...pathsInLine(args.input));
	return paths;
}

/** Options behind which programs take a line of their own language. */
const takesLine = /^(?:-[cCeExqQ]|--?(?:command|cmd|eval|execute|exec|expression|script|run|query|code))$/;

/** Words of a line in a language that nobody here reads: names of files may be among them. */
function pathsInLine(word: Word): readonly NamedPath[] {
	if (word.kind !== "known" || !/[\s"'(]/.test(word.text)) return noPaths;
	const texts = new Set(word.text.slice(0, longestLine).split(/[\s"'`()[\]{};|<>,!&]+/));
	texts.delete("");
	return [...texts].slice(0, mostParts).map((text) => namedPath("both", text, { maybe: true }));
}

const longestLine = 4_096;

/** `fetch https://x/NAME`, `pull /there/NAME`, `unpack NAME.ext`: what a program that no table knows may leave in the folder that it runs in. */
function namesLeft(text: string): readonly NamedPath[] {
	const address = /^[\w.+-]+:\/\/[^/]+(\/[^?#]*)/.exec(text)?.[1];
	const name = (address ?? text).replace(/\/+$/, "").replace(/^.*[/:]/s, "");
	const bare = name.replace(/(?<=.)\.\w{1,4}$/, "");
	const names = new Set([...(name === text ? [] : [name]), ...(bare === name || text.includes("/") ? [] : [bare])]);
	names.delete("");
	return [...names].map((one) => namedPath("write", one, { maybe: true }));
}

/** `-javaagent:FILE`: an option that no table lists may have its value glued to it. */
function strangeName(name: string, args: Arguments): readonly NamedPath[] {
	if (!/[=:,@/]/.test(name)) return noPaths;
	return optionAccesses(args)
		.flatMap((access) => partsOf({ kind: "known", text: name }, access))
		.map(inDoubt);
}

/** The value of an option that no table lists. What looks like an option is a path only where it has folders. */
function strangeValue(value: Word, args: Arguments): readonly NamedPath[] {
	if (value.kind === "known" && /^-[^/]*$/.test(value.text)) return [];
	return optionAccesses(args).flatMap((access) => [...partsOf(value, access), ...fileAddress(value, access)]);
}

/** Where paths stand inside of a value (`curl -d @FILE`), they are read unless the table says more. */
function valuePaths(fact: OptionFact, role: Role | undefined, value: Word, args: Arguments): readonly NamedPath[] {
	if (fact.at) return pathsBehindAt(value);
	const access = accessOf(role ?? fact.role ?? "value") ?? (fact.parts || fact.folder ? "read" : undefined);
	if (access === undefined) return addressPaths(value, args);
	return fact.parts && !fact.folder
		? [...partsOf(value, access), ...fileAddress(value, access)]
		: withAddress(value, [pathOf(value, access)]);
}

/** What an address names that is a path, and each of several where it has braces. */
function pathsInAddress(word: Word): readonly NamedPath[] {
	if (word.kind !== "known") return [];
	const texts = /[[\]{}]/.test(word.text) ? globMatches(word.text)?.map(({ text }) => text) : [word.text];
	return (texts ?? []).flatMap((text): readonly NamedPath[] => {
		const path = pathInAddress(text);
		return path === undefined ? [] : [namedPath("read", path)];
	});
}

/** `file://PATH`, `fileb://PATH` */
function fileAddress(word: Word, access: NamedPath["access"]): readonly NamedPath[] {
	const text = word.kind === "known" ? /^fileb?:\/\/(.+)$/s.exec(word.text)?.[1] : undefined;
	return text === undefined ? noPaths : [namedPath(access, text)];
}

function withAddress(word: Word, paths: readonly NamedPath[]): readonly NamedPath[] {
	const text = word.kind === "known" ? pathInAddress(word.text) : undefined;
	return text === undefined ? paths : [...paths, ...paths.map((path) => pathWith(path, { text }))];
}

/** `@FILE`, `name=@FILE;type=text/plain`, `name=<FILE`, with quotes or without. */
function pathsBehindAt(value: Word): readonly NamedPath[] {
	if (value.kind !== "known") return [namedPath("read", undefined, { maybe: true })];
	// A part of a form may have headers of its own: `name=x;headers=@FILE`.
	const headers = [...value.text.matchAll(/;\s*headers=[@<]"?([^";]+)/g)].map(([, file]) => namedPath("read", file));
	const found =
		/^@(.*)$/s.exec(value.text)?.[1] ??
		/^[^=]*=[@<](.*)$/s.exec(value.text)?.[1] ??
		/^[^@=]+@(.*)$/s.exec(value.text)?.[1];
	if (found === undefined || found === "-") return headers;
	const files = found.startsWith('"')
		? [/^"((?:[^"\\]|\\.)*)/s.exec(found)?.[1] ?? found]
		: [found, ...found.split(/[;,]/)];
	return [...headers, ...[...new Set(files)].filter((text) => text !== "").map((text) => namedPath("read", text))];
}

/** An operand is a path where one of its roles says so, and surely one where all of them do. */
function operandPaths(slot: OperandSlot, args: Arguments): readonly NamedPath[] {
	if (slot.canonical !== undefined) return [];
	// A script that another command writes, or that comes from an open file or a device, is no file of any folder.
	const isDevice = isOtherCommand(slot.word) || (isNoFile(slot.word) && !isStandardInput(slot.word));
	if (isDevice && (args.program?.language === "shell" || args.program?.name === "source")) return [namedPath("read")];
	const revision =
		args.program?.revisions && slot.word.kind === "known" ? pathBehindRevision(slot.word.text) : undefined;
	const behind: readonly NamedPath[] = revision === undefined ? noPaths : [behindRevision(revision)];
	const access = accessIn(slot.roles);
	if (access === undefined) {
		if (runsCode(args)) return [...behind, ...partsOf(slot.word, "read").map(inDoubt)];
		const sent = steersService(args) ? partsOf(slot.word, "read").map(inDoubt) : noPaths;
		return [...behind, ...sent, ...addressPaths(slot.word, args)];
	}
	const strange = slot.doubtful === true || args.strangeSubcommand;
	const paths = strange
		? partsOf(slot.word, access)
		: withAddress(slot.word, [pathOf(slot.word, access), ...prefixedPaths(slot.word, access, args)]);
	// What a subcommand that no table lists is given is a path, as with an unknown program.
	const sure = slot.kind === "sure" && (args.strangeSubcommand || slot.roles.length === 1);
	const named = sure ? paths : paths.map(inDoubt);
	return behind.length === 0 ? named : [...named, ...behind];
}

/** `text:FILE`, `@FILE`: what a table that was not checked calls a path may be one behind a prefix. */
function prefixedPaths(word: Word, access: NamedPath["access"], { program, usage }: Arguments): readonly NamedPath[] {
	if (program?.verified !== false || word.kind !== "known" || !/[=:,@]/.test(word.text)) return noPaths;
	// What stands behind the prefix lies on another machine, but for `:local:FILE`, a store that the word itself describes.
	if (usage?.follows?.includes("hosts") === true && !word.text.startsWith(":")) return noPaths;
	return partsOf(word, access)
		.filter(({ text }) => text !== word.text)
		.map(inDoubt);
}

const noPaths: readonly NamedPath[] = [];

/** Whoever fetches from addresses knows those that name files; whoever talks to the network in another way may know them. */
function addressPaths(word: Word, args: Arguments): readonly NamedPath[] {
	if (follows(args, "url") || follows(args, "addresses")) return pathsInAddress(word);
	const isTalking = args.usages.some(({ powers }) => powers.includes("network"));
	return isTalking ? pathsInAddress(word).map(inDoubt) : noPaths;
}

function follows({ usages }: Arguments, one: Following): boolean {
	return usages.some((usage) => usage.follows?.includes(one) === true);
}

/** `gcloud builds submit DIR`: a service's table that was not checked may not say which of its words are files that are sent. */
function steersService(args: Arguments): boolean {
	const { program, informs, usages } = args;
	if (program === undefined || informs) return false;
	if (follows(args, "sends")) return true;
	if (program.verified) return false;
	const hasVerbs = program.verbs === true || Object.keys(program.subcommands).length > 0;
	return hasVerbs && usages.some(({ powers }) => powers.includes("network"));
}

/** `node a.js FILE`, `make F=FILE`: what is handed to code that nobody sees may be a path that it reads. */
function runsCode({ usages, informs }: Arguments): boolean {
	return !informs && usages.some(({ powers }) => powers.includes("code"));
}

/** What is done to a path of these roles, if one of them makes it a path. */
function accessIn(roles: readonly Role[]): NamedPath["access"] | undefined {
	let access: NamedPath["access"] | undefined;
	for (const role of roles) {
		const one = accessOf(role);
		if (one !== undefined) access = access === undefined || access === one ? one : "both";
	}
	return access;
}

/** `HEAD:src/a`: the path behind a revision. An address is none, nor is a message that is looked for (`:/fix`). */
function pathBehindRevision(text: string): string | undefined {
	const colon = text.indexOf(":");
	if (colon < 0 || text.includes("://") || text.startsWith(":/") || colon === text.length - 1) return undefined;
	return text.slice(colon + 1).replace(/^[0-3]:/, "");
}

/** Only `HEAD:./a` is seen from the folder that it runs in. */
function behindRevision(text: string): NamedPath {
	return namedPath("read", text, /^\.{1,2}\//.test(text) ? undefined : { pathspec: "top" });
}

/** `-I/usr/include`, `-xvf/etc/passwd`: a value may be glued behind any letter. */
function gluedValues(name: string): NamedPath[] {
	if (name.startsWith("--")) return [];
	const letters = /^-[A-Za-z0-9]+/.exec(name)?.[0].length ?? 1;
	// Behind so many letters nobody glues a value: from there on it is the same rest.
	const from = Math.max(2, Math.min(letters, name.length - 1, 16));
	const values = new Set<string>();
	for (let at = 2; at <= from; at++) if (at < name.length) values.add(name.slice(at));
	return [...values].flatMap((text) => partsOf({ kind: "known", text })).map(inDoubt);
}

/** More parts than this in one word are not looked at. */
const mostParts = 64;

/** The whole word, and every part behind `=`, `:`, `,` or `@`. */
function partsOf(word: Word, access: NamedPath["access"] = "both"): NamedPath[] {
	if (word.kind === "globbed" && (word.below !== undefined || !/[=:,@]/.test(word.pattern)))
		return [pathOf(word, access)];
	if (word.kind !== "known") return [namedPath(access)];
	const { text } = word;
	// Most words are one.
	if (!/[=:,@]/.test(text)) return text === "" ? [] : [namedPath(access, text)];
	const [first = "", ...others] = text.split(/[=:,@]/);
	// A word of so many parts is no path list that anybody writes; where it leads is not known.
	if (others.length > mostParts) return [namedPath(access)];
	const parts = new Set([text]);
	let at = first.length;
	for (const part of others) {
		parts.add(text.slice(at + 1));
		// The part alone, when another separator follows it.
		parts.add(part);
		at += 1 + part.length;
	}
	parts.add(first);
	parts.delete("");
	return [...parts].map((text) => namedPath(access, text));
}
