/**
 * Reads `.rules.yaml` text into statements: the same that the DSL becomes. The schema says what is wrong about the shape;
 * here, what does not fit is left out, and never without a diagnostic.
 */

import { isBareWord } from "../../../grammar/tokens.js";
import type { Checked, Diagnostic } from "../diagnostic/diagnostic.js";
import { didYouMean, respelling } from "../diagnostic/suggest.js";
import { clauses, isClauseKeyword } from "../policy/clauses.js";
import { type SettingKeyword, settingHead } from "../policy/settings.js";
import { isRuleKeyword } from "../policy/terms.js";
import { positionAt, sourceFile } from "../source/source-file.js";
import type { Span } from "../source/span.js";
import { attachComments } from "./comments.js";
import { limitHelp, limitOf } from "./limits.js";
import { readConditions, readEvents, readNames, readOptions, readPaths, readPatterns } from "./read-dsl.js";
import {
	type Clause,
	type ClauseKeyword,
	type Effect,
	type EventList,
	effects,
	type FactsCondition,
	type PathWord,
	type Pattern,
	type PatternWord,
	type PeopleAsked,
	type PolicyFile,
	type ProgramOption,
	type ProgramStatement,
	type RuleKeyword,
	type RuleStatement,
	type SettingStatement,
	type Statement,
	type Text,
} from "./statements.js";
import { Layout } from "./yaml-comments.js";
import { itemKeywords, type OuterKeyword, outerKeywords, type PlainKeyword, plainKeywords } from "./yaml-keywords.js";
import { type Shape, shapeFaults } from "./yaml-shape.js";
import {
	type Entry,
	type MappingNode,
	readTree,
	shorten,
	type TextNode,
	withoutEnd,
	type YamlNode,
} from "./yaml-tree.js";

/** Reads a file. Every fault is a diagnostic; what could be read in spite of them is in the value. */
export function readYaml(file: string, text: string): Checked<PolicyFile> {
	const tree = readTree(file, text);
	const layout = new Layout(text, tree.value.comments);
	const reading = new Reading(file, text, layout);
	const statements = tree.value.root ? reading.file(tree.value.root) : [];
	const attached = attachComments(layout.masked(), statements, tree.value.comments, layout.headEnd);
	return {
		value: { file, notation: "yaml", statements: attached.statements, closing: attached.closing },
		diagnostics: allFaults(tree.diagnostics, reading.faults(), text),
	};
}

/** What is no YAML, and what is no policy: not in the same line, the one before or around it, where the one may follow from the other. */
function allFaults(
	ofYaml: readonly Diagnostic[],
	ofPolicy: readonly Diagnostic[],
	text: string,
): readonly Diagnostic[] {
	if (ofYaml.length === 0) return ofPolicy;
	const lines = sourceFile("", text);
	const lineOf = ({ span }: Diagnostic): number => positionAt(lines, span.start).line;
	const taken = new Set(ofYaml.flatMap((one) => [lineOf(one), lineOf(one) - 1]));
	const holdsOther = ({ span }: Diagnostic): boolean =>
		ofYaml.some((other) => span.start <= other.span.start && other.span.start <= span.end);
	return [...ofYaml, ...ofPolicy.filter((one) => !taken.has(lineOf(one)) && !holdsOther(one))]
		.sort((a, b) => a.span.start - b.span.start)
		.slice(0, mostFaults);
}

const mostFaults = 100;

type Reader<T> = (file: string, text: string, offset: number) => Checked<readonly T[]>;

class Reading {
	private readonly diagnostics: Diagnostic[] = [];
	/** The first thing that was left out. */
	private left: Span | undefined;

	constructor(
		private readonly name: string,
		private readonly text: string,
		private readonly layout: Layout,
	) {}

	/** What was found wrong. Whatever was left out of the statements has its diagnostic. */
	faults(): readonly Diagnostic[] {
		if (this.left && this.diagnostics.length === 0) {
			this.report("bad-shape", this.left, "this can't be read", "see schemas/policy.schema.json for what belongs here");
		}
		return this.diagnostics.sort((a, b) => a.span.start - b.span.start);
	}

	file(root: YamlNode): Statement[] {
		this.check("file", root);
		if (root.kind !== "mapping") return this.leave(root);
		return root.entries.flatMap((entry) => this.section(entry));
	}

	private section(entry: Entry): Statement[] {
		const { key, value } = entry;
		switch (key.text) {
			case "import":
				if (value.kind === "text") return [{ kind: "import", path: this.whole(value), span: entry.span }];
				this.layout.section(key, value);
				return this.items(value).flatMap((item) => {
					this.layout.dash(item.span.start);
					return item.kind === "text"
						? [{ kind: "import" as const, path: this.whole(item), span: item.span }]
						: this.leave(item);
				});
			case "trust":
				return [
					{
						kind: "setting",
						form: "paths",
						keyword: "trust",
						override: false,
						paths: this.inside(readPaths, value),
						span: entry.span,
					},
				];
			case "sets":
			case "programs":
			case "groups":
			case "agents": {
				this.layout.section(key, value);
				if (value.kind !== "mapping") return this.leave(value);
				const section = key.text;
				return value.entries.flatMap((inner) => this.named(section, inner));
			}
			case "rules":
				this.layout.section(key, value);
				return this.statements(value, plainKeywords);
			case "statements":
				this.layout.section(key, value);
				return this.statements(value, itemKeywords);
			default:
				return this.leave(key);
		}
	}

	/** An entry of a section: the key is the name. */
	private named(section: "sets" | "programs" | "groups" | "agents", entry: Entry): Statement[] {
		const name = this.whole(entry.key);
		this.check(section === "sets" ? "texts" : section === "programs" ? "programBody" : "block", entry.value, entry.key);
		if (section === "sets") return this.set(name, entry.value, entry.span);
		if (entry.value.kind !== "mapping") return this.leave(entry.value);
		if (section === "programs") return [this.program(name, entry.value, entry.span)];
		return [this.block(section === "groups" ? "group" : "agent", name, entry.value, entry.span)];
	}

	/** A list of statements. */
	private statements(list: YamlNode, keywords: readonly (OuterKeyword | PlainKeyword)[]): Statement[] {
		if (list.kind !== "list") return this.leave(list);
		return list.items.flatMap((item) => {
			this.layout.dash(item.span.start);
			return this.item(item, keywords);
		});
	}

	private item(item: YamlNode, keywords: readonly (OuterKeyword | PlainKeyword)[]): Statement[] {
		if (item.kind !== "mapping") {
			const found = item.kind === "text" ? /^(\S+) +(.*)$/.exec(item.text) : null;
			const help =
				found && (itemKeywords as readonly string[]).includes(found[1] as string)
					? `write \`- ${found[1]}: ${shorten(found[2] as string)}\``
					: "for example `- deny: git push`";
			this.report("bad-shape", item.span, "a statement is a mapping that begins with a keyword", help);
			return [];
		}
		const keyword = itemKeywords.find((one) => item.entries.some((entry) => entry.key.text === one));
		if (keyword === undefined) {
			const first = item.entries[0]?.key;
			const help =
				didYouMean(first?.text ?? "", keywords) ??
				`a statement has one of the keys ${keywords.map((one) => `\`${one}\``).join(", ")}`;
			this.report(
				"unknown-key",
				first?.span ?? item.span,
				first ? `\`${shorten(first.text)}\` begins no statement` : "this statement is empty",
				help,
				first === undefined ? {} : respelling(first, keywords),
			);
			return [];
		}
		if (!keywords.includes(keyword)) {
			const key = item.entries.find((entry) => entry.key.text === keyword)?.key as TextNode;
			this.report(
				"unknown-key",
				key.span,
				`\`${keyword}\` can't stand inside an agent or a group, nor in \`rules\``,
				"move it to the list `statements`, or to its section",
			);
			return [];
		}
		this.check(`${keyword}Item`, item);
		const outer = outerKeywords.find((one) => one === keyword);
		return outer ? this.outerItem(outer, item) : this.plainItem(keyword as PlainKeyword, item);
	}

	private outerItem(keyword: OuterKeyword, item: MappingNode): Statement[] {
		const subject = valueAt(item, keyword);
		if (subject?.kind !== "text") return this.leave(subject ?? item);
		const name = this.whole(subject);
		switch (keyword) {
			case "import":
				return [{ kind: "import", path: name, span: item.span }];
			case "set": {
				const is = valueAt(item, "is");
				return is ? this.set(name, is, item.span) : this.leave(item);
			}
			case "group":
			case "agent":
				return [this.block(keyword, name, item, item.span)];
			case "program":
				return [this.program(name, item, item.span)];
		}
	}

	private set(name: Text, is: YamlNode, span: Span): Statement[] {
		if (!/^[A-Za-z_][\w.-]*$/.test(name.text)) return this.leave(name);
		const patterns = this.inside(readPatterns, is);
		return patterns.length > 0 ? [{ kind: "set", name, patterns, span }] : this.leave(is);
	}

	/** An agent or a group: `extends`, then its statements in the order of its keys. */
	private block(kind: "group" | "agent", name: Text, body: MappingNode, span: Span): Statement {
		const statements: Statement[] = [];
		let parents: readonly Text[] = [];
		let head = name.span.end;
		for (const { key, value, span: whole } of body.entries) {
			const isHead = statements.length === 0;
			switch (key.text) {
				case "extends":
					parents = this.inside(readNames, value);
					if (isHead) head = whole.end;
					break;
				case "default": {
					statements.push(...this.setting(key.text, value, false, whole));
					break;
				}
				case "rules":
					this.layout.section(key, value);
					if (isHead) head = value.kind === "list" && value.items.length > 0 ? key.span.end : whole.end;
					statements.push(...this.statements(value, plainKeywords));
					break;
				default:
					if (key.text !== kind) this.leave(key);
			}
		}
		this.layout.head(span.start, head);
		return { kind, name, extends: parents, body: statements, span: this.blockSpan(span, body) };
	}

	private blockSpan(span: Span, body: MappingNode): Span {
		return { ...span, end: this.layout.blockEnd(span.start, span.end, body.flow) };
	}

	private program(name: Text, body: MappingNode, span: Span): ProgramStatement {
		let can: readonly Text[] = [];
		let options: readonly ProgramOption[] = [];
		let head = name.span.end;
		for (const { key, value, span: whole } of body.entries) {
			const isHead = options.length === 0;
			switch (key.text) {
				case "can":
					can = this.inside(readNames, value);
					if (isHead) head = whole.end;
					break;
				case "options":
					this.layout.section(key, value);
					if (isHead) head = value.kind === "list" && value.items.length > 0 ? key.span.end : whole.end;
					options = value.kind === "list" ? value.items.flatMap((item) => this.option(item)) : this.leave(value);
					break;
				default:
					if (key.text !== "program") this.leave(key);
			}
		}
		this.layout.head(span.start, head);
		return { kind: "program", name, can, options, span: this.blockSpan(span, body) };
	}

	/** An option is a line of bare words in the DSL, where its value is told by its capitals. */
	private option(item: YamlNode): ProgramOption[] {
		this.layout.dash(item.span.start);
		if (this.check("option", item) > 0 || item.kind !== "mapping") return this.leave(item);
		const list = (key: string): readonly Text[] => {
			const value = valueAt(item, key);
			return value ? this.inside(readNames, value) : [];
		};
		const names = list("names");
		const valueNode = valueAt(item, "value");
		const value = valueNode?.kind === "text" ? this.whole(valueNode) : undefined;
		const does = list("does");
		const bad = [
			...names
				.filter((name) => !isOptionName(name.text))
				.map((word) => [word, "is no option's name", "for example `--target`, `-t`, `of=`"] as const),
			...(value && !isValueName(value.text)
				? [[value, "is no name of a value", "names of values are written in capitals: `PATH`"] as const]
				: []),
			...does
				.filter(
					(word, index) =>
						!isBareWord(word.text) ||
						isOptionName(word.text) ||
						word.text === "option" ||
						(index === 0 && !value && isValueName(word.text)),
				)
				.map((word) => [word, "is nothing that an option does", "for example `read`, `write`, `network`"] as const),
		];
		for (const [word, message, help] of bad)
			this.report("bad-option", word.span, `\`${shorten(word.text)}\` ${message}`, help);
		if (bad.length > 0) return [];
		if (names.length + does.length === 0 && !value)
			return this.leave(
				item,
				"an option has a name",
				"for example `{ names: [--target, -t], value: PATH, does: write }`",
			);
		return [{ names, ...(value ? { value } : {}), does, span: item.span }];
	}

	private plainItem(keyword: PlainKeyword, item: MappingNode): Statement[] {
		const { span } = item;
		const subject = valueAt(item, keyword) as YamlNode;
		const override = this.flag(item, "override");
		switch (keyword) {
			case "never":
			case "always": {
				if (subject.kind !== "mapping") return this.leave(subject);
				const entry = subject.entries.find(({ key }) => isEffect(key.text));
				const patterns = entry ? this.inside(readPatterns, entry.value) : [];
				if (!entry || patterns.length === 0) return this.leave(subject);
				return [
					{ kind: "claim", keyword, effect: this.whole(entry.key), patterns, clauses: this.clauses(subject), span },
				];
			}
			case "expect": {
				const effect = this.effect(subject);
				const command = valueAt(item, "command");
				const by = valueAt(item, "by");
				if (!effect || command?.kind !== "text") return this.leave(command ?? item);
				if (by?.kind === "text" && isKeywordBehindExpect(by.text)) {
					this.report(
						"bad-name",
						by.span,
						`\`${by.text}\` can't be the id of a rule here`,
						"in the DSL it would be a keyword: give the rule another id",
					);
					return [];
				}
				if (by && (by.kind !== "text" || !/^[A-Za-z_][\w.-]*$/.test(by.text))) return this.leave(by);
				return [
					{
						kind: "expect",
						effect,
						forced: this.flag(item, "forced"),
						...(by?.kind === "text" ? { by: this.whole(by) } : {}),
						...this.expected(item),
						command: this.whole(command),
						span,
					},
				];
			}
			default:
				return isRuleKeyword(keyword) ? this.rule(keyword, item) : this.setting(keyword, subject, override, span);
		}
	}

	/** The facts and the time of an example. */
	private expected(item: MappingNode): Pick<Extract<Statement, { kind: "expect" }>, "facts" | "at"> {
		const [facts, at] = [valueAt(item, "facts"), valueAt(item, "at")];
		const said =
			facts?.kind !== "mapping"
				? []
				: facts.entries.flatMap(({ key, value }) =>
						value.kind === "text" ? [{ fact: this.whole(key), value: this.whole(value) }] : this.leave(value),
					);
		return {
			...(said.length === 0 ? {} : { facts: said }),
			...(at?.kind === "text" ? { at: this.whole(at) } : {}),
		};
	}

	private rule(keyword: RuleKeyword, item: MappingNode): RuleStatement[] {
		const subject = valueAt(item, keyword) as YamlNode;
		const patterns = this.inside(readPatterns, subject);
		if (patterns.length === 0) return this.leave(subject);
		const of = valueAt(item, "of");
		const access = of?.kind === "text" && isAccess(of.text) ? of.text : undefined;
		if (keyword === "constrain" && access === undefined && this.readsAsAccess(patterns)) return [];
		const people = keyword === "ask" && of !== undefined ? this.people(of) : undefined;
		if (keyword !== "constrain" && this.readsAsPeople(patterns, people !== undefined)) return [];
		const rule: RuleStatement = {
			kind: "rule",
			keyword,
			locked: this.flag(item, "locked"),
			override: this.flag(item, "override"),
			...(access && keyword === "constrain" ? { access } : {}),
			...(people ? { people } : {}),
			patterns,
			clauses: this.clauses(item),
			span: item.span,
		};
		return [rule];
	}

	/** `release`, or `{ group: release, n: 2, for: this session }`. */
	private people(node: YamlNode): PeopleAsked | undefined {
		const [group, n, holds] =
			node.kind === "mapping" ? ["group", "n", "for"].map((key) => valueAt(node, key)) : [node, undefined, undefined];
		if (group?.kind !== "text") {
			this.leave(node);
			return undefined;
		}
		if (n !== undefined && (n.kind !== "text" || !/^\d+$/.test(n.text))) {
			this.leave(n, "this is no number of people", "for example `of: { group: release, n: 2 }`");
			return undefined;
		}
		if (holds !== undefined && (holds.kind !== "text" || !/^(?:this (?:call|session)|[\w.]+)$/.test(holds.text))) {
			this.leave(holds, "a yes is for one call, for the session or for a time", peopleHelp);
			return undefined;
		}
		return {
			...(n?.kind === "text" ? { count: this.whole(n) } : {}),
			group: this.whole(group),
			...(holds?.kind === "text" ? { holds: this.whole(holds) } : {}),
			span: node.span,
		};
	}

	/** `ask: 2 of release npm publish` means something else in the DSL than programs called `2` and `of`. */
	private readsAsPeople(patterns: readonly Pattern[], areNamed: boolean): boolean {
		const [first] = patterns;
		const [word, second] = first?.words ?? [];
		if (first === undefined || first.exactly || word?.kind !== "plain") return false;
		const isCount = /^\d+$/.test(word.text) && second?.kind === "plain" && second.text === "of";
		if (word.text !== "of" && !isCount && !(areNamed && word.text === "for")) return false;
		this.report(
			"bad-shape",
			word.span,
			`\`${word.text}\` is no program here`,
			`write the people as a key of its own: \`of: { group: release, n: 2 }\`; a program of this name stands in double quotes: '"${word.text}"'`,
		);
		return true;
	}

	private setting(word: SettingKeyword, subject: YamlNode, override: boolean, span: Span): SettingStatement[] {
		const head = { kind: "setting", override, span } as const;
		const { form, keyword } = settingHead(word);
		switch (form) {
			case "effect": {
				const word = this.effect(subject);
				return word ? [{ ...head, form, keyword, word }] : [];
			}
			case "name":
			case "word": {
				const [word, ...more] = this.bareWords(subject);
				return word && more.length === 0 ? [{ ...head, form, keyword, word }] : this.leave(subject);
			}
			case "names": {
				const names = this.inside(readNames, subject);
				return names.length > 0 ? [{ ...head, form, keyword, names }] : this.leave(subject);
			}
			case "paths": {
				const paths = this.inside(readPaths, subject);
				return paths.length > 0 ? [{ ...head, form, keyword, paths }] : this.leave(subject);
			}
			case "variables": {
				const entry = subject.kind === "mapping" ? subject.entries[0] : undefined;
				const names = entry ? this.inside(readNames, entry.value) : [];
				if (!entry || names.length === 0 || !isBareWord(entry.key.text)) return this.leave(subject);
				return [{ ...head, form, keyword, name: this.whole(entry.key), names }];
			}
			case "amount": {
				const [name, ...words] = this.bareWords(subject);
				return name ? [{ ...head, form, keyword, name, words }] : this.leave(subject);
			}
		}
	}

	/** `constrain: writes of *` means something else in the DSL than a program called `writes`. */
	private readsAsAccess(patterns: readonly Pattern[]): boolean {
		const [first] = patterns;
		const word = first?.words[0];
		if (first === undefined || first.exactly || word?.kind !== "plain" || !isAccess(word.text)) return false;
		// A program may be called so.
		if (word.text === "network" && first.words[1]?.text !== "of") return false;
		this.report(
			"bad-shape",
			word.span,
			`\`${word.text}\` is no program here`,
			`write \`of: ${word.text}\` as a key of its own; a program of this name stands in double quotes: '"${word.text}"'`,
		);
		return true;
	}

	/** The clauses of a rule or a claim, in the order of its keys. */
	private clauses(mapping: MappingNode): Clause[] {
		return mapping.entries.flatMap((entry) =>
			isClauseKeyword(entry.key.text) ? this.clause(entry.key.text, entry) : [],
		);
	}

	private clause(word: ClauseKeyword, { value, span }: Entry): Clause[] {
		const { form, keyword } = clauses[word];
		switch (form) {
			case "patterns": {
				const patterns = this.inside(readPatterns, value);
				return patterns.length > 0 ? [{ form, keyword, patterns, span }] : this.leave(value);
			}
			case "paths": {
				const paths = this.inside(readPaths, value);
				return paths.length > 0 ? [{ form, keyword, paths, span }] : this.leave(value);
			}
			case "hosts": {
				const hosts = this.inside(readPaths, value);
				return hosts.length > 0 ? [{ form, keyword, hosts, span }] : this.leave(value);
			}
			case "options": {
				const options = this.inside(readOptions as Reader<readonly PatternWord[]>, value);
				return options.length > 0 ? [{ form, keyword, options, span }] : this.leave(value);
			}
			case "powers": {
				const powers = this.inside(readNames, value);
				return powers.length > 0 ? [{ form, keyword, powers, span }] : this.leave(value);
			}
			case "names": {
				const names = this.inside(readNames, value);
				return names.length > 0 ? [{ form, keyword, names, span }] : this.leave(value);
			}
			case "facts": {
				const conditions = this.inside(readConditions, value);
				return conditions.length > 0 ? [{ form, keyword, conditions, span }] : this.leave(value);
			}
			case "text":
			case "name":
			case "date":
				return value.kind === "text" ? [{ form, keyword, text: this.whole(value), span }] : this.leave(value);
			case "events": {
				// Several mappings are several clauses; several texts are alternatives of one.
				const several =
					value.kind === "list" && value.items.some(({ kind }) => kind === "mapping") ? value.items : [value];
				return several.flatMap((one) => this.happened(keyword, one));
			}
			case "limit": {
				const words = value.kind === "mapping" ? this.limitWords(value) : this.bareWords(value);
				const limit = words.length === 0 ? undefined : limitOf(words);
				return limit === undefined
					? this.leave(value, "this is no limit", limitHelp)
					: [{ form, keyword, ...limit, span }];
			}
		}
	}

	private happened(keyword: "after" | "before", node: YamlNode): Clause[] {
		const form = "events";
		const { span } = node;
		if (node.kind !== "mapping") {
			const events = this.eventList(node);
			return events ? [{ form, keyword, events, since: [], same: [], span }] : [];
		}
		const [events, since, times, last, same] = ["events", "since", "times", "last", "same"].map((key) =>
			valueAt(node, key),
		);
		const own = events && this.eventList(events);
		if (own === undefined) return this.leave(node);
		const wiping = since === undefined ? [] : this.inside(readEvents, since);
		return [
			{
				form,
				keyword,
				events: own,
				...(times?.kind === "text" ? { times: this.whole(times) } : {}),
				since: wiping,
				...(last?.kind === "text" ? { last: this.whole(last) } : {}),
				same: same === undefined ? [] : this.inside(readNames, same),
				span,
			},
		];
	}

	/** Patterns of one list; what one text says of its patterns can't be said of some of them only. */
	private eventList(node: YamlNode): EventList | undefined {
		const lists = this.inside(readEvents, node);
		const [first, ...more] = lists;
		if (first === undefined) return undefined;
		if (more.length > 0 && lists.some(({ clauses: own }) => own.length > 0)) {
			this.leave(
				node,
				"of several texts none can have a clause",
				"write the patterns as one text, and the clause behind them: it speaks of all of them",
			);
			return undefined;
		}
		return { patterns: lists.flatMap(({ patterns }) => patterns), clauses: first.clauses, span: node.span };
	}

	/** `{ n: 40, of: paths, per: 1h }` as it is written in one line. */
	private limitWords(node: MappingNode): readonly Text[] {
		const of = valueAt(node, "of");
		const per = valueAt(node, "per");
		const n = valueAt(node, "n");
		if (n?.kind !== "text" || per?.kind !== "text" || (of !== undefined && of.kind !== "text")) return this.leave(node);
		const counted = of === undefined ? [] : of.text.split(" ").map((text) => ({ text, span: of.span }));
		return [this.whole(n), ...counted, { text: "per", span: per.span }, this.whole(per)];
	}

	private flag(item: MappingNode, key: string): boolean {
		const value = valueAt(item, key);
		if (value && value.kind !== "flag") this.leave(value);
		return value?.kind === "flag" && value.value;
	}

	private effect(node: YamlNode): Text | undefined {
		if (node.kind === "text" && isEffect(node.text)) return this.whole(node);
		this.leave(node);
		return undefined;
	}

	/** The words behind `limit`: bare ones, as in the DSL. */
	private bareWords(node: YamlNode): readonly Text[] {
		if (node.kind !== "text") return this.leave(node);
		const [pattern, second] = this.inside(readPatterns, node);
		if (!pattern) return [];
		const bad =
			second?.words[0] ??
			pattern.words.find((word) => word.kind === "quoted" || word.kind === "regex") ??
			(pattern.exactly ? pattern : undefined);
		if (bad)
			return this.leave(bad, "a limit is bare words, parted by blanks", "for example `limit: timeout 5s max 30s`");
		return pattern.words.map((word) => ({ text: word.kind === "set" ? `@${word.text}` : word.text, span: word.span }));
	}

	/** A text as it stands, not read any further. */
	private whole(node: TextNode): Text {
		return { text: node.text, span: node.span };
	}

	/** One text or a list of them. */
	private items(node: YamlNode): readonly YamlNode[] {
		return node.kind === "list" ? node.items : [node];
	}

	/** Reads what stands in texts by the DSL's grammar. Where escapes or folding moved characters, the whole text is the place. */
	private inside<T extends Pattern | PathWord | Text | EventList | FactsCondition | readonly PatternWord[]>(
		read: Reader<T>,
		node: YamlNode,
	): readonly T[] {
		return this.items(node).flatMap((item) => {
			if (item.kind !== "text") return this.leave(item);
			const text = withoutEnd(item.text, "\r\n");
			const breakAt = text.search(/[\r\n]/);
			if (breakAt >= 0) {
				return this.leave(
					item,
					"a line break can't stand inside of this text",
					"write a list with an item for each line",
				);
			}
			const result = read(this.name, text, item.inner ?? 0);
			for (const diagnostic of result.diagnostics) {
				const worded = inText(diagnostic, read === readNames);
				this.add(item.inner === undefined ? { ...worded, span: item.span } : worded);
			}
			if (result.diagnostics.length > 0) this.left ??= item.span;
			return item.inner === undefined ? (withSpan(result.value, item.span) as readonly T[]) : result.value;
		});
	}

	/** How many faults the schema finds. */
	private check(shape: Shape, node: YamlNode, key?: TextNode): number {
		if (this.diagnostics.length >= mostFaults) return 0;
		const faults = shapeFaults(shape, node, this.text, key);
		for (const diagnostic of faults) this.add(diagnostic);
		return faults.length;
	}

	/** Leaves something out; the schema has said why, unless a message is given. */
	private leave(node: { readonly span: Span }, message?: string, help?: string): never[] {
		this.left ??= node.span;
		if (message !== undefined) this.report("bad-shape", node.span, message, help);
		return [];
	}

	private report(code: string, span: Span, message: string, help?: string, more: Pick<Diagnostic, "fix"> = {}): void {
		this.add({ code, severity: "error", message, span, ...(help === undefined ? {} : { help }), ...more });
	}

	private add(diagnostic: Diagnostic): void {
		if (this.diagnostics.length < mostFaults) this.diagnostics.push(diagnostic);
	}
}

const peopleHelp = "for example `for: this call`, `for: this session`, `for: 1h`";

function valueAt(mapping: MappingNode, key: string): YamlNode | undefined {
	return mapping.entries.find((entry) => entry.key.text === key)?.value;
}

function isEffect(text: string): text is Effect {
	return (effects as readonly string[]).includes(text);
}

function isKeywordBehindExpect(text: string): boolean {
	return isEffect(text) || text === "forced" || text === "by";
}

function isOptionName(text: string): boolean {
	return isBareWord(text) && (text.startsWith("-") || text.endsWith("="));
}

function isValueName(text: string): boolean {
	return isBareWord(text) && !isOptionName(text) && text === text.toUpperCase() && /[A-Z]/.test(text);
}

/** What the DSL's reader says of a part, said of a text. */
function inText(diagnostic: Diagnostic, names: boolean): Diagnostic {
	const message = diagnostic.message.replace("the end of the file", "the end of the text");
	if (!diagnostic.help?.startsWith("a statement begins")) return { ...diagnostic, message };
	const help = names
		? "names are parted by commas; one with blanks stands in double quotes inside the text: '\"a b\"'"
		: "clauses are keys of their own: `within: .`; a word that is also a keyword stands in double quotes";
	return { ...diagnostic, message, help };
}

/** The same value with every span replaced. */
function withSpan(value: unknown, span: Span): unknown {
	if (Array.isArray(value)) return value.map((item) => withSpan(item, span));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [key, key === "span" ? span : withSpan(inner, span)]),
	);
}

function isAccess(text: string): text is NonNullable<RuleStatement["access"]> {
	return text === "reads" || text === "writes" || text === "network";
}
