import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { hookedHarnesses } from "../../../../src/runtime/harnesses/harnesses.js";
import { readHook } from "../../../../src/runtime/harnesses/hooks/answer-hook.js";
import { sides } from "../hooks/harness-side.js";

const known = fc.constantFrom(
	"{}",
	"",
	"garbage",
	'{"decision":"deny","reason":"r"}',
	'{"decision":"ask"}',
	'{"permission":"deny"}',
	'{"permission":"ask"}',
	'{"cancel":true}',
	'{"effect":"allow"}',
	'{"effect":"deny"}',
	'{"permissionDecision":"deny"}',
	...["deny", "ask", "allow"].flatMap((decision) =>
		["PreToolUse", "BeforeTool"].map((hookEventName) =>
			JSON.stringify({
				hookSpecificOutput: { hookEventName, permissionDecision: decision, permissionDecisionReason: "r" },
			}),
		),
	),
	'{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}',
	'{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"r"},"more":1}',
	'{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"r"},"suppressOutput":true}',
);

describe.each(hookedHarnesses.map((one) => [one.name, one] as const))(
	"the contract of %s",
	(name, { contract, dialect }) => {
		test("hears what its other writing hears", () => {
			const side = sides.find((one) => one.name === name);
			fc.assert(
				fc.property(
					known,
					fc.constantFrom("", "why\n"),
					fc.constantFrom(0, 1, 2, 3, 127, null),
					(stdout, stderr, code) => {
						// Claude Code needs no reason; the other writing is stricter.
						fc.pre(name !== "claude-code" || code !== 2 || stderr !== "");
						expect(contract.hears({ stdout, stderr, code })).toBe(side?.outcome({ stdout, stderr, code }));
					},
				),
			);
		});

		test("asks what its dialect understands as that command in that folder", () => {
			const question = readHook(
				dialect,
				Buffer.from(JSON.stringify(contract.asks("ls -la | wc", "/work/it"))),
				{},
				{
					variables: contract.variables("/work/it"),
					cwd: "/work/it",
				},
			);
			expect(question).toMatchObject({
				cwd: "/work/it",
				workspace: "/work/it",
				call: { commands: [{ script: "ls -la | wc" }] },
			});
		});
	},
);
