/** A concrete syntax tree to statements: a production each. Nothing here knows what a statement means. */
import type { CstNode, IToken } from "chevrotain";
import * as t from "../../../../grammar/tokens.js";
import { clauses, isClauseKeyword } from "../../policy/clauses.js";
import { isSettingKeyword, settingHead } from "../../policy/settings.js";
import { type Span, spanning } from "../../source/span.js";
import { helpForLimit, limitOf } from "../limits.js";
import type {
	Clause,
	ClauseKeyword,
	EventBounds,
	EventList,
	FactsCondition,
	PathWord,
	Pattern,
	PatternWord,
	PeopleAsked,
	ProgramOption,
	RuleKeyword,
	SettingStatement,
	Statement,
	Text,
} from "../statements.js";
import { unquote } from "../texts.js";
import { DslParsing, type ParsedStatement, textIn } from "./dsl-parsing.js";
import { child, children, firstChild, firstToken, token, tokens, wordToken } from "./dsl-tree.js";
import { outside, type PlainRules, withoutPlainRules } from "./plain-rules.js";

const topLevel = [
	"importStatement",
	"setStatement",
	"groupStatement",
	"agentStatement",
	"programStatement",
	"plainStatement",
];
export class DslReading extends DslParsing {
	/** Those that were read while others were parsed. */
	private readonly early = new Map<CstNode, Statement | undefined>();
	private readonly plain: PlainRules = new Map();

	/** The statements of a file, in their order. */
	statements(cst: CstNode): readonly Statement[] {
		const nodes = topLevel.flatMap((name) => children(cst, name));
		return this.withPlain(nodes, outside).sort((a, b) => a.span.start - b.span.start);
	}

	/** Reads what needs no parser, and gives the tokens of all else. */
	readPlain(tokens: readonly IToken[]): IToken[] {
		return withoutPlainRules(tokens, this, this.plain);
	}

	/** The statements of a block, those among them that were read before. */
	private withPlain(nodes: readonly CstNode[], block: number): Statement[] {
		const read = nodes.flatMap((node) => this.statement(node) ?? []);
		const plain = this.plain.get(block);
		return plain === undefined ? read : [...read, ...plain].sort((a, b) => a.span.start - b.span.start);
	}

	/** A statement is read as soon as it is parsed, and its tree let go: the trees of a large policy would be most of what reading it takes. */
	protected override parsed(node: ParsedStatement): void {
		this.early.set(node, this.statement(node));
		node.children = {};
	}

	/** A statement, or nothing where recovery left too little of it. */
	statement(node: CstNode): Statement | undefined {
		if (this.early.has(node)) return this.early.get(node);
		if (node.name === "plainStatement") {
			const inner = firstChild(node);
			return inner && this.statement(inner);
		}
		const span = this.spanOf(node);
		switch (node.name) {
			case "importStatement": {
				const path = this.text(token(node, "QuotedText") ?? token(node, "BareWord") ?? token(node, "Word"));
				return path && { kind: "import", path, span };
			}
			case "setStatement": {
				const name = this.text(token(node, "SetName"));
				const patterns = child(node, "patterns");
				return name && patterns && { kind: "set", name, patterns: this.patterns(patterns), span };
			}
			case "groupStatement":
			case "agentStatement": {
				const head = child(node, "blockHead");
				const name = head && this.name(child(head, "name"));
				if (!head || !name) return undefined;
				const names = child(head, "names");
				const block = child(node, "block");
				return {
					kind: node.name === "groupStatement" ? "group" : "agent",
					name,
					extends: names ? this.names(names) : [],
					body: this.withPlain(block ? children(block, "plainStatement") : [], node.location?.startOffset ?? outside),
					span,
				};
			}
			case "programStatement": {
				const name = this.name(child(node, "name"));
				const can = child(node, "names");
				return (
					name && {
						kind: "program",
						name,
						can: can ? this.names(can) : [],
						options: children(node, "programOption").map((option) => this.programOption(option)),
						span,
					}
				);
			}
			case "modifiedStatement":
				return this.modified(node, span);
			case "claimStatement": {
				const effect = this.text(token(node, "EffectWord"));
				const patterns = child(node, "patterns");
				if (!effect || !patterns) return undefined;
				const people = child(node, "people");
				if (people)
					this.report(
						"misplaced-clause",
						this.spanOf(people),
						"`of` does not belong on a claim",
						"a claim speaks of questions, whoever answers them: leave it out",
					);
				return {
					kind: "claim",
					keyword: token(node, "Never") ? "never" : "always",
					effect,
					patterns: this.patterns(patterns),
					clauses: this.clauses(node),
					span,
				};
			}
			case "expectStatement": {
				const effect = this.text(token(node, "EffectWord"));
				const rest = token(node, "ExpectCommand");
				const quoted = token(node, "ExpectText");
				if (!effect || !(rest || quoted)) return undefined;
				const by = this.text(token(node, "ExpectName"));
				return {
					kind: "expect",
					effect,
					forced: token(node, "Forced") !== undefined,
					...(by ? { by } : {}),
					...this.expected(node),
					command: rest ? this.restOfLine(rest) : (this.text(quoted) as Text),
					span,
				};
			}
			default:
				return undefined;
		}
	}

	/** The facts, the time and the past of an example. */
	private expected(node: CstNode): Pick<Extract<Statement, { kind: "expect" }>, "facts" | "at" | "after"> {
		const part = (found: IToken, start: number, text: string, image = text): Text => ({
			text,
			span: this.spanWithin(found, start, image.length),
		});
		const facts = tokens(node, "ExpectFact").map((found) => {
			const [, lead = "", name = "", between = "", value = ""] =
				/^(when[ \t]+)((?:env[ \t]+)?[^ \t]+)([ \t]+is[ \t]+)(.+)$/.exec(found.image) ?? [];
			const behind = lead.length + name.length + between.length;
			return {
				fact: part(found, lead.length, name.replace(/[ \t]+/, " "), name),
				value: part(found, behind, value.startsWith('"') ? unquote(value).text : value, value),
			};
		});
		const steps = tokens(node, "ExpectStep").map((found) => {
			const [, lead = "", ended = "", between = "", quoted = "", behind = "", ago = ""] =
				/^(after[ \t]+)([a-z]*)([ \t]*)("(?:[^"\\]|\\.)*")([ \t]*)([^ \t]*)/.exec(found.image) ?? [];
			const [first, second] = [lead.length, lead.length + ended.length + between.length];
			return {
				command: part(found, second, unquote(quoted).text, quoted),
				...(ended === "" ? {} : { ended: part(found, first, ended) }),
				...(ago === "" ? {} : { ago: part(found, second + quoted.length + behind.length, ago) }),
			};
		});
		const time = token(node, "ExpectTime");
		const lead = /^at[ \t]+/.exec(time?.image ?? "")?.[0].length ?? 0;
		return {
			...(facts.length === 0 ? {} : { facts }),
			...(time === undefined ? {} : { at: part(time, lead, time.image.slice(lead)) }),
			...(steps.length === 0 ? {} : { after: steps }),
		};
	}

	private restOfLine(rest: IToken): Text {
		const line = rest.image.slice(1);
		const text = line.trim();
		return { text, span: this.spanWithin(rest, 1 + line.length - line.trimStart().length, text.length) };
	}

	private modified(node: CstNode, span: Span): Statement | undefined {
		const inner = firstChild(node);
		if (!inner) return undefined;
		const lockedToken = token(node, "Locked");
		const override = token(node, "Override") !== undefined;
		const rule = inner.name === "ruleStatement" || inner.name === "constrainStatement";
		if (lockedToken && !rule) {
			this.report(
				"misplaced-modifier",
				this.span(lockedToken),
				"`locked` does not belong here",
				"`locked` goes with `deny` and `constrain`",
			);
		}
		switch (inner.name) {
			case "ruleStatement":
			case "constrainStatement": {
				const patterns = child(inner, "patterns");
				const keyword = (token(inner, "RuleWord")?.image ?? "constrain") as RuleKeyword;
				if (!patterns) return undefined;
				const access = token(inner, "Reads")
					? "reads"
					: token(inner, "Writes")
						? "writes"
						: token(inner, "Network")
							? "network"
							: undefined;
				const people = this.people(inner);
				return {
					kind: "rule",
					keyword,
					locked: lockedToken !== undefined,
					override,
					...(access ? { access } : {}),
					...(people ? { people } : {}),
					patterns: this.patterns(patterns),
					clauses: this.clauses(inner),
					span,
				};
			}
			default:
				return this.setting(inner, override, span);
		}
	}

	/** `2 of release for this session` */
	private people(node: CstNode): PeopleAsked | undefined {
		const found = child(node, "people");
		const group = found && this.name(child(found, "name"));
		if (found === undefined || group === undefined) return undefined;
		const count = this.text(token(found, "PeopleCount"));
		const holds = this.text(token(found, "ThisOne") ?? token(found, "Word"));
		return {
			...(count ? { count } : {}),
			group,
			...(holds ? { holds: { ...holds, text: holds.text.replace(/[ \t]+/, " ") } } : {}),
			span: this.spanOf(found),
		};
	}

	private setting(node: CstNode, override: boolean, span: Span): SettingStatement | undefined {
		const first = firstToken(node)?.image;
		if (first === undefined || !isSettingKeyword(first)) return undefined;
		const head = { kind: "setting", override, span } as const;
		const { form, keyword } = settingHead(first);
		const word = this.text(token(node, form === "effect" ? "EffectWord" : "Word"));
		const names = child(node, "names");
		switch (form) {
			case "effect":
			case "word":
			case "name":
				return word && { ...head, form, keyword, word };
			case "names":
				return names && { ...head, form, keyword, names: this.names(names) };
			case "paths": {
				const paths = child(node, "paths");
				return paths && { ...head, form, keyword, paths: this.paths(paths) };
			}
			case "variables":
				return word && names && { ...head, form, keyword, name: word, names: this.names(names) };
			case "amount": {
				const words = tokens(node, "Word").map((one) => this.text(one) as Text);
				return word && { ...head, form, keyword, name: word, words: words.slice(1) };
			}
		}
	}

	private clauses(node: CstNode): Clause[] {
		const seen = new Map<ClauseKeyword, Clause>();
		const read = children(node, "clause").flatMap((clause): readonly (ClauseKeyword | Clause)[] => {
			const inner = firstChild(clause);
			const read = inner && this.clause(inner);
			if (!read) return [];
			if ("repeats" in clauses[read.keyword]) return [read];
			const before = seen.get(read.keyword);
			if (before?.form === "facts" && read.form === "facts") {
				const conditions = [...before.conditions, ...read.conditions];
				seen.set(read.keyword, { ...before, conditions, span: spanning(before.span, read.span) });
				return [];
			}
			if (before !== undefined) {
				this.report(
					"duplicate-clause",
					read.span,
					`\`${read.keyword}\` stands twice on one rule`,
					"put both lists into one clause, or write two rules",
				);
				return [];
			}
			seen.set(read.keyword, read);
			return [read.keyword];
		});
		return read.flatMap((one) => (typeof one === "string" ? (seen.get(one) ?? []) : [one]));
	}

	/** Behind `when`. */
	condition(node: CstNode): FactsCondition | undefined {
		const words = tokens(node, "Word").map((one) => this.text(one) as Text);
		const [first, last] = [words[0], words.at(-1)];
		const values = child(node, "paths");
		if (first === undefined || last === undefined || values === undefined) return undefined;
		return {
			fact: { text: words.map(({ text }) => text).join(" "), span: spanning(first.span, last.span) },
			values: children(values, "patternWord")
				.filter((word) => wordToken(word) !== undefined)
				.map((word) => this.word(word)),
			span: this.spanOf(node),
		};
	}

	private clause(node: CstNode): Clause | undefined {
		const span = this.spanOf(node);
		const word = firstToken(node)?.image.replace(/\s+/, " ");
		if (word === undefined || !isClauseKeyword(word)) return undefined;
		const { form, keyword } = clauses[word];
		switch (form) {
			case "patterns": {
				const patterns = child(node, "patterns");
				return patterns && { form, keyword, patterns: this.patterns(patterns), span };
			}
			case "paths": {
				const paths = child(node, "paths");
				return paths && { form, keyword, paths: this.paths(paths), span };
			}
			case "hosts": {
				const hosts = child(node, "paths");
				return hosts && { form, keyword, hosts: this.paths(hosts), span };
			}
			case "options":
				return { form, keyword, options: this.alternatives(node), span };
			case "powers": {
				const names = child(node, "names");
				return names && { form, keyword, powers: this.names(names), span };
			}
			case "names": {
				const names = child(node, "names");
				return names && { form, keyword, names: this.names(names), span };
			}
			case "facts": {
				const inner = child(node, "condition");
				const condition = inner && this.condition(inner);
				return condition && { form, keyword, conditions: [condition], span };
			}
			case "date":
			case "text":
			case "name": {
				const text = this.name(child(node, "name"));
				return text && { form, keyword, text, span };
			}
			case "events": {
				const events = child(node, "events");
				const times = this.text(token(node, "Count"));
				return (
					events && {
						form,
						keyword,
						events: this.events(events),
						...(times ? { times } : {}),
						...this.eventBounds(children(node, "eventBound")),
						span,
					}
				);
			}
			case "limit": {
				const words = tokens(node, "Word").map((one) => this.text(one) as Text);
				const limit = limitOf(words);
				if (limit === undefined) {
					this.report(
						"bad-limit",
						span,
						`\`${words.map(({ text }) => text).join(" ")}\` is no limit`,
						helpForLimit(words),
					);
					return undefined;
				}
				return { form, keyword, ...limit, span };
			}
		}
	}

	events(node: CstNode): EventList {
		return {
			patterns: children(node, "eventPattern").flatMap((one) => {
				const [pattern] = this.patterns(one);
				const fate = this.text(token(one, "Fate"));
				return pattern === undefined ? [] : [{ ...pattern, ...(fate ? { fate } : {}), span: this.spanOf(one) }];
			}),
			clauses: this.clauses(node),
			span: this.spanOf(node),
		};
	}

	private eventBounds(nodes: readonly CstNode[]): EventBounds {
		const since: EventList[] = [];
		const same: Text[] = [];
		let last: Text | undefined;
		for (const node of nodes) {
			const events = child(node, "events");
			const names = child(node, "names");
			if (events) since.push(this.events(events));
			else if (names) same.push(...this.names(names));
			else {
				if (last !== undefined)
					this.report("duplicate-clause", this.spanOf(node), "`last` stands twice", "write the shorter time alone");
				last = this.text(token(node, "Word"));
			}
		}
		return { since, ...(last ? { last } : {}), same };
	}

	/** The first words of an option's line are its names and its value, then what it does: `--target, -t PATH write`. */
	private programOption(node: CstNode): ProgramOption {
		const words = tokens(node, "Word").map((one) => this.text(one) as Text);
		const names = words.filter((word) => word.text.startsWith("-") || word.text.endsWith("="));
		const rest = words.filter((word) => !names.includes(word));
		const first = rest[0];
		const hasValue = first !== undefined && first.text === first.text.toUpperCase() && /[A-Z]/.test(first.text);
		return {
			names,
			...(hasValue ? { value: first } : {}),
			does: hasValue ? rest.slice(1) : rest,
			span: this.spanOf(node),
		};
	}

	patterns(node: CstNode): Pattern[] {
		return children(node, "pattern").flatMap((pattern) => {
			const words = children(pattern, "patternWord").filter((word) => wordToken(word) !== undefined);
			if (words.length === 0) return [];
			return [
				{
					exactly: token(pattern, "Exactly") !== undefined,
					words: words.map((word) => this.word(word)),
					span: this.spanOf(pattern),
				},
			];
		});
	}

	alternatives(node: CstNode): PatternWord[][] {
		return children(node, "alternative").map((alternative) =>
			children(alternative, "patternWord")
				.filter((word) => wordToken(word) !== undefined)
				.map((word) => this.word(word)),
		);
	}

	paths(node: CstNode): PathWord[] {
		return children(node, "patternWord").flatMap((word): PathWord[] => {
			const found = wordToken(word);
			if (!found) return [];
			const span = this.span(found);
			if (found.tokenType === t.QuotedText) return [{ kind: "quoted", text: textIn(found), negated: false, span }];
			const negated = found.image.startsWith("!");
			const text = negated ? found.image.slice(1) : found.image;
			const set = setName(text);
			return [set ? { kind: "set", text: set, negated, span } : { kind: "plain", text, negated, span }];
		});
	}

	word(node: CstNode): PatternWord {
		return this.wordOf(wordToken(node) as IToken);
	}

	spanFrom(first: IToken, last: IToken): Span {
		return this.spanWithin(first, 0, last.startOffset + last.image.length - first.startOffset);
	}

	wordOf(found: IToken): PatternWord {
		const span = this.span(found);
		if (found.tokenType === t.QuotedText) return { kind: "quoted", text: textIn(found), span };
		if (found.tokenType === t.RegexWord) return { kind: "regex", text: found.image.slice(1, -1), span };
		const set = setName(found.image);
		return set ? { kind: "set", text: set, span } : { kind: "plain", text: found.image, span };
	}

	names(node: CstNode): Text[] {
		return children(node, "name").flatMap((name) => {
			const text = this.name(name);
			return text ? [text] : [];
		});
	}

	private name(node: CstNode | undefined): Text | undefined {
		return node && this.text(token(node, "Word") ?? token(node, "QuotedText"));
	}

	private text(found: IToken | undefined): Text | undefined {
		if (!found) return undefined;
		const quoted = found.tokenType === t.QuotedText || found.tokenType === t.ExpectText;
		return { text: quoted ? textIn(found) : found.image, span: this.span(found) };
	}
}

/** `@shells` names a set; `@types/node` and `a@b` do not. */
function setName(image: string): string | undefined {
	return /^@([A-Za-z_][\w.-]*)$/.exec(image)?.[1];
}
