import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { hasErrors } from "../../../src/language/diagnostic/diagnostic.js";
import { sameStatements } from "../../../src/language/syntax/equal.js";
import { readPolicyFile } from "../../../src/language/syntax/read-policy-file.js";
import { convertPolicyFile, formatPolicyFile } from "../../../src/language/syntax/write-policy-file.js";

const root = new URL("../../../", import.meta.url);

/** Every policy file of the repository, and every policy that its pages show without fault. */
function policies(): [string, string][] {
	const files = readdirSync(new URL("rules/", root)).map((name): [string, string] => [
		`rules/${name}`,
		readFileSync(new URL(`rules/${name}`, root), "utf8"),
	]);
	const pages = ["README.md", "docs/language.md"].flatMap((page) =>
		[...readFileSync(new URL(page, root), "utf8").matchAll(/^```rules\n([\s\S]*?)^```/gm)].map(
			(block, index): [string, string] => [`${page}-${index + 1}.rules`, block[1] as string],
		),
	);
	return [...files, ...pages];
}

describe("every policy in the repository", () => {
	test.each(policies())("%s is formatted once and for all, and is the same in YAML", (name, text) => {
		const { value, diagnostics } = readPolicyFile(name, text);
		expect(hasErrors(diagnostics)).toBe(false);
		const formatted = formatPolicyFile(value);
		const again = readPolicyFile(name, formatted).value;
		expect(formatPolicyFile(again)).toBe(formatted);
		const yaml = readPolicyFile(`${name}.yaml`, convertPolicyFile(value, "yaml"));
		expect(yaml.diagnostics).toEqual([]);
		const back = readPolicyFile(name, convertPolicyFile(yaml.value, "rules"));
		expect(sameStatements(back.value, value, { comments: true })).toBe(true);
	});

	test("the shipped packs are formatted", () => {
		for (const [name, text] of policies().filter(([one]) => one.startsWith("rules/"))) {
			expect({ name, text }).toEqual({ name, text: formatPolicyFile(readPolicyFile(name, text).value) });
		}
	});
});
