/**
 * Whom a release is for: what its signer says of it, and on which side of that a machine stands. Whoever it is not for goes on with the release that the
 * same signature names as the one before.
 */
import { createHash } from "node:crypto";
import { isObject } from "../load/bundle-settings.js";
import { isLikeOne } from "../load/like-name.js";
import { lastDecisions } from "./log-tail.js";

type Json = Readonly<Record<string, unknown>>;

/** `rollout` in the `custom` of a target. Signed data has whole numbers alone, so shares are in millionths. */
export interface Rollout {
	/** Of this release: other machines are the first ones of the next. */
	readonly salt: string;
	/** Of all machines, in millionths. Absent beside `machines`: none but those; absent without: all. */
	readonly share?: number;
	/** Machines by their ids, `*` for any text: `ci-*`. They are in it whatever the share is. */
	readonly machines?: readonly string[];
	/** On those machines it decides for the agents of these names alone, `*` for any text; the release before decides for the others. Absent: for all. */
	readonly agents?: readonly string[];
	/** And in the repositories of these names alone: `github.com/acme/*`. */
	readonly repositories?: readonly string[];
	/** It decides beside the release before, and is put on record alone. */
	readonly shadow?: true;
	readonly promise?: Promise_;
}

/** How many denials are expected, and with how many a machine stops: shares of decisions, in millionths. */
export interface Promise_ {
	readonly denied: number;
	readonly most: number;
	/** Decisions by the release before a machine judges it. */
	readonly least: number;
}

/** `before` in the `custom` of a target: the release that others go on with. */
export interface Earlier {
	readonly release: number;
	readonly sha256: string;
	readonly length: number;
	readonly engine: string;
	/** The checksum of what that build compiled. */
	readonly policy: string;
	readonly safe: "policy" | "deny";
}

/** What a signer says; `malformed` where it can't be followed. */
export function readRollout({
	rollout,
	before,
}: Json): { readonly rollout?: Rollout; readonly before?: Earlier } | "malformed" {
	if (rollout !== undefined && !isRollout(rollout)) return "malformed";
	if (before !== undefined && !isEarlier(before)) return "malformed";
	return { ...(rollout === undefined ? {} : { rollout }), ...(before === undefined ? {} : { before }) };
}

function isRollout(value: unknown): value is Rollout {
	if (!isObject(value) || !Object.keys(value).every((key) => known.includes(key))) return false;
	const { salt, share, machines, agents, repositories, shadow, promise } = value;
	return (
		typeof salt === "string" &&
		/^[0-9a-f]{16,64}$/.test(salt) &&
		(share === undefined || isShare(share)) &&
		areNames(machines, isNamePattern) &&
		areNames(agents, isNamePattern) &&
		areNames(repositories, isRepositoryPattern) &&
		(shadow === undefined || (shadow === true && agents === undefined && repositories === undefined)) &&
		(promise === undefined || isPromise(promise))
	);
}

/** What is not known would be passed over, and a release reach more machines than it is for. */
const known: readonly string[] = ["salt", "share", "machines", "agents", "repositories", "shadow", "promise"];

function areNames(names: unknown, isName: (name: unknown) => boolean): boolean {
	return names === undefined || (Array.isArray(names) && names.length <= 100 && names.every(isName));
}

function isPromise(value: unknown): boolean {
	return (
		isObject(value) &&
		isShare(value.denied) &&
		isShare(value.most) &&
		Number.isSafeInteger(value.least) &&
		(value.least as number) > 0
	);
}

function isShare(value: unknown): boolean {
	return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= million;
}

function isEarlier(value: unknown): value is Earlier {
	if (!isObject(value)) return false;
	const { release, sha256, length, engine, policy, safe } = value;
	return (
		[release, length].every((one) => Number.isSafeInteger(one) && (one as number) > 0) &&
		[sha256, policy].every((one) => typeof one === "string" && /^[0-9a-f]{64}$/.test(one)) &&
		typeof engine === "string" &&
		(safe === "policy" || safe === "deny")
	);
}

/** The whole, where shares are counted. */
export const million = 1_000_000;

/** Can a machine or an agent be called so, or several of them? */
export function isNamePattern(name: unknown): boolean {
	return typeof name === "string" && /^[A-Za-z0-9_*][A-Za-z0-9._*-]{0,127}$/.test(name);
}

/** Can a repository be called so, as facts call it (`github.com/acme/app`), or several of them? */
export function isRepositoryPattern(name: unknown): boolean {
	return typeof name === "string" && /^[\w.~*/@:+-]{1,256}$/.test(name);
}

/** Are there machines, agents or repositories that it is not for? */
export function isLimited(rollout: Rollout): boolean {
	const { share, machines, shadow } = rollout;
	return shadow === true || machines !== undefined || (share ?? million) < million || isPartial(rollout);
}

/** Does it decide a part of what a machine asks alone? */
export function isPartial({ agents, repositories }: Rollout): boolean {
	return agents !== undefined || repositories !== undefined;
}

/** Is it for this machine, to decide or to be a shadow? */
export function isFor({ salt, share, machines }: Rollout, machine: string): boolean {
	if (machines !== undefined && isLikeOne(machine, machines)) return true;
	return machineNumber(machine, salt) * million < (share ?? (machines === undefined ? million : 0));
}

/** The number of a machine for a release: at least 0, less than 1, always the same. */
export function machineNumber(machine: string, salt: string): number {
	return createHash("sha256").update(`${machine}\n${salt}`).digest().readUIntBE(0, 6) / 2 ** 48;
}

/** What a machine has seen of a release. */
export interface Observed {
	readonly decisions: number;
	readonly denied: number;
}

/** What the last log says of a release, by the SHA-256 of its target: what it decided, or as a shadow would have. */
export function observed(log: string, digest: string): Observed {
	let [decisions, denied] = [0, 0];
	for (const { bundle, shadow, effect } of lastDecisions(log)) {
		const own = bundle?.digest === digest ? effect : shadow?.digest === digest ? shadow.effect : undefined;
		if (own === undefined) continue;
		decisions++;
		if (own === "deny") denied++;
	}
	return { decisions, denied };
}

/** Has a machine seen more denials than it was promised? */
export function isBroken({ most, least }: Promise_, { decisions, denied }: Observed): boolean {
	return decisions >= least && denied * million > most * decisions;
}

/** By what a machine remembers that it has stopped: another promise is tried anew. */
export function stopMark(sha256: string, promise: Promise_): string {
	const { denied, most, least } = promise;
	return createHash("sha256").update(`${sha256} ${denied} ${most} ${least}`).digest("hex");
}
