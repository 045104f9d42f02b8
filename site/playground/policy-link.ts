/** A policy and a question in the part of a link that browsers send to nobody: what stands behind `#`. */

export interface LinkedQuestion {
	readonly policy: string;
	readonly command: string;
	readonly agent?: string;
}

/** Longer policies are not read here. Characters. */
export const longestPolicy = 128 * 1024;

export async function linkTo({ policy, command, agent }: LinkedQuestion): Promise<string> {
	if (policy.length > longestPolicy)
		throw new Error(`a policy of more than ${longestPolicy / 1024} KiB has no place in a link`);
	const packed = new Blob([policy]).stream().pipeThrough(new CompressionStream("deflate-raw"));
	const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
	const parts = new URLSearchParams({ policy: base64Url(bytes) });
	if (command !== "") parts.set("command", command);
	if (agent !== undefined && agent !== "" && agent !== "default") parts.set("agent", agent);
	return `#${parts}`;
}

/** What a link asks; undefined for one that names no policy. It throws for one that can't be read. */
export async function linkedQuestion(hash: string): Promise<LinkedQuestion | undefined> {
	const parts = new URLSearchParams(hash.replace(/^#/, ""));
	const packed = parts.get("policy");
	if (packed === null) return undefined;
	const agent = parts.get("agent");
	return {
		policy: await unpacked(packed),
		command: parts.get("command") ?? "",
		...(agent === null ? {} : { agent }),
	};
}

/** The text, and no more of it than a policy may have: a few bytes may unpack to very many. */
async function unpacked(packed: string): Promise<string> {
	const text = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
	const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
	const reader = new Blob([bytes])
		.stream()
		.pipeThrough(new DecompressionStream("deflate-raw"))
		.pipeThrough(new TextDecoderStream("utf-8", { fatal: true }))
		.getReader();
	let whole = "";
	for (let next = await reader.read(); !next.done; next = await reader.read()) {
		whole += next.value;
		if (whole.length <= longestPolicy) continue;
		await reader.cancel();
		throw new Error(`its policy is longer than ${longestPolicy / 1024} KiB`);
	}
	return whole;
}

function base64Url(bytes: Uint8Array): string {
	let text = "";
	for (const byte of bytes) text += String.fromCharCode(byte);
	return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
