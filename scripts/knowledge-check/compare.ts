/** What a table lacks of what was read. */
import type { OptionFact, Program, Usage } from "../../src/engine/knowledge/program.js";
import { isActing, looksDangerous } from "./danger.js";
import type { Reading, ReadOption } from "./read-program.js";

export interface Lacking {
	/** `--name`, `SUBCOMMAND --name` or `SUBCOMMAND`: the open list names it so. */
	readonly what: string;
	/** `value`: the table has it as a flag, and the text shows a value. */
	readonly kind: "option" | "subcommand" | "value";
	/** What the text shows as its value. */
	readonly value?: string;
	/** Help, manual page or completion. */
	readonly from: string;
	readonly dangerous: boolean;
}

export interface Compared {
	/** Options and subcommands that were read and that the table has. */
	readonly known: number;
	readonly lacking: readonly Lacking[];
}

export function compare(table: Program, reading: Reading): Compared {
	const lacking = new Map<string, Lacking>();
	const known = new Set<string>();
	const subcommands = new Map<string, Usage>();
	for (const [name, usage] of Object.entries(table.subcommands))
		for (const word of [name, ...usage.aliases]) subcommands.set(word, usage);
	const everyUsage = [table, ...Object.values(table.subcommands)];

	for (const [words, from] of reading.subcommands) {
		if (isCovered(words)) known.add(words);
		else lacking.set(words, { what: words, kind: "subcommand", from, dangerous: isActing(words) });
	}
	const everywhere = new Set(reading.usages.get("")?.map((option) => option.name));
	for (const [words, options] of reading.usages) {
		const usage = words === "" ? table : usageOf(words);
		// A subcommand that lacks is one thing, whatever options it has.
		if (usage === undefined) continue;
		for (const option of options) {
			const what = words === "" ? option.name : `${words} ${option.name}`;
			const has = usage === table ? [table] : [usage, table, ...below(words)];
			if (!has.some((one) => hasOption(one, table, option.name))) {
				// The program's own, told again for every subcommand: it lacks once.
				if (words === "" || !everywhere.has(option.name)) add(what, option);
			} else {
				known.add(what);
				if (isFlagThere(has, option)) add(what, option, "value");
			}
		}
	}
	for (const option of reading.somewhere) {
		if (known.has(option.name) || everyUsage.some((usage) => hasOption(usage, table, option.name)))
			known.add(option.name);
		else add(option.name, option);
	}
	return { known: known.size, lacking: [...lacking.values()].sort((one, other) => (one.what < other.what ? -1 : 1)) };

	function add(what: string, option: ReadOption, kind: "option" | "value" = "option"): void {
		const before = lacking.get(what);
		const value = option.value ?? before?.value;
		lacking.set(what, {
			what,
			kind,
			...(value === undefined ? {} : { value }),
			from:
				before === undefined || before.from.includes(option.from)
					? (before?.from ?? option.from)
					: `${before.from}, ${option.from}`,
			dangerous: looksDangerous(option) || (before?.dangerous ?? false),
		});
	}

	/** A page of `notes` tells of `notes add`, too. */
	function below(words: string): readonly Usage[] {
		return [...subcommands].filter(([word]) => word.startsWith(`${words} `)).map(([, usage]) => usage);
	}

	/** The longest words that the table has; a subcommand's own subcommands may be its operands there. */
	function usageOf(words: string): Usage | undefined {
		const parts = words.split(" ");
		for (let end = parts.length; end > 0; end--) {
			const usage = subcommands.get(parts.slice(0, end).join(" "));
			if (usage !== undefined) return usage;
		}
		return below(words)[0];
	}

	/** A verb below a known subcommand is covered by it only where it changes nothing. */
	function isCovered(words: string): boolean {
		if (subcommands.has(words) || below(words).length > 0) return true;
		const last = words.split(" ").at(-1) as string;
		return words.includes(" ") && usageOf(words) !== undefined && !isActing(last);
	}
}

function hasOption(usage: Usage, table: Program, name: string): boolean {
	const has = (fits: (one: string) => boolean): boolean => usage.options.some((option) => option.names.some(fits));
	if (has((one) => one === name)) return true;
	// `-3`, and `-#` for any number, where `-NUM` is known.
	const numbers = has((one) => /^-N(?:UM)?/.test(one));
	if (/^-\d+$|^-(?:#|num|number|N|[A-Z]{3,})$/.test(name) && (numbers || (name === "-#" && has((one) => one === "-1"))))
		return true;
	const isGnu = table.style === "gnu" || table.style === "posix";
	// `-vv`, `-0e` and `-dmS NAME` are several; only the last may take a value.
	const bundled = isGnu ? /^-([A-Za-z0-9]{2,})$/.exec(name)?.[1] : undefined;
	const letters = [...(bundled ?? "")];
	const isFlag = (letter: string): boolean =>
		(numbers && /\d/.test(letter)) ||
		usage.options.some((option) => option.value === undefined && option.names.includes(`-${letter}`));
	if (letters.length > 0 && letters.slice(0, -1).every(isFlag) && has((one) => one === `-${letters.at(-1)}`))
		return true;
	// `-Wall` where `-W` takes a value: it is glued.
	if (/^-[^-]./.test(name) && isGnu)
		return usage.options.some((option) => isGluing(option) && option.names.includes(name.slice(0, 2)));
	return false;
}

function isGluing(option: OptionFact): boolean {
	return option.value !== undefined && !option.apart;
}

/** The text shows a value that may not be left out, and the table none. A word behind `=` is none by chance; one behind a blank may be. */
function isFlagThere(usages: readonly Usage[], { name, value, glued, optional }: ReadOption): boolean {
	// `--tty=true` is a flag.
	if (!glued || optional || value === "true" || value === "false") return false;
	const facts = usages.flatMap((usage) => usage.options.filter((option) => option.names.includes(name)));
	return facts.length > 0 && facts.every((fact) => fact.value === undefined);
}
