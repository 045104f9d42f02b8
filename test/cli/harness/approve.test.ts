/** Questions that wait for people, answered at a terminal: asked by a hook of one process, answered in another. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { cacheHome, folder, program, rules } from "../cli.js";
import { valid } from "../schemas.js";

const me = userInfo().username;
const group = spawnSync("/usr/bin/id", ["-gn"], { encoding: "utf8" }).stdout.trim();
/** What a terminal is made with. */
const terminal = "/usr/bin/script";
const withTerminal = existsSync(terminal) && group !== "" ? test : test.skip;

const policy = [
	"default deny",
	`ask of ${group} npm publish at most 2 per 1h`,
	`ask of ${group} for 1h npm deprecate`,
	`ask 2 of ${group} npm unpublish`,
	"ask of nobody-here npm owner",
	"allow git push after approved npm publish",
	"",
].join("\n");

interface Shown {
	readonly questions: readonly { readonly id: string; readonly text: string; readonly record?: string }[];
}

/** A harness in a process of its own, and a person who has nothing to do with it. */
function people() {
	const cwd = folder({ "policy.rules": policy });
	const state = join(cwd, "state");
	mkdirSync(state, { mode: 0o700 });
	const around = { cwd, env: { XDG_STATE_HOME: state } };
	const env = { PATH: process.env.PATH, HOME: process.env.HOME, XDG_CACHE_HOME: cacheHome(), XDG_STATE_HOME: state };
	writeFileSync(
		join(cwd, "harness.mjs"),
		`import { spawnSync } from "node:child_process";
		const input = process.argv[2];
		const words = ["hook", "--harness", "claude-code", "--deadline", "60s", "--audit", "log.jsonl"];
		process.stdout.write(spawnSync(process.execPath, [${JSON.stringify(program())}, ...words], { input }).stdout);`,
	);
	return {
		cwd,
		hook: (command: string, call: string, session = "s1") => {
			const input = JSON.stringify({
				session_id: session,
				cwd,
				hook_event_name: "PreToolUse",
				tool_name: "Bash",
				tool_input: { command },
				tool_use_id: call,
			});
			const { stdout } = spawnSync(process.execPath, ["harness.mjs", input], { cwd, env, encoding: "utf8" });
			return (
				JSON.parse(stdout) as {
					hookSpecificOutput: { permissionDecision: string; permissionDecisionReason?: string };
				}
			).hookSpecificOutput;
		},
		ask: (...words: string[]) => rules(["approve", ...words], around),
		listed: () => JSON.parse(rules(["approve", "list", "--json"], around).out) as Shown,
		/** As somebody in a terminal says it. */
		say: (...words: string[]) => {
			const line = [process.execPath, program(), "approve", ...words].map((word) => `'${word}'`).join(" ");
			const done = spawnSync(terminal, ["-qec", line, "/dev/null"], { cwd, env, encoding: "utf8", input: "" });
			return { code: done.status, out: done.stdout.replaceAll("\r", "") };
		},
	};
}

function idOf({ questions }: Shown, text: string): string {
	return questions.find((one) => one.text === text)?.id ?? "none";
}

test("what waits is told to the agent with its ID, and listed", () => {
	const { hook, ask, listed } = people();
	expect(ask("list").out).toContain("nothing waits for people");
	const { permissionDecision, permissionDecisionReason } = hook("npm publish", "c1");
	expect(permissionDecision).toBe("deny");
	const shown = listed();
	expect(valid("approve", shown)).toEqual([]);
	expect(shown.questions).toMatchObject([
		{ text: "npm publish", session: "s1", agent: "default", answered: false, asks: [{ group, needed: 1, yes: [] }] },
	]);
	expect(permissionDecisionReason).toContain(`question \`${idOf(shown, "npm publish")}\``);
	hook("npm publish", "c2");
	expect(listed().questions).toHaveLength(1);
	expect(ask("list").out).toContain(`It waits for somebody of \`${group}\`: nobody said yes so far.`);
});

test("nobody answers without a terminal", () => {
	const { hook, ask, listed } = people();
	hook("npm publish", "c1");
	for (const what of ["give", "withdraw"]) {
		const { code, err } = ask(what, idOf(listed(), "npm publish"));
		expect([code, err]).toEqual([2, expect.stringContaining("only a person may answer")]);
	}
});

withTerminal("a yes is good for one call of the session that asked, and stands in the log", () => {
	const { hook, say, listed, cwd } = people();
	hook("npm publish", "c1");
	expect(hook("git push", "c2").permissionDecision).toBe("deny");
	const id = idOf(listed(), "npm publish");
	const given = say("give", id, "--audit", "log.jsonl", "--json");
	expect(given.code).toBe(0);
	expect(valid("approve#/$defs/question", JSON.parse(given.out))).toEqual([]);
	expect(JSON.parse(given.out)).toMatchObject({ id, answered: true, given: [{ by: me }] });
	const records = readFileSync(join(cwd, "log.jsonl"), "utf8")
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => JSON.parse(line) as Record<string, unknown>);
	const question = records.find(({ type, session }) => type === "decision" && session === "s1");
	expect(records.at(-1)).toMatchObject({ type: "approval", by: me, groups: expect.arrayContaining([group]) as object });
	expect(records.at(-1)?.id).toBe(question?.id);
	expect(hook("npm publish", "d1", "other").permissionDecision).toBe("deny");
	expect(hook("npm publish --tag=x", "c3").permissionDecision).toBe("deny");
	expect(hook("npm publish", "c4").permissionDecision).toBe("allow");
	// A call that is told twice is one.
	expect(hook("npm publish", "c4").permissionDecision).toBe("allow");
	expect(hook("npm publish", "c5").permissionDecision).toBe("deny");
	expect(hook("git push", "c6").permissionDecision).toBe("allow");
	// What waited was not counted: `at most 2` has room for another one.
	expect(say("give", id).code).toBe(0);
	expect(hook("npm publish", "c7").permissionDecision).toBe("allow");
	expect(say("give", id).code).toBe(0);
	expect(hook("npm publish", "c8").permissionDecisionReason).toContain("used up");
});

withTerminal("a yes is taken back", () => {
	const { hook, say, listed } = people();
	hook("npm deprecate x y", "c1");
	const id = idOf(listed(), "npm deprecate x y");
	expect(say("withdraw", id).code).toBe(1);
	expect(say("give", id).code).toBe(0);
	expect(hook("npm deprecate x y", "c2").permissionDecision).toBe("allow");
	expect(hook("npm deprecate x y", "c3").permissionDecision).toBe("allow");
	expect(say("withdraw", id).code).toBe(0);
	expect(hook("npm deprecate x y", "c4").permissionDecision).toBe("deny");
	expect(listed().questions).toMatchObject([{ answered: false, given: [] }]);
});

withTerminal("they are others than whoever sits here", () => {
	const { hook, say, listed } = people();
	hook("npm owner ls", "c1");
	hook("npm unpublish x", "c2");
	hook(`npm publish --tag=${"x".repeat(2_100)}`, "c3");
	const long = listed().questions.at(-1)?.id as string;
	const [owner, both] = ["npm owner ls", "npm unpublish x"].map((text) => idOf(listed(), text)) as [string, string];
	for (const [id, why] of [
		[owner, "does not wait for you"],
		[both, "and that is you"],
		["000000", "no question"],
		[long, "longer than what can be shown"],
	] as const) {
		const { code, out } = say("give", id);
		expect([code, out]).toEqual([2, expect.stringContaining(why)]);
	}
});

test("a policy that waits for nobody has no questions", () => {
	const cwd = folder({ "policy.rules": "default deny\nask ls\n" });
	const { code, err } = rules(["approve", "list"], { cwd });
	expect([code, err]).toEqual([2, expect.stringContaining("waits for certain people")]);
	expect(rules(["approve", "give"], { cwd }).err).toContain("says no question");
	expect(rules(["approve", "lits"], { cwd }).err).toContain("list");
});
