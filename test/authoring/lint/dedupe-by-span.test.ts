import { expect, test } from "@jest/globals";
import { dedupeBySpan } from "../../../src/authoring/lint/dedupe-by-span.js";
import type { ValidPolicyContext } from "../../../src/authoring/lint/lint-context.js";
import type { Finding } from "../../../src/authoring/lint/lint-record.js";

test("what agents find at one place is told once, and what stands in another file is another place", () => {
	const fault = (message: string, file: string): Finding => ({ message, span: { file, start: 7, end: 9 } });
	const found: Readonly<Record<string, readonly Finding[]>> = {
		one: [fault("first", "a.rules")],
		two: [fault("again", "a.rules"), fault("elsewhere", "b.rules")],
	};
	const subject = { agents: ["one", "two"] } as unknown as ValidPolicyContext;
	expect(dedupeBySpan(subject, (agent) => found[agent] ?? []).map(({ message }) => message)).toEqual([
		"first",
		"elsewhere",
	]);
});
