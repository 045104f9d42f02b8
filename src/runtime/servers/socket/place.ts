/** Where a socket may lie: in a folder that only the user can write to, so that nobody else can put another one in its place. */
import { lstatSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** Why a socket can't lie there or is not to be trusted, and what to do. */
export interface PlaceFault {
	readonly message: string;
	readonly help: string;
}

/** What is wrong with a path as the place of a socket. */
export function placeFault(path: string): PlaceFault | undefined {
	const user = process.getuid?.();
	if (user === undefined)
		return { message: "this system has no Unix sockets", help: "use `rules check --jsonl` in a pipe" };
	const length = Buffer.byteLength(resolve(path));
	if (path === "" || path.includes("\0") || path.endsWith("/"))
		return { message: `\`${path}\` is no name for a socket`, help: "name a file, such as `~/.bylaw/socket`" };
	if (length > longestPath)
		return {
			message: `\`${path}\` is too long for a socket: ${length} bytes, where the system takes ${longestPath}`,
			help: "name a shorter path",
		};
	return folderFault(dirname(resolve(path)), user);
}

/** As long as the system's own record of an address is, without the zero at its end. */
const longestPath = process.platform === "linux" ? 107 : 103;

function folderFault(folder: string, user: number): PlaceFault | undefined {
	let real: string;
	let stats: Stats;
	try {
		real = realpathSync(folder);
		stats = statSync(real);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		return code === "ENOENT"
			? { message: `there is no folder \`${folder}\``, help: `make one for yourself alone: \`mkdir -m 700 ${folder}\`` }
			: {
					message: `the folder \`${folder}\` can't be looked at (${code ?? "unknown reason"})`,
					help: "check the path",
				};
	}
	if (!stats.isDirectory()) return { message: `\`${folder}\` is no folder`, help: "name a file in a folder" };
	if (stats.uid !== user)
		return { message: `the folder \`${folder}\` is another user's`, help: "name a file in a folder of your own" };
	if (canOthersWrite(stats))
		return {
			message: `others may write to the folder \`${folder}\`, and could put a socket of theirs there`,
			help: `make it yours alone: \`chmod go-w ${folder}\``,
		};
	for (let above = dirname(real); ; above = dirname(above)) {
		const its = statSync(above);
		const isSafe = (its.uid === user || its.uid === 0) && (!canOthersWrite(its) || isSticky(its));
		if (!isSafe)
			return {
				message: `others may move the folder \`${folder}\` away: they may write to \`${above}\``,
				help: "name a file in a folder below your home folder",
			};
		if (dirname(above) === above) return undefined;
	}
}

function canOthersWrite({ mode }: Stats): boolean {
	return (mode & 0o022) !== 0;
}

/** As `/tmp` is: everybody may make files there, and move only their own. */
function isSticky({ mode }: Stats): boolean {
	return (mode & 0o1000) !== 0;
}

/** What lies at the path of a socket: nothing, a socket of the user's, or something else. */
export function socketAt(path: string): "nothing" | "own socket" | "something else" {
	const stats = lstatSync(path, { throwIfNoEntry: false });
	if (stats === undefined) return "nothing";
	return stats.isSocket() && stats.uid === process.getuid?.() ? "own socket" : "something else";
}
