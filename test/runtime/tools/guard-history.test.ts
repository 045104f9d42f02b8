/** Rules that ask what happened hold for what a guard runs, and for the calls of guarded tools. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { loadText } from "../../../src/runtime/load/load.js";
import { guardTools } from "../../../src/runtime/tools/frameworks/guard-tools.js";
import { guard } from "../../../src/runtime/tools/guard.js";
import { withRequestContext } from "../../../src/runtime/tools/request-context.js";

let state: string;
beforeEach(() => {
	state = mkdtempSync(join(tmpdir(), "guard-history-"));
	process.env.XDG_STATE_HOME = state;
});
afterEach(() => {
	delete process.env.XDG_STATE_HOME;
	rmSync(state, { recursive: true, force: true });
});

const policy = loadText(
	"policy.rules",
	[
		"default deny",
		"govern all",
		"allow true, false, mcp.demo.read",
		"allow echo done after true",
		"deny mcp.demo.send after mcp.demo.read",
		"allow mcp.demo.send",
		"allow echo often at most 2 per 1h",
		"ask echo please",
		"allow echo said after approved echo please",
		"",
	].join("\n"),
);

test("what was run is what happened, with how it ended", async () => {
	const guarded = guard(policy, { workspace: state, session: "s1" });
	const effect = async (...argv: string[]): Promise<string> => (await guarded.run({ argv })).decision.effect;
	expect(await effect("echo", "done")).toBe("deny");
	await effect("false");
	expect(await effect("echo", "done")).toBe("deny");
	await effect("true");
	expect(await effect("echo", "done")).toBe("allow");
	// Who only decides knows nothing of an end.
	const other = guard(policy, { workspace: state, session: "s2" });
	other.decide({ argv: ["true"] });
	expect(other.decide({ argv: ["echo", "done"] }).effect).toBe("deny");
});

test("a limit counts what any guard lets through; to foresee is not to do", async () => {
	const [one, other] = ["s1", "s2"].map((session) => guard(policy, { workspace: state, session }));
	const request = { argv: ["echo", "often"] };
	for (let times = 0; times < 5; times++) expect(one?.foresee(request).effect).toBe("allow");
	expect((await one?.run(request))?.decision.effect).toBe("allow");
	expect(other?.decide(request).effect).toBe("allow");
	expect((await one?.run(request))?.decision.effect).toBe("deny");
});

test("a person's yes is what happened, too", async () => {
	const guarded = guard(policy, { workspace: state, session: "s1" });
	expect(guarded.decide({ argv: ["echo", "said"] }).effect).toBe("deny");
	await guarded.run({ argv: ["echo", "please"] });
	expect(guarded.decide({ argv: ["echo", "said"] }).effect).toBe("deny");
	expect((await guarded.run({ argv: ["echo", "please"] }, { approve: () => "Ada" })).approvedBy).toBe("Ada");
	expect(guarded.decide({ argv: ["echo", "said"] }).effect).toBe("allow");
});

test("conversations of guarded tools are sessions", async () => {
	const made = (): unknown =>
		guardTools(
			{
				read: { input_schema: {}, name: "read", run: async () => "read" },
				send: { input_schema: {}, name: "send", run: async () => "sent" },
			},
			policy,
			{
				workspace: state,
				commands: { read: () => ({ call: ["mcp.demo.read"] }), send: () => ({ call: ["mcp.demo.send"] }) },
			},
		);
	const { tools } = made() as unknown as {
		readonly tools: Record<string, { run: (input: unknown) => Promise<unknown> }>;
	};
	const say = (conversationId: string, name: string): Promise<unknown> =>
		withRequestContext({ conversationId }, async () => tools[name]?.run({}));
	expect(await say("a", "send")).toBe("sent");
	expect(await say("a", "read")).toBe("read");
	await expect(say("a", "send")).rejects.toThrow();
	expect(await say("b", "send")).toBe("sent");
});
