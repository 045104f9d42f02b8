/** A grant whose pattern asks for a rehearsal, and a text that says that it is done: `black --check note "Puts the files in order."` */
import { isRehearsal } from "../../../../engine/knowledge/options/option-meanings.js";
import { verbs } from "../../../../engine/knowledge/vocabulary/verbs.js";
import type { RuleStatement } from "../../../../language/syntax/statements.js";
import type { SaidOtherwise } from "../said-otherwise.js";

export function reallyDone(text: string, { keyword, patterns }: RuleStatement): SaidOtherwise | undefined {
	if (keyword !== "allow" || modest.test(text)) return undefined;
	const options = patterns.map(({ words }) =>
		words.slice(1).find(({ kind, text: word }) => (kind === "plain" || kind === "quoted") && isRehearsal(word)),
	);
	const [option] = options;
	if (option === undefined || options.includes(undefined)) return undefined;
	const said =
		doing.exec(text)?.[0] ??
		/\bputs? (?:the |all |our |its )?[\w ]{0,20}(?:in order|right|straight|into (?:shape|place))\b/i.exec(text)?.[0];
	return said === undefined
		? undefined
		: {
				said,
				rule: `\`${option.text}\` only looks: nothing of that is done`,
				help: `take \`${option.text}\` out of the pattern, or say in the text that it only looks`,
			};
}

/** What is told of a rehearsal. */
const modest =
	/\b(?:would|only|just|merely|checks?|checked|checking|rehears\w*|previews?|shows?|tells?|lists?|sees?|looks?|dry|reports?|whether|if|plans?|plann\w+|simulat\w+|pretend\w*|nothing|not|never|without|what|estimates?|finds?|compares?|diffs?|tests?)\b/i;

const acts = [
	...verbs.changing,
	...verbs.destroying,
	"format",
	"fix",
	"write",
	"rewrite",
	"reorder",
	"tidy",
	"repair",
	"convert",
	"migrate",
	"generate",
	"reformat",
	"correct",
	"sort",
	"merge",
	"release",
]
	.filter(
		(verb) => /^[a-z]{3,}$/.test(verb) && !/^(?:run|call|set|tag|down|start|execute|invoke|configure)$/.test(verb),
	)
	.map((verb) => verb.replace(/e$/, "").replace(/y$/, "(?:y|i)"));

/** `Formats the code.`, `Agents apply …`, `the files are formatted`. */
const doing = new RegExp(
	`^(?:(?:it|this|agents?|they|we|the \\w+|\`[^\`]+\`) )*(?:${acts.join("|")})(?:e|es|s)?\\b|\\b(?:is|are|gets?) (?:${acts.join("|")})(?:e?d|ted|ped|ged)\\b`,
	"i",
);
