/**
 * Files in the user's own cache folder, signed with a key that only the user can read (HMAC-SHA-256). Whatever is not as it was written,
 * is a link, or lies where others may write is not there. Nothing here fails: a cache may always be missing. Whoever runs as the user can sign:
 * what is kept counts only for what the user could have written as well, and whoever asks has to see to that (rights.ts).
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import {
	closeSync,
	constants,
	fstatSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { cachePlace } from "./cache-place.js";

/** More files than this are not kept: the oldest go. */
const mostFiles = 200;
/** Larger files are none of ours. Bytes. */
const largestFile = 256 * 1024 * 1024;

/** The bytes that were kept under this name; undefined where there are none, or others. `work`: folders in which what is decided works. */
export function signedFile(name: string, work: readonly string[] = []): Buffer | undefined {
	try {
		const place = cachePlace(work);
		if ("refused" in place || !isOwnFolder(place.folder)) return undefined;
		const key = ownFile(join(place.folder, "key"), 64);
		const bytes = key?.length === 32 ? ownFile(join(place.folder, name), largestFile) : undefined;
		if (key === undefined || bytes === undefined) return undefined;
		const signature = Buffer.from(bytes.toString("latin1", 0, signatureLength), "hex");
		const signed = bytes.subarray(signatureLength + 1);
		const wanted = signatureOf(name, signed, key);
		return signature.length === wanted.length && timingSafeEqual(signature, wanted) ? signed : undefined;
	} catch {
		return undefined;
	}
}

/** Keeps bytes under a name: letters, digits, `-` and `.`. `work`: as above. */
export function keepSigned(name: string, bytes: Uint8Array, work: readonly string[] = []): void {
	try {
		const place = cachePlace(work);
		if ("refused" in place || bytes.length > largestFile) return;
		const { folder } = place;
		makeFolder(folder);
		const key = isOwnFolder(folder) ? ownKey(folder) : undefined;
		if (key === undefined) return;
		const signature = signatureOf(name, bytes, key).toString("hex");
		putFile(join(folder, name), Buffer.concat([Buffer.from(`${signature}\n`), bytes]));
		prune(folder);
	} catch {
		// Without a cache everything works, only slower.
	}
}

/**
 * Makes the folder, and the one that it lies in. Never more: whoever has no home gets none, and where folders come out of nothing, as below `/proc`,
 * Node would look for a beginning without end.
 */
function makeFolder(folder: string): void {
	for (const path of [dirname(folder), folder]) {
		try {
			mkdirSync(path, { mode: 0o700 });
		} catch {
			// It is there, or can't be: the next step finds out.
		}
	}
}

const signatureLength = 64;

/** Over the name as well: no file can stand in for another. */
function signatureOf(name: string, bytes: Uint8Array, key: Uint8Array): Buffer {
	return createHmac("sha256", key).update(`${name}\n`).update(bytes).digest();
}

/** A folder of the user's, in which nobody else may write. */
function isOwnFolder(path: string): boolean {
	const stats = lstatSync(path, { throwIfNoEntry: false });
	return stats?.isDirectory() === true && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0;
}

/** The bytes of a file of the user's that nobody else may read or write. A link, a pipe or a large file is none. */
function ownFile(path: string, largest: number): Buffer | undefined {
	let descriptor: number;
	try {
		descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	} catch {
		return undefined;
	}
	try {
		const stats = fstatSync(descriptor);
		const isOwn = stats.isFile() && stats.uid === process.getuid?.() && (stats.mode & 0o077) === 0;
		return isOwn && stats.size <= largest ? readFileSync(descriptor) : undefined;
	} finally {
		closeSync(descriptor);
	}
}

/** The key, made when there is none. */
function ownKey(folder: string): Buffer | undefined {
	const path = join(folder, "key");
	const known = ownFile(path, 64);
	if (known?.length === 32) return known;
	rmSync(path, { force: true, recursive: true });
	putFile(path, randomBytes(32));
	// Another process may have been faster: what lies there now is the key.
	const now = ownFile(path, 64);
	return now?.length === 32 ? now : undefined;
}

/** Puts a file in its place as a whole, or not at all. */
function putFile(path: string, bytes: Uint8Array): void {
	const draft = `${path}.${process.pid}.${randomBytes(6).toString("hex")}`;
	try {
		writeFileSync(draft, bytes, { flag: "wx", mode: 0o600 });
		renameSync(draft, path);
	} catch (error) {
		rmSync(draft, { force: true });
		throw error;
	}
}

/** Takes out the oldest files of ours, and drafts that were left lying, where there are too many. What can't be taken out stays. */
function prune(folder: string): void {
	const files = readdirSync(folder).filter((name) => name !== "key");
	if (files.length <= mostFiles) return;
	const aged = files.flatMap((name) => {
		const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
		return stats?.isFile() ? [{ name, age: stats.mtimeMs }] : [];
	});
	for (const { name } of aged.sort((a, b) => a.age - b.age).slice(0, Math.max(0, aged.length - mostFiles))) {
		try {
			rmSync(join(folder, name), { force: true });
		} catch {
			// Somebody else's.
		}
	}
}
