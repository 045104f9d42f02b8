/** Operands of patterns that are paths to their programs: a pattern compares words, and one path has many spellings. */

import { isStricter } from "../../../engine/decide/combine.js";
import { evaluateTest } from "../../../engine/decide/evaluate/evaluate-test.js";
import { programNamed } from "../../../engine/knowledge/lookup.js";
import { Faults } from "../../../language/policy/faults.js";
import type { FlatPattern } from "../../../language/policy/patterns/pattern-tests.js";
import { flattenPattern } from "../../../language/policy/patterns/patterns.js";
import type { Rule } from "../../../language/policy/policy.js";
import { allOf, type Test, type WordPattern } from "../../../language/policy/test.js";
import { patternText } from "../../../language/syntax/dsl/part-text.js";
import type { Pattern, PatternWord } from "../../../language/syntax/statements.js";
import { type AgentModel, decideWitness, subjectFor } from "../../analysis/agent-model.js";
import { rulesFor } from "../../analysis/rule-index.js";
import type { Witness } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import { visibleSets } from "../reading/visible-sets.js";
import { isWrittenOption } from "../reading/words/word-places.js";
import { witnessCommands } from "../witness.js";

/** An operand of a rule's pattern that is written as a path, with a command that fits the pattern. */
export interface OperandPath {
	readonly word: PatternWord;
	readonly pattern: Pattern;
	readonly agent: string;
	readonly rule: Rule;
	readonly setting: AgentModel;
	/** The operand as the command has it. */
	readonly typed: string;
	/** The command with another word in its place. */
	readonly spelled: (text: string) => Witness;
}

/** More alternatives of one pattern than this are not looked at. */
const mostAlternatives = 4;

/** Only of words that look like paths, and are paths to the program for certain. */
export function operandPaths(stated: StatedRule, subject: ValidPolicyContext): readonly OperandPath[] {
	return stated.statement.patterns.flatMap((pattern) => {
		const isRefused = stated.statement.keyword !== "allow";
		const words = pattern.words.slice(1).filter((word) => isPathLike(word) || (isRefused && isBareName(word)));
		if (words.length === 0 || pattern.words.slice(1).some(({ kind }) => kind === "set")) return [];
		const flat = flattenPattern(pattern, visibleSets(stated.file.file, subject), new Faults());
		return flat
			.slice(0, mostAlternatives)
			.flatMap((one) => words.flatMap((word) => operandPath(word, pattern, one, stated, subject) ?? []));
	});
}

/** Words with a `/`, or that begin with a dot and a letter. Regular expressions say what they mean; addresses, scopes of packages and settings are no paths. */
function isPathLike({ kind, text }: PatternWord): boolean {
	return (
		(kind === "plain" || kind === "quoted") && /\/|^\.\w|^~$/.test(text) && !/^[-@]|:|^[A-Za-z_][\w-]*=/.test(text)
	);
}

/** A word that may be a path as it stands: where it is refused, `./x` is the same one. */
function isBareName({ kind, text }: PatternWord): boolean {
	return (kind === "plain" || kind === "quoted") && /^\w[\w.-]*$/.test(text);
}

/** The pattern without the operands from this one on. */
export function commandBefore({ word, pattern }: OperandPath): string {
	const at = pattern.words.indexOf(word);
	return patternText({
		exactly: false,
		words: pattern.words.filter((one, place) => place < at || isWrittenOption(one)),
		span: pattern.span,
	});
}

function operandPath(
	word: PatternWord,
	pattern: Pattern,
	flat: FlatPattern,
	{ agents }: StatedRule,
	subject: ValidPolicyContext,
): OperandPath | undefined {
	const program: WordPattern = flat.program.kind === "any" ? { kind: "literal", text: "cat" } : flat.program;
	if (program.kind !== "literal" || !(namesPaths(program.text, subject) || isSurelyPath(word.text))) return undefined;
	if (!isPathLike(word) && !takesFilesOnly(program.text, subject)) return undefined;
	const known = flat.operands.filter(({ kind }) => kind !== "rest");
	const at = known.findIndex((one) => isSame(one, word));
	const [argv] = witnessCommands(
		allOf([
			{ kind: "program", pattern: program, as: "granting" },
			{ kind: "operands", words: flat.operands, exactly: flat.exactly },
			...flat.options.map(({ name, value }): Test => ({ kind: "option", name, ...(value && { value }) })),
		]),
	);
	const typed = argv?.[at + 1];
	const [own] = agents;
	if (at < 0 || argv === undefined || typed === undefined || own === undefined) return undefined;
	const spelled = (text: string): Witness => ({
		argv: argv.map((one, place) => (place === at + 1 ? text : one)),
		redirects: [],
		forced: false,
	});
	return { word, pattern, ...own, setting: subject.settingOf(own.agent), typed, spelled };
}

/** To a program that nobody knows every operand may be a path, and to git a path may be a branch: then only what can be nothing else is taken for a path. */
function namesPaths(text: string, { policy }: ValidPolicyContext): boolean {
	const name = text.slice(text.lastIndexOf("/") + 1);
	const program = policy.programs.get(name) ?? programNamed(name);
	return program !== undefined && !program.revisions;
}

/** `rm`, `cat`: whatever its operands are called, they are files. */
function takesFilesOnly(text: string, { policy }: ValidPolicyContext): boolean {
	const name = text.slice(text.lastIndexOf("/") + 1);
	const program = policy.programs.get(name) ?? programNamed(name);
	if (program === undefined || program.verbs || Object.keys(program.subcommands).length > 0) return false;
	const { first, rest, last } = program.operands;
	const roles = [...first, ...(rest === undefined ? [] : [rest]), ...last];
	return roles.length > 0 && roles.every((role) => role === "read" || role === "write" || role === "both");
}

function isSurelyPath(text: string): boolean {
	return /^(?:\.{1,2}|~)\/|^\/(?:etc|usr|var|home|root|srv|opt|tmp|dev|proc|sys|mnt|media|boot|Users|Library)\//.test(
		text,
	);
}

function isSame(one: WordPattern, { kind, text }: PatternWord): boolean {
	if (one.kind === "glob") return kind === "plain" && one.text === text;
	return one.kind === "literal" && (one.text === text || one.text === text.replaceAll("\\", ""));
}

/** The places that the word means if it is read as a path. */
function placesOf({ word }: OperandPath, kind: "paths-touching" | "paths-within"): Test {
	return { kind, access: "any", paths: [{ text: word.text, literal: word.kind === "quoted", negated: false }] };
}

/** A spelling of the same path that the rule does not refuse, and that the agent gets further with than the rule lets it. */
export function passing(operand: OperandPath, spellings: readonly string[]): Witness | undefined {
	const { rule, setting } = operand;
	const touches = placesOf(operand, "paths-touching");
	const { restricts } = rule;
	if (restricts === undefined || !isPathThatFits(operand, restricts)) return undefined;
	return spellings.map(operand.spelled).find((sample) => {
		const seen = subjectFor(sample, setting);
		return (
			evaluateTest(restricts, seen) === "no" &&
			evaluateTest(touches, seen) === "yes" &&
			isStricter(rule.effect, decideWitness(sample, setting).effect)
		);
	});
}

/** A word that the rule grants and that leads out of what it says as a path. */
export function escaping(operand: OperandPath, words: readonly string[]): Witness | undefined {
	const { rule, setting } = operand;
	const within = placesOf(operand, "paths-within");
	const { grants } = rule;
	if (grants === undefined || words.length === 0 || !isPathThatFits(operand, grants)) return undefined;
	if (isGrantedAnyway(operand)) return undefined;
	return words.map(operand.spelled).find((sample) => {
		const seen = subjectFor(sample, setting);
		return (
			evaluateTest(grants, seen) === "yes" &&
			evaluateTest(within, seen) === "no" &&
			!isStricter(decideWitness(sample, setting).effect, rule.effect)
		);
	});
}

/** The agent may run the command on any path: then what fits the glob opens nothing. */
function isGrantedAnyway({ setting, spelled }: OperandPath): boolean {
	const elsewhere = spelled("/x");
	const seen = subjectFor(elsewhere, setting);
	const program = elsewhere.argv[0] ?? "";
	return rulesFor(setting.agentTree, program.slice(program.lastIndexOf("/") + 1)).some(
		({ grants }) => grants !== undefined && evaluateTest(grants, seen) === "yes",
	);
}

/** To the program it is a path, for certain, and as it stands the test holds of it. */
function isPathThatFits(operand: OperandPath, test: Test): boolean {
	const seen = subjectFor(operand.spelled(operand.typed), operand.setting);
	return evaluateTest(placesOf(operand, "paths-touching"), seen) === "yes" && evaluateTest(test, seen) === "yes";
}
