/** Where ssh really goes for a host: its settings may name another one, one to go through, or a program that makes the way. */
import { joinPath, type World } from "../../request/paths.js";
import type { Destination } from "./destination.js";
import type { Surroundings } from "./git-remotes.js";
import { hostOfWord } from "./named-host.js";

/** The hosts that are talked to for this one. Where nobody can say what files hold, it is taken as it stands. */
export function throughSsh(destination: Destination, { world }: Surroundings): readonly Destination[] {
	const { host } = destination;
	if (host === undefined || world.textAt === undefined || !isOfSsh(destination.text)) return [destination];
	const settings = settingsOf(world);
	return settings === "unknown" ? [destination, { maybe: true }] : routed(destination, host, settings, 0);
}

/** `HOST`, `HOST:PATH`, `ssh://HOST`; not what is spoken to in another way. */
function isOfSsh(text: string | undefined): boolean {
	if (text === undefined) return true;
	const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text) ?? [];
	if (scheme !== undefined) return /^(?:ssh|sftp|scp|git\+ssh|ssh\+git)$/i.test(scheme);
	return !text.includes("::") || /^\[?[\da-f:.]*\]?$/i.test(text);
}

/** A line of the settings, and the hosts that it is about. */
interface Setting {
	readonly key: string;
	readonly value: string;
	/** Undefined: it depends on more than the host. */
	readonly patterns: readonly (readonly string[])[] | undefined;
}

/** Hosts to go through, of hosts to go through, and so on. */
const mostHops = 8;

function routed(
	destination: Destination,
	host: string,
	settings: readonly Setting[],
	hops: number,
): readonly Destination[] {
	const open: Destination = { maybe: true };
	if (hops > mostHops) return [destination, open];
	const own = settings.filter(({ patterns }) => patterns === undefined || patterns.every((list) => fits(host, list)));
	if (own.length === 0) return [destination];
	if (own.some(({ key, patterns }) => patterns === undefined && !harmless.has(key))) return [destination, open];
	const first = (key: string): string | undefined => own.find((one) => one.key === key)?.value;
	const isOpen = own.some(({ key, value }) => running.has(key) && !/^(?:none|no|false)$/i.test(value));
	const name = first("hostname")?.replaceAll("%h", host);
	const real = name === undefined ? undefined : name.includes("%") ? "unknown" : hostOfWord(name);
	const port = first("port");
	const { port: given, ...rest } = destination;
	const reached: Destination =
		real === undefined
			? destination
			: real === "unknown"
				? { maybe: true }
				: {
						...rest,
						host: real.host,
						...(given === undefined ? {} : { port: given }),
						...(real.odd ? { odd: true } : {}),
					};
	const ported: Destination =
		given === undefined && port !== undefined && /^\d+$/.test(port) ? { ...reached, port: Number(port) } : reached;
	const jump = first("proxyjump");
	const jumps = jump === undefined || /^none$/i.test(jump) ? [] : jump.split(",");
	const through = jumps.flatMap((one): readonly Destination[] => {
		const named = hostOfWord(one.trim());
		if (named === undefined || named === "unknown") return [open];
		const { host: at, port: atPort } = named;
		return routed(
			{ host: at, text: one.trim(), ...(atPort === undefined ? {} : { port: atPort }) },
			at,
			settings,
			hops + 1,
		);
	});
	return [ported, ...through, ...(isOpen ? [open] : [])];
}

/** With these, a program makes the way, or others are reached as well. */
const running: ReadonlySet<string> = new Set([
	"proxycommand",
	"canonicalizehostname",
	"localforward",
	"remoteforward",
	"dynamicforward",
	"localcommand",
	"knownhostscommand",
	"tunnel",
]);

/** Of what depends on more than the host: what says nothing of the way. */
const harmless: ReadonlySet<string> = new Set([
	"user",
	"identityfile",
	"identityagent",
	"identitiesonly",
	"forwardagent",
	"addkeystoagent",
	"serveraliveinterval",
	"serveralivecountmax",
	"compression",
	"sendenv",
	"setenv",
	"hashknownhosts",
	"gssapiauthentication",
	"stricthostkeychecking",
	"userknownhostsfile",
	"loglevel",
	"requesttty",
]);

function fits(host: string, list: readonly string[]): boolean {
	const isLike = (pattern: string): boolean =>
		new RegExp(
			`^${pattern.replace(/[.*+?^${}()|[\]\\]/g, (sign) => (sign === "*" ? ".*" : sign === "?" ? "." : `\\${sign}`))}$`,
			"iu",
		).test(host);
	return (
		list.some((one) => !one.startsWith("!") && isLike(one)) &&
		!list.some((one) => one.startsWith("!") && isLike(one.slice(1)))
	);
}

function settingsOf(world: World): readonly Setting[] | "unknown" {
	const found: Setting[] = [];
	if (world.home === undefined) return "unknown";
	const places = [`${world.home}/.ssh/config`, "/etc/ssh/ssh_config"];
	for (const place of places) if (!readFile(place, [], world, found, 0)) return "unknown";
	return found;
}

/** Files in files: more than ssh takes. */
const mostIncludes = 16;

/** False where it can't be read for certain. */
function readFile(path: string, outer: Setting["patterns"], world: World, found: Setting[], depth: number): boolean {
	const read = world.textAt?.(path) ?? "unknown";
	if (read === "none") return true;
	if (read === "unknown" || depth > mostIncludes) return false;
	let patterns = outer;
	for (const raw of read.text.split(/\r\n|[\r\n]/)) {
		const line = raw.trim();
		if (line === "" || line.startsWith("#")) continue;
		const [, word = "", rest = ""] = /^"?([A-Za-z]+)"?(?:\s*=\s*|\s+)(.*)$/s.exec(line) ?? [];
		const key = word.toLowerCase();
		const value = rest.replace(/^"([^"\\]*)"$/, "$1");
		if (key === "" || /["\\]/.test(value)) return false;
		if (key === "host") patterns = outer === undefined ? undefined : [...outer, value.split(/\s+/)];
		else if (key === "match") patterns = /^all$/i.test(value) ? outer : undefined;
		else if (key === "include") {
			const files = includedFiles(value, path, world);
			if (files === "unknown") return false;
			for (const one of files) if (!readFile(one, patterns, world, found, depth + 1)) return false;
		} else found.push({ key, value, patterns });
	}
	return true;
}

/** Names are seen from the folder of the settings that they stand in. */
function includedFiles(value: string, from: string, { home, entriesOf }: World): readonly string[] | "unknown" {
	const found: string[] = [];
	for (const name of value.split(/\s+/)) {
		const base = from.startsWith(`${home}/`) ? `${home}/.ssh` : "/etc/ssh";
		const path = name.startsWith("~/") ? `${home}/${name.slice(2)}` : joinPath(base, name);
		if (/[%$[\]{}?~]/.test(path)) return "unknown";
		if (!path.includes("*")) {
			found.push(path);
			continue;
		}
		const [, folder = "", last = ""] = /^(.*)\/([^/]*)$/.exec(path) ?? [];
		const entries = folder.includes("*") ? "unknown" : (entriesOf?.(folder) ?? "unknown");
		if (entries === "unknown") return "unknown";
		found.push(
			...entries
				.filter((one) => !one.startsWith(".") && fits(one, [last]))
				.sort()
				.map((one) => `${folder}/${one}`),
		);
	}
	return found;
}
