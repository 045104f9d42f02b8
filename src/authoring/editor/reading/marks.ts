/**
 * Everything in a file that means something, piece by piece, each where it stands: names, words of patterns, paths, powers, texts.
 * Hovering, going to definitions, colours and renaming all look at these.
 */
import { readScript } from "../../../engine/request/read-script.js";
import type { SourceFile } from "../../../language/source/source-file.js";
import type { Span } from "../../../language/source/span.js";
import type {
	Clause,
	PathWord,
	Pattern,
	PatternWord,
	PolicyFile,
	ProgramOption,
	SettingStatement,
	Statement,
	Text,
} from "../../../language/syntax/statements.js";
import { holdsOffset, type Stretch } from "./places.js";
import type { ReadFile } from "./read-file.js";

/** Names that are defined in one place and used in others. */
export type NameKind = "set" | "agent" | "rule" | "program";

export type MarkKind =
	| NameKind
	/** A word behind the program that is no option. */
	| "operand"
	| "option"
	| "path"
	| "host"
	| "power"
	| "feature"
	| "effect"
	| "import"
	| "tool"
	| "limit"
	| "variable"
	| "action"
	| "text"
	| "command";

export interface Mark extends Stretch {
	readonly kind: MarkKind;
	readonly text: string;
	/** Of a name: it is defined here. */
	readonly defines: boolean;
	/** The text stands here just so, and another can take its place. */
	readonly exact: boolean;
	readonly statement: Statement;
	/** The pattern that it is a word of, and which one. */
	readonly pattern?: Pattern;
	readonly index?: number;
}

const known = new WeakMap<PolicyFile, readonly Mark[]>();

/** The marks of a file, in their order. */
export function marksOf({ file, source }: Pick<ReadFile, "file" | "source">): readonly Mark[] {
	let marks = known.get(file);
	if (marks === undefined) {
		const found: Mark[] = [];
		new Collector(source, found).statements(file.statements);
		marks = found.sort((a, b) => a.start - b.start || a.end - b.end);
		known.set(file, marks);
	}
	return marks;
}

/** The mark at an offset: the shortest that holds it; of two that meet there, the one that begins. */
export function markAt(read: Pick<ReadFile, "file" | "source">, offset: number): Mark | undefined {
	const touching = marksOf(read).filter((mark) => holdsOffset(mark, offset));
	const [first, ...others] = touching.filter((mark) => offset < mark.end);
	return others.reduce<Mark | undefined>(
		(best, mark) => (best !== undefined && best.end - best.start <= mark.end - mark.start ? best : mark),
		first ?? touching[0],
	);
}

/** The innermost statement at an offset. */
export function statementAt(statements: readonly Statement[], offset: number): Statement | undefined {
	const found = statements.find((statement) => holdsOffset(statement.span, offset));
	if (found === undefined || (found.kind !== "agent" && found.kind !== "group")) return found;
	return statementAt(found.body, offset) ?? found;
}

/** All statements, those inside blocks as well, with the agent or group that states them. */
export function* allStatements(
	statements: readonly Statement[],
	owner = "",
): Generator<{ readonly statement: Statement; readonly owner: string }> {
	for (const statement of statements) {
		yield { statement, owner };
		if (statement.kind === "agent" || statement.kind === "group")
			yield* allStatements(statement.body, statement.name.text);
	}
}

/** Does this word of a pattern name an option? */
export function isOption(word: PatternWord): boolean {
	return (word.kind === "plain" || word.kind === "quoted") && /^[-+]./.test(word.text);
}

class Collector {
	constructor(
		private readonly source: SourceFile,
		private readonly found: Mark[],
	) {}

	statements(statements: readonly Statement[]): void {
		for (const statement of statements) this.statement(statement);
	}

	private statement(statement: Statement): void {
		const { add } = this;
		switch (statement.kind) {
			case "import":
				add("import", statement.path, statement);
				break;
			case "set":
				add("set", statement.name, statement, true);
				this.patterns(statement.patterns, statement);
				break;
			case "group":
			case "agent":
				add("agent", statement.name, statement, true);
				this.texts("agent", statement.extends, statement);
				this.statements(statement.body);
				break;
			case "rule":
				this.patterns(statement.patterns, statement);
				this.clauses(statement.clauses, statement);
				break;
			case "claim":
				add("effect", statement.effect, statement);
				this.patterns(statement.patterns, statement);
				this.clauses(statement.clauses, statement);
				break;
			case "setting":
				this.setting(statement);
				break;
			case "expect":
				add("effect", statement.effect, statement);
				if (statement.by) add("rule", statement.by, statement);
				this.programsOf(statement.command, statement);
				add("command", statement.command, statement);
				break;
			case "program":
				add("program", statement.name, statement, true);
				this.texts("power", statement.can, statement);
				for (const option of statement.options) this.programOption(option, statement);
		}
	}

	private setting(statement: SettingStatement): void {
		switch (statement.form) {
			case "effect":
				this.add("effect", statement.word, statement);
				break;
			case "word":
			case "name":
				break;
			case "names":
				this.texts("feature", statement.names, statement);
				break;
			case "paths":
				this.paths(statement.paths, statement);
				break;
			case "variables":
				this.add("action", statement.name, statement);
				this.texts("variable", statement.names, statement);
				break;
			case "amount":
				this.add("limit", statement.name, statement);
				this.texts("limit", statement.words, statement);
		}
	}

	/** The programs that a shell string names, where each stands at the beginning of its command. */
	private programsOf({ text, span }: Text, statement: Statement): void {
		const { start, exact } = placeOf(text, span, this.source);
		if (!exact) return;
		for (const { name, at } of programsIn(text)) {
			const place = { file: span.file, start: start + at, end: start + at + name.length };
			this.add("program", { text: name, span: place }, statement);
		}
	}

	private programOption({ names, value, does }: ProgramOption, statement: Statement): void {
		this.texts("option", names, statement);
		if (value) this.add("variable", value, statement);
		this.texts("power", does, statement);
	}

	private clauses(clauses: readonly Clause[], statement: Statement): void {
		for (const clause of clauses) {
			switch (clause.form) {
				case "patterns":
					this.patterns(clause.patterns, statement);
					break;
				case "paths":
					this.paths(clause.paths, statement, isOfHosts(statement) ? "host" : "path");
					break;
				case "hosts":
					this.paths(clause.hosts, statement, "host");
					break;
				case "options":
					for (const word of clause.options.flat()) this.word(word, "option", statement);
					break;
				case "powers":
					this.texts("power", clause.powers, statement);
					break;
				case "names":
					this.texts("tool", clause.names, statement);
					break;
				case "facts":
				case "date":
					break;
				case "text":
					this.add("text", clause.text, statement);
					break;
				case "name":
					this.add("rule", clause.text, statement, true);
			}
		}
	}

	private patterns(patterns: readonly Pattern[], statement: Statement): void {
		for (const pattern of patterns)
			pattern.words.forEach((word, index) => {
				const kind = index === 0 ? "program" : isOption(word) ? "option" : "operand";
				this.word(word, kind, statement, { pattern, index });
			});
	}

	private word(
		word: PatternWord,
		kind: MarkKind,
		statement: Statement,
		place?: { readonly pattern: Pattern; readonly index: number },
	): void {
		this.add(word.kind === "set" ? "set" : kind, word, statement, false, place);
	}

	private paths(paths: readonly PathWord[], statement: Statement, kind: "path" | "host" = "path"): void {
		for (const path of paths) this.add(path.kind === "set" ? "set" : kind, path, statement);
	}

	private texts(kind: MarkKind, texts: readonly Text[], statement: Statement): void {
		for (const text of texts) this.add(kind, text, statement);
	}

	private readonly add = (
		kind: MarkKind,
		{ text, span }: { readonly text: string; readonly span: Span },
		statement: Statement,
		defines = false,
		place?: { readonly pattern: Pattern; readonly index: number },
	): void => {
		const { start, end, exact } = placeOf(text, span, this.source);
		this.found.push({ kind, text, start, end, exact, defines, statement, ...place });
	};
}

interface ProgramInScript {
	readonly name: string;
	readonly at: number;
}

/** Scripts that were read: they stay the same while the lines around them are edited. */
const scripts = new Map<string, readonly ProgramInScript[]>();
const mostScripts = 10_000;

function programsIn(script: string): readonly ProgramInScript[] {
	let programs = scripts.get(script);
	if (programs === undefined) {
		const reading = readScript(script);
		programs = (reading.kind === "understood" ? reading.commands : []).flatMap(({ program, span }) =>
			program.kind === "known" && script.startsWith(program.text, span.start)
				? [{ name: program.text, at: span.start }]
				: [],
		);
		if (scripts.size >= mostScripts) scripts.clear();
		scripts.set(script, programs);
	}
	return programs;
}

/** Where a text stands without what marks or quotes it. Where escapes changed it, the whole is its place. */
function placeOf(text: string, { start, end }: Span, { text: whole }: SourceFile): Stretch & { exact: boolean } {
	const written = whole.slice(start, end);
	const at = written.indexOf(text);
	if (at < 0 || text === "") return { start, end, exact: false };
	const around = written.slice(0, at) + written.slice(at + text.length);
	if (!/^(?:!?@?|["']["']|\/\/)$/.test(around)) return { start, end, exact: written === text };
	return { start: start + at, end: start + at + text.length, exact: true };
}

/** The programs that a rule's patterns begin with. */
export function programsOf(patterns: readonly Pattern[]): readonly string[] {
	return [...new Set(patterns.flatMap(({ words: [first] }) => (first?.kind === "plain" ? [first.text] : [])))];
}

/** A `constrain network`: what stands behind its `to` are hosts. */
function isOfHosts(statement: Statement): boolean {
	return statement.kind === "rule" && statement.access === "network";
}
