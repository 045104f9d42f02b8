/**
 * How programs write an option down: `-o, --output=FILE`, `--color[=WHEN]`, `-e|--exec <cmd>`, `--[no-]verify`.
 * Help texts, manual pages and completions all show options so; who reads them asks here.
 */

/** One option as a text shows it. */
export interface SeenOption {
	/** With its dashes. */
	readonly name: string;
	/** What stands for its value, as it stands there: `FILE`; empty where a value is shown without a word. */
	readonly value?: string;
	/** It stands behind `=`: there is no doubt that the option takes it. */
	readonly glued?: boolean;
	/** The value may be left out. */
	readonly optional?: boolean;
}

const name =
	/^(?:--\[no-?\](?<negatable>[A-Za-z0-9][\w.:-]*)|--?\[(?<inner>[A-Za-z]+)\](?<tail>[\w-]+)|(?<plain>--[A-Za-z0-9][\w.:+-]*|-#{3}|-[A-Za-z0-9?@#%:!$^&*~][\w.:+-]*))/;
/** `[=WHEN]`, `=FILE`, `[SUFFIX]`, ` <file>`, ` {a,b}`, ` FILE`, ` 'text'`, and `...` behind them. */
const value =
	/^(?:\[(?<optional>[= ]?[^\]\s][^\]]*)\]|[= ]\[(?<bracketed>[^\]]+)\]|(?:=| =? ?)(?<angled><[^>]*>|\{[^}]*\}|'[^']*'|"[^"]*")|=(?:\[\])?(?<glued>[^\s,|\])[:]*)| (?<apart>[A-Z][A-Z0-9_:./|#*-]*(?![A-Za-z])|\([^)]*\)))(?:\.\.\.|…|\+)?/;
const between = /^(?:(?:,\s*|\s*\|\s*|\s+or\s+|\s*\/\s*|;\s*|\s+and\s+|\s{2,})(?=-)|\s(?=--[a-z]))/;

/** The options that a text begins with; it ends where anything else begins. Nothing where it does not begin with an option. */
export function readHead(text: string): readonly SeenOption[] {
	const options: SeenOption[] = [];
	let rest = text.replace(/^\[(?=-)/, "");
	for (;;) {
		const found = name.exec(rest);
		if (found === null) return spread(options);
		const { negatable, inner, tail, plain } = found.groups ?? {};
		// A trailing dot, colon or comma is punctuation.
		const word = (plain ?? "").replace(/[.:,+]+$/, (end) => (/^-[.:,+]+$/.test(plain ?? "") ? end : ""));
		const length = plain === undefined ? found[0].length : word.length;
		if (plain !== undefined && (word === "-" || word === "--")) return spread(options);
		rest = rest.slice(length);
		const valued = value.exec(rest);
		const groups = valued?.groups ?? {};
		const shown = Object.values(groups).find((one) => one !== undefined);
		const optional = groups.optional !== undefined || groups.bracketed !== undefined;
		const how =
			shown === undefined
				? {}
				: {
						value: shown.replace(/^=/, ""),
						...(optional ? { optional: true } : {}),
						...(groups.glued || /^=\s*</.test(valued?.[0] ?? "") ? { glued: true } : {}),
					};
		if (negatable !== undefined) options.push({ name: `--${negatable}`, ...how }, { name: `--no-${negatable}` });
		else if (inner !== undefined) {
			const dashes = found[0].startsWith("--") ? "--" : "-";
			options.push({ name: `${dashes}${tail}`, ...how }, { name: `${dashes}${inner}${tail}`, ...how });
		} else options.push({ name: word, ...how });
		if (valued !== null) rest = rest.slice(valued[0].length);
		const next = between.exec(rest) ?? between.exec(rest.replace(/^\]/, ""));
		if (next === null) return spread(options);
		rest = rest
			.replace(/^\](?=[\s,|])/, "")
			.slice(next[0].length)
			.replace(/^\[(?=-)/, "");
	}
}

/** A value that one spelling shows is all spellings': `-o, --output=FILE`. */
function spread(options: readonly SeenOption[]): readonly SeenOption[] {
	const shown = options.find((option) => option.value !== undefined);
	if (shown === undefined) return options;
	const how = { value: shown.value as string, ...(shown.optional ? { optional: true } : {}) };
	return options.map((option) =>
		option.value === undefined && !option.name.startsWith("--no-") ? { ...option, ...how } : option,
	);
}

/**
 * The options that a synopsis names: `[-46AaC] [-b ADDRESS] [--exec-path[=<path>]] (-f FILE | --all)`.
 * `whole`: words with one dash are options with long names, and no letters in a bundle.
 */
export function readSynopsis(text: string, whole: boolean): readonly SeenOption[] {
	const options: SeenOption[] = [];
	for (const found of text.matchAll(/(?<=^|[\s[({|,])(?=-)/g)) {
		const bracketed = /\[\s*$/.test(text.slice(0, found.index));
		for (const option of readHead(text.slice(found.index)).slice(0, 1)) {
			const bundle = /^-([A-Za-z0-9?@#%]{2,})$/.exec(option.name)?.[1];
			const negatable = readHead(text.slice(found.index)).filter(({ name }) => name === `--no-${option.name.slice(2)}`);
			// `-WIDTH` stands for a number, and no letter is given twice.
			const isWord = bundle !== undefined && (/^[A-Z]{4,}$/.test(bundle) || new Set(bundle).size < bundle.length);
			if (bundle === undefined || whole || isWord) options.push(option, ...negatable);
			else if (bracketed && option.value === undefined)
				for (const letter of bundle) options.push({ name: `-${letter}` });
			else options.push(option);
		}
	}
	return options;
}
