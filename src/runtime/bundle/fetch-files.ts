/** Reads the files of a bundle's repository, from a web server or a folder: each within its bound, all within one deadline. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DownloadHTTPError } from "tuf-js/dist/error.js";
import { checkedMetadata, isTopRole, largest } from "./metadata.js";

/** Something stood in the way of a file: what, and of which sort. */
export class FetchFault extends Error {
	override readonly name = "FetchFault";
	constructor(
		readonly code: "unreachable" | "deadline" | "too-large" | "bad-metadata",
		message: string,
	) {
		super(message);
	}
}

export interface FileSource {
	/** What tuf-js asks for. */
	readonly downloadBytes: (url: string, most: number) => Promise<Buffer>;
	readonly downloadFile: () => Promise<never>;
	/** The first fault of ours: tuf-js makes texts of errors. */
	readonly fault: () => FetchFault | undefined;
	/** Was the next root not there? An old answer of a cache looks the same. */
	readonly missedRoot: () => boolean;
}

/** `isPastCaches`: asks for roots by an address that no cache knows. */
export function fileSource(signal: AbortSignal, isPastCaches = false): FileSource {
	let first: FetchFault | undefined;
	let missed = false;
	const failed = (fault: FetchFault): FetchFault => {
		first ??= fault;
		return fault;
	};
	return {
		fault: () => first,
		missedRoot: () => missed,
		downloadFile: () => Promise.reject(new Error("targets are read as bytes")),
		downloadBytes: async (url, said) => {
			const role = roleOf(url);
			const most = Math.min(
				said,
				role === undefined ? largest.target : isTopRole(role) ? largest[role] : largest.targets,
			);
			try {
				if (signal.aborted) throw new FetchFault("deadline", "the time for a refresh is over");
				const bytes = url.startsWith("file:")
					? fromFolder(url, most)
					: await fromServer(url, most, signal, isPastCaches && role === "root");
				if (role !== undefined) checked(role, bytes);
				return bytes;
			} catch (error) {
				if (error instanceof DownloadHTTPError) {
					if (role === "root" && [403, 404].includes(error.statusCode)) {
						missed = true;
						throw error;
					}
					throw failed(new FetchFault("unreachable", `\`${shown(url)}\` is answered with ${error.statusCode}`));
				}
				throw failed(error instanceof FetchFault ? error : faultOf(error, url, signal));
			}
		},
	};
}

/** The role whose metadata a file holds: `2.root.json`, `timestamp.json`; undefined of a target. */
function roleOf(url: string): string | undefined {
	return /\/metadata\/(?:\d+\.)?([a-z][a-z0-9-]*)\.json$/.exec(url)?.[1];
}

function checked(role: string, bytes: Buffer): void {
	try {
		checkedMetadata(role, bytes);
	} catch (error) {
		throw new FetchFault("bad-metadata", (error as Error).message);
	}
}

function fromFolder(url: string, most: number): Buffer {
	const path = fileURLToPath(url);
	let descriptor: number;
	try {
		descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") throw new DownloadHTTPError("there is no such file", 404);
		throw error;
	}
	try {
		const stats = fstatSync(descriptor);
		if (!stats.isFile()) throw new FetchFault("unreachable", `\`${path}\` is no regular file`);
		if (stats.size > most) throw tooLarge(url, most);
		return readFileSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}

async function fromServer(url: string, most: number, signal: AbortSignal, isPastCaches: boolean): Promise<Buffer> {
	const asked = isPastCaches ? `${url}?past-caches=${Date.now()}` : url;
	const answer = await fetch(asked, {
		signal,
		headers: { "cache-control": "no-cache", "accept-encoding": "identity", "user-agent": "bylaw" },
	});
	if (url.startsWith("https:") && !answer.url.startsWith("https:"))
		throw new FetchFault("unreachable", `\`${shown(url)}\` leads to \`${shown(answer.url)}\`, which is not https`);
	if (!answer.ok || answer.body === null) {
		await answer.body?.cancel();
		throw new DownloadHTTPError("not found", answer.status);
	}
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
		size += chunk.length;
		if (size > most) throw tooLarge(url, most);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

function tooLarge(url: string, most: number): FetchFault {
	return new FetchFault("too-large", `\`${shown(url)}\` is larger than ${most} bytes, which no such file is`);
}

function faultOf(error: unknown, url: string, signal: AbortSignal): FetchFault {
	if (signal.aborted) return new FetchFault("deadline", `\`${shown(url)}\` did not come in time`);
	const cause = (error as { readonly cause?: { readonly code?: string; readonly message?: string } }).cause;
	const why = cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : String(error));
	return new FetchFault("unreachable", `\`${shown(url)}\` can't be read: ${why}`);
}

/** Without a name and a password. */
function shown(url: string): string {
	if (url.startsWith("file:")) return fileURLToPath(url);
	const { origin, pathname } = new URL(url);
	return `${origin}${pathname}`;
}
