/**
 * What the verbs of a command say of it, where no table does: the powers `delete` and `secrets`, both in doubt. A program that no table knows runs code, so it may do
 * anything already; what its verb says is a reason to hold it back, and takes nothing from a grant.
 */
import {
	consoles,
	isDestroying,
	isDestroyingName,
	isDestroyingOption,
	isDestroyingQuery,
	isShowingOption,
	isShowingSecrets,
	isSlip,
	isTame,
} from "../knowledge/verbs.js";
import type { Arguments } from "../request/arguments.js";
import type { Command, Word } from "../request/request.js";
import { nameOfProgram } from "../request/shells.js";
import type { Use } from "./powers-used.js";

/** Verbs stand among so many first words: `hf repo delete`, `gcloud compute instances delete`. */
const mostPlaces = 4;

export function verbUses(command: Command, args: Arguments): readonly Use[] {
	const known = args.program;
	if (args.informs) return none;
	const isListed = args.options.every(({ fact }) => fact !== undefined);
	// Most commands: the table says it all.
	if (isListed && known !== undefined && !isJudged(args) && !consoles.has(known.name)) return none;
	const options = args.options.filter(({ fact }) => fact === undefined).map((option) => option.name);
	const shows: readonly Use[] = options.some(isShowingOption) ? [{ power: "secrets", sure: false }] : none;
	if (!isJudged(args))
		return known !== undefined && consoles.has(known.name) ? [...shows, ...queryUses([command.input])] : shows;
	const name = nameOfProgram(command);
	if (isTame(name) || (known === undefined && isSlip(name))) return none;
	const words = wordsOf(args);
	const uses: Use[] = [...shows];
	if (known === undefined) {
		const texts = [...args.operands.map(({ word }) => word), ...args.options.map(({ value }) => value), command.input];
		uses.push(...queryUses(texts));
	}
	if (words.some(isDestroying) || options.some(isDestroyingOption) || (known === undefined && isDestroyingName(name)))
		uses.push({ power: "delete", sure: false });
	if (isShowingSecrets(name, words)) uses.push({ power: "secrets", sure: false });
	return uses;
}

const none: readonly Use[] = [];

function queryUses(texts: readonly (Word | undefined)[]): readonly Use[] {
	return texts.some((word) => word?.kind === "known" && isDestroyingQuery(word.text))
		? [{ power: "delete", sure: false }]
		: none;
}

/** A program that no table knows, a subcommand that none lists, and a program whose table says that its words are verbs. */
function isJudged(args: Arguments): boolean {
	return args.program === undefined || args.strangeSubcommand || args.program.verbs === true;
}

/** The first words that may be verbs. A path, a number or a sentence is none, and no verb follows it. */
function wordsOf({ operands }: Arguments): readonly string[] {
	const words: string[] = [];
	for (const { word } of operands) {
		if (words.length === mostPlaces || word.kind !== "known" || !/^[A-Za-z][\w:.-]*$/.test(word.text)) break;
		words.push(word.text);
	}
	return words;
}
