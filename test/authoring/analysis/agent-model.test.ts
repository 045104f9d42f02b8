/** One agent as questions about all commands see it. */
import { expect, test } from "@jest/globals";
import { agentModelOf, anySymbolicWorld, subjectFor } from "../../../src/authoring/analysis/agent-model.js";
import { loadText } from "../../../src/runtime/load/load.js";

const { tree } = loadText("model.rules", "agent default {\n\tallow git status\n}\n");
if (tree === undefined) throw new Error("no tree");
const setting = agentModelOf(tree, "default", anySymbolicWorld);

test("a command is read once for all tests of an agent, and one that is asked for otherwise by itself", () => {
	const plain = { argv: ["git", "status"], redirects: [], forced: false };
	expect(subjectFor({ ...plain }, setting)).toBe(subjectFor({ ...plain }, setting));
	expect(subjectFor({ ...plain, forced: true }, setting).forced).toBe(true);
	expect(subjectFor({ ...plain, tools: [] }, setting).tools).toEqual([]);
	expect(
		subjectFor(plain, agentModelOf(tree, "default", { ...anySymbolicWorld, workspace: "/elsewhere" })).world,
	).toMatchObject({
		workspace: "/elsewhere",
	});
});
