/**
 * The options that a verb shares with the quick way, said once: the option parser explains them (options.ts), and here words are read by them without it, for
 * it is slow to load. What is no such option, or is said wrongly, is a fault; who has no words for it hands the question to the verb.
 */

/** An option by its full name. */
export interface OptionRecord {
	/** As it is written: `--agent <AGENT>`; what stands alone has no value: `--force`. */
	readonly flags: string;
	readonly summary: string;
	/** It takes one of these. */
	readonly choices?: readonly string[];
	/** What it means when nobody says it. */
	readonly unsaid?: string;
	/** Values that shells complete; others may be right as well. */
	readonly known?: () => readonly string[];
	/** Its value is a time, such as `5s`. */
	readonly isTime?: true;
	readonly repeats?: true;
}

/** What words say. */
export interface SaidOptions {
	/** Options that stand alone. */
	readonly flags: ReadonlySet<string>;
	/** The value of an option; undefined where it is not said. */
	readonly value: (name: string) => string | undefined;
	/** The values of one that repeats. */
	readonly values: (name: string) => readonly string[];
	/** What stands behind `--`; undefined without it. */
	readonly behind?: readonly string[];
	/** What is wrong with the words: unknown options, values that are missing or too many. */
	readonly faults: readonly string[];
}

/** Reads the words behind a verb. `--rules=x` is `--rules x`. */
export function saidOptions(words: readonly string[], records: readonly OptionRecord[]): SaidOptions {
	const end = words.indexOf("--");
	const before = end < 0 ? words : words.slice(0, end);
	const flags = new Set<string>();
	const said = new Map<string, string[]>();
	const faults: string[] = [];
	for (let at = 0; at < before.length; at++) {
		const [name, glued] = halves(before[at] as string);
		const record = records.find((one) => nameOf(one) === name);
		const takesValue = record?.flags.includes(" ") === true;
		if (record === undefined || (!takesValue && glued !== undefined)) faults.push(`unknown option \`${name}\``);
		else if (!takesValue) flags.add(name);
		else {
			const value = glued ?? before[++at];
			const known = said.get(name) ?? [];
			if (value === undefined || value === "") faults.push(`\`${name}\` has no value`);
			else if (known.length > 0 && !record.repeats) faults.push(`\`${name}\` is given twice`);
			else said.set(name, [...known, value]);
		}
	}
	return {
		flags,
		value: (name) => said.get(name)?.[0],
		values: (name) => said.get(name) ?? [],
		...(end < 0 ? {} : { behind: words.slice(end + 1) }),
		faults,
	};
}

function halves(word: string): readonly [name: string, value?: string] {
	const equals = word.startsWith("--") ? word.indexOf("=") : -1;
	return equals < 0 ? [word] : [word.slice(0, equals), word.slice(equals + 1)];
}

function nameOf({ flags }: OptionRecord): string {
	return flags.split(" ", 1)[0] as string;
}
