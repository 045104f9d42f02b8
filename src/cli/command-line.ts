/** Reads the words of a command line and lets the verb answer that they name. */
import { Command, CommanderError } from "commander";
import { visible } from "../language/diagnostic/render-visible.js";
import { nearest } from "../language/diagnostic/suggest.js";
import { version } from "../runtime/load/package-files.js";
import { footer } from "./footer.js";
import { exit } from "./terminal/exit.js";
import { optionMeant } from "./terminal/options-elsewhere.js";
import type { Terminal } from "./terminal/terminal.js";
import type { Context, Verb } from "./verb.js";
import { verbs } from "./verbs.js";

/** The exit code for a command line. */
export async function answer(words: readonly string[], terminal: Terminal): Promise<number> {
	let asked: Command | undefined;
	const hasOption = (name: string): boolean =>
		asked?.options.some(({ long, short }) => name === long || name === short) === true;
	const program = new Command("rules")
		.description("Rules for agents' shells: decide what may run before it runs.")
		.usage("VERB [options]")
		.exitOverride()
		.configureOutput({
			writeOut: (text) => void terminal.print(text),
			writeErr: (text) => void terminal.complain(text),
			outputError: (text, write) => write(inOurWords(text, hasOption)),
			getOutHasColors: () => terminal.colour.out,
			getErrHasColors: () => terminal.colour.err,
		})
		.helpOption("-h, --help", "show this help")
		.helpCommand("help [VERB]", "show the help of a verb")
		.addHelpText("after", footer);
	if (words.some((word) => word === "-V" || word === "--version"))
		program.version(version(), "-V, --version", "show the version");
	else program.option("-V, --version", "show the version");

	const dashes = words.indexOf("--");
	const context: Context = { terminal, verbs, ...(dashes < 0 ? {} : { behind: words.slice(dashes + 1) }) };
	const named = words.filter((word) => !word.startsWith("-")).slice(0, 2);
	let code: number = exit.yes;
	for (const entry of verbs) {
		const command = program.command(entry.name).description(entry.summary).helpOption("-h, --help", "show this help");
		if (entry.name !== named[0] && !(named[0] === "help" && entry.name === named[1])) continue;
		const verb = await entry.load();
		verb.define(command);
		asked = command;
		command
			.showHelpAfterError(`help: see \`rules ${entry.name} --help\``)
			.addHelpText("after", examplesText(verb))
			.action(async () => {
				code = await verb.run(command, context);
			});
	}
	program.showHelpAfterError("help: see `rules --help`");
	try {
		await program.parseAsync(helpless(words, named), { from: "user" });
	} catch (error) {
		if (!(error instanceof CommanderError)) throw error;
		// Help that nobody asked for, because there was no verb, is an error as well.
		code = error.exitCode === 0 ? exit.yes : exit.wrong;
	}
	return code;
}

/** The words; only the verb, when help is asked for on one that does not exist: Commander would show its own. */
function helpless(words: readonly string[], [first, second]: readonly string[]): readonly string[] {
	const verb = first === "help" ? second : words.includes("--help") || words.includes("-h") ? first : undefined;
	return verb === undefined || verb === "help" || verbs.some((entry) => entry.name === verb) ? words : [verb];
}

/** Commander's errors as ours read: the author's text in backticks, what to do behind `help`. */
function inOurWords(text: string, hasOption: (name: string) => boolean): string {
	const lines = text
		.trimEnd()
		.split("\n")
		.map((line) => {
			const names = /^\(Did you mean (one of )?(.*)\?\)$/.exec(line);
			if (names !== null)
				return `help: did you mean ${names[1] ?? ""}${(names[2] as string)
					.split(", ")
					.map((name) => `\`${name}\``)
					.join(", ")}?`;
			const [, unknown = ""] = /^error: unknown option '(.*)'$/.exec(line) ?? [];
			const meant = optionMeant(unknown, hasOption);
			const near = meant ?? valueMeant(line);
			const told = near === undefined ? "" : `\nhelp: did you mean \`${near}\`?`;
			return `${visible(line)}${told}`
				.replaceAll(/'([^']*)'/g, "`$1`")
				.replace("unknown command", "unknown verb")
				.replace(/^error: command-argument value (.*) is invalid for argument/, "error: $1 is invalid for argument")
				.replace(". Allowed choices are", ": it is one of")
				.replace("is invalid. ", "is invalid: ");
		});
	return `${lines.join("\n")}\n`;
}

/** The value that was probably meant, in Commander's error about one that an option or an argument does not take. */
function valueMeant(line: string): string | undefined {
	const [, value, values] =
		/^error: .*(?:argument|value) '(.*?)' is invalid.*\. Allowed choices are (.*)\.$/.exec(line) ?? [];
	return value === undefined || values === undefined ? undefined : nearest(value, values.split(", "));
}

function examplesText(verb: Verb): string {
	const longest = Math.max(...verb.examples.map(([line]) => line.length));
	return `\nExamples:\n${verb.examples.map(([line, does]) => `  ${line.padEnd(longest)}  # ${does}`).join("\n")}`;
}
