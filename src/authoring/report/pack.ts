/** Packs what a page's script reads: by gzip, in base64. page/unpack.ts unpacks it. */
import { gzipSync } from "node:zlib";

export function packed(text: string): string {
	return gzipSync(text, { level: 9 }).toString("base64");
}
