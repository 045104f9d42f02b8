/** Rules that say `same tree`, in a real repository: by the hook of a harness, each time a process of its own, by a server, and by the library. */
import { appendFileSync, chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import { newHistory } from "../../../src/engine/history/history.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { realWorld } from "../../../src/runtime/load/world.js";
import { currentPolicy } from "../../../src/runtime/servers/current-policy.js";
import { lineAnswerer } from "../../../src/runtime/servers/lines/answer-lines.js";
import { git, gitFolder, repository } from "../../runtime/load/work-tree/git.js";
import { rules } from "../cli.js";
import { valid } from "../schemas.js";

const policy = `default deny
allow npm test, git commit
allow git push after exactly npm test same tree
`;
const folder = gitFolder();
const project = (name: string): string =>
	repository(join(folder.path, name), { "a.ts": "1\n", ".gitignore": "node_modules/\n" });

test("a hook: what was tested may be pushed, committed in between or not, and what was changed since may not", () => {
	const root = project("hooked");
	const state = join(folder.path, "state");
	mkdirSync(state, { mode: 0o700 });
	writeFileSync(join(folder.path, "policy.rules"), policy);
	const env = { XDG_STATE_HOME: state, GIT_CONFIG_GLOBAL: join(folder.path, "settings") };
	let call = 0;
	const hook = (event: string, command: string): { readonly effect?: string; readonly why?: string } => {
		const input = JSON.stringify({
			...{ session_id: "s1", cwd: root, hook_event_name: event, tool_name: "Bash", tool_input: { command } },
			...{ tool_use_id: `c${event === "PostToolUse" ? call : ++call}`, tool_response: { stdout: "" } },
		});
		const words = [
			"hook",
			"--harness",
			"claude-code",
			"--deadline",
			"60s",
			"--rules",
			join(folder.path, "policy.rules"),
		];
		const { out } = rules(words, { cwd: root, env, input, apart: true });
		const { hookSpecificOutput: said } = JSON.parse(out) as {
			hookSpecificOutput?: { permissionDecision: string; permissionDecisionReason?: string };
		};
		return said === undefined ? {} : { effect: said.permissionDecision, why: said.permissionDecisionReason ?? "" };
	};
	expect(hook("PreToolUse", "git push").effect).toBe("deny");
	expect(hook("PreToolUse", "npm test").effect).toBe("allow");
	expect(hook("PostToolUse", "npm test").effect).toBeUndefined();
	expect(hook("PreToolUse", "git push").effect).toBe("allow");
	appendFileSync(join(root, "a.ts"), "2\n");
	const denied = hook("PreToolUse", "git push");
	expect(denied.effect).toBe("deny");
	expect(denied.why).toMatch(
		/`npm test` passed at \d\d:\d\d, but not with the same tree: run `exactly npm test` again, then this\./,
	);
	expect(hook("PreToolUse", "npm test").effect).toBe("allow");
	hook("PostToolUse", "npm test");
	expect(hook("PreToolUse", "git commit -am x").effect).toBe("allow");
	git(root, "commit", "-qam", "x");
	hook("PostToolUse", "git commit -am x");
	mkdirSync(join(root, "node_modules"));
	writeFileSync(join(root, "node_modules/x.js"), "");
	expect(hook("PreToolUse", "git push").effect).toBe("allow");
	chmodSync(join(root, "a.ts"), 0o755);
	expect(hook("PreToolUse", "git push").effect).toBe("deny");
	chmodSync(join(root, "a.ts"), 0o644);
	expect(hook("PreToolUse", "git push").effect).toBe("allow");
	rmSync(join(root, ".git"), { recursive: true });
	expect(hook("PreToolUse", "git push")).toMatchObject({
		effect: "deny",
		why: expect.stringContaining("what `tree` is can't be known"),
	});
});

test("a server that stands, and the library with a disk; who has none knows no tree", () => {
	const root = project("served");
	process.env.XDG_STATE_HOME = join(folder.path, "served-state");
	try {
		writeFileSync(join(folder.path, "served.rules"), policy);
		const current = currentPolicy([join(folder.path, "served.rules")], root);
		const answerer = lineAnswerer({ cwd: root });
		const served = (line: object): string => {
			const { text } = answerer.turn(current.answer())({ text: JSON.stringify(line) });
			return text === "" ? "" : (JSON.parse(text) as { readonly effect: string }).effect;
		};
		expect(served({ id: 1, session: "s1", argv: ["npm", "test"] })).toBe("allow");
		served({ outcome: { id: 1, code: 0 } });
		expect(served({ id: 2, session: "s1", argv: ["git", "push"] })).toBe("allow");
		appendFileSync(join(root, "a.ts"), "2\n");
		expect(served({ id: 3, session: "s1", argv: ["git", "push"] })).toBe("deny");
	} finally {
		delete process.env.XDG_STATE_HOME;
	}
	const { tree } = loadText("p.rules", policy);
	if (tree === undefined) throw new Error("it has no tree");
	const { facts: _, ...pure } = realWorld(root);
	const effects = [realWorld(root), pure].map((world) => {
		const history = newHistory();
		history.decide(tree, { argv: ["npm", "test"] }, world, { at: 1, session: "s", id: 1 });
		history.outcome({ id: 1, at: 2, code: 0 });
		return history.decide(tree, { argv: ["git", "push"] }, world, { at: 3, session: "s", id: 2 }).effect;
	});
	expect(effects).toEqual(["allow", "deny"]);
	expect(decide(tree, { argv: ["git", "push"] }, realWorld(root)).effect).toBe("deny");
});

test("doctor says whether the files of a moment are known, and why not", () => {
	const root = project("looked-at");
	writeFileSync(join(root, "policy.rules"), policy);
	const env = { HOME: join(folder.path, "home-of-doctor"), GIT_CONFIG_GLOBAL: join(folder.path, "settings") };
	expect(rules(["install", "--harness", "claude-code", "--program", "rules"], { cwd: root, env }).code).toBe(0);
	const check = (): unknown => {
		const { out } = rules(["doctor", "--harness", "claude-code", "--json"], { cwd: root, env });
		const said: unknown = JSON.parse(out);
		expect(valid("doctor", said)).toEqual([]);
		const { registrations } = said as {
			readonly registrations: readonly { readonly checks: readonly { readonly name: string }[] }[];
		};
		return registrations[0]?.checks.find(({ name }) => name === "tree");
	};
	expect(check()).toEqual({
		name: "tree",
		verdict: "good",
		message: expect.stringMatching(/is known; to look at it takes \d+ ms$/),
	});
	rmSync(join(root, ".git"), { recursive: true });
	expect(check()).toEqual({
		name: "tree",
		verdict: "doubtful",
		message: expect.stringMatching(/can't be known here, so it grants nothing: `.*` lies in no repository of git$/),
	});
	writeFileSync(join(root, "policy.rules"), policy.replace(" same tree", ""));
	expect(check()).toBeUndefined();
});
