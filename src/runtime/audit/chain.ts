/** What ties a line of the decision log to the one before. */
import { createHash, createHmac, type Hash, type Hmac } from "node:crypto";

/** A secret that only writers and verifiers know. Without one anybody who may write the log can make a chain anew. */
export type ChainKey = string | Uint8Array;

/** The hash before the first line. */
export const genesis = "0".repeat(64);

/** SHA-256 of a line without its line break, in hexadecimal; with a key, HMAC-SHA-256. */
export function hashOf(line: string | Uint8Array, key?: ChainKey): string {
	return openHash(key).update(line).digest("hex");
}

/** The same of a text that comes in pieces. */
export function openHash(key?: ChainKey): Hash | Hmac {
	return key === undefined ? createHash("sha256") : createHmac("sha256", key);
}
