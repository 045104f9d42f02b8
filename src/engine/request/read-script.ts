/**
 * Reads a shell string: every command, redirection and assignment that bash would run from it, or why that can't be known.
 * The text is taken for what `bash --noprofile --norc -c` makes of it; what other shells read otherwise is refused on demand.
 */
import { checkOptions, type OptionNames } from "../../language/diagnostic/known-options.js";
import { altered } from "../records/altered.js";
import { commandOf } from "./make-command.js";
import type { Command, Dialect, Reading, SyntaxFeature, Variable } from "./request.js";
import { checkCharacters } from "./script/characters.js";
import { type Context, startState } from "./script/context.js";
import { factsOfScript } from "./script/facts.js";
import { joinVariables } from "./script/marks.js";
import { parseScript } from "./script/parse.js";
import { checkPortable } from "./script/portable.js";
import { factsInside, type ScriptFacts } from "./script/script-facts.js";
import { checkTree } from "./script/self-check.js";
import { checkSize } from "./script/size.js";
import { readList, readScriptInside } from "./script/statements.js";
import { Unreadable } from "./script/unreadable.js";

export { longestScript } from "./script/size.js";

export interface ScriptOptions {
	/** Which shell gets the text: bash, or any POSIX shell; then what only bash reads so is refused. `bash` when absent. */
	readonly dialect?: Dialect;
	/** Where `~` leads; unknown when absent. */
	readonly home?: string | undefined;
	/** The folder that it is run in, which is what `$PWD` holds there; unknown when absent. */
	readonly cwd?: string | undefined;
	/** What holds for the script that runs the text as a part of itself. */
	readonly within?: ScriptFacts;
}

const scriptOptions: OptionNames<ScriptOptions> = { dialect: true, home: true, cwd: true, within: true };

/** Reads the string; `span` offsets are into it. Nothing is thrown for what it says. */
export function readScript(script: string, options: ScriptOptions = {}): Reading {
	checkOptions("readScript", options, scriptOptions);
	const { dialect = "bash", home, cwd, within } = options;
	try {
		checkSize(script);
		checkCharacters(script);
		const tree = parseScript(script);
		checkTree(script, tree, { pos: 0, end: script.length });
		if (dialect === "sh") checkPortable(script, tree);
		const commands: Command[] = [];
		const features = new Set<SyntaxFeature>();
		const marked = new Map<string, Variable>();
		const own = factsOfScript(script, tree);
		const context: Context = {
			source: script,
			facts: within === undefined ? own : factsInside(own, within),
			home,
			cwd,
			commands,
			features,
			marked,
			size: { words: 0, braces: 0, globs: 0, again: 0 },
			enter: (inner, state) => readScriptInside(inner, context, state),
		};
		const start = context.facts.trapsMove ? { ...startState, ways: [] } : startState;
		readList(tree.commands, context, start, { files: [] });
		if (script.trim() === "") return opaque("it holds no command", 0, script.length);
		// What is set may outlive the script, where `eval` reads it.
		if (commands.length === 0 && marked.size > 0)
			commands.push(commandOf({ kind: "known", text: ":" }, [], { file: "", start: 0, end: script.length }));
		return {
			kind: "understood",
			commands: marked.size === 0 ? commands : withAll(commands, [...marked.values()]),
			syntax: [...features],
		};
	} catch (error) {
		if (error instanceof Unreadable) return opaque(error.why, error.start, error.end);
		// The parser and the walk give up on nesting that is deeper than the stack: that is a refusal like others.
		if (error instanceof RangeError) return opaque("it is nested too deeply", 0, script.length);
		throw error;
	}
}

/** Every command with the variables that all of them get: one list, so that it is looked at once. */
function withAll(commands: readonly Command[], variables: readonly Variable[]): readonly Command[] {
	return commands.map((one) =>
		altered(one, {
			assignments: one.assignments.length === 0 ? variables : joinVariables(one.assignments, variables),
		}),
	);
}

function opaque(why: string, start: number, end: number): Reading {
	return { kind: "opaque", why, span: { file: "", start, end } };
}
