/**
 * What a command does, derived once and asked by everybody: the paths it reads and writes and where they lead, and the powers it uses.
 * Each effect is sure or only possible. What costs something is worked out when it is first asked for.
 */

import { type Power, powers } from "../../language/policy/terms.js";
import { altered } from "../records/altered.js";
import { whole } from "../records/whole.js";
import type { Arguments } from "../request/arguments/arguments.js";
import { isProgramOfProcess, joinPath, normalise, type PathPlaces, placeOf, type World } from "../request/paths.js";
import type { Command, Way, Word } from "../request/request.js";
import type { ReadCommand } from "./commands.js";
import { type Destination, destinationsOf, destinationsOfCode, namesHost } from "./destinations.js";
import { isInstalled } from "./installed-packages.js";
import { pathsOfGlob } from "./paths/glob-paths.js";
import type { NameFilters } from "./paths/name-filters.js";
import { type NamedPath, namedPath, pathWith, type Reach } from "./paths/named-path.js";
import { namedPaths } from "./paths/named-paths.js";
import { meantByPathspec } from "./paths/pathspecs.js";
import { widenedByVariables } from "./paths/widened-paths.js";
import {
	hasUnclearCode,
	mayRunOthers,
	plainPowers,
	powersBeyond,
	powersUnclear,
	powerUnclear,
	redirectPowers,
	type Use,
} from "./powers-used.js";
import { programOfAnyPackage } from "./stands-for.js";
import { variablePaths, variableUses } from "./variables.js";
import { verbUses } from "./verb-powers.js";

export type { Destination, Reach, Use };

/** A path that the command names, and where it leads. `place` is absent where the word can't be known. */
export interface PlacedPath extends NameFilters {
	readonly text?: string;
	readonly access: NamedPath["access"];
	readonly place?: PathPlaces;
	/** It may be a path, or none. */
	readonly maybe?: true;
	/** Code in a file that nobody reads may do it. */
	readonly byCode?: true;
	/** More than the path itself is meant. */
	readonly reach?: Reach;
}

/** The effects of one command. */
export interface Effects {
	readonly paths: () => readonly PlacedPath[];
	/** Those that are read, and those that are written; what is both is in both. */
	readonly pathsRead: () => readonly PlacedPath[];
	readonly pathsWritten: () => readonly PlacedPath[];
	readonly plainPowers: () => readonly Power[];
	readonly powersBeyond: () => readonly Use[];
	readonly powersUnclear: () => boolean;
	/** Does it use the power, in its plain use or beyond? What the verbs of a program that no table knows say is in doubt. */
	readonly uses: (power: Power) => "yes" | "no" | "unknown";
	/** Does the value of this option say a host? */
	readonly namesHost: (option: string) => boolean;
	/** Is there code among the words, in a language that is read here, of which it can't be known what it does? */
	readonly hasUnclearCode: () => boolean;
	/** May a word that can't be known be an option that runs another program? */
	readonly mayRunOthers: () => boolean;
	/** The hosts that it talks to. Empty where it uses no network. */
	readonly destinations: () => readonly Destination[];
	/** Where the program's own word leads, when it is a path. */
	readonly programPlace: () => PathPlaces | undefined;
}

/** The effects of a command that was read. `cwd`: the folder of the request; absent where it can't be known. `settings`: the world for whoever asks what settings say. */
export function effectsOf(read: ReadCommand, cwd: string | undefined, world: World, settings?: () => World): Effects {
	return new Derived(read, cwd, world, settings);
}

/** A class, and no object of functions: one is made for every command, and most of what it can tell is never asked for. */
class Derived implements Effects {
	readonly #command: Command;
	readonly #args: Arguments;
	readonly #world: World;
	/** It starts in one of these folders; one that is undefined can't be known. */
	readonly #folders: readonly (string | undefined)[];
	#paths: readonly PlacedPath[] | undefined;
	#pathsRead: readonly PlacedPath[] | undefined;
	#pathsWritten: readonly PlacedPath[] | undefined;
	#plainPowers: readonly Power[] | undefined;
	#powersBeyond: readonly Use[] | undefined;
	#powersUnclear: boolean | undefined;
	#uses: Uses | undefined;
	#verbUses: readonly Use[] | undefined;
	#programPlace: PathPlaces | undefined;
	#destinations: readonly Destination[] | undefined;
	/** What others read, and it may send. */
	readonly #sends: ReadCommand["sends"];
	readonly #cwd: string | undefined;

	readonly #settings: (() => World) | undefined;

	constructor(
		{ command, args, ways, sends }: ReadCommand,
		cwd: string | undefined,
		world: World,
		settings: (() => World) | undefined,
	) {
		this.#command = command;
		this.#args = args;
		this.#world = world;
		this.#settings = settings;
		this.#sends = sends;
		this.#cwd = cwd;
		this.#folders = foldersOf(ways, cwd);
	}

	paths(): readonly PlacedPath[] {
		this.#paths ??= joined(
			placedPaths(this.#named(), this.#args, this.#folders, this.#world),
			sentPaths(this.#sends, this.#cwd, this.#world),
		);
		return this.#paths;
	}

	#named(): readonly NamedPath[] {
		const told = namedPaths(this.#args, this.#command.redirects, isFed(this.#command));
		const named = widenedByVariables(told, this.#args, this.#command, this.#world);
		return eachOnce(withVariables(named, this.#command, this.#args));
	}

	pathsRead(): readonly PlacedPath[] {
		this.#pathsRead ??= this.paths().filter(({ access }) => access !== "write");
		return this.#pathsRead;
	}

	pathsWritten(): readonly PlacedPath[] {
		this.#pathsWritten ??= this.paths().filter(({ access }) => access !== "read");
		return this.#pathsWritten;
	}

	plainPowers(): readonly Power[] {
		this.#plainPowers ??= this.#derivedPlainPowers();
		return this.#plainPowers;
	}

	#derivedPlainPowers(): readonly Power[] {
		const plain = plainPowers(this.#args);
		return plain.includes("network") && isInstalled(this.#args, this.#folders, this.#world)
			? plain.filter((power) => power !== "network")
			: plain;
	}

	powersBeyond(): readonly Use[] {
		this.#powersBeyond ??= withSurroundings(
			this.#args.program === undefined ? [] : [...powersBeyond(this.#args), ...this.#newByVerbs()],
			this.#command,
			this.#args,
		);
		return this.#powersBeyond;
	}

	uses(power: Power): "yes" | "no" | "unknown" {
		this.#uses ??= { ...noUses };
		let used = this.#uses[power];
		if (used === undefined) {
			used = this.#usesOf(power);
			this.#uses[power] = used;
		}
		return used;
	}

	#usesOf(power: Power): "yes" | "no" | "unknown" {
		// What a name among the words of a command may stand for runs the code that this command runs: its plain powers are not its own.
		if (this.#args.program !== programOfAnyPackage && this.plainPowers().includes(power)) return "yes";
		// Plain use of a program that no table knows runs code, so a grant of it covers what its verbs say.
		const feared = this.#args.program === undefined ? this.#byVerbs() : [];
		let isUnsure = this.#powerUnclear(power);
		for (const uses of [this.powersBeyond(), feared])
			for (const use of uses) {
				if (use.power !== power) continue;
				if (use.sure) return "yes";
				isUnsure = true;
			}
		return isUnsure ? "unknown" : "no";
	}

	#powerUnclear(power: Power): boolean {
		return powerUnclear(power, this.#args, this.powersUnclear());
	}

	powersUnclear(): boolean {
		this.#powersUnclear ??= powersUnclear(this.#args);
		return this.#powersUnclear;
	}

	#byVerbs(): readonly Use[] {
		this.#verbUses ??= verbUses(this.#command, this.#args);
		return this.#verbUses;
	}

	#newByVerbs(): readonly Use[] {
		const told = this.#byVerbs();
		if (told.length === 0) return told;
		const plain = this.plainPowers();
		return told.filter(({ power }) => !plain.includes(power));
	}

	destinations(): readonly Destination[] {
		this.#destinations ??= this.#derivedDestinations();
		return this.#destinations;
	}

	#derivedDestinations(): readonly Destination[] {
		const uses = this.powersBeyond().filter(({ power }) => power === "network");
		const isPlain = this.plainPowers().includes("network");
		if (this.#command.program.kind !== "known") return unknownHost;
		if (isPlain || uses.length > 0) {
			const around = { folders: this.#folders, world: this.#settings?.() ?? this.#world };
			return destinationsOf(this.#command, this.#args, isPlain || uses.some(({ sure }) => sure), around);
		}
		const isStranger = this.#args.program === undefined;
		const isUnclear = this.#powerUnclear("network");
		// `curl --manual --unheard-of`: it may do more than inform, and nobody knows whom it talks to then.
		if (isUnclear && this.#args.usages.some(({ powers }) => powers.includes("network"))) return unknownHost;
		return isStranger || isUnclear || this.#runsCode() ? destinationsOfCode(this.#args, isStranger) : [];
	}

	#runsCode(): boolean {
		const isCode = (power: Power): boolean => power === "code" || power === "exec";
		return this.plainPowers().some(isCode) || this.powersBeyond().some(({ power }) => isCode(power));
	}

	namesHost(option: string): boolean {
		return namesHost(option, this.#args);
	}

	hasUnclearCode(): boolean {
		return hasUnclearCode(this.#args);
	}

	mayRunOthers(): boolean {
		return mayRunOthers(this.#args);
	}

	programPlace(): PathPlaces | undefined {
		const { program } = this.#command;
		if (program.kind !== "known" || !program.text.includes("/")) return undefined;
		this.#programPlace ??= placeOfProgram(this.#folders.map((cwd) => placeOf(program.text, cwd, this.#world)));
		return this.#programPlace;
	}
}

type Uses = Record<Power, "yes" | "no" | "unknown" | undefined>;
/** None was asked for yet: records of one shape, whichever is asked for first. */
const noUses = Object.fromEntries(powers.map((power) => [power, undefined])) as Uses;

const noPaths: readonly PlacedPath[] = [];
const unknownHost: readonly Destination[] = [{ maybe: true }];

/** What other commands read, perhaps read by whoever sends what they write. */
function sentPaths(sends: ReadCommand["sends"], cwd: string | undefined, world: World): readonly PlacedPath[] {
	if (sends === undefined) return noPaths;
	if (sends === "anything") return [placedPath(namedPath("read"), undefined, cwd, true, world)];
	const sent = new Map<string, PlacedPath>();
	for (const read of sends) for (const [key, path] of readBy(read, cwd, world)) sent.set(key, path);
	return [...sent.values()];
}

/** What a command reads, perhaps sent on: equal paths are one. Each of many may send what each of many reads, so it is worked out once. */
function readBy(read: ReadCommand, cwd: string | undefined, world: World): ReadonlyMap<string, PlacedPath> {
	const known = readSoFar.get(read);
	if (known !== undefined && known.world === world && known.cwd === cwd) return known.paths;
	const paths = new Map(
		effectsOf(read, cwd, world)
			.pathsRead()
			.map((path) => altered(path, { access: "read" as const, maybe: true as const }))
			.map((path) => [JSON.stringify(path), path]),
	);
	readSoFar.set(read, { cwd, world, paths });
	return paths;
}

/** As long as the request is decided. */
const readSoFar = new WeakMap<
	ReadCommand,
	{ readonly cwd: string | undefined; readonly world: World; readonly paths: ReadonlyMap<string, PlacedPath> }
>();

function joined(own: readonly PlacedPath[], more: readonly PlacedPath[]): readonly PlacedPath[] {
	return more.length === 0 ? own : [...own, ...more];
}

/** The folders that a command may start in: none can be known where there are no ways. */
export function foldersOf(ways: readonly Way[], cwd: string | undefined): readonly (string | undefined)[] {
	const [way] = ways;
	if (way === undefined) return [undefined];
	return ways.length === 1 ? foldersBehind(cwd, way) : distinct(ways.flatMap((one) => foldersBehind(cwd, one)));
}

/** Does a pipe or a file bring its input? */
function isFed({ from, input, redirects }: Command): boolean {
	return from !== undefined || input !== undefined || redirects.some(({ access }) => access === "read");
}

/** Where paths lead, seen from each of the folders that they may be seen from. */
function placedPaths(
	named: readonly NamedPath[],
	args: Arguments,
	outer: readonly (string | undefined)[],
	world: World,
): readonly PlacedPath[] {
	const placed: PlacedPath[] = [];
	for (const path of named) {
		const { text, glob, maybe, folders } = path;
		const own = folders === undefined ? args.folders : args.folders.slice(0, folders);
		const cwds = own.length === 0 ? outer : distinct(outer.flatMap((cwd) => foldersBehind(cwd, own)));
		// Seen from several folders it is one of several paths.
		const unsure = maybe === true || cwds.length > 1;
		for (const cwd of cwds) {
			const texts = glob === undefined ? text : pathsOfGlob(glob, cwd, world);
			if (path.pathspec !== undefined || path.unless !== undefined) {
				for (const one of meantByPathspec(path, texts, cwd, world))
					placed.push(placedPath(one, one.text, cwd, unsure, world));
				continue;
			}
			if (path.into !== undefined) placed.push(...placedInside(path, path.into, texts, cwd, unsure, world));
			else
				for (const one of typeof texts === "object" ? texts : [texts])
					placed.push(placedPath(path, one, cwd, unsure, world));
		}
	}
	return placed;
}

/** A path that it may be, of one shape. Without a text nobody knows where it leads, nor how far it reaches. */
function placedPath(
	path: NamedPath,
	text: string | undefined,
	cwd: string | undefined,
	unsure: boolean,
	world: World,
): PlacedPath {
	const { access, byCode, reach, only, skip, becomes } = path;
	const maybe = unsure || undefined;
	const none = undefined;
	if (text === undefined)
		return whole<PlacedPath>({ text, access, place: none, maybe, byCode, reach: none, only: none, skip: none });
	const place = placeOf(text, cwd, world);
	const isIn = becomes && (place.resolved ?? [undefined]).every((one) => isFolder(one, world));
	return whole<PlacedPath>({ text, access, place, maybe, byCode: none, reach: isIn ? none : reach, only, skip });
}

/** The last parts of these paths in a folder. Nothing where it is known that none lies there. */
function placedInside(
	path: NamedPath,
	folder: string,
	texts: string | readonly string[] | undefined,
	cwd: string | undefined,
	unsure: boolean,
	world: World,
): readonly PlacedPath[] {
	const place = placeOf(folder, cwd, world);
	const isFile = (one: string | undefined): boolean =>
		isNoFolder(one, world) && !(path.isGiven && isMissing(one, world));
	if (!folder.endsWith("/") && (place.resolved ?? [undefined]).every(isFile)) return [];
	if (texts === undefined) return [placedPath(pathWith(path, { reach: "somewhere" }), folder, cwd, unsure, world)];
	const isSure = !unsure && (place.resolved ?? [undefined]).every((one) => isFolder(one, world));
	return (typeof texts === "string" ? [texts] : texts).map((text) => {
		const name = path.isWhole ? text.replace(/^\/+/, "") : (/[^/]*(?=\/*$)/.exec(text)?.[0] ?? "");
		return placedPath(path, folder.endsWith("/") ? folder + name : `${folder}/${name}`, cwd, !isSure, world);
	});
}

function isMissing(path: string | undefined, world: World): boolean {
	return path !== undefined && world.kindAt?.(path) === "none";
}

function isNoFolder(path: string | undefined, world: World): boolean {
	const kind = path === undefined ? "unknown" : world.kindAt?.(path);
	return kind === "other" || kind === "none";
}

function isFolder(path: string | undefined, world: World): boolean {
	if (path === undefined) return false;
	const kind = world.kindAt?.(path) ?? "unknown";
	if (kind !== "unknown") return kind === "folder";
	const entries = world.entriesOf?.(path) ?? "unknown";
	return entries !== "unknown" && entries.length > 0;
}

/** Fewer paths are as quickly asked about as compared. */
const few = 64;

/** What is named again is told once, read and written alike: a long command may name the same by each of its words. */
function eachOnce(paths: readonly NamedPath[]): readonly NamedPath[] {
	if (paths.length < few) return paths;
	const found = new Map<string, NamedPath>();
	for (const path of paths) {
		const key = keyOf(path);
		const known = found.get(key);
		if (known === undefined || known.access !== path.access)
			found.set(key, known === undefined ? path : pathWith(path, { access: "both" }));
	}
	return [...found.values()];
}

/** Equal for paths that are equal but for their access. Most are a text alone. */
function keyOf({ access: _, text, maybe, ...more }: NamedPath): string {
	for (const name in more)
		if (more[name as keyof typeof more] !== undefined) return JSON.stringify([text, maybe, more]);
	return `${maybe === true}${text === undefined ? "" : `:${text}`}`;
}

function withVariables(paths: readonly NamedPath[], command: Command, args: Arguments): readonly NamedPath[] {
	return command.assignments.length === 0 ? paths : [...paths, ...variablePaths(command, args)];
}

/** What redirections and variables bring, too. */
function withSurroundings(uses: readonly Use[], command: Command, args: Arguments): readonly Use[] {
	const { redirects, assignments } = command;
	if (redirects.length === 0 && assignments.length === 0) return uses;
	return [...uses, ...redirectPowers(redirects, args), ...variableUses(command, args)];
}

/** Where a program lies, as long as it is the same for each process. */
function placeOfProgram(places: readonly PathPlaces[]): PathPlaces {
	const place = oneOf(places);
	const { literal, resolved = [] } = place;
	return literal.some(isProgramOfProcess) || resolved.some(isProgramOfProcess) ? { literal } : place;
}

/** All places that one of several may be. */
function oneOf(places: readonly PathPlaces[]): PathPlaces {
	const [first] = places;
	if (places.length === 1 && first !== undefined) return first;
	const literal = [...new Set(places.flatMap((place) => place.literal))];
	if (places.some((place) => place.resolved === undefined)) return { literal };
	return { literal, resolved: [...new Set(places.flatMap((place) => place.resolved ?? []))] };
}

/** More folders than this are not kept apart, nor followed one behind another: where they lead is not known. */
const mostFolders = 16;

/**
 * The folders that one may reach from another through a list of folders; one that is undefined can't be known. Where `..` stands in the way
 * there are two: `cd` takes it away from the text, the kernel goes up from where a link led.
 */
function foldersBehind(from: string | undefined, folders: readonly Word[]): readonly (string | undefined)[] {
	let reached: readonly (string | undefined)[] = [from];
	if (folders.length > mostFolders) return [undefined];
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
