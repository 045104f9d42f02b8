/** The hosts that a word names, by the form that a table says. */
import type { HostForm } from "../../knowledge/program.js";
import type { Arguments } from "../../request/arguments/arguments.js";
import { known } from "../../request/arguments/draft.js";
import { joinPath } from "../../request/paths.js";
import type { Mutable, Word } from "../../request/request.js";
import { globMatches } from "../paths/url-globs.js";
import type { Destination } from "./destination.js";
import { remoteAddresses, type Surroundings } from "./git-remotes.js";
import { hostOfAddress, hostOfRemote, hostOfRepository, hostOfWord, type Named } from "./named-host.js";
import { hostsOfPackage, registryOfImage } from "./named-package.js";
import { folderOfCommand } from "./settings-files.js";

/** How an operand, or the value of an option, is read. */
export interface WordPlace {
	readonly globs?: boolean;
	/** Among the operands. */
	readonly index?: number;
	/** The first of several operands. */
	readonly first?: Word;
}

export function hostsIn(
	word: Word,
	form: HostForm,
	{ globs = false, index = 0, first }: WordPlace,
	args: Arguments,
	around: Surroundings,
): readonly Destination[] {
	switch (form) {
		case "none":
			return [];
		case "elsewhere":
		case "url":
			return hostsOf(word, (text) => hostOfAddress(text, false), globs);
		case "address":
		case "registry":
			return hostsOf(word, (text) => hostOfAddress(text, true), globs && form === "address");
		case "remote":
			return hostsOf(word, hostOfRemote);
		case "connection":
			return hostsOf(word, hostOfConnection);
		case "statement":
			return word.kind === "known" && !/\\|\bconnect\b|\bsource\b/i.test(word.text) ? [] : [{}];
		case "host":
		case "hosts":
		case "server":
			return hostsOf(word, hostOfWord);
		case "source":
			return hostsOf(word, hostOfSource);
		case "setting":
			return textsOf(word, hostsOfSetting);
		// What is tried one after the other: `https://HOST,direct`, with `direct` for wherever it lies.
		case "proxies":
			return textsOf(word, (text) =>
				text
					.split(/[,|]/)
					.map((one) => (one === "direct" ? "unknown" : one === "off" ? undefined : hostOfAddress(one, true))),
			);
		// `HOST:PORT:ADDRESS[,ADDRESS]`: the first is named elsewhere, and is talked to at the others.
		case "resolved":
			return hostsOf(word, (text) => hostOfWord(/^[^:]*:[^:]*:(.*)$/s.exec(text)?.[1] ?? text));
		case "repository":
			return remotesOf(word, args, around);
		case "owner":
			return hostsOf(word, hostOfOwner);
		case "many":
			return textsOf(word, (text) =>
				text
					.split(/[\s,]+/)
					.filter((one) => one !== "")
					.map((one) => hostOfAddress(one, true)),
			);
		case "package":
			return textsOf(word, hostsOfPackage);
		case "requirements":
			return requirementsIn(word, args, around);
		case "image":
			return hostsOf(word, registryOfImage);
		case "database":
			return hostsOf(word, (text) => (/[.:/]/.test(text) ? hostOfAddress(text, true) : undefined));
		case "resolver":
			if (word.kind === "known" && /^\+(?:trace|nss)/.test(word.text)) return [{ text: word.text }];
			if (word.kind === "known") return word.text.startsWith("@") ? hostsOf(known(word.text.slice(1)), hostOfWord) : [];
			return [{}];
		case "second":
			return index === 0 && word.kind === "known" ? [] : hostsOf(word, hostOfWord);
		case "request":
			return hostOfRequest(word, index, first);
	}
}

/** `[METHOD] ADDRESS [ITEM…]`: letters alone are a method where something follows. */
function hostOfRequest(word: Word, index: number, first: Word | undefined): readonly Destination[] {
	const isMethod = first?.kind === "known" && /^[A-Za-z]+$/.test(first.text);
	if (index === 0 && first !== undefined && isMethod) return [];
	if (index > (isMethod ? 1 : 0)) return [];
	// `:8000/x` is this machine.
	return hostsOf(word, (text) => hostOfAddress(/^:(?!:)/.test(text) ? localAddress(text) : text, true));
}

function localAddress(text: string): string {
	return `localhost${/^:\d/.test(text) ? text : text.slice(1)}`;
}

/** `[HOST/]OWNER/NAME`, or an address. Without a host nothing is said of it. */
function hostOfOwner(text: string): Named {
	const [, host] = /^([^/\s]+)\/[^/\s]+\/[^/\s]+$/.exec(text) ?? [];
	if (host !== undefined) return hostOfWord(host);
	return /^[^/:@\s]+(?:\/[^/:@\s]+)?$/.test(text) ? undefined : hostOfRemote(text);
}

/** `[git::]ADDRESS`, `HOST/NAMESPACE/NAME`; without a host it lies in a registry, or here. */
function hostOfSource(text: string): Named {
	const where = text.replace(/^\w+::/, "");
	const [, first = ""] = /^([^/@:]+)\//.exec(where) ?? [];
	return first.includes(".") && !/^\.+$/.test(first) ? hostOfWord(first) : hostOfRemote(where);
}

/** `NAME=VALUE`: addresses in it; where there are none and its name may be about places, nobody knows. */
function hostsOfSetting(text: string): readonly Named[] {
	const found = text.match(/[a-z][a-z0-9+.-]*:\/\/[^\s,;|"'<>]+/gi);
	if (found !== null) return found.map((one) => hostOfAddress(one, false));
	const [name = ""] = text.split("=", 1);
	return places.test(name) || /=["']?\/\//.test(text) ? ["unknown"] : [];
}
const places = /prox|host|ur[il]|repo|regist|mirror|server|sourc|index|endpoint|addr|dir|conf|setting|includ|init/i;

/** The hosts of a remote of git: by its name or its address; without a word those that are meant by default. */
export function remotesOf(word: Word | undefined, args: Arguments, around: Surroundings): readonly Destination[] {
	if (word !== undefined && word.kind !== "known") return hostsOf(word, hostOfRepository);
	const all = remoteAddresses(word?.text, args, around);
	if (all === "unknown") return [word === undefined ? {} : { text: word.text }];
	return all.flatMap(({ address, maybe }) =>
		hostsOf({ kind: "known", text: address }, hostOfRepository).map(
			(one): Destination => ({ ...one, ...(maybe ? { maybe: true } : {}) }),
		),
	);
}

export function hostsOf(word: Word, read: (text: string) => Named, globs = false): readonly Destination[] {
	if (word.kind !== "known") {
		// `https://host/a?b` is a glob, of which the host is no part that varies.
		const begins = word.kind === "unknown" ? word.begins : /^[^*?[\]{}\\]*/.exec(word.pattern)?.[0];
		const known = begins === undefined ? undefined : /^[a-z][a-z0-9+.-]*:\/\/[^/?#@\\]+\//i.exec(begins)?.[0];
		const asked =
			known ?? (begins === undefined ? undefined : /^[a-z][a-z0-9+.-]*:\/\/[^/?#@\\]+(?=[?#])/i.exec(begins)?.[0]);
		// What may follow could be more words, and name other hosts.
		const isOne = word.kind === "unknown" && word.words === "one";
		const host = asked === undefined ? [] : destinationsFor(read(asked), asked);
		if (host.length > 0) return isOne ? host : host.map((one): Destination => ({ ...one, maybe: true }));
		return [{}];
	}
	const { text } = word;
	if (!globs || !/[[{]/.test(text)) return destinationsFor(read(text), text);
	const matches = globMatches(text);
	if (matches === undefined) return [{ text }];
	return matches.flatMap((one) => destinationsFor(read(one.text), text));
}

export function destinationsFor(named: Named, text: string): readonly Destination[] {
	if (named === undefined) return [];
	if (named === "unknown") return [{ text }];
	const one: Mutable<Destination> = { host: named.host, text };
	if (named.port !== undefined) one.port = named.port;
	if (named.odd) one.odd = true;
	return [one];
}

/** A word that names several hosts, or none. */
function textsOf(word: Word, read: (text: string) => readonly Named[]): readonly Destination[] {
	if (word.kind !== "known") return [{}];
	return read(word.text).flatMap((one) => destinationsFor(one, word.text));
}

/** `host=db port=1`, an address, or the name of a database. */
function hostOfConnection(text: string): Named {
	return text.includes("=") && !text.includes("://") ? "unknown" : hostOfAddress(text, false);
}

/** What a file of requirements names: packages, each on its line. Options in it may say anything. */
function requirementsIn(word: Word, args: Arguments, { folders, world }: Surroundings): readonly Destination[] {
	if (word.kind !== "known") return [{}];
	const { text } = word;
	if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return [...destinationsFor(hostOfAddress(text, false), text), { text }];
	const folder = folderOfCommand(args, folders);
	if (folder === undefined || text.startsWith("~")) return [{ text }];
	const read = world.textAt?.(joinPath(folder, text));
	if (read === undefined || read === "none" || read === "unknown") return [{ text }];
	const lines = read.text.split(/\r\n|[\r\n]/).map((line) => line.replace(/(?:^|\s)#.*$/, "").trim());
	const found = lines.flatMap((line): readonly Destination[] => {
		const name = line.replace(/\s*(?:;.*|\\)$/, "").replace(/(?:\s+--hash=[\w:]+)+$/, "");
		if (name === "" || /^--hash=[\w:]+$/.test(name)) return [];
		return name.startsWith("-") ? [{ text }] : hostsOfPackage(name).flatMap((one) => destinationsFor(one, text));
	});
	return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}
