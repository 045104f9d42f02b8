/** `node:crypto` in the page: SHA-256, of texts and bytes, as the engine asks for it. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { Buffer } from "buffer";

export function createHash(algorithm) {
	known(algorithm);
	const state = sha256.create();
	const hash = {
		update(data) {
			state.update(bytesOf(data));
			return hash;
		},
		digest: (encoding) => shown(state.digest(), encoding),
	};
	return hash;
}

export function hash(algorithm, data, encoding = "hex") {
	known(algorithm);
	return shown(sha256(bytesOf(data)), encoding);
}

function known(algorithm) {
	if (algorithm !== "sha256") throw new Error(`a page has no ${algorithm}`);
}

function bytesOf(data) {
	return typeof data === "string" ? utf8ToBytes(data) : data;
}

function shown(bytes, encoding) {
	if (encoding === undefined || encoding === "buffer") return Buffer.from(bytes);
	return encoding === "hex" ? bytesToHex(bytes) : Buffer.from(bytes).toString(encoding);
}
