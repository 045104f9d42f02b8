/**
 * What the DSL's reader says when a text does not fit the grammar: what stands there, and what to do.
 * A message, its help and the word that was meant travel through Chevrotain as one string, parted by NULs.
 */
import type { IParserErrorMessageProvider, IToken, TokenType } from "chevrotain";
import { eventBounds, reservedInPatterns, statementKeywords } from "../../../../grammar/keywords.js";
import * as t from "../../../../grammar/tokens.js";
import { joinParts } from "../../diagnostic/join-words.js";
import { edits, nearest } from "../../diagnostic/suggest.js";
import { isSettingKeyword, settingMeaning, settingsOf } from "../../policy/settings.js";
import { meantClauses } from "../clause-words.js";

/** Message, help and the word to write in its place, as one string through Chevrotain and back. */
export function partsOf(text: string): { message: string; help: string | undefined; instead: string | undefined } {
	const [message = "", help, instead] = text.split("\u0000");
	return { message, help, instead };
}

/** Message and help for a character that begins no token. */
export function unexpectedCharacter(text: string, offset: number): [string, string] {
	const character = String.fromCodePoint(text.codePointAt(offset) as number);
	const code = character.codePointAt(0) as number;
	const shown =
		code < 0x20 || (code >= 0x7f && code < 0xa0)
			? `the control character U+${code.toString(16).toUpperCase().padStart(4, "0")}`
			: `\`${character}\``;
	const help: Record<string, string> = {
		";": "a statement ends with its line; a `;` that belongs to a command stands in double quotes",
		"'": "texts stand in double quotes",
		$: "variables are not expanded here; write `~` for the home folder, or the word in double quotes",
		">": "redirections are no part of a pattern: what may be written is said by paths, `constrain writes of * to …` or `deny * using write touching …`",
		"<": "redirections are no part of a pattern: what may be read is said by paths, `deny * touching …`",
		"&": "a rule speaks of one command at a time: write one for each",
		"|": "a rule speaks of one command at a time; in `expect` the rest of the line is a shell string",
	};
	return [`${shown} can't stand here`, help[character] ?? "put the word in double quotes if it belongs to a command"];
}

export const messages: IParserErrorMessageProvider = {
	buildMismatchTokenMessage: ({ expected, actual, previous, ruleName }) =>
		expected.name === "EOF"
			? say("", actual, "policy")
			: say(`${label(expected)} is missing${behind(previous)}`, actual, ruleName, previous),
	buildNotAllInputParsedMessage: ({ firstRedundant }) => say("", firstRedundant, "policy"),
	buildNoViableAltMessage: ({ actual, previous, ruleName }) =>
		say(`${wanted(ruleName, previous)} is missing${behind(previous)}`, actual[0], ruleName, previous),
	buildEarlyExitMessage: ({ actual, previous, ruleName }) =>
		say(`${wanted(ruleName, previous)} is missing${behind(previous)}`, actual[0], ruleName, previous),
};

function say(missing: string, actual: IToken | undefined, ruleName: string, previous?: IToken): string {
	const image = actual?.image ?? "";
	const here = image ? `\`${image}\`` : "the end of the file";
	if (missing === "") {
		if (image === "}") return "`}` closes nothing\u0000take it out, or open the block that it was meant to close";
		return `${here} can't stand here\u0000${meantHere(image)}a statement begins with a keyword such as \`allow\`, \`deny\`, \`agent\` or \`set\`${clauseInstead(image)}`;
	}
	if (ruleName === "block" && image && image !== "}") {
		if (
			actual?.tokenType === t.Agent ||
			actual?.tokenType === t.Group ||
			actual?.tokenType === t.Import ||
			actual?.tokenType === t.SetWord ||
			actual?.tokenType === t.Program
		) {
			return `${here} can't stand inside an agent or a group\u0000write it above the agent or the group; or, if that ends here, close it with \`}\``;
		}
		if (missing.startsWith("`}`"))
			return `${here} can't stand here\u0000${meantHere(image)}a statement begins with a keyword such as \`allow\`, \`deny\`, \`limit\` or \`expect\`${clauseInstead(image)}`;
	}
	const effect = missing.startsWith("`allow`, `ask`") ? meant(image, ["allow", "ask", "nudge", "deny"]) : "";
	const reserved =
		image && reservedInPatterns(image) ? `; if \`${image}\` is meant as a word, write it in double quotes` : "";
	return `${missing}, found ${here}\u0000${effect}${adviceIn(ruleName, previous)}${reserved}`;
}

function adviceIn(ruleName: string, previous: IToken | undefined): string {
	const word = previous?.image ?? "";
	if (ruleName.endsWith("Setting") && isSettingKeyword(word)) {
		const [record] = settingsOf(word);
		if (record === undefined || !("choices" in record)) return `for example \`${settingMeaning(word).example}\``;
		return `write ${joinParts(
			record.choices
				.toSorted((a, b) => (record.values.isLooser(a, b) ? -1 : 1))
				.map((choice) => `\`${word} ${choice}\``),
			"or",
		)}`;
	}
	return advice[ruleName] ?? "see docs/language.md for what belongs here";
}

/** What to do about a word that begins a line without a keyword before it. */
export function wordAtLineStart(image: string): string {
	return `${meantHere(image)}end the line before with a comma, or put the word into it`;
}

/** The clause to write in place of a word that stands behind one, for a fix. */
function clauseInstead(image: string): string {
	const meant = clauseMeant(image);
	return meant === undefined ? "" : `\u0000${meant}`;
}

/** The clause that a word is meant as, unless a statement's word is nearer. */
function clauseMeant(image: string): string | undefined {
	const statement = nearest(image, statementWords);
	const [meant] = meantClauses(image);
	if (meant === undefined || meant.clause === image) return undefined;
	if (meant.how === "foreign") return meant.clause;
	return statement !== undefined && edits(image, statement) < edits(image, meant.clause) ? undefined : meant.clause;
}

/** "did you mean `because`? ", where a rule may go on or a statement may begin. */
function meantHere(image: string): string {
	if ((eventBounds as readonly string[]).includes(image))
		return `\`${image}\` belongs to \`after\` or \`before\`, and stands behind it; a word of the command stands in double quotes; `;
	const clause = clauseMeant(image);
	if (clause === undefined) return meant(image, statementWords);
	return `did you mean \`${clause}\`? `;
}

const statementWords: readonly string[] = Object.values(statementKeywords).flat();

/** "did you mean `allow`? ", where a keyword is near. */
function meant(image: string, keywords: readonly string[]): string {
	const near = nearest(image, keywords);
	return near === undefined ? "" : `did you mean \`${near}\`? `;
}

function behind(previous: IToken | undefined): string {
	return previous?.image ? ` behind \`${previous.image}\`` : "";
}

function label(type: TokenType): string {
	return type.LABEL ?? `\`${type.name}\``;
}

function wanted(ruleName: string, previous: IToken | undefined): string {
	if (previous?.tokenType.CATEGORIES?.includes(t.clauseWords.text)) return "a text";
	if (previous?.tokenType === t.Ampersand) return "an option";
	return wants[ruleName] ?? "a word";
}

const wants: Readonly<Record<string, string>> = {
	policy: "a statement",
	plainStatement: "a rule",
	modifiedStatement: "a rule",
	importStatement: "the file or pack to import",
	patterns: "a pattern",
	pattern: "a pattern",
	patternWord: "a pattern",
	paths: "a path",
	name: "a name",
	names: "a name",
	alternative: "an option",
	optionsClause: "an option",
	factsClause: "a fact",
	condition: "`is` and a value",
	events: "a pattern of events",
	eventPattern: "a pattern of events",
	eventBound: "a time, or what is the same",
	limitClause: "a number",
	expectStatement: "`:` and a command",
	amountSetting: "what to limit",
	clause: "a clause",
};

const advice: Readonly<Record<string, string>> = {
	importStatement: 'for example `import "guard"` or `import "./team.rules"`',
	setStatement: "for example `set shells = bash, sh`",
	blockHead: "for example `agent writer extends default {`",
	block: "a block is `{`, its statements, each on its line, and `}`",
	patterns: "a pattern begins with a program: `git push`, `./*`, `*`, `@set`",
	pattern: "a pattern begins with a program: `git push`, `./*`, `*`, `@set`",
	patternWord: "a pattern begins with a program: `git push`, `./*`, `*`, `@set`",
	paths: "for example `within ., /tmp/build`",
	optionsClause: "for example `with -r & -f, --recursive`",
	factsClause: "for example `when branch is main, release/*`",
	condition: "for example `when branch is main, release/*`, or `when env CI is true`",
	events: "for example `after exactly npm test`, `after denied * using privilege`",
	eventPattern: "for example `after exactly npm test`, `after denied * using privilege`",
	eventBound: "for example `since passed npm test`, `last 30m`, `same path`",
	limitClause: "for example `at most 5 per 1h`, `at most 40 paths per 1h`, `at most 5 per session`",
	alternative: "for example `with -r & -f, --recursive`",
	names: "names are parted by commas",
	name: "a name is a bare word or a text in double quotes",
	expectStatement: "for example `expect deny: rm -rf /`",
	claimStatement: "for example `never allow rm touching /etc`",
	constrainStatement: "for example `constrain writes of * to ., /tmp/build`",
	modifiedStatement: "`locked` and `override` stand before a rule",
	programStatement: "for example `program deploy can read, network`",
	programOption: "for example `option --target PATH write`",
};
