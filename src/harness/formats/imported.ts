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

/** A rule of the policy. `patterns` and `except`: as they are written there. */
export interface ImportedRule {
	readonly kind: "allow" | "ask" | "deny";
	readonly patterns: readonly string[];
	readonly except?: readonly string[];
	readonly granting?: "everything";
	readonly because?: string;
}

/** An agent of the policy, with what holds where none of its rules does. */
export interface ImportedAgent {
	readonly name: string;
	readonly fallback: "ask" | "deny";
	readonly rules: readonly ImportedRule[];
}

/** The text of a policy with one agent. `origin`: what it was read from. */
export function importedPolicy(origin: string, fallback: "ask" | "deny", rules: readonly ImportedRule[]): string {
	return importedAgents(origin, [{ name: "default", fallback, rules }]);
}

/** The text of a policy whose agents have nothing of each other. */
export function importedAgents(origin: string, agents: readonly ImportedAgent[]): string {
	const texts = agents.map(
		({ name, fallback, rules }) => `agent ${name} {
	default ${fallback}
	syntax pipes, sequences
${rules.map((rule) => `\t${lineOf(rule)}\n`).join("")}}
`,
	);
	return `# Read from ${origin.replaceAll(/\s+/g, " ")} by \`rules import\`.\n${texts.join("\n")}`;
}

function lineOf({ kind, patterns, except = [], granting, because }: ImportedRule): string {
	return [
		`${kind} ${patterns.join(", ")}`,
		...(except.length === 0 ? [] : [`except ${except.join(", ")}`]),
		...(granting === undefined ? [] : [`granting ${granting}`]),
		...(because === undefined ? [] : [`because ${quote(because)}`]),
	].join(" ");
}

/** What is told of every policy that allows programs by their names. */
export function pathRemarks(rules: readonly ImportedRule[]): readonly Remark[] {
	if (!rules.some(({ kind }) => kind === "allow")) return [];
	const message =
		"a program that is allowed may be called by its path in the trusted folders (`/usr/bin`, `/bin`) as well";
	return [{ verdict: "looser", place: "the whole", source: "", message }];
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
