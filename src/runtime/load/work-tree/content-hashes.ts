/**
 * What files hold, as hashes of their bytes. Those of files that did not change are kept in the user's cache folder, signed: a file is known again by its inode,
 * its size and the time of its last change (ctime), which no program sets; the time that `touch` sets is not asked. A file that changed a moment before it was
 * read may change again within the same tick of the clock, so it is read the next time, too (the racy entries of git's index).
 */
import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync, type Stats, statfsSync } from "node:fs";
import { keepSigned, signedFile } from "../signed-files.js";

export interface ContentHashes {
	/** Of a file or a link, which was looked at just now. What can't be known is thrown as an error. */
	readonly hashOf: (path: string, stats: Stats) => string;
	/** Keeps what was read, for the next time. */
	readonly keep: () => void;
}

/** More bytes are not read at once: what asks has seconds, not minutes. */
export const mostBytes = 256 * 1024 * 1024;

/** Clocks of file systems are this coarse at most. Milliseconds. */
const tick = 3_000;

const hashLength = 32;
/** An entry is the inode, the size and the time of change as doubles, then the hash. */
const entryLength = 24 + hashLength;

/** `root`: the top of the work tree, where what is decided works. */
export function contentHashes(root: string, rootStats: Stats): ContentHashes {
	const started = Date.now();
	const name = `tree-${createHash("sha256").update(`${root}\0${rootStats.dev}`).digest("hex").slice(0, 32)}`;
	const isKept = tellsChanges(root);
	const kept = isKept ? signedFile(name, [root]) : undefined;
	const places = placesIn(kept);
	/** Entries, or where they stand in what is kept. */
	const now: (Buffer | number)[] = [];
	let isNew = false;
	let left = mostBytes;
	const isTrusted = ({ dev, ino, ctimeMs }: Stats): boolean =>
		isKept && dev === rootStats.dev && Number.isSafeInteger(ino) && ctimeMs < started - tick;
	return {
		hashOf: (path, stats) => {
			if (stats.isSymbolicLink()) return createHash("sha256").update(readlinkSync(path, "buffer")).digest("base64");
			const at = isTrusted(stats) ? places.get(stats.ino) : undefined;
			if (kept !== undefined && at !== undefined && isSame(kept, at, stats)) {
				now.push(at);
				return kept.toString("base64", at + 24, at + entryLength);
			}
			left -= stats.size;
			if (left < 0) throw new Error("there is more to read than can be read at once");
			const hash = hashOfFile(path, stats);
			if (isTrusted(stats)) {
				isNew = true;
				now.push(entryOf(stats, hash));
			}
			return hash.toString("base64");
		},
		keep: () => {
			if (!isNew) return;
			const entries = now.map((one) =>
				typeof one === "number" ? (kept as Buffer).subarray(one, one + entryLength) : one,
			);
			keepSigned(name, Buffer.concat(entries), [root]);
		},
	};
}

/** Where the entry of an inode begins. */
function placesIn(kept: Buffer | undefined): ReadonlyMap<number, number> {
	const places = new Map<number, number>();
	if (kept !== undefined && kept.length % entryLength === 0)
		for (let at = 0; at < kept.length; at += entryLength) places.set(kept.readDoubleLE(at), at);
	return places;
}

function isSame(kept: Buffer, at: number, { size, ctimeMs }: Stats): boolean {
	return kept.readDoubleLE(at + 8) === size && kept.readDoubleLE(at + 16) === ctimeMs;
}

function entryOf({ ino, size, ctimeMs }: Stats, hash: Buffer): Buffer {
	const entry = Buffer.alloc(entryLength);
	entry.writeDoubleLE(ino, 0);
	entry.writeDoubleLE(size, 8);
	entry.writeDoubleLE(ctimeMs, 16);
	hash.copy(entry, 24);
	return entry;
}

const chunk = Buffer.allocUnsafe(256 * 1024);

/** Reads the very file that was looked at, and no other that came into its place. */
function hashOfFile(path: string, { dev, ino, ctimeMs }: Stats): Buffer {
	const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	try {
		const open = fstatSync(descriptor);
		if (open.dev !== dev || open.ino !== ino || open.ctimeMs !== ctimeMs)
			throw new Error(`\`${path}\` changes just now`);
		const hash = createHash("sha256");
		for (let length = readSync(descriptor, chunk); length > 0; length = readSync(descriptor, chunk))
			hash.update(chunk.subarray(0, length));
		return hash.digest();
	} finally {
		closeSync(descriptor);
	}
}

/** File systems of Linux that lie on this machine and set a time of change of their own: ext, XFS, Btrfs, tmpfs, overlay, ZFS, F2FS, bcachefs. Elsewhere each file is read each time. */
function tellsChanges(root: string): boolean {
	return process.platform === "linux" && localSystems.has(statfsSync(root).type);
}
const localSystems: ReadonlySet<number> = new Set([
	0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010, 0xca451a4e,
]);
