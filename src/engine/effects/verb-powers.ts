/**
 * What the verbs of a command say of it, where no table does: the powers `delete`, `secrets` and `write`, all in doubt. A program that no table knows runs code, so it may do
 * anything already; what its verb says is a reason to hold it back, and takes nothing from a grant.
 */
import { mayNameSecret } from "../knowledge/secrets/secrets.js";
import {
	consoles,
	isDestroying,
	isDestroyingName,
	isDestroyingOption,
	isDestroyingQuery,
	isOutputOption,
	isSaving,
	isShowingOption,
	isShowingSecrets,
	isSlip,
	isTame,
	printers,
} from "../knowledge/vocabulary/verbs.js";
import type { Arguments } from "../request/arguments/arguments.js";
import type { Command, Word } from "../request/request.js";
import { nameOfProgram } from "../request/shells.js";
import { powerUse, type Use } from "./powers-used.js";

/** Verbs stand among so many first words: `hf repo delete`, `gcloud compute instances delete`. */
const mostPlaces = 4;

export function verbUses(command: Command, args: Arguments): readonly Use[] {
	const known = args.program;
	if (args.informs) return none;
	const isListed = args.options.every(({ fact }) => fact !== undefined);
	// Most commands: the table says it all.
	const saysAll = isListed && known !== undefined && !isJudged(args) && !consoles.has(known.name);
	if (saysAll && !printsSecret(command)) return none;
	const options = args.options.filter(({ fact }) => fact === undefined).map((option) => option.name);
	const shows: readonly Use[] =
		options.some(isShowingOption) || printsSecret(command) ? [powerUse("secrets", false)] : none;
	if (!isJudged(args))
		return known !== undefined && consoles.has(known.name) ? [...shows, ...queryUses(toldTo(command, args))] : shows;
	const name = nameOfProgram(command);
	if (isTame(name) || (known === undefined && isSlip(name))) return none;
	const words = wordsOf(args);
	const uses: Use[] = [...shows];
	if (known === undefined) {
		const texts = [...args.operands.map(({ word }) => word), ...args.options.map(({ value }) => value), command.input];
		uses.push(...queryUses(texts));
	}
	if (words.some(isDestroying) || options.some(isDestroyingOption) || (known === undefined && isDestroyingName(name)))
		uses.push(powerUse("delete", false));
	if (isShowingSecrets(name, words)) uses.push(powerUse("secrets", false));
	if (words.some(isSaving) || options.some(isOutputOption)) uses.push(powerUse("write", false));
	return uses;
}

/** `echo "$API_KEY"`: words are shown, and one of them holds what a variable does that is called as secrets are. */
function printsSecret(command: Command): boolean {
	return (
		printers.has(nameOfProgram(command)) &&
		command.args.some(
			(word) =>
				word.kind === "unknown" &&
				[...word.source.matchAll(/\$\{?!?([A-Za-z_]\w*)/g)].some(([, name]) => mayNameSecret(name ?? "")),
		)
	);
}

/** What a console is told: its words, its input, and the words of whoever writes that. */
function toldTo({ input, from }: Command, args: Arguments): readonly (Word | undefined)[] {
	const line = from?.args.map((word) => (word.kind === "known" ? word.text : "")).join(" ");
	return [
		...args.operands.map(({ word }) => word),
		...args.options.map(({ value }) => value),
		input,
		...(line === undefined ? [] : [{ kind: "known", text: line } as const]),
	];
}

const none: readonly Use[] = [];

function queryUses(texts: readonly (Word | undefined)[]): readonly Use[] {
	return texts.some((word) => word?.kind === "known" && isDestroyingQuery(word.text))
		? [powerUse("delete", false)]
		: none;
}

/** A program that no table knows, a subcommand that none lists, and a program whose table says that its words are verbs. */
function isJudged(args: Arguments): boolean {
	return args.program === undefined || args.strangeSubcommand || args.program.verbs === true;
}

/** `secrets/name` as `secrets`. */
const leadingWord = (text: string): string =>
	text.startsWith("secret") ? text.replace(/^(secrets?)\/.*$/s, "$1") : text;

/** The first words that may be verbs. A path, a number or a sentence is none, and no verb follows it. */
function wordsOf({ operands }: Arguments): readonly string[] {
	const words: string[] = [];
	for (const { word } of operands) {
		// `secret/NAME` is a kind with a name.
		const text = word.kind === "known" ? leadingWord(word.text) : "";
		if (words.length === mostPlaces || !/^[A-Za-z][\w:.-]*$/.test(text)) break;
		words.push(text);
	}
	return words;
}
