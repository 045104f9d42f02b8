/** How a machine stands to its bundle: what is active, how old it is, and what the floor says. */
import { activeBy, type BundleState, type Compared, type OtherRelease, timeText } from "../load/active-bundle.js";
import { machineId, readFloor } from "../load/bundle-floor.js";
import { type BundleFault, type BundleSettings, shownSource } from "../load/bundle-settings.js";
import { compiledAmong } from "../load/decisions.js";
import { lastRefusal } from "./release-folders.js";

/** For programs; schemas/bundle-status.schema.json describes it. */
export interface BundleStatus {
	readonly settings: string;
	readonly from: string;
	readonly channel: string;
	/** `none`: nothing is active that may decide, so nothing is allowed. */
	readonly state: BundleState | "none";
	/** Why it is not fresh. */
	readonly why?: string;
	readonly help?: string;
	/** What decides: the release, what it says is safe, or nothing, so that all is denied. */
	readonly decides: "release" | "safe" | "nothing";
	readonly release?: number;
	/** SHA-256 of the signed target. */
	readonly target?: string;
	readonly engine?: string;
	readonly issued?: string;
	readonly stale?: string;
	readonly expires?: string;
	readonly versions?: Readonly<Record<string, number>>;
	/** How the machine is called. */
	readonly machine?: string;
	/** The newest release, where it does not decide here, and why. */
	readonly newest?: number;
	readonly aside?: string;
	/** The release that is put on record beside the one that decides. */
	readonly shadow?: number;
	/** The release that decides for agents, and in repositories, that this one is not for. */
	readonly others?: OthersRecord;
	/** Why the last refresh came to nothing, by its code, and when. */
	readonly refused?: { readonly code: string; readonly time: string };
	/** How much of the last log it answers otherwise than the release before it. */
	readonly compared?: Compared;
	readonly floor: {
		readonly seen?: Readonly<Record<string, number>>;
		readonly time?: string;
		readonly given: Readonly<Record<string, number>>;
	};
}

export type OthersRecord = Pick<OtherRelease, "release" | "agents" | "repositories">;

/** What stands in it for programs. */
export function othersRecord({ release, agents, repositories }: OtherRelease): OthersRecord {
	return {
		release,
		...(agents === undefined ? {} : { agents }),
		...(repositories === undefined ? {} : { repositories }),
	};
}

export function bundleStatus(settings: BundleSettings, now: number): BundleStatus {
	const active = activeBy(settings, now);
	const floor = readFloor(settings.floor, settings.channel);
	const machine = machineId(settings.floor);
	const refused = lastRefusal(settings);
	const about = {
		settings: settings.file,
		from: shownSource(settings.from),
		channel: settings.channel,
		...(machine === undefined ? {} : { machine }),
		...(refused === undefined ? {} : { refused: { code: refused.code, time: timeText(refused.time) } }),
		floor: floorRecord(floor),
	};
	if ("fault" in active) return { ...about, state: "none", why: active.fault, help: active.help, decides: "nothing" };
	const { manifest, state, why, decides } = active;
	// What was compiled by another build, or was changed, decides nothing.
	const read = decides === undefined ? undefined : compiledAmong([settings.file]);
	const fault = read !== undefined && "fault" in read ? read : undefined;
	return {
		...about,
		...(fault === undefined
			? { state, ...(why === undefined ? {} : { why }) }
			: { state: "none", why: fault.fault, help: fault.help }),
		decides: decides === undefined || fault !== undefined ? "nothing" : state === "expired" ? "safe" : "release",
		release: manifest.release,
		target: manifest.target,
		engine: manifest.engine,
		issued: timeText(manifest.issued),
		stale: timeText(manifest.stale),
		expires: timeText(manifest.expires),
		versions: numbers(manifest.versions),
		...(manifest.newest === undefined ? {} : { newest: manifest.newest }),
		...(manifest.aside === undefined ? {} : { aside: manifest.aside }),
		...(manifest.shadow === undefined ? {} : { shadow: manifest.shadow.release }),
		...(manifest.others === undefined ? {} : { others: othersRecord(manifest.others) }),
		...(manifest.compared === undefined ? {} : { compared: manifest.compared }),
	};
}

function floorRecord(floor: ReturnType<typeof readFloor>): BundleStatus["floor"] {
	if (isFault(floor)) return { given: {} };
	const { seen, given } = floor;
	return {
		...(seen === undefined ? {} : { seen: numbers(seen.versions), time: timeText(Math.max(seen.time, given.time)) }),
		given: given.versions,
	};
}

function isFault(floor: ReturnType<typeof readFloor>): floor is BundleFault {
	return "fault" in floor;
}

function numbers(versions: Readonly<Record<string, { readonly version: number }>>): Readonly<Record<string, number>> {
	return Object.fromEntries(Object.entries(versions).map(([name, { version }]) => [name, version]));
}
