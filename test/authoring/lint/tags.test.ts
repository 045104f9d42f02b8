import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { Ajv } from "ajv";
import { lint } from "../../../src/authoring/lint/lint.js";
import { lints } from "../../../src/authoring/lint/lints.js";
import { catalogueOf, tagsOf } from "../../../src/authoring/lint/settings/tags.js";
import { lintListRecord, renderLintList } from "../../../src/cli/lint/list-lints.js";
import { renderReport } from "../../../src/cli/lint/report-findings.js";
import { renderSarif, type SarifTool } from "../../../src/language/diagnostic/render-sarif.js";
import { loadText } from "../../../src/runtime/load/load.js";

const policy = loadText(
	"policy.rules",
	"agent default {\n  default deny\n  syntax pipes\n  allow bash, curl, python, less granting everything\n  allow rm\n}\n",
	{ cwd: "/nowhere" },
);

const sarifFile = join(
	createRequire(import.meta.url).resolve("@microsoft/jest-sarif/package.json"),
	"../lib/schemas/sarif-2.1.0-rtm.5.json",
);
const {
	$schema: _draft,
	id: _address,
	...schema
} = JSON.parse(readFileSync(sarifFile, "utf8")) as Record<string, unknown>;
const isSarif = new Ajv({ strict: false, allErrors: true, validateFormats: false, unicodeRegExp: false }).compile(
	schema,
);

interface Log {
	readonly runs: readonly [
		{
			readonly tool: {
				readonly driver: {
					readonly rules: readonly {
						readonly id: string;
						readonly helpUri?: string;
						readonly help?: { readonly markdown: string };
						readonly properties?: { readonly tags: readonly string[] };
						readonly relationships?: readonly {
							readonly target: {
								readonly id: string;
								readonly toolComponent: { readonly name: string; readonly index: number };
							};
						}[];
					}[];
					readonly supportedTaxonomies?: readonly { readonly name: string; readonly index: number }[];
				};
			};
			readonly taxonomies?: readonly { readonly name: string; readonly taxa: readonly { readonly id: string }[] }[];
		},
	];
}

describe("SARIF", () => {
	const report = { diagnostics: lint(policy), sources: policy.sources, lints, files: policy.roots };
	const log = JSON.parse(renderReport("sarif", report, false)) as Log;
	const [{ tool, taxonomies = [] }] = log.runs;

	test("with tags is what its schema says", () => {
		isSarif(log);
		expect(isSarif.errors ?? []).toEqual([]);
	});

	test("has the tags of each rule, in the form that code hosts read", () => {
		const tags = Object.fromEntries(tool.driver.rules.map(({ id, properties }) => [id, properties?.tags]));
		expect(tags["allow-shell"]).toEqual([
			"external/cwe/cwe-183",
			"external/attack/t1059.004",
			"external/owasp/asi05",
			"external/owasp/llm06",
		]);
		for (const one of lints) {
			const shown = tool.driver.rules.find(({ id }) => id === one.name);
			if (shown !== undefined) expect(shown.properties?.tags ?? []).toHaveLength(tagsOf(one).length);
		}
	});

	test("names each entry in a catalogue that the log holds", () => {
		const related = tool.driver.rules.flatMap(({ relationships = [] }) => relationships);
		expect(related.length).toBeGreaterThan(5);
		for (const { target } of related) {
			const { name, index } = target.toolComponent;
			expect(taxonomies[index]?.name).toBe(name);
			expect(taxonomies[index]?.taxa.map(({ id }) => id)).toContain(target.id);
		}
		expect(tool.driver.supportedTaxonomies?.map(({ name }) => name)).toEqual(taxonomies.map(({ name }) => name));
	});

	test("holds each page as Markdown, and links it where the package says its home", () => {
		for (const { help } of tool.driver.rules) expect(help?.markdown).toMatch(/^# /);
		const [diagnostic] = report.diagnostics;
		if (diagnostic === undefined) throw new Error("nothing was found");
		const helpUri = `https://example.org/bylaw/blob/main/docs/lints/${diagnostic.code}.md`;
		const rules: SarifTool["rules"] = [{ code: diagnostic.code, severity: "warning", summary: "a test", helpUri }];
		const linked = JSON.parse(renderSarif([diagnostic], policy.sources, { version: "1.0.0", rules })) as Log;
		isSarif(linked);
		expect(isSarif.errors ?? []).toEqual([]);
		expect(linked.runs[0].tool.driver.rules[0]?.helpUri).toBe(helpUri);
		expect(linked.runs[0].taxonomies).toBeUndefined();
	});
});

test("the list of lints shows tags, as text and as data", () => {
	expect(renderLintList(lints, false)).toMatch(/^ {2}allow-shell .*CWE-183 T1059\.004 ASI05 LLM06/m);
	expect(lintListRecord(lints)).toContainEqual(
		expect.objectContaining({ name: "allow-shell", tags: ["CWE-183", "T1059.004", "ASI05", "LLM06"] }),
	);
});

test("a plugin's lint says its own tags, and a word of its own belongs to no catalogue", () => {
	const [one] = lints;
	if (one === undefined) throw new Error("there are no lints");
	expect(tagsOf({ ...one, name: "own", tags: ["CWE-78", "house"] })).toEqual(["CWE-78", "house"]);
	expect([catalogueOf("CWE-78")?.name, catalogueOf("house")]).toEqual(["CWE", undefined]);
	expect(catalogueOf("T12345")).toBeUndefined();
});
