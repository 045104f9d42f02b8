/**
 * Writes statements as `.rules` text. What it writes depends on the statements alone, never on where they stood,
 * so that formatting twice is formatting once.
 */
import { clauses } from "../../policy/clauses.js";
import { sameStatements } from "../equal.js";
import type {
	Clause,
	Comments,
	ExpectStatement,
	PolicyFile,
	ProgramOption,
	SettingStatement,
	Statement,
} from "../statements.js";
import { quote } from "../texts.js";
import { clauseSegments, nameText, pathText, patternText, peopleText, type Segment, segmentText } from "./part-text.js";
import { readDsl } from "./read-dsl.js";

/** The file as `.rules` text, read again and compared. It throws rather than hand out a text that says something else. */
export function formatDsl(file: PolicyFile): string {
	const text = writeDsl(file);
	const own = { ...file, statements: file.statements.map(ordered) };
	if (!sameStatements(own, readDsl(file.file, text).value, { comments: true })) {
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

/** The statement with its clauses in the order of the line; in YAML it says nothing. */
function ordered(statement: Statement): Statement {
	switch (statement.kind) {
		case "rule":
		case "claim":
			return { ...statement, clauses: inOrder(statement.clauses) };
		case "group":
		case "agent":
			return { ...statement, body: statement.body.map(ordered) as typeof statement.body };
		default:
			return statement;
	}
}

/** What may belong to a pattern of events as well stands before what happened; all else stays in its place. */
function inOrder(own: readonly Clause[]): readonly Clause[] {
	const first = own.findIndex(({ form }) => form === "events");
	const behind = first < 0 ? [] : own.slice(first);
	const isMoved = ({ keyword }: Clause): boolean => "ofEvents" in clauses[keyword];
	if (!behind.some(isMoved)) return own;
	return [...own.slice(0, first), ...behind.filter(isMoved), ...behind.filter((one) => !isMoved(one))];
}

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
