/** What a permit stands for: the very words, folder, program and limits that were decided, and nothing for whoever did not get one. */
import { describe, expect, test } from "@jest/globals";
import type { Bounds } from "../../../src/engine/decide/bounds/bounds.js";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Decision } from "../../../src/engine/decide/decision.js";
import {
	type Approval,
	boundsBehind,
	consumePermit,
	type Execution,
	folderOf,
	type Permit,
	permit,
	startsTheSame,
} from "../../../src/engine/decide/permit.js";
import type { World } from "../../../src/engine/request/paths.js";
import type { Request } from "../../../src/engine/request/request.js";
import { syntaxFeatures } from "../../../src/language/policy/settings/syntax.js";
import { loadText } from "../../../src/runtime/load/load.js";

function worldWith(links: Readonly<Record<string, string>>): World {
	return {
		workspace: "/w",
		home: "/home/u",
		entriesOf: () => [],
		linkAt: (path) => (links[path] === undefined ? "none" : { target: links[path] }),
	};
}
const world = worldWith({ "/w/tool": "/opt/tool" });

const { tree } = loadText(
	"p.rules",
	`agent default {
  default allow
  syntax ${syntaxFeatures.join(", ")}
  environment accept X
  limit timeout 5s
  deny rm
  nudge mv use trash
  ask cp, ./tool
  ask of release npm publish
}
agent confined {
  default allow
  sandbox require
  deny rm
  ask cp
}
`,
);
if (tree === undefined) throw new Error("the policy is broken");
const policy = tree;
const yes: Approval = { approvedBy: "ada" };

const decided = (request: Request, around = world): Decision => decide(policy, request, around);

/** What would run; undefined where no permit is made. */
function permitted(request: Request, approval?: Approval, around = world) {
	const made = permit(decided(request, around), approval);
	return made === undefined ? undefined : consumePermit(made);
}

describe("one plain command runs without a shell, everything else is the shell's", () => {
	const words = (...argv: readonly [string, ...string[]]): Execution => ({ kind: "argv", argv });
	const shell = (script: string): Execution => ({ kind: "script", script, home: "/home/u" });
	test.each<[Request, Execution]>([
		[{ argv: ["ls", "a b", "$X", "*"] }, words("ls", "a b", "$X", "*")],
		[{ argv: ["echo", "a"] }, words("echo", "a")],
		[{ argv: ["cd"] }, words("cd")],
		[{ script: "ls" }, words("ls")],
		[{ script: "ls 'a b'  c" }, words("ls", "a b", "c")],
		[{ script: "echo a" }, shell("echo a")],
		[{ script: "cd a" }, shell("cd a")],
		[{ script: "ls; wc" }, shell("ls; wc")],
		[{ script: "ls | wc" }, shell("ls | wc")],
		[{ script: "ls\nwc" }, shell("ls\nwc")],
		[{ script: "ls &" }, shell("ls &")],
		[{ script: "  ls  " }, words("ls")],
		[{ script: "! ls" }, shell("! ls")],
		[{ script: "time ls" }, shell("time ls")],
		[{ script: "(ls)" }, shell("(ls)")],
		[{ script: "{ ls; }" }, shell("{ ls; }")],
		[{ script: "ls > out" }, shell("ls > out")],
		[{ script: "ls < in" }, shell("ls < in")],
		[{ script: "wc <<< x" }, shell("wc <<< x")],
		[{ script: "wc <<'E'\nx\nE\n" }, shell("wc <<'E'\nx\nE\n")],
		[{ script: "X=1 ls" }, shell("X=1 ls")],
		[{ script: "X=1" }, shell("X=1")],
		[{ script: "ls *" }, shell("ls *")],
		[{ script: "ls $X" }, shell("ls $X")],
		[{ script: "ls a $X" }, shell("ls a $X")],
		[{ script: "ls $(wc)" }, shell("ls $(wc)")],
		[{ script: "# nothing" }, shell("# nothing")],
	])("%j", (request, work) => {
		expect(permitted(request)?.work).toEqual(work);
	});

	test("a script is given the home folder that `~` was read with, where there is one", () => {
		const { home: _, ...homeless } = world;
		expect(permitted({ script: "ls; ls" }, undefined, homeless)?.work).toEqual({
			kind: "script",
			script: "ls; ls",
			home: undefined,
		});
	});
});

describe("what goes with it", () => {
	test("the folder, the variables and the limits", () => {
		const what = permitted({ argv: ["ls"], cwd: "sub/../in", env: { X: "1" } });
		expect(what).toMatchObject({ cwd: "/w/in", env: { X: "1" }, limits: { timeout: 5_000 }, sandbox: "off" });
		expect(what?.trust).toEqual(["/usr/bin", "/bin"]);
		expect(permitted({ argv: ["ls"], cwd: "/srv" })?.cwd).toBe("/srv");
		expect(permitted({ argv: ["ls"] })?.cwd).toBe("/w");
		expect(permitted({ argv: ["ls"] })?.env).toEqual({});
	});

	test.each([
		[undefined, "/w"],
		["a", "/w/a"],
		["../a", "/a"],
		["/x/../y", "/y"],
	])("the folder %s is %s", (cwd, expected) => {
		expect(folderOf(cwd, "/w")).toBe(expected);
	});

	test("where the path of a program led", () => {
		const leadsTo = (request: Request, approval?: Approval) => {
			const what = permitted(request, approval);
			return what === undefined ? "no permit" : (what.leadsTo ?? "absent");
		};
		expect(leadsTo({ argv: ["./tool"] }, yes)).toBe("/opt/tool");
		expect(leadsTo({ script: "./tool a" }, yes)).toBe("/opt/tool");
		expect(leadsTo({ argv: ["./other"] })).toBe("/w/other");
		expect(leadsTo({ argv: ["./other"], cwd: "sub" })).toBe("/w/sub/other");
		expect(leadsTo({ argv: ["tool"] })).toBe("absent");
		expect(leadsTo({ script: "./other; ./other" })).toBe("absent");
	});

	test("the bounds of its sandbox, where it has one", () => {
		expect(permitted({ argv: ["ls"] })).toHaveProperty("bounds", undefined);
		const { bounds, sandbox } = permitted({ argv: ["ls"], agent: "confined" }) ?? {};
		expect(sandbox).toBe("require");
		expect(bounds?.()).toMatchObject({ workspace: "/w" } satisfies Partial<Record<keyof Bounds, unknown>>);
		expect(boundsBehind(decided({ argv: ["ls"], agent: "confined" }))).toEqual(bounds?.());
		expect(boundsBehind(decided({ argv: ["cp", "a", "b"], agent: "confined" }))).toMatchObject({ workspace: "/w" });
		expect(boundsBehind(decided({ argv: ["ls"] }))).toBeUndefined();
		expect(boundsBehind(decided({ argv: ["rm"], agent: "confined" }))).toBeUndefined();
	});
});

describe("nobody gets one", () => {
	test.each<[string, Request, Approval | undefined]>([
		["for a denial", { argv: ["rm", "a"] }, yes],
		["for a nudge", { argv: ["mv", "a", "b"] }, yes],
		["for a question that nobody answered", { argv: ["cp", "a", "b"] }, undefined],
		["for a question that nobody in particular answered", { argv: ["cp", "a", "b"] }, { approvedBy: "" }],
		["for a question that somebody without a name answered", { argv: ["cp", "a", "b"] }, {} as Approval],
		["for a question that certain people answer", { argv: ["npm", "publish"] }, yes],
		["for what another agent's rules left open", { argv: ["ls"], agent: "nobody" }, yes],
		["for what a tool does", { call: ["file.read", "a"] }, yes],
	])("%s", (_, request, approval) => {
		expect(permit(decided(request), approval)).toBeUndefined();
	});

	test("for a decision that was not made here", () => {
		for (const request of [{ argv: ["ls"] }, { argv: ["cp", "a", "b"] }]) {
			const decision = decided(request);
			expect(permit(decision, yes)?.decision).toBe(decision);
			expect(permit({ ...decision }, yes)).toBeUndefined();
			expect(permit({ ...decision, effect: "allow" }, yes)).toBeUndefined();
		}
	});

	test("and what looks like one is refused", () => {
		const made = permit(decided({ argv: ["ls"] })) as Permit;
		expect(Object.isFrozen(made)).toBe(true);
		for (const forged of [{ ...made }, { decision: made.decision }, undefined, null])
			expect(() => consumePermit(forged as Permit)).toThrow(TypeError);
		expect(() => consumePermit({ ...made })).toThrow("this is no permit: only `permit` makes one");
	});
});

test("a question is the same as before only where the same program would start", () => {
	const question = (target: string) => decided({ argv: ["./tool"] }, worldWith({ "/w/tool": target }));
	expect(startsTheSame(question("/opt/a"), question("/opt/a"))).toBe(true);
	expect(startsTheSame(question("/opt/a"), question("/opt/b"))).toBe(false);
	expect(startsTheSame(decided({ argv: ["cp", "a", "b"] }), decided({ argv: ["cp", "a", "b"] }))).toBe(true);
});
