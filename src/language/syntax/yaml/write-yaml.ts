/**
 * Writes statements as `.rules.yaml` text. What it writes depends on the statements alone, never on where they stood,
 * so that formatting twice is formatting once.
 */
import { stringify } from "yaml";
import { clauseItems, eventsText, limitText, nameText, pathText, patternText } from "../dsl/part-text.js";
import { sameStatements } from "../equal.js";
import {
	type Clause,
	type Comments,
	type EventList,
	type EventsClause,
	type ExpectStep,
	isSetting,
	type PeopleAsked,
	type PolicyFile,
	type ProgramOption,
	type SettingStatement,
	type Statement,
	type Text,
} from "../statements.js";
import { readYaml } from "./read-yaml.js";
import type { Section } from "./yaml-keywords.js";

/** The file as `.rules.yaml` text, read again and compared. It throws rather than hand out a text that says something else. */
export function formatYaml(file: PolicyFile): string {
	const text = writeYaml(file);
	if (!sameStatements(file, readYaml(file.file, text).value, { comments: true })) {
		throw new Error(`a fault of ours: \`${file.file}\` written in YAML would not say the same`);
	}
	return text;
}

/** The file as `.rules.yaml` text: by sections where each kind of statement stands together, else as one list. */
export function writeYaml(file: PolicyFile): string {
	const parts = sectionsOf(file.statements);
	const lines =
		parts === undefined
			? file.statements.length > 0
				? listSection("statements", file.statements, "", true)
				: []
			: parts.flatMap((part, index) => sectionLines(part, index === 0));
	lines.push(...commentLines(file.closing, ""));
	return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

const widest = 100;
const step = "  ";
/** Keys of YAML stand in one line of at most 1024 characters. */
const longestKey = 200;

/** A value to write: `flow` texts are read by the DSL's grammar, one each. */
type Value =
	| { readonly text: string }
	| { readonly flag: true }
	| { readonly list: readonly Value[] }
	| { readonly keys: readonly Key[] };
type Key = readonly [string, Value];

/** What came before an example. */
function stepValue({ command, ended, ago }: ExpectStep): Value {
	if (!ended && !ago) return { text: command.text };
	return {
		keys: [
			["run", { text: command.text }],
			...(ended ? [["ended", { text: ended.text }] as const] : []),
			...(ago ? [["ago", { text: ago.text }] as const] : []),
		],
	};
}

interface Part {
	readonly section: Section;
	readonly statements: readonly Statement[];
}

/** The sections of a file in their order, or nothing where one would be needed twice or two names clash. */
function sectionsOf(statements: readonly Statement[]): readonly Part[] | undefined {
	const parts: { section: Section; statements: Statement[] }[] = [];
	for (const statement of statements) {
		const section = sectionOf(statement);
		const last = parts[parts.length - 1];
		if (last?.section === section) last.statements.push(statement);
		else parts.push({ section, statements: [statement] });
	}
	for (const part of parts) {
		const [only, second] = part.statements;
		if (
			part.section === "rules" &&
			only !== undefined &&
			isSetting(only, "trust") &&
			!only.override &&
			second === undefined
		)
			part.section = "trust";
	}
	const used = parts.map((part) => part.section);
	if (new Set(used).size < used.length) return undefined;
	const clash = parts.some((part) => {
		const names = part.statements.flatMap((statement) =>
			"name" in statement && statement.kind !== "setting" ? [statement.name.text] : [],
		);
		return new Set(names).size < names.length || names.some((name) => scalar(name, true).length > longestKey);
	});
	return clash ? undefined : parts;
}

function sectionOf(statement: Statement): Section {
	switch (statement.kind) {
		case "import":
			return "import";
		case "set":
			return "sets";
		case "program":
			return "programs";
		case "group":
			return "groups";
		case "agent":
			return "agents";
		case "rule":
		case "claim":
		case "setting":
		case "expect":
			return "rules";
	}
}

function sectionLines({ section, statements }: Part, first: boolean): string[] {
	switch (section) {
		case "import":
			return importLines(statements, first);
		case "trust": {
			const [trust] = statements;
			return trust !== undefined && isSetting(trust, "trust")
				? commented(trust.comments, "", keyLines(["trust", listOf(trust.paths.map(pathText))], ""))
				: [];
		}
		case "rules":
			return listSection("rules", statements, "", first);
		case "sets":
		case "programs":
		case "groups":
		case "agents":
			return underKey(section, statements, "", first, (statement) => entryLines(statement, step));
	}
}

/** A key, and below it what each statement becomes. Comments above the first blank line before them stay above the key. */
function underKey<T extends { readonly comments?: Comments }>(
	key: string,
	inner: readonly T[],
	indent: string,
	first: boolean,
	lines: (statement: T) => string[],
): string[] {
	const before = inner[0]?.comments?.before ?? [];
	const split = first ? before.length : before.lastIndexOf("") + 1;
	return [
		...commentLines(before.slice(0, split), indent),
		`${indent}${key}:`,
		...commentLines(before.slice(split), indent + step),
		...inner.flatMap((statement, index) => [
			...(index === 0 ? [] : commentLines(statement.comments?.before ?? [], indent + step)),
			...lines(statement),
		]),
	];
}

function listSection(key: string, statements: readonly Statement[], indent: string, first: boolean): string[] {
	return underKey(key, statements, indent, first, (statement) =>
		behind(statement.comments, itemLines(statement, indent + step)),
	);
}

function importLines(statements: readonly Statement[], first: boolean): string[] {
	const paths = statements.flatMap((statement) => (statement.kind === "import" ? [statement.path.text] : []));
	const [only] = statements;
	if (only && statements.length === 1)
		return commented(only.comments, "", keyLines(["import", { text: paths[0] as string }], ""));
	const bare = statements.every(
		(one, index) => one.comments?.after === undefined && (index === 0 || !one.comments?.before.length),
	);
	const flow = `import: ${flowText({ list: paths.map((text) => ({ text })) })}`;
	if (bare && flow.length <= widest) return [...commentLines(only?.comments?.before ?? [], ""), flow];
	return underKey("import", statements, "", first, (statement) =>
		behind(statement.comments, [
			`${step}- ${scalar((statement as Extract<Statement, { kind: "import" }>).path.text, false)}`,
		]),
	);
}

/** A statement as an entry of a section: its name is the key. */
function entryLines(statement: Statement, indent: string): string[] {
	switch (statement.kind) {
		case "set":
			return behind(
				statement.comments,
				keyLines([statement.name.text, listOf(statement.patterns.map(patternText))], indent),
			);
		case "program":
		case "group":
		case "agent": {
			const body = bodyLines(statement, indent + step);
			const name = scalar(statement.name.text, true);
			return behind(statement.comments, body.length === 0 ? [`${indent}${name}: {}`] : [`${indent}${name}:`, ...body]);
		}
		default:
			throw new Error(`a fault of ours: \`${statement.kind}\` has no section`);
	}
}

/** What stands below the name of an agent, a group or a program. */
function bodyLines(statement: Extract<Statement, { kind: "program" | "group" | "agent" }>, indent: string): string[] {
	const closing = commentLines(statement.closing ?? [], indent + step);
	if (statement.kind === "program") {
		const can =
			statement.can.length > 0
				? keyLines(["can", listOf(statement.can.map((name) => nameText(name.text)))], indent)
				: [];
		const options =
			statement.options.length > 0
				? [
						`${indent}options:`,
						...statement.options.flatMap((option) =>
							commented(option.comments, indent + step, optionLines(option, indent + step)),
						),
					]
				: closing.length > 0
					? [`${indent}options: []`]
					: [];
		return [...can, ...options, ...closing];
	}
	const parents =
		statement.extends.length > 0
			? keyLines(["extends", listOf(statement.extends.map((name) => nameText(name.text)))], indent)
			: [];
	const [head] = statement.body;
	const isKey = head !== undefined && isSetting(head, "default") && !head.override;
	const byDefault = isKey
		? commented(head.comments, indent, keyLines(["default", { text: head.word.text }], indent))
		: [];
	const rest = isKey ? statement.body.slice(1) : statement.body;
	const rules =
		rest.length > 0 ? underRules(rest, indent, isKey) : !isKey && closing.length > 0 ? [`${indent}rules: []`] : [];
	return [...parents, ...byDefault, ...rules, ...closing];
}

/** Comments of the first rule may stand above `rules:` only where something stands before it: they would belong to the agent otherwise. */
function underRules(rules: readonly Statement[], indent: string, follows: boolean): string[] {
	if (follows) return listSection("rules", rules, indent, false);
	return [
		`${indent}rules:`,
		...rules.flatMap((rule) => commented(rule.comments, indent + step, itemLines(rule, indent + step))),
	];
}

function optionLines(option: ProgramOption, indent: string): string[] {
	const keys: Key[] = [
		...(option.names.length > 0 ? [["names", listOf(option.names.map((name) => nameText(name.text)))] as const] : []),
		...(option.value ? [["value", { text: option.value.text }] as const] : []),
		...(option.does.length > 0 ? [["does", listOf(option.does.map((word) => nameText(word.text)))] as const] : []),
	];
	const flow = `${indent}- ${flowText({ keys })}`;
	return flow.length <= widest ? [flow] : keyedItem(keys, indent);
}

function settingValue(statement: SettingStatement): Value {
	const names = (list: readonly Text[]): Value => listOf(list.map((name) => nameText(name.text)));
	switch (statement.form) {
		case "effect":
		case "word":
		case "name":
			return { text: statement.word.text };
		case "names":
			return names(statement.names);
		case "paths":
			return listOf(statement.paths.map(pathText));
		case "variables":
			return { keys: [[statement.name.text, names(statement.names)]] };
		case "amount":
			return { text: [statement.name, ...statement.words].map((word) => word.text).join(" ") };
	}
}

/** A statement as an item of a list. */
function itemLines(statement: Statement, indent: string): string[] {
	switch (statement.kind) {
		case "program":
		case "group":
		case "agent":
			return [
				...keyedItem([[statement.kind, { text: statement.name.text }]], indent),
				...bodyLines(statement, indent + step),
			];
		default:
			return keyedItem(keysOf(statement), indent);
	}
}

function keysOf(statement: Exclude<Statement, { kind: "program" | "group" | "agent" }>): Key[] {
	const override: Key[] = "override" in statement && statement.override ? [["override", { flag: true }]] : [];
	switch (statement.kind) {
		case "import":
			return [["import", { text: statement.path.text }]];
		case "set":
			return [
				["set", { text: statement.name.text }],
				["is", listOf(statement.patterns.map(patternText))],
			];
		case "rule":
			return [
				[statement.keyword, listOf(statement.patterns.map(patternText))],
				...(statement.access ? [["of", { text: statement.access }] as const] : []),
				...(statement.people ? [["of", peopleValue(statement.people)] as const] : []),
				...(statement.locked ? [["locked", { flag: true }] as const] : []),
				...override,
				...clauseKeys(statement.clauses),
			];
		case "claim":
			return [
				[
					statement.keyword,
					{
						keys: [
							[statement.effect.text, listOf(statement.patterns.map(patternText))],
							...clauseKeys(statement.clauses),
						],
					},
				],
			];
		case "setting":
			return [[statement.keyword, settingValue(statement)], ...override];
		case "expect":
			return [
				["expect", { text: statement.effect.text }],
				...(statement.forced ? [["forced", { flag: true }] as const] : []),
				...(statement.by ? [["by", { text: statement.by.text }] as const] : []),
				...(statement.facts
					? [
							[
								"facts",
								{ keys: statement.facts.map(({ fact, value }): Key => [fact.text, { text: value.text }]) },
							] as const,
						]
					: []),
				...(statement.at ? [["at", { text: statement.at.text }] as const] : []),
				...(statement.after ? [["after", { list: statement.after.map(stepValue) }] as const] : []),
				["command", { text: statement.command.text }],
			];
	}
}

/** `release`, or `{ group: release, n: 2, for: this session }`. */
function peopleValue({ count, group, holds }: PeopleAsked): Value {
	if (count === undefined && holds === undefined) return { text: group.text };
	return {
		keys: [
			["group", { text: group.text }],
			...(count === undefined ? [] : [["n", { text: count.text }] as const]),
			...(holds === undefined ? [] : [["for", { text: holds.text }] as const]),
		],
	};
}

/** Of several clauses with one keyword: each a mapping of a list. */
function clauseKeys(own: readonly Clause[]): readonly Key[] {
	return own.flatMap((clause, at): readonly Key[] => {
		const same = own.filter(({ keyword }) => keyword === clause.keyword);
		if (same.length < 2 || clause.form !== "events") return [clauseKey(clause)];
		if (own.findIndex(({ keyword }) => keyword === clause.keyword) !== at) return [];
		return [[clause.keyword, { list: same.map((one) => ({ keys: eventKeys(one as EventsClause) })) }]];
	});
}

function eventKeys({ events, times, since, last, same }: EventsClause): readonly Key[] {
	return [
		["events", listOf(eventTexts(events))],
		...(times === undefined ? [] : [["times", { text: times.text }] as const]),
		...(since.length === 0 ? [] : [["since", listOf(since.map(eventsText))] as const]),
		...(last === undefined ? [] : [["last", { text: last.text }] as const]),
		...(same.length === 0 ? [] : [["same", listOf(same.map(({ text }) => nameText(text)))] as const]),
	];
}

/** A clause of events speaks of all patterns before it: they stand in one text. */
function eventTexts(events: EventList): readonly string[] {
	return events.clauses.length > 0
		? [eventsText(events)]
		: events.patterns.map((pattern) => eventsText({ ...events, patterns: [pattern] }));
}

function clauseKey(clause: Clause): Key {
	if (clause.form === "events") {
		const keys = eventKeys(clause);
		return [clause.keyword, keys.length === 1 ? (keys[0] as Key)[1] : { keys }];
	}
	if (clause.form === "limit") return [clause.keyword, { text: limitText(clause) }];
	const { form } = clause;
	return [
		clause.keyword,
		form === "text" || form === "name" || form === "date" ? { text: clause.text.text } : listOf(clauseItems(clause)),
	];
}

/** One text stands alone. */
function listOf(texts: readonly string[]): Value {
	const [only] = texts;
	return texts.length === 1 && only !== undefined ? { text: only } : { list: texts.map((text) => ({ text })) };
}

function keyedItem(keys: readonly Key[], indent: string): string[] {
	const lines = keys.flatMap((key) => keyLines(key, indent + step));
	return lines.map((line, index) => (index === 0 ? `${indent}- ${line.slice(indent.length + step.length)}` : line));
}

/** `key: value` in one line if it fits, else the value below. */
function keyLines([key, value]: Key, indent: string): string[] {
	const lead = `${indent}${scalar(key, true)}:`;
	if ("text" in value) return [`${lead} ${scalar(value.text, false)}`];
	const flow = `${lead} ${flowText(value)}`;
	if ("flag" in value || flow.length <= widest) return [flow];
	if ("list" in value)
		return [
			lead,
			...value.list.map((item) => `${indent}${step}- ${"text" in item ? scalar(item.text, false) : flowText(item)}`),
		];
	return [lead, ...value.keys.flatMap((inner) => keyLines(inner, indent + step))];
}

function flowText(value: Value): string {
	if ("text" in value) return scalar(value.text, true);
	if ("flag" in value) return "true";
	if ("list" in value) return `[${value.list.map(flowText).join(", ")}]`;
	return value.keys.length === 0
		? "{}"
		: `{ ${value.keys.map(([key, inner]) => `${scalar(key, true)}: ${flowText(inner)}`).join(", ")} }`;
}

function commented(comments: Comments | undefined, indent: string, lines: readonly string[]): string[] {
	return [...commentLines(comments?.before ?? [], indent), ...behind(comments, lines)];
}

/** The comment behind a statement stands in its first line. */
function behind(comments: Comments | undefined, lines: readonly string[]): string[] {
	return lines.map((line, index) => (index === 0 && comments?.after ? `${line} ${comments.after}` : line));
}

function commentLines(comments: readonly string[], indent: string): string[] {
	return comments.map((comment) => (comment === "" ? "" : indent + comment));
}

/** A text as YAML reads it back as this very text, in one line; in quotes only where it must be. */
function scalar(text: string, flow: boolean): string {
	if (/^[A-Za-z_][A-Za-z0-9_./-]*$/.test(text) && !looksLikeFlag.test(text)) return text;
	if (
		text === "<<" ||
		looksLikeFlag.test(text) ||
		notPrintable.test(text) ||
		(flow && /[,[\]{}]/.test(text) && !/["\\]/.test(text))
	)
		return doubleQuoted(text);
	const written = stringify(text, { lineWidth: 0, blockQuote: false }).replace(/\n$/, "");
	const isPlain = !/^["']/.test(written);
	return isPlain && flow && /[,[\]{}]/.test(written) ? `'${text.replace(/'/g, "''")}'` : written;
}

/** What other readers of YAML take for something else than a text. */
const looksLikeFlag = /^(?:true|false|null|yes|no|on|off|y|n|~)$/i;
/** Control characters, line breaks of Unicode, byte order marks and halves of characters. */
const notPrintable = /[\p{Cc}\u2028\u2029\ufeff\p{Surrogate}]/u;

function doubleQuoted(text: string): string {
	return JSON.stringify(text).replace(
		/[\u007f-\u009f\u2028\u2029\ufeff]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);
}
