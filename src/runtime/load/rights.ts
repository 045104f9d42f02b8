/**
 * Who may write what, asked of the kernel and of the owners: whether this user could have written a file, and whether nobody else could have put
 * something in a file's place. A cache is believed only between the two: where whoever can write it could have written its source as well.
 */
import { accessSync, constants, lstatSync, readlinkSync, statSync } from "node:fs";
import { dirname, join, parse, resolve, sep } from "node:path";

/** Who runs this process; undefined where there are no users, or where it acts for another than the one who started it. */
export function user(): number | undefined {
	const id = process.getuid?.();
	return id === process.geteuid?.() ? id : undefined;
}

/**
 * Could this user have written what stands in the file? Links are followed. The file is the user's own, or the user is root; and the kernel lets it
 * be written, or would after a change of mode. A file of a read-only mount, or one that is marked as immutable, is nobody's to write.
 */
export function couldHaveWritten(path: string): boolean {
	try {
		const me = user();
		const isOwn = statSync(path).uid === me;
		if (me === undefined || (!isOwn && me !== 0)) return false;
		const refused = refusal(path);
		return refused === undefined || (refused === "EACCES" && isOwn);
	} catch {
		return false;
	}
}

function refusal(path: string): string | undefined {
	try {
		accessSync(path, constants.W_OK);
		return undefined;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code ?? "unknown";
	}
}

/**
 * Why others than this user and root could put something else at this path: a folder on the way is somebody else's, or others may write to it. The way
 * goes through links, and ends where nothing lies yet. Rights that a mode does not show (those of NFS, of a Mac's lists) are not seen; those of POSIX
 * lists are in the mode of the group.
 */
export function wayFault(path: string, links = 0): string | undefined {
	if (links > mostLinks) return `too many links lead to \`${path}\``;
	const me = user();
	const { root } = parse(path);
	const parts = path.slice(root.length).split(sep).filter(Boolean);
	for (let at = root, next = 0; ; at = join(at, parts[next++] as string)) {
		const stats = lstatSync(at, { throwIfNoEntry: false });
		if (stats === undefined) return undefined;
		if (stats.uid !== 0 && stats.uid !== me) return `\`${at}\` belongs to another user`;
		if (stats.isSymbolicLink())
			return wayFault(join(resolve(dirname(at), readlinkSync(at)), ...parts.slice(next)), links + 1);
		if ((stats.mode & 0o022) !== 0) return `others may write to \`${at}\``;
		if (next === parts.length) return undefined;
	}
}

/** As many as Linux follows. */
const mostLinks = 40;
