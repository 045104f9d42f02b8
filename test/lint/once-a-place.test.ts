import { expect, test } from "@jest/globals";
import type { Fault, SoundSubject } from "../../src/lint/lint.js";
import { onceAPlace } from "../../src/lint/once-a-place.js";

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
