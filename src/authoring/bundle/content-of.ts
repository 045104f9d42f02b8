/** The bytes of a release of a channel, by their SHA-256, out of what is published. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BundleError } from "./bundle-error.js";

export function contentOf(folder: string, channel: string, sha256: string): Buffer {
	const file = join(folder, "targets", channel, `${sha256}.policy.json`);
	try {
		return readFileSync(file);
	} catch {
		throw new BundleError(`\`${file}\` is gone`, "put it back: a copy of what was published has it");
	}
}
