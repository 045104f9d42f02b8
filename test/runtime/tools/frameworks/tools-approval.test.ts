/** A person's yes opens a question, and nothing else. */
import { chmodSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../../src/engine/decide/decide.js";
import type { Decision } from "../../../../src/engine/decide/decision.js";
import { consumePermit, permit } from "../../../../src/engine/decide/permit.js";
import type { World } from "../../../../src/engine/request/paths.js";
import type { Request } from "../../../../src/engine/request/request.js";
import { loadText } from "../../../../src/runtime/load/load.js";
import { guard } from "../../../../src/runtime/tools/guard.js";
import { folder } from "../../../cli/cli.js";

const loaded = loadText(
	"policy.rules",
	`agent default {
  default deny
  allow echo
  ask npm publish because "A person looks."
  nudge grep use search because "Search instead."
  deny git because "No."
  syntax sequences
}
agent asking {
  default ask
  unreadable ask
  deny git because "No."
  syntax sequences
}
`,
);
const { tree } = loaded;
if (tree === undefined) throw new Error("the policy is broken");
const world: World = { workspace: "/repo", linkAt: () => "none" };
const decided = (request: Request): Decision => decide(tree, request, world);
const yes = { approvedBy: "somebody" };

/** The same command twice is decided by its shape the second time. */
const twice = (request: Request): readonly Decision[] => [decided(request), decided(request)];

describe("a permit for a question", () => {
	test.each([
		{ argv: ["npm", "publish"] },
		{ script: "npm publish" },
		{ script: "npm publish; echo a" },
		{ argv: ["npm", "publish", "a b"] },
	] as const)("is made of %j only with a name", (request) => {
		for (const decision of twice(request)) {
			expect(decision.effect).toBe("ask");
			expect(permit(decision)).toBeUndefined();
			for (const nobody of [{ approvedBy: "" }, {}, { approvedBy: 1 }, null, "somebody"])
				expect(permit(decision, nobody as never)).toBeUndefined();
			expect(permit(decision, yes)).toBeDefined();
		}
	});

	test.each([
		["git", "push"],
		["curl", "x"],
		["grep", "x"],
	])("is not made of what is denied or nudged: %s %s", (...argv) => {
		for (const decision of twice({ argv })) {
			expect(permit(decision, yes)).toBeUndefined();
			for (const effect of ["ask", "allow"] as const) {
				expect(() => Object.assign(decision, { effect })).toThrow(TypeError);
				expect(permit({ ...decision, effect }, yes)).toBeUndefined();
				expect(permit(Object.create(decision, { effect: { value: effect } }), yes)).toBeUndefined();
			}
		}
	});

	test("does not come of a question that is written over", () => {
		for (const decision of twice({ argv: ["npm", "publish"] })) {
			expect(() => Object.assign(decision, { effect: "allow" })).toThrow(TypeError);
			expect(permit(decision)).toBeUndefined();
			expect(permit({ ...decision, effect: "allow" })).toBeUndefined();
		}
	});

	test("does not come of what looks like a decision", () => {
		const decision = decided({ argv: ["npm", "publish"] });
		expect(permit({ ...decision }, yes)).toBeUndefined();
		expect(permit(JSON.parse(JSON.stringify(decision)) as Decision, yes)).toBeUndefined();
	});

	test("stands for what was asked about, as it stands", () => {
		const one = permit(decided({ argv: ["npm", "publish", "a b"] }), yes);
		expect(one && consumePermit(one).work).toEqual({ kind: "argv", argv: ["npm", "publish", "a b"] });
		const script = "echo 'a";
		const decision = decided({ script, agent: "asking" });
		expect(decision).toMatchObject({ effect: "ask", code: "unreadable" });
		expect(permit(decision)).toBeUndefined();
		const unread = permit(decision, yes);
		expect(unread && consumePermit(unread).work).toMatchObject({ kind: "script", script });
	});

	test("a script with a denied part is denied, whoever says yes", () => {
		const decision = decided({ script: "npm publish; git push", agent: "asking" });
		expect([decision.effect, permit(decision, yes)]).toEqual(["deny", undefined]);
	});
});

test("a yes to one question is none to another: where a link moved meanwhile, the other one is put", async () => {
	const place = folder({ "a/x": "", "b/x": "" });
	const here = loadText(
		"links.rules",
		'agent default {\n  default deny\n  allow cat\n  ask cat touching a because "The first?"\n  ask cat touching b because "The second?"\n}\n',
	);
	const guarded = guard(here, { workspace: place });
	const link = (to: string): void => {
		rmSync(join(place, "link"), { force: true });
		symlinkSync(to, join(place, "link"));
	};
	const questions: string[] = [];
	const ask = (after: readonly string[]) => {
		link("a");
		questions.length = 0;
		return guarded.run(
			{ argv: ["cat", "link/x"] },
			{
				approve: ({ message }) => {
					questions.push(message);
					link(after[questions.length - 1] ?? "b");
					return "somebody";
				},
			},
		);
	};
	expect(await ask(["b", "b"])).toMatchObject({ approvedBy: "somebody", outcome: { code: 0 } });
	expect(questions).toEqual([expect.stringContaining("The first?"), expect.stringContaining("The second?")]);
	// What never holds still is never run.
	const moving = await ask(["b", "a", "b", "a", "b"]);
	expect([moving.outcome, moving.approvedBy, questions.length]).toEqual([undefined, undefined, 3]);
});

test("a yes to a program is none to another that its name leads to meanwhile", async () => {
	const place = folder({ "one.sh": "#!/bin/sh\necho one\n", "other.sh": "#!/bin/sh\necho other\n" });
	for (const name of ["one.sh", "other.sh"]) chmodSync(join(place, name), 0o755);
	const here = loadText("tool.rules", "agent default {\n  default ask\n}\n");
	const link = (to: string): void => {
		rmSync(join(place, "tool"), { force: true });
		symlinkSync(to, join(place, "tool"));
	};
	link("one.sh");
	let questions = 0;
	const { outcome } = await guard(here, { workspace: place }).run(
		{ argv: ["./tool"] },
		{
			approve: () => {
				if (++questions === 1) link("other.sh");
				return "somebody";
			},
		},
	);
	// The second question is of the other program: it is put, and its yes counts.
	expect([questions, outcome?.merged?.text]).toEqual([2, "other\n"]);
});

test("what a person said yes to is decided once more: it may have changed meanwhile", async () => {
	const guarded = guard(loaded, { workspace: "/tmp" });
	let asked = 0;
	const { decision, outcome, approvedBy } = await guarded.run(
		{ argv: ["npm", "publish"] },
		{
			approve: async () => {
				asked++;
				return "somebody";
			},
			signal: AbortSignal.abort(),
		},
	);
	expect([decision.effect, outcome?.cancelled, approvedBy, asked]).toEqual(["ask", true, "somebody", 1]);
	for (const argv of [
		["git", "push"],
		["grep", "x"],
		["echo", "a"],
	]) {
		await guarded.run(
			{ argv },
			{
				approve: () => {
					asked++;
					return "somebody";
				},
				signal: AbortSignal.abort(),
			},
		);
	}
	expect(asked).toBe(1);
});
