/**
 * The hosts that a command talks to, as far as its words and the settings of its repository say: how words name hosts stands in the tables of programs. Where
 * those do not say that the words name all of them, there may be others.
 */
import type { HostFacts, HostForm, Usage } from "../knowledge/program.js";
import type { Arguments, FoundOption } from "../request/arguments.js";
import type { Command, Mutable, Word } from "../request/request.js";
import { remoteAddresses, type Surroundings } from "./hosts/git-remotes.js";
import { hostOfAddress, hostOfRemote, hostOfRepository, hostOfWord, type Named } from "./hosts/named-host.js";
import { globMatches } from "./paths/url-globs.js";
import { variableEffects } from "./variables.js";

/** A host that the command talks to. `host`: in its normal form, without user and port; absent where it can't be known. `text`: the word that it stands in. */
export interface Destination {
	readonly host?: string;
	readonly port?: number;
	readonly text?: string;
	/** Not every program reads the word so. */
	readonly odd?: true;
	/** It may be a host that the command talks to, or none. */
	readonly maybe?: true;
	/** Code that nobody reads may talk to it. */
	readonly byCode?: true;
}

/** The hosts of a command that uses the network. `sure`: does it surely use it? */
export function destinationsOf(
	command: Command,
	args: Arguments,
	sure: boolean,
	around: Surroundings,
): readonly Destination[] {
	const found: Destination[] = [];
	const own = args.operands.filter(({ canonical }) => canonical === undefined);
	const add = (all: readonly Destination[], isSure: boolean): void => {
		for (const one of all) found.push(isSure && sure ? one : { ...one, maybe: true });
	};
	for (const usage of args.usages) {
		const isOnly = args.usages.length === 1;
		own.forEach(({ word, kind, doubtful }, index) => {
			for (const form of formsOf(usage, index, args))
				add(hostsIn(word, form, usage, args, around), kind === "sure" && doubtful !== true && isOnly);
		});
		if (usage.hosts?.operands === "repository" && !own.some((_, index) => index === 0))
			add(remotesOf(undefined, args, around), isOnly);
	}
	for (const option of args.options) {
		if (option.value === undefined) continue;
		for (const form of valueForms(option, args)) add(hostsIn(option.value, form, undefined, args, around), option.sure);
	}
	const isLocal =
		found.length === 0 && args.usages.some(({ hosts }) => hosts?.operands === "repository") && own.length > 0;
	// It talks to somebody, and the words do not say to whom.
	if (found.length === 0 && !isLocal) return [sure ? {} : { maybe: true }];
	if (mayTalkElsewhere(command, args)) found.push({ maybe: true });
	return distinct(found);
}

/** The hosts among the words of a command that runs code, or of which nothing is known: it may talk to them, and to others. */
export function destinationsOfCode(args: Arguments, isStranger: boolean): readonly Destination[] {
	const words = [...args.operands.map(({ word }) => word), ...args.options.flatMap(({ value }) => value ?? [])];
	const named = isStranger
		? words.flatMap((word) => hostsOf(word, (text) => hostOfAddress(text, false) ?? userAtHost(text)))
		: [];
	const code = [
		...args.operands.flatMap(({ word, roles }) => (roles.includes("code") ? [word] : [])),
		...args.options.flatMap(({ value, fact, role }) =>
			value !== undefined && (role ?? fact?.role) === "code" ? [value] : [],
		),
	];
	const written = code.flatMap((word) => (word.kind === "known" ? addressesIn(word.text) : []));
	return distinct([
		...written,
		...named.filter(({ host }) => host !== undefined).map((one): Destination => ({ ...one, maybe: true })),
		{ maybe: true, byCode: true },
	]);
}

/** Does the value of an option of this name say a host? */
export function namesHost(name: string, args: Arguments): boolean {
	const said = args.options.filter((one) => one.name === name).map((one) => formOfOption(one, args));
	return said.length > 0 && said.every((form) => form !== undefined && form !== "elsewhere" && form !== "none");
}

/** Addresses in the text of code. What code is made to talk to by other means is not seen. */
function addressesIn(text: string): readonly Destination[] {
	const found = text.matchAll(/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'`<>(){}\\,;]+/gi);
	return [...found].flatMap(([address]) =>
		destinationsFor(hostOfAddress(address, false), address).flatMap((one) =>
			one.host === undefined ? [] : [{ ...one, maybe: true as const }],
		),
	);
}

function userAtHost(text: string): Named {
	return /^[\w.-]+@[\w.-]+:/.test(text) ? hostOfRemote(text) : undefined;
}

/** `host=db port=1`, an address, or the name of a database. */
function hostOfConnection(text: string): Named {
	return text.includes("=") && !text.includes("://") ? "unknown" : hostOfAddress(text, false);
}

/** How the operand in this place may name a host. Tables that do not say it say where names of files stand in addresses. */
function formsOf(usage: Usage, index: number, args: Arguments): readonly HostForm[] {
	const { follows } = usage;
	const hosts = factsOf(usage, args);
	if (hosts !== undefined) {
		const form = hosts.operands ?? "url";
		return (form === "host" || form === "repository") && index > 0 ? ["url"] : [form];
	}
	const says = (...some: readonly string[]): boolean => follows?.some((one) => some.includes(one)) === true;
	const forms: HostForm[] = [says("addresses", "url") ? "address" : "url"];
	if (says("hosts", "clone", "pushes", "repository")) forms.push("remote");
	if (index === 0 && says("host")) forms.push("host");
	return forms;
}

/** What the value of an option says. Options of tables that say how hosts are named say it of their own; others may be anything. */
function valueForms(option: FoundOption, args: Arguments): readonly HostForm[] {
	const said = formOfOption(option, args);
	if (said !== undefined) return said === "elsewhere" ? ["url"] : [said];
	if (option.fact?.follows === "host") return ["host"];
	return option.fact !== undefined && isTold(args) ? [] : ["url"];
}

function formOfOption({ fact, name }: FoundOption, { program, usages }: Arguments): HostForm | undefined {
	const names = fact?.names ?? [name];
	for (const { hosts } of [...usages, ...(program === undefined ? [] : [program])]) {
		const said = names.flatMap((one) =>
			hosts?.values === undefined || !Object.hasOwn(hosts.values, one) ? [] : hosts.values[one],
		)[0];
		if (said !== undefined) return said;
	}
	return undefined;
}

/** Do the tables say how its words name hosts? */
function isTold(args: Arguments): boolean {
	return args.usages.length > 0 && args.usages.every((usage) => factsOf(usage, args) !== undefined);
}

/** A subcommand names hosts as its program does, where it does not say otherwise. */
function factsOf({ hosts }: Usage, { program }: Arguments): HostFacts | undefined {
	return hosts ?? program?.hosts;
}

/** May it talk to hosts that its words do not name: is that what it or an option does, or is there an option or a variable of which nobody knows? */
function mayTalkElsewhere(command: Command, args: Arguments): boolean {
	const { assignments } = command;
	if (!isTold(args) || args.open || args.strange || args.strangeSubcommand) return true;
	if (args.options.some((option) => formOfOption(option, args) === "elsewhere")) return true;
	if (assignments.some((one) => /^git_|proxy|host|url|endpoint|registry|index|server|config|remote/i.test(one.name)))
		return true;
	const brings = (one: (typeof assignments)[number]): boolean => {
		const effects = variableEffects(one);
		return effects.kind !== "brings" || effects.powers.length > 0 || effects.inner.length > 0;
	};
	if (assignments.some(brings)) return true;
	return args.usages.some((usage) => {
		const hosts = factsOf(usage, args);
		if (hosts?.operands === "host" && !usage.runs?.late && hasLateOption(args)) return true;
		if (hosts?.fed && isFed(command)) return true;
		if (hosts?.elsewhere !== true) return false;
		return !(hosts.unless ?? []).some((text) => isGiven(text, args));
	});
}

/** Versions differ in whether they look for options behind the host once more. */
function hasLateOption({ operands }: Arguments): boolean {
	const word = operands[1]?.word;
	return (
		word !== undefined &&
		(word.kind === "known" ? word.text.startsWith("-") : word.kind === "unknown" && word.plain !== true)
	);
}

function isFed({ from, input, redirects }: Command): boolean {
	return from !== undefined || input !== undefined || redirects.some(({ access }) => access === "read");
}

/** Is the option surely given, with the value if one is said: `--max-redirect=0`? */
function isGiven(text: string, { options }: Arguments): boolean {
	const [name = "", value] = text.split("=");
	const given = options.filter((option) => (option.fact?.names ?? [option.name]).includes(name));
	return (
		given.length === 1 &&
		given.every((one) => one.sure && (value === undefined || (one.value?.kind === "known" && one.value.text === value)))
	);
}

function hostsIn(
	word: Word,
	form: HostForm,
	usage: Usage | undefined,
	args: Arguments,
	around: Surroundings,
): readonly Destination[] {
	switch (form) {
		case "none":
			return [];
		case "elsewhere":
		case "url":
			return hostsOf(word, (text) => hostOfAddress(text, false), usage?.hosts?.globs);
		case "address":
			return hostsOf(word, (text) => hostOfAddress(text, true), usage?.hosts?.globs);
		case "remote":
			return hostsOf(word, hostOfRemote);
		case "connection":
			return hostsOf(word, hostOfConnection);
		case "statement":
			return word.kind === "known" && !/\\|\bconnect\b|\bsource\b/i.test(word.text) ? [] : [{}];
		case "host":
		case "hosts":
			return hostsOf(word, hostOfWord);
		// `HOST:PORT:ADDRESS[,ADDRESS]`: the first is named elsewhere, and is talked to at the others.
		case "resolved":
			return hostsOf(word, (text) => hostOfWord(/^[^:]*:[^:]*:(.*)$/s.exec(text)?.[1] ?? text));
		case "repository":
			return remotesOf(word, args, around);
	}
}

/** The hosts of a remote of git: by its name or its address; without a word those that are meant by default. */
function remotesOf(word: Word | undefined, args: Arguments, around: Surroundings): readonly Destination[] {
	if (word !== undefined && word.kind !== "known") return hostsOf(word, hostOfRepository);
	const all = remoteAddresses(word?.text, args, around);
	if (all === "unknown") return [word === undefined ? {} : { text: word.text }];
	return all.flatMap(({ address, maybe }) =>
		hostsOf({ kind: "known", text: address }, hostOfRepository).map(
			(one): Destination => ({ ...one, ...(maybe ? { maybe: true } : {}) }),
		),
	);
}

function hostsOf(word: Word, read: (text: string) => Named, globs = false): readonly Destination[] {
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

function destinationsFor(named: Named, text: string): readonly Destination[] {
	if (named === undefined) return [];
	if (named === "unknown") return [{ text }];
	const one: Mutable<Destination> = { host: named.host, text };
	if (named.port !== undefined) one.port = named.port;
	if (named.odd) one.odd = true;
	return [one];
}

function distinct(found: readonly Destination[]): readonly Destination[] {
	return found.length < 2 ? found : [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}
