/** The order of clauses says nothing: what is written in a line stands where it can't belong to what happened before. */
import { describe, expect, test } from "@jest/globals";
import { readPolicyFile } from "../../../src/language/syntax/read-policy-file.js";
import { convertPolicyFile, formatPolicyFile } from "../../../src/language/syntax/write-policy-file.js";

const subjects = ["constrain npm", "constrain reads of npm", "constrain network of npm"];
const narrowings = ["with --a", "without --a", "using write", "except npm x"];
const events = ["after git pull", "before git pull"];

describe("a rule with clauses of its own and an event", () => {
	test.each(subjects.flatMap((subject) => narrowings.map((narrowing) => [subject, narrowing] as const)))(
		"%s, %s",
		(subject, narrowing) => {
			for (const event of events) {
				const place = subject.includes("network") ? "to a.example" : "to sub";
				const text = `default deny\n${subject} ${place} ${narrowing} ${event}\n`;
				const { value, diagnostics } = readPolicyFile("x.rules", text);
				expect(diagnostics).toEqual([]);
				expect(formatPolicyFile(value)).toBe(text);
				const yaml = readPolicyFile("x.rules.yaml", convertPolicyFile(value, "yaml"));
				expect(convertPolicyFile(yaml.value, "rules")).toBe(text);
			}
		},
	);

	test("may name the event first in YAML", () => {
		const text = "rules:\n  - constrain: npm\n    after: git pull\n    to: sub\n    without: --dry-run\n";
		const { value, diagnostics } = readPolicyFile("x.rules.yaml", text);
		expect(diagnostics).toEqual([]);
		expect(convertPolicyFile(value, "rules")).toBe("constrain npm without --dry-run after git pull to sub\n");
	});
});
