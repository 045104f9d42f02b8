/** Other spellings of what a rule refuses, which pass: goals in another place, the same word in other words, another front end of the same program. */

import { goalsOf } from "../../../engine/knowledge/goals.js";
import type { Program } from "../../../engine/knowledge/program.js";
import { sameCommands } from "../../../engine/knowledge/same-commands.js";
import { inOtherWords } from "../../../engine/knowledge/vocabulary/other-words.js";
import type { Fix } from "../../../language/diagnostic/diagnostic.js";
import { patternText } from "../../../language/syntax/dsl/part-text.js";
import type { Pattern, PatternWord, RuleStatement } from "../../../language/syntax/statements.js";
import { holdsFor } from "../../analysis/agent-model.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { ValidPolicyContext } from "../lint-context.js";
import type { Finding } from "../lint-record.js";
import { factsNamed, refusalsOf } from "../meaning/grants.js";
import { lowerVariant } from "../meaning/lower-variant.js";
import {
	argvOf,
	grantLabels,
	grantsTo,
	isLong,
	isRefused,
	type OpenCommand,
	openCommands,
	openText,
	type PlainCommand,
	plainCommand,
	type Restriction,
} from "./restriction.js";

export function spellingsLeft(restriction: Restriction): Finding | undefined {
	const { rule, stated, subject } = restriction;
	if (isLong(stated)) return undefined;
	for (const pattern of refusalsOf(rule)) {
		const facts = pattern.program.kind === "literal" ? factsNamed(nameOf(pattern.program.text), subject) : undefined;
		const command = plainCommand(pattern, facts);
		if (command === undefined || (command.operands.length === 0 && command.options.length === 0)) continue;
		if (!isRefused(argvOf(command, facts), restriction)) continue;
		for (const { commands, why } of respellings(command, facts, restriction)) {
			const open = openCommands(commands, restriction, true);
			const [first] = open;
			if (first === undefined) continue;
			const fix = fixFor(open, command, restriction);
			return {
				message: `this refuses one spelling, and ${openText(open)}: ${why}`,
				span: stated.statement.span,
				labels: grantLabels(open, restriction),
				help:
					fix === undefined
						? "refuse every spelling that is meant, or deny by default and name what agents need"
						: `write \`${stated.statement.keyword} ${fix.text}\``,
				witness: witnessCommandLine(first.sample),
				...(fix?.edits === undefined ? {} : { fix: { title: fix.title, edits: fix.edits, safe: false } }),
			};
		}
	}
	return undefined;
}

interface Respelling {
	readonly commands: readonly (readonly string[])[];
	readonly why: string;
}

function* respellings(
	command: PlainCommand,
	facts: Program | undefined,
	restriction: Restriction,
): Generator<Respelling> {
	const { program, operands } = command;
	const goals = goalsOf(program, operands);
	const argv = (one: PlainCommand): readonly string[] => argvOf(one, facts);
	if (goals !== undefined && operands.length > goals.before) {
		const before = operands.slice(0, goals.before);
		const named = operands.slice(goals.before);
		const others = [...neighbours(command, goals.before, restriction), "x"].filter((one) => !named.includes(one));
		const spelt = named.length === 1 ? goals.spellings(named[0] as string).map((one) => [one]) : [named.toReversed()];
		const [first, ...more] = others.slice(0, mostOthers).map((one) => [one, ...named]);
		const behind = others.slice(0, 1).flatMap((one) => spelt.map((words) => [one, ...words]));
		const orders = [...(first === undefined ? [] : [first]), ...spelt, ...behind, ...more];
		yield {
			commands: orders.map((words) => argv({ ...command, operands: [...before, ...words] })),
			why: goals.why,
		};
	}
	yield {
		commands: inOtherWords(program, command).map((one) => argv({ program, ...one })),
		why: "the program takes them for the same",
	};
	for (const { words, why, one } of sameCommands(argv(command)))
		if (one || grantsTo(restriction.agent, words[0] as string, restriction.subject).length > 0)
			yield { commands: [words], why };
}

const mostOthers = 6;

/** What rules let the agent name in this place. */
function neighbours({ program }: PlainCommand, place: number, { agent, subject }: Restriction): readonly string[] {
	return grantsTo(agent, program, subject).flatMap(({ operands }) => {
		const one = operands[place];
		if (one?.kind === "glob" && /^\{[\w:,.-]+\}$/.test(one.text)) return one.text.slice(1, -1).split(",");
		return one?.kind === "literal" ? [one.text] : [];
	});
}

/** Where the pattern is a plain one: any words before the goal, and its other spellings. */
function fixFor(
	open: readonly OpenCommand[],
	{ program, operands }: PlainCommand,
	restriction: Restriction,
): { readonly title: string; readonly text: string; readonly edits?: Fix["edits"] } | undefined {
	const { stated, subject, setting } = restriction;
	const goals = goalsOf(program, operands);
	const at = (goals?.before ?? 0) + 1;
	const pattern = stated.statement.patterns.find(({ words }) => isWritten(words, [program, ...operands]));
	const goal = pattern?.words[at];
	if (goals === undefined || pattern === undefined || goal === undefined || operands.length !== at) return undefined;
	const spelt = [goal.text, ...goals.patterns(goal.text)].map((text) => ({
		...pattern,
		exactly: false,
		words: [...pattern.words.slice(0, at), wordLike(goal, "**"), wordLike(goal, text), ...pattern.words.slice(at + 1)],
	}));
	const patterns = stated.statement.patterns.flatMap((one) => (one === pattern ? spelt : [one]));
	const statement: RuleStatement = { ...stated.statement, patterns };
	const restricts = lowerVariant(statement, stated, subject)?.restricts;
	const closes = open.every(({ sample }) => restricts !== undefined && holdsFor(restricts, sample, setting) === "yes");
	if (!closes) return undefined;
	const text = spelt.map(patternText).join(", ");
	const edit = patternEdit(pattern, text, subject);
	return { title: `write \`${text}\``, text, ...(edit === undefined ? {} : { edits: [edit] }) };
}

function wordLike({ span }: PatternWord, text: string): PatternWord {
	return { kind: "plain", text, span };
}

function isWritten(words: readonly PatternWord[], argv: readonly string[]): boolean {
	const plain = words.filter(({ kind, text }) => kind !== "plain" || !text.startsWith("-"));
	return (
		plain.length === words.length &&
		plain.length === argv.length &&
		plain.every(({ text }, place) => text === argv[place])
	);
}

/** In YAML a pattern is a text of a list, which holds one alone. */
function patternEdit({ span }: Pattern, text: string, subject: ValidPolicyContext): Fix["edits"][number] | undefined {
	const isRules = subject.files.find(({ file }) => file === span.file)?.notation === "rules";
	return isRules ? { span, text } : undefined;
}

function nameOf(program: string): string {
	return program.slice(program.lastIndexOf("/") + 1);
}
