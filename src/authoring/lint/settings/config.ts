/**
 * Reads `bylaw.config.yaml`: levels and options of lints, what holds for some files only, plugins, and how far the analysis goes.
 * What does not fit is a diagnostic with its place; a configuration with an error is not used.
 */
import type { Checked, Diagnostic } from "../../../language/diagnostic/diagnostic.js";
import { didYouMean } from "../../../language/diagnostic/suggest.js";
import type { PathPattern } from "../../../language/policy/test.js";
import type { Span } from "../../../language/source/span.js";
import type { Text } from "../../../language/syntax/statements.js";
import {
	type Entry,
	type MappingNode,
	numberOf,
	readTree,
	shorten,
	type YamlNode,
} from "../../../language/syntax/yaml/yaml-tree.js";
import type { LintDescription, LintLevel, Options } from "../lint-description.js";
import { configShapeFaults } from "./config-shape.js";
import type { LintChoice, LintConfig } from "./lint-config.js";
import { currentCode, removedLints } from "./renamed-lints.js";
import { lintLevels } from "./settings.js";

export const emptyConfig: LintConfig = { lints: new Map(), overrides: [] };

/** A configuration that has been read, and not yet held against the lints that there are: its plugins may bring more. */
export interface ConfigText {
	/** Paths of modules, from the folder of the configuration. */
	readonly plugins: readonly Text[];
	/** The configuration, once the lints are known. */
	readonly settle: (lints: readonly LintDescription[]) => Checked<LintConfig>;
}

export function readLintConfig(file: string, text: string): Checked<ConfigText> {
	const tree = readTree(file, text);
	const nothing: ConfigText = { plugins: [], settle: () => ({ value: emptyConfig, diagnostics: [] }) };
	if (tree.diagnostics.length > 0) return { value: nothing, diagnostics: tree.diagnostics };
	const { root } = tree.value;
	if (root === undefined) return { value: nothing, diagnostics: [] };
	const faults = configShapeFaults(root, text);
	if (faults.length > 0) return { value: nothing, diagnostics: faults };
	return {
		value: {
			plugins: textsOf(valueAt(root, "plugins")),
			settle: (lints) => settle(root, lints),
		},
		diagnostics: [],
	};
}

function settle(root: YamlNode, known: readonly LintDescription[]): Checked<LintConfig> {
	const diagnostics: Diagnostic[] = [];
	const choices = (node: YamlNode | undefined): ReadonlyMap<string, LintChoice> =>
		joined(
			entriesOf(node).flatMap((entry): readonly [string, LintChoice][] => {
				const lint = lintCalled(entry.key.text, known);
				if (lint?.name !== entry.key.text) diagnostics.push(unknownLint(entry.key, known));
				if (lint === undefined) return [];
				const choice = choiceOf(entry, lint);
				diagnostics.push(...choice.diagnostics);
				return [[lint.name, choice.value]];
			}),
		);
	const overrides = valueAt(root, "overrides");
	const steps = valueAt(valueAt(root, "lint"), "steps");
	const value: LintConfig = {
		lints: choices(valueAt(root, "lints")),
		overrides: (overrides?.kind === "list" ? overrides.items : []).map((item) => ({
			files: textsOf(valueAt(item, "files")).map(pathPattern),
			lints: choices(valueAt(item, "lints")),
		})),
		...(steps === undefined ? {} : { steps: numberOf(steps) as number }),
	};
	return { value, diagnostics };
}

/** Of several old codes of one lint the strictest level counts. */
function joined(choices: readonly (readonly [string, LintChoice])[]): ReadonlyMap<string, LintChoice> {
	const byName = new Map<string, LintChoice>();
	for (const [name, choice] of choices) {
		const before = byName.get(name);
		const level = lintLevels.find((one) => one === before?.level || one === choice.level);
		const options = { ...before?.options, ...choice.options };
		byName.set(name, { ...(level === undefined ? {} : { level }), options });
	}
	return byName;
}

/** The lint that has this code, or had it once. */
function lintCalled(code: string, known: readonly LintDescription[]): LintDescription | undefined {
	return known.find(({ name }) => name === code) ?? known.find(({ name }) => name === currentCode(code));
}

/** A name that no lint has, wherever somebody says it. One that a lint had once is a warning: it does what it did. */
export function unknownLint({ text, span }: Text, known: readonly LintDescription[]): Diagnostic {
	const current = currentCode(text);
	if (current !== text)
		return {
			code: "unknown-lint",
			severity: "warning",
			message: `the lint \`${text}\` is called \`${current}\` now`,
			span,
			help: `write \`${current}\``,
			fix: { title: `write \`${current}\``, edits: [{ span, text: current }], safe: true },
		};
	const removed = removedLints.get(text);
	if (removed !== undefined)
		return {
			code: "unknown-lint",
			severity: "warning",
			message: `there is no lint \`${text}\` any more`,
			span,
			help: `take it out: ${removed}`,
		};
	return fault(
		"unknown-lint",
		span,
		`no lint is called \`${shorten(text)}\``,
		didYouMean(
			text,
			known.map(({ name }) => name),
		) ?? "`rules lint --list` shows all of them",
	);
}

function choiceOf({ value }: Entry, lint: LintDescription): Checked<LintChoice> {
	const level = levelOf(value.kind === "mapping" ? valueAt(value, "level") : value);
	const diagnostics: Diagnostic[] = [];
	const options: Record<string, Options[string]> = {};
	for (const { key, value: said } of entriesOf(value)) {
		if (key.text === "level") continue;
		const usual = Object.hasOwn(lint.options ?? {}, key.text) ? lint.options?.[key.text] : undefined;
		if (usual === undefined) {
			diagnostics.push(unknownOption(key, lint));
			continue;
		}
		const option = optionOf(said, usual);
		if (option === undefined)
			diagnostics.push(
				fault(
					"bad-lint-option",
					said.span,
					`\`${key.text}\` of \`${lint.name}\` is ${whatIs(usual)}`,
					`it is ${shown(usual)} when nothing is said`,
				),
			);
		else options[key.text] = option;
	}
	return { value: { ...(level === undefined ? {} : { level }), options }, diagnostics };
}

function unknownOption(key: Text, { name, options = {} }: LintDescription): Diagnostic {
	const names = Object.keys(options);
	const what =
		names.length === 0
			? "it has a level and no options"
			: (didYouMean(key.text, [...names, "level"]) ?? `it has ${names.map((one) => `\`${one}\``).join(", ")}`);
	return fault("unknown-lint-option", key.span, `\`${shorten(key.text)}\` is no option of \`${name}\``, what);
}

/** What the schema let pass as a level is one. */
function levelOf(node: YamlNode | undefined): LintLevel | undefined {
	return lintLevels.find((level) => node?.kind === "text" && node.text === level);
}

/** The value of an option, if it is of the same sort as the usual one. */
function optionOf(node: YamlNode, usual: Options[string]): Options[string] | undefined {
	switch (typeof usual) {
		case "number":
			return numberOf(node);
		case "boolean":
			return node.kind === "flag" ? node.value : undefined;
		case "string":
			return node.kind === "text" ? node.text : undefined;
		default: {
			const nodes = node.kind === "list" ? node.items : [node];
			return nodes.every((one) => one.kind === "text") ? textsOf(node).map(({ text }) => text) : undefined;
		}
	}
}

function whatIs(usual: Options[string]): string {
	switch (typeof usual) {
		case "number":
			return "a whole number, zero or more";
		case "boolean":
			return "`true` or `false`";
		case "string":
			return "a text";
		default:
			return "a list of texts";
	}
}

function shown(usual: Options[string]): string {
	return `\`${typeof usual === "object" ? `[${usual.join(", ")}]` : usual}\``;
}

function pathPattern({ text }: Text): PathPattern {
	const negated = text.startsWith("!");
	return { text: negated ? text.slice(1) : text, literal: false, negated };
}

function fault(code: string, span: Span, message: string, help: string): Diagnostic {
	return { code, severity: "error", message, span, help };
}

function valueAt(node: YamlNode | undefined, key: string): YamlNode | undefined {
	return entriesOf(node).find((entry) => entry.key.text === key)?.value;
}

function entriesOf(node: YamlNode | undefined): MappingNode["entries"] {
	return node?.kind === "mapping" ? node.entries : [];
}

function textsOf(node: YamlNode | undefined): readonly Text[] {
	const nodes = node?.kind === "list" ? node.items : node === undefined ? [] : [node];
	return nodes.flatMap((one) => (one.kind === "text" ? [{ text: one.text, span: one.span }] : []));
}
