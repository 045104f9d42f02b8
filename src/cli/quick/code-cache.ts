/**
 * Loads files of the command line as V8 compiled them last time: to compile them again is most of what a short answer costs. The compiled code is
 * signed as cached policies are, and holds for files that are, byte for byte, what they were; V8 itself refuses what another version of it wrote.
 * Whoever can sign can put any code there, so it is run only in place of files that this user could have written as well: of a program that
 * root installed, a user keeps no code and runs none that was kept ([0018](../../docs/decisions/0018-what-a-cache-may-stand-for.md)).
 */
import { isAscii } from "node:buffer";
import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, resolve } from "node:path";
import { Script } from "node:vm";
import { couldHaveWritten } from "../../runtime/load/rights.js";
import { keepSigned, signedFile } from "../../runtime/load/signed-files.js";

export interface CachedCode {
	/** What a CommonJS file exports. Files that it requires by a relative path are loaded the same way; those named `late-…` are kept by themselves, for most that ask do without. */
	readonly load: (file: string) => unknown;
	/** Keeps what was compiled, for the next time. `isUsual`: it did what is asked for most. What did not is kept as long as there is nothing else. */
	readonly keep: (isUsual?: boolean) => void;
}

/** Code that is kept together under a name, such as that of a verb. `isKept`: false for what looks into what is kept, and so must not be made of it. */
export function cachedCode(name: string, isKept = true): CachedCode {
	const folder = createHash("sha256").update(`2 ${process.version} ${process.arch} ${__filename}`).digest("hex");
	const kept = `code-${name}-${folder.slice(0, 16)}`;
	const isOwnProgram = isKept && couldHaveWritten(__filename);
	const { known, wasUsual } = readKept(isOwnProgram ? signedFile(kept) : undefined);
	const loaded = new Map<string, Loaded>();
	const late = new Map<string, CachedCode>();
	let isNew = false;

	const load = (file: string): unknown => {
		const before = loaded.get(file);
		if (before !== undefined) return before.module.exports;
		const source = asFunction(file);
		const digest = createHash("sha256").update(source).digest("hex");
		const isOwn = isOwnProgram && couldHaveWritten(file);
		const cachedData = isOwn ? known.get(digest) : undefined;
		// One byte is one character in most of them, which V8 keeps in half the space.
		const script = new Script(source.toString(isAscii(source) ? "latin1" : "utf8"), {
			filename: file,
			...(cachedData === undefined ? {} : { cachedData }),
		});
		if (isOwn && (cachedData === undefined || script.cachedDataRejected === true)) isNew = true;
		const module = { exports: {} };
		loaded.set(file, { digest, script, module, isOwn });
		const folderOf = dirname(file);
		const requireOther = createRequire(file);
		const requireOwn = (wanted: string): unknown => {
			if (!wanted.startsWith("./") && !wanted.startsWith("../")) return requireOther(wanted);
			const path = resolve(folderOf, wanted);
			return wanted.startsWith("./late-") ? lateCode(path) : load(path);
		};
		script.runInThisContext()(module.exports, Object.assign(requireOwn, requireOther), module, file, folderOf);
		return module.exports;
	};

	const lateCode = (file: string): unknown => {
		let code = late.get(file);
		if (code === undefined) {
			code = cachedCode(basename(file, ".cjs"), isKept);
			late.set(file, code);
		}
		return code.load(file);
	};

	return {
		load,
		keep: (isUsual = true) => {
			// V8 keeps the functions that were called: those of a first question that was no usual one are few.
			if (isNew || (isUsual && isOwnProgram && !wasUsual))
				keepSigned(
					kept,
					writtenFor(
						[...loaded.values()].filter(({ isOwn }) => isOwn),
						isUsual,
					),
				);
			for (const code of late.values()) code.keep(isUsual);
		},
	};
}

const before = Buffer.from("(function (exports, require, module, __filename, __dirname) {");
const behind = Buffer.from("\n})");

/** A CommonJS file as the function that it is, in one piece: whoever puts it together later copies it twice. */
function asFunction(file: string): Buffer {
	const descriptor = openSync(file, "r");
	try {
		const { size } = fstatSync(descriptor);
		const source = Buffer.allocUnsafe(before.length + size + behind.length);
		source.set(before);
		let at = before.length;
		while (at < before.length + size) {
			const count = readSync(descriptor, source, at, before.length + size - at, null);
			if (count === 0) throw new Error(`\`${file}\` was cut off while it was read`);
			at += count;
		}
		source.set(behind, at);
		return source;
	} finally {
		closeSync(descriptor);
	}
}

interface Loaded {
	readonly digest: string;
	readonly script: Script;
	readonly module: { exports: unknown };
	/** Could this user have written the file? */
	readonly isOwn: boolean;
}

/** A line that says whether it is of a usual question, with the digests of the sources and the lengths of what was compiled of each; and then that, one behind the other. */
function writtenFor(loaded: readonly Loaded[], isUsual: boolean): Buffer {
	const parts = loaded.map(({ digest, script }) => ({ digest, code: script.createCachedData() }));
	const head = JSON.stringify([isUsual, ...parts.map(({ digest, code }) => [digest, code.length])]);
	return Buffer.concat([Buffer.from(`${head}\n`), ...parts.map(({ code }) => code)]);
}

function readKept(bytes: Buffer | undefined): {
	readonly known: ReadonlyMap<string, Buffer>;
	readonly wasUsual: boolean;
} {
	const known = new Map<string, Buffer>();
	if (bytes === undefined) return { known, wasUsual: false };
	let at = bytes.indexOf(10) + 1;
	const [wasUsual, ...parts] = JSON.parse(bytes.toString("utf8", 0, at)) as [boolean, ...[string, number][]];
	for (const [digest, length] of parts) {
		known.set(digest, bytes.subarray(at, at + length));
		at += length;
	}
	return { known, wasUsual };
}
