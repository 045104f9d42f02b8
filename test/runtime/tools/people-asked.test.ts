/** Whoever sits before an agent can't answer for the people who are asked, whichever framework puts its questions. */
import { expect, test } from "@jest/globals";
import { loadText } from "../../../src/runtime/load/load.js";
import { aiSdkApproval } from "../../../src/runtime/tools/frameworks/ai-sdk-approval.js";
import { openAiShell } from "../../../src/runtime/tools/frameworks/openai-agents.js";
import { guard } from "../../../src/runtime/tools/guard.js";

const policy = () => loadText("p.rules", "default deny\nask of release npm publish\nask npm deprecate\ngovern all");

test("a library's approve is not asked", async () => {
	const guarded = guard(policy());
	const asked: string[] = [];
	const approve = ({ message }: { readonly message: string }) => {
		asked.push(message);
		return "ann";
	};
	const answers = await Promise.all(
		["publish", "deprecate"].map((verb) => guarded.call({ argv: ["npm", verb] }, { approve })),
	);
	expect(answers.map(({ allowed }) => allowed)).toEqual([false, true]);
	expect(asked).toHaveLength(1);
	guarded.close();
});

test("the AI SDK puts no question to its user", async () => {
	const guarded = guard(policy());
	const approval = aiSdkApproval({
		shell: (input) => guarded.foresee({ script: (input as { readonly command: string }).command }),
	});
	const gate = async (command: string) =>
		(await approval({ toolCall: { toolName: "shell", toolCallId: "1", input: { command } } }))?.type;
	expect([await gate("npm publish"), await gate("npm deprecate x")]).toEqual(["denied", "user-approval"]);
	guarded.close();
});

test("the OpenAI Agents SDK puts none either, and runs nothing", async () => {
	const shell = openAiShell({ rules: policy() });
	const asks = (command: string) => shell.needsApproval(undefined as never, { commands: [command] });
	expect([await asks("npm publish"), await asks("npm deprecate x")]).toEqual([false, true]);
	const { output } = await shell.shell.run({ commands: ["npm publish"] });
	expect(output[0]?.stderr).toContain("It waits for somebody of `release`");
	shell.close();
});
