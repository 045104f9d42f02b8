/** What the page holds packed: JSON, by gzip, in base64; pack.ts packs it. */
import { byId } from "./by-id.js";

/** What stands in an element of the page, unpacked. */
export async function unpacked(id: string): Promise<string> {
	return unpackedText(JSON.parse(byId(id).textContent ?? "") as string);
}

export async function unpackedText(packed: string): Promise<string> {
	const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
	return new Response(stream).text();
}
