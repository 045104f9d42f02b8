/** Reads one part of the language out of a longer text: what a string in YAML holds. */
import type { CstNode } from "chevrotain";
import type { Checked } from "../../diagnostic/diagnostic.js";
import { withForeign } from "../foreign.js";
import type { EventList, FactsCondition, PathWord, Pattern, PatternWord, Text } from "../statements.js";
import type { Production } from "./dsl-parsing.js";
import { DslReading } from "./dsl-statements.js";

/** `offset` is where the text begins in its file. */
export type PartReader<T> = (file: string, text: string, offset: number) => Checked<readonly T[]>;

/** No people are named behind `set x =`. */
export const readPatterns = partReader<Pattern>("set x = ", "patterns", (reading, cst) => reading.patterns(cst), {
	hints: true,
});
export const readPaths = partReader<PathWord>("allow x within ", "paths", (reading, cst) => reading.paths(cst), {
	hints: true,
});
export const readOptions = partReader<readonly PatternWord[]>(
	"allow x with ",
	"optionsClause",
	(reading, cst) => reading.alternatives(cst),
	{ own: "with ".length },
);
export const readEvents = partReader<EventList>(
	"allow x after ",
	"events",
	(reading, cst) => [reading.events(cst)].filter(({ patterns }) => patterns.length > 0),
	{ hints: true },
);
export const readNames = partReader<Text>("allow x use ", "names", (reading, cst) => reading.names(cst));
export const readConditions = partReader<FactsCondition>("allow x when ", "condition", (reading, cst) => {
	const condition = reading.condition(cst);
	return condition === undefined ? [] : [condition];
});

/** `lead`: what stands before it in a file. `own`: how much of that belongs to the production. `hints`: what comes from other languages is told. */
function partReader<T>(
	lead: string,
	production: Production,
	read: (reading: DslReading, cst: CstNode) => readonly T[],
	{ own = 0, hints = false } = {},
): PartReader<T> {
	return (file, text, offset) => {
		const reading = new DslReading(file, offset);
		const value = read(reading, reading.parse(reading.lexWithin(lead, text, own), production));
		const { diagnostics } = reading;
		return {
			value,
			diagnostics: hints ? withForeign(diagnostics, text, { file, shift: offset, isComplete: false }) : diagnostics,
		};
	};
}
