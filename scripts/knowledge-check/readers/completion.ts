/** What a program's own completions say. They tell which options there are, and not always of which subcommand. */
import type { SeenOption } from "./spellings.js";

/** Long options in a completion for bash. Lines that ask the program's help are no list, and comments neither. */
export function readBashCompletion(text: string): readonly SeenOption[] {
	const words = ownWords(text).matchAll(/(?<![\w$-])(?<name>--[A-Za-z][\w-]*[A-Za-z0-9])(?<value>=?)(?![\w*-])/g);
	return unique(
		[...words].map(({ groups }) => ({ name: groups?.name as string, ...(groups?.value ? { value: "" } : {}) })),
	);
}

/** Without comments, and without the commands that it runs to find words: their options are other programs'. */
function ownWords(text: string): string {
	let rest = text.replace(/^\s*#.*$/gm, "");
	for (let before = ""; before !== rest; ) {
		before = rest;
		rest = rest.replace(/\$\((?!\s*compgen)[^()]*\)|<\([^()]*\)|`[^`]*`/g, "");
	}
	return rest;
}

/** `complete -c NAME -s o -l output -o old -r`. */
export function readFishCompletion(text: string, program: string): readonly SeenOption[] {
	const options: SeenOption[] = [];
	for (const line of text.split("\n")) {
		if (
			!new RegExp(`^\\s*complete\\b.*(?:-c|--command)[ =]?["']?${program.replace(/[.+]/g, "\\$&")}["']?(?:\\s|$)`).test(
				line,
			)
		)
			continue;
		// The text of its description is no list of options.
		const plainLine = line
			.replace(/(?:-d|--description)[ =]?(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|\S+)/g, "")
			.replace(/(?:-n|--condition)[ =]?(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|\S+)/g, "");
		const how = /\s(?:-r|--require-parameter|-x|--exclusive|-[a-z]*[rx])(?:\s|$)/.test(plainLine) ? { value: "" } : {};
		for (const [, letter] of plainLine.matchAll(/\s(?:-s|--short-option)[ =]?["']?([^\s"'-])/g))
			options.push({ name: `-${letter}`, ...how });
		for (const [, word] of plainLine.matchAll(/\s(?:-l|--long-option)[ =]?["']?([\w][\w.-]*)/g))
			options.push({ name: `--${word}`, ...how });
		for (const [, word] of plainLine.matchAll(/\s(?:-o|--old-option)[ =]?["']?([\w][\w.-]*)/g))
			options.push({ name: `-${word}`, ...how });
	}
	return unique(options);
}

/** `'(-q --quiet)'{-q,--quiet}'[says less]'`, `'--file=[reads it]:file:_files'`. */
export function readZshCompletion(text: string): readonly SeenOption[] {
	const options: SeenOption[] = [];
	// The specifications of `_arguments` alone: each begins a word in quotes, or follows a group of alternatives in brackets.
	for (const found of text
		.replace(/^\s*#.*$/gm, "")
		.matchAll(
			/(?:^|[\s'"}*(])(?:\{(?<several>-[^}\s]+)\}|(?<one>--?[A-Za-z0-9][\w.-]*))(?<glue>[=+-]*)'?"?\[(?=[^\]])/gm,
		)) {
		const how = /[=+-]/.test(found.groups?.glue ?? "") ? { value: "" } : {};
		const names = found.groups?.one === undefined ? (found.groups?.several ?? "").split(",") : [found.groups.one];
		for (const name of names) {
			const bare = name.replace(/[=+]+-?$/, "");
			options.push({ name: bare, ...(bare === name ? how : { value: "" }) });
		}
	}
	return unique(options.filter(({ name }) => /^--?[A-Za-z0-9]/.test(name)));
}

function unique(options: readonly SeenOption[]): readonly SeenOption[] {
	const byName = new Map(options.map((option) => [option.name, option] as const));
	return [...byName.values()];
}
