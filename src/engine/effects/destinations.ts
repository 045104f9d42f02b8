/**
 * The hosts that a command talks to, as far as its words say: addresses, `host:path`, `user@host`, and the words that tables call hosts. What is read from
 * elsewhere (a remote of git, a setting, a cluster of a service) can't be known.
 */
import type { Following } from "../knowledge/program.js";
import type { Arguments } from "../request/arguments.js";
import type { Word } from "../request/request.js";

/** A host that the command talks to. `host`: in small letters, without user and port; absent where it can't be known. `text`: the word that it stands in. */
export interface Destination {
	readonly host?: string;
	readonly text?: string;
	/** It may be a host that the command talks to, or none. */
	readonly maybe?: true;
}

/** How a word names a host. `address`: only with a scheme. `bare`: with a scheme or without. `remote`: with a path behind a colon. `host`: by itself. */
type Form = "address" | "bare" | "remote" | "host";

/** The hosts of a command that uses the network. `sure`: does it surely use it? */
export function destinationsOf(args: Arguments, sure: boolean): readonly Destination[] {
	const found: Destination[] = [];
	const add = (word: Word, form: Form, isSure: boolean): void => {
		const one = destinationIn(word, form);
		if (one !== undefined) found.push(isSure && sure ? one : { ...one, maybe: true });
	};
	const own = args.operands.filter(({ canonical }) => canonical === undefined);
	own.forEach(({ word, kind }, index) => {
		for (const form of formsOf(args, index)) add(word, form, kind === "sure");
	});
	for (const { fact, value, sure: isGiven } of args.options)
		if (value !== undefined) add(value, fact?.follows === "host" ? "host" : "address", isGiven);
	// It talks to somebody, and the words do not say to whom.
	return found.length === 0 ? [sure ? {} : { maybe: true }] : distinct(found);
}

/** How the operand in this place may name a host. */
function formsOf(args: Arguments, index: number): readonly Form[] {
	const forms: Form[] = ["address"];
	if (says(args, "addresses") || says(args, "url")) forms.push("bare");
	if (says(args, "hosts") || says(args, "clone") || says(args, "pushes") || says(args, "repository"))
		forms.push("remote");
	if (index === 0 && says(args, "host")) forms.push("host");
	return forms;
}

function says({ usages }: Arguments, one: Following): boolean {
	return usages.some(({ follows }) => follows?.includes(one) === true);
}

/** Undefined where the word names no host in this way. */
function destinationIn(word: Word, form: Form): Destination | undefined {
	if (word.kind !== "known") {
		// `https://host/a?b` is a glob, of which the host is no part that varies.
		const begins = word.kind === "unknown" ? word.begins : /^[^*?[\]{}\\]*/.exec(word.pattern)?.[0];
		const known = begins === undefined ? undefined : /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+[/?#]/i.exec(begins)?.[0];
		if (known !== undefined) return destinationIn({ kind: "known", text: known }, "address");
		return form === "address" ? undefined : {};
	}
	const { text } = word;
	const host = hostIn(text, form);
	return host === undefined ? undefined : { host, text };
}

function hostIn(text: string, form: Form): string | undefined {
	const address = /^\s*([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(text);
	if (address !== null) {
		const [, scheme = "", authority = ""] = address;
		return form === "address" && !/^(?:fileb?|data)$/i.test(scheme) && authority !== ""
			? bareHost(authority)
			: undefined;
	}
	switch (form) {
		case "address":
			return undefined;
		case "bare": {
			const authority = /^[^/?#]+/.exec(text)?.[0];
			return authority === undefined ? undefined : bareHost(authority);
		}
		case "remote": {
			const host = /^((?:[^@/:]+@)?(?:\[[^\]]+\]|[^/:@]+)):/.exec(text)?.[1];
			return host === undefined ? undefined : bareHost(host);
		}
		case "host":
			return text === "" ? undefined : bareHost(text);
	}
}

/** Without `user@`, port, brackets of an address of six groups, and the dot at the end. */
function bareHost(authority: string): string | undefined {
	const host = authority.slice(authority.lastIndexOf("@") + 1);
	const grouped = /^\[([^\]]+)\]/.exec(host)?.[1];
	const name = grouped ?? (/^[^:]*:[^:]*:/.test(host) ? host : host.replace(/:.*$/s, ""));
	const bare = name.replace(/\.$/, "").toLowerCase();
	return bare === "" ? undefined : bare;
}

function distinct(found: readonly Destination[]): readonly Destination[] {
	return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}
