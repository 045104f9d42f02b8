/** The commands that stand in one place of another's arguments: its own words, or a line for a shell. What can't be found is an unknown command. */

import { altered } from "../records/altered.js";
import type { Arguments, Inner } from "../request/arguments/arguments.js";
import type { Facts } from "../request/facts.js";
import { commandOf } from "../request/make-command.js";
import type { Command, Dialect, Mutable, SyntaxFeature, Variable, Word } from "../request/request.js";
import { builtinUse } from "../request/script/builtins.js";
import type { ScriptFacts } from "../request/script/script-facts.js";
import { nameOfProgram } from "../request/shells.js";
import { changesUnexported } from "../request/variables.js";
import { dialectOf, readLine } from "./shell-lines.js";

/** Commands found in one place of another's arguments, and the syntax that a shell needs to read them. */
export interface Line {
	readonly commands: readonly Command[];
	readonly syntax: readonly SyntaxFeature[];
	/** What the commands are written in, for an `eval` among them. */
	readonly dialect: Dialect;
}

/** The commands that stand in one place of a command's arguments. */
export function innerCommands(inner: Inner, outer: Command, args: Arguments, facts: Facts, dialect: Dialect): Line {
	switch (inner.kind) {
		case "argv": {
			// To `env` a single dash is an option.
			const dash = inner.words[0];
			const dashed = nameOfProgram(outer) === "env" && dash?.kind === "known" && dash.text === "-";
			const from = dashed
				? inner.words.findIndex((word, index) => index > 0 && !(word.kind === "known" && word.text.includes("=")))
				: 0;
			const [program, ...words] = from < 0 ? [] : inner.words.slice(from);
			if (program === undefined) return { commands: [], syntax: [], dialect };
			// An option stands where the command should begin (`flock FILE -c LINE`): how it goes on is not known here.
			if (program.kind === "known" && /^-|=/.test(program.text))
				return unknownLine(outer, "an option where the command should begin");
			const inside = insideOf(outer, program, words);
			inside.assignments = setBefore(args);
			if (inner.elsewhere) inside.ways = [];
			return alone(builtinChecked(inside, outer), dialect);
		}
		case "word":
			return alone(insideOf(outer, inner.word, [anyWords]), dialect);
		case "line": {
			if (inner.word.kind !== "known") return unknownLine(outer, "a line for a shell that can't be known");
			const reading = readLine(inner.word.text, outer, args, dialect, facts.home);
			if (typeof reading === "string") return unknownLine(outer, reading);
			const shell = nameOfProgram(outer);
			// `env -S 'rm -rf' x`: the operands are further words of the command in the line.
			const behind = shell === "env" ? args.operands.map(({ word }) => word) : [];
			return {
				commands: reading.commands.map((command) => {
					const inside: Mutable<Command> = altered(command, {
						args: [...command.args, ...behind],
						via: outer,
						span: outer.span,
					});
					// Where a script goes to other folders, nobody knows in which one it is when a signal comes.
					if (shell === "trap" && outer.within !== undefined && goesElsewhere(outer.within)) inside.ways = [];
					return inside;
				}),
				syntax: reading.syntax,
				dialect: dialectOf(shell, dialect),
			};
		}
	}
}

const goesElsewhere = ({ moves, trapsMove, functionsMove }: ScriptFacts): boolean =>
	moves || trapsMove || functionsMove;

function insideOf(outer: Command, program: Word, args: readonly Word[]): Mutable<Command> {
	const { input, within, span } = outer;
	const inside = commandOf(program, args, span);
	inside.via = outer;
	if (input !== undefined) inside.input = eatsInput.has(nameOfProgram(outer)) ? eaten : input;
	if (within !== undefined) inside.within = within;
	return inside;
}

/** They read their input themselves, and give what they run another one. */
const eatsInput: ReadonlySet<string> = new Set(["xargs", "gxargs", "parallel", "sem"]);
const eaten: Word = { kind: "unknown", source: "what is left of an input", words: "one" };

function alone(command: Command, dialect: Dialect): Line {
	return { commands: [command], syntax: [], dialect };
}

/** `env A=1 rm`: the names that stand before the command. */
function setBefore(args: Arguments): readonly Variable[] {
	if (!args.usage?.runs?.assignments) return [];
	const variables: Variable[] = [];
	for (const { word } of args.operands.slice(args.usage.runs.skip)) {
		if (word.kind === "known" && word.text === "-") continue;
		const equals = word.kind === "known" ? word.text.indexOf("=") : -1;
		if (equals < 0 || word.kind !== "known") break;
		variables.push({
			name: word.text.slice(0, equals),
			value: { kind: "known", text: word.text.slice(equals + 1) },
		});
	}
	return variables;
}

/** `command read PATH`, `builtin printf -v …`: the shell's own commands do behind these what they do alone. */
function builtinChecked(command: Command, outer: Command): Command {
	const behind = nameOfProgram(outer);
	if ((behind !== "command" && behind !== "builtin") || command.program.kind !== "known") return command;
	const { fault, sets, exports } = builtinUse(command.program.text, command.args);
	if (fault !== undefined) return unknownCommand(outer, fault);
	const marked = sets.filter((name) => exports.includes(name) || changesUnexported(name, undefined));
	return marked.length === 0
		? command
		: altered(command, { assignments: [...command.assignments, ...marked.map((name) => ({ name }))] });
}

/** Any words at all. */
export const anyWords: Word = { kind: "unknown", source: "…", words: "any" };

function unknownLine(outer: Command, why: string): Line {
	return alone(unknownCommand(outer, why), "sh");
}

export function unknownCommand(outer: Command, why: string): Command {
	const unknown = commandOf({ kind: "unknown", source: why, words: "any" }, [anyWords], outer.span);
	unknown.via = outer;
	return unknown;
}
