/**
 * The one place that knows the parser: a shell string becomes its syntax tree, or is refused.
 * unbash is tolerant (it answers with a partial tree for anything), so every script inside a tree says itself what is wrong with it.
 */
import { type CommandExpansionPart, type ParsedScript, type ProcessSubstitutionPart, parse, type Script } from "unbash";
import { Unreadable } from "./unreadable.js";

export type {
	ArithmeticExpansionPart,
	Assignment,
	Command,
	CommandExpansionPart,
	CommandNode,
	CompoundCommand,
	CompoundList,
	Function as FunctionNode,
	HereDoc,
	ParameterExpansionPart,
	Pipeline,
	PipelineNode,
	ProcessSubstitutionPart,
	Redirect,
	Redirection,
	Script,
	Statement,
	SyntaxNode,
	TestExpression,
	Word,
	WordPart,
} from "unbash";
export { forEachChild } from "unbash";

/** Parses a whole script; refuses it for whatever the parser found wrong. */
export function parseScript(source: string): Script {
	const script = parse(source);
	refuseErrors(script);
	return script;
}

/** A substitution's own script: refused when it was not parsed, has errors, or stands in another text than the one around it. */
export function scriptInside(part: CommandExpansionPart | ProcessSubstitutionPart): Script {
	const script: ParsedScript | undefined = part.script;
	if (script === undefined) throw new Unreadable("a substitution that can't be read", part.pos, part.end);
	if (script.source !== undefined)
		throw new Unreadable("a backslash inside backticks (write `$(…)` instead)", part.pos, part.end);
	refuseErrors(script);
	return script;
}

function refuseErrors(script: ParsedScript): void {
	const first = script.errors?.[0];
	if (first) throw new Unreadable(`the shell would not accept it: ${lowered(first.message)}`, first.pos, first.pos + 1);
}

function lowered(message: string): string {
	return message.slice(0, 1).toLowerCase() + message.slice(1);
}
