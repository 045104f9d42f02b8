/**
 * Keeps a machine's rules up to date: one refresher at a time, in a folder of its own. What comes is verified, held against the floor, compiled and put to its own tests
 * before a link is turned to it. Whatever fails leaves the last good rules where they are.
 */
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { engine } from "../../language/source/engine.js";
import { tryLock } from "../audit/lock.js";
import { type Compared, type Manifest, releaseIn, rootDigest, timeText } from "../load/active-bundle.js";
import {
	belowGiven,
	clockTolerance,
	type Floor,
	latestTime,
	readFloor,
	type SeenFloor,
	type SeenVersion,
} from "../load/bundle-floor.js";
import type { BundleSettings } from "../load/bundle-settings.js";
import { chooseRelease, type Observe, ownMachineId } from "./choose-release.js";
import { type Bounds, type Compare, type Comparison, isBounded, outOfBounds, whyNotCompared } from "./comparison.js";
import {
	bytesOf,
	canDecide,
	carriedOver,
	isKept,
	isReadable,
	isSame,
	isWhole,
	type Prepare,
	prepared,
} from "./contents.js";
import {
	checkOwner,
	makeFolder,
	nextFolder,
	noteRefusal,
	openToAll,
	sweep,
	syncAll,
	turnLink,
	writeSeen,
} from "./release-folders.js";
import { renewedInThread } from "./renew-in-thread.js";
import {
	hasMetadata,
	Refusal,
	type RefusalCode,
	type Update,
	type VerifiedTarget,
	verifiedUpdate,
} from "./verified-update.js";

export type Refreshed =
	/** `before`: the release that was active until now. `comparison`: what it answers otherwise than that one. */
	| {
			readonly kind: "activated";
			readonly manifest: Manifest;
			readonly before?: number;
			readonly comparison?: Comparison;
			/** Why nothing of the log that is named told what it changes. */
			readonly notCompared?: string;
	  }
	/** The same release, signed anew or not. */
	| { readonly kind: "current"; readonly manifest: Manifest }
	/** `active`: there is a release that stays. */
	| {
			readonly kind: "refused";
			readonly code: RefusalCode;
			readonly why: string;
			readonly help: string;
			readonly active?: Manifest;
			readonly comparison?: Comparison;
	  }
	/** Another refresher is at work. */
	| { readonly kind: "busy" };

export interface RefreshOptions {
	/** Milliseconds for all that is fetched. */
	readonly deadline?: number;
	readonly now?: () => number;
	/** Says what a release answers otherwise than the one before, by the last log. */
	readonly compare?: Compare;
	/** The log that it is compared by, as it is named. */
	readonly log?: string;
	/** What stops a release, unless nothing is active yet: without decisions to compare by nothing passes them. */
	readonly bounds?: Bounds;
	/** Says what the last log holds of a release, for what its signer has promised. */
	readonly observe?: Observe;
}

/** So many releases with which a machine has stopped are remembered. */
const mostStopped = 20;

/** Refreshes once. Never throws for what a server or a disk does. */
export async function refresh(
	settings: BundleSettings,
	prepare: Prepare,
	options: RefreshOptions = {},
): Promise<Refreshed> {
	const place = { isOurs: false };
	const found = await refreshedOnce(settings, prepare, options, place);
	// Where others may write, a name could lead anywhere.
	if (place.isOurs && found.kind !== "busy")
		noteRefusal(
			settings,
			found.kind === "refused" ? { code: found.code, time: (options.now ?? Date.now)() } : undefined,
		);
	return found;
}

async function refreshedOnce(
	settings: BundleSettings,
	prepare: Prepare,
	options: RefreshOptions,
	place: { isOurs: boolean },
): Promise<Refreshed> {
	let release: (() => void) | undefined;
	let renewing: (() => Promise<void>) | undefined;
	const activeNow = (): Pick<Refreshed & { kind: "refused" }, "active"> => {
		const found = releaseIn(settings);
		return "fault" in found || found.manifest.anchor !== rootDigest(settings) ? {} : { active: found.manifest };
	};
	try {
		// Whoever decides reads them, root or not.
		for (const folder of [settings.state, settings.floor]) {
			makeFolder(folder);
			checkOwner(folder);
		}
		place.isOurs = true;
		release = tryLock(join(settings.state, "refresh"));
		if (release === undefined) return { kind: "busy" };
		renewing = renewedInThread();
		return await refreshAlone(settings, prepare, options);
	} catch (error) {
		if (error instanceof Refusal) {
			const compared = error instanceof TooDifferent ? { comparison: error.comparison } : {};
			return { kind: "refused", code: error.code, why: error.message, help: error.help, ...activeNow(), ...compared };
		}
		const why = error instanceof Error ? error.message : String(error);
		return { kind: "refused", code: "system", why, help: "check the path and its permissions", ...activeNow() };
	} finally {
		await renewing?.();
		release?.();
	}
}

async function refreshAlone(
	settings: BundleSettings,
	prepare: Prepare,
	{ deadline = 30_000, now = Date.now, compare, log, bounds = {}, observe }: RefreshOptions,
): Promise<Refreshed> {
	const { state } = settings;
	for (const name of readdirSync(state))
		if (/^\.(?:next|link)-/.test(name)) rmSync(join(state, name), { recursive: true, force: true });
	const anchor = anchorOf(settings);
	const found = releaseIn(settings);
	const before = "fault" in found || found.manifest.anchor !== anchor ? undefined : found;
	const floor = floorFor(settings, anchor, before?.manifest);
	checkClock(floor, now());
	const machine = ownMachineId(settings.floor);
	const next = nextFolder(state);
	try {
		const metadata = join(next, "metadata");
		mkdirSync(metadata);
		const known = before === undefined ? undefined : join(before.folder, "metadata");
		if (known !== undefined && hasMetadata(known) && isReadable(join(known, "root.json")))
			cpSync(known, metadata, { recursive: true });
		else copyFileSync(settings.root, join(metadata, "root.json"));
		const update = await verifiedUpdate({
			from: settings.from,
			metadata,
			channel: settings.channel,
			signal: AbortSignal.timeout(deadline),
		});
		const target = update.target as VerifiedTarget;
		checkFloor(floor, update, settings.channel);
		// What was seen is seen, whether it can be used or not.
		const noted = raised(floor, anchor, update, now());
		writeSeen(settings, noted);
		const choice = chooseRelease(target, machine, noted.stopped ?? [], observe);
		const seen =
			choice.stopped === undefined
				? noted
				: { ...noted, stopped: [...(noted.stopped ?? []), choice.stopped].slice(-mostStopped) };
		writeSeen(settings, seen);
		const own = before?.manifest.channel === settings.channel ? before : undefined;
		const { active } = choice;
		const isCompiled = own !== undefined && isKept(own, choice);
		const { shadowFault, ...parts } = isCompiled
			? { ...carriedOver(own, next), shadowFault: undefined }
			: await prepared(next, choice, own, prepare);
		const same = own !== undefined && isSame(own.manifest, choice) && canDecide(own);
		const comparison = same
			? undefined
			: compared(next, compare, before && bytesOf(join(before.folder, before.manifest.policy.file)));
		const why = comparison && outOfBounds(comparison, bounds);
		if (comparison !== undefined && why !== undefined) throw new TooDifferent(why, comparison);
		const notCompared = same || before === undefined ? undefined : whyNotCompared(comparison, log);
		if (notCompared !== undefined && isBounded(bounds))
			throw new Refusal(
				"not-compared",
				`nothing tells what it changes, and bounds are set: ${notCompared}`,
				"look at the log, or let a release pass once: `--most-looser 100% --most-stricter 100%`",
			);
		const aside =
			shadowFault === undefined ? choice.aside : `release ${target.release} can be no shadow here: ${shadowFault}`;
		const told = comparison === undefined ? before?.manifest.compared : countsOf(comparison);
		const manifest: Manifest = {
			format: "bylaw-active",
			channel: settings.channel,
			release: active.release,
			engine,
			anchor,
			target: active.sha256,
			...parts,
			versions: update.versions,
			issued: update.issued,
			stale: update.stale,
			expires: update.expires,
			...(active.release === target.release ? {} : { newest: target.release }),
			...(aside === undefined ? {} : { aside }),
			...(told === undefined ? {} : { compared: told }),
		};
		const text = `${JSON.stringify(manifest, null, "\t")}\n`;
		const digest = createHash("sha256").update(text).digest("hex");
		if (own !== undefined && own.digest === digest && isWhole(own)) {
			writeSeen(settings, { ...seen, active: [digest] });
			return { kind: "current", manifest };
		}
		writeFileSync(join(next, "bundle.json"), text);
		openToAll(next, [comparisonFile]);
		syncAll(next);
		const folder = join(state, "releases", `${active.release}-${basename(next).slice(".next-".length)}`);
		makeFolder(dirname(folder));
		renameSync(next, folder);
		const old = "fault" in found ? [] : [found.digest];
		// Whoever is killed in between leaves one of the two, and both stand on the floor.
		writeSeen(settings, { ...seen, active: [...old, digest] });
		turnLink(state, folder);
		writeSeen(settings, { ...seen, active: [digest] });
		sweep(state, folder, "fault" in found ? undefined : found.folder);
		return same && own.manifest.engine === engine
			? { kind: "current", manifest }
			: {
					kind: "activated",
					manifest,
					...(before === undefined ? {} : { before: before.manifest.release }),
					...(comparison === undefined ? {} : { comparison }),
					...(notCompared === undefined || (compare ?? log) === undefined ? {} : { notCompared }),
				};
	} finally {
		rmSync(next, { recursive: true, force: true });
	}
}

/** A release that answers too much otherwise. */
class TooDifferent extends Refusal {
	constructor(
		why: string,
		readonly comparison: Comparison,
	) {
		super("too-different", why, "look at what it changes, and build another release or allow more of it");
	}
}

/** It has commands of the log, and is for whoever refreshes alone, as the log is. */
const comparisonFile = "comparison.json";

/** What it answers otherwise. */
function compared(next: string, compare: Compare | undefined, before: Buffer | undefined): Comparison | undefined {
	const comparison = compare?.(before, readFileSync(join(next, "policy.json")));
	if (comparison !== undefined)
		writeFileSync(join(next, comparisonFile), `${JSON.stringify(comparison, null, "\t")}\n`, { mode: 0o600 });
	return comparison;
}

function countsOf({ changes: _, ...counts }: Comparison): Compared {
	return counts;
}

function anchorOf(settings: BundleSettings): string {
	const anchor = rootDigest(settings);
	if (typeof anchor === "string") return anchor;
	throw new Refusal("system", anchor.fault, anchor.help);
}

/** What this machine has seen under this root. A floor that is gone is taken from what is active, which was verified; a torn one is not guessed. */
function floorFor({ floor: folder, channel }: BundleSettings, anchor: string, active: Manifest | undefined): Floor {
	const floor = readFloor(folder, channel);
	if ("fault" in floor) throw new Refusal("floor", floor.fault, floor.help);
	if (floor.seen === undefined)
		return active === undefined
			? floor
			: { ...floor, seen: { anchor, versions: active.versions, time: active.issued, active: [] } };
	return floor.seen.anchor === anchor ? floor : { ...floor, seen: { ...floor.seen, versions: {} } };
}

function checkClock(floor: Floor, now: number): void {
	const latest = latestTime(floor);
	if (now < latest - clockTolerance)
		throw new Refusal(
			"clock",
			`the clock stands at ${timeText(now)}, and this machine has seen ${timeText(latest)}`,
			"set this machine's clock right",
		);
}

function checkFloor({ given, seen }: Floor, { versions }: Update, channel: string): void {
	const help = "look whether a mirror or a cache answers with old files";
	const below = belowGiven(given, versions, channel);
	if (below !== undefined) throw new Refusal("below-floor", `the server has something older: ${below}`, help);
	for (const [name, { version, keys }] of Object.entries(seen?.versions ?? {})) {
		const found = versions[name];
		// Other keys count anew: whoever stole the old ones may have counted far.
		if (found === undefined || (found.keys !== keys && name !== "root") || found.version >= version) continue;
		throw new Refusal(
			"below-floor",
			`the server has something older: ${name} is at version ${found.version}, and this machine has seen ${version}`,
			help,
		);
	}
}

function raised({ seen }: Floor, anchor: string, { versions }: Update, now: number): SeenFloor {
	const higher: Record<string, SeenVersion> = { ...seen?.versions };
	for (const [name, one] of Object.entries(versions)) higher[name] = one;
	return {
		anchor,
		versions: higher,
		time: Math.max(seen?.time ?? 0, now),
		active: seen?.active ?? [],
		...(seen?.stopped === undefined ? {} : { stopped: seen.stopped }),
	};
}
