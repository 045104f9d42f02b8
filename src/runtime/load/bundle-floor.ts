/**
 * The floor of a machine: the highest versions and the latest time that it has seen. It lies in a folder of its own, out of reach of agents: `seen.json` is
 * written by the refresher, `given.json` by whoever manages the machine, before it has seen anything. Below it nothing is activated, and nothing is decided.
 */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { isMoment } from "../../engine/request/read-facts.js";
import { type BundleFault, isObject, jsonIn } from "./bundle-settings.js";

/** A version, and the keys that may sign it: those who hold other keys count anew. */
export interface SeenVersion {
	readonly version: number;
	readonly keys: string;
}

export interface SeenFloor {
	/** SHA-256 of the root that the machine was given. */
	readonly anchor: string;
	/** By `root`, `timestamp`, `snapshot`, `targets`, a team, and `release CHANNEL`. */
	readonly versions: Readonly<Record<string, SeenVersion>>;
	/** The clock at the last time that all was well. Milliseconds. */
	readonly time: number;
	/** SHA-256 of the manifests that may be active: two while one follows the other. */
	readonly active: readonly string[];
	/** Releases with which this machine has stopped, by their marks. */
	readonly stopped?: readonly string[];
}

export interface GivenFloor {
	readonly versions: Readonly<Record<string, number>>;
	readonly time: number;
	/** How the machine is called. */
	readonly machine?: string;
}

export interface Floor {
	readonly seen?: SeenFloor;
	readonly given: GivenFloor;
}

/** A clock that stands further back than this is wrong. Milliseconds. */
export const clockTolerance = 10 * 60_000;

export const seenFile = (folder: string): string => join(folder, "seen.json");
export const givenFile = (folder: string): string => join(folder, "given.json");

/** Reads the floor. What is torn is no floor, and a fault. `channel`: what is given must mean it. */
export function readFloor(folder: string, channel?: string): Floor | BundleFault {
	const given = givenObject(givenFile(folder));
	if (given !== undefined && "fault" in given) return given;
	const read = given === undefined ? { versions: {}, time: 0 } : givenIn(given.value);
	if (read === undefined)
		return {
			fault: `\`${givenFile(folder)}\` is no floor`,
			help: 'it says versions as whole numbers, a time and the machine: `{"release": 7, "root": 2, "time": "2026-11-27T00:00:00Z", "machine": "laptop-4711"}`',
		};
	const allowed = [...givenNames, ...(channel?.includes("/") ? [channel.replace(/\/.*/, "")] : [])];
	const strange = Object.keys(read.versions).find((name) => channel !== undefined && !allowed.includes(name));
	if (strange !== undefined)
		return {
			fault: `\`${givenFile(folder)}\`: \`${strange}\` is nothing that has a version on channel \`${channel}\``,
			help: `there are ${allowed.map((name) => `\`${name}\``).join(", ")}, and \`time\` and \`machine\``,
		};
	const seen = objectIn(seenFile(folder));
	if (seen === undefined) return { given: read };
	if ("fault" in seen) return seen;
	return isSeen(seen.value)
		? { given: read, seen: seen.value }
		: {
				fault: `\`${seenFile(folder)}\` is no floor`,
				help: "whoever manages this machine looks why, and takes the file away: the next refresh writes it by what is active",
			};
}

/** What of a bundle has a version, beside the team of a channel. */
const givenNames = ["release", "root", "targets", "snapshot", "timestamp"];

/** A link that leads nowhere is no floor that was not given. */
function givenObject(file: string): ReturnType<typeof jsonIn> | undefined {
	const read = jsonIn(file, true);
	return objectIn(file) === undefined && lstatSync(file, { throwIfNoEntry: false }) === undefined ? undefined : read;
}

function objectIn(file: string): ReturnType<typeof jsonIn> | undefined {
	const read = jsonIn(file);
	return "fault" in read && read.fault.includes("there is no such file") ? undefined : read;
}

function givenIn({ time, machine, ...versions }: Readonly<Record<string, unknown>>): GivenFloor | undefined {
	const at = time === undefined ? 0 : isMoment(time) ? Date.parse(time) : Number.NaN;
	const areVersions = Object.values(versions).every((one) => Number.isSafeInteger(one) && (one as number) >= 0);
	if (Number.isNaN(at) || !areVersions || (machine !== undefined && !isMachineId(machine))) return undefined;
	return {
		versions: versions as Readonly<Record<string, number>>,
		time: at,
		...(machine === undefined ? {} : { machine }),
	};
}

function isSeen(value: Readonly<Record<string, unknown>>): value is Readonly<Record<string, unknown>> & SeenFloor {
	const { anchor, versions, time, active, stopped } = value;
	return (
		typeof anchor === "string" &&
		Number.isFinite(time) &&
		(stopped === undefined || (Array.isArray(stopped) && stopped.every((one) => typeof one === "string"))) &&
		Array.isArray(active) &&
		active.every((one) => typeof one === "string") &&
		isObject(versions) &&
		Object.values(versions).every(
			(one) => isObject(one) && Number.isSafeInteger(one.version) && typeof one.keys === "string",
		)
	);
}

/** Can a machine be called so? */
export function isMachineId(name: unknown): name is string {
	return typeof name === "string" && /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(name);
}

/** The file in which a machine that was given no name keeps its own. */
export const machineFile = (folder: string): string => join(folder, "machine.json");

/** How this machine is called: as it was given, or as it has called itself. Undefined before its first refresh. */
export function machineId(folder: string): string | undefined {
	const floor = readFloor(folder);
	if (!("fault" in floor) && floor.given.machine !== undefined) return floor.given.machine;
	const own = objectIn(machineFile(folder));
	if (own === undefined || "fault" in own) return undefined;
	return isMachineId(own.value.machine) ? own.value.machine : undefined;
}

/** What lies below a floor that was given; undefined where nothing does. `release` is that of the channel. */
export function belowGiven(
	{ versions }: GivenFloor,
	own: Readonly<Record<string, SeenVersion>>,
	channel: string,
): string | undefined {
	for (const [name, least] of Object.entries(versions)) {
		const found = own[name === "release" ? `release ${channel}` : name]?.version;
		if (found === undefined) return `${name} has no version here, and this machine was told of ${least}`;
		if (found < least) return `${name} is at version ${found}, and this machine was told of ${least}`;
	}
	return undefined;
}

/** The time before which no clock can stand. Milliseconds. */
export function latestTime({ seen, given }: Floor): number {
	return Math.max(seen?.time ?? 0, given.time);
}
