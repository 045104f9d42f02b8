import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parse } from "yaml";
import type { Span } from "../../../src/language/source/span.js";
import { alternativeText, patternText } from "../../../src/language/syntax/dsl/part-text.js";
import { readDsl } from "../../../src/language/syntax/dsl/read-dsl.js";
import { writeDsl } from "../../../src/language/syntax/dsl/write-dsl.js";
import type { PolicyFile } from "../../../src/language/syntax/statements.js";
import { unquote } from "../../../src/language/syntax/texts.js";
import { readYaml } from "../../../src/language/syntax/yaml/read-yaml.js";
import { writeYaml } from "../../../src/language/syntax/yaml/write-yaml.js";
import { arbitraryPolicy } from "./arbitrary-policy.js";

type Visit = (node: Readonly<Record<string, unknown>>, source: string) => void;

/** Every node with a span, and what the span covers. */
function everySpan(value: unknown, text: string, visit: Visit): number {
	if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + everySpan(item, text, visit), 0);
	if (typeof value !== "object" || value === null) return 0;
	const node = value as Readonly<Record<string, unknown>>;
	const span = node.span as Span | undefined;
	if (span) visit(node, text.slice(span.start, span.end));
	return Object.values(node).reduce<number>(
		(sum, item) => sum + (item === span ? 0 : everySpan(item, text, visit)),
		span ? 1 : 0,
	);
}

function plainly(source: string): string {
	return source.replace(/\s+/g, " ");
}

/** What the node says, written in the DSL, in the forms in which its source may stand. */
function formsOf(node: Readonly<Record<string, unknown>>, source: string): readonly string[] {
	const text = node.text as string | undefined;
	if ("exactly" in node) return [patternText(node as unknown as Parameters<typeof patternText>[0])];
	if (typeof text !== "string") return [source];
	switch (node.kind) {
		case "plain":
			return [`${node.negated ? "!" : ""}${text}`];
		case "set":
			return [`${node.negated ? "!" : ""}@${text}`];
		case "regex":
			return [`/${text}/`];
		default:
			return [text, ...(source.startsWith('"') && unquote(source).text === text ? [source] : [])];
	}
}

function checkDsl(file: PolicyFile, text: string): number {
	return everySpan(file.statements, text, (node, source) => {
		expect(formsOf(node, source).map(plainly)).toContain(plainly(source));
		if (typeof node.keyword === "string")
			expect(source).toMatch(new RegExp(`^(?:(?:locked|override)\\s+)*${node.keyword}\\b`));
		else if ("override" in node && node.kind !== "rule")
			expect(source).toMatch(new RegExp(`^(?:override\\s+)?${String(node.kind)}\\b`));
		else if (
			["import", "set", "agent", "group", "program", "expect"].includes(String(node.kind)) &&
			!("text" in node)
		) {
			expect(source.startsWith(String(node.kind))).toBe(true);
		}
	});
}

describe("a span points at its own text", () => {
	test("in the DSL, in an example", () => {
		const text = readFileSync(new URL("example.rules", import.meta.url), "utf8");
		const { value, diagnostics } = readDsl("example.rules", text);
		expect(diagnostics).toEqual([]);
		expect(checkDsl(value, text)).toBeGreaterThan(180);
	});

	test("in the DSL, in any policy", () => {
		fc.assert(
			fc.property(arbitraryPolicy(), (file) => {
				const text = writeDsl(file);
				checkDsl(readDsl("x.rules", text).value, text);
			}),
			{ numRuns: 150 },
		);
	});

	test("in YAML: the word itself, or the whole text where escapes moved it", () => {
		const check = (text: string): void => {
			everySpan(readYaml("x.yaml", text).value.statements, text, (node, source) => {
				const forms = formsOf(node, source);
				if (typeof node.text !== "string" || forms.includes(source)) return;
				const whole: unknown = /^["']/.test(source) ? parse(source) : source.trim();
				expect(
					typeof whole === "string" &&
						(whole === node.text || whole.includes(forms[0] as string) || whole.includes('"')),
				).toBe(true);
			});
		};
		check(readFileSync(new URL("example.rules.yaml", import.meta.url), "utf8"));
		fc.assert(
			fc.property(arbitraryPolicy(), (file) => check(writeYaml(file))),
			{ numRuns: 150 },
		);
	});

	test("words inside plain and simply quoted texts of YAML are found to the letter", () => {
		const text = 'rules:\n  - deny: [git push, "npm  install -g", \'hg, svn up\']\n    to: "a/b, !c"\n';
		const found: string[] = [];
		everySpan(readYaml("x.yaml", text).value.statements, text, (node, source) => {
			if (typeof node.text === "string") found.push(source);
		});
		expect(found).toEqual(["git", "push", "npm", "install", "-g", "hg", "svn", "up", "a/b", "!c"]);
	});

	test("alternatives of options as well", () => {
		const text = "rules:\n  - deny: grep\n    with: -r & -f, --recursive\n";
		const [rule] = readYaml("x.yaml", text).value.statements;
		const clause = rule?.kind === "rule" ? rule.clauses[0] : undefined;
		expect(clause && "options" in clause ? clause.options.map(alternativeText) : []).toEqual([
			"-r & -f",
			"--recursive",
		]);
		const last = clause && "options" in clause ? clause.options[1]?.[0]?.span : undefined;
		expect(last && text.slice(last.start, last.end)).toBe("--recursive");
	});
});
