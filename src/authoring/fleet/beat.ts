/** The heartbeat of a machine: what it decides by, whether its hooks are asked, what there is of a sandbox, and how its log ends. */
import type { BundleState } from "../../runtime/load/active-bundle.js";
import { isMachineId } from "../../runtime/load/bundle-floor.js";
import { isObject } from "../../runtime/load/bundle-settings.js";

export const beatType = "application/vnd.bylaw.beat+json";

/** schemas/fleet-beat.schema.json describes it. */
export interface Beat {
	readonly format: "bylaw-beat";
	readonly version: 1;
	readonly machine: string;
	/** The public key of the machine: 32 bytes in hexadecimal. */
	readonly key: string;
	/** Counts up with each beat of the machine. */
	readonly seq: number;
	/** By the machine's clock. ISO 8601, UTC. */
	readonly time: string;
	/** The build of bylaw, and of Node. */
	readonly engine: string;
	readonly node: string;
	/** `linux`, `darwin`. */
	readonly platform: string;
	readonly bundle: BeatBundle;
	readonly hooks: readonly BeatHook[];
	/** What runs can be confined. */
	readonly sandbox: boolean;
	/** How the decision log ends; absent where none is named, or it has no record yet. */
	readonly log?: BeatLog;
}

export interface BeatBundle {
	readonly channel: string;
	readonly state: BundleState | "none";
	readonly decides: "release" | "safe" | "nothing";
	readonly release?: number;
	/** SHA-256 of the signed target. */
	readonly target?: string;
	/** The newest release, and why it does not decide here. */
	readonly newest?: number;
	readonly aside?: string;
	readonly shadow?: number;
	/** Why it is not fresh. */
	readonly why?: string;
	/** Why the last refresh came to nothing, by its code, and when. */
	readonly refused?: { readonly code: string; readonly time: string };
	readonly expires?: string;
	readonly versions?: Readonly<Record<string, number>>;
}

/** A registration of a hook, as `rules doctor` found it. */
export interface BeatHook {
	readonly harness: string;
	readonly path: string;
	/** `bad`: commands may run that the policy denies. */
	readonly verdict: "good" | "doubtful" | "bad";
	/** What is not good. */
	readonly checks: readonly string[];
}

export interface BeatLog {
	/** When the last decision was made. */
	readonly time: string;
	/** SHA-256 of the last line, without its line break. */
	readonly hash: string;
	/** The number of the last record, where records have one. */
	readonly seq?: number;
}

/** Reads a payload; undefined for what is no heartbeat. */
export function readBeat(bytes: Uint8Array): Beat | undefined {
	try {
		const value: unknown = JSON.parse(Buffer.from(bytes).toString("utf8"));
		return isBeat(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

function isBeat(value: unknown): value is Beat {
	if (!isObject(value)) return false;
	const { format, version, machine, key, seq, time, engine, node, platform, bundle, hooks, sandbox, log } = value;
	return (
		format === "bylaw-beat" &&
		version === 1 &&
		isMachineId(machine) &&
		typeof key === "string" &&
		/^[0-9a-f]{64}$/.test(key) &&
		isCount(seq) &&
		isTime(time) &&
		[engine, node, platform].every((one) => typeof one === "string") &&
		isBundle(bundle) &&
		Array.isArray(hooks) &&
		hooks.length <= 1_000 &&
		hooks.every(isHook) &&
		typeof sandbox === "boolean" &&
		(log === undefined || (isObject(log) && isTime(log.time) && typeof log.hash === "string"))
	);
}

function isBundle(value: unknown): boolean {
	if (!isObject(value)) return false;
	const { channel, state, decides, release, newest, aside, why, refused } = value;
	return (
		typeof channel === "string" &&
		["fresh", "stale", "expired", "none"].includes(state as string) &&
		["release", "safe", "nothing"].includes(decides as string) &&
		[release, newest].every((one) => one === undefined || isCount(one)) &&
		(refused === undefined || (isObject(refused) && typeof refused.code === "string")) &&
		[aside, why].every((one) => one === undefined || typeof one === "string")
	);
}

function isHook(value: unknown): boolean {
	return (
		isObject(value) &&
		typeof value.harness === "string" &&
		typeof value.path === "string" &&
		["good", "doubtful", "bad"].includes(value.verdict as string) &&
		Array.isArray(value.checks) &&
		value.checks.every((one) => typeof one === "string")
	);
}

function isCount(value: unknown): boolean {
	return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isTime(value: unknown): boolean {
	return typeof value === "string" && /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value));
}
