/**
 * What a claim names that nobody knows. A claim about `gti` is true of every policy that says nothing of it, and its author
 * most probably meant something else.
 */
import { specialise } from "../../../engine/decide/compile/specialise.js";
import type { Program } from "../../../engine/knowledge/program.js";
import { aliases, programs } from "../../../engine/knowledge/programs.generated.js";
import { verbs } from "../../../engine/knowledge/vocabulary/verbs.js";
import { factsOf } from "../../../engine/request/facts.js";
import type { Test } from "../../../language/policy/test.js";
import { matcherOf } from "../../../language/policy/word-language/matcher.js";
import type { AgentModel } from "../agent-model.js";
import { contextsOf, goesBy, optionsIn } from "../search/option-choices.js";
import { patternsIn } from "./program-classes.js";

/** The first program, or option of a program, of which neither a rule nor a table knows; as a sentence. */
export function unknownName(claimed: Test, setting: AgentModel): string | undefined {
	const names = namesIn(claimed);
	if (names.length === 0) return undefined;
	const rules = setting.agentTree.rules
		.flatMap(({ grants, restricts }) => [grants, restricts])
		.flatMap((one) => one ?? []);
	for (const name of names) {
		const facts = factsOf({ kind: "known", text: name }, setting.facts);
		if (facts === undefined && !isListed(name) && !rules.some((rule) => isNamedIn(rule, name)))
			return `no rule names a program \`${name}\`, and no table lists it`;
		if (facts === undefined) continue;
		const said = new Set(rules.flatMap((rule) => optionsOf(specialise(rule, name))));
		const isKnown = (option: string): boolean =>
			said.has(option) ||
			contextsOf(facts).some((context) =>
				optionsIn(context).some((fact) => spellings(option).some((one) => goesBy(fact, one, context.style))),
			);
		const strange = optionsOf(specialise(claimed, name)).find((option) => !isKnown(option));
		const word =
			strange === undefined
				? strangeVerb(
						specialise(claimed, name),
						facts,
						rules.map((rule) => specialise(rule, name)),
					)
				: undefined;
		if (word !== undefined) return `no rule names a subcommand \`${word}\` of \`${name}\`, and no table lists it`;
		if (strange !== undefined) return `no rule names an option \`${strange}\` of \`${name}\`, and no table lists it`;
	}
	return undefined;
}

/** A verb of other programs, where every word that stands there is a subcommand, and the table lists them. */
function strangeVerb(
	claimed: Test,
	{ subcommands, operands: { first, rest, last }, verbs: isOpen }: Program,
	rules: readonly Test[],
): string | undefined {
	if (isOpen === true || first.length > 0 || rest !== undefined || last.length > 0) return undefined;
	const known = new Set(
		Object.entries(subcommands).flatMap(([called, { aliases }]) =>
			[called, ...aliases].map((one) => one.split(" ")[0]),
		),
	);
	if (known.size === 0) return undefined;
	const said = new Set(rules.flatMap(firstWordsIn));
	return firstWordsIn(claimed).find((word) => allVerbs.has(word) && !known.has(word) && !said.has(word));
}

const allVerbs: ReadonlySet<string> = new Set(Object.values(verbs).flat());

function firstWordsIn(test: Test): readonly string[] {
	switch (test.kind) {
		case "all":
		case "any":
			return test.tests.flatMap(firstWordsIn);
		case "not":
			return firstWordsIn(test.test);
		case "operands": {
			const [word] = test.words;
			return word?.kind === "literal" ? [word.text] : [];
		}
		default:
			return [];
	}
}

/** Programs that the test means by their names. */
function namesIn(test: Test): readonly string[] {
	switch (test.kind) {
		case "all":
		case "any":
			return [...new Set(test.tests.flatMap(namesIn))];
		case "program":
			return test.pattern.kind === "literal" && !test.pattern.text.includes("/") ? [test.pattern.text] : [];
		default:
			return [];
	}
}

function isListed(name: string): boolean {
	return Object.hasOwn(programs, name) || Object.hasOwn(aliases, name);
}

/** A rule about all programs names none. */
function isNamedIn(rule: Test, name: string): boolean {
	return patternsIn(rule).some((pattern) => {
		if (pattern.kind === "any" || pattern.kind === "rest") return false;
		const last =
			pattern.kind === "regex" ? pattern : { ...pattern, text: pattern.text.slice(pattern.text.lastIndexOf("/") + 1) };
		return pattern.text !== "*" && matcherOf(last)(name);
	});
}

/** Options that the test asks for. */
function optionsOf(test: Test): readonly string[] {
	switch (test.kind) {
		case "all":
		case "any":
			return test.tests.flatMap(optionsOf);
		case "option":
			return [test.name];
		default:
			return [];
	}
}

/** `-rf` may be `-r` and `-f`, `-9` is a number, and `-ofile` an option with its value. */
function spellings(name: string): readonly string[] {
	if (/^-\d+$/.test(name)) return [name, "-NUM"];
	const [, letter] = /^-([^-])./.exec(name) ?? [];
	return letter === undefined ? [name] : [name, `-${letter}`];
}
