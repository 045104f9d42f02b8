import { describe, expect, test } from "@jest/globals";
import { type AgentModel, agentModelOf, anySymbolicWorld } from "../../../src/authoring/analysis/agent-model.js";
import { answersFor, answersForOthers, reach } from "../../../src/authoring/analysis/reach.js";
import { requestOf } from "../../../src/authoring/analysis/witness.js";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import type { World } from "../../../src/engine/request/paths.js";
import { type Effect, powers } from "../../../src/language/syntax/statements.js";
import { load, loadText } from "../../../src/runtime/load/load.js";

const policy = `agent default {
  default deny
  allow git, ls, cat, sort
  deny git push except git push --dry-run
  ask npm publish
  nudge grep use file.search
  allow rm within .
  deny * touching **/.env, ~/.ssh
}
agent free {
  default allow
  deny sudo, su
  ask curl
}
agent shut {
  default deny
}
`;
const world: World = {
	workspace: anySymbolicWorld.workspace,
	linkAt: () => "none",
	...(anySymbolicWorld.home ? { home: anySymbolicWorld.home } : {}),
};
const tree = loadText("policy.rules", policy).tree as Tree;
const settingFor = (agent: string): AgentModel => agentModelOf(tree, agent, anySymbolicWorld);

/** Many commands of some programs, plain and strange. */
const commands = [
	...["status", "push", "push --dry-run", "log --output=x", "-C .. status", "clone a b", "-c a.b=c log"].map(
		(one) => `git ${one}`,
	),
	...["", "-l", "/etc", ".env", "~/.ssh"].flatMap((one) =>
		["ls", "cat", "sort", "rm", "head"].map((name) => `${name} ${one}`.trim()),
	),
	...["a", "../a", "-rf .", "-rf /", "--one-file-system x"].map((one) => `rm ${one}`),
	...["publish", "install", "run x", "test .env"].map((one) => `npm ${one}`),
	...["x y", "-r x .env", "--include=a b"].map((one) => `grep ${one}`),
	...["sudo ls", "su root", "curl http://x", "curl -o x y", "make", "python3 x.py", "unheard-of x"],
];

describe.each(["default", "free", "shut"])("the answers of programs, for agent %s", (agent) => {
	const setting = settingFor(agent);
	const programs = [...new Set(commands.map((one) => one.split(" ")[0] as string))].sort();
	const found = answersFor(setting, programs);

	test("come with commands that are really answered so", () => {
		for (const { answers } of found)
			for (const { effect, sample } of answers)
				expect([sample, decide(tree, requestOf(sample, agent), world).effect]).toEqual([sample, effect]);
	});

	test("are all that commands of them get", () => {
		for (const command of commands) {
			const argv = command.split(" ");
			const { effect } = decide(tree, { agent, argv }, world);
			const own = found.find(({ program }) => program === argv[0]);
			const possible: readonly Effect[] = [...(own?.answers.map((one) => one.effect) ?? []), ...(own?.unsettled ?? [])];
			expect([command, possible.includes(effect)]).toEqual([command, true]);
		}
	});

	test("of the programs that are not named hold for them too", () => {
		const { answers, unsettled } = answersForOthers(setting, programs);
		const possible = [...answers.map((one) => one.effect), ...unsettled];
		for (const argv of [["wc", "x"], ["nobody-knows"], ["tar", "cf", ".env"], ["chmod", "777", "x"]])
			expect([argv, possible.includes(decide(tree, { agent, argv }, world).effect)]).toEqual([argv, true]);
		for (const { sample } of answers) expect(programs).not.toContain(sample.argv[0]);
	});
});

describe("what an agent can reach", () => {
	test("is shown by a command that is really answered so", () => {
		for (const agent of ["default", "free"]) {
			for (const power of powers) {
				const found = reach(settingFor(agent), { kind: "uses-power", powers: [power] }, "allow");
				if (found.kind !== "found") continue;
				expect(decide(tree, requestOf(found.sample, agent), world).effect).toBe("allow");
			}
		}
	});

	test("is nothing where every command of it is refused", () => {
		const touching = (text: string) =>
			({ kind: "paths-touching", access: "read", paths: [{ text, literal: false, negated: false }] }) as const;
		expect(reach(settingFor("default"), touching("~/.ssh"), "allow")).toEqual({ kind: "none" });
		expect(reach(settingFor("default"), touching("/etc"), "allow").kind).toBe("found");
		expect(reach(settingFor("shut"), touching("/etc"), "allow")).toEqual({ kind: "none" });
		expect(reach(settingFor("free"), { kind: "uses-power", powers: ["network"] }, "ask").kind).toBe("found");
	});

	test("is told from what is not known, where the steps don't suffice", () => {
		const guard = load("guard").tree as Tree;
		const setting = agentModelOf(guard, "default", anySymbolicWorld);
		const found = answersFor(setting, ["git"], 1)[0];
		const asked = [...(found?.answers.map(({ effect }) => effect) ?? []), ...(found?.unsettled ?? [])];
		expect(asked).toEqual(expect.arrayContaining(["allow", "ask", "deny"]));
	});
});
