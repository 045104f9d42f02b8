/** What comes out when another program's rules are read as a policy of ours. */
import { quote } from "../../syntax/texts.js";

/** Something that is not as it was. `left-out`: nothing of it came over. */
export interface Remark {
	readonly verdict: "left-out" | "looser" | "tighter";
	/** Where it stands, as `file:12` or `permissions.allow[3]`, and what stands there. */
	readonly place: string;
	readonly source: string;
	readonly message: string;
}

export interface Imported {
	/** A policy in `.rules`. */
	readonly policy: string;
	readonly remarks: readonly Remark[];
}

/** Nothing can be said for the file as a whole. */
export interface ImportFault {
	readonly at: number;
	readonly message: string;
}

/** A rule of the policy. `patterns`: as they are written there. */
export interface ImportedRule {
	readonly kind: "allow" | "ask" | "deny";
	readonly patterns: readonly string[];
	readonly granting?: "everything";
	readonly because?: string;
}

/** The text of a policy with one agent. `origin`: what it was read from. */
export function importedPolicy(
	origin: string,
	fallback: "ask" | "deny",
	rules: readonly ImportedRule[],
	expectations: readonly string[] = [],
): string {
	const lines = rules.map(
		({ kind, patterns, granting, because }) =>
			`\t${kind} ${patterns.join(", ")}${granting === undefined ? "" : ` granting ${granting}`}${because === undefined ? "" : ` because ${quote(because)}`}`,
	);
	return `# Read from ${origin.replaceAll(/\s+/g, " ")} by \`rules import\`.
agent default {
	default ${fallback}
	syntax pipes, sequences
${[...lines, ...expectations.map((one) => `\t${one}`)].map((line) => `${line}\n`).join("")}}
`;
}

/** A word that stands for itself alone. */
export function literalWord(word: string): string {
	return plainWord.test(word) && !clauseWords.has(word) ? word : quote(word);
}
const plainWord = /^-{0,2}[A-Za-z0-9][A-Za-z0-9_.-]*$/;
const clauseWords = new Set(
	"with without only within touching granting using except use because note id exactly to reads writes of override locked".split(
		" ",
	),
);

/**
 * The words of a pattern that stands for at least the commands that begin with these words, or for nothing else: a word behind an option may be the option's value, which in
 * a pattern it would not be. A restriction is cut off there, and stands for more; a grant has no pattern then.
 */
export function wordsFor(kind: "allow" | "ask" | "deny", words: readonly string[]): readonly string[] | undefined {
	const option = words.findIndex((word) => word.startsWith("-"));
	if (option < 0) return words;
	const rest = words.slice(option);
	if (!rest.includes("--") && !rest.includes("-") && rest.every((word) => word.startsWith("-"))) return words;
	if (kind === "allow") return undefined;
	const end = words.findIndex((word, at) => at > option && !word.startsWith("-"));
	const kept = words.slice(0, end < 0 ? words.length : end);
	const dashes = kept.findIndex((word) => word === "--" || word === "-");
	return dashes < 0 ? kept : kept.slice(0, dashes);
}

/** A program that a pattern can begin with. */
export function isProgramWord(word: string): boolean {
	return word !== "" && !word.startsWith("-") && !/[\s\p{Cc}]/u.test(word);
}
