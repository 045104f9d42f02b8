/**
 * Signed envelopes (DSSE, https://github.com/secure-systems-lab/dsse): a payload, its type, and signatures over both. They say who has signed, and nothing of how
 * new it is: that stands in the payload.
 */
import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { keyId } from "../../runtime/bundle/metadata.js";

export interface Envelope {
	readonly payloadType: string;
	/** In base64. */
	readonly payload: string;
	readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/** Signs by an ed25519 key. */
export function sealed(payloadType: string, payload: Uint8Array, key: KeyObject, hex: string): Envelope {
	const sig = sign(null, signedBytes(payloadType, payload), key).toString("base64");
	return {
		payloadType,
		payload: Buffer.from(payload).toString("base64"),
		signatures: [{ keyid: keyId(hex), sig }],
	};
}

/** The payload where this key has signed it; undefined where it has not. `hex`: the 32 bytes of the public key. */
export function opened(envelope: Envelope, payloadType: string, hex: string): Buffer | undefined {
	const payload = Buffer.from(envelope.payload, "base64");
	if (envelope.payloadType !== payloadType) return undefined;
	const bytes = signedBytes(payloadType, payload);
	const key = publicKey(hex);
	const own = envelope.signatures.filter(({ keyid }) => keyid === keyId(hex));
	return key !== undefined && own.some(({ sig }) => verify(null, bytes, key, Buffer.from(sig, "base64")))
		? payload
		: undefined;
}

/** The payload, whoever has signed it. */
export function payloadOf(envelope: Envelope): Buffer {
	return Buffer.from(envelope.payload, "base64");
}

/** Reads an envelope; undefined for what is none. */
export function readEnvelope(text: string): Envelope | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isEnvelope(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

function isEnvelope(value: unknown): value is Envelope {
	if (typeof value !== "object" || value === null) return false;
	const { payloadType, payload, signatures } = value as Readonly<Record<string, unknown>>;
	return (
		typeof payloadType === "string" &&
		typeof payload === "string" &&
		Array.isArray(signatures) &&
		signatures.length <= 8 &&
		signatures.every((one) => typeof one?.keyid === "string" && typeof one?.sig === "string")
	);
}

/** What is signed: the lengths stand before type and payload, so that none can be taken for the other. */
function signedBytes(type: string, payload: Uint8Array): Buffer {
	return Buffer.concat([
		Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `),
		Buffer.from(payload),
	]);
}

function publicKey(hex: string): KeyObject | undefined {
	try {
		const x = Buffer.from(hex, "hex").toString("base64url");
		return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
	} catch {
		return undefined;
	}
}
