import { expect, test } from "@jest/globals";
import { onceAPlace } from "../../../src/authoring/lint/dedupe-by-span.js";
import type { SoundSubject } from "../../../src/authoring/lint/lint-context.js";
import type { Fault } from "../../../src/authoring/lint/lint-record.js";

test("what agents find at one place is told once, and what stands in another file is another place", () => {
	const fault = (message: string, file: string): Fault => ({ message, span: { file, start: 7, end: 9 } });
	const found: Readonly<Record<string, readonly Fault[]>> = {
		one: [fault("first", "a.rules")],
		two: [fault("again", "a.rules"), fault("elsewhere", "b.rules")],
	};
	const subject = { agents: ["one", "two"] } as unknown as SoundSubject;
	expect(onceAPlace(subject, (agent) => found[agent] ?? []).map(({ message }) => message)).toEqual([
		"first",
		"elsewhere",
	]);
});
