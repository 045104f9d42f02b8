/**
 * What is left out of a broken policy may be what a finding misses: the use of a set, the rule that an expectation speaks of. Of what is left out the text is known,
 * and so most findings can be told to stand whatever it was meant to say.
 */
import { syntaxFeatures } from "../../../engine/request/request.js";
import type { Diagnostic } from "../../../language/diagnostic/diagnostic.js";
import { nearest } from "../../../language/diagnostic/suggest.js";
import { kinds } from "../../../language/policy/kinds.js";
import { type SettingKeyword, settingKeywords, settingsOf } from "../../../language/policy/settings.js";
import { ruleKeywords } from "../../../language/policy/terms.js";
import type { SourceFile } from "../../../language/source/source-file.js";
import type { Span } from "../../../language/source/span.js";
import { meantClauses } from "../../../language/syntax/clause-words.js";
import { foreignParts } from "../../../language/syntax/foreign.js";
import type { AgentStatement, GroupStatement, PolicyFile, Statement } from "../../../language/syntax/statements.js";
import type { UndoneBy } from "../lint-record.js";
import { maySpeakOf, patternsOf } from "./left-out-patterns.js";
import { widestReader } from "./widest-reading.js";

/** Says of a finding whether something that is left out may concern it. `errors`: what points at it. */
export function concernedBy(
	files: readonly PolicyFile[],
	sources: ReadonlyMap<string, SourceFile>,
	left: ReadonlySet<string>,
	errors: readonly Span[],
): (finding: Diagnostic, undoneBy?: UndoneBy) => boolean {
	const statements = files.flatMap(({ statements: all }) => inside(all));
	const out = statements.filter(({ span }) => left.has(`${span.file}\0${span.start}`));
	// An error in what is left out points at nothing besides.
	const apart = errors.filter((error) => !out.some(({ span }) => holds(span, error)));
	const places = [...out.map(({ span }) => span), ...apart];
	const sets = statements.filter((one) => one.kind === "set");
	const names = sets.map(({ name }) => name.text);
	const isNamed = (name: string): boolean =>
		[...sources.values()].some(({ text }) => new RegExp(`@${name.replace(/[^\w]/g, "\\$&")}(?![w-])`).test(text));
	/** A set that lacks an element may be meant by any rule that names it. One that is left out takes those rules with it, unless they mean another file's. */
	const partOfSet = ({ name, span }: (typeof sets)[number]): readonly LeftOut[] => {
		const isOut = left.has(`${span.file}\0${span.start}`);
		const isIdle = !isNamed(name.text) || (isOut && names.filter((one) => one === name.text).length === 1);
		if (isIdle) return [];
		const text = textAt(span, sources);
		return [{ keyword: "set", words: wordsOf(text), isWide: /[*@/~?[{]/.test(text), isOverride: false }];
	};
	const textsOf = (spans: readonly Span[]): readonly LeftOut[] => {
		const inSets = spans.map((span) => sets.find((one) => holds(one.span, span)));
		const lines = spans.filter((_, at) => inSets[at] === undefined).map((span) => linesOf(span, sources));
		return [...new Set(inSets.flatMap((one) => (one === undefined ? [] : [one])))]
			.flatMap(partOfSet)
			.concat([...new Set(lines)].flatMap(partsOf));
	};
	const parts = textsOf(places);
	const sound = sets.filter((one) => !left.has(`${one.span.file}\0${one.span.start}`));
	const fitsWidest = widestReader(sound.map((one) => textAt(one.span, sources)));
	const blocks = files.flatMap(({ statements: all }) => all).filter(isBlock);
	// What stands in a block is for those that extend it.
	const inheritedParts = (of: Span, isOwn: boolean): readonly LeftOut[] => {
		const own = blocks.find((one) => holds(one.span, of));
		if (own === undefined) return parts;
		const above = new Set(ancestorsOf(own, blocks));
		if (!isOwn) above.delete(own.name.text);
		const others = blocks.filter((one) => !above.has(one.name.text));
		const near = places.filter(
			(one) => !others.some((block) => holds({ ...block.span, start: block.span.start + 1 }, one)),
		);
		return textsOf(near);
	};
	return ({ code, span, message, witness }, undoneBy) => {
		const own = statements.findLast((one) => holds(one.span, span));
		const asks = questions[code];
		if (undoneBy === "nothing") return false;
		if (own === undefined || asks === undefined) return true;
		switch (asks) {
			case "name": {
				const name = "name" in own ? own.name.text : "";
				return parts.some(({ words }) => words.has(name));
			}
			case "body":
				return [...out.map((one) => one.span), ...errors].some((one) => holds(own.span, one));
			case "expect":
				return parts.some(({ keyword }) => keyword === undefined || keyword === "expect" || keyword === "import");
			case "agents":
				return parts.some(({ keyword }) => keyword === undefined || keyword === "agent" || keyword === "import");
			case "default":
				return inheritedParts(own.span, true).some(
					({ keyword }) => keyword === undefined || settingDefaults.has(keyword),
				);
			case "inherited":
			case "above":
			case "decision": {
				const words = wordsOf(textAt(own.span, sources));
				// Of one that inherits it, more is known than where it stands.
				const isOfHeir = / for `/.test(message);
				// What an heir is granted is an exception to what a claim says of it.
				const near =
					asks === "decision" && (isOfHeir || own.kind === "claim")
						? parts
						: inheritedParts(own.span, asks !== "above");
				const idle = idleFor(own);
				// A parent that is missing may bring anything, to those that extend it.
				const mayExtend = isOfHeir || inheritedParts(own.span, true).some(({ words }) => words.has("extends"));
				return near.some(
					(part) =>
						mayUndo(part, undoneBy, own, mayExtend) &&
						!(undoneBy === undefined && part.keyword !== undefined && idle.has(part.keyword)) &&
						mayDecide(part, words) &&
						// What one command shows is untrue only where that command is decided otherwise.
						(asks !== "decision" || witness === undefined || mayDecideOf(part, witness, fitsWidest)),
				);
			}
		}
	};
}

type Question = "name" | "body" | "expect" | "agents" | "default" | "decision" | "inherited" | "above";

/** What a lint on the whole of a policy asks of what is left out: whether it names something, stands in a block, or may decide a command. */
const questions: Readonly<Record<string, Question>> = {
	"unused-set": "name",
	"unused-group": "name",
	"unused-program": "name",
	"agent-without-rules": "body",
	"no-expectations": "expect",
	"no-default-agent": "agents",
	"missing-default": "default",
	"expectation-fails": "decision",
	"expectation-of-unreadable": "decision",
	"nudge-to-refused": "inherited",
	"message-contradicts-rule": "inherited",
	"override-noop": "above",
	"dead-exception": "inherited",
	"unreachable-rule": "inherited",
	"claim-fails": "decision",
	"covered-claim": "decision",
	"vacuous-claim": "decision",
	"claim-of-nothing-allowed": "decision",
	"unreachable-after": "decision",
};

/** May a statement of this kind make the finding untrue? Of one whose kind can't be told nothing is known. */
function mayUndo(
	{ keyword, words, isOverride }: LeftOut,
	undoneBy: UndoneBy | undefined,
	own: Statement,
	mayExtend: boolean,
): boolean {
	if (undoneBy === "nothing") return false;
	if (keyword === "trust" && !namesPlaces(own)) return false;
	// Whichever kind of statement it is: it has the name, or brings a file that may.
	if (undoneBy === "id")
		return keyword === "import" || (own.kind === "expect" && own.by !== undefined && words.has(own.by.text));
	if (keyword === undefined) return undoneBy !== "syntax" || isOverride || mayBringSyntax(words);
	if (undoneBy === undefined) return true;
	if (undoneBy === "override") return isOverride;
	if (undoneBy === "syntax" && isOverride) return true;
	return undoing[undoneBy].has(keyword) || (mayExtend && words.has("extends") && undoing[undoneBy].has("extends"));
}

/** Which folders are trusted is asked of programs that are named by their paths. */
function namesPlaces(one: Statement): boolean {
	if (one.kind === "expect") return one.command.text.includes("/");
	return !("patterns" in one) || one.patterns.some(({ words: [program] }) => /[/@*]/.test(program?.text ?? ""));
}

/** Statements that may give an agent a default: its own, or that of another which it extends. */
const settingDefaults: ReadonlySet<string> = new Set(["default", "import", "extends", "agent", "group"]);

const brings = ["import", "extends", "set", "program"];
/** The kinds of statements that add what would have to be added. */
const undoing: Readonly<Record<Exclude<UndoneBy, "nothing" | "id" | "override">, ReadonlySet<string>>> = {
	grant: new Set(["allow", "ask", "nudge", "default", ...brings]),
	restriction: new Set(["deny", "ask", "nudge", "constrain", "default", ...brings]),
	// What a rule grants no default takes away.
	"stricter-rule": new Set(["deny", "ask", "nudge", "constrain", ...brings]),
	deny: new Set(["deny", "constrain", "default", ...brings]),
	ask: new Set(["ask", "default", ...brings]),
	nudge: new Set(["nudge", "default", ...brings]),
	syntax: new Set(["syntax"]),
};

/** Of a line that is no statement: is it one that is misspelt and says what shells may do, or brings what says so? */
function mayBringSyntax(words: ReadonlySet<string>): boolean {
	const near = [...syntaxFeatures, "syntax", "import", "extends", "agent", "group"];
	return [...words].some((word) => nearest(word, near) !== undefined);
}

interface LeftOut {
	/** The statement's; absent where it can't be told. */
	readonly keyword?: string;
	readonly words: ReadonlySet<string>;
	/** Of a rule, what stands behind its keyword. */
	readonly patterns?: string;
	/** It may speak of any program. */
	readonly isWide: boolean;
	/** Its kind can't be told, but that it is none which decides what it does not name: `permit ledger`. */
	readonly isNamed?: boolean;
	readonly isOverride: boolean;
}

function partsOf(text: string): readonly LeftOut[] {
	const found: LeftOut[] = [];
	let isOverride = false;
	for (const line of text.split("\n")) {
		// In YAML a statement begins with a dash, and `override` may have a line of its own before the others.
		const begins = /^\s*-/.test(line);
		if (begins) isOverride = false;
		const begun = line.replace(/^[\s\-{]+/, "");
		const bare = begun.replace(/^(?:locked|override)\b[\s:]*(?:true\b,?\s*)?/, "");
		isOverride ||= /\boverride\b/.test(line);
		if (/^(?:#|\}?\s*$)/.test(bare) || speaksOfNoCommand(line)) continue;
		const keyword = /^(?:[a-z]+)/.exec(bare)?.[0];
		const words = wordsOf(bare.replace(message, ""));
		// What its clauses name are no programs.
		const own = decides.has(keyword ?? "") ? patternsOf(bare) : bare;
		const isWide = /(?:^|[\s,"'[])(?:[*@/]|\S*[*?{[])/.test(own.replace(/\{$/, ""));
		const before = found.at(-1);
		// In YAML a statement's clauses follow in lines of their own.
		if (!begins && before?.keyword !== undefined && keyword !== undefined && isClause(keyword)) {
			found[found.length - 1] = {
				...before,
				words: new Set([...before.words, ...words]),
				isOverride: before.isOverride || isOverride,
			};
			continue;
		}
		const isKnown = keyword !== undefined && (rules.has(keyword) || harmless.has(keyword) || others.has(keyword));
		const isNamed = keyword !== undefined && !isKnown && isOwnStatement(keyword);
		const patterns = decides.has(keyword ?? "") ? { patterns: bare.slice((keyword ?? "").length) } : {};
		found.push({ ...(isKnown ? { keyword } : {}), words, ...patterns, isWide, isNamed, isOverride });
		if (!yaml.test(line)) isOverride = false;
	}
	return found;
}

/** Statements that decide commands which they name, or teach what these do, and sets: rules that name one which is left out are so as well. */
const rules: ReadonlySet<string> = new Set([...ruleKeywords, "set", "program"]);
/** Those of them whose patterns follow the keyword. */
const decides: ReadonlySet<string> = new Set(ruleKeywords.filter((keyword) => !kinds[keyword].access));
/** Statements that decide none. */
const harmless: ReadonlySet<string> = new Set([
	"expect",
	"never",
	"always",
	"because",
	"note",
	...settingKeywords.filter((keyword) => !decidesAny(keyword)),
]);
/** Statements that may decide any command. */
const others: ReadonlySet<string> = new Set([
	"import",
	"extends",
	"agent",
	"group",
	...settingKeywords.filter(decidesAny),
]);

function decidesAny(keyword: SettingKeyword): boolean {
	return settingsOf(keyword).some(({ decides }) => decides);
}

/** What people are told names nothing that is decided. */
const message = /\b(?:because|note):? *"(?:[^"\\]|\\.)*"/;

/** A word that begins a statement, and is neither a clause nor near to a word of the language which may speak of any command. */
function isOwnStatement(word: string): boolean {
	return meantClauses(word).length === 0 && nearest(word, [...others, "override", "locked"]) === undefined;
}

const yaml = /^\s*(?:- +)?\w+:/;

/** What a clause in YAML is called, or may be meant as one. */
function isClause(word: string): boolean {
	return word === "of" || word === "command" || meantClauses(word).length > 0;
}

function mayDecide({ keyword, words, isWide, isNamed }: LeftOut, asked: ReadonlySet<string>): boolean {
	if (keyword === undefined ? isNamed !== true : others.has(keyword)) return true;
	if (keyword !== undefined && harmless.has(keyword)) return false;
	return isWide || [...words].some((word) => asked.has(word));
}

/** The same, of one command. */
function mayDecideOf(
	{ keyword, patterns }: LeftOut,
	command: string,
	fitsWidest: ReturnType<typeof widestReader>,
): boolean {
	// Which folders are trusted is asked of programs that are named by their paths.
	if (keyword === "trust") return command.includes("/");
	if (patterns === undefined) return true;
	return maySpeakOf(patterns, command) && fitsWidest(patterns, command) !== false;
}

/** Words as they may name programs, sets and agents; those of the language are none. */
function wordsOf(text: string): ReadonlySet<string> {
	const found = text.match(/[\p{L}\p{N}_][\p{L}\p{N}_.+-]*/gu) ?? [];
	return new Set(found.filter((word) => !rules.has(word) && !harmless.has(word) && !ofClauses.has(word)));
}

const ofClauses: ReadonlySet<string> = new Set(
	"with without only within touching to granting using except use because note id locked override forced by".split(" "),
);

/** Kinds of rules that can't make an expectation or a claim hold: a grant makes nothing stricter, and a restriction nothing looser. */
function idleFor(own: Statement): ReadonlySet<string> {
	if (own.kind !== "expect" && own.kind !== "claim") return none;
	const { text } = own.effect;
	const isHeldBack = own.kind === "claim" && own.keyword === "never" ? text !== "deny" : text !== "allow";
	return isHeldBack ? (text === "deny" || own.kind === "claim" ? grants : none) : restrictions;
}

const none: ReadonlySet<string> = new Set();
const grants: ReadonlySet<string> = new Set(["allow"]);
const restrictions: ReadonlySet<string> = new Set(["deny", "constrain"]);

type Block = AgentStatement | GroupStatement;

function isBlock(one: Statement): one is Block {
	return one.kind === "agent" || one.kind === "group";
}

/** The names of a block and of all that it extends. */
function ancestorsOf(block: Block, blocks: readonly Block[]): ReadonlySet<string> {
	const found = new Set([block.name.text]);
	for (const name of found)
		for (const one of blocks) if (one.name.text === name) for (const parent of one.extends) found.add(parent.text);
	return found;
}

function inside(statements: readonly Statement[]): readonly Statement[] {
	return statements.flatMap((one) =>
		one.kind === "agent" || one.kind === "group" ? [one, ...inside(one.body)] : [one],
	);
}

function holds(outer: Span, inner: Span): boolean {
	return outer.file === inner.file && outer.start <= inner.start && inner.end <= outer.end;
}

function textAt({ file, start, end }: Span, sources: ReadonlyMap<string, SourceFile>): string {
	return sources.get(file)?.text.slice(start, end) ?? "";
}

/** The lines that a place stands in: where something can't be read, its statement has no place of its own. */
function linesOf({ file, start, end }: Span, sources: ReadonlyMap<string, SourceFile>): string {
	const text = sources.get(file)?.text ?? "";
	const before = text.lastIndexOf("\n", start - 1) + 1;
	const behind = text.indexOf("\n", end);
	return text.slice(before, behind < 0 ? text.length : behind);
}

/** Does a line speak of tools that are no programs, and of nothing else? */
function speaksOfNoCommand(line: string): boolean {
	const parts = foreignParts(line);
	return parts.length > 0 && parts.every(({ noCommand }) => noCommand === true);
}
