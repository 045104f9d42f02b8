/** What is known of a program where a policy and its trusted folders have a say. */
import { isCallName } from "../../language/policy/hands.js";
import { programNamed } from "../knowledge/lookup.js";
import type { Program } from "../knowledge/program.js";
import type { Word } from "./request.js";

/** What a command's facts are looked up by. */
export interface Facts {
	/** Programs that the policy teaches; they come before the knowledge base. */
	readonly programs: ReadonlyMap<string, Program>;
	/** Absolute folders whose programs are what their name says. */
	readonly trust: readonly string[];
	/** Where `~` leads. */
	readonly home?: string | undefined;
}

/** What is known of a program by its name: for a bare name, and for a path in a trusted folder. */
export function factsOf(program: Word, facts: Facts): Program | undefined {
	if (program.kind !== "known") return undefined;
	const slash = program.text.lastIndexOf("/");
	if (slash >= 0 && !facts.trust.includes(program.text.slice(0, slash) || "/")) return undefined;
	const name = program.text.slice(slash + 1);
	// A program that is called like a tool is not that tool.
	if (slash >= 0 && isCallName(name)) return undefined;
	return facts.programs.get(name) ?? programNamed(name);
}
