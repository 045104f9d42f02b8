/** The host that a word names: in an address, before a colon, or by itself. What programs read in different ways can't be known. */
import { hostText, readHost } from "../../request/hosts/host.js";

/** `odd`: not every program reads it so. */
export interface NamedHost {
	readonly host: string;
	readonly port?: number;
	readonly odd: boolean;
}

/** Undefined: the word names no host. */
export type Named = NamedHost | "unknown" | undefined;

/** The schemes of addresses that name a host, with the port that is meant where none is said. Of others (`ipfs:`, `s3:`) what stands there is no host, or not the one that is talked to. */
const ports: Readonly<Record<string, number>> = {
	http: 80,
	https: 443,
	ws: 80,
	wss: 443,
	ftp: 21,
	ftps: 990,
	ssh: 22,
	sftp: 22,
	scp: 22,
	git: 9418,
	rsync: 873,
	telnet: 23,
	ldap: 389,
	ldaps: 636,
	redis: 6379,
	rediss: 6379,
	postgres: 5432,
	postgresql: 5432,
	mysql: 3306,
	mongodb: 27017,
	smtp: 25,
	imap: 143,
	imaps: 993,
	pop3: 110,
	pop3s: 995,
	smtps: 465,
	dict: 2628,
	gopher: 70,
	gophers: 70,
	tftp: 69,
	rtsp: 554,
	rtmp: 1935,
	mqtt: 1883,
	smb: 445,
	smbs: 445,
	svn: 3690,
	socks: 1080,
	socks4: 1080,
	socks4a: 1080,
	socks5: 1080,
	socks5h: 1080,
	tcp: 0,
	oci: 443,
};

/** Addresses of what lies on the machine itself. */
const local = /^(?:file|fileb|data|unix|fd|npipe|blob|about)$/i;

/** The host of an address. `bare`: one without a scheme is one, too. */
export function hostOfAddress(text: string, bare: boolean): Named {
	// What is cut off, or put in, differs.
	if (/^[\s\p{Cc}]|[\p{Cc}]/u.test(text)) return /[\w.]/.test(text) ? "unknown" : undefined;
	const [, scheme, slashes = "", rest = ""] = /^([a-z][a-z0-9+.-]*):(\/*)(.*)$/is.exec(text) ?? [];
	if (scheme !== undefined && local.test(scheme) && slashes !== "") return undefined;
	if (scheme !== undefined && slashes.length === 2) {
		const plain = scheme.toLowerCase().replace(/^(?:git|svn|hg|bzr)\+/, "");
		const port = Object.hasOwn(ports, plain) ? ports[plain] : undefined;
		return port === undefined ? "unknown" : hostOfRest(rest, port === 0 ? undefined : port);
	}
	if (scheme !== undefined && /^(?:https?|ftps?|wss?|ssh|git)$/i.test(scheme) && (slashes !== "" || !/^\d/.test(rest)))
		return bare || slashes !== "" ? "unknown" : undefined;
	if (!bare) return undefined;
	if (text === "") return undefined;
	return hostOfRest(text, undefined);
}

/** What stands behind the scheme: `user@host:port/path`. */
function hostOfRest(text: string, port: number | undefined): Named {
	const authority = /^[^/?#]*/.exec(text)?.[0] ?? "";
	// Older readers end the host at another of the signs.
	const behind = /^[^/]*/.exec(text.slice(authority.length))?.[0] ?? "";
	if (/[@\\]/.test(behind) || authority.includes("\\")) return "unknown";
	const parts = authority.split("@");
	// `@FILE` is a list of addresses to some.
	if (parts.length > 2 || authority.startsWith("@")) return "unknown";
	return hostWithPort(parts.at(-1) as string, port);
}

function hostWithPort(text: string, usual: number | undefined): Named {
	const [, host, port] = /^(\[[^\]]*\]|[^:]*)(?::(\d{0,5}))?$/.exec(text) ?? [];
	if (host === undefined || host === "") return "unknown";
	return named(host, port === undefined || port === "" ? usual : Number(port));
}

/** `host:path`, `user@host:path`: with a path on another machine behind a colon that no slash stands before. */
export function hostOfRemote(text: string): Named {
	if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return hostOfAddress(text, false);
	const [, before] = /^((?:[^@/:]*@)?(?:\[[^\]/]*\]|[^/:]*)):/.exec(text) ?? [];
	if (before === undefined) return /^[^/]*@[^/]*:/.test(text) ? "unknown" : undefined;
	const at = before.indexOf("@");
	if (before.lastIndexOf("@") !== at) return "unknown";
	const host = before.slice(at + 1);
	return host === "" ? "unknown" : named(host, undefined);
}

/** A repository by its address. `ext::…`: a program of another name talks for git. */
export function hostOfRepository(text: string): Named {
	return /^[a-z0-9][a-z0-9+.-]*::/i.test(text) ? "unknown" : hostOfRemote(text);
}

/** A word that is a host: `user@host`, `host`, `[::1]:80`, or an address of one. A path is a socket of the machine itself. */
export function hostOfWord(text: string): Named {
	if (text === "") return "unknown";
	if (text.startsWith("/")) return undefined;
	if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return hostOfAddress(text, false);
	const parts = text.split("@");
	if (parts.length > 2) return "unknown";
	const host = parts.at(-1) as string;
	// `host:path` of those that copy.
	if (/^[^:[]+:[^\d:]/.test(host)) return hostOfRemote(text);
	return /^[^[]*:[^:]*:/.test(host) ? named(host, undefined) : hostWithPort(host, undefined);
}

function named(text: string, port: number | undefined): Named {
	const read = readHost(text);
	if (read === undefined) return "unknown";
	return { host: hostText(read.host), odd: read.odd, ...(port === undefined ? {} : { port }) };
}
