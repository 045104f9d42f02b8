/**
 * Writes statements as `.rules` text. What it writes depends on the statements alone, never on where they stood,
 * so that formatting twice is formatting once.
 */
import { contextualKeywords, reservedInPatterns } from "../../../../grammar/keywords.js";
import { isBareWord } from "../../../../grammar/tokens.js";
import { clauses } from "../../policy/clauses.js";
import { sameStatements } from "../equal.js";
import type {
	Clause,
	Comments,
	EventList,
	EventPattern,
	ExpectStatement,
	FactsCondition,
	LimitClause,
	OptionsClause,
	PathWord,
	Pattern,
	PatternWord,
	PeopleAsked,
	PolicyFile,
	ProgramOption,
	SettingStatement,
	Statement,
} from "../statements.js";
import { quote } from "../texts.js";
import { readDsl } from "./read-dsl.js";

/** The file as `.rules` text, read again and compared. It throws rather than hand out a text that says something else. */
export function formatDsl(file: PolicyFile): string {
	const text = writeDsl(file);
	if (!sameStatements(file, readDsl(file.file, text).value, { comments: true })) {
		throw new Error(`a fault of ours: \`${file.file}\` written in the DSL would not say the same`);
	}
	return text;
}

/** The file as `.rules` text. */
export function writeDsl(file: PolicyFile): string {
	const lines = file.statements.flatMap((statement) => statementLines(statement, ""));
	lines.push(...commentLines(file.closing, ""));
	return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

const widest = 100;
const step = "  ";

/** A keyword and the list behind it, which may be broken after its commas. */
interface Segment {
	readonly lead: string;
	readonly items: readonly string[];
}

function statementLines(statement: Statement, indent: string): string[] {
	return withComments(statement.comments, indent, bareLines(statement, indent));
}

/** Comments above, and one behind: behind the opening line of a block, behind the last line of anything else. */
function withComments(comments: Comments | undefined, indent: string, lines: Lines): string[] {
	const behind = lines.block ? lines.head - 1 : lines.text.length - 1;
	return [
		...commentLines(comments?.before ?? [], indent),
		...lines.text.map((line, index) => (index === behind && comments?.after ? `${line} ${comments.after}` : line)),
	];
}

function commentLines(comments: readonly string[], indent: string): string[] {
	return comments.map((comment) => (comment === "" ? "" : indent + comment));
}

/** `head`: how many lines there are up to the opening brace of a block. */
interface Lines {
	readonly text: readonly string[];
	readonly block: boolean;
	readonly head: number;
}

function plain(text: readonly string[]): Lines {
	return { text, block: false, head: text.length };
}

function bareLines(statement: Statement, indent: string): Lines {
	const override = "override" in statement && statement.override ? "override " : "";
	switch (statement.kind) {
		case "import":
			return plain([`${indent}import ${quote(statement.path.text)}`]);
		case "set":
			return plain(
				fill([{ lead: `set ${statement.name.text} =`, items: statement.patterns.map(patternText) }], indent),
			);
		case "group":
		case "agent":
			return blockLines(
				[
					{ lead: `${statement.kind} ${nameText(statement.name.text)}`, items: [] },
					...listSegments(
						"extends",
						statement.extends.map((name) => nameText(name.text)),
					),
				],
				statement.body.flatMap((inner) => statementLines(inner, indent + step)),
				statement.closing ?? [],
				indent,
			);
		case "program": {
			const head = [
				{ lead: `program ${nameText(statement.name.text)}`, items: [] },
				...listSegments(
					"can",
					statement.can.map((name) => nameText(name.text)),
				),
			];
			const options = statement.options.flatMap((option) => optionLines(option, indent + step));
			if (options.length === 0 && !statement.closing?.length) return plain(fill(head, indent));
			return blockLines(head, options, statement.closing ?? [], indent);
		}
		case "rule": {
			const lead = [
				...(statement.locked ? ["locked"] : []),
				...(statement.override ? ["override"] : []),
				statement.keyword,
				...(statement.access ? [statement.access, "of"] : []),
				...(statement.people ? [peopleText(statement.people)] : []),
			].join(" ");
			return plain(
				fill(
					[{ lead, items: statement.patterns.map(patternText) }, ...inOrder(statement.clauses).flatMap(clauseSegments)],
					indent,
				),
			);
		}
		case "claim": {
			const lead = `${statement.keyword} ${statement.effect.text}`;
			return plain(
				fill(
					[{ lead, items: statement.patterns.map(patternText) }, ...inOrder(statement.clauses).flatMap(clauseSegments)],
					indent,
				),
			);
		}
		case "setting":
			return plain(fill([settingSegment(statement, override)], indent));
		case "expect":
			return plain([indent + expectText(statement)]);
	}
}

/** `2 of release for this session` */
export function peopleText({ count, group, holds }: PeopleAsked): string {
	return [...(count ? [count.text] : []), "of", nameText(group.text), ...(holds ? ["for", holds.text] : [])].join(" ");
}

function settingSegment(statement: SettingStatement, override: string): Segment {
	const lead = `${override}${statement.keyword}`;
	switch (statement.form) {
		case "effect":
		case "word":
		case "name":
			return { lead: `${lead} ${statement.word.text}`, items: [] };
		case "names":
			return { lead, items: statement.names.map((name) => nameText(name.text)) };
		case "paths":
			return { lead, items: statement.paths.map(pathText) };
		case "variables":
			return { lead: `${lead} ${statement.name.text}`, items: statement.names.map((name) => nameText(name.text)) };
		case "amount":
			return { lead: [lead, ...[statement.name, ...statement.words].map((word) => word.text)].join(" "), items: [] };
	}
}

function listSegments(lead: string, items: readonly string[]): Segment[] {
	return items.length === 0 ? [] : [{ lead, items }];
}

function blockLines(
	head: readonly Segment[],
	inner: readonly string[],
	closing: readonly string[],
	indent: string,
): Lines {
	const opening = fill(head, indent, 2);
	const last = opening.pop() as string;
	const inside = [...inner, ...commentLines(closing, indent + step)];
	if (inside.length === 0) return { text: [...opening, `${last} {}`], block: true, head: opening.length + 1 };
	return { text: [...opening, `${last} {`, ...inside, `${indent}}`], block: true, head: opening.length + 1 };
}

/** `--target, -t PATH write` */
function optionLines(option: ProgramOption, indent: string): string[] {
	const words = [
		option.names.map((name) => name.text).join(", "),
		...(option.value ? [option.value.text] : []),
		...option.does.map((word) => word.text),
	].filter((word) => word !== "");
	return withComments(option.comments, indent, plain([`${indent}option ${words.join(" ")}`]));
}

/** One line if it fits, else each clause on a line of its own, and long lists broken after their commas. */
function fill(segments: readonly Segment[], indent: string, room = 0): string[] {
	const short = indent + segments.map(segmentText).join(" ");
	if (short.length + room <= widest) return [short];
	return segments.flatMap((segment, index) => {
		const own = index === 0 ? indent : indent + step;
		const lines: string[] = [];
		let line = own + segment.lead;
		segment.items.forEach((item, at) => {
			const piece = at < segment.items.length - 1 ? `${item},` : item;
			if (at > 0 && line.length + 1 + piece.length + room > widest) {
				lines.push(line);
				line = own + step + step + piece;
			} else line += ` ${piece}`;
		});
		return [...lines, line];
	});
}

function segmentText({ lead, items }: Segment): string {
	return items.length === 0 ? lead : `${lead} ${items.join(", ")}`;
}

function clauseSegments(clause: Clause): readonly Segment[] {
	if (clause.form === "facts")
		return clause.conditions.map(({ fact, values }) => ({
			lead: `${clause.keyword} ${factText(fact.text)} is`,
			items: values.map(wordText),
		}));
	return [{ lead: clause.keyword, items: clauseItems(clause) }];
}

/** The name of a fact, its words bare where they read so. */
function factText(fact: string): string {
	return fact.split(" ").map(nameText).join(" ");
}

/** `branch is main, release/*` */
export function conditionText({ fact, values }: FactsCondition): string {
	return `${factText(fact.text)} is ${values.map(wordText).join(", ")}`;
}

/** What a clause lists, each item as the DSL writes it; texts and ids as one item. */
export function clauseItems(clause: Clause): string[] {
	switch (clause.form) {
		case "patterns":
			return clause.patterns.map(patternText);
		case "paths":
			return clause.paths.map(pathText);
		case "hosts":
			return clause.hosts.map(pathText);
		case "options":
			return clause.options.map(alternativeText);
		case "powers":
			return clause.powers.map((power) => nameText(power.text));
		case "names":
			return clause.names.map((name) => nameText(name.text));
		case "facts":
			return clause.conditions.map(conditionText);
		case "text":
			return [quote(clause.text.text)];
		case "name":
		case "date":
			return [nameText(clause.text.text)];
		case "events": {
			const { events, times, since, last, same } = clause;
			const behind = [
				...(times === undefined ? [] : [`${times.text} times`]),
				...since.map((one) => `since ${eventsText(one)}`),
				...(last === undefined ? [] : [`last ${last.text}`]),
				...(same.length === 0 ? [] : [`same ${same.map(({ text }) => nameText(text)).join(", ")}`]),
			];
			return [[eventsText(events), ...behind].join(" ")];
		}
		case "limit":
			return [limitText(clause)];
	}
}

/** What may belong to a pattern of events as well stands before what happened. */
function inOrder(own: readonly Clause[]): readonly Clause[] {
	if (!own.some(({ form }) => form === "events")) return own;
	const rank = ({ keyword }: Clause): number => ("ofEvents" in clauses[keyword] ? 0 : 1);
	return own.toSorted((a, b) => rank(a) - rank(b));
}

/** `5 per 1h` */
export function limitText({ most, of, word, per }: LimitClause): string {
	return [most, of, word].flatMap((one) => one?.text ?? []).join(" ") + (per === undefined ? "" : ` per ${per.text}`);
}

/** `passed npm test, npx jest touching src` */
export function eventsText({ patterns, clauses: own }: EventList): string {
	const conditions = own.flatMap(clauseSegments).map(segmentText);
	return [patterns.map(eventText).join(", "), ...conditions].join(" ");
}

function eventText(pattern: EventPattern): string {
	return `${pattern.fate === undefined ? "" : `${pattern.fate.text} `}${patternText(pattern)}`;
}

/** `exactly git status` */
export function patternText(pattern: Pattern): string {
	return `${pattern.exactly ? "exactly " : ""}${pattern.words.map(wordText).join(" ")}`;
}

/** `-r & -f` */
export function alternativeText(together: OptionsClause["options"][number]): string {
	return together.map(wordText).join(" & ");
}

/** A word of a pattern as it is written. */
export function wordText(word: PatternWord): string {
	switch (word.kind) {
		case "plain":
			return word.text;
		case "quoted":
			return quote(word.text);
		case "regex":
			return `/${word.text}/`;
		case "set":
			return `@${word.text}`;
	}
}

export function pathText(path: PathWord): string {
	const not = path.negated ? "!" : "";
	switch (path.kind) {
		case "plain":
			return not + path.text;
		case "quoted":
			return not + quote(path.text);
		case "set":
			return `${not}@${path.text}`;
	}
}

/** A name, bare where it reads as one word there. */
export function nameText(text: string): string {
	return isBareWord(text) && !reservedInPatterns(text) && !contextual.has(text) ? text : quote(text);
}

const contextual: ReadonlySet<string> = new Set(
	// A power is called so, too; as a program it is one wherever no `of` stands behind it.
	contextualKeywords.filter((word) => word !== "network"),
);

/** The rest of the line as it stands, or a text in quotes where a line can't hold it or a comment follows. */
export function expectText(statement: ExpectStatement): string {
	const command = statement.command.text;
	const head = [
		"expect",
		statement.effect.text,
		...(statement.forced ? ["forced"] : []),
		...(statement.by ? ["by", statement.by.text] : []),
		...(statement.facts ?? []).map(({ fact, value }) => `when ${fact.text} is ${expectedText(value.text)}`),
		...(statement.at ? ["at", statement.at.text] : []),
		...(statement.after ?? []).flatMap(({ command, ended, ago }) => [
			"after",
			...(ended ? [ended.text] : []),
			quote(command.text),
			...(ago ? [ago.text, "ago"] : []),
		]),
	].join(" ");
	const asItStands =
		command !== "" && command.trim() === command && isPrintable(command) && statement.comments?.after === undefined;
	return asItStands ? `${head}: ${command}` : `${head} ${quote(command)}`;
}

function expectedText(value: string): string {
	return /^[^\s:"]+$/.test(value) && isPrintable(value) ? value : quote(value);
}

/** No line breaks, no other control characters, no halves of characters: quoting changes nothing. */
function isPrintable(text: string): boolean {
	return quote(text).length === text.length + 2 + (text.match(/["\\]/g)?.length ?? 0);
}
