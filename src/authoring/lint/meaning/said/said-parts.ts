/** What rules say of themselves in words: their reasons and notes. */
import type { RuleStatement, Statement } from "../../../../language/syntax/statements.js";

/** The sentences of a text, and the parts of them that a semicolon or a colon sets apart. */
export function sentencesOf(text: string): readonly string[] {
	return text.split(/[.;!?](?=\s|$)|:\s|\s[–—]\s/).filter((one) => /\w/.test(one));
}

/** What stands in backquotes: commands, paths, names. */
export function quotedIn(text: string): readonly string[] {
	return [...text.matchAll(/`([^`]+)`/g)].map(([, said = ""]) => said);
}

/** The reasons and the notes of a rule, one behind the other. */
export function textsOf({ clauses }: RuleStatement): string {
	return clauses
		.flatMap((one) => (one.keyword === "because" || one.keyword === "note" ? [one.text.text] : []))
		.join(" ");
}

/** What is written right above a statement and behind it, without what stands above a blank line. */
export function commentOf({ comments }: Pick<Statement, "comments">): string {
	const before = comments?.before ?? [];
	const near = before.slice(before.lastIndexOf("") + 1);
	return [...near, comments?.after ?? ""]
		.filter((line) => !line.includes("lint-ignore"))
		.map((line) => line.replace(/^[#\s]+/, ""))
		.join(" ")
		.trim();
}

const hundred = new Map<string, number>(
	"one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
		.split(" ")
		.map((word, at) => [word, at + 1] as const),
);
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** What is written above the rule right before it, on the same program. */
export function commentOfNeighbour(statement: RuleStatement, siblings: readonly Statement[]): string {
	const before = siblings[siblings.indexOf(statement) - 1];
	const program = ({ patterns }: RuleStatement): string | undefined => patterns[0]?.words[0]?.text;
	return before?.kind === "rule" &&
		!(statement.comments?.before ?? []).includes("") &&
		program(before) === program(statement)
		? commentOf(before)
		: "";
}

/** A number in digits or in a word, as an expression has it. */
export const numberForm = String.raw`\d[\d,_]*(?:\.\d+)?|(?:${tens.join("|")})(?:[- ](?:${[...hundred.keys()].slice(0, 9).join("|")}))?|${[...hundred.keys()].toReversed().join("|")}|a hundred|a thousand|half an?|an?`;

/** `48`, `fifteen`, `thirty-two`, `a`. */
export function numberOf(text: string): number | undefined {
	const word = text.toLowerCase();
	if (/^\d/.test(word)) return Number(word.replaceAll(/[,_]/g, ""));
	if (word === "a" || word === "an") return 1;
	if (word.startsWith("half")) return 0.5;
	if (word === "a hundred") return 100;
	if (word === "a thousand") return 1000;
	const [first = "", second = ""] = word.split(/[- ]/);
	const ten = tens.indexOf(first);
	return ten >= 0 ? (ten + 2) * 10 + (hundred.get(second) ?? 0) : hundred.get(first);
}
