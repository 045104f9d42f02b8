/** A grant whose pattern asks for a rehearsal, and a text that says that it is done: `black --check note "Puts the files in order."` */
import { isRehearsal } from "../../../../engine/knowledge/options/option-meanings.js";
import { verbs } from "../../../../engine/knowledge/vocabulary/verbs.js";
import type { RuleStatement } from "../../../../language/syntax/statements.js";
import type { SaidOtherwise } from "./otherwise.js";

export function reallyDone(text: string, statement: RuleStatement): SaidOtherwise | undefined {
	const { keyword, patterns } = statement;
	const kept = inPlaceWithout(text, statement);
	if (kept !== undefined) return kept;
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

/** `allow clang-format without -i note "Formats sources in place."` */
function inPlaceWithout(text: string, { keyword, clauses }: RuleStatement): SaidOtherwise | undefined {
	const option = clauses
		.flatMap((one) => (one.keyword === "without" ? one.options.flat().map((word) => word.text) : []))
		.find((one) => /^(?:-i|-w|--(?:in-?place|write|fix|apply|overwrite))$/.test(one));
	const said =
		/\b(?:in place|in their place|(?:re)?formats (?:the |our |all )?(?:files|sources|code)|rewrites|writes (?:it|them) back|fixes)\b/i.exec(
			text,
		)?.[0];
	return keyword === "allow" &&
		option !== undefined &&
		said !== undefined &&
		!/\b(?:not|never|nothing|n't|no)\b/i.test(text)
		? {
				said,
				rule: `the rule grants all but \`${option}\`: what just that asks for`,
				help: `name \`${option}\` in the pattern, and not behind \`without\``,
			}
		: undefined;
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
