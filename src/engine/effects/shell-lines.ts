/** Lines that a command hands to a shell, read as that shell reads them, or why they can't be. */
import type { Arguments } from "../request/arguments/arguments.js";
import { readScript } from "../request/read-script.js";
import type { Command, Dialect, Reading, Word } from "../request/request.js";
import { isShell, isStandardInput, nameOfProgram } from "../request/shells.js";

/** What a line holds, read for the program that gets it; `dialect` is what that program's own script is written in. */
export function readLine(
	text: string,
	outer: Command,
	args: Arguments,
	dialect: Dialect,
	home: string | undefined,
): (Reading & { readonly kind: "understood" }) | string {
	const shell = nameOfProgram(outer);
	const within = isOfScript(shell) && outer.within !== undefined ? { within: outer.within } : {};
	const reading = readScript(text, { dialect: dialectOf(shell, dialect), home, ...within });
	if (reading.kind === "opaque") return reading.why;
	const simple = reading.syntax.length === 0 && /^[\w ./:,@%+'"-]*$/.test(text);
	if (isShell(shell) && !simple && readsOtherwise(args))
		return `an option of \`${shell}\` that changes how the line is read`;
	// An option stands where the line should begin.
	const option = reading.commands.some(({ program }) => program.kind === "known" && program.text.startsWith("-"));
	return option || !readsAlike(shell, text, reading) ? `a line that \`${shell}\` may read otherwise` : reading;
}

/** Who is no bash is taken for any POSIX shell; `eval` and `trap` are part of the script that they stand in. */
export function dialectOf(shell: string, around: Dialect): Dialect {
	if (isOfScript(shell)) return around;
	return shell === "bash" || shell === "rbash" ? "bash" : "sh";
}

function isOfScript(shell: string): boolean {
	return shell === "eval" || shell === "trap";
}

/** Lines that shells take from elsewhere than an option: from their input, and `trap` from its first word. */
export function linesTaken(command: Command, args: Arguments): readonly Word[] {
	const name = nameOfProgram(command);
	if (name === "trap") {
		const [first, second] = command.args.filter(
			(word, index) => !(index === 0 && word.kind === "known" && word.text === "--"),
		);
		if (first === undefined || (second === undefined && first.kind === "known")) return [];
		if (first.kind === "known" && /^(?:-[lp]*|\d*)$/.test(first.text)) return [];
		return [first];
	}
	if (command.input === undefined || args.inner.length > 0 || args.informs || !readsInput(name, args)) return [];
	const { input } = command;
	// A command that reads its input eats what the shell would read next.
	const shared = input.kind === "known" && !readsAlone(input.text);
	return [shared ? { kind: "unknown", source: "a script that its own commands may eat", words: "one" } : input];
}

function readsInput(name: string, args: Arguments): boolean {
	const isNamed = isStandardInput(args.operands[0]?.word);
	if (!isShell(name)) return isNamed && (name === "source" || name === ".");
	const asked = args.options.some((option) => option.fact?.names.includes("-s"));
	return args.operands.length === 0 || isNamed || asked || args.open;
}

/** Commands that never read their input. */
const inputless = new Set(
	"echo printf cd pwd export set true false : test [ exit umask shift unset mkdir rm touch rmdir".split(" "),
);

/** Can none but the last command of a script read the script's own text? */
function readsAlone(script: string): boolean {
	const reading = readScript(script);
	if (reading.kind === "opaque") return true;
	return reading.commands
		.slice(0, -1)
		.every(({ program, input }) => input !== undefined || (program.kind === "known" && inputless.has(program.text)));
}

/** Options with which bash reads a line as it does without them. */
const sameReading = /^(?:-[ceuxvlfChmETs]|--(?:login|noprofile|norc|verbose|rcfile|init-file))$/;
const sameModes = new Set("errexit nounset pipefail xtrace verbose noglob noclobber errtrace functrace".split(" "));

/** Is a shell told to read its line in another way? */
function readsOtherwise({ options }: Arguments): boolean {
	return options.some(({ fact, name, value }) => {
		if (fact?.names.some((one) => one === "-o" || one === "+o"))
			return value?.kind !== "known" || !sameModes.has(value.text);
		return !(fact?.names ?? [name]).some((one) => sameReading.test(one));
	});
}

/** Words that zsh takes for itself before a command. */
const zshWords = new Set(["noglob", "nocorrect", "-", "repeat", "emulate", "foreach", "end", "select"]);

/**
 * Does the program that gets the line read it as `readScript` does? fish has quotes of its own, zsh puts a program's path in for `=NAME`,
 * and `env -S` is no shell: it knows words and quotes alone.
 */
function readsAlike(shell: string, text: string, { commands, syntax }: Reading & { kind: "understood" }): boolean {
	if (shell === "fish") return false;
	if (shell === "env") return syntax.length === 0 && commands.length === 1 && !/[\\$#~*?[{]/.test(text);
	if (shell !== "zsh" && shell !== "ksh" && shell !== "mksh") return true;
	return (
		syntax.length === 0 &&
		commands.every(({ program, args }) =>
			[program, ...args].every(
				(word, index) =>
					word.kind === "known" && !word.text.startsWith("=") && !(index === 0 && zshWords.has(word.text)),
			),
		)
	);
}
