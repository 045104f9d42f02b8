/**
 * What is left out of a broken policy may be what a finding misses: the use of a set, the rule that an expectation speaks of. Of what is left out the text is known,
 * and so most findings can be told to stand whatever it was meant to say.
 */
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { SourceFile } from "../source/source-file.js";
import type { Span } from "../source/span.js";
import { speaksOfNoCommand } from "../syntax/foreign.js";
import type { AgentStatement, GroupStatement, PolicyFile, Statement } from "../syntax/statements.js";

/** Says of a finding whether something that is left out may concern it. `errors`: what points at it. */
export function concernedBy(
	files: readonly PolicyFile[],
	sources: ReadonlyMap<string, SourceFile>,
	left: ReadonlySet<string>,
	errors: readonly Span[],
): (finding: Diagnostic) => boolean {
	const statements = files.flatMap(({ statements: all }) => inside(all));
	const out = statements.filter(({ span }) => left.has(`${span.file}\0${span.start}`));
	const texts = [...out.map(({ span }) => span), ...errors].map((span) => linesOf(span, sources));
	const parts = [...new Set(texts)].flatMap(partsOf);
	const blocks = files.flatMap(({ statements: all }) => all).filter(isBlock);
	// What stands in a block is for those that extend it.
	const inheritedParts = (of: Span, isOwn: boolean): readonly LeftOut[] => {
		const own = blocks.find((one) => holds(one.span, of));
		if (own === undefined) return parts;
		const above = new Set(ancestorsOf(own, blocks));
		if (!isOwn) above.delete(own.name.text);
		const others = blocks.filter((one) => !above.has(one.name.text));
		const near = [...out.map(({ span }) => span), ...errors].filter(
			(one) => !others.some((block) => holds({ ...block.span, start: block.span.start + 1 }, one)),
		);
		return [...new Set(near.map((one) => linesOf(one, sources)))].flatMap(partsOf);
	};
	return ({ code, span, message }) => {
		const own = statements.findLast((one) => holds(one.span, span));
		const asks = questions[code];
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
			case "inherited":
			case "above":
			case "decision": {
				const words = wordsOf(textAt(own.span, sources));
				// Of one that inherits it, more is known than where it stands.
				const isOfHeir = / for `/.test(message);
				const near = asks === "decision" && isOfHeir ? parts : inheritedParts(own.span, asks !== "above");
				const idle = idleFor(own);
				return near.some((part) => !(part.keyword !== undefined && idle.has(part.keyword)) && mayDecide(part, words));
			}
		}
	};
}

/** What a lint on the whole of a policy asks of what is left out: whether it names something, stands in a block, or may decide a command. */
const questions: Readonly<Record<string, "name" | "body" | "expect" | "decision" | "inherited" | "above">> = {
	"unused-set": "name",
	"unused-group": "name",
	"unused-program": "name",
	"agent-without-rules": "body",
	"no-expectations": "expect",
	"expectation-fails": "decision",
	"expectation-by-default": "decision",
	"nudge-to-refused": "inherited",
	"override-noop": "above",
	"dead-exception": "inherited",
	"claim-fails": "decision",
	"covered-claim": "decision",
	"vacuous-claim": "decision",
};

interface LeftOut {
	/** The statement's; absent where it can't be told. */
	readonly keyword?: string;
	readonly words: ReadonlySet<string>;
	/** It may speak of any program. */
	readonly isWide: boolean;
}

function partsOf(text: string): readonly LeftOut[] {
	return text.split("\n").flatMap((line): readonly LeftOut[] => {
		const bare = line.replace(/^[\s\-{]+/, "").replace(/^(?:locked|override)\b[\s:]*/, "");
		if (bare === "" || bare.startsWith("#") || speaksOfNoCommand(line)) return [];
		const keyword = /^(?:[a-z]+)/.exec(bare)?.[0];
		const known = keyword !== undefined && (rules.has(keyword) || harmless.has(keyword)) ? { keyword } : {};
		return [
			{ ...known, words: wordsOf(bare), isWide: /(?:^|[\s,"'[])(?:[*@/]|\S*[*?{[])/.test(bare.replace(/\{$/, "")) },
		];
	});
}

/** Statements that decide commands which they name, and sets: rules that name one which is left out are so as well. */
const rules: ReadonlySet<string> = new Set(["allow", "deny", "ask", "nudge", "constrain", "set"]);
/** Statements that decide none. */
const harmless: ReadonlySet<string> = new Set([
	"expect",
	"never",
	"always",
	"limit",
	"audit",
	"sandbox",
	"because",
	"note",
]);

function mayDecide({ keyword, words, isWide }: LeftOut, asked: ReadonlySet<string>): boolean {
	if (keyword === undefined) return true;
	if (harmless.has(keyword)) return false;
	return isWide || [...words].some((word) => asked.has(word));
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
