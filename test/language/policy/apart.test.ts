import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { evaluateTest } from "../../../src/engine/decide/evaluate/evaluate-test.js";
import { evaluationContextOf } from "../../../src/engine/decide/evaluate/evaluation-context.js";
import { type ReadCommand, unwrap } from "../../../src/engine/effects/commands.js";
import type { World } from "../../../src/engine/request/paths.js";
import type { Command, Word } from "../../../src/engine/request/request.js";
import { areDisjoint } from "../../../src/language/policy/disjoint.js";
import { excluding } from "../../../src/language/policy/exclusion.js";
import type { AgentPolicy } from "../../../src/language/policy/policy.js";
import { never, type Test } from "../../../src/language/policy/test.js";
import { withoutExclusions } from "../../../src/language/policy/without-exclusions.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { about, focus } from "../../engine/laws/arbitrary.js";
import { engineOf } from "../../engine/laws/engine.js";

const testOf = (text: string): Test => {
	const { policy, diagnostics } = loadText("p.rules", `agent default {\n  ${text}\n}\n`);
	expect(diagnostics.filter((one) => one.severity === "error")).toEqual([]);
	const rule = policy.agents.get("default")?.rules[0];
	return rule?.grants ?? rule?.restricts ?? never;
};

describe("rules that have no command in common", () => {
	test.each([
		["deny git", "allow hg"],
		["deny git push", "allow git fetch"],
		["deny g*", "allow hg"],
		["deny /g.*/", "allow hg"],
		["deny exactly git", "allow git fetch"],
		["deny git * push", "allow git -C x a pull"],
		["deny git except git fetch", "allow git fetch --all"],
		["deny git except git f*", "allow git fetch"],
		["deny git", "allow * except git"],
		["deny git, hg", "allow svn, cvs"],
		["deny /usr/bin/git", "allow rm"],
	])("%s; %s", (one, other) => {
		expect([areDisjoint(testOf(one), testOf(other)), areDisjoint(testOf(other), testOf(one))]).toEqual([true, true]);
	});
});

describe("rules that may have", () => {
	test.each([
		["deny git", "allow git fetch"],
		["deny * touching /etc", "allow git"],
		["deny git ** push", "allow git fetch"],
		["deny g*", "allow *t"],
		["deny git except git fetch --all", "allow git fetch"],
		["deny git except exactly git fetch", "allow git fetch"],
		["deny git, hg", "allow svn, hg"],
		["deny ./*", "allow git"],
		["deny /.*bin.*/", "allow /usr/bin/git"],
		["deny /usr/bin/git", "allow git"],
	])("%s; %s", (one, other) => {
		expect([areDisjoint(testOf(one), testOf(other)), areDisjoint(testOf(other), testOf(one))]).toEqual([false, false]);
	});
});

test("no command surely fits one of two rules that are apart and may fit the other, where no link leads elsewhere", () => {
	const world: World = { workspace: "/ws", home: "/home/u", linkAt: () => "none" };
	const cases = focus.chain((names) => {
		const { policy, simple } = about(names);
		return fc.record({ policy, commands: fc.array(simple, { minLength: 4, maxLength: 12 }) });
	});
	let met = 0;
	fc.assert(
		fc.property(cases, ({ policy, commands }) => {
			const engine = engineOf(policy);
			const agent = engine.policy.agents.get("grandchild") as AgentPolicy;
			const tests = agent.rules.flatMap((rule) => [rule.grants, rule.restricts].filter((one) => one !== undefined));
			const pairs = tests.flatMap((one) =>
				tests.filter((other) => areDisjoint(one, other)).map((other) => [one, other] as const),
			);
			const around = { world, cwd: "/ws", trust: agent.trust, forced: false, tools: undefined };
			for (const argv of commands) {
				const facts = { programs: engine.policy.programs, trust: agent.trust };
				const subject = evaluationContextOf(unwrap(commandOf(argv), facts)[0] as ReadCommand, around);
				const answers = new Map(tests.map((one) => [one, evaluateTest(one, subject)]));
				for (const [one, other] of pairs) {
					if (answers.get(one) !== "yes") continue;
					met++;
					if (answers.get(other) !== "no")
						throw new Error([argv.join(" "), JSON.stringify(one), JSON.stringify(other), engine.text].join("\n"));
				}
			}
		}),
		{ numRuns: 120, seed: 20261121 },
	);
	expect(met).toBeGreaterThan(100);
});

function commandOf([program, ...args]: readonly string[]): Command {
	const known = (text = ""): Word => ({ kind: "known", text });
	return {
		program: known(program),
		args: args.map(known),
		redirects: [],
		assignments: [],
		span: { file: "", start: 0, end: 0 },
	};
}

test("what was taken out of a rule is read off it again", () => {
	const [whole, one, other] = [testOf("deny git, hg"), testOf("allow git fetch"), testOf("allow git push, hg x")];
	const twice = excluding(excluding(whole, [one]), [other]);
	expect(withoutExclusions(twice, 2)).toEqual({ whole, carves: [one, other] });
	expect(withoutExclusions(whole, 0)).toEqual({ whole, carves: [] });
	expect(withoutExclusions(excluding(never, [one]), 1)).toEqual({ whole: never, carves: [] });
});
