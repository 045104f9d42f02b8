/**
 * Loads files of the command line as V8 compiled them last time: to compile them again is most of what a short answer costs. The compiled code is
 * signed as cached policies are, and holds for files that are, byte for byte, what they were; V8 itself refuses what another version of it wrote.
 */
import { isAscii } from "node:buffer";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { Script } from "node:vm";
import { keepSigned, signedFile } from "../load/signed-files.js";

export interface OwnCode {
	/** What a CommonJS file exports. Files that it requires by a relative path are loaded the same way. */
	readonly load: (file: string) => unknown;
	/** Keeps what was compiled since, for the next time. */
	readonly keep: () => void;
}

/** Code that is kept together under a name, such as that of a verb. */
export function ownCode(name: string): OwnCode {
	const folder = createHash("sha256").update(`${process.version} ${process.arch} ${__filename}`).digest("hex");
	const kept = `code-${name}-${folder.slice(0, 16)}`;
	const known = readKept(signedFile(kept));
	const loaded = new Map<string, Loaded>();
	let isNew = false;

	const load = (file: string): unknown => {
		const before = loaded.get(file);
		if (before !== undefined) return before.module.exports;
		const source = readFileSync(file);
		const digest = createHash("sha256").update(source).digest("hex");
		const cachedData = known.get(digest);
		// One byte is one character in most of them, which V8 keeps in half the space.
		const text = source.toString(isAscii(source) ? "latin1" : "utf8");
		const script = new Script(`(function (exports, require, module, __filename, __dirname) {${text}\n})`, {
			filename: file,
			...(cachedData === undefined ? {} : { cachedData }),
		});
		if (cachedData === undefined || script.cachedDataRejected === true) isNew = true;
		const module = { exports: {} };
		loaded.set(file, { digest, script, module });
		const folderOf = dirname(file);
		const requireOther = createRequire(file);
		const requireOwn = (wanted: string): unknown =>
			wanted.startsWith("./") || wanted.startsWith("../") ? load(resolve(folderOf, wanted)) : requireOther(wanted);
		script.runInThisContext()(module.exports, Object.assign(requireOwn, requireOther), module, file, folderOf);
		return module.exports;
	};

	return {
		load,
		keep: () => {
			if (isNew) keepSigned(kept, writtenFor([...loaded.values()]));
		},
	};
}

interface Loaded {
	readonly digest: string;
	readonly script: Script;
	readonly module: { exports: unknown };
}

/** A line with the digests of the sources and the lengths of what was compiled of each, and then that, one behind the other. */
function writtenFor(loaded: readonly Loaded[]): Buffer {
	const parts = loaded.map(({ digest, script }) => ({ digest, code: script.createCachedData() }));
	const head = JSON.stringify(parts.map(({ digest, code }) => [digest, code.length]));
	return Buffer.concat([Buffer.from(`${head}\n`), ...parts.map(({ code }) => code)]);
}

function readKept(bytes: Buffer | undefined): ReadonlyMap<string, Buffer> {
	const known = new Map<string, Buffer>();
	if (bytes === undefined) return known;
	let at = bytes.indexOf(10) + 1;
	for (const [digest, length] of JSON.parse(bytes.toString("utf8", 0, at)) as [string, number][]) {
		known.set(digest, bytes.subarray(at, at + length));
		at += length;
	}
	return known;
}
