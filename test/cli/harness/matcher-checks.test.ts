/** About which tools a registered hook is asked: what `rules doctor` says of its `matcher`. */
import { describe, expect, test } from "@jest/globals";
import { shellsCheck, toolsChecks } from "../../../src/cli/harness/matcher-checks.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import type { HookedHarness } from "../../../src/runtime/harnesses/harness.js";
import { hookedHarnesses } from "../../../src/runtime/harnesses/harnesses.js";
import { loadText } from "../../../src/runtime/load/load.js";

const named = (name: string): HookedHarness => hookedHarnesses.find((one) => one.name === name) as HookedHarness;

function governing(govern = "shell"): Tree {
	return loadText("policy.rules", `agent default {\n\tdefault deny\n\tgovern ${govern}\n}\n`).tree as Tree;
}

const registered = (matcher?: string): { readonly matcher?: string } => (matcher === undefined ? {} : { matcher });

describe("a matcher", () => {
	test.each([undefined, "", "*", ".*"])("%p stands for every tool", (matcher) => {
		expect(shellsCheck(named("claude-code"), registered(matcher)).verdict).toBe("good");
		const [tools] = toolsChecks(named("claude-code"), registered(matcher), governing("shell, files"));
		expect(tools?.verdict).toBe("good");
	});
	test("that stands for shells alone is enough where the policy governs no more", () => {
		expect(shellsCheck(named("gemini-cli"), registered("run_shell_command|mcp_.*")).verdict).toBe("good");
		expect(toolsChecks(named("gemini-cli"), registered("run_shell_command|mcp_.*"), governing())).toEqual([]);
		expect(toolsChecks(named("gemini-cli"), registered("run_shell_command"), undefined)).toEqual([]);
	});
	test("that stands for shells alone leaves tools out that the policy governs, and they are named", () => {
		const [tools] = toolsChecks(named("gemini-cli"), registered("run_shell_command"), governing("shell, files"));
		expect(tools?.verdict).toBe("bad");
		expect(tools?.message).toMatch(/governs files, .*`read_file`.*`write_file`.*rules install --harness gemini-cli/);
		// What changes nothing need not be asked about.
		expect(tools?.message).not.toContain("write_todos");
	});
	test("that lists every tool of today leaves out those of servers", () => {
		const all = Object.keys(named("qwen-code").dialect.tools).join("|");
		const [tools] = toolsChecks(named("qwen-code"), registered(all), governing("mcp"));
		expect(tools).toMatchObject({ verdict: "bad" });
		expect(tools?.message).toContain("tools of servers");
	});
	test("is nothing that a harness without one could have", () => {
		const [tools] = toolsChecks(named("cline"), registered(), governing("files"));
		expect(tools?.verdict).toBe("good");
	});
});

test.each(
	hookedHarnesses.filter(({ contract }) => contract.shells !== undefined).map((one) => [one.name, one] as const),
)("what is installed for %s is asked about every tool", (_, { registration }) => {
	for (const file of registration.files) {
		if (file.kind !== "list" || file.holds !== "groups") continue;
		const entry = file.entry({ words: ["rules"], seconds: 1, patience: 1 }, undefined) as { matcher?: string };
		expect([undefined, "", "*", ".*"]).toContain(entry.matcher);
	}
});
