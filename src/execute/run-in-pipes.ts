/**
 * Pipes from a program to us: one for each stream, or one for both together where there is no terminal.
 *
 * What Node itself calls a pipe is a socket. A program can't open that by name, and scripts that write to `/dev/stderr` fail,
 * while they work everywhere else. Node can't make a real pipe; `mkfifo` can, at the price of 2 ms. And a real one can
 * be handed over twice, so that standard output and error keep their order.
 */
import { spawn } from "node:child_process";
import { closeSync, constants, fstatSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { type LineOut, patience } from "./line.js";
import { ownTool } from "./own-tool.js";

/** Opens pipes; none where the system can't make any. */
export async function openPipes(count: number, tool = ownTool("mkfifo")): Promise<readonly LineOut[]> {
	if (count === 0 || tool === undefined) return [];
	let folder: string | undefined;
	const lines: LineOut[] = [];
	try {
		folder = mkdtempSync(join(tmpdir(), "bylaw-pipes-"));
		const place = folder;
		const names = Array.from({ length: count }, (_, index) => join(place, `${index}`));
		await make(tool, names);
		for (const name of names) lines.push(lineAt(name));
		return lines;
	} catch {
		for (const line of lines) {
			line.handOver();
			line.close();
		}
		return [];
	} finally {
		// Both ends are open: the names have done their service.
		if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
	}
}

function make(tool: string, names: readonly string[]): Promise<void> {
	return new Promise((resolve, reject) => {
		const child = spawn(tool, ["-m", "600", "--", ...names], { stdio: "ignore", env: {} });
		child.on("error", reject);
		child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error("`mkfifo` made no pipes"))));
	});
}

function lineAt(name: string): LineOut {
	// The reader first: a writer alone would wait for it.
	const read = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
	try {
		const theirs = openSync(name, constants.O_WRONLY);
		const { dev, ino } = fstatSync(theirs);
		const ours = new Socket({ fd: read, readable: true, writable: false });
		return { theirs, handOver: () => closeSync(theirs), ...reading(ours), inode: { dev, ino } };
	} catch (error) {
		closeSync(read);
		throw error;
	}
}

/** Reads a stream that ends when nobody holds its other end any longer: a pipe of ours, or what Node makes. */
export function reading(stream: Readable): Pick<LineOut, "start" | "finish" | "close"> {
	return {
		start: (push) => {
			stream.on("error", () => {}); // it ends, and that is all
			stream.on("data", push);
		},
		finish: () => {
			if (stream.closed) return Promise.resolve(true);
			return new Promise((resolve) => {
				const timer = setTimeout(resolve, patience, false);
				stream.once("close", () => {
					clearTimeout(timer);
					resolve(true);
				});
			});
		},
		close: () => void stream.destroy(),
	};
}
