/** What is known of the programs that a policy names: those of the knowledge base, and those that its files teach. */
import { programNamed } from "../../engine/knowledge/lookup.js";
import type { OptionFact, Program, Usage } from "../../engine/knowledge/program.js";
import { aliases, programs } from "../../engine/knowledge/programs.generated.js";
import { optionsCalled } from "../../engine/request/arguments/option-names.js";
import { Faults } from "../../language/policy/faults.js";
import { taughtPrograms } from "../../language/policy/programs.js";
import type { Files } from "./reading/files.js";

export interface KnownProgram {
	readonly program: Program;
	/** The file that teaches it. */
	readonly taughtIn?: string;
}

/** The program of a name, as the policy of a file sees it. */
export function programIn(name: string, path: string, files: Files): KnownProgram | undefined {
	for (const at of files.closure(path)) {
		const read = files.read(at);
		const found = read && taughtPrograms(read.file.statements, new Faults()).find(([one]) => one.name === name);
		if (found) return { program: found[0], taughtIn: at };
	}
	const program = programNamed(name.slice(name.lastIndexOf("/") + 1));
	return program && { program };
}

/** The names of all programs that can be offered. */
export function programNames(path: string, files: Files): readonly string[] {
	const taught = [...files.closure(path)].flatMap(
		(at) => files.read(at)?.file.statements.flatMap((one) => (one.kind === "program" ? [one.name.text] : [])) ?? [],
	);
	return [...new Set([...taught, ...Object.keys(programs), ...Object.keys(aliases)])];
}

/** Words behind a program as its table reads them: the subcommand that they name, and where it ends. */
export interface Named {
	readonly program: Program;
	readonly subcommand?: string;
	/** The table of the subcommand, or of the program. */
	readonly usage: Usage;
	/** Words of the subcommand so far, `remote` of `remote add`, where more belong to it. */
	readonly begun: readonly string[];
}

/** Reads the words of a pattern behind its program. Options before a subcommand are stepped over with their values. */
export function namedBy(program: Program, words: readonly string[]): Named {
	let begun: string[] = [];
	let name: string | undefined;
	let usage: Usage = program;
	for (let at = 0; at < words.length; at++) {
		const word = words[at] as string;
		if (/^[-+]./.test(word)) {
			const [option] = optionsCalled(word, [usage.options, program.options], program.style, program.abbreviates);
			if (option?.value === "required") at++;
			continue;
		}
		const full = fullName(program, [...begun, word]);
		if (full !== undefined) {
			name = full;
			usage = program.subcommands[full] as Usage;
			begun = full.split(" ");
		} else if (beginsMore(program, [...begun, word])) begun = [...begun, word];
		else break;
	}
	return { program, ...(name === undefined ? {} : { subcommand: name }), usage, begun };
}

/** The words that may follow to name a subcommand. */
export function nextSubcommands({ program, begun }: Named): readonly string[] {
	const lead = begun.length === 0 ? "" : `${begun.join(" ")} `;
	const next = Object.keys(program.subcommands)
		.filter((name) => name.startsWith(lead))
		.map((name) => name.slice(lead.length).split(" ")[0] as string);
	return [...new Set(next)].sort();
}

/** The options that a word of a pattern means: one, or those of a bundle (`-rf`). */
export function optionsIn(word: string, { usage, program }: Named): readonly OptionFact[] {
	const name = /^(--?[^=]+)=/.exec(word)?.[1] ?? word;
	const tables = [usage.options, program.options];
	const called = (one: string): OptionFact | undefined =>
		optionsCalled(one, tables, program.style, program.abbreviates)[0];
	const whole = called(name);
	if (whole !== undefined) return [whole];
	const bundles = program.style === "gnu" || program.style === "posix";
	if (!bundles || !/^-[^-]./.test(name)) return [];
	const found: OptionFact[] = [];
	for (const letter of [...name].slice(1)) {
		const option = called(`-${letter}`);
		if (option === undefined) break;
		found.push(option);
		// What stands behind it is its value.
		if (option.value !== undefined) break;
	}
	return found;
}

/** All options that may stand there, those of the subcommand first. */
export function optionsOf({ usage, program }: Named): readonly OptionFact[] {
	return usage === program ? program.options : [...usage.options, ...program.options];
}

function fullName(program: Program, words: readonly string[]): string | undefined {
	const text = words.join(" ");
	if (Object.hasOwn(program.subcommands, text)) return text;
	return Object.entries(program.subcommands).find(([, one]) => one.aliases.includes(text))?.[0];
}

function beginsMore(program: Program, words: readonly string[]): boolean {
	const lead = `${words.join(" ")} `;
	return Object.keys(program.subcommands).some((name) => name.startsWith(lead));
}
