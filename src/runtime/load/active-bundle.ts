/**
 * What is active of a bundle, as a decision finds it: a compiled policy that the refresher verified, the floor that it stands on, and how old it is. Nothing is
 * verified by signature here, and nothing fetched: the SHA-256 of the manifest stands in the floor, the checksum of the policy in the manifest.
 */
import { createHash } from "node:crypto";
import { realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Decisions } from "../../engine/decide/tree.js";
import {
	belowGiven,
	clockTolerance,
	latestTime,
	machineId,
	readFloor,
	type SeenVersion,
	seenFile,
} from "./bundle-floor.js";
import {
	type BundleFault,
	type BundleSettings,
	isBundleName,
	isObject,
	readBundleSettings,
} from "./bundle-settings.js";
import { isLikeOne } from "./like-name.js";
import { readPolicyText } from "./read-file.js";
import { repositoryFacts } from "./repository.js";

/** A file of a release, and the checksum in its first line. */
export interface CompiledPart {
	readonly file: string;
	readonly checksum: string;
}

/** How many decisions of the last log a release answers otherwise than the one before it. */
export interface Compared {
	readonly decisions: number;
	readonly looser: number;
	readonly stricter: number;
	readonly undecided: number;
	readonly denied: number;
}

/** `bundle.json` of a release: what was verified of it. */
export interface Manifest {
	readonly format: "bylaw-active";
	readonly channel: string;
	/** Counts up with each build of the channel. */
	readonly release: number;
	/** The build that compiled it on this machine. */
	readonly engine: string;
	/** SHA-256 of the root that the machine was given. */
	readonly anchor: string;
	/** SHA-256 of the signed target. */
	readonly target: string;
	readonly policy: CompiledPart;
	/** What decides when it has expired; absent: nothing is allowed then. */
	readonly safe?: CompiledPart;
	readonly versions: Readonly<Record<string, SeenVersion>>;
	/** When the timestamp was signed, from when on it is stale, and when the first of all signatures expires. Milliseconds. */
	readonly issued: number;
	readonly stale: number;
	readonly expires: number;
	/** The newest release of the channel, where it does not decide here. */
	readonly newest?: number;
	/** It is put on record beside the release that decides. */
	readonly shadow?: { readonly release: number; readonly target: string; readonly policy: CompiledPart };
	/** The release before, where the active one is for some agents or for some repositories alone. */
	readonly others?: OtherRelease;
	/** SHA-256 of what was delegated to the channel's team at most. */
	readonly ceiling?: string;
	/** Why this machine takes no part in the newest release. */
	readonly aside?: string;
	/** By the last log. Absent where there was none. */
	readonly compared?: Compared;
}

/** The release that decides for agents, and in repositories, that the active one is not for. */
export interface OtherRelease {
	readonly release: number;
	/** SHA-256 of the signed target. */
	readonly target: string;
	/** What decides in other repositories. In those that are meant, the active policy has the other agents as they are here. */
	readonly policy: CompiledPart;
	/** Whom the active release is for, `*` for any text: agents, and repositories as facts call them. Absent: all of them. */
	readonly agents?: readonly string[];
	readonly repositories?: readonly string[];
}

export type BundleState = "fresh" | "stale" | "expired";

/** What a record of a decision says of the bundle that decided. */
export interface RecordedBundle {
	readonly channel: string;
	/** The release. */
	readonly version: number;
	/** SHA-256 of the signed target. */
	readonly digest: string;
}

/** What decides out of a bundle, and what of it stands on record. */
export interface BundledDecisions extends Decisions {
	readonly bundle: RecordedBundle;
	readonly state: BundleState;
	/** The folder of the floor, which knows the machine's name. */
	readonly floor: string;
	readonly shadow?: ShadowRelease;
	/** Whose decisions are those of the release before. */
	readonly others?: { readonly agents: readonly string[]; readonly bundle: RecordedBundle };
}

/** A release that is put on record beside the one that decides. */
export interface ShadowRelease {
	readonly version: number;
	/** SHA-256 of the signed target. */
	readonly digest: string;
	/** What it decides, read when it is first asked; or why it can't be read. */
	readonly read: () => Decisions | { readonly fault: string };
}

/** The shadow beside these, where there is one. */
export function shadowOf(decisions: Decisions): ShadowRelease | undefined {
	return "shadow" in decisions ? (decisions as BundledDecisions).shadow : undefined;
}

/** What a record of this agent's decision says of the bundle that it is out of; nothing of others. */
export function bundleOf(
	decisions: Decisions | ReturnType<typeof recordedBundle>,
	agent: string,
): {
	readonly bundle?: RecordedBundle;
	readonly state?: BundleState;
	readonly machine?: string;
} {
	if (!("bundle" in decisions)) return {};
	const { bundle, state, floor, others } = decisions as BundledDecisions;
	const machine = machineId(floor);
	const isOther = others !== undefined && !isLikeOne(agent, others.agents);
	return { bundle: isOther ? others.bundle : bundle, state, ...(machine === undefined ? {} : { machine }) };
}

/** What a record says of what is active. */
export function recordedBundle({
	settings,
	manifest,
	state,
	isElsewhere,
}: ActiveBundle): Pick<BundledDecisions, "bundle" | "state" | "floor" | "others"> {
	const { channel, others } = manifest;
	const one = ({ release, target }: Pick<OtherRelease, "release" | "target">): RecordedBundle => ({
		channel,
		version: release,
		digest: target,
	});
	const bundle = one(isElsewhere && others !== undefined ? others : manifest);
	const agents = isElsewhere || state === "expired" ? undefined : others?.agents;
	return {
		...{ bundle, state, floor: settings.floor },
		...(others === undefined || agents === undefined ? {} : { others: { agents, bundle: one(others) } }),
	};
}

export interface ActiveBundle {
	readonly settings: BundleSettings;
	readonly manifest: Manifest;
	/** The folder of the release, without links. */
	readonly folder: string;
	readonly state: BundleState;
	/** Why it is not fresh. */
	readonly why?: string;
	/** What decides now; absent where nothing is allowed. */
	readonly decides?: { readonly path: string; readonly checksum: string };
	/** It is the release before that decides here: the active one is not for this repository. */
	readonly isElsewhere: boolean;
	/** What is put on record beside it. */
	readonly shadow?: { readonly path: string; readonly checksum: string };
}

/** What is active by these settings for what works in this folder, or why nothing is. */
export function activeBundle(name: string, cwd: string, now = Date.now()): ActiveBundle | BundleFault {
	const settings = readBundleSettings(name);
	return "fault" in settings ? settings : activeBy(settings, now, cwd);
}

/** `cwd`: absent where it is asked what is active at all, wherever that decides. */
export function activeBy(settings: BundleSettings, now: number, cwd?: string): ActiveBundle | BundleFault {
	const help = `run \`rules bundle refresh ${settings.file}\`, and look at \`rules bundle status\``;
	const release = releaseIn(settings);
	if ("fault" in release) return { ...release, help };
	const { manifest, folder, digest } = release;
	const anchor = rootDigest(settings);
	if (typeof anchor !== "string") return anchor;
	if (manifest.anchor !== anchor)
		return {
			fault: `what is active was verified by another root than \`${settings.root}\`, so nothing is allowed`,
			help,
		};
	if (manifest.channel !== settings.channel)
		return {
			fault: `what is active is of channel \`${manifest.channel}\`, and \`${settings.channel}\` is asked for`,
			help,
		};
	const floor = readFloor(settings.floor, settings.channel);
	if ("fault" in floor) return floor;
	if (floor.seen === undefined)
		return {
			fault: `\`${seenFile(settings.floor)}\` is gone: nobody knows what this machine has seen, so nothing is allowed`,
			help,
		};
	const below = belowGiven(floor.given, manifest.versions, settings.channel);
	if (below !== undefined) return { fault: `these rules are older than they may be: ${below}`, help };
	if (!floor.seen.active.includes(digest))
		return { fault: "these rules are not those that were verified last: they were put back, or changed", help };
	const { shadow } = manifest;
	const isOther = cwd !== undefined && isElsewhere(manifest, cwd);
	const decides = isOther ? (manifest.others as OtherRelease).policy : manifest.policy;
	const age = ageOf(manifest, decides, folder, now, latestTime(floor));
	// What is safe is held against nothing, and is that of the active release everywhere.
	const isSafe = age.state === "expired";
	const isAlone = shadow === undefined || isSafe;
	return {
		...{ settings, manifest, folder, ...age, isElsewhere: isOther && !isSafe },
		...(isAlone ? {} : { shadow: partIn(folder, shadow.policy) }),
	};
}

/** Does the folder lie in a repository that the active release is not for, or in one that nobody can name? */
function isElsewhere({ others }: Manifest, cwd: string): boolean {
	if (others?.repositories === undefined) return false;
	const { repository } = repositoryFacts(cwd);
	return repository === undefined || !isLikeOne(repository, others.repositories);
}

function partIn(folder: string, { file, checksum }: CompiledPart): NonNullable<ActiveBundle["decides"]> {
	return { path: join(folder, file), checksum };
}

function ageOf(
	manifest: Manifest,
	policy: CompiledPart,
	folder: string,
	now: number,
	latest: number,
): Pick<ActiveBundle, "state" | "why" | "decides"> {
	const whole = { decides: partIn(folder, policy) };
	const isBack = now < latest - clockTolerance;
	if (isBack || now >= manifest.expires) {
		const why = isBack
			? `the clock stands at ${timeText(now)}, and this machine has seen ${timeText(latest)}`
			: `they expired at ${timeText(manifest.expires)}, and nothing newer has come`;
		return {
			state: "expired",
			why,
			...(manifest.safe === undefined ? {} : { decides: partIn(folder, manifest.safe) }),
		};
	}
	if (now < manifest.stale) return { state: "fresh", ...whole };
	return { state: "stale", why: `nothing newer has come since ${timeText(manifest.issued)}`, ...whole };
}

/** `2026-11-27T10:00:00Z` */
export function timeText(time: number): string {
	return new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
}

/** SHA-256 of the root that the settings name. */
export function rootDigest({ root }: Pick<BundleSettings, "root">): string | BundleFault {
	const read = readPolicyText(root);
	if ("text" in read) return createHash("sha256").update(read.text).digest("hex");
	const help = "put the `root.json` of your organisation there; it comes with the settings";
	return { fault: `the root \`${root}\` can't be read: ${read.message}`, help };
}

/** The release that is active, whatever the floor says. */
export function releaseIn({
	state,
}: Pick<BundleSettings, "state">):
	| { readonly manifest: Manifest; readonly folder: string; readonly digest: string }
	| BundleFault {
	const help = "refresh it";
	let folder: string;
	try {
		// One release throughout, though another may become active meanwhile.
		folder = realpathSync(join(state, "active"));
	} catch {
		return { fault: `no rules are active in \`${state}\`, so nothing is allowed`, help };
	}
	const read = readPolicyText(join(folder, "bundle.json"));
	if ("message" in read)
		return { fault: `what is active in \`${state}\` can't be read (${read.message}), so nothing is allowed`, help };
	const manifest = manifestIn(read.text);
	return manifest === undefined
		? { fault: `what is active in \`${state}\` was changed or cut off, so nothing is allowed`, help }
		: { manifest, folder, digest: createHash("sha256").update(read.text).digest("hex") };
}

function manifestIn(text: string): Manifest | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) && isManifest(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

function isManifest(value: Readonly<Record<string, unknown>>): value is Readonly<Record<string, unknown>> & Manifest {
	const { format, channel, release, engine, anchor, target, policy, safe, shadow, others, versions } = value;
	return (
		format === "bylaw-active" &&
		[channel, engine, anchor, target].every((one) => typeof one === "string") &&
		[release, value.issued, value.stale, value.expires].every(Number.isFinite) &&
		isPart(policy) &&
		(safe === undefined || isPart(safe)) &&
		(shadow === undefined || (isObject(shadow) && isPart(shadow.policy))) &&
		(others === undefined || isOtherRelease(others)) &&
		isObject(versions)
	);
}

function isOtherRelease(value: unknown): boolean {
	if (!isObject(value)) return false;
	const areTexts = (names: unknown): boolean =>
		names === undefined || (Array.isArray(names) && names.every((name) => typeof name === "string"));
	const { release, target, policy, agents, repositories } = value;
	return (
		Number.isFinite(release) &&
		typeof target === "string" &&
		isPart(policy) &&
		areTexts(agents) &&
		areTexts(repositories)
	);
}

function isPart(value: unknown): boolean {
	return isObject(value) && /^[a-z]+\.json$/.test(String(value.file)) && typeof value.checksum === "string";
}

/** Changes whenever a bundle among these names decides otherwise, is of another age or decides no longer: by what is active, and by the clock. Empty where none is named. */
export function bundleMark(names: readonly string[], cwd: string): string {
	return names
		.filter(isBundleName)
		.map((name) => {
			const active = activeBundle(resolve(cwd, name), cwd);
			if ("fault" in active) return active.fault;
			// The same release that was signed anew is the same, until its age is another.
			const { manifest, state, decides } = active;
			const { mtimeMs, ctimeMs, size, ino } = statSync(decides?.path ?? "", { throwIfNoEntry: false }) ?? {};
			const { release, target, shadow } = manifest;
			return [release, target, state, decides?.checksum, shadow?.target, mtimeMs, ctimeMs, size, ino].join(" ");
		})
		.join("\n");
}
