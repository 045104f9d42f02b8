/** Reads the heartbeats that have come into a folder, verifies them, and says of each machine what is to be believed. */
import { type Dirent, readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { type Beat, beatType, readBeat } from "./beat.js";
import { type Envelope, opened, payloadOf, readEnvelope } from "./envelope.js";

/** Which machines there should be, with their public keys where they are known. */
export type Inventory = ReadonlyMap<string, string | undefined>;

/** What has come of a machine. */
export interface HeardMachine {
	readonly machine: string;
	/** Verified heartbeats, oldest first, of one key. */
	readonly beats: readonly Beat[];
	/** Why it is not believed: `two-keys`, where several keys have signed for it and nobody says which is its own; `twice`, where two heartbeats have one number; `back`, where the one with the highest number is not the latest. */
	readonly doubt?: "two-keys" | "twice" | "back";
}

export interface HeardBeats {
	readonly machines: readonly HeardMachine[];
	/** Machines whose folders can't be read, and why. */
	readonly unreadable: ReadonlyMap<string, string>;
	/** Files that are no heartbeats, or not signed by whom they say. */
	readonly refused: readonly { readonly file: string; readonly why: string }[];
}

/** Bytes of a file that is read. */
const largestBeat = 1_000_000;
/** Heartbeats of a machine that are looked at: the last ones. */
const mostBeats = 200;
/** Of those whose names say no number, so many are read to find the last ones. */
const mostRead = 2_000;
/** The files that came last are looked at in any case: a count may have gone back. */
const latestFiles = 20;
/** Milliseconds by which a clock may be set without a doubt. */
const tolerance = 10 * 60_000;

/** `folder`: files `NAME.json`, in folders of machines or beside each other. */
export function readBeats(folder: string, inventory: Inventory): HeardBeats {
	const refused: { readonly file: string; readonly why: string }[] = [];
	const byMachine = new Map<string, Map<string, Beat>>();
	const unreadable = new Map<string, string>();
	for (const file of filesIn(folder, unreadable)) {
		const beat = beatIn(join(folder, file), inventory);
		if (typeof beat === "string") {
			refused.push({ file, why: beat });
			continue;
		}
		const own = byMachine.get(beat.machine) ?? new Map<string, Beat>();
		byMachine.set(beat.machine, own);
		// The same heartbeat may have come twice.
		own.set(JSON.stringify(beat), beat);
	}
	return { machines: [...byMachine].sort(([a], [b]) => (a < b ? -1 : 1)).map(heard), unreadable, refused };
}

function filesIn(folder: string, unreadable: Map<string, string>): readonly string[] {
	const isJson = (one: Dirent): boolean => one.isFile() && one.name.endsWith(".json");
	return readdirSync(folder, { withFileTypes: true })
		.sort((a, b) => (a.name < b.name ? -1 : 1))
		.flatMap((one) => {
			if (!one.isDirectory()) return isJson(one) ? [one.name] : [];
			try {
				const own = join(folder, one.name);
				const names = readdirSync(own, { withFileTypes: true }).filter(isJson);
				return lastFiles(
					own,
					names.map(({ name }) => name),
				).map((name) => join(one.name, name));
			} catch (error) {
				unreadable.set(one.name, String((error as NodeJS.ErrnoException).code));
				return [];
			}
		});
}

/** The last ones of a machine: by the number that their names begin with, by what they say where names say none, and by when they came. */
function lastFiles(folder: string, names: readonly string[]): readonly string[] {
	if (names.length <= mostBeats) return [...names].sort();
	const byTime = lastBy(names, (name) => [statIn(join(folder, name))?.mtimeMs ?? 0]);
	const others = byTime.filter((name) => numberOf(name) === undefined).slice(-mostRead);
	return [
		...new Set([
			...lastBy(
				names.filter((name) => numberOf(name) !== undefined),
				(name) => [numberOf(name) as number],
			).slice(-mostBeats),
			...lastBy(others, (name) => orderOf(join(folder, name))).slice(-mostBeats),
			...byTime.slice(-latestFiles),
		]),
	].sort();
}

/** `000000000012.json`, and `000000000012-1f2e3d4c5b6a7988.json` where the number was taken. */
function numberOf(name: string): number | undefined {
	const digits = /^(\d{1,15})(?:-[0-9a-f]{16})?\.json$/.exec(name)?.[1];
	return digits === undefined ? undefined : Number(digits);
}

/** Number and time, unverified: what is none stands first. */
function orderOf(path: string): readonly number[] {
	const envelope = envelopeIn(path);
	const beat = typeof envelope === "string" ? undefined : readBeat(payloadOf(envelope));
	return beat === undefined ? [-1] : [beat.seq, Date.parse(beat.time)];
}

/** In ascending order of these numbers. */
function lastBy(names: readonly string[], order: (name: string) => readonly number[]): readonly string[] {
	const keyed = names.map((name) => ({ name, by: order(name) }));
	return keyed
		.sort((a, b) => {
			const at = a.by.findIndex((one, index) => one !== b.by[index]);
			return at < 0 ? (a.name < b.name ? -1 : 1) : (a.by[at] as number) - (b.by[at] ?? 0);
		})
		.map(({ name }) => name);
}

function statIn(path: string): Stats | undefined {
	return statSync(path, { throwIfNoEntry: false });
}

function envelopeIn(path: string): Envelope | string {
	try {
		const size = statIn(path)?.size ?? 0;
		if (size > largestBeat) return "it is larger than a heartbeat may be";
		return readEnvelope(readFileSync(path, "utf8")) ?? "it is no signed envelope";
	} catch (error) {
		return `it can't be read: ${(error as NodeJS.ErrnoException).code}`;
	}
}

function beatIn(path: string, inventory: Inventory): Beat | string {
	const envelope = envelopeIn(path);
	if (typeof envelope === "string") return envelope;
	const said = readBeat(payloadOf(envelope));
	if (said === undefined) return "it holds no heartbeat";
	const known = inventory.get(said.machine);
	if (known !== undefined && known !== said.key) return `it is signed by another key than that of \`${said.machine}\``;
	const payload = opened(envelope, beatType, said.key);
	return payload === undefined ? "it is not signed by the key that it names" : said;
}

function heard([machine, all]: readonly [string, ReadonlyMap<string, Beat>]): HeardMachine {
	const beats = [...all.values()].sort((a, b) => a.seq - b.seq || (a.time < b.time ? -1 : 1));
	const keys = new Set(beats.map(({ key }) => key));
	const numbers = new Set(beats.map(({ seq }) => seq));
	const latest = beats.reduce((most, { time }) => Math.max(most, Date.parse(time)), Number.NEGATIVE_INFINITY);
	const isBack = Date.parse(beats.at(-1)?.time ?? "") < latest - tolerance;
	const doubt = keys.size > 1 ? "two-keys" : numbers.size < beats.length ? "twice" : isBack ? "back" : undefined;
	return { machine, beats, ...(doubt === undefined ? {} : { doubt }) };
}

/** Reads an inventory: one line for each machine, its name and its public key if it is known; or the first line that says something else, or a machine again (`twice`). */
export function readInventory(text: string): Inventory | { readonly line: number; readonly twice?: string } {
	const machines = new Map<string, string | undefined>();
	for (const [at, line] of text.split("\n").entries()) {
		const said = line.replace(/#.*/, "").trim();
		if (said === "") continue;
		const found = /^([A-Za-z0-9][A-Za-z0-9._-]{0,127})(?:\s+([0-9a-f]{64}))?$/.exec(said);
		if (found === null) return { line: at + 1 };
		const name = found[1] as string;
		if (machines.has(name)) return { line: at + 1, twice: name };
		machines.set(name, found[2]);
	}
	return machines;
}
