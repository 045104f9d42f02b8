/**
 * The hosts that a program talks to without being told (registries, services), and what takes their place: an option, else a variable, else a file of its settings.
 * Where it can't be known which of them holds, each may.
 */
import type { HostFacts, HostForm } from "../../knowledge/program.js";
import type { Arguments } from "../../request/arguments/arguments.js";
import type { Command, Word } from "../../request/request.js";
import type { Destination } from "./destination.js";
import { variableValue } from "./found-variables.js";
import type { Surroundings } from "./git-remotes.js";
import { formOfOption } from "./host-facts.js";
import { destinationsFor, hostsIn } from "./hosts-in-word.js";
import { hostOfWord } from "./named-host.js";
import { readSettings } from "./settings-files.js";

/** `hosts`: what it talks to; `others`: what settings say besides; `isOpen`: it may talk to others. */
export interface UsualHosts {
	readonly hosts: readonly Destination[];
	readonly others: readonly Destination[];
	readonly isOpen: boolean;
}

export function usualHosts(facts: HostFacts, command: Command, args: Arguments, around: Surroundings): UsualHosts {
	const taken: Destination[] = [];
	const others: Destination[] = [];
	let isOpen = false;
	let isSettled = false;
	/** The nearest that says something settles it, if it says it for certain. */
	const take = (hosts: readonly Destination[], isSure: boolean): void => {
		if (hosts.length === 0 || isSettled) return;
		taken.push(...hosts);
		isSettled = isSure;
	};
	const named = (word: Word, form: HostForm): readonly Destination[] => hostsIn(word, form, {}, args, around);
	const given = args.options.filter((option) => isInstead(formOfOption(option, args)) && option.value !== undefined);
	take(
		given.flatMap((option) => named(option.value as Word, formOfOption(option, args) as HostForm)),
		given.length === 1 && given[0]?.sure === true,
	);
	for (const [name, form] of Object.entries(facts.variables ?? {})) {
		const value = name.includes("{1}") ? valueFor(name, command, args, around) : variableValue(name, command, around);
		if (value === "none") continue;
		if (value === "unknown" || form === "elsewhere") isOpen ||= !(isInstead(form) && isSettled);
		else if (isInstead(form)) take(named(value, form), value.kind === "known");
		else others.push(...named(value, form));
	}
	const files = isUnread(facts, args) ? [] : (facts.files ?? []);
	for (const file of files) {
		const read = readSettings(file, command, args, around);
		isOpen ||= read.isOpen;
		others.push(...read.also.flatMap((word) => named(word, file.form ?? "registry")));
		take(
			read.instead.flatMap((word) => named(word, file.form ?? "registry")),
			read.isSure && read.instead.length === 1,
		);
	}
	const own = (facts.usual ?? []).flatMap(usualHost);
	if (!isSettled) taken.push(...own);
	// What is named but is the usual one, is that whole.
	const isUsual = ({ host }: Destination): boolean => own.some((one) => one.host === host && host !== undefined);
	const whole = taken.flatMap((one) =>
		isUsual(one) ? own : facts.below && one.host !== undefined ? [one, ...belowIt(one)] : [one],
	);
	const isOne =
		taken.length === 1 || (isSettled && taken.every((one) => one.host === taken[0]?.host)) || taken.every(isUsual);
	const perhaps = (facts.perhaps ?? []).flatMap(usualHost).map(maybe);
	return {
		hosts: isOne ? whole : whole.map(maybe),
		others: [...others.map(withoutText), ...perhaps].map(maybe),
		isOpen,
	};
}

/** Does it take the place of the usual hosts? */
export const isInstead = (form: HostForm | undefined): boolean =>
	form === "registry" || form === "server" || form === "owner" || form === "proxies";

function usualHost(text: string): readonly Destination[] {
	if (text === "?") return [{}];
	const [, below, port] = /^(\*\.[^:]+)(?::(\d+))?$/.exec(text) ?? [];
	if (below !== undefined) return [{ host: below, text: below, ...(port === undefined ? {} : { port: Number(port) }) }];
	return destinationsFor(hostOfWord(text), text);
}

/** Some host below it. */
export function belowIt({ host, text, maybe: isMaybe }: Destination): readonly Destination[] {
	if (host === undefined || !/[a-z]/.test(host) || host.startsWith("*.")) return [];
	return [{ host: `*.${host}`, ...(text === undefined ? {} : { text }), ...(isMaybe ? { maybe: true } : {}) }];
}

function maybe(one: Destination): Destination {
	return one.maybe ? one : { ...one, maybe: true };
}

/** Files name a host many times. */
function withoutText({ text, ...others }: Destination): Destination {
	return others.host === undefined && text !== undefined ? { text } : others;
}

/** `AWS_ENDPOINT_URL_{1}`: the variable of the service that is asked for. */
function valueFor(
	name: string,
	command: Command,
	{ operands }: Arguments,
	around: Surroundings,
): Word | "none" | "unknown" {
	const word = operands[0]?.word;
	if (word === undefined) return "none";
	if (word.kind !== "known") return "unknown";
	return variableValue(name.replace("{1}", word.text.toUpperCase().replace(/\W/g, "_")), command, around);
}

function isUnread({ unread = [] }: HostFacts, { options }: Arguments): boolean {
	return options.some(
		({ fact, name, sure, index }) => sure && index === 0 && unread.some((one) => (fact?.names ?? [name]).includes(one)),
	);
}
