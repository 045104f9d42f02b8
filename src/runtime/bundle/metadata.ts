/**
 * What must hold of a bundle's metadata beyond what The Update Framework asks: one id for each key, so that nobody's key counts twice; names and numbers within
 * bounds, since reading many targets takes the square of the time; and only one level of delegation.
 */
import { createHash } from "node:crypto";
import { isObject } from "../load/bundle-settings.js";

type Json = Readonly<Record<string, unknown>>;

/** Bytes that are read at most, by the kind of a file. */
export const largest = { root: 64_000, timestamp: 16_000, snapshot: 100_000, targets: 100_000, target: 32_000_000 };
/** Targets of one role. */
export const mostTargets = 500;
/** Teams that may be delegated to. */
export const mostTeams = 100;

/** Roles that are no teams. */
export const topRoles = ["root", "targets", "snapshot", "timestamp"] as const;
export type TopRole = (typeof topRoles)[number];

export function isTopRole(name: string): name is TopRole {
	return (topRoles as readonly string[]).includes(name);
}

/** Can a team be called so? */
export function isTeam(name: string): boolean {
	// `constructor` is in every object of those who look names up.
	return /^[a-z][a-z0-9-]{0,63}$/.test(name) && !isTopRole(name) && !(name in {});
}

/** The target of a channel: a team's lie in its folder. */
export function targetPath(channel: string): string {
	return `${channel}/policy.json`;
}

/** The id of a key: the SHA-256 of its canonical form, so that one key has one id. `hex`: its 32 bytes. */
export function keyId(hex: string): string {
	return createHash("sha256")
		.update(`{"keytype":"ed25519","keyval":{"public":"${hex}"},"scheme":"ed25519"}`)
		.digest("hex");
}

/** The metadata in bytes, if all holds; else it throws why not. `role`: that of the file's name. */
export function checkedMetadata(role: string, bytes: Uint8Array): { readonly signed: Json } {
	const wrong = (why: string): Error => new Error(`the metadata of \`${role}\` can't be used: ${why}`);
	let value: unknown;
	try {
		value = JSON.parse(Buffer.from(bytes).toString("utf8"));
	} catch {
		const isPage = /^\s*</.test(Buffer.from(bytes.subarray(0, 200)).toString("latin1"));
		throw wrong(isPage ? "it is a web page; does a network ask for a login?" : "it is no JSON");
	}
	if (!isObject(value) || !isObject(value.signed) || !Array.isArray(value.signatures)) throw wrong("nothing is signed");
	const { signed } = value;
	if (!Number.isSafeInteger(signed.version) || (signed.version as number) < 1) throw wrong("its version is no number");
	const why =
		role === "root"
			? rootFault(signed)
			: isTopRole(role) && role !== "targets"
				? undefined
				: targetsFault(role, signed);
	if (why !== undefined) throw wrong(why);
	return { signed };
}

function rootFault({ keys, roles, consistent_snapshot }: Json): string | undefined {
	if (!isObject(roles)) return "it has no roles";
	if (consistent_snapshot !== true) return "it has no consistent snapshots";
	const names = Object.keys(roles);
	if (names.length !== topRoles.length || !names.every(isTopRole)) return `its roles are not ${topRoles.join(", ")}`;
	return keysFault(keys) ?? names.map((name) => roleFault(name, roles[name])).find((why) => why !== undefined);
}

function targetsFault(role: string, { targets, delegations }: Json): string | undefined {
	if (!isObject(targets)) return "it has no targets";
	const paths = Object.keys(targets);
	if (paths.length > mostTargets) return `it has ${paths.length} targets, and may have ${mostTargets}`;
	const strange = paths.find((path) => !/^[a-z][a-z0-9./-]{0,200}$/.test(path) || path.includes(".."));
	if (strange !== undefined) return `a target can't be called \`${strange}\``;
	if (delegations === undefined) return undefined;
	if (role !== "targets") return "a team delegates to nobody";
	if (!isObject(delegations) || !Array.isArray(delegations.roles)) return "its delegations list no roles";
	const teams: readonly unknown[] = delegations.roles;
	if (teams.length > mostTeams) return `it has ${teams.length} teams, and may have ${mostTeams}`;
	return keysFault(delegations.keys) ?? teams.map(teamFault).find((why) => why !== undefined);
}

function teamFault(team: unknown): string | undefined {
	if (!isObject(team) || typeof team.name !== "string" || !isTeam(team.name))
		return "a team is called by small letters, digits and `-`";
	if (JSON.stringify(team.paths) !== JSON.stringify([targetPath(`${team.name}/*`)]))
		return `team \`${team.name}\` signs more than its own channels`;
	if (team.ceiling !== undefined && !isCeiling(team.ceiling))
		return `what is delegated to team \`${team.name}\` at most is no target`;
	return roleFault(team.name, team);
}

/** What a team's policies may not be looser than, where it has a bound: a file, and its SHA-256. */
function isCeiling(value: unknown): boolean {
	if (!isObject(value)) return false;
	const { sha256, length } = value;
	return (
		typeof sha256 === "string" &&
		/^[0-9a-f]{64}$/.test(sha256) &&
		Number.isSafeInteger(length) &&
		(length as number) > 0
	);
}

function roleFault(name: string, role: unknown): string | undefined {
	if (!isObject(role) || !Array.isArray(role.keyids)) return `role \`${name}\` has no keys`;
	const { keyids, threshold } = role;
	return Number.isSafeInteger(threshold) && (threshold as number) >= 1 && (threshold as number) <= keyids.length
		? undefined
		: `role \`${name}\` wants ${threshold} signatures of ${keyids.length} keys`;
}

function keysFault(keys: unknown): string | undefined {
	if (!isObject(keys)) return "it has no keys";
	for (const [id, key] of Object.entries(keys)) {
		const hex = isObject(key) && isObject(key.keyval) ? key.keyval.public : undefined;
		if (typeof hex !== "string" || !/^[0-9a-f]{64}$/.test(hex) || !isObject(key) || key.keytype !== "ed25519")
			return `key \`${id.slice(0, 8)}\` is no ed25519 key`;
		if (keyId(hex) !== id)
			return `key \`${id.slice(0, 8)}\` goes by an id that is not its own: a key must not count twice`;
	}
	return undefined;
}

/** The keys that may sign for a role and how many it takes, as one text. The snapshot and the timestamp are one: who had the one's keys could spoil both. */
export function keysOf(root: Json, targets: Json | undefined, role: string): string {
	const of = (name: string): unknown => {
		const roles = root.roles as Readonly<Record<string, unknown>>;
		if (isTopRole(name)) return roles[name];
		const teams = (targets?.delegations as { readonly roles?: readonly Json[] } | undefined)?.roles ?? [];
		return teams.find((team) => team.name === name);
	};
	const text = (name: string): string => {
		const { keyids = [], threshold } = (of(name) ?? {}) as { keyids?: readonly string[]; threshold?: number };
		return `${threshold} of ${[...keyids].sort().join(" ")}`;
	};
	const names = role === "snapshot" || role === "timestamp" ? ["snapshot", "timestamp"] : [role];
	return createHash("sha256").update(names.map(text).join("\n")).digest("hex");
}
