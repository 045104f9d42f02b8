/** Reads the heartbeats that have come into a folder, verifies them, and says of each machine what is to be believed. */
import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Beat, beatType, readBeat } from "./beat.js";
import { opened, payloadOf, readEnvelope } from "./envelope.js";

/** Which machines there should be, with their public keys where they are known. */
export type Inventory = ReadonlyMap<string, string | undefined>;

/** What has come of a machine. */
export interface HeardMachine {
	readonly machine: string;
	/** Verified heartbeats, oldest first, of one key. */
	readonly beats: readonly Beat[];
	/** Why it is not believed: `two-keys`, where several keys have signed for it and nobody says which is its own; `twice`, where two heartbeats have one number. */
	readonly doubt?: "two-keys" | "twice";
}

export interface HeardBeats {
	readonly machines: readonly HeardMachine[];
	/** Files that are no heartbeats, or not signed by whom they say. */
	readonly refused: readonly { readonly file: string; readonly why: string }[];
}

/** Bytes of a file that is read. */
const largestBeat = 1_000_000;
/** Heartbeats of a machine that are looked at: the last ones. */
const mostBeats = 200;

/** `folder`: files `NAME.json`, in folders of machines or beside each other. */
export function readBeats(folder: string, inventory: Inventory): HeardBeats {
	const refused: { readonly file: string; readonly why: string }[] = [];
	const byMachine = new Map<string, Map<string, Beat>>();
	for (const file of filesIn(folder)) {
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
	return { machines: [...byMachine].sort(([a], [b]) => (a < b ? -1 : 1)).map(heard), refused };
}

function filesIn(folder: string): readonly string[] {
	const isJson = (one: Dirent): boolean => one.isFile() && one.name.endsWith(".json");
	return readdirSync(folder, { withFileTypes: true })
		.sort((a, b) => (a.name < b.name ? -1 : 1))
		.flatMap((one) => {
			if (!one.isDirectory()) return isJson(one) ? [one.name] : [];
			const names = readdirSync(join(folder, one.name), { withFileTypes: true }).filter(isJson);
			return names
				.map(({ name }) => join(one.name, name))
				.sort()
				.slice(-mostBeats);
		});
}

function beatIn(path: string, inventory: Inventory): Beat | string {
	if (statSync(path).size > largestBeat) return "it is larger than a heartbeat may be";
	const envelope = readEnvelope(readFileSync(path, "utf8"));
	if (envelope === undefined) return "it is no signed envelope";
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
	const doubt = keys.size > 1 ? "two-keys" : numbers.size < beats.length ? "twice" : undefined;
	return { machine, beats, ...(doubt === undefined ? {} : { doubt }) };
}

/** Reads an inventory: a line for each machine, its name and its public key if it is known. Undefined is its place in a line that says something else. */
export function readInventory(text: string): Inventory | { readonly line: number } {
	const machines = new Map<string, string | undefined>();
	for (const [at, line] of text.split("\n").entries()) {
		const said = line.replace(/#.*/, "").trim();
		if (said === "") continue;
		const found = /^([A-Za-z0-9][A-Za-z0-9._-]{0,127})(?:\s+([0-9a-f]{64}))?$/.exec(said);
		if (found === null) return { line: at + 1 };
		machines.set(found[1] as string, found[2]);
	}
	return machines;
}
