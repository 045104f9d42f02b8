/**
 * Random policy files with nasty texts: all that a reader can hand out, and nothing else.
 */
import fc, { type Arbitrary } from "fast-check";
import { contextualKeywords, reservedInPatterns, statementKeywords } from "../../../grammar/keywords.js";
import { isBareWord } from "../../../grammar/tokens.js";
import type { ClauseForm } from "../../../src/language/policy/clauses/clause.js";
import { type ClauseOfForm, clauseKeywords, clauses as records } from "../../../src/language/policy/clauses.js";
import {
	namesBehind,
	type SettingKeyword,
	settingHead,
	settingKeywords,
	settingsOf,
} from "../../../src/language/policy/settings.js";
import {
	type Clause,
	type ClauseKeyword,
	type Comments,
	effects,
	type PathWord,
	type Pattern,
	type PatternWord,
	type PeopleAsked,
	type PolicyFile,
	type ProgramOption,
	powers,
	type SettingStatement,
	type Statement,
	type Text,
} from "../../../src/language/syntax/statements.js";

const span = { file: "", start: 0, end: 0 };

/** A file of either notation; the notation says nothing about the statements. */
export function arbitraryPolicy(): Arbitrary<PolicyFile> {
	return fc
		.record({
			notation: fc.constantFrom("rules" as const, "yaml" as const),
			statements: fc.array(outerStatement, { maxLength: 7 }),
			closing: fc.array(commentOrBlank, { maxLength: 3 }),
		})
		.map(({ notation, statements, closing }) => ({
			file: "random",
			notation,
			statements: asBlock(statements),
			closing: closingOf(closing, statements.length > 0),
		}));
}

const allKeywords = [
	...Object.values(statementKeywords).flat(),
	...clauseKeywords,
	...contextualKeywords,
	"statements",
	"rules",
	"agents",
	"true",
	"null",
	"no",
	"~",
	"<<",
	"__proto__",
	"constructor",
	"012",
	"1e3",
	"0x1F",
	"-",
	"--",
	"?",
	".inf",
];

const nastyPieces = [
	'"',
	"'",
	"\\",
	"\\\\",
	"#",
	" #",
	": ",
	":",
	"- ",
	",",
	", ",
	"{",
	"}",
	"[",
	"]",
	"{a,b}",
	"*",
	"**",
	"&",
	"!",
	"%",
	"@",
	"`",
	"|",
	">",
	"$x",
	"$(x)",
	"/",
	"/a/",
	"=",
	"~",
	"\n",
	"\r",
	"\r\n",
	"\t",
	"\u0000",
	"\u0085",
	"\u00a0",
	"\u2028",
	"\ufeff",
	"\ud800",
	"\udc00",
	"é",
	"e\u0301",
	"日本",
	"😀",
	"\u202e",
	" ",
	"  ",
	"a",
	"b-c",
	"x".repeat(60),
	...allKeywords,
];

/** Any text at all. */
const nastyText: Arbitrary<string> = fc.oneof(
	fc.array(fc.constantFrom(...nastyPieces), { maxLength: 6 }).map((pieces) => pieces.join("")),
	fc.string({ unit: "binary", maxLength: 8 }),
	fc.constantFrom(
		...allKeywords,
		"",
		"Plain search lacks context.",
		"a long sentence about why this is so, which goes on for quite a while, and then some more, to the end",
	),
);

const simpleWord = fc.constantFrom(
	"git",
	"npm",
	"status",
	"-rf",
	"--output=x*",
	"./*",
	"py*",
	"*",
	"**",
	"/usr/bin/git",
	"a{b,c}d",
	"C:\\\\x",
	"a\\ b",
	"x=y",
	"~/.ssh",
	"**/.env",
	"+x",
	"0",
	"é",
);
const bareWord = fc
	.oneof(
		{ weight: 3, arbitrary: simpleWord },
		nastyText.map((text) => text.replace(/\s/g, "")).filter((text) => isBareWord(text)),
		fc.constantFrom(...allKeywords),
	)
	.filter((text) => isBareWord(text) && !reservedInPatterns(text) && !/^@[A-Za-z_][\w.-]*$/.test(text));
const setName = fc
	.oneof(fc.constantFrom("shells", "_a.b-c", "x"), fc.constantFrom(...allKeywords))
	.filter((text) => /^[A-Za-z_][\w.-]*$/.test(text));
const regexSource = fc.constantFrom(
	"a.*",
	"[ab\\ ]+",
	"a\\/b",
	"(x|y)$",
	"^é#?",
	"a{2,3}",
	"\\d+\\s",
	'"',
	"[/]",
	"a,b",
);

const text = (texts: Arbitrary<string>): Arbitrary<Text> => texts.map((one) => ({ text: one, span }));
const names: Arbitrary<readonly Text[]> = fc.array(
	text(
		fc.oneof(
			{ weight: 3, arbitrary: fc.constantFrom("go.build", "file.search", "default", "PATH", "A=b c") },
			nastyText,
		),
	),
	{ minLength: 1, maxLength: 4 },
);

const patternWord: Arbitrary<PatternWord> = fc.oneof(
	{ weight: 4, arbitrary: bareWord.map((one): PatternWord => ({ kind: "plain", text: one, span })) },
	nastyText.map((one): PatternWord => ({ kind: "quoted", text: one, span })),
	regexSource.map((one): PatternWord => ({ kind: "regex", text: one, span })),
	setName.map((one): PatternWord => ({ kind: "set", text: one, span })),
);
/** `id` is a program and a keyword: a word only where a word must stand. */
const idWord: PatternWord = { kind: "plain", text: "id", span };
const pattern: Arbitrary<Pattern> = fc
	.record({
		exactly: fc.boolean(),
		first: fc.oneof({ weight: 9, arbitrary: patternWord }, fc.constant(idWord)),
		others: fc.array(patternWord, { maxLength: 3 }),
	})
	.map(({ exactly, first, others }) => ({ exactly, words: [first, ...others], span }));
const patterns = fc.array(pattern, { minLength: 1, maxLength: 8 });

const path: Arbitrary<PathWord> = fc.oneof(
	{
		weight: 3,
		arbitrary: fc
			.record({ one: bareWord, negated: fc.boolean() })
			.filter(({ one, negated }) => negated || !one.startsWith("!"))
			.map(({ one, negated }): PathWord => ({ kind: "plain", text: one, negated, span })),
	},
	fc
		.constantFrom("/a/", "/[ab]/", "/x|y/")
		.map((one): PathWord => ({ kind: "plain", text: one, negated: false, span })),
	nastyText.map((one): PathWord => ({ kind: "quoted", text: one, negated: false, span })),
	fc
		.record({ one: setName, negated: fc.boolean() })
		.map(({ one, negated }): PathWord => ({ kind: "set", text: one, negated, span })),
);
const paths = fc.array(path, { minLength: 1, maxLength: 8 });
const options = fc.array(
	fc.array(fc.oneof({ weight: 9, arbitrary: patternWord }, fc.constant(idWord)), { minLength: 1, maxLength: 3 }),
	{ minLength: 1, maxLength: 4 },
);
const power = text(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...powers, "everything") }, nastyText));

const keywordOf = <Form extends ClauseForm>(form: Form): Arbitrary<ClauseOfForm<Form>> =>
	fc.constantFrom(...clauseKeywords.filter((one) => records[one].form === form)) as Arbitrary<ClauseOfForm<Form>>;
const named = (form: "text" | "name" | "date"): Arbitrary<Clause> =>
	fc.record({ keyword: keywordOf(form), text: text(nastyText) }).map((one): Clause => ({ ...one, form, span }));

const condition = fc
	.record({
		fact: text(fc.constantFrom("branch", "env CI", "time", "ticket-id", "x.y")),
		// The word that stands before the values is none of them without quotes.
		values: fc.array(
			patternWord.filter(({ kind, text }) => kind !== "plain" || text !== "is"),
			{ minLength: 1, maxLength: 3 },
		),
	})
	.map((one) => ({ ...one, span }));

const clause: Arbitrary<Clause> = fc.oneof(
	fc.record({ keyword: keywordOf("patterns"), patterns }).map((one): Clause => ({ ...one, form: "patterns", span })),
	fc.record({ keyword: keywordOf("paths"), paths }).map((one): Clause => ({ ...one, form: "paths", span })),
	fc.record({ keyword: keywordOf("hosts"), hosts: paths }).map((one): Clause => ({ ...one, form: "hosts", span })),
	fc.record({ keyword: keywordOf("options"), options }).map((one): Clause => ({ ...one, form: "options", span })),
	fc
		.record({ keyword: keywordOf("powers"), powers: fc.array(power, { minLength: 1, maxLength: 3 }) })
		.map((one): Clause => ({ ...one, form: "powers", span })),
	fc.record({ keyword: keywordOf("names"), names }).map((one): Clause => ({ ...one, form: "names", span })),
	named("text"),
	named("name"),
	named("date"),
	fc
		.record({ keyword: keywordOf("facts"), conditions: fc.array(condition, { minLength: 1, maxLength: 3 }) })
		.map((one): Clause => ({ ...one, form: "facts", span })),
);
const clauses = fc.uniqueArray(clause, { maxLength: 5, selector: (one): ClauseKeyword => one.keyword });

const comment = fc.oneof(
	fc.constantFrom(
		"# why",
		"#",
		"#!",
		"# a # b",
		'# "quoted" {',
		"# }",
		"# - deny: git",
		"# agents:",
		"# locked deny x because",
	),
	nastyText.map((one) => `#${one.replace(/[\r\n\0\p{Surrogate}]/gu, " ")}`.trimEnd()),
);
const commentOrBlank = fc.oneof(comment, fc.constant(""));

function withoutDoubleBlanks(lines: readonly string[]): string[] {
	return lines.filter((line, index) => line !== "" || lines[index - 1] !== "");
}

/** Blank lines end no block, and begin none where nothing stands before. */
function closingOf(lines: readonly string[], follows: boolean): readonly string[] {
	const kept = withoutDoubleBlanks(lines);
	while (kept[kept.length - 1] === "") kept.pop();
	while (!follows && kept[0] === "") kept.shift();
	return kept;
}

const comments: Arbitrary<Comments | undefined> = fc.option(
	fc.record(
		{ before: fc.array(commentOrBlank, { maxLength: 3 }).map(withoutDoubleBlanks), after: comment },
		{ requiredKeys: ["before"] },
	),
	{ nil: undefined, freq: 2 },
);

/** The first of a block has no blank line above. */
function asBlock<T extends { readonly comments?: Comments }>(statements: readonly T[]): readonly T[] {
	return statements.map((statement, index) => {
		const { comments: own, ...rest } = statement;
		if (own === undefined) return statement;
		const before = [...own.before];
		while (index === 0 && before[0] === "") before.shift();
		return before.length === 0 && own.after === undefined
			? (rest as T)
			: { ...statement, comments: { ...own, before } };
	});
}

function withComments<T extends object>(statement: Arbitrary<T>): Arbitrary<T> {
	return fc.tuple(statement, comments).map(([one, own]) => (own ? { ...one, comments: own } : one));
}

const effect = text(fc.constantFrom(...effects));
const override = fc.boolean();
const base = { span: fc.constant(span) };
const limitWord = bareWord;

/** A program called `reads` or `writes` behind `constrain` stands in quotes. */
function speaksOfAccess([first]: readonly Pattern[]): boolean {
	const word = first?.words[0];
	if (word?.text === "network" && first?.words[1]?.text === "of") return true;
	return !first?.exactly && word?.kind === "plain" && (word.text === "reads" || word.text === "writes");
}

const command = fc.oneof(nastyText, fc.constantFrom("go run ./cmd/server", "rm -rf ../other # really", "x | y && z"));
const ruleName = fc
	.constantFrom("no-grep", "a.b_c", "allowed", "forced-x", "within")
	.filter((one) => /^[A-Za-z_]/.test(one));

/** `2 of release for this session` */
const people = fc.record(
	{
		count: text(fc.constantFrom("1", "2", "40")),
		group: text(fc.oneof(fc.constantFrom("release", "of", "for", "the team"), nastyText)),
		holds: text(fc.constantFrom("this call", "this session", "1h", "90s")),
		span: fc.constant(span),
	},
	{ requiredKeys: ["group", "span"] },
) as Arbitrary<PeopleAsked>;

/** Bare, they would name people. */
function speaksOfPeople([first]: readonly Pattern[]): boolean {
	const [word] = first?.words ?? [];
	return first?.exactly === false && word?.kind === "plain" && /^(?:of|for|\d+)$/.test(word.text);
}

const plainStatement: Arbitrary<Statement> = withComments<Statement>(
	fc.oneof(
		{
			weight: 4,
			arbitrary: fc.record({
				...base,
				kind: fc.constant("rule" as const),
				keyword: fc.constantFrom("allow" as const, "deny" as const, "ask" as const, "nudge" as const),
				locked: fc.boolean(),
				override,
				patterns: patterns.filter((one) => !speaksOfPeople(one)),
				clauses,
			}),
		},
		fc.record({
			...base,
			kind: fc.constant("rule" as const),
			keyword: fc.constant("ask" as const),
			locked: fc.boolean(),
			override,
			people,
			patterns: patterns.filter((one) => !speaksOfPeople(one)),
			clauses,
		}),
		fc
			.record(
				{
					...base,
					kind: fc.constant("rule" as const),
					keyword: fc.constant("constrain" as const),
					locked: fc.boolean(),
					override,
					access: fc.constantFrom("reads" as const, "writes" as const, "network" as const),
					patterns,
					clauses,
				},
				{ requiredKeys: ["kind", "keyword", "locked", "override", "patterns", "clauses", "span"] },
			)
			.filter((one) => one.access !== undefined || !speaksOfAccess(one.patterns)) as Arbitrary<Statement>,
		fc.record({
			...base,
			kind: fc.constant("claim" as const),
			keyword: fc.constantFrom("never" as const, "always" as const),
			effect,
			patterns,
			clauses,
		}),
		...settingKeywords.map(settingLine),
		fc.record(
			{
				...base,
				kind: fc.constant("expect" as const),
				effect,
				forced: fc.boolean(),
				by: text(ruleName),
				facts: fc.uniqueArray(
					fc.record({
						fact: text(fc.constantFrom("branch", "env CI", "ticket", "x.y-z")),
						value: text(fc.oneof(fc.constantFrom("main", "release/1", "a b", "09:00"), bareWord)),
					}),
					{ minLength: 1, maxLength: 3, selector: ({ fact }) => fact.text },
				),
				at: text(fc.constantFrom("2026-12-31T10:00Z", "2026-12-31T10:00:30+01:00")),
				command: text(command),
			},
			{ requiredKeys: ["kind", "effect", "forced", "command", "span"] },
		) as Arbitrary<Statement>,
	),
);

/** A line that says a setting, whatever it says. */
function settingLine(word: SettingKeyword): Arbitrary<SettingStatement> {
	const { form, keyword } = settingHead(word);
	const head = { ...base, kind: fc.constant("setting" as const), override };
	const own = text(fc.oneof(fc.constantFrom(...namesBehind(word), "timeout"), bareWord));
	switch (form) {
		case "effect":
			return fc.record({ ...head, form: fc.constant(form), keyword: fc.constant(keyword), word: effect });
		case "word": {
			const choices = settingsOf(word).flatMap((record) => ("choices" in record ? record.choices : []));
			const said = text(fc.constantFrom(...choices));
			return fc.record({ ...head, form: fc.constant(form), keyword: fc.constant(keyword), word: said });
		}
		case "name":
			return fc.record({ ...head, form: fc.constant(form), keyword: fc.constant(keyword), word: text(bareWord) });
		case "names":
			return fc.record({ ...head, form: fc.constant(form), keyword: fc.constant(keyword), names });
		case "paths":
			return fc.record({ ...head, form: fc.constant(form), keyword: fc.constant(keyword), paths });
		case "variables":
			return fc.record({ ...head, form: fc.constant(form), keyword: fc.constant(keyword), name: own, names });
		case "amount": {
			const words = fc.array(text(limitWord), { maxLength: 4 });
			return fc.record({
				...head,
				form: fc.constant(form),
				keyword: fc.constant(keyword),
				name: text(limitWord),
				words,
			});
		}
	}
}

const optionName = fc.constantFrom("--target", "-t", "of=", "-", "--note", "-é");
const programOption: Arbitrary<ProgramOption> = withComments(
	fc
		.record(
			{
				names: fc.array(text(optionName), { maxLength: 3 }),
				value: text(fc.constantFrom("PATH", "A1", "N")),
				does: fc.array(text(fc.constantFrom("read", "write", "network", "default", "limit")), { maxLength: 3 }),
				span: fc.constant(span),
			},
			{ requiredKeys: ["names", "does", "span"] },
		)
		.filter((one) => one.names.length > 0) as Arbitrary<ProgramOption>,
);

const name = text(
	fc.oneof(
		{ weight: 3, arbitrary: fc.constantFrom("default", "writer", "reader", "a b", "__proto__") },
		nastyText,
		fc.constantFrom(...allKeywords),
	),
);

function block(kind: "agent" | "group"): Arbitrary<Statement> {
	return fc
		.record({
			name,
			extends: fc.oneof(fc.constant([]), names),
			body: fc.array(plainStatement, { maxLength: 5 }),
			closing: fc.array(commentOrBlank, { maxLength: 3 }),
		})
		.map((one) => {
			const closing = closingOf(one.closing, one.body.length > 0);
			return {
				kind,
				name: one.name,
				extends: one.extends,
				body: asBlock(one.body),
				...(closing.length > 0 ? { closing } : {}),
				span,
			};
		});
}

const program: Arbitrary<Statement> = fc
	.record({
		name,
		can: fc.oneof(fc.constant([]), names),
		options: fc.array(programOption, { maxLength: 3 }),
		closing: fc.array(commentOrBlank, { maxLength: 3 }),
	})
	.map((one) => {
		const closing = closingOf(one.closing, one.options.length > 0);
		return {
			kind: "program",
			name: one.name,
			can: one.can,
			options: asBlock(one.options),
			...(closing.length > 0 ? { closing } : {}),
			span,
		};
	});

const outerStatement: Arbitrary<Statement> = fc.oneof(
	withComments<Statement>(text(nastyText).map((one) => ({ kind: "import", path: one, span }))),
	withComments<Statement>(fc.record({ name: text(setName), patterns }).map((one) => ({ kind: "set", ...one, span }))),
	withComments(block("agent")),
	withComments(block("group")),
	withComments(program),
	plainStatement,
);
