/**
 * What tests are put to: one command, its arguments as read, its paths, and the request around it.
 * What costs something is worked out when it is first asked for.
 */
import type { Arguments } from "../request/arguments.js";
import type { ReadCommand } from "../request/commands.js";
import { pathsOfGlob } from "../request/glob-paths.js";
import { joinPath, normalise, type Place, placeOf, type World } from "../request/paths.js";
import { redirectPowers } from "../request/redirect-powers.js";
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
	readonly trust: readonly string[];
	readonly forced: boolean;
	readonly tools: readonly string[] | undefined;
	readonly paths: () => readonly PlacedPath[];
	/** Those that are read, and those that are written; what is both is in both. */
	readonly pathsRead: () => readonly PlacedPath[];
	readonly pathsWritten: () => readonly PlacedPath[];
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

export function subjectOf({ command, args, ways }: ReadCommand, around: Surroundings): Subject {
	// It starts in one of these folders; none: it can't be known.
	const outer = ways.length === 0 ? [undefined] : distinct(ways.flatMap((way) => foldersBehind(around.cwd, way)));
	const paths = once(() =>
		namedPaths(args, command.redirects).flatMap(({ text, glob, access, maybe, folders: count }): PlacedPath[] => {
			const cwds = distinct(outer.flatMap((cwd) => foldersBehind(cwd, args.folders.slice(0, count))));
			// Seen from several folders it is one of several paths.
			const unsure = maybe || cwds.length > 1 ? { maybe: true as const } : {};
			return cwds.flatMap((cwd): PlacedPath[] => {
				const texts =
					glob === undefined ? (text === undefined ? undefined : [text]) : pathsOfGlob(glob, cwd, around.world);
				if (texts === undefined) return [{ access, ...unsure }];
				return texts.map((one) => ({ access, ...unsure, text: one, place: placeOf(one, cwd, around.world) }));
			});
		}),
	);
	return {
		command,
		args,
		...around,
		paths,
		pathsRead: once(() => paths().filter(({ access }) => access !== "write")),
		pathsWritten: once(() => paths().filter(({ access }) => access !== "read")),
		plainPowers: once(() => plainPowers(args)),
		powersBeyond: once(() => [...powersBeyond(args), ...redirectPowers(command.redirects, args)]),
		powersUnclear: once(() => powersUnclear(args)),
		programPlace: once(() => {
			const { program } = command;
			if (program.kind !== "known" || !program.text.includes("/")) return undefined;
			const places = outer.map((cwd) => placeOf(program.text, cwd, around.world));
			return places.length === 1 ? places[0] : oneOf(places);
		}),
	};
}

/** All places that one of several may be. */
function oneOf(places: readonly Place[]): Place {
	const literal = [...new Set(places.flatMap((place) => place.literal))];
	if (places.some((place) => place.resolved === undefined)) return { literal };
	return { literal, resolved: [...new Set(places.flatMap((place) => place.resolved ?? []))] };
}

/** More folders than this are not kept apart. */
const mostFolders = 16;

/**
 * The folders that one may reach from another through a list of folders; one that is undefined can't be known. Where `..` stands in the way
 * there are two: `cd` takes it away from the text, the kernel goes up from where a link led.
 */
function foldersBehind(from: string | undefined, folders: readonly Word[]): readonly (string | undefined)[] {
	let reached: readonly (string | undefined)[] = [from];
	for (const folder of folders) {
		if (folder.kind !== "known" || folder.text.startsWith("~")) return [undefined];
		reached = distinct(
			reached.flatMap((at) => {
				if (at === undefined && !folder.text.startsWith("/")) return [undefined];
				const path = joinPath(at ?? "/", folder.text);
				return /(?:^|\/)\.\.(?:\/|$)/.test(path) ? [normalise(path), path] : [path];
			}),
		);
		if (reached.length > mostFolders) return [undefined];
	}
	return reached;
}

function distinct<T>(list: readonly T[]): readonly T[] {
	return list.length < 2 ? list : [...new Set(list)];
}

function once<T>(make: () => T): () => T {
	let made: { readonly value: T } | undefined;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}
