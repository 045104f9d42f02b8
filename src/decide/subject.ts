/**
 * What tests are put to: one command, its arguments as read, its paths, and the request around it.
 * What costs something is worked out when it is first asked for.
 */
import type { Arguments } from "../request/arguments.js";
import type { ReadCommand } from "../request/commands.js";
import { type Place, placeOf, type World } from "../request/paths.js";
import type { Command, Word } from "../request/request.js";
import { type NamedPath, namedPaths, plainPowers, powersBeyond, powersUnclear, type Use } from "../request/uses.js";
import type { Power } from "../syntax/statements.js";

/** A path that the command names, and where it leads. `place` is absent where the word can't be known. */
export interface PlacedPath {
	readonly text?: string;
	readonly access: NamedPath["access"];
	readonly place?: Place;
	/** It may be a path, or none. */
	readonly maybe?: true;
}

export interface Subject {
	readonly command: Command;
	readonly args: Arguments;
	readonly world: World;
	/** The folder that the command's relative paths begin at; absent where it can't be known. */
	readonly cwd: string | undefined;
	readonly trust: readonly string[];
	readonly forced: boolean;
	readonly tools: readonly string[] | undefined;
	readonly paths: () => readonly PlacedPath[];
	readonly plainPowers: () => readonly Power[];
	readonly powersBeyond: () => readonly Use[];
	readonly powersUnclear: () => boolean;
	/** Where the program's own word leads, when it is a path. */
	readonly programPlace: () => Place | undefined;
}

/** What is the same for all commands of a request. */
export interface Surroundings {
	readonly world: World;
	readonly cwd: string | undefined;
	readonly trust: readonly string[];
	readonly forced: boolean;
	readonly tools: readonly string[] | undefined;
}

export function subjectOf({ command, args, folders }: ReadCommand, around: Surroundings): Subject {
	const outer = folderBehind(around.cwd, folders);
	return {
		command,
		args,
		...around,
		cwd: outer,
		paths: once(() =>
			namedPaths(args, command.redirects).map(({ text, access, maybe, folders: count }) => {
				const cwd = folderBehind(outer, args.folders.slice(0, count));
				return {
					access,
					...(maybe ? { maybe } : {}),
					...(text === undefined ? {} : { text, place: placeOf(text, cwd, around.world) }),
				};
			}),
		),
		plainPowers: once(() => plainPowers(args)),
		powersBeyond: once(() => powersBeyond(args)),
		powersUnclear: once(() => powersUnclear(args)),
		programPlace: once(() => {
			const { program } = command;
			return program.kind === "known" && program.text.includes("/")
				? placeOf(program.text, outer, around.world)
				: undefined;
		}),
	};
}

/** The folder that one reaches from another through a list of folders; undefined where one of them can't be known. */
function folderBehind(from: string | undefined, folders: readonly Word[]): string | undefined {
	return folders.reduce<string | undefined>((at, folder) => {
		if (folder.kind !== "known" || folder.text.startsWith("~")) return undefined;
		return folder.text.startsWith("/") ? folder.text : at && `${at}/${folder.text}`;
	}, from);
}

function once<T>(make: () => T): () => T {
	let made: { readonly value: T } | undefined;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}
