/** Commands of one shape: some are made in every decision, and read everywhere. */
import type { Span } from "../../language/source/span.js";
import { whole } from "../records/whole.js";
import type { Command, Mutable, Way, Word } from "./request.js";

/** A command of these words, which opens nothing and gets nothing. `ways`: as a command has them. */
export function commandOf(program: Word, args: readonly Word[], span: Span, ways?: readonly Way[]): Mutable<Command> {
	return whole<Command>({
		program,
		args,
		redirects: [],
		assignments: [],
		input: undefined,
		from: undefined,
		ways,
		via: undefined,
		within: undefined,
		call: undefined,
		span,
	});
}
