/**
 * What a command gets to read from the one before it in a pipe, where that is certain: a text that `echo` or `printf` makes of known words, or
 * names, each with a NUL behind it, of files that the one before finds.
 */

import type { Arguments } from "../request/arguments/arguments.js";
import { namesFound, namesOf } from "../request/arguments/found-names.js";
import { readArguments } from "../request/arguments/read-arguments.js";
import { type Facts, factsOf } from "../request/facts.js";
import type { Command, Word } from "../request/request.js";

export type Piped =
	| { readonly kind: "text"; readonly text: string }
	/** Any number of each, in any order. */
	| { readonly kind: "names"; readonly words: readonly Word[] };

/** What this command writes, and nothing else; undefined where that is not certain. */
export function written(command: Command, facts: Facts): Piped | undefined {
	const { program, args: words } = command;
	if (program.kind !== "known") return undefined;
	if (program.text === "echo" || program.text === "printf") {
		const texts = words.map((word) => (word.kind === "known" ? word.text : undefined));
		if (!texts.every((text): text is string => text !== undefined)) return undefined;
		const text = program.text === "echo" ? echoed(texts) : printed(texts);
		return text === undefined ? undefined : { kind: "text", text };
	}
	const args = readArguments(factsOf(program, facts), words);
	const names = namesWritten(command, args);
	return names && { kind: "names", words: names };
}

/** Shells do not agree on backslashes, nor on what is an option to `echo`. */
function echoed(texts: readonly string[]): string | undefined {
	if (texts.some((text) => text.includes("\\"))) return undefined;
	if (/^(?:-[neE]*|--help|--version)$/.test(texts[0] ?? "")) return undefined;
	return `${texts.join(" ")}\n`;
}

/** A format of plain text, `%s` and ends of lines, used again for as long as there are words. */
function printed([format, ...texts]: readonly string[]): string | undefined {
	if (format === undefined || !/^(?!-)(?:[\w ./:=,@+-]|%s|\\[nt]|\\0(?![0-7]))*$/.test(format)) return undefined;
	const parts = format.replace(/\\[nt0]/g, (one) => escapes[one] ?? one).split("%s");
	const holes = parts.length - 1;
	if (holes === 0) return parts[0];
	let text = "";
	for (let at = 0; at === 0 || at < texts.length; at += holes)
		text += parts.map((part, hole) => part + (hole < holes ? (texts[at + hole] ?? "") : "")).join("");
	return text;
}

const escapes: { readonly [Escape in string]?: string } = { "\\n": "\n", "\\t": "\t", "\\0": "\0" };

/** The names that a program writes, with a NUL behind each. */
function namesWritten(command: Command, args: Arguments): readonly Word[] | undefined {
	const { program, options } = args;
	const only = program && writers[args.subcommand === undefined ? program.name : `${program.name} ${args.subcommand}`];
	if (program === undefined || only === undefined || args.informs || args.folders.length > 0) return undefined;
	const names = options.map(({ fact, name }) => fact?.names ?? [name]);
	const has = (listed: readonly string[]): boolean => names.some((own) => own.some((one) => listed.includes(one)));
	if (!has(only.ends) || (only.asks !== undefined && !has(only.asks))) return undefined;
	if (only.besides !== undefined && has(only.besides)) return undefined;
	if (only.with !== undefined && !names.every((own) => own.some((one) => only.with?.includes(one)))) return undefined;
	switch (only.names) {
		case "found": {
			const before = options.find(({ fact }) => fact?.names.some((one) => only.ends.includes(one)))?.index ?? 0;
			const { open, strange } = args;
			return namesFound({ program, args: command.args, options, open, strange }, args.operands, before);
		}
		case "listed": {
			// A pattern may be fitted by names of any folder, and so may what begins with a colon.
			const folders = args.operands.filter(({ roles }) => roles.includes("read"));
			const plain = folders.every(
				({ word, kind }) =>
					kind === "sure" && word.kind === "known" && /^[\w.][\w./-]*$/.test(word.text) && !word.text.includes(".."),
			);
			if (!plain || args.open || args.strange || args.strangeSubcommand) return undefined;
			// Without a folder a name may begin with a dash.
			return namesOf(folders.map(({ word }) => word));
		}
		case "searched": {
			const files = args.operands.filter(({ roles }) => roles.includes("read"));
			if (files.length === 0 || args.open || args.strange) return undefined;
			if (files.some(({ kind, roles }) => kind === "maybe" || roles.length > 1)) return undefined;
			return namesOf(files.map(({ word }) => word));
		}
	}
}

interface Writer {
	readonly names: "found" | "listed" | "searched";
	/** One of these puts a NUL behind each name. */
	readonly ends: readonly string[];
	/** One of these makes it write names, and nothing but names. */
	readonly asks?: readonly string[];
	/** With one of these it writes something else, too. */
	readonly besides?: readonly string[];
	/** It writes names alone with these options, and nobody knows with others. */
	readonly with?: readonly string[];
}

const writers: { readonly [Program in string]?: Writer } = {
	find: {
		names: "found",
		ends: ["-print0"],
		besides: words("-print -printf -ls -exec -ok -execdir -okdir -fprint -fprint0 -fprintf -fls -help -version"),
	},
	fd: {
		names: "found",
		ends: ["--print0"],
		besides: words("--exec --exec-batch --list-details --color --format --hyperlink --quiet"),
	},
	"git ls-files": {
		names: "listed",
		ends: ["-z"],
		with: words("-z --cached --deleted --modified --others --exclude-standard"),
	},
	grep: {
		names: "searched",
		ends: ["--null"],
		asks: words("--files-with-matches --files-without-match"),
		with: words(
			"--null --files-with-matches --files-without-match -r --recursive --ignore-case --extended-regexp --fixed-strings --fixed-regexp --word-regexp --line-regexp --no-messages -I --include --exclude --exclude-dir --regexp --invert-match",
		),
	},
};

function words(text: string): readonly string[] {
	return text.split(" ");
}
