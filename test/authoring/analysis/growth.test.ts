/** How the work of the analysis grows with the number of rules: counted in steps that searches take, not in time. */
import { expect, test } from "@jest/globals";
import { agentModelOf, anySymbolicWorld } from "../../../src/authoring/analysis/agent-model.js";
import { type Liveness, liveness, livenessSubject } from "../../../src/authoring/analysis/liveness.js";
import { exactly, outcomesFor } from "../../../src/authoring/analysis/outcomes.js";
import { regionsOf } from "../../../src/authoring/analysis/regions.js";
import { find } from "../../../src/authoring/analysis/search/find.js";
import { loadText } from "../../../src/runtime/load/load.js";

const verbs = ["add", "build", "check", "fetch", "list", "plan", "push", "remove", "run", "status"];

/** Ten rules for each program: some decide, some are covered by others. */
function rulesOn(program: string): readonly string[] {
	return verbs.map((verb, at) => {
		if (at % 5 === 3) return `deny ${program} ${verbs[at - 1]} prod`;
		if (at % 5 === 4) return `allow ${program} ${verbs[at - 2]} prod*`;
		return `${at % 2 === 0 ? "allow" : "ask"} ${program} ${verb}${at % 3 === 0 ? " w*" : ""}`;
	});
}

function subjectOf(lines: readonly string[], steps?: number) {
	const { tree, diagnostics } = loadText("growth.rules", `agent default {\ndefault deny\n${lines.join("\n")}\n}\n`);
	expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
	if (tree === undefined) throw new Error("there is no tree");
	return livenessSubject(agentModelOf(tree, "default", anySymbolicWorld), steps);
}

function answersOf(subject: ReturnType<typeof subjectOf>): readonly Liveness["kind"][] {
	const stated = subject.setting.agentTree.rules.filter(({ engine }) => !engine);
	return stated.map((rule) => liveness(rule, subject).kind);
}

test("rules on other programs take no steps of the questions about a program", () => {
	const stepsFor = (programs: number): number => {
		const names = Array.from({ length: programs }, (_, index) => `tool-${index}`);
		const { setting, named } = subjectOf(names.flatMap(rulesOn));
		const program = named.get("tool-0");
		if (program === undefined) throw new Error("the program is named by no rule");
		const budget = { left: 20_000 };
		for (const goal of exactly("allow", outcomesFor([setting], 0, "tool-0"))) find(goal, program, [setting], budget);
		return 20_000 - budget.left;
	};
	stepsFor(1);
	expect(stepsFor(100)).toBe(stepsFor(1));
});

test("a few hundred steps settle every rule of a hundred on one program", () => {
	const objects = ["api", "web", "docs", "prod", "test", "main", "next", "src", "lib", "app"];
	const lines = objects.flatMap((object) =>
		verbs.map((verb, at) => `${["allow", "ask", "deny"][at % 3]} tool ${verb} ${object}${at % 4 === 0 ? "*" : ""}`),
	);
	const answers = answersOf(subjectOf(lines, 300));
	expect(answers).toHaveLength(100);
	expect(answers.filter((kind) => kind === "not-settled")).toEqual([]);
});

test("what covers a rule is found among a hundred rivals in a few hundred steps", () => {
	const rivals = Array.from({ length: 100 }, (_, index) => `deny tool run w${index}`);
	const subject = subjectOf(["allow tool run w[0-4]", ...rivals], 300);
	const rule = subject.setting.agentTree.rules.find(({ effect }) => effect === "allow");
	if (rule === undefined) throw new Error("the rule is not there");
	const answer = liveness(rule, subject);
	expect(answer.kind).toBe("covered");
	const own = "by" in answer ? answer.by.map(({ effect }) => effect) : [];
	expect(own).toEqual(["deny", "deny", "deny", "deny", "deny"]);
});

test("rules that one agent inherits twice are not multiplied by one another", () => {
	const { tree } = loadText(
		"growth.rules",
		`group shared {
			default ask
			govern files
			locked deny * sub/* a "-r", file.read * id r1
			allow file.read, file.read a* a id r2
			constrain reads of file.read, exactly file.read "-r" to /, ./* id r3
			ask file.read, file.read id r4
			deny file.read with "-r", "-r" except file.read * id r5
		}
		agent default extends shared {
			default deny
			override nudge file.read a, exactly file.read /a|x/ a only -x id r6
		}
		agent child extends default, shared {
			override ask file.read, exactly file.read ** a "-r" "-r" with "-r" only -x id r7
		}
		`,
	);
	if (tree === undefined) throw new Error("it can't be read");
	const setting = agentModelOf(tree, "child", anySymbolicWorld);
	const settled = (["allow", "ask", "nudge", "deny"] as const).map((effect) =>
		regionsOf(setting, effect, undefined, 500),
	);
	expect(settled.flatMap(({ unsettled }) => unsettled)).toEqual([]);
	expect(settled.map(({ regions }) => regions.length)).toEqual([0, 2, 0, 4]);
});
