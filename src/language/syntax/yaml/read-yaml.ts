/**
 * Reads `.rules.yaml` text into statements: the same that the DSL becomes. The schema says what is wrong about the shape;
 * here, what does not fit is left out, and never without a diagnostic.
 */

import { isBareWord } from "../../../../grammar/tokens.js";
import type { Checked, Diagnostic } from "../../diagnostic/diagnostic.js";
import { didYouMean, respelling } from "../../diagnostic/suggest.js";
import { positionAt, sourceFile } from "../../source/source-file.js";
import type { Span } from "../../source/span.js";
import { attachComments } from "../comments.js";
import { readNames, readPaths, readPatterns } from "../dsl/read-part.js";
import type { PolicyFile, ProgramOption, ProgramStatement, Statement, Text } from "../statements.js";
import { Layout } from "./yaml-comments.js";
import { itemKeywords, type OuterKeyword, outerKeywords, type PlainKeyword, plainKeywords } from "./yaml-keywords.js";
import { mostFaults, valueAt } from "./yaml-parts.js";
import { YamlRules } from "./yaml-rules.js";
import { type Entry, type MappingNode, readTree, shorten, type TextNode, type YamlNode } from "./yaml-tree.js";

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

class Reading extends YamlRules {
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
		return this.made(readPatterns, is, (patterns) => ({ kind: "set", name, patterns, span }));
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
		const value = this.textAt(item, "value");
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
}

function isOptionName(text: string): boolean {
	return isBareWord(text) && (text.startsWith("-") || text.endsWith("="));
}

function isValueName(text: string): boolean {
	return isBareWord(text) && !isOptionName(text) && text === text.toUpperCase() && /[A-Z]/.test(text);
}
