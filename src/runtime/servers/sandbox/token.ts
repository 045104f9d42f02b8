/** The word that opens a server: kept in a file of the user's alone, and compared so that the time tells nothing. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolders } from "../../load/make-folders.js";

/** Characters. A shorter one could be guessed. */
const shortestToken = 16;
const longestToken = 1_024;

/** Does the header of a request have the token? */
export function opens(token: string, header: string | undefined): boolean {
	const given = /^Bearer ([\x21-\x7e]+)$/.exec(header ?? "")?.[1];
	// Of the same length always, so that comparing takes as long always.
	return timingSafeEqual(digest(given ?? ""), digest(token)) && given !== undefined;
}

function digest(text: string): Buffer {
	return createHash("sha256").update(text, "utf8").digest();
}

export type TokenFile = { readonly token: string } | { readonly fault: string; readonly help: string };

/** The token in a file. Where there is no file, one is made with a token in it. */
export function tokenIn(path: string): TokenFile {
	try {
		return made(path) ?? read(path);
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code ?? "unknown reason";
		return { fault: `the token file \`${path}\` can't be used (${code})`, help: "name a file in a folder of your own" };
	}
}

/** A new one; undefined where there is a file already. */
function made(path: string): TokenFile | undefined {
	makeFolders(dirname(path));
	const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
	let descriptor: number;
	try {
		descriptor = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
		throw error;
	}
	try {
		const token = randomBytes(32).toString("base64url");
		writeSync(descriptor, `${token}\n`);
		return { token };
	} finally {
		closeSync(descriptor);
	}
}

function read(path: string): TokenFile {
	const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	try {
		const stats = fstatSync(descriptor);
		if (!stats.isFile() || stats.size > longestToken + 2)
			return {
				fault: `\`${path}\` is no file with a token`,
				help: "name another file; where there is none, one is made",
			};
		if ((stats.mode & 0o077) !== 0)
			return { fault: `others may read the token in \`${path}\``, help: `make it yours alone: \`chmod 600 ${path}\`` };
		const token = readFileSync(descriptor, "utf8").trim();
		if (token.length < shortestToken || !/^[\x21-\x7e]+$/.test(token))
			return {
				fault: `the token in \`${path}\` is too short, or has other signs than letters, digits and punctuation`,
				help: "take the file away: a new one is made",
			};
		return { token };
	} finally {
		closeSync(descriptor);
	}
}
