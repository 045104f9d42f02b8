/** What git tracks, by its index (versions 2 to 4). The content that the index says is not read: whoever writes there could say any. */

/** All paths as git has them: from the top of the work tree, with `/`. */
export interface TrackedPaths {
	/** Files, links, and commits of repositories in it. */
	readonly paths: ReadonlySet<string>;
	/** Of those, the commits. */
	readonly commits: ReadonlySet<string>;
	/** Every folder that holds a tracked file. */
	readonly folders: ReadonlySet<string>;
	/** Files that a sparse checkout leaves out. */
	readonly leftOut: ReadonlySet<string>;
	/** Folders that stand in the index as one: what is tracked in them it does not say. */
	readonly collapsed: ReadonlySet<string>;
}

/** Reads the bytes of an index. `hashLength`: of one hash, in bytes; 20 or 32. Of what is not understood it says why. */
export function readGitIndex(bytes: Buffer, hashLength: number): TrackedPaths | { readonly unknown: string } {
	const version =
		bytes.length < 12 + hashLength || bytes.toString("latin1", 0, 4) !== "DIRC" ? 0 : bytes.readUInt32BE(4);
	if (version < 2 || version > 4) return { unknown: "its index is of no version that is known" };
	const paths = new Set<string>();
	const commits = new Set<string>();
	const folders = new Set<string>();
	const leftOut = new Set<string>();
	const collapsed = new Set<string>();
	const end = bytes.length - hashLength;
	const broken = { unknown: "its index is broken" };
	let at = 12;
	let name = nothing;
	let lastFolder = "";
	for (let left = bytes.readUInt32BE(8); left > 0; left--) {
		const start = at;
		const flagsAt = start + 40 + hashLength;
		if (flagsAt + 4 > end) return broken;
		const mode = bytes.readUInt32BE(start + 24);
		const isExtended = version > 2 && (bytes.readUInt16BE(flagsAt) & 0x4000) !== 0;
		const isLeftOut = isExtended && (bytes.readUInt16BE(flagsAt + 2) & 0x4000) !== 0;
		at = flagsAt + (isExtended ? 4 : 2);
		let kept: Buffer = nothing;
		if (version === 4) {
			const shared = sharedLength(bytes, at, name.length);
			if (shared === undefined) return broken;
			kept = name.subarray(0, shared.length);
			at = shared.end;
		}
		const nameEnd = bytes.indexOf(0, at);
		if (nameEnd < 0 || nameEnd >= end) return broken;
		name = kept.length === 0 ? bytes.subarray(at, nameEnd) : Buffer.concat([kept, bytes.subarray(at, nameEnd)]);
		// Up to version 3 an entry ends with one to eight zeros, at a multiple of eight.
		at = version === 4 ? nameEnd + 1 : start + ((nameEnd - start + 8) & ~7);
		const path = name.toString("utf8");
		if (mode === folderMode) {
			collapsed.add(path.replace(/\/$/, ""));
			continue;
		}
		paths.add(path);
		if (isLeftOut) leftOut.add(path);
		if (mode === commitMode) {
			commits.add(path);
			continue;
		}
		const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
		if (folder !== lastFolder) addWithParents(folder, folders);
		lastFolder = folder;
	}
	return extensionFault(bytes, at, end) ?? { paths, commits, folders, leftOut, collapsed };
}

const nothing: Buffer = Buffer.alloc(0);
const folderMode = 0o040000;
const commitMode = 0o160000;

function addWithParents(folder: string, folders: Set<string>): void {
	for (let at = folder; at !== "" && !folders.has(at); at = at.slice(0, Math.max(0, at.lastIndexOf("/"))))
		folders.add(at);
}

/** How much of the name before an entry of version 4 begins with, and where the rest of its own stands. */
function sharedLength(
	bytes: Buffer,
	at: number,
	before: number,
): { readonly length: number; readonly end: number } | undefined {
	let end = at;
	let byte = bytes[end++] ?? 0;
	let cut = byte & 0x7f;
	while ((byte & 0x80) !== 0) {
		byte = bytes[end++] ?? 0;
		cut = (cut + 1) * 128 + (byte & 0x7f);
	}
	return cut > before ? undefined : { length: before - cut, end };
}

/** Extensions with a small first letter change what the entries mean. */
function extensionFault(bytes: Buffer, from: number, end: number): { readonly unknown: string } | undefined {
	for (let at = from; at < end; at += 8 + bytes.readUInt32BE(at + 4)) {
		if (at + 8 > end) return { unknown: "its index is broken" };
		const name = bytes.toString("latin1", at, at + 4);
		if (name === "link") return { unknown: "its index is split in two files" };
		if (!/^[A-Z]/.test(name) && name !== "sdir") return { unknown: `its index has the extension \`${name}\`` };
	}
	return undefined;
}
