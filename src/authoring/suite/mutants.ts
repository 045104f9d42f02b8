/**
 * Slips that an author could make: policies that differ from the given one by one small change each. Tests that no such change
 * makes fail do not hold the policy to what its author means. Statements are changed, and no file is written.
 */

import { clausesOn } from "../../language/policy/clauses.js";
import { kinds } from "../../language/policy/kinds.js";
import type { PolicyFiles } from "../../language/policy/resolve.js";
import type { NamesRecord, SettingRecord } from "../../language/policy/settings/setting.js";
import { isSettingName, settingRecord } from "../../language/policy/settings.js";
import { type Span, spanning } from "../../language/source/span.js";
import { alternativeText, pathText, patternText } from "../../language/syntax/dsl/part-text.js";
import {
	type Clause,
	type ImportStatement,
	type OptionsClause,
	type PathWord,
	type Pattern,
	type PatternWord,
	type PolicyFile,
	type PowersClause,
	type ProgramStatement,
	type RuleKeyword,
	type RuleStatement,
	type SetStatement,
	type SettingStatement,
	type Statement,
	settingNameOf,
	type Text,
} from "../../language/syntax/statements.js";

/** What is changed. */
export const mutations = [
	"effect",
	"rule",
	"pattern",
	"word",
	"option",
	"exactly",
	"override",
	"locked",
	"access",
	"clause",
	"item",
	"powers",
	"setting",
	"set",
	"extends",
	"import",
	"program",
] as const;
export type Mutation = (typeof mutations)[number];

/** A policy with one change. */
export interface Mutant {
	readonly mutation: Mutation;
	/** Completes "no test notices that …": `` `push` becomes `*` ``. */
	readonly change: string;
	/** The piece that is changed. */
	readonly span: Span;
	/** The statement that it is a piece of. */
	readonly statement: Span;
	readonly files: PolicyFiles;
}

/** The mutants of a policy, one by one, in the order of its files. `isOwn`: files whose statements are changed. Some can't be resolved, and some mean the same. */
export function* mutantsOf(input: PolicyFiles, isOwn: (file: string) => boolean): Generator<Mutant> {
	for (const [name, { file, imports }] of input.files) {
		if (!isOwn(name)) continue;
		const put = (entry: { readonly file: PolicyFile; readonly imports: readonly string[] }): PolicyFiles => ({
			...input,
			files: new Map(input.files).set(name, entry),
		});
		for (const { statements, ...change } of changesOfBody(file.statements))
			yield { ...change, files: put({ file: { ...file, statements }, imports }) };
		const importing = file.statements.filter((one): one is ImportStatement => one.kind === "import");
		// An import that leads nowhere leaves no policy to change.
		if (importing.length !== imports.length) continue;
		for (const [at, { path, span }] of importing.entries())
			yield {
				mutation: "import",
				change: `\`import "${path.text}"\` is left out`,
				span,
				statement: span,
				files: put({ file, imports: without(imports, at) }),
			};
	}
}

/** One change: what it is, and what it makes of the thing that is changed. */
interface MutatedValue<T> {
	readonly mutation: Mutation;
	readonly change: string;
	readonly span: Span;
	readonly value: T;
}

function* changesOfBody(
	body: readonly Statement[],
): Generator<Omit<Mutant, "files"> & { readonly statements: readonly Statement[] }> {
	for (const [at, statement] of body.entries()) {
		const put = (value: readonly Statement[]): readonly Statement[] => body.toSpliced(at, 1, ...value);
		for (const { value, ...change } of changesOf(statement))
			yield { ...change, statement: statement.span, statements: put(value) };
		if (statement.kind !== "agent" && statement.kind !== "group") continue;
		for (const { statements, ...change } of changesOfBody(statement.body))
			yield { ...change, statements: put([{ ...statement, body: statements }]) };
	}
}

/** The changes of one statement, without those of the statements in it. None in its place: it is left out. */
function* changesOf(statement: Statement): Generator<MutatedValue<readonly Statement[]>> {
	switch (statement.kind) {
		case "rule":
			return yield* changesOfRule(statement);
		case "setting":
			return yield* changesOfSetting(statement);
		case "set":
			return yield* changesOfSet(statement);
		case "program":
			return yield* changesOfProgram(statement);
		case "agent":
		case "group":
			for (const [at, parent] of statement.extends.entries())
				yield {
					mutation: "extends",
					change: `\`${statement.name.text}\` no longer extends \`${parent.text}\``,
					span: parent.span,
					value: [{ ...statement, extends: without(statement.extends, at) }],
				};
			return;
		// Promises are the tests themselves.
		case "claim":
		case "expect":
		case "import":
			return;
	}
}

function* changesOfRule(rule: RuleStatement): Generator<MutatedValue<readonly Statement[]>> {
	const { keyword, patterns, clauses, locked, override } = rule;
	const head = { ...rule.span, end: patterns[0]?.span.start ?? rule.span.end };
	const flipped = flips[keyword].find((other) => clauses.every((one) => clausesOn(other).includes(one.keyword)));
	if (flipped !== undefined) {
		const other: RuleStatement = { ...rule, keyword: flipped, locked: locked && kinds[flipped].lockable };
		yield {
			mutation: "effect",
			change: `\`${locked ? "locked " : ""}${keyword}\` becomes \`${other.locked ? "locked " : ""}${flipped}\``,
			span: head,
			value: [other],
		};
	}
	yield { mutation: "rule", change: "this rule is left out", span: rule.span, value: [] };
	if (override)
		yield {
			mutation: "override",
			change: "`override` is left out",
			span: head,
			value: [{ ...rule, override: false }],
		};
	if (locked)
		yield { mutation: "locked", change: "`locked` is left out", span: head, value: [{ ...rule, locked: false }] };
	if (rule.access !== undefined && rule.access !== "network") {
		const access = rule.access === "reads" ? "writes" : "reads";
		yield {
			mutation: "access",
			change: `\`${rule.access} of\` becomes \`${access} of\``,
			span: head,
			value: [{ ...rule, access }],
		};
	}
	for (const change of changesOfPatterns(patterns, "the rule"))
		yield lifted(change, (value) => [{ ...rule, patterns: value }]);
	for (const [at, clause] of clauses.entries())
		for (const change of changesOfClause(clause, kinds[keyword].required.includes(clause.keyword)))
			yield lifted(change, (value) => [{ ...rule, clauses: clauses.toSpliced(at, 1, ...value) }]);
}

/** What an effect is mistaken for: the first whose rules take the same clauses. A `constrain` has no like. */
const flips: Readonly<Record<RuleKeyword, readonly RuleKeyword[]>> = {
	allow: ["deny", "ask"],
	deny: ["allow", "ask"],
	ask: ["allow", "deny"],
	nudge: ["allow", "ask"],
	constrain: [],
};

/** `where`: what lists the patterns. */
function* changesOfPatterns(patterns: readonly Pattern[], where: string): Generator<MutatedValue<readonly Pattern[]>> {
	for (const [at, pattern] of patterns.entries()) {
		if (patterns.length > 1)
			yield {
				mutation: "pattern",
				change: `${where} no longer lists \`${patternText(pattern)}\``,
				span: pattern.span,
				value: without(patterns, at),
			};
		for (const change of changesOfPattern(pattern)) yield lifted(change, (value) => patterns.with(at, value));
	}
}

function* changesOfPattern(pattern: Pattern): Generator<MutatedValue<Pattern>> {
	const { words } = pattern;
	if (pattern.exactly)
		yield {
			mutation: "exactly",
			change: `\`exactly\` is left out of \`${patternText(pattern)}\``,
			span: pattern.span,
			value: { ...pattern, exactly: false },
		};
	for (const [at, word] of words.entries()) {
		const { span } = word;
		const text = wordText(word);
		if (at > 0 && isOption(word)) {
			yield {
				mutation: "option",
				change: `\`${text}\` is left out of \`${patternText(pattern)}\``,
				span,
				value: { ...pattern, words: without(words, at) },
			};
			const name = /^[^=]+/.exec(word.text)?.[0] ?? word.text;
			if (name !== word.text)
				yield {
					mutation: "option",
					change: `\`${text}\` becomes \`${name}\``,
					span,
					value: { ...pattern, words: words.with(at, { ...word, text: name }) },
				};
		} else if (word.kind === "plain" && (word.text === "*" || word.text === "**")) {
			// In the end it asks for one more word.
			if (word.text === "*" && at > 0 && at === words.length - 1)
				yield {
					mutation: "word",
					change: `\`*\` is left out of \`${patternText(pattern)}\``,
					span,
					value: { ...pattern, words: without(words, at) },
				};
		} else
			yield {
				mutation: "word",
				change:
					words.length === 1 ? `\`${text}\` becomes \`*\`` : `\`${text}\` becomes \`*\` in \`${patternText(pattern)}\``,
				span,
				value: { ...pattern, words: words.with(at, { kind: "plain", text: "*", span }) },
			};
	}
}

function isOption({ kind, text }: PatternWord): boolean {
	return (kind === "plain" || kind === "quoted") && text.length > 1 && text.startsWith("-") && text !== "--";
}

function wordText(word: PatternWord): string {
	return patternText({ exactly: false, words: [word], span: word.span });
}

/** None in its place: the clause is left out. */
function* changesOfClause(clause: Clause, required: boolean): Generator<MutatedValue<readonly Clause[]>> {
	switch (clause.keyword) {
		case "except":
			if (clause.patterns.length === 1) yield* leftOut(clause, patternText(clause.patterns[0] as Pattern), required);
			for (const change of changesOfPatterns(clause.patterns, "`except`"))
				yield lifted(change, (patterns) => [{ ...clause, patterns }]);
			return;
		case "within":
		case "touching":
		case "to":
			yield* leftOut(clause, clause.paths.map(pathText).join(", "), required);
			for (const change of changesOfPaths(clause.paths, `\`${clause.keyword}\``))
				yield lifted(change, (paths) => [{ ...clause, paths }]);
			return;
		case "with":
		case "without":
		case "only":
			yield* leftOut(clause, clause.options.map(alternativeText).join(", "), required);
			for (const change of changesOfOptions(clause)) yield lifted(change, (value) => [value]);
			return;
		case "granting":
		case "using":
			yield* leftOut(clause, clause.powers.map(({ text }) => text).join(", "), required);
			for (const change of changesOfPowers(clause)) yield lifted(change, (value) => [value]);
			return;
		// They say what to tell, and decide nothing.
		case "use":
		case "because":
		case "note":
		case "id":
			return;
	}
}

function* leftOut(clause: Clause, items: string, required: boolean): Generator<MutatedValue<readonly Clause[]>> {
	if (required) return;
	const change = `\`${clause.keyword} ${items}\` is left out`;
	yield { mutation: "clause", change, span: clause.span, value: [] };
}

function* changesOfPaths(paths: readonly PathWord[], where: string): Generator<MutatedValue<readonly PathWord[]>> {
	for (const [at, path] of paths.entries()) {
		if (paths.length > 1)
			yield {
				mutation: "item",
				change: `${where} no longer lists \`${pathText(path)}\``,
				span: path.span,
				value: without(paths, at),
			};
	}
}

function* changesOfOptions(clause: OptionsClause): Generator<MutatedValue<OptionsClause>> {
	const { keyword, options } = clause;
	for (const [at, together] of options.entries()) {
		const span = together.map((word) => word.span).reduce(spanning);
		if (options.length > 1)
			yield {
				mutation: "item",
				change: `\`${keyword}\` no longer lists \`${alternativeText(together)}\``,
				span,
				value: { ...clause, options: without(options, at) },
			};
		if (together.length === 1) continue;
		for (const [place, word] of together.entries())
			yield {
				mutation: "option",
				change: `\`${wordText(word)}\` is left out of \`${alternativeText(together)}\``,
				span: word.span,
				value: { ...clause, options: options.with(at, without(together, place)) },
			};
	}
}

function* changesOfPowers(clause: PowersClause): Generator<MutatedValue<PowersClause>> {
	const { keyword, powers, span } = clause;
	if (powers.length > 1)
		for (const [at, power] of powers.entries())
			yield {
				mutation: "powers",
				change: `\`${keyword}\` no longer lists \`${power.text}\``,
				span: power.span,
				value: { ...clause, powers: without(powers, at) },
			};
	if (keyword === "granting" && powers.every(({ text }) => text !== "everything"))
		yield {
			mutation: "powers",
			change: `\`granting ${powers.map(({ text }) => text).join(", ")}\` becomes \`granting everything\``,
			span,
			value: { ...clause, powers: [{ text: "everything", span }] },
		};
}

/** Of settings that decide something. */
function* changesOfSetting(statement: SettingStatement): Generator<MutatedValue<readonly Statement[]>> {
	const name = settingNameOf(statement);
	const record = isSettingName(name) ? settingRecord(name) : undefined;
	if (!record?.decides) return;
	yield* changesOfValue(statement, record);
	if (!statement.override) return;
	yield {
		mutation: "override",
		change: "`override` is left out",
		span: statement.span,
		value: [{ ...statement, override: false }],
	};
}

function* changesOfValue(
	statement: SettingStatement,
	record: SettingRecord,
): Generator<MutatedValue<readonly Statement[]>> {
	const { keyword, span } = statement;
	switch (statement.form) {
		case "effect":
		case "word": {
			const choices = "choices" in record ? record.choices : [];
			const text = (statement.word.text === choices[0] ? choices.at(-1) : choices[0]) ?? "";
			yield {
				mutation: "setting",
				change: `\`${keyword} ${statement.word.text}\` becomes \`${keyword} ${text}\``,
				span,
				value: [{ ...statement, word: { ...statement.word, text } }],
			};
			return;
		}
		case "names": {
			const { names, nothing } = record as NamesRecord;
			const listed = statement.names.filter(({ text }) => text !== nothing);
			for (const text of Object.keys(names)) {
				if (listed.some((one) => one.text === text)) continue;
				yield {
					mutation: "setting",
					change: `\`${keyword}\` accepts \`${text}\` as well`,
					span,
					value: [{ ...statement, names: [...listed, { text, span }] }],
				};
			}
			for (const change of changesOfNames(listed, `\`${keyword}\``))
				yield lifted(change, (rest) => [{ ...statement, names: rest.length > 0 ? rest : [{ text: nothing, span }] }]);
			return;
		}
		case "paths":
			for (const change of changesOfPaths(statement.paths, `\`${keyword}\``))
				yield lifted({ ...change, mutation: "setting" }, (paths) => [{ ...statement, paths }]);
			return;
		case "variables":
			for (const change of changesOfNames(statement.names, `\`${keyword} ${statement.name.text}\``))
				yield lifted(change, (rest) => (rest.length === 0 ? [] : [{ ...statement, names: rest }]));
			return;
		// Limits bound what runs.
		case "name":
		case "amount":
			return;
	}
}

function* changesOfNames(names: readonly Text[], where: string): Generator<MutatedValue<readonly Text[]>> {
	for (const [at, { text, span }] of names.entries())
		yield { mutation: "setting", change: `${where} no longer lists \`${text}\``, span, value: without(names, at) };
}

function* changesOfSet(statement: SetStatement): Generator<MutatedValue<readonly Statement[]>> {
	for (const change of changesOfPatterns(statement.patterns, `\`set ${statement.name.text}\``))
		yield lifted({ ...change, mutation: change.mutation === "pattern" ? "set" : change.mutation }, (patterns) => [
			{ ...statement, patterns },
		]);
}

function* changesOfProgram(statement: ProgramStatement): Generator<MutatedValue<readonly Statement[]>> {
	const { name, can, options } = statement;
	yield {
		mutation: "program",
		change: `nothing is taught of \`${name.text}\``,
		span: statement.span,
		value: [],
	};
	for (const change of changesOfNames(can, `\`program ${name.text}\``))
		yield lifted({ ...change, mutation: "program" }, (rest) => [{ ...statement, can: rest }]);
	for (const [at, option] of options.entries())
		yield {
			mutation: "program",
			change: `the option \`${option.names.map(({ text }) => text).join(", ")}\` of \`${name.text}\` is left out`,
			span: option.span,
			value: [{ ...statement, options: without(options, at) }],
		};
}

function lifted<T, U>({ value, ...change }: MutatedValue<T>, put: (value: T) => U): MutatedValue<U> {
	return { ...change, value: put(value) };
}

function without<T>(list: readonly T[], at: number): readonly T[] {
	return list.filter((_, index) => index !== at);
}
