/**
 * The hosts that a command talks to, as far as its words and the settings of its repository say: how words name hosts stands in the tables of programs. Where
 * those do not say that the words name all of them, there may be others.
 */
import type { HostFacts, HostForm, Usage } from "../knowledge/program.js";
import type { Arguments, FoundOption } from "../request/arguments/arguments.js";
import type { Command, Word } from "../request/request.js";
import type { Destination } from "./hosts/destination.js";
import type { Surroundings } from "./hosts/git-remotes.js";
import { formOfOption, hostFactsOf } from "./hosts/host-facts.js";
import { destinationsFor, hostsIn, hostsOf, remotesOf } from "./hosts/hosts-in-word.js";
import { hostOfAddress, hostOfRemote, type Named } from "./hosts/named-host.js";
import { throughSsh } from "./hosts/ssh-settings.js";
import { belowIt, isInstead, usualHosts } from "./hosts/usual-hosts.js";
import { variableEffects } from "./variables.js";

export type { Destination };

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
	const first = own.length > 1 ? own[0]?.word : undefined;
	const isOnly = args.usages.length === 1;
	const isSsh = args.usages.some((usage) => hostFactsOf(usage, args)?.ssh === true);
	const reached = (named: readonly Destination[], form: HostForm): readonly Destination[] =>
		isSsh && isOfSsh(form) ? named.flatMap((one) => throughSsh(one, around)) : named;
	let isOpen = false;
	for (const usage of args.usages) {
		const facts = hostFactsOf(usage, args);
		const usual = facts === undefined || !hasSettings(facts) ? undefined : usualHosts(facts, command, args, around);
		own.forEach(({ word, kind, doubtful }, index) => {
			const isSure = kind === "sure" && doubtful !== true && isOnly;
			for (const form of formsOf(usage, index, args)) {
				const named = hostsIn(
					word,
					form,
					{ globs: facts?.globs === true, index, ...(first && { first }) },
					args,
					around,
				);
				const isTaken = takesPlace(form) && usual !== undefined;
				add(isTaken ? takenPlace(named, usual.hosts, facts?.below === true) : reached(named, form), isSure);
			}
		});
		if (facts?.operands === "repository" && !own.some((_, index) => index === 0))
			add(reached(remotesOf(undefined, args, around), facts.operands), isOnly);
		if (usual === undefined) continue;
		if (!takesPlace(facts?.operands) || own.length === 0) add(usual.hosts, isOnly);
		add(usual.others, isOnly);
		isOpen ||= usual.isOpen;
	}
	for (const option of args.options) {
		if (option.value === undefined) continue;
		for (const form of valueForms(option, args)) {
			add(reached(hostsIn(option.value, form, {}, args, around), form), option.sure);
		}
	}
	const proxies = found.length === 0 ? [] : command.assignments.filter(({ name }) => proxyVariable.test(name));
	for (const { value } of proxies) if (value !== undefined) add(proxyIn(value), false);
	const isLocal =
		found.length === 0 &&
		args.usages.some((usage) => hostFactsOf(usage, args)?.operands === "repository") &&
		own.length > 0;
	// It talks to somebody, and the words do not say to whom.
	if (found.length === 0 && !isLocal) return [sure ? {} : { maybe: true }];
	if (isOpen || mayTalkElsewhere(command, args)) found.push({ maybe: true });
	if (args.usages.some((usage) => runsFetched(usage, args))) found.push({ maybe: true, byCode: true });
	return distinct(found);
}

/** What these say is talked to besides. */
const proxyVariable = /^(?:all|https?|ftp|socks|rsync)_proxy$/i;

function proxyIn(value: Word): readonly Destination[] {
	return value.kind === "known" && value.text === "" ? [] : hostsOf(value, (text) => hostOfAddress(text, true));
}

/** Words of these forms are hosts of ssh, or addresses that may be. */
function isOfSsh(form: HostForm): boolean {
	return form === "host" || form === "remote" || form === "repository";
}

/** Is there more to ask than its words? */
function hasSettings({ usual, perhaps, variables, files }: HostFacts): boolean {
	return usual !== undefined || perhaps !== undefined || variables !== undefined || files !== undefined;
}

/** Does a word of this form say who is talked to in the place of the usual hosts? */
function takesPlace(form: HostForm | undefined): boolean {
	return form === "image" || form === "database" || isInstead(form);
}

/** The host that such a word names; of one that names none, or a usual one, those that are talked to for it. */
function takenPlace(
	named: readonly Destination[],
	usual: readonly Destination[],
	below: boolean,
): readonly Destination[] {
	const [one] = named;
	if (one === undefined || (one.host !== undefined && usual.some(({ host }) => host === one.host))) return usual;
	return below ? [...named, ...named.flatMap(belowIt)] : named;
}

/** Does it run what it fetches? */
function runsFetched(usage: Usage, args: Arguments): boolean {
	const without = hostFactsOf(usage, args)?.runs;
	return without !== undefined && !without.some((text) => isGiven(text, args));
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

/** How the operand in this place may name a host. Tables that do not say it say where names of files stand in addresses. */
function formsOf(usage: Usage, index: number, args: Arguments): readonly HostForm[] {
	const { follows } = usage;
	const hosts = hostFactsOf(usage, args);
	if (hosts !== undefined) {
		const form = hosts.operands ?? "url";
		if (takesPlace(form) && index > 0) return [];
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
	if (said !== undefined) return said === "elsewhere" ? ["url"] : isInstead(said) ? [] : [said];
	if (option.fact?.follows === "host") return ["host"];
	return option.fact !== undefined && isTold(args) ? [] : ["url"];
}

/** Do the tables say how its words name hosts? */
function isTold(args: Arguments): boolean {
	return args.usages.length > 0 && args.usages.every((usage) => hostFactsOf(usage, args) !== undefined);
}

/** May it talk to hosts that its words do not name: is that what it or an option does, or is there an option or a variable of which nobody knows? */
function mayTalkElsewhere(command: Command, args: Arguments): boolean {
	const told = args.usages.flatMap((usage) => Object.keys(hostFactsOf(usage, args)?.variables ?? {}));
	const assignments = command.assignments.filter(
		({ name, value }) =>
			!told.includes(name) && !(value !== undefined && (proxyVariable.test(name) || /^no_proxy$/i.test(name))),
	);
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
		const hosts = hostFactsOf(usage, args);
		if (hosts?.operands === "host" && !usage.runs?.late && hasLateOption(args)) return true;
		if (hosts?.fed && isFed(command)) return true;
		if (hosts?.strays !== undefined && args.operands.some(({ word }) => mayBe(word, hosts.strays as string)))
			return true;
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

function mayBe(word: Word, expression: string): boolean {
	return word.kind !== "known" || new RegExp(expression, "iu").test(word.text);
}

function isFed({ from, input, redirects }: Command): boolean {
	return from !== undefined || input !== undefined || redirects.some(({ access }) => access === "read");
}

/** Is the option surely given, with the value if one is said (`--max-redirect=0`), and not taken back (`--ignore-scripts false`, `--no-ignore-scripts`)? */
function isGiven(text: string, { options, operands }: Arguments): boolean {
	const [name = "", value] = text.split("=");
	const isCalled = (option: FoundOption, as: string): boolean => (option.fact?.names ?? [option.name]).includes(as);
	const given = options.filter((option) => isCalled(option, name));
	if (given.length !== 1 || options.some((option) => isCalled(option, name.replace("--", "--no-")))) return false;
	const [one] = given as [FoundOption];
	if (!one.sure) return false;
	if (value !== undefined) return one.value?.kind === "known" && one.value.text === value;
	const next = operands.find(({ index }) => index === one.index + 1)?.word;
	return (
		one.value === undefined &&
		(next === undefined || (next.kind === "known" && !/^(?:true|false|null)$/.test(next.text)))
	);
}

function distinct(found: readonly Destination[]): readonly Destination[] {
	return found.length < 2 ? found : [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}
