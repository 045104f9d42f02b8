/** Follows a bundle's repository by The Update Framework: from a root that is trusted to a target that is verified. It keeps nothing but the metadata in a folder that it is given. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Updater } from "tuf-js";
import type { SeenVersion } from "../load/bundle-floor.js";
import { isObject } from "../load/bundle-settings.js";
import { FetchFault, type FileSource, fileSource } from "./fetch-files.js";
import { checkedMetadata, keysOf, largest, targetPath } from "./metadata.js";
import { isLimited, type Rollout, readRollout } from "./rollout.js";

type Json = Readonly<Record<string, unknown>>;

/** Why a repository is refused. */
export type RefusalCode =
	| FetchFault["code"]
	| "expired"
	| "unsigned"
	| "rollback"
	| "no-channel"
	| "below-floor"
	| "clock"
	| "floor"
	| "broken-bundle"
	| "too-different"
	| "not-compared"
	| "system";

export class Refusal extends Error {
	override readonly name = "Refusal";
	constructor(
		readonly code: RefusalCode,
		message: string,
		readonly help: string,
	) {
		super(message);
	}
}

/** What a repository says, verified. */
export interface Update {
	readonly root: Json;
	readonly targets: Json;
	readonly versions: Readonly<Record<string, SeenVersion>>;
	readonly issued: number;
	readonly stale: number;
	readonly expires: number;
	/** Of the channel that was asked for. */
	readonly target?: VerifiedTarget;
}

/** The content of a release, by the signature of a target. */
export interface VerifiedContent {
	readonly release: number;
	readonly sha256: string;
	/** The build that signed it, and the checksum of what that build compiled. */
	readonly engine: unknown;
	readonly policy: unknown;
	readonly bytes: () => Promise<Buffer>;
}

export interface VerifiedTarget extends VerifiedContent {
	readonly path: string;
	/** What its signer says of it. */
	readonly custom: Json;
	/** The role that signed it. */
	readonly role: string;
	/** Whom it is for; everybody when absent. */
	readonly rollout?: Rollout;
	/** What others go on with. */
	readonly before?: VerifiedContent;
	/** What was delegated to its team at most, by the signature of `targets`; anything when absent. */
	readonly ceiling?: Pick<VerifiedContent, "sha256" | "bytes">;
}

export interface UpdateOptions {
	readonly from: string;
	/** A folder that holds `root.json`, and more where this was done before. It is written to. */
	readonly metadata: string;
	/** None: the metadata alone. */
	readonly channel?: string;
	readonly signal: AbortSignal;
}

/** Throws a Refusal. */
export async function verifiedUpdate(options: UpdateOptions): Promise<Update> {
	const root = readFileSync(join(options.metadata, "root.json"));
	checkedRoot(root);
	const first = await tried(options, fileSource(options.signal));
	if (!("refusal" in first)) return first;
	// A cache that still says that there is no newer root hides the keys that the rest is signed by.
	if (first.refusal.code !== "unsigned" || !first.missedRoot || options.from.startsWith("file:")) throw first.refusal;
	const again = await tried(options, fileSource(options.signal, true));
	if ("refusal" in again) throw again.refusal;
	return again;
}

function checkedRoot(bytes: Buffer): void {
	try {
		checkedMetadata("root", bytes);
	} catch (error) {
		throw new Refusal("bad-metadata", (error as Error).message, "put the right root there: it comes with the settings");
	}
}

async function tried(
	{ from, metadata, channel }: UpdateOptions,
	source: FileSource,
): Promise<Update | { readonly refusal: Refusal; readonly missedRoot: boolean }> {
	try {
		const updater = new Updater({
			metadataDir: metadata,
			metadataBaseUrl: `${from}metadata`,
			fetcher: source,
			config: {
				maxRootRotations: 256,
				maxDelegations: 2,
				rootMaxLength: largest.root,
				timestampMaxLength: largest.timestamp,
				snapshotMaxLength: largest.snapshot,
				targetsMaxLength: largest.targets,
			},
		});
		await updater.refresh();
		const path = channel === undefined ? undefined : targetPath(channel);
		const target = path === undefined ? undefined : await updater.getTargetInfo(path);
		if (path !== undefined && target === undefined)
			throw new Refusal(
				"no-channel",
				`there is no channel \`${channel}\``,
				"build it: `rules bundle build`, or name another one in the settings",
			);
		return updateIn(metadata, from, source, channel);
	} catch (error) {
		return { refusal: refusalOf(error, source), missedRoot: source.missedRoot() };
	}
}

function signedIn(metadata: string, role: string): Json {
	return checkedMetadata(role, readFileSync(join(metadata, `${role}.json`))).signed;
}

/** What the verified metadata says. */
function updateIn(metadata: string, from: string, source: FileSource, channel: string | undefined): Update {
	const [root, timestamp, snapshot, targets] = ["root", "timestamp", "snapshot", "targets"].map((role) =>
		signedIn(metadata, role),
	) as [Json, Json, Json, Json];
	const path = channel === undefined ? undefined : targetPath(channel);
	const isOwn = path === undefined || Object.hasOwn(targets.targets as Json, path);
	const team = isOwn || channel === undefined ? undefined : (channel.split("/")[0] as string);
	const signer = team === undefined ? targets : signedIn(metadata, team);
	const all = { root, timestamp, snapshot, targets, ...(team === undefined ? {} : { [team]: signer }) };
	const versions: Record<string, SeenVersion> = {};
	for (const [role, { version }] of Object.entries(all))
		versions[role] = { version: version as number, keys: keysOf(root, targets, role) };
	const expires = Math.min(...Object.values(all).map((one) => Date.parse(one.expires as string)));
	const ends = Date.parse(timestamp.expires as string);
	const issued = Date.parse(String(timestamp.issued));
	const sound = Number.isNaN(issued) ? ends : issued;
	const update = { root, targets, versions, issued: sound, stale: sound + (ends - sound) / 2, expires };
	if (path === undefined) return update;
	const role = team ?? "targets";
	const target = { ...targetIn(signer, path, role, from, source), ...ceilingIn(targets, team, from, source) };
	versions[`release ${channel}`] = { version: target.release, keys: (versions[role] as SeenVersion).keys };
	return { ...update, target };
}

function targetIn(signer: Json, path: string, role: string, from: string, source: FileSource): VerifiedTarget {
	const { length, hashes, custom = {} } = (signer.targets as Readonly<Record<string, Json>>)[path] as Json;
	const sha256 = (hashes as Json).sha256;
	const release = isObject(custom) ? custom.release : undefined;
	if (
		typeof sha256 !== "string" ||
		!/^[0-9a-f]{64}$/.test(sha256) ||
		!Number.isSafeInteger(release) ||
		!isObject(custom)
	)
		throw new Refusal(
			"bad-metadata",
			`the target \`${path}\` says no SHA-256 or no release`,
			"build it by `rules bundle build`",
		);
	if (custom.channel !== path.slice(0, -"/policy.json".length))
		throw new Refusal(
			"bad-metadata",
			`the target \`${path}\` was signed for channel \`${custom.channel}\``,
			"build it anew",
		);
	const said = readRollout(custom);
	if (said === "malformed")
		throw new Refusal(
			"bad-metadata",
			`this build of bylaw can't follow whom release ${release} of the target \`${path}\` is for`,
			"install a newer one, or roll it out by `rules bundle rollout`",
		);
	const { rollout, before } = said;
	if (rollout !== undefined && isLimited(rollout) && before === undefined)
		throw new Refusal(
			"bad-metadata",
			`release ${release} of the target \`${path}\` is not for everybody, and names no release before it`,
			"build it by `rules bundle build`",
		);
	const bytesOf = (hash: string, size: number) => () => fetched(path, hash, size, from, source);
	return {
		path,
		sha256,
		release: release as number,
		engine: custom.engine,
		policy: custom.policy,
		custom,
		role,
		bytes: bytesOf(sha256, length as number),
		...(rollout === undefined ? {} : { rollout }),
		...(before === undefined ? {} : { before: { ...before, bytes: bytesOf(before.sha256, before.length) } }),
	};
}

/** The policy that a team's may not be looser than. Its form was checked with the metadata. */
function ceilingIn(
	targets: Json,
	team: string | undefined,
	from: string,
	source: FileSource,
): Pick<VerifiedTarget, "ceiling"> {
	const teams = (targets.delegations as { readonly roles?: readonly Json[] } | undefined)?.roles ?? [];
	const said = teams.find(({ name }) => name === team)?.ceiling as
		| { readonly sha256: string; readonly length: number }
		| undefined;
	if (team === undefined || said === undefined) return {};
	const { sha256, length } = said;
	return { ceiling: { sha256, bytes: () => fetched(`${team}/policy.json`, sha256, length, from, source) } };
}

async function fetched(
	path: string,
	sha256: string,
	length: number,
	from: string,
	source: FileSource,
): Promise<Buffer> {
	const folder = path.slice(0, path.lastIndexOf("/"));
	let bytes: Buffer;
	try {
		bytes = await source.downloadBytes(`${from}targets/${folder}/${sha256}.policy.json`, length);
	} catch (error) {
		throw refusalOf(error, source);
	}
	if (bytes.length !== length || createHash("sha256").update(bytes).digest("hex") !== sha256)
		throw new Refusal("bad-metadata", `\`${path}\` is not what was signed: its hash is wrong`, "publish it again");
	return bytes;
}

/** In our words, with what to do. */
function refusalOf(error: unknown, source: FileSource): Refusal {
	if (error instanceof Refusal) return error;
	const own = error instanceof FetchFault ? error : source.fault();
	if (own !== undefined) return new Refusal(own.code, own.message, helps[own.code]);
	const said = error instanceof Error ? error.message : String(error);
	const text = said.replace(/^Unable to load (?:snapshot|targets)(?: metadata)? error \w*:? ?/, "");
	const code: RefusalCode = /is expired/.test(text)
		? "expired"
		: /was signed by|no delegation|failed to verify/.test(text)
			? "unsigned"
			: /is less than|Missing file/.test(text)
				? "rollback"
				: "bad-metadata";
	return new Refusal(code, wordings[code]?.(text) ?? text, helps[code]);
}

const wordings: Partial<Readonly<Record<RefusalCode, (text: string) => string>>> = {
	expired: (text) => `what the server has is expired: ${text}`,
	unsigned: (text) => `what the server has is not signed by those who may: ${text}`,
	rollback: (text) => `the server has something older than before: ${text}`,
	"bad-metadata": (text) => `what the server has does not fit together: ${text}`,
};

const helps: Readonly<Record<RefusalCode, string>> = {
	unreachable: "check the address and the network; the rules that are active stay until they expire",
	deadline: "try again later; the rules that are active stay until they expire",
	"too-large": "look what the server sends: no such file is that large",
	"bad-metadata": "look what the server sends, past caches and logins of networks",
	expired: "whoever has the online keys runs `rules bundle renew`; look at this machine's clock, too",
	unsigned: "look whether a cache answers with old files, or whether somebody else signed",
	rollback: "look whether a cache or a mirror answers with old files",
	"no-channel": "name a channel that there is",
	"below-floor": "look whether a mirror answers with old files",
	clock: "set this machine's clock right",
	floor: "whoever manages this machine looks why",
	"broken-bundle": "build it again",
	"too-different": "look at what it changes",
	"not-compared": "look at the log",
	system: "check the path and its permissions",
};

/** Is there metadata from before in this folder? */
export function hasMetadata(folder: string): boolean {
	return existsSync(join(folder, "root.json"));
}
