/** Trees whose nodes are made when somebody comes to a decision are the same trees. */
import { expect, test } from "@jest/globals";
import { compileAgent } from "../../../src/engine/decide/compile.js";
import { compileAgentLater } from "../../../src/engine/decide/compile-for-questions.js";
import { loadText } from "../../../src/runtime/load/load.js";

test("a tree whose nodes are made later has the same ones", () => {
	const { policy } = loadText(
		"later.rules",
		"agent default {\n\tallow git status\n\tdeny git push --force\n\task *\n}\n",
	);
	const agent = policy.agents.get("default");
	if (agent === undefined) throw new Error("no agent");
	const later = compileAgentLater(agent);
	const { agent: settings, rules, granted } = later;
	expect({ agent: settings, rules, granted }).toEqual(pick(compileAgent(agent)));
	expect({ ...later }).toEqual(compileAgent(agent));
});

function pick({ agent, rules, granted }: ReturnType<typeof compileAgent>): object {
	return { agent, rules, granted };
}
