/** What a shell completes: the verbs as their records define them, with options, values and places. Nothing is said here that a verb does not say itself. */
import { type Argument, Command, type Option } from "commander";
import { valuesOf } from "../known-values.js";
import type { VerbEntry } from "../verb.js";

/** What may stand in a place. */
export interface CompletedValue {
	/** As the help calls it: `FILE|FOLDER|PACK`. */
	readonly title: string;
	/** Known values. */
	readonly words: readonly string[];
	readonly paths?: "files" | "folders";
}

export interface CompletedOption {
	/** `--output` before `-o`. */
	readonly names: readonly string[];
	readonly does: string;
	/** Absent: it takes none. */
	readonly value?: CompletedValue;
}

export interface CompletedVerb {
	readonly name: string;
	readonly does: string;
	readonly options: readonly CompletedOption[];
	/** Words that are no options, in their order. */
	readonly places: readonly CompletedValue[];
	/** The last place takes any number of words. */
	readonly isLong: boolean;
	/** A command with its arguments stands behind `--`. */
	readonly hasCommand: boolean;
}

export const helpOption: CompletedOption = { names: ["--help", "-h"], does: "show this help" };

/** The options that stand without a verb. */
export const generalOptions: readonly CompletedOption[] = [
	helpOption,
	{ names: ["--version", "-V"], does: "show the version" },
];

/** Every verb, and `help`, which takes the name of one. */
export async function completedVerbs(entries: readonly VerbEntry[]): Promise<readonly CompletedVerb[]> {
	const verbs = await Promise.all(entries.map(completedVerb));
	const names = { title: "VERB", words: entries.map(({ name }) => name) };
	const help = { name: "help", does: "show the help of a verb", isLong: false, hasCommand: false };
	return [...verbs, { ...help, options: [helpOption], places: [names] }];
}

async function completedVerb({ name, summary, load }: VerbEntry): Promise<CompletedVerb> {
	const command = new Command(name);
	(await load()).define(command);
	const { registeredArguments: all, options } = command;
	const places = all.filter((one) => !isOfCommand(one));
	return {
		name,
		does: summary,
		options: [...options.filter(({ hidden }) => !hidden).map(completedOption), helpOption],
		places: places.map((one) => completedValue(one, one.name())),
		isLong: places.at(-1)?.variadic === true,
		hasCommand: places.length < all.length,
	};
}

function completedOption(option: Option): CompletedOption {
	const { long, short, description, flags } = option;
	const names = [long, short].flatMap((one) => one ?? []);
	const title = /[<[](.*)[>\]]$/.exec(flags)?.[1];
	return { names, does: description, ...(title === undefined ? {} : { value: completedValue(option, title) }) };
}

function completedValue(definition: Option | Argument, title: string): CompletedValue {
	const words = [...new Set(valuesOf(definition))];
	const paths = definition.argChoices === undefined ? pathsIn(title) : undefined;
	return { title, words, ...(paths === undefined ? {} : { paths }) };
}

/** What a value is, its name in the help says. */
function pathsIn(title: string): "files" | "folders" | undefined {
	const parts = title.split("|");
	if (parts.some((part) => fileNames.has(part))) return "files";
	return parts.includes("FOLDER") ? "folders" : undefined;
}

const fileNames: ReadonlySet<string> = new Set(["FILE", "FILES", "LOG", "OLD", "NEW", "PATH"]);

/** Stands behind `--` alone. */
function isOfCommand(argument: Argument): boolean {
	return argument.variadic && (argument.name() === "COMMAND" || argument.name() === "SERVER");
}
