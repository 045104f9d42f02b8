/**
 * The words of a program without facts: an option-like word may take the next word as its value, or not.
 */

import { whole } from "../../records/whole.js";
import type { Word } from "../request.js";
import type { Arguments, FoundOption, OperandSlot } from "./arguments.js";
import { mayBeginAsOption } from "./draft.js";

export function readStrange(args: readonly Word[]): Arguments {
	const options: FoundOption[] = [];
	const operands: OperandSlot[] = [];
	let open = false;
	let ended = false;
	// It may have been `--` that ended the options.
	let mayHaveEnded = false;
	let afterOption = false;
	let doubtful = false;
	const operand = (kind: OperandSlot["kind"], word: Word, index: number) =>
		operands.push(
			whole<OperandSlot>({
				kind,
				word,
				canonical: undefined,
				mayBe: undefined,
				doubtful: undefined,
				roles: ["both"],
				index,
			}),
		);
	args.forEach((word, index) => {
		if (word.kind !== "known") {
			if (
				!ended &&
				(word.kind === "unknown" ? mayBeginAsOption(word, false) : !word.plain && /^[*?[\-{\\]/.test(word.pattern))
			) {
				open = true;
				doubtful = true;
				mayHaveEnded = true;
			}
			const isOne = word.kind === "unknown" && word.words === "one";
			operand(isOne ? (ended ? "sure" : "maybe") : "many", word, index);
			afterOption = false;
			return;
		}
		if (!ended && word.text === "--") {
			// Behind an option, `--` may be that option's value.
			ended = !afterOption && !doubtful;
			if (!ended) {
				operand("maybe", word, index);
				mayHaveEnded = true;
				doubtful = true;
			}
			return;
		}
		if (!ended && word.text.length > 1 && word.text.startsWith("-")) {
			const equals = word.text.indexOf("=");
			options.push(
				whole<FoundOption>({
					fact: undefined,
					name: equals < 0 ? word.text : word.text.slice(0, equals),
					value: equals < 0 ? undefined : { kind: "known", text: word.text.slice(equals + 1) },
					role: undefined,
					sure: !afterOption && !doubtful,
					index,
				}),
			);
			if (mayHaveEnded) operand("maybe", word, index);
			afterOption = equals < 0;
			return;
		}
		operand(afterOption || doubtful ? "maybe" : "sure", word, index);
		afterOption = false;
	});
	return whole<Arguments>({
		program: undefined,
		subcommand: undefined,
		usage: undefined,
		usages: [],
		style: undefined,
		options,
		operands,
		open,
		strange: options.length > 0,
		strangeSubcommand: false,
		inner: [],
		folders: [],
		words: undefined,
		informs: false,
		input: undefined,
	});
}
