/** What has to change in a harness's files so that its hook is registered, or is not. */
import { isDeepStrictEqual } from "node:util";
import {
	dataOf,
	type Json,
	type JsonLeave,
	type JsonNode,
	memberOf,
	readJson,
	type Steps,
} from "../../../language/source/json-tree.js";
import { positionAt, sourceFile } from "../../../language/source/source-file.js";
import { nodeAt, withFirst, withoutValue, withValue } from "./edit-json.js";
import { isAmpPermission, ownFile, ownHook } from "./own-text.js";
import type { HookStart, ListIn, RegisteredIn } from "./registration.js";

/** A file with a registration, at a path. */
export interface PlannedFile {
	readonly path: string;
	readonly file: RegisteredIn;
}

/** What becomes of a file. `undefined`: there is none. */
export interface FileChange {
	readonly path: string;
	readonly before: string | undefined;
	readonly after: string | undefined;
	/** Of a new file. */
	readonly mode?: number;
	/** Everybody reads it: so folders that are made for it are everybody's to enter, whatever the mask is. */
	readonly isForAll?: true;
}

/** Why nothing may be changed. */
export interface PlanFault {
	readonly path: string;
	readonly message: string;
	readonly help: string;
}

/** The texts with the registration of a harness, by its name. `textOf`: what a file holds; undefined where there is none. */
export function planInstall(
	harness: string,
	files: readonly PlannedFile[],
	start: HookStart,
	textOf: (path: string) => string | undefined,
): readonly FileChange[] | PlanFault {
	const own = files.find(({ file }) => file.kind === "file")?.path;
	return inTurn(files, textOf, ({ path, file }, before) => {
		switch (file.kind) {
			case "file":
				return isOthers(before, harness) ? othersFile(path) : file.text(start);
			case "list":
				return registered(path, before, file, harness, file.entry(start, own));
		}
	});
}

/** What is known of a file from the time when the registration came. */
export interface AddedParts {
	/** What came with it, as `addedParts` names it. */
	readonly parts: ReadonlySet<string>;
	/** What was there before, where this text is to the letter what was made of it. */
	readonly restored: (text: string) => { readonly text: string | undefined } | undefined;
}

/** What a registration in this text needs that is not there yet: lists, what these stand in, and what is said beside them. */
export function addedParts(before: string | undefined, files: readonly PlannedFile[]): readonly string[] {
	return files.flatMap(({ file }) => {
		if (file.kind === "file") return [];
		const root = before === undefined || before.trim() === "" ? undefined : readRoot(before, file.leave);
		const places = [...Object.keys(file.beside ?? {}).map((key) => [key]), ...ways(file.steps)];
		return places.filter((steps) => nodeAt(root, steps) === undefined).map(partName);
	});
}

/** The place itself, and all that it lies in, the nearest first. */
function ways(steps: Steps): readonly Steps[] {
	return steps.map((_, at) => steps.slice(0, steps.length - at));
}

function partName(steps: Steps): string {
	return JSON.stringify(steps);
}

/** Is something of ours in this text? */
export function isRegistered(text: string, file: RegisteredIn, harness: string): boolean {
	if (file.kind === "file") return ownFile(text, harness) !== undefined;
	const root = readJson(text, file.leave);
	return !("message" in root) && ourEntries(nodeAt(root, file.steps), file, harness).length > 0;
}

/** The texts without the registration, whatever its options are. `added`: what is known of a file; absent: nothing, and what is empty then goes. */
export function planUninstall(
	harness: string,
	files: readonly PlannedFile[],
	textOf: (path: string) => string | undefined,
	added: (path: string) => AddedParts | undefined = () => undefined,
): readonly FileChange[] | PlanFault {
	// The settings first: they name what is taken away then.
	return inTurn([...files].reverse(), textOf, ({ path, file }, before) => {
		switch (file.kind) {
			case "file":
				return isOthers(before, harness) ? before : undefined;
			case "list": {
				if (before === undefined) return undefined;
				const text = textOf(path) ?? "";
				const known = added(path);
				const was = known?.restored(text) ?? beforeIt(path, text, files, harness);
				return was === undefined ? unregistered(path, before, file, harness, known?.parts) : was.text;
			}
		}
	});
}

/**
 * What was there before, where the whole file is, to the letter, what an installation makes of nothing: no file, or one with nothing but blanks. Such a
 * file looks as no edit of another leaves it, so that a file of somebody's that says `{}` stays.
 */
function beforeIt(
	path: string,
	text: string,
	files: readonly PlannedFile[],
	harness: string,
): { readonly text: string | undefined } | undefined {
	const own = files.flatMap(({ path: other, file }) => (other === path && file.kind === "list" ? [file] : []));
	const blanks = /^\s*/.exec(text)?.[0] ?? "";
	for (const was of [undefined, blanks]) {
		let made: string | undefined | PlanFault = was;
		for (const file of own) {
			const root = readJson(text, file.leave);
			if ("message" in root || typeof made === "object") return undefined;
			const [entry, ...others] = ourEntries(nodeAt(root, file.steps), file, harness);
			if (entry !== undefined && others.length === 0) made = registered(path, made, file, harness, entry.data);
		}
		if (made === text) return { text: was };
	}
	return undefined;
}

/** One file may hold several registrations: each sees what the one before it made. */
function inTurn(
	files: readonly PlannedFile[],
	textOf: (path: string) => string | undefined,
	change: (file: PlannedFile, before: string | undefined) => string | undefined | PlanFault,
): readonly FileChange[] | PlanFault {
	const changes = new Map<string, FileChange>();
	for (const file of files) {
		const { path } = file;
		const known = changes.get(path);
		const before = known === undefined ? textOf(path) : known.before;
		const after = change(file, known === undefined ? before : known.after);
		if (typeof after === "object") return after;
		changes.set(path, { path, before, after, ...(file.file.kind === "file" ? { mode: file.file.mode } : {}) });
	}
	return [...changes.values()];
}

function isOthers(text: string | undefined, harness: string): boolean {
	return text !== undefined && ownFile(text, harness) === undefined;
}

export function othersFile(path: string): PlanFault {
	return {
		path,
		message: `there is a \`${path}\` already, and it is not ours`,
		help: "take it away first, or ask the rules from inside of it (`rules hook --help`)",
	};
}

export function registered(
	path: string,
	before: string | undefined,
	file: ListIn,
	harness: string,
	entry: Json,
): string | PlanFault {
	if (before === undefined || before.trim() === "") return createdText(before, file, entry);
	let text = before;
	const root = readList(path, text, file);
	if ("message" in root) return root;
	const found = ourEntries(nodeAt(root, file.steps), file, harness);
	const kept = keptOf(found, entry);
	// From behind, so that the places before stay what they are.
	for (const one of [...found].reverse()) if (one !== kept) text = withoutValue(text, one.steps, file.leave);
	const [now] = ourEntries(nodeAt(readRoot(text, file.leave), file.steps), file, harness);
	if (now !== undefined && isDeepStrictEqual(now.data, entry)) return text;
	for (const [key, value] of Object.entries(file.beside ?? {}))
		if (memberOf(readRoot(text, file.leave), key) === undefined) text = withValue(text, [key], value, file.leave);
	if (now !== undefined) return withValue(text, now.steps, entry, file.leave);
	const list = nodeAt(readRoot(text, file.leave), file.steps);
	if (file.first === true) return withFirst(text, file.steps, entry, file.leave);
	return withValue(text, [...file.steps, list?.kind === "array" ? list.items.length : 0], entry, file.leave);
}

/** The text of a file that is not there, or holds nothing but blanks: those stay before it, and no line ends behind it. Indented as no other edit does it. */
function createdText(blanks: string | undefined, file: ListIn, entry: Json): string {
	let text = "{}";
	for (const [key, value] of Object.entries(file.beside ?? {})) text = withValue(text, [key], value, file.leave);
	text = withValue(text, [...file.steps, 0], entry, file.leave);
	const written = JSON.stringify(dataOf(readRoot(text, file.leave)), null, "\t");
	return blanks === undefined ? `${written}\n` : `${blanks}${written}`;
}

/** What comes out when everything of ours is taken out. `added`: what came with it; absent: it is not known. */
export function unregistered(
	path: string,
	before: string,
	file: ListIn,
	harness: string,
	added?: ReadonlySet<string>,
): string | PlanFault {
	if (before.trim() === "") return before;
	const root = readList(path, before, file);
	if ("message" in root) return root;
	const found = ourEntries(nodeAt(root, file.steps), file, harness);
	if (found.length === 0) return before;
	let text = before;
	for (const one of [...found].reverse()) text = withoutValue(text, one.steps, file.leave);
	// A list, and what it stands in, that held nothing else says nothing any more.
	for (const steps of ways(file.steps)) {
		const node = nodeAt(readRoot(text, file.leave), steps);
		const isTheirs = added !== undefined && !added.has(partName(steps));
		if (node === undefined || !isBare(text, node) || isTheirs) break;
		text = withoutValue(text, steps, file.leave);
	}
	// What was said beside it is of no use where no other hook stands in the file.
	const hooks = nodeAt(readRoot(text, file.leave), file.steps.slice(0, 1));
	const isUsed = hooks !== undefined && !isBare(text, hooks);
	for (const [key, value] of isUsed ? [] : Object.entries(file.beside ?? {})) {
		const node = nodeAt(readRoot(text, file.leave), [key]);
		const isOurs = node !== undefined && isDeepStrictEqual(dataOf(node), value);
		if (isOurs && added?.has(partName([key])) === true) text = withoutValue(text, [key], file.leave);
	}
	return text;
}

/** Is it empty, without even a comment? */
export function isBare(text: string, node: JsonNode): boolean {
	return node.kind !== "scalar" && text.slice(node.start + 1, node.end - 1).trim() === "";
}

interface OurEntry {
	readonly steps: Steps;
	readonly data: Json;
	/** Nothing in it is anybody else's. */
	readonly isWhole: boolean;
}

/** Ours in a list: whole groups, or hooks in groups of others. */
function ourEntries(list: JsonNode | undefined, file: ListIn, harness: string): readonly OurEntry[] {
	if (list?.kind !== "array") return [];
	return list.items.flatMap((item, at): readonly OurEntry[] => {
		const steps = [...file.steps, at];
		const data = dataOf(item);
		if (file.holds === "hooks") return isOurs(data, harness) ? [{ steps, data, isWhole: true }] : [];
		const hooks = memberOf(item, "hooks");
		if (hooks?.kind !== "array") return [];
		const ours = hooks.items.flatMap((hook, place) => (isOurs(dataOf(hook), harness) ? [place] : []));
		if (ours.length > 0 && ours.length === hooks.items.length) return [{ steps, data, isWhole: true }];
		return ours.map((place) => ({
			steps: [...steps, "hooks", place],
			data: dataOf(hooks.items[place] as JsonNode),
			isWhole: false,
		}));
	});
}

/** Amp names a program that says the rest. */
function isOurs(hook: Json, harness: string): boolean {
	return ownHook(hook, harness) !== undefined || (harness === "amp" && isAmpPermission(hook));
}

/** Which of ours stays in its place: one that says what it should already, or else the first. */
function keptOf(found: readonly OurEntry[], entry: Json): OurEntry | undefined {
	const whole = found.filter((one) => one.isWhole);
	return whole.find((one) => isDeepStrictEqual(one.data, entry)) ?? whole[0];
}

export function readRoot(text: string, leave: JsonLeave): JsonNode {
	const root = readJson(text, leave);
	if ("message" in root) throw new Error(`edited JSON is broken: ${root.message}`);
	return root;
}

/** The value of a file whose list, as far as it is there, is one. */
function readList(path: string, text: string, file: ListIn): JsonNode | PlanFault {
	const root = readJson(text, file.leave);
	if ("message" in root) return faultAt(path, text, root.at, root.message);
	for (let count = 0; count <= file.steps.length; count++) {
		const steps = file.steps.slice(0, count);
		const node = nodeAt(root, steps);
		if (node === undefined) break;
		const wanted = count === file.steps.length ? "array" : "object";
		if (node.kind !== wanted)
			return faultAt(
				path,
				text,
				node.start,
				`${steps.length === 0 ? "the file" : `\`${steps.join(".")}\``} should be ${wanted === "array" ? "a list" : "an object"}`,
			);
	}
	return root;
}

export function faultAt(path: string, text: string, at: number, message: string): PlanFault {
	const { line, column } = positionAt(sourceFile(path, text), at);
	return {
		path,
		message: `\`${path}:${line}:${column}\`: ${message}`,
		help: "nothing was changed: mend the file first",
	};
}
