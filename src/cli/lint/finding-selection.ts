/** Which findings of `rules lint` are told: those of some families or lints, and those of some levels. Errors of reading are always told. */

import { families } from "../../authoring/lint/lint-description.js";
import type { Lint } from "../../authoring/lint/lint-record.js";
import { currentCode } from "../../authoring/lint/settings/renamed-lints.js";
import type { FileLevels } from "../../authoring/lint/settings/settings.js";
import type { Diagnostic, Severity } from "../../language/diagnostic/diagnostic.js";
import { didYouMean } from "../../language/diagnostic/suggest.js";
import { WrongQuestion } from "../terminal/exit.js";

export const levels: readonly Severity[] = ["error", "warning", "info"];

export interface SelectionOptions {
	/** Names of families and lints; several may stand in one word, with commas. */
	readonly only?: readonly string[];
	readonly skip?: readonly string[];
	/** Nothing below it is told. */
	readonly level?: Severity;
}

export interface Selection {
	readonly only?: ReadonlySet<string>;
	readonly skip: ReadonlySet<string>;
	readonly level: Severity;
}

/** Undefined where everything is told. */
export function selectionOf({ only, skip, level }: SelectionOptions): Selection | undefined {
	if (only === undefined && skip === undefined && (level === undefined || level === "info")) return undefined;
	return {
		...(only === undefined ? {} : { only: new Set(only.flatMap(namesIn)) }),
		skip: new Set((skip ?? []).flatMap(namesIn)),
		level: level ?? "info",
	};
}

function namesIn(word: string): readonly string[] {
	return word.split(",").map((name) => currentCode(name.trim()));
}

/** Refuses a name that no lint and no family has. */
export function checkSelection({ only = new Set(), skip }: Selection, known: readonly Lint[]): void {
	const names = [...families, ...known.map(({ name }) => name)];
	for (const name of [...only, ...skip])
		if (!names.includes(name))
			throw new WrongQuestion(
				`no lint or family is called \`${name}\``,
				didYouMean(name, names) ?? "`rules lint --list` shows all of them",
			);
}

/** Is the lint among those that were asked for? */
export function isChosen({ name, family }: Lint, selection: Selection | undefined): boolean {
	if (selection === undefined) return true;
	const isNamed = (names: ReadonlySet<string>): boolean => names.has(name) || names.has(family);
	return (selection.only === undefined || isNamed(selection.only)) && !isNamed(selection.skip);
}

/**
 * The levels for a run. What nobody asks for need not look, unless a lint on ignores is asked for: that one has to know what all others find.
 */
export function levelsFor(
	given: (file: string) => FileLevels,
	lints: readonly Lint[],
	selection: Selection | undefined,
): (file: string) => FileLevels {
	if (selection === undefined || lints.some((one) => one.looksAt === "ignores" && isChosen(one, selection)))
		return given;
	const off = new Set(lints.filter((one) => !isChosen(one, selection)).map(({ name }) => name));
	return (file) => {
		const own = given(file);
		return (one) => (off.has(one.name) ? { ...own(one), level: "off" } : own(one));
	};
}

/** Is the finding told? `isOfReading`: it is an error of reading, which no choice hides. */
export function isTold(
	{ code, severity }: Diagnostic,
	isOfReading: boolean,
	lints: readonly Lint[],
	selection: Selection | undefined,
): boolean {
	if (selection === undefined || isOfReading) return true;
	if (levels.indexOf(severity) > levels.indexOf(selection.level)) return false;
	const own = lints.find(({ name }) => name === code);
	return own === undefined ? severity === "error" || selection.only === undefined : isChosen(own, selection);
}
