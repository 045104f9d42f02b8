/** What a client says of itself: in `initialize`, and since 2026-07-28 in each request. */
import type { ClientCapabilities } from "@modelcontextprotocol/server";

export interface Client {
	readonly name: string | undefined;
	readonly capabilities: ClientCapabilities | undefined;
}

/** By the parameters of `initialize`. */
export function clientOf(params: unknown): Client {
	const { clientInfo, capabilities } = (params ?? {}) as {
		readonly clientInfo?: { readonly name?: string };
		readonly capabilities?: ClientCapabilities;
	};
	return { name: clientInfo?.name, capabilities };
}

/** By what a request says beside its parameters (`_meta`). Undefined: it is of a client that said so when it connected. */
export function clientInEnvelope(meta: unknown): Client | undefined {
	if (typeof meta !== "object" || meta === null) return undefined;
	const said = meta as Readonly<Record<string, unknown>>;
	if (!("io.modelcontextprotocol/protocolVersion" in said)) return undefined;
	const info = said["io.modelcontextprotocol/clientInfo"] as { readonly name?: string } | undefined;
	return {
		name: info?.name,
		capabilities: said["io.modelcontextprotocol/clientCapabilities"] as ClientCapabilities | undefined,
	};
}
