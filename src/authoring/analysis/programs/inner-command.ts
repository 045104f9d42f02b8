/** The command among the operands of a sample that its program runs: where it stands, and which other commands run the same there. */

import { programNamed } from "../../../engine/knowledge/lookup.js";
import type { Arguments, OperandSlot } from "../../../engine/request/arguments/arguments.js";
import { readArguments } from "../../../engine/request/arguments/read-arguments.js";
import type { Word } from "../../../engine/request/request.js";
import type { Test, WordPattern } from "../../../language/policy/test.js";
import { type AgentModel, decideWitness, subjectFor } from "../agent-model.js";
import { type Witness, witnessCommandLine } from "../witness.js";

export interface InnerCommand {
	/** The program that is run. */
	readonly name: string;
	/** The program lies where anybody may have put it: only what surely stands in that place is run. */
	readonly mayBe: boolean;
	/** Whatever runs this program in the same place, for certain. */
	readonly same: Test;
	/** Whatever runs any program there, but none of these. */
	readonly others: (names: readonly string[]) => Test;
	/** Whatever runs this program with the same first operands; absent where there are none, or options may stand between them. */
	readonly further?: { readonly words: readonly WordPattern[]; readonly same: Test };
}

/** The command that the sample runs; undefined where it runs none, or it can't be told by its operands. */
export function innerCommand(sample: Witness, setting: AgentModel): InnerCommand | undefined {
	const name = decideWitness(sample, setting).commands.find(({ via }) => via === 0)?.argv[0];
	if (name === undefined || name === null || name.includes("/")) return undefined;
	const { args } = subjectFor(sample, setting);
	const { operands, usage, style } = args.program === undefined ? readByName(sample) : args;
	// A line for a shell is more than one word.
	if (usage?.runs === undefined || usage.runs.joined) return undefined;
	const { skip, assignments } = usage.runs;
	const own = operands.filter(({ canonical }) => canonical === undefined);
	let at = skip;
	while (assignments && isAssignment(own[at])) at++;
	const slot = own[at];
	if (slot?.word.kind !== "known" || slot.word.text !== name) return undefined;
	const isStrange = args.program === undefined;
	const begun = operands.filter(({ canonical }) => canonical !== undefined);
	const leading: readonly WordPattern[] = [
		...begun.map(({ canonical = "", word: typed }) =>
			literal(isStrange && typed.kind === "known" ? typed.text : canonical),
		),
		...repeated({ kind: "any" }, skip),
		...repeated(assignment, at - skip),
	];
	const running = (...words: readonly WordPattern[]): Test => ({
		kind: "operands",
		words: [...leading, ...words],
		exactly: false,
	});
	// Behind the first operand all words are the inner command's, as they stand.
	const following = style === "posix" || style === "go" ? plainWords(own.slice(at + 1)).map(literal) : [];
	return {
		name,
		mayBe: isStrange,
		same: running(literal(name)),
		...(following.length === 0 ? {} : { further: { words: following, same: running(literal(name), ...following) } }),
		others: (names) => ({
			kind: "all",
			tests: [
				running({ kind: "any" }),
				...[...names.map(calledSo), ...(assignments ? [assignment] : [])].map(
					(word): Test => ({ kind: "not", test: running(word) }),
				),
			],
		}),
	};
}

/** A program that lies elsewhere may be what its name says, and run what that would. */
function readByName({ argv: [program = "", ...words] }: Witness): Arguments {
	const named = programNamed(program.slice(program.lastIndexOf("/") + 1));
	return readArguments(
		named,
		words.map((text) => ({ kind: "known", text })),
	);
}

/** The sample with another command in the place of the one that it runs: word by word, or as a line for a shell. */
export function withInner(outer: Witness, inner: Witness, setting: AgentModel): readonly Witness[] {
	const run = decideWitness(outer, setting).commands.find(({ via }) => via === 0);
	if (run === undefined) return [];
	const words = run.argv.slice(0, run.argv.includes(null) ? run.argv.indexOf(null) : undefined);
	const places = outer.argv.flatMap((_, at) =>
		at > 0 && words.every((word, index) => outer.argv[at + index] === word) ? [at] : [],
	);
	const ways = inner.redirects.length > 0 ? [[witnessCommandLine(inner)]] : [inner.argv, [witnessCommandLine(inner)]];
	return places
		.flatMap((at) =>
			ways.map(
				(way): Witness => ({
					...outer,
					...inner,
					argv: [...outer.argv.slice(0, at), ...way, ...outer.argv.slice(at + words.length)],
					redirects: outer.redirects,
					forced: outer.forced || inner.forced,
				}),
			),
		)
		.filter((one) => runs(one, inner.argv, setting));
}

function runs(sample: Witness, argv: readonly string[], setting: AgentModel): boolean {
	return decideWitness(sample, setting).commands.some(
		(one) => one.via === 0 && argv.every((word, index) => one.argv[index] === word),
	);
}

/** The words up to the first that some program may take for something else than an operand. */
function plainWords(slots: readonly OperandSlot[]): readonly string[] {
	const words: string[] = [];
	for (const { word } of slots) {
		if (word.kind !== "known" || !/^[\w./][^=]*$/.test(word.text)) break;
		words.push(word.text);
	}
	return words;
}

function isAssignment(slot: OperandSlot | undefined): boolean {
	const word: Word | undefined = slot?.word;
	return word?.kind === "known" && word.text.includes("=");
}

const assignment: WordPattern = { kind: "regex", text: "[^]*=[^]*" };

/** The program by its name, wherever it lies. */
function calledSo(name: string): WordPattern {
	return { kind: "regex", text: `([^]*\\/)?${name.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")}` };
}

function literal(text: string): WordPattern {
	return { kind: "literal", text };
}

function repeated(word: WordPattern, count: number): readonly WordPattern[] {
	return Array.from({ length: count }, () => word);
}
