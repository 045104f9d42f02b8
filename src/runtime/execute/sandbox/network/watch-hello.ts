/**
 * Watches what a client says of itself in TLS: the server that it names (SNI) must be the one that it asked a connection for. It names it in the clear at the
 * beginning, and once more where the server asks it to begin anew.
 */
import { hostText, readHost } from "../../../../engine/request/hosts/host.js";

/** Takes what a client sends. Answers what may be sent on by now, or why the connection has to be cut. */
export type Watch = (bytes: Buffer) => { readonly pass: Buffer } | { readonly cut: string };

/** What TLS begins with. */
export const beginsTls = 0x16;

/** Of a connection to this host. Nothing of a client's first words is passed before all of them were read. */
export function watchHello(host: string): Watch {
	let waiting = Buffer.alloc(0);
	let words = Buffer.alloc(0);
	const held: Buffer[] = [];
	/** From here on what is a handshake may be encrypted. */
	let mayBeEncrypted = false;
	let greeted = false;
	const handshake = (record: Buffer): string | undefined => {
		if (mayBeEncrypted && words.length === 0) {
			if (record.length < shortestEncrypted) return "a part of its handshake is too short to be one";
			if (!beginsHello(record)) return undefined;
		}
		words = Buffer.concat([words, record]);
		while (words.length >= 4) {
			const length = words.readUIntBE(1, 3);
			if (length > longestHello) return "its handshake is too long";
			if (words.length < 4 + length) break;
			if (words[0] === clientHello) {
				const fault = faultOf(words.subarray(4, 4 + length), host);
				if (fault !== undefined) return fault;
				greeted = true;
			} else if (!greeted) return "its handshake begins otherwise than TLS does";
			words = words.subarray(4 + length);
		}
		return undefined;
	};
	return (bytes) => {
		waiting = Buffer.concat([waiting, bytes]);
		const ready: Buffer[] = [];
		while (waiting.length >= 5) {
			const [kind = 0, major] = waiting;
			const end = 5 + waiting.readUInt16BE(3);
			if (kind < change || kind > data || major !== 3 || end > 5 + longestRecord) return { cut: "it stops being TLS" };
			if (waiting.length < end) break;
			const record = waiting.subarray(0, end);
			waiting = waiting.subarray(end);
			if (kind === beginsTls) {
				const cut = handshake(record.subarray(5));
				if (cut !== undefined) return { cut };
			} else if (!greeted || words.length > 0) return { cut: "its handshake begins otherwise than TLS does" };
			else if (kind === change || kind === data) mayBeEncrypted = true;
			held.push(record);
			// What is not whole yet is held with all before it.
			if (words.length === 0) ready.push(...held.splice(0));
		}
		return { pass: Buffer.concat(ready) };
	};
}

const change = 20;
const data = 23;
const clientHello = 1;
const longestRecord = 0x4000 + 2048;
const longestHello = 0x10000;
/** Twelve bytes that prove the handshake, and what is put around them. */
const shortestEncrypted = 16;

/** Client's first words, shorter than 64 KiB, of TLS 1.2 or later: of encrypted bytes one in four billions looks so. */
function beginsHello(record: Buffer): boolean {
	return record[0] === clientHello && record[1] === 0 && record[4] === 3 && record[5] === 3;
}

const serverName = 0;
/** Extensions that hide the name. */
const hiding = [0xfe0d, 0xffce];

function faultOf(hello: Buffer, host: string): string | undefined {
	const extensions = extensionsOf(hello);
	if (extensions === undefined) return "its first words in TLS can't be read";
	if (extensions.some(({ kind }) => hiding.includes(kind))) return "it hides in TLS which server it means";
	const [names, more] = extensions.filter(({ kind }) => kind === serverName);
	if (more !== undefined) return "it names two servers in TLS";
	const isAddress = readHost(host)?.host.kind === "address";
	if (names === undefined) return isAddress ? undefined : "it names no server in TLS";
	const name = nameIn(names.body);
	return name !== undefined && isSame(name, host) ? undefined : "it names another server in TLS";
}

interface Extension {
	readonly kind: number;
	readonly body: Buffer;
}

/** Two bytes of version, 32 at random, a session, ciphers, compressions; each with its length before it. */
function extensionsOf(hello: Buffer): readonly Extension[] | undefined {
	try {
		let at = 34;
		at += 1 + hello.readUInt8(at);
		at += 2 + hello.readUInt16BE(at);
		at += 1 + hello.readUInt8(at);
		if (at === hello.length) return [];
		if (at + 2 + hello.readUInt16BE(at) !== hello.length) return undefined;
		const found: Extension[] = [];
		for (at += 2; at < hello.length; ) {
			const end = at + 4 + hello.readUInt16BE(at + 2);
			if (end > hello.length) return undefined;
			found.push({ kind: hello.readUInt16BE(at), body: hello.subarray(at + 4, end) });
			at = end;
		}
		return found;
	} catch {
		return undefined; // it ends too early
	}
}

/** A list of one name, which is a host's. */
function nameIn(body: Buffer): string | undefined {
	if (body.length < 5 || body.readUInt16BE(0) !== body.length - 2) return undefined;
	if (body[2] !== 0 || body.readUInt16BE(3) !== body.length - 5) return undefined;
	return body.toString("latin1", 5);
}

function isSame(name: string, host: string): boolean {
	const [one, other] = [readHost(name), readHost(host)];
	return one !== undefined && other !== undefined && !one.odd && hostText(one.host) === hostText(other.host);
}
