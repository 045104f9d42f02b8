/**
 * One pipe for standard output and error together, where no terminal is to be had. Both are the same pipe, so that their order holds.
 */
import { spawnSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Terminal } from "./terminal.js";

/** Opens a pipe by a name that is gone again when it is open. Throws where not even that can be made. */
export function openMergedPipe(): Terminal {
	const folder = mkdtempSync(join(tmpdir(), "bylaw-pipe-"));
	try {
		const path = join(folder, "pipe");
		const made = spawnSync("mkfifo", ["-m", "600", path], { stdio: "ignore", timeout: 5000 });
		if (made.status !== 0) throw new Error("no pipe for merged output can be made: `mkfifo` is missing or refused");
		const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
		const descriptor = openSync(path, constants.O_WRONLY);
		return pipe(reader, descriptor);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function pipe(reader: number, descriptor: number): Terminal {
	const socket = new Socket({ fd: reader, readable: true, writable: false });
	const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
	socket.on("error", () => {});
	socket.pause();
	return {
		descriptor,
		start: (push) => {
			socket.on("data", push);
			socket.resume();
		},
		finish: async () => {
			// The last writer's end is ours: the pipe ends when it is closed.
			closeSync(descriptor);
			socket.resume();
			const limit = setTimeout(() => socket.destroy(), 2000);
			await ended;
			clearTimeout(limit);
		},
	};
}
