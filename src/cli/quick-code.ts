/**
 * Loads the bundle that answers hooks as V8 compiled it last time: to read and compile it again is most of what a short answer costs.
 * The compiled code is signed as cached policies are; V8 itself refuses what another version of it wrote.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { Script } from "node:vm";
import { keepSigned, signedFile } from "../load/signed-files.js";
import type { quickCheck } from "./quick-check.js";

export interface Quick {
	readonly quickCheck: typeof quickCheck;
	/** Keeps what was compiled since, for the next time. */
	readonly keep: () => void;
}

/** The bundle in this file. */
export function quickCode(file: string): Quick {
	const source = readFileSync(file);
	const name = `code-${createHash("sha256").update(`${process.version} ${process.arch}\n`).update(source).digest("hex").slice(0, 32)}`;
	const known = signedFile(name);
	// The bundle is ASCII: one byte is one character.
	const text = `(function (exports, require, module, __filename, __dirname) {${source.toString("latin1")}\n})`;
	const script = new Script(text, { filename: file, ...(known === undefined ? {} : { cachedData: known }) });
	const made = { exports: {} as Quick };
	script.runInThisContext()(made.exports, createRequire(file), made, file, dirname(file));
	const isKnown = known !== undefined && script.cachedDataRejected !== true;
	return {
		quickCheck: made.exports.quickCheck,
		keep: () => {
			if (!isKnown) keepSigned(name, script.createCachedData());
		},
	};
}
