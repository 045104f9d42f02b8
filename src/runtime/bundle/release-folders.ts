/** How the refresher writes: beside, then renamed, so that whoever is killed at any moment leaves what was there. */
import { randomBytes } from "node:crypto";
import {
	chmodSync,
	closeSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type SeenFloor, seenFile } from "../load/bundle-floor.js";
import type { BundleSettings } from "../load/bundle-settings.js";
import { Refusal } from "./verified-update.js";

/** Refuses a folder in which others may write: they could lead a refresher of root's elsewhere, and decide. Throws a Refusal. */
export function checkOwner(folder: string): void {
	const { uid, mode } = statSync(folder);
	const own = process.geteuid?.();
	if (own === undefined || ((uid === own || uid === 0) && (mode & 0o022) === 0)) return;
	throw new Refusal(
		"system",
		`\`${folder}\` belongs to somebody else, or others may write to it`,
		`make it the refresher's alone: \`chmod go-w ${folder}\`, and its owner whoever refreshes`,
	);
}

/** Makes a folder, and those that it lies in. Whoever decides reads it, whatever the refresher's umask is; one that is there stays as it is. */
export function makeFolder(folder: string): void {
	const first = mkdirSync(folder, { recursive: true });
	if (first === undefined) return;
	for (let at = resolve(folder); at.startsWith(resolve(first)); at = dirname(at)) chmodSync(at, 0o755);
}

/** A folder for the release that comes next. */
export function nextFolder(state: string): string {
	const next = join(state, `.next-${randomBytes(6).toString("hex")}`);
	mkdirSync(next, { mode: 0o755 });
	return next;
}

/** Whoever decides reads all of it, whatever the refresher's umask is, but for these files. */
export function openToAll(folder: string, but: readonly string[]): void {
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) openToAll(path, but);
		else if (!but.includes(entry.name)) chmodSync(path, 0o644);
	}
	chmodSync(folder, 0o755);
}

/** Makes a release the one that decides, by a rename. */
export function turnLink(state: string, folder: string): void {
	const link = join(state, `.link-${randomBytes(6).toString("hex")}`);
	symlinkSync(join("releases", basename(folder)), link);
	renameSync(link, join(state, "active"));
	sync(state);
}

/** Takes older releases away, but for the one before: somebody may be reading it. */
export function sweep(state: string, folder: string, before: string | undefined): void {
	const kept = [folder, before].map((path) => (path === undefined ? "" : basename(path)));
	for (const name of readdirSync(join(state, "releases")))
		if (!kept.includes(name)) rmSync(join(state, "releases", name), { recursive: true, force: true });
}

export function writeSeen({ floor }: BundleSettings, seen: SeenFloor): void {
	const beside = `${seenFile(floor)}.${randomBytes(6).toString("hex")}.tmp`;
	try {
		writeFileSync(beside, `${JSON.stringify(seen, null, "\t")}\n`, { flush: true });
		chmodSync(beside, 0o644);
		renameSync(beside, seenFile(floor));
		sync(floor);
	} finally {
		rmSync(beside, { force: true });
	}
}

/** All of it is on the disk when this returns. */
export function syncAll(folder: string): void {
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) syncAll(path);
		else sync(path);
	}
	sync(folder);
}

function sync(path: string): void {
	const descriptor = openSync(path, "r");
	try {
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}

/** Why the last refresh came to nothing, for whoever asks how this machine stands. */
export interface LastRefusal {
	readonly code: string;
	/** Milliseconds. */
	readonly time: number;
}

const refusalFile = ({ state }: BundleSettings): string => join(state, "refused.json");

/** Keeps it, or forgets it where all was well. What can't be kept is not known. */
export function noteRefusal(settings: BundleSettings, refusal: LastRefusal | undefined): void {
	const file = refusalFile(settings);
	try {
		if (refusal === undefined) rmSync(file, { force: true });
		else {
			writeFileSync(file, `${JSON.stringify(refusal)}\n`);
			chmodSync(file, 0o644);
		}
	} catch {
		// A disk that is full says so itself.
	}
}

export function lastRefusal(settings: BundleSettings): LastRefusal | undefined {
	try {
		const { code, time } = JSON.parse(readFileSync(refusalFile(settings), "utf8")) as Partial<LastRefusal>;
		return typeof code === "string" && Number.isFinite(time) ? { code, time: time as number } : undefined;
	} catch {
		return undefined;
	}
}
