/** What comes out when another program's rules are read as a policy of ours. */
import { contextualKeywords, reservedInPatterns, statementKeywords } from "../../../grammar/keywords.js";
import { type ClauseKeyword, clauseKeywords } from "../../language/policy/clauses.js";
import type { Governed } from "../../language/policy/hands.js";
import { clauseItems, nameText, patternText } from "../../language/syntax/dsl/part-text.js";
import { readDsl } from "../../language/syntax/dsl/read-dsl.js";
import { readPatterns } from "../../language/syntax/dsl/read-part.js";
import { type Clause, isSetting, type Statement } from "../../language/syntax/statements.js";
import { quote } from "../../language/syntax/texts.js";
import { withListedOptions, withoutSlips } from "../analysis/edits/made-patterns.js";

/** Something that is not as it was. `left-out`: nothing of it came over. */
export interface Remark {
	readonly verdict: "left-out" | "looser" | "tighter";
	/** Where it stands, as `file:12` or `permissions.allow[3]`, and what stands there. */
	readonly place: string;
	readonly source: string;
	readonly message: string;
	/** Where in the text it begins, where the reader knows it. */
	readonly at?: number;
}

export interface Imported {
	/** A policy in `.rules`. */
	readonly policy: string;
	readonly remarks: readonly Remark[];
	/** Which of a harness's kinds of file it was taken for, where there are several. */
	readonly readAs?: string;
}

/** Nothing can be said for the file as a whole. */
export interface ImportFault {
	readonly at: number;
	readonly message: string;
}

/** A rule of the policy. `patterns` and `except`: as they are written there. */
export interface ImportedRule {
	readonly kind: "allow" | "ask" | "deny" | "constrain";
	readonly patterns: readonly string[];
	readonly except?: readonly string[];
	readonly granting?: "everything";
	readonly because?: string;
	/** Paths and powers, as they are written. */
	readonly within?: readonly string[];
	readonly touching?: readonly string[];
	readonly using?: readonly string[];
	/** Of `constrain`: all that may be written. */
	readonly to?: readonly string[];
	/** It speaks of calls of tools; all others speak of the shell alone. */
	readonly isCall?: true;
}

/** An agent of the policy, with what holds where none of its rules does. */
export interface ImportedAgent {
	readonly name: string;
	readonly fallback: "ask" | "deny";
	readonly rules: readonly ImportedRule[];
	/** The hands that its rules decide, besides the shell. */
	readonly govern?: readonly Governed[];
}

/** A policy with one agent. `origin`: what it was read from. */
export function importedPolicy(
	origin: string,
	fallback: "ask" | "deny",
	rules: readonly ImportedRule[],
	remarks: readonly Remark[],
	govern: readonly Governed[] = [],
): Imported | ImportFault {
	return importedAgents(origin, [{ name: "default", fallback, rules, govern }], remarks);
}

/**
 * A policy whose agents have nothing of each other. It is read again before anybody sees it: where another rule came of a word than was meant, or another number of rules,
 * there is no policy. A denial that falls apart into two rules would be a grant.
 */
export function importedAgents(
	origin: string,
	imported: readonly ImportedAgent[],
	told: readonly Remark[],
): Imported | ImportFault {
	const remarks = [...told];
	const agents = imported.map((agent) => ({
		...agent,
		rules: agent.rules.flatMap((rule) => saidPlainly(ofShellAlone(rule, agent.govern ?? []), remarks)),
	}));
	const texts = agents.map(
		({ name, fallback, rules, govern = [] }) => `agent ${nameText(name)} {
	default ${fallback}
	syntax pipes, sequences
${govern.length === 0 ? "" : `\tgovern ${govern.join(", ")}\n`}${rules.map((rule) => `\t${lineOf(rule)}\n`).join("")}}
`,
	);
	const policy = `# Read from ${origin.replaceAll(/[\s\p{Cc}]+/gu, " ")} by \`rules import\`.\n${texts.join("\n")}`;
	const misread = misreadRule(policy, agents);
	if (misread === undefined) return { policy, remarks };
	return { at: 0, message: `no policy says the same: \`${misread}\` would be read as something else` };
}

/** The same without the calls that a name with a star, or a regular expression, would stand for as well. */
function ofShellAlone(rule: ImportedRule, govern: readonly Governed[]): ImportedRule {
	const isOpen = rule.patterns.some((pattern) => /^(?:exactly )?(?:\S*\*|\/)/.test(pattern));
	if (rule.isCall === true || !isOpen) return rule;
	const calls = Object.entries(handGlobs).flatMap(([hand, glob]) => (govern.includes(hand as Governed) ? [glob] : []));
	return calls.length === 0 ? rule : { ...rule, except: [...(rule.except ?? []), ...calls] };
}
const handGlobs = { files: "file.*", web: "web.*", agents: "agent.*", mcp: "mcp.*" } as const;

/** A rule with quotes around the words that are none of ours, and without patterns that nothing would fit. */
function saidPlainly(rule: ImportedRule, remarks: Remark[]): readonly ImportedRule[] {
	const patterns = rule.patterns.flatMap((text) => {
		const plain = plainPattern(text, rule.kind === "deny" || rule.kind === "constrain");
		const source = `${rule.kind} ${text}`;
		if (plain === undefined)
			remarks.push({
				verdict: "left-out",
				place: "the whole",
				source,
				message: "no pattern says it: an option is none of the program's, or belongs to a command that it runs",
			});
		else if (plain.isCut)
			remarks.push({
				verdict: "tighter",
				place: "the whole",
				source,
				message: "an option is none of the program's, or belongs to a command that it runs: the pattern ends before it",
			});
		return plain === undefined ? [] : [plain.text];
	});
	const except = rule.except?.flatMap((text) => plainPattern(text, rule.kind !== "deny")?.text ?? []);
	return patterns.length === 0
		? []
		: [{ ...rule, patterns, ...(except === undefined || except.length === 0 ? {} : { except }) }];
}

/** The pattern as every policy reads it; one that can't be read stays as it is, and is told later. `cut`: it may stand for more. */
function plainPattern(text: string, cut: boolean): { readonly text: string; readonly isCut: boolean } | undefined {
	const { value, diagnostics } = readPatterns("", text, 0);
	const [only, ...more] = value;
	if (only === undefined || more.length > 0 || diagnostics.length > 0) return { text, isCut: false };
	const plain = withoutSlips(only);
	for (let end = plain.words.length; end > 0; end--) {
		const isCut = end < plain.words.length;
		const listed = withListedOptions(isCut ? { ...plain, exactly: false, words: plain.words.slice(0, end) } : plain);
		if (listed !== undefined) return { text: patternText(listed), isCut };
		if (!cut) return undefined;
	}
	return undefined;
}

/** The first line that does not say what was meant by it. */
function misreadRule(policy: string, agents: readonly ImportedAgent[]): string | undefined {
	const { value, diagnostics } = readDsl("policy.rules", policy);
	const isWhole = diagnostics.every(({ severity }) => severity !== "error");
	for (const [at, { name, fallback, rules, govern = [] }] of agents.entries()) {
		const found = value.statements[at];
		const [byDefault, syntax, ...body] = found?.kind === "agent" && found.name.text === name ? found.body : [];
		if (byDefault === undefined || !isSetting(byDefault, "default") || byDefault.word.text !== fallback)
			return `default ${fallback}`;
		if (syntax === undefined || !isSetting(syntax, "syntax")) return "syntax";
		const [governed, ...others] = body;
		if (govern.length > 0 && (governed === undefined || !isSetting(governed, "govern"))) return "govern";
		const read = govern.length > 0 ? others : body;
		const wrong = rules.find((rule, place) => saidBy(read[place]) !== JSON.stringify(partsOf(rule)));
		if (wrong !== undefined) return lineOf(wrong);
		if (read.length > rules.length) return `agent ${name}`;
	}
	return isWhole && value.statements.length === agents.length ? undefined : `agent ${agents.at(-1)?.name}`;
}

/** What a rule says, part by part: a list that came apart in another way is another rule, though its text is the same. */
function partsOf({ kind, patterns, except = [], granting, because, to, ...rest }: ImportedRule): readonly unknown[] {
	return [
		[kind, patterns],
		...(to === undefined ? [] : [["to", to]]),
		...(except.length === 0 ? [] : [["except", except]]),
		...listed.flatMap((clause) => (rest[clause] === undefined ? [] : [[clause, rest[clause]]])),
		...(granting === undefined ? [] : [["granting", [granting]]]),
		...(because === undefined ? [] : [["because", [because]]]),
	];
}

/** The same of a statement that was read; nothing of one that this file does not write. */
function saidBy(statement: Statement | undefined): string | undefined {
	if (statement?.kind !== "rule" || statement.locked || statement.override) return undefined;
	if (statement.access !== (statement.keyword === "constrain" ? "writes" : undefined)) return undefined;
	return JSON.stringify([
		[statement.keyword, statement.patterns.map(patternText)],
		...statement.clauses.map((clause) => [clause.keyword, itemsOf(clause)]),
	]);
}

function itemsOf(clause: Clause): readonly string[] | undefined {
	if (!written.has(clause.keyword)) return undefined;
	return clause.form === "text" ? [clause.text.text] : clauseItems(clause);
}

/** The clauses of what is imported. */
const listed = ["using", "within", "touching"] as const;
const written: ReadonlySet<ClauseKeyword> = new Set<ClauseKeyword>(["to", "except", ...listed, "granting", "because"]);

function lineOf({ kind, patterns, except = [], granting, because, to, ...rest }: ImportedRule): string {
	return [
		`${kind}${kind === "constrain" ? " writes of" : ""} ${patterns.join(", ")}`,
		...(to === undefined ? [] : [`to ${to.join(", ")}`]),
		...(except.length === 0 ? [] : [`except ${except.join(", ")}`]),
		...listed.flatMap((clause) => (rest[clause] === undefined ? [] : [`${clause} ${rest[clause].join(", ")}`])),
		...(granting === undefined ? [] : [`granting ${granting}`]),
		...(because === undefined ? [] : [`because ${quote(because)}`]),
	].join(" ");
}

/** What is told of every policy that allows programs by their names. */
export function pathRemarks(rules: readonly ImportedRule[]): readonly Remark[] {
	if (!rules.some(({ kind, isCall }) => kind === "allow" && isCall !== true)) return [];
	const message =
		"a program that is allowed may be called by its path in the trusted folders (`/usr/bin`, `/bin`) as well";
	return [{ verdict: "looser", place: "the whole", source: "", message }];
}

/** A word that stands for itself alone. Every word of the language is quoted, also where it would be none. */
export function literalWord(word: string): string {
	return plainWord.test(word) && !reservedInPatterns(word) && !keywords.has(word) ? word : quote(word);
}
const plainWord = /^-{0,2}[A-Za-z0-9][A-Za-z0-9_.-]*$/;
const keywords: ReadonlySet<string> = new Set([
	...Object.values(statementKeywords).flat(),
	...clauseKeywords,
	...contextualKeywords,
]);

/**
 * The words of a pattern that stands for at least the commands that begin with these words, or for nothing else: a word behind an option may be the option's value, which in
 * a pattern it would not be. A restriction is cut off there, and stands for more; a grant has no pattern then.
 */
export function wordsFor(kind: "allow" | "ask" | "deny", words: readonly string[]): readonly string[] | undefined {
	const option = words.findIndex((word) => word.startsWith("-"));
	if (option < 0) return words;
	const rest = words.slice(option);
	const isPlain = !rest.includes("--") && !rest.includes("-") && rest.every((word) => word.startsWith("-"));
	if (kind === "allow") return isPlain ? words : undefined;
	// An option, too, may be the value of the one before it, unless that has its value with it.
	const end = words.findIndex(
		(word, at) => at > option && (!word.startsWith("-") || !(words[at - 1] as string).includes("=")),
	);
	if (isPlain && end < 0) return words;
	const kept = words.slice(0, end < 0 ? words.length : end);
	const dashes = kept.findIndex((word) => word === "--" || word === "-");
	return dashes < 0 ? kept : kept.slice(0, dashes);
}

/** A program that a pattern can begin with. */
export function isProgramWord(word: string): boolean {
	return word !== "" && !word.startsWith("-") && !/[\s\p{Cc}]/u.test(word);
}
