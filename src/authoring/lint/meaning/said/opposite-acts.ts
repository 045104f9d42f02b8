/** A text that speaks of one of two opposite acts, on a rule whose command names the other: `gpg --detach-sign note "Checks signatures."` */
import type { RuleStatement } from "../../../../language/syntax/statements.js";
import type { SaidOtherwise } from "./otherwise.js";

/** An act: its forms in a sentence, and its words in a command. */
interface OppositeAct {
	/** `signs`, `sign`, `signing` */
	readonly does: string;
	/** `is signed` */
	readonly done: string;
	readonly words: readonly string[];
}

/** What the text says is done, where the command names the opposite alone. */
export function oppositeAct(text: string, { keyword, patterns, clauses }: RuleStatement): SaidOtherwise | undefined {
	if (keyword === "constrain" || keyword === "nudge" || isAdvice.test(text)) return undefined;
	const commands = patterns.map(({ words }) => new Set(words.slice(1).flatMap(({ text: word }) => partsOf(word))));
	const options = clauses.flatMap((one) =>
		one.keyword === "with" ? one.options.flat().flatMap((word) => partsOf(word.text)) : [],
	);
	for (const pair of pairs)
		for (const [said, meant] of [pair, [pair[1], pair[0]]] as const) {
			const isNamed = (act: OppositeAct): boolean =>
				act.words.some((word) => options.includes(word) || commands.some((one) => one.has(word)));
			// What is named is soon found; an expression takes longer to make.
			if (!isNamed(meant) || isNamed(said)) continue;
			const found = saidIn(text, said, keyword === "deny");
			if (found === undefined) continue;
			if (new RegExp(`\\b(?:${meant.does}|${meant.done})\\b`, "i").test(text)) continue;
			const command = patterns.find(({ words }) =>
				words.slice(1).some(({ text: word }) => partsOf(word).some((part) => meant.words.includes(part))),
			);
			return {
				said: found,
				rule: `the rule speaks of ${command === undefined ? "the opposite" : `\`${command.words.map((word) => word.text).join(" ")}\``}`,
				help: "name the command that the text speaks of, or say in the text what the rule does",
			};
		}
	return undefined;
}

/** A denial says of the act that nobody does it; elsewhere it is what the text begins with, or what is done to something. */
function saidIn(text: string, { does, done }: OppositeAct, isDenial: boolean): string | undefined {
	const form = isDenial
		? `\\b(?:nobody|no one|no agents?|agents? (?:never|do not|don't|must not|may not)|never|nothing|none)(?: (?!but\\b|that\\b|who\\b|what\\b|which\\b)[\\w-]+){0,3} (?:${does}|${done})\\b`
		: `^(?:(?:only|just|it|this|that|an?|the|agents?|they|we|to|for) )*(?:${does})\\b|^[^.;:]*?\\b(?:is|are|gets?|be) (?:only |always |also )?(?:${done})\\b`;
	const found = new RegExp(form, "i").exec(text);
	if (found === null || (!isDenial && negated.test(found[0]))) return undefined;
	return found[0];
}

const negated =
	/\b(?:not|never|no|nothing|nobody|none|without|n't|before|after|until|when|if|once|what|that|which|who)\b/i;
/** The other act may be what is to be done in its place, or before. */
const isAdvice = /\b(?:instead|rather|use|try|first|before|after|until|unless|once|either|both|or)\b/i;

function partsOf(word: string): readonly string[] {
	return word
		.replace(/=.*/s, "")
		.replaceAll(/([a-z])([A-Z])/g, "$1-$2")
		.toLowerCase()
		.split(/[^a-z]+/);
}

const act = (does: string, done: string, words: string): OppositeAct => ({ does, done, words: words.split(" ") });

/** Forms of a verb that ends in a consonant: `uploads`, `uploaded`. */
function regular(verb: string, words = verb): OppositeAct {
	const stem = verb.replace(/e$/, "");
	const end = verb.endsWith("e") ? "e" : "";
	return act(`${stem}(?:${end}|${end}s|es|ing)`, `${stem}(?:ed)`, words);
}

const pairs: readonly (readonly [OppositeAct, OppositeAct])[] = [
	[
		act("sign(?:s|ing)?", "signed", "sign clearsign signing"),
		act(
			"verif(?:y|ies|ying)|(?:check(?:s|ing)?|validat(?:es?|ing)) (?:the |all |our |whose |whether )?(?:\\w+ )?signatures?",
			"verified",
			"verify verification verifying",
		),
	],
	[regular("encrypt"), regular("decrypt")],
	[regular("import"), regular("export")],
	[regular("upload"), regular("download")],
	[regular("push"), regular("pull")],
	[act("start(?:s|ing)?", "started", "start"), act("stop(?:s|ping)?", "stopped", "stop")],
	[regular("enable"), regular("disable")],
	[regular("install"), act("uninstall(?:s|ing)?", "uninstalled", "uninstall")],
	[regular("mount"), act("unmount(?:s|ing)?", "unmounted", "umount unmount")],
	[regular("attach"), regular("detach")],
	[regular("lock"), regular("unlock")],
	[act("back(?:s|ing)? up|backups?", "backed up", "backup dump"), regular("restore")],
	[
		regular("compress"),
		act("decompress(?:es|ing)?|unpack(?:s|ing)?", "decompressed|unpacked", "decompress unpack extract"),
	],
	[regular("connect"), regular("disconnect")],
	[act("grant(?:s|ing)?", "granted", "grant"), regular("revoke")],
	[regular("cordon"), regular("uncordon")],
	[regular("subscribe"), regular("unsubscribe")],
	[regular("suspend"), regular("resume")],
	[regular("freeze"), act("unfreez(?:e|es|ing)|thaw(?:s|ing)?", "unfrozen|thawed", "unfreeze thaw")],
	[
		act("creat(?:e|es|ing)", "created", "create"),
		act("delet(?:e|es|ing)|destroy(?:s|ing)?", "deleted|destroyed", "delete destroy drop"),
	],
	[act("add(?:s|ing)?", "added", "add"), act("remov(?:e|es|ing)", "removed", "remove")],
	[act("open(?:s|ing)?", "opened", "open reopen"), act("clos(?:e|es|ing)", "closed", "close")],
	[act("encod(?:e|es|ing)", "encoded", "encode"), act("decod(?:e|es|ing)", "decoded", "decode")],
	[act("approv(?:e|es|ing)", "approved", "approve"), act("reject(?:s|ing)?", "rejected", "reject")],
	[act("publish(?:es|ing)?", "published", "publish"), act("unpublish(?:es|ing)?", "unpublished", "unpublish")],
	[act("assign(?:s|ing)?", "assigned", "assign"), act("unassign(?:s|ing)?", "unassigned", "unassign")],
	[act("promot(?:e|es|ing)", "promoted", "promote"), act("demot(?:e|es|ing)", "demoted", "demote")],
	[act("log(?:s|ging)? in", "logged in", "login signin"), act("log(?:s|ging)? out", "logged out", "logout signout")],
];
