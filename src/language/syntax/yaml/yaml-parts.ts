/** What values in a YAML policy hold: texts that are read by the DSL's grammar, effects, flags. Whatever is left out has its diagnostic. */
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import type { Span } from "../../source/span.js";
import { type PartReader, readNames, readPatterns } from "../dsl/read-part.js";
import { type Effect, effects, type Text } from "../statements.js";
import type { Layout } from "./yaml-comments.js";
import { type Shape, shapeFaults } from "./yaml-shape.js";
import { type MappingNode, type TextNode, withoutEnd, type YamlNode } from "./yaml-tree.js";

/** More faults than this in one file say nothing new. */
export const mostFaults = 100;

export class YamlParts {
	private readonly diagnostics: Diagnostic[] = [];
	/** The first thing that was left out. */
	private left: Span | undefined;

	constructor(
		private readonly name: string,
		private readonly text: string,
		protected readonly layout: Layout,
	) {}

	/** What was found wrong. Whatever was left out of the statements has its diagnostic. */
	faults(): readonly Diagnostic[] {
		if (this.left && this.diagnostics.length === 0) {
			this.report("bad-shape", this.left, "this can't be read", "see schemas/policy.schema.json for what belongs here");
		}
		return this.diagnostics.sort((a, b) => a.span.start - b.span.start);
	}

	protected flag(item: MappingNode, key: string): boolean {
		const value = valueAt(item, key);
		if (value && value.kind !== "flag") this.leave(value);
		return value?.kind === "flag" && value.value;
	}

	protected effect(node: YamlNode): Text | undefined {
		if (node.kind === "text" && isEffect(node.text)) return this.whole(node);
		this.leave(node);
		return undefined;
	}

	/** The words behind `limit`: bare ones, as in the DSL. */
	protected bareWords(node: YamlNode): readonly Text[] {
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
	protected whole(node: TextNode): Text {
		return { text: node.text, span: node.span };
	}

	/** The text at a key; undefined where there is none. */
	protected textAt(mapping: MappingNode, key: string): Text | undefined {
		const value = valueAt(mapping, key);
		return value?.kind === "text" ? this.whole(value) : undefined;
	}

	/** One text or a list of them. */
	protected items(node: YamlNode): readonly YamlNode[] {
		return node.kind === "list" ? node.items : [node];
	}

	/** Reads what stands in texts by the DSL's grammar. Where escapes or folding moved characters, the whole text is the place. */
	protected inside<T>(read: PartReader<T>, node: YamlNode): readonly T[] {
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
				const worded = inText(diagnostic, (read as PartReader<unknown>) === readNames);
				this.add(item.inner === undefined ? { ...worded, span: item.span } : worded);
			}
			if (result.diagnostics.length > 0) this.left ??= item.span;
			return item.inner === undefined ? (withSpan(result.value, item.span) as readonly T[]) : result.value;
		});
	}

	/** What is made of the parts that are read; left out where there is none. */
	protected made<T, Made>(read: PartReader<T>, node: YamlNode, make: (parts: readonly T[]) => Made): Made[] {
		const parts = this.inside(read, node);
		return parts.length > 0 ? [make(parts)] : this.leave(node);
	}

	/** How many faults the schema finds. */
	protected check(shape: Shape, node: YamlNode, key?: TextNode): number {
		if (this.diagnostics.length >= mostFaults) return 0;
		const faults = shapeFaults(shape, node, this.text, key);
		for (const diagnostic of faults) this.add(diagnostic);
		return faults.length;
	}

	/** Leaves something out; the schema has said why, unless a message is given. */
	protected leave(node: { readonly span: Span }, message?: string, help?: string): never[] {
		this.left ??= node.span;
		if (message !== undefined) this.report("bad-shape", node.span, message, help);
		return [];
	}

	protected report(code: string, span: Span, message: string, help?: string, more: Pick<Diagnostic, "fix"> = {}): void {
		this.add({ code, severity: "error", message, span, ...(help === undefined ? {} : { help }), ...more });
	}

	private add(diagnostic: Diagnostic): void {
		if (this.diagnostics.length < mostFaults) this.diagnostics.push(diagnostic);
	}
}

export function valueAt(mapping: MappingNode, key: string): YamlNode | undefined {
	return mapping.entries.find((entry) => entry.key.text === key)?.value;
}

export function isEffect(text: string): text is Effect {
	return (effects as readonly string[]).includes(text);
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
