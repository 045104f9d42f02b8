/** Code that a command runs and that the request does not show, or that nobody here can read: only a rule that speaks of the command lets it run. */
import type { Arguments } from "../request/arguments/arguments.js";
import type { Command } from "../request/request.js";
import { isOtherCommand, isShell, isStandardInput, nameOfProgram } from "../request/shells.js";
import { codeInWords } from "./code-in-words.js";

/** What it is, in words for people; undefined where there is none. */
export function unseenCode(command: Command, args: Arguments): string | undefined {
	const name = nameOfProgram(command);
	if (name === "source" || name === ".") return "a file of shell code";
	if (isShell(name)) return args.operands.length === 0 ? "shell code from its input" : "a file of shell code";
	if (args.program === undefined || !args.usage?.powers.includes("code")) return undefined;
	if (codeInWords(args)?.kind === "read") return undefined;
	const texts = [
		...args.options.flatMap((option) => (option.fact?.role === "code" && option.value ? [option.value] : [])),
		...args.operands.flatMap((slot) => (slot.roles.includes("code") ? [slot.word] : [])),
	];
	if (texts.length > 0) return "code in another language";
	// `python <(curl …)`
	if (isOtherCommand(args.operands[0]?.word)) return "code from another command";
	if (command.input === undefined) return undefined;
	const interprets = args.program.options.some((option) => option.role === "code");
	const words = [...args.operands.map((slot) => slot.word), ...args.options.flatMap((option) => option.value ?? [])];
	const named = words.some(isStandardInput);
	// `python -m NAME` has its code already.
	const module = args.options.some(({ fact }) => fact?.ends);
	return named || (interprets && args.operands.length === 0 && !module) ? "code from its input" : undefined;
}
