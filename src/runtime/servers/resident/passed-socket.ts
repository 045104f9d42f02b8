/**
 * A socket that the system's own manager holds and passes on (`sd_listen_fds(3)`): it is there before the resident is, and while none is. Taken only where
 * it is the one that hooks ask.
 */
import { fstatSync, lstatSync, readFileSync, readlinkSync } from "node:fs";
import type { Server } from "node:net";
import type { PlaceFault } from "../socket/place.js";

/** The first file that is passed on. */
const first = 3;

/** Takes over what was passed to this process; false where nothing was. `path`: where the socket has to lie. */
export async function listenAtPassed(server: Server, path: string): Promise<boolean | PlaceFault> {
	const { LISTEN_PID, LISTEN_FDS } = process.env;
	if (LISTEN_PID === undefined || LISTEN_PID !== String(process.pid)) return false;
	const fault = LISTEN_FDS === "1" ? passedFault(path) : `\`LISTEN_FDS\` is \`${LISTEN_FDS ?? ""}\``;
	if (fault !== undefined)
		return {
			message: `what was passed to listen at is not the socket \`${path}\`: ${fault}`,
			help: `pass one socket: \`ListenStream=${path}\`, \`SocketMode=0600\`, \`DirectoryMode=0700\``,
		};
	return new Promise((resolve) => {
		server.once("error", ({ code }: NodeJS.ErrnoException) =>
			resolve({ message: `nobody can listen at what was passed (${code ?? "unknown reason"})`, help: "pass another" }),
		);
		server.listen({ fd: first }, () => resolve(true));
	});
}

/** As the kernel lists it: a stream that somebody listens at, by this path, and the file there is the user's alone. */
function passedFault(path: string): string | undefined {
	try {
		if (!fstatSync(first).isSocket()) return "it is no socket";
		const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/self/fd/${first}`))?.[1];
		const found = readFileSync("/proc/net/unix", "utf8")
			.split("\n")
			.map((line) => /^\S+ \S+ \S+ (\S+) (\S+) \S+ +(\d+) (.*)$/.exec(line))
			.find((fields) => fields?.[3] === inode);
		if (found === undefined || found === null) return "it is no Unix socket";
		const [, flags = "0", type, , at] = found;
		if (type !== "0001" || (Number.parseInt(flags, 16) & accepting) === 0) return "nobody can connect to it";
		if (at !== path) return `it lies at \`${at ?? ""}\``;
		const { uid, mode } = lstatSync(path);
		const isOwn = uid === process.geteuid?.() && (mode & 0o022) === 0;
		return isOwn ? undefined : "others may write to it";
	} catch (error) {
		return (error as NodeJS.ErrnoException).code ?? "unknown reason";
	}
}

/** `__SO_ACCEPTCON` of the kernel. */
const accepting = 0x10000;
