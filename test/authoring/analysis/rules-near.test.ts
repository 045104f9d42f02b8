/** What an index of rules leaves out speaks of other commands: asked of every subcommand of real programs that goes by several names. */
import { expect, test } from "@jest/globals";
import { agentModelOf, anySymbolicWorld, subjectFor } from "../../../src/authoring/analysis/agent-model.js";
import { type LocalRule, rulesFor } from "../../../src/authoring/analysis/rule-index.js";
import { rivalsOf, rulesNear } from "../../../src/authoring/analysis/rules-near.js";
import { evaluateTest } from "../../../src/engine/decide/evaluate/evaluate-test.js";
import type { EvaluationContext } from "../../../src/engine/decide/evaluate/evaluation-context.js";
import { programNamed } from "../../../src/engine/knowledge/lookup.js";
import { programs } from "../../../src/engine/knowledge/programs.generated.js";
import type { Test } from "../../../src/language/policy/test.js";
import { loadText } from "../../../src/runtime/load/load.js";

const called = Object.keys(programs).flatMap((name) => {
	const aliased = Object.entries(programNamed(name)?.subcommands ?? {}).filter(([, { aliases }]) => aliases.length > 0);
	return aliased.length === 0 ? [] : [{ name, aliased: aliased.slice(0, 12) }];
});

const speaks = (test: Test | undefined, subject: EvaluationContext): boolean =>
	test !== undefined && evaluateTest(test, subject) !== "no";
const isAbout = ({ grants, restricts }: LocalRule, subject: EvaluationContext): boolean =>
	speaks(grants, subject) || speaks(restricts, subject);

test("a rule about a subcommand is near a command and a rule that call it by another name", () => {
	let asked = 0;
	for (const { name, aliased } of called) {
		const rules = aliased.flatMap(([full, { aliases }]) => [
			`  deny ${name} ${full} --zz`,
			...[full, ...aliases].map((one) => `  ask ${name} ${one}`),
		]);
		const { tree } = loadText("policy.rules", `agent default {\n  default deny\n${rules.join("\n")}\n}\n`);
		if (tree === undefined) continue; // A few words of theirs are words of the language.
		const setting = agentModelOf(tree, "default", anySymbolicWorld);
		const all = rulesFor(setting.agentTree, name, setting.facts);
		for (const [full, { aliases }] of aliased)
			for (const words of [full, ...aliases]) {
				const sample = { argv: [name, ...words.split(" "), "x"], redirects: [], forced: false };
				const subject = subjectFor(sample, setting);
				const speaking = all.filter((one) => isAbout(one, subject));
				const missing = (near: readonly LocalRule[]): readonly string[] =>
					speaking.filter((one) => !near.includes(one)).map(({ rule }) => `${words}: ${rule.id}`);
				expect(missing(rivalsOf(sample, setting))).toEqual([]);
				for (const { restricts } of speaking)
					if (restricts !== undefined) expect(missing(rulesNear(restricts, name, setting))).toEqual([]);
				asked += speaking.length;
			}
	}
	expect(asked).toBeGreaterThan(1_000);
});
