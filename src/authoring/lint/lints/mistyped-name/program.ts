/** A program that nobody knows, and that is one slip away from one that is known. */

import { programNamed } from "../../../../engine/knowledge/lookup.js";
import { isProjectTool, projectTools } from "../../../../engine/knowledge/sets/project-tools.js";
import {
	isOtherProgram,
	otherPrograms,
	programsOfPackages,
} from "../../../../engine/knowledge/vocabulary/common-names.js";
import { vocabularyPrograms } from "../../../../engine/knowledge/vocabulary/other-vocabulary.js";
import { edits } from "../../../../language/diagnostic/suggest.js";
import type { ValidPolicyContext } from "../../lint-context.js";
import type { Finding, PolicyLint } from "../../lint-record.js";
import { fieldPrograms } from "../../reading/words/field-programs.js";
import { patternsRead, patternsSpelled, programNames } from "../../reading/words/known-words.js";
import { respelling } from "../../reading/words/respelling.js";
import { isDoubled, slipOf, wholeOf } from "../../reading/words/typing-slips.js";
import { oncePerPlace } from "../../reading/written-paths.js";

export const mistypedProgram: Pick<PolicyLint, "check"> = {
	// Of what is fetched and run the second says more.
	check: (subject) => oncePerPlace([...variables(subject), ...fetched(subject), ...misspelt(subject)]),
};

/** `npx playwrigth test`: what is fetched and run is a program, too. */
function fetched(subject: ValidPolicyContext): readonly Finding[] {
	return patternsRead(subject).flatMap(({ name, operands: [first, ...rest] }): readonly Finding[] => {
		if (name === undefined || first === undefined || !fetchers.has(name.text)) return [];
		if (/[@/]/.test(first.text) || isOtherProgram(first.text) || programNamed(first.text) !== undefined) return [];
		if (vocabularyPrograms.has(first.text) || isProjectTool(first.text)) return [];
		const meant = slipOf(first.text, [...fetchedNames, ...otherPrograms]);
		if (meant === undefined) return [];
		return [
			{
				message: `\`${first.text}\` reads as \`${meant}\`, misspelt: a package of that name is fetched, whoever made it`,
				span: first.span,
				help: `did you mean \`${[name.text, meant, ...rest.map(({ text }) => text)].join(" ")}\`?`,
				...respelling(first, meant, subject),
			},
		];
	});
}

const fetchers: ReadonlySet<string> = new Set(["npx", "pnpx", "bunx", "uvx", "pkgx"]);
const fetchedNames: readonly string[] = [
	...projectTools()["test-tools"],
	...projectTools()["check-tools"],
	...projectTools()["build-tools"],
];

/** `NPM_TOKEN`: no program is called so, and many a variable is. */
function variables(subject: ValidPolicyContext): readonly Finding[] {
	const found = patternsRead(subject).flatMap(({ name, program }) =>
		name !== undefined && program === undefined && /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(name.text) ? [name] : [],
	);
	return found.map(({ text, span }) => ({
		message: `\`${text}\` is a variable's name, and here it names a program: no command is called so`,
		span,
		help: "a pattern begins with a program; take it out, and leave the variable out of what programs are to see",
	}));
}

/** One letter too many, neither the first nor the last: `squitch` for `sqitch`. These are the words without it. */
function withOneLess(word: string): readonly string[] {
	if (word.length < 6 || !/^[a-z-]+$/.test(word)) return [];
	return [...word].flatMap((_, at) => (at > 0 && at < word.length - 1 ? [word.slice(0, at) + word.slice(at + 1)] : []));
}

/** Two neighbours changed places, digits among them: `sha265sum`. */
function haveSwapped(word: string, meant: string): boolean {
	const at = [...word].findIndex((letter, index) => letter !== meant[index]);
	return (
		word.length === meant.length &&
		word.length >= shortestSwapped &&
		at > 0 &&
		word[at] === meant[at + 1] &&
		word[at + 1] === meant[at] &&
		word.slice(at + 2) === meant.slice(at + 2)
	);
}

const shortestSwapped = 6;

/** The programs that expectations run and that no pattern names. */
function programsExpected(subject: ValidPolicyContext): readonly string[] {
	const named = new Set(patternsRead(subject).flatMap(({ name }) => (name === undefined ? [] : [name.text])));
	return subject.ownStatements().flatMap(({ statement }) => {
		const [program = ""] = statement.kind === "expect" ? statement.command.text.split(/\s/) : [];
		return program === "" || named.has(program) ? [] : [program];
	});
}

/** A letter more, less or other inside, or two in each other's place. */
function isNear(word: string, other: string): boolean {
	return (
		Math.min(word.length, other.length) >= 5 &&
		word[0] === other[0] &&
		word.at(-1) === other.at(-1) &&
		/^[a-z_-]+$/.test(word + other) &&
		(edits(word, other) === 1 || haveSwapped(word, other))
	);
}

const shortestDoubled = 4;

/** Programs that everybody knows: without their last letter they are none. */
const everyday: readonly string[] =
	"bash curl wget ping grep tail head find make node perl ruby java psql mysql sqlite3 docker kubectl terraform python chmod chown rsync sudo".split(
		" ",
	);

function misspelt(subject: ValidPolicyContext): readonly Finding[] {
	const strange = patternsSpelled(subject).filter(
		({ name, program }) =>
			name !== undefined &&
			program === undefined &&
			!isOtherProgram(name.text) &&
			!vocabularyPrograms.has(name.text) &&
			!programsOfPackages.has(name.text) &&
			!fieldPrograms.has(name.text),
	);
	if (strange.length === 0) return [];
	const times = new Map<string, number>();
	for (const { name } of strange) times.set(name?.text ?? "", (times.get(name?.text ?? "") ?? 0) + 1);
	const names = new Map<string, string[]>();
	for (const one of [...programNames(subject), ...otherPrograms, ...vocabularyPrograms, ...fieldPrograms])
		names.set(one[0] ?? "", [...(names.get(one[0] ?? "") ?? []), one]);
	const expectedNames = programsExpected(subject);
	const meantBy = (name: string): string | undefined => {
		const near = names.get(name[0] ?? "") ?? [];
		const shorter = withOneLess(name);
		const often = times.get(name) ?? 0;
		return (
			slipOf(name, near) ??
			// With a letter more at its end it may be a program of its own.
			slipOf(
				name,
				near.filter((one) => one.length > name.length),
				{ atEnd: true },
			) ??
			near.find((one) => shorter.includes(one) || (one.length >= shortestDoubled && isDoubled(name, one))) ??
			wholeOf(name, everyday) ??
			near.find((one) => haveSwapped(name, one)) ??
			// Of two that nobody knows the one that the policy names less often.
			shorter.find((one) => (times.get(one) ?? 0) > often) ??
			// What an expectation runs and no pattern names.
			(often === 1 ? expectedNames.find((one) => isNear(name, one)) : undefined)
		);
	};
	const meanings = new Map([...times.keys()].map((name) => [name, meantBy(name)]));
	return strange.flatMap(({ name }) => {
		const meant = name && meanings.get(name.text);
		if (name === undefined || meant === undefined) return [];
		return [
			{
				message: `nothing is known of a program \`${name.text}\``,
				span: name.span,
				help: `did you mean \`${meant}\`? if there is such a program, teach it: \`program ${name.text} can …\``,
				...respelling(name, meant, subject),
			},
		];
	});
}
