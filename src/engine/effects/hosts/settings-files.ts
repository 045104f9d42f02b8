/** Whom the settings of a program say that it talks to, out of the files that its table names. */
import type { HostFile } from "../../knowledge/program.js";
import type { Arguments } from "../../request/arguments/arguments.js";
import { joinPath, normalise } from "../../request/paths.js";
import type { Command, Word } from "../../request/request.js";
import { variableValue } from "./found-variables.js";
import type { Surroundings } from "./git-remotes.js";

/** `instead`: what takes the place of the usual hosts; `also`: what is talked to besides; `isOpen`: the file may say more, or can't be read. */
export interface Settings {
	readonly instead: readonly Word[];
	readonly also: readonly Word[];
	readonly isOpen: boolean;
	/** Is it surely this file that is taken? */
	readonly isSure: boolean;
}

const nothing: Settings = { instead: [], also: [], isOpen: false, isSure: true };
const unknown: Settings = { ...nothing, isOpen: true };

export function readSettings(file: HostFile, command: Command, args: Arguments, around: Surroundings): Settings {
	const { folders, world } = around;
	const { textAt, home } = world;
	if (textAt === undefined) return file.quiet ? nothing : unknown;
	const [, above, ending] = /^(.*\/|)\*([^/]*)$/.exec(file.at) ?? [];
	if (above !== undefined && ending !== undefined) {
		const folder = above === "" ? folderOfCommand(args, folders) : above.slice(0, -1);
		const entries = (folder === undefined ? undefined : world.entriesOf?.(folder)) ?? "unknown";
		if (entries === "unknown") return unknown;
		const names = entries.filter((name) => name.endsWith(ending));
		return names.map((name) => readFile(file, `${folder}/${name}`, textAt)).reduce(both, nothing);
	}
	const [, variable, rest] = /^\$(\w+)(\/.*)?$/.exec(file.at) ?? [];
	if (variable !== undefined) {
		const value = variableValue(variable, command, around);
		if (value === "none") return nothing;
		// What it is given by name is judged where variables are.
		if (value === "unknown" && file.quiet && !command.assignments.some(({ name }) => name === variable)) return nothing;
		const isPlace = value !== "unknown" && value.kind === "known" && value.text.startsWith("/");
		return isPlace ? readFile(file, value.text + (rest ?? ""), textAt) : unknown;
	}
	if (file.at.startsWith("~/"))
		return home === undefined ? unknown : readFile(file, `${home}/${file.at.slice(2)}`, textAt);
	if (file.at.startsWith("/")) return readFile(file, file.at, textAt);
	const folder = folderOfCommand(args, folders);
	if (folder === undefined) return unknown;
	const own = readFile(file, `${folder}/${file.at}`, textAt);
	if (!file.up) return own;
	let found = { ...own, isSure: file.beside !== undefined && textAt(`${folder}/${file.beside}`) !== "none" };
	for (let at = folder; at !== ""; ) {
		at = at.slice(0, at.lastIndexOf("/"));
		const one = readFile(file, `${at}/${file.at}`, textAt);
		found = { ...both(found, one), isSure: found.isSure && one.instead.length === 0 };
	}
	return found;
}

function both(one: Settings, other: Settings): Settings {
	return {
		instead: [...one.instead, ...other.instead],
		also: [...one.also, ...other.also],
		isOpen: one.isOpen || other.isOpen,
		isSure: one.isSure && other.isSure,
	};
}

/** The one folder that it runs in. */
export function folderOfCommand(
	args: Arguments,
	[first, ...others]: readonly (string | undefined)[],
): string | undefined {
	if (first === undefined || others.length > 0) return undefined;
	let folder = first;
	for (const word of args.folders) {
		if (word.kind !== "known" || word.text.startsWith("~")) return undefined;
		folder = joinPath(folder, word.text);
	}
	const path = normalise(folder);
	return path === "/" ? "" : path;
}

function readFile(file: HostFile, path: string, textAt: NonNullable<Surroundings["world"]["textAt"]>): Settings {
	const read = textAt(path);
	if (read === "none") return nothing;
	if (read === "unknown") return unknown;
	return file.keys === undefined ? readLines(file, read.text) : readJson(file, file.keys, read.text);
}

function readLines(file: HostFile, text: string): Settings {
	const instead: Word[] = [];
	const also: Word[] = [];
	let isOpen = false;
	const groupOf = (expression: string | undefined, line: string): string | undefined =>
		expression === undefined ? undefined : regexOf(expression).exec(line)?.[1];
	for (const raw of text.split(/\r\n|[\r\n]/)) {
		const line = raw.trimEnd();
		if (/^\s*(?:[#;]|$)/.test(line)) continue;
		const taken = groupOf(file.instead, line);
		if (taken !== undefined) {
			instead.push({ kind: "known", text: taken });
			continue;
		}
		const besides = groupOf(file.also, line);
		if (besides !== undefined) {
			also.push({ kind: "known", text: besides });
			continue;
		}
		if (file.doubts !== undefined && regexOf(file.doubts).test(line)) isOpen = true;
		if (file.harmless !== undefined && !regexOf(file.harmless).test(line)) isOpen = true;
	}
	return { instead, also, isOpen, isSure: true };
}

/** What lies at a key of one of these names, however deep. */
function readJson({ doubts }: HostFile, keys: readonly string[], text: string): Settings {
	let json: unknown;
	try {
		json = JSON.parse(text);
	} catch {
		return unknown;
	}
	const also: Word[] = [];
	let isOpen = false;
	const go = (value: unknown, isBelow: boolean, depth: number): void => {
		if (typeof value === "string") {
			if (isBelow) also.push({ kind: "known", text: value });
			return;
		}
		if (typeof value !== "object" || value === null) return;
		if (depth > 100) {
			isOpen = true;
			return;
		}
		for (const [key, one] of Object.entries(value)) {
			if (!Array.isArray(value) && doubts !== undefined && regexOf(doubts).test(key)) isOpen = true;
			go(one, isBelow || (!Array.isArray(value) && keys.includes(key)), depth + 1);
		}
	};
	go(json, false, 0);
	return { instead: [], also, isOpen, isSure: true };
}

const regexes = new Map<string, RegExp>();

function regexOf(text: string): RegExp {
	let regex = regexes.get(text);
	if (regex === undefined) {
		regex = new RegExp(text, "iu");
		regexes.set(text, regex);
	}
	return regex;
}
