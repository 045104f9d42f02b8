/**
 * What has to change in the files of a machine so that a harness's hook is registered for everybody, with the settings that keep those below from
 * switching it off. Which settings came with it is written into the launcher: so exactly those are taken out again, and what an administrator had set before stays.
 */
import { isDeepStrictEqual } from "node:util";
import { dataOf, type Json } from "../../../language/source/json-tree.js";
import { contrary } from "./contrary.js";
import { nodeAt, withoutValue, withValue } from "./edit-json.js";
import { isOurProfile, launcherText, profileText, readLauncher } from "./launcher.js";
import {
	type FileChange,
	faultAt,
	isBare,
	othersFile,
	type PlanFault,
	readRoot,
	registered,
	unregistered,
} from "./plan.js";
import type { HookStart, LauncherIn, ListIn, ManagedIn } from "./registration.js";
import { tomlLocked, tomlUnlocked } from "./toml-locks.js";

/** A file of the machine, at a path. `name`: its path in the system that it belongs to, where that lies in a folder of this one. */
export interface PlannedManaged {
	readonly path: string;
	readonly name: string;
	readonly file: ManagedIn;
}

type TextOf = (path: string) => string | undefined;

/** Whoever the administrator is, everybody has to be able to read it. */
const readable = 0o644;
const executable = 0o755;

/** The texts with the registration, the launcher first. `program`: how it starts `rules`. */
export function planManagedInstall(
	harness: string,
	files: readonly PlannedManaged[],
	start: HookStart,
	program: readonly string[],
	textOf: TextOf,
): readonly FileChange[] | PlanFault {
	const launcher = launcherOf(files);
	const before = textOf(launcher.path);
	const known = before === undefined ? undefined : readLauncher(before);
	if (before !== undefined && known === undefined) return othersFile(launcher.path);
	const added: string[] = [...(known?.added ?? [])];
	const changes = new Map<string, FileChange>();
	for (const { path, name, file } of files) {
		if (file.kind === "launcher") continue;
		const first = changes.get(path);
		const text = first === undefined ? textOf(path) : first.after;
		const locked = lockedIn(path, text, file, harness, start);
		if ("message" in locked) return locked;
		added.push(...locked.added.map((keys) => mark(name, keys)).filter((one) => !added.includes(one)));
		const was = first === undefined ? text : first.before;
		const made = was === undefined ? { mode: readable } : {};
		changes.set(path, { path, before: was, after: locked.text, ...made, isForAll: true });
	}
	const after = launcherText(program, start.seconds, added);
	const own: FileChange = { path: launcher.path, before, after, mode: executable, isForAll: true };
	return [own, ...changes.values()];
}

/** The texts without the registration, the launcher last: until then something names it. */
export function planManagedUninstall(
	harness: string,
	files: readonly PlannedManaged[],
	textOf: TextOf,
): readonly FileChange[] | PlanFault {
	const launcher = launcherOf(files);
	const before = textOf(launcher.path);
	const known = before === undefined ? undefined : readLauncher(before);
	const changes = new Map<string, FileChange>();
	for (const { path, name, file } of [...files].reverse()) {
		if (file.kind === "launcher") continue;
		const first = changes.get(path);
		const text = first === undefined ? textOf(path) : first.after;
		const added = (known?.added ?? []).flatMap((one) => keysIn(one, name));
		const after = text === undefined ? undefined : unlockedIn(path, text, file, harness, added);
		if (typeof after === "object") return after;
		changes.set(path, { path, before: first === undefined ? text : first.before, after });
	}
	return [...changes.values(), { path: launcher.path, before, after: known === undefined ? before : undefined }];
}

function lockedIn(
	path: string,
	before: string | undefined,
	file: Exclude<ManagedIn, LauncherIn>,
	harness: string,
	start: HookStart,
): Locked | PlanFault {
	switch (file.kind) {
		case "list":
			return jsonLocked(path, before, file, harness, file.entry(start, undefined));
		case "toml":
			return tomlLocked(path, before, file.locks);
		case "profile":
			return before !== undefined && !isOurProfile(before)
				? othersFile(path)
				: { text: profileText(file.variables), added: [] };
	}
}

function unlockedIn(
	path: string,
	before: string,
	file: Exclude<ManagedIn, LauncherIn>,
	harness: string,
	added: readonly (readonly string[])[],
): string | undefined | PlanFault {
	switch (file.kind) {
		case "list":
			return jsonUnlocked(path, before, file, harness, added);
		case "toml":
			return tomlUnlocked(before, file.locks, added);
		case "profile":
			return isOurProfile(before) ? undefined : before;
	}
}

function launcherOf(files: readonly PlannedManaged[]): PlannedManaged {
	const found = files.find(({ file }) => file.kind === "launcher");
	if (found === undefined) throw new Error("a managed registration has no launcher");
	return found;
}

/** A setting of a file, as the launcher keeps it. An empty one stands for the file itself: there was none. */
function mark(name: string, keys: readonly string[]): string {
	return [name, ...keys].join(" ");
}

function keysIn(marked: string, name: string): readonly (readonly string[])[] {
	if (marked === name) return [[]];
	return marked.startsWith(`${name} `) ? [marked.slice(name.length + 1).split(" ")] : [];
}

interface Locked {
	readonly text: string;
	/** What was not there before, the outer ones first. */
	readonly added: readonly (readonly string[])[];
}

function jsonLocked(
	path: string,
	before: string | undefined,
	file: ListIn,
	harness: string,
	entry: Json,
): Locked | PlanFault {
	const made = registered(path, before, file, harness, entry);
	if (typeof made === "object") return made;
	const { leave } = file;
	const isNew = before === undefined || before.trim() === "";
	const fault = isNew ? undefined : contraryIn(path, before, file);
	if (fault !== undefined) return fault;
	let text = made;
	const added: (readonly string[])[] = [];
	if (before === undefined) added.push([]);
	else if (isNew) added.push(blank);
	else {
		const besides = Object.keys(file.beside ?? {}).map((key) => [key]);
		const around = file.steps.map((_, at) => file.steps.slice(0, at + 1) as readonly string[]);
		const was = readRoot(before, leave);
		added.push(...[...besides, ...around].filter((steps) => nodeAt(was, steps) === undefined));
	}
	for (const lock of file.locks ?? []) {
		const root = readRoot(text, leave);
		if (nodeAt(root, lock.steps) !== undefined) continue;
		const above = lock.steps.slice(1).map((_, at) => lock.steps.slice(0, at + 1));
		added.push(...above.filter((steps) => nodeAt(root, steps) === undefined));
		text = withValue(text, lock.steps, lock.value, leave);
		added.push(lock.steps);
	}
	return { text, added };
}

/** The file was there, and held nothing but blanks. */
const blank: readonly string[] = [""];

/** A setting that stands where a lock should stand, and says the contrary. */
function contraryIn(path: string, text: string, { locks = [], leave }: ListIn): PlanFault | undefined {
	const root = readRoot(text, leave);
	for (const lock of locks) {
		for (let count = 1; count < lock.steps.length; count++) {
			const above = nodeAt(root, lock.steps.slice(0, count));
			if (above !== undefined && above.kind !== "object")
				return faultAt(path, text, above.start, `\`${lock.steps.slice(0, count).join(".")}\` should be an object`);
		}
		const there = nodeAt(root, lock.steps);
		if (there !== undefined && lock.mayDiffer !== true && !isDeepStrictEqual(dataOf(there), lock.value))
			return faultAt(path, text, there.start, contrary(lock));
	}
	return undefined;
}

function jsonUnlocked(
	path: string,
	before: string,
	file: ListIn,
	harness: string,
	added: readonly (readonly string[])[],
): string | undefined | PlanFault {
	const made = unregistered(path, before, file, harness);
	if (typeof made === "object") return made;
	let text = made;
	const { leave } = file;
	// The inner ones first.
	for (const keys of [...added].reverse()) {
		const node = nodeAt(readRoot(text, leave), keys);
		if (node === undefined || keys.length === 0) continue;
		const lock = (file.locks ?? []).find(({ steps }) => isDeepStrictEqual(steps, keys));
		const wanted = lock?.value ?? (keys.length === 1 ? file.beside?.[keys[0] as string] : undefined);
		const isOurs = wanted === undefined ? isBare(text, node) : isDeepStrictEqual(dataOf(node), wanted);
		if (isOurs) text = withoutValue(text, keys, leave);
	}
	const root = readRoot(text, leave);
	if (!isBare(text, root) && !isDeepStrictEqual(dataOf(root), file.beside)) return text;
	if (added.some((keys) => isDeepStrictEqual(keys, blank))) return text.slice(0, root.start);
	return added.some((keys) => keys.length === 0) ? undefined : text;
}
