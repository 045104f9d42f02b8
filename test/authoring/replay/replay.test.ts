/** A log decided again: what counts as a change, how changes are grouped, and what is not guessed. */
import { describe, expect, test } from "@jest/globals";
import type { LogLine } from "../../../src/authoring/replay/log-records.js";
import { type ReplayOptions, replay } from "../../../src/authoring/replay/replay.js";
import { type ReplaySummary, summarise } from "../../../src/authoring/replay/replay-summary.js";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import type { World } from "../../../src/engine/request/paths.js";
import type { Request } from "../../../src/engine/request/request.js";
import { decisionFields } from "../../../src/runtime/audit/fields.js";
import type { AuditRecord } from "../../../src/runtime/audit/record.js";
import { load } from "../../../src/runtime/load/load.js";
import { folder } from "../../cli/cli.js";

const world: World = { workspace: "/repo", home: "/home/u", linkAt: () => "none" };

const old = treeOf(`agent default {
  default deny
  allow ls, cat, true within .
  deny git id no-git
  nudge grep use search id no-grep
  ask npm publish id publish
  environment accept CI
}
agent writer extends default {
  allow cp within .
}
`);

function treeOf(policy: string): Tree {
	const { tree, diagnostics } = load("policy.rules", { cwd: folder({ "policy.rules": policy }) });
	if (tree === undefined) throw new Error(JSON.stringify(diagnostics));
	return tree;
}

/** The record of a request, as the log holds it. */
function recordOf(request: Request, around: World = world, changes: object = {}): AuditRecord {
	return {
		version: 1,
		type: "decision",
		id: "x",
		time: "2026-01-01T00:00:00.000Z",
		prev: "0".repeat(64),
		...decisionFields(request, decide(old, request, around), around, "run"),
		...changes,
	};
}

const lineOf = (record: unknown): LogLine => ({ text: JSON.stringify(record) });
const argv = (line: string, more: Partial<Request> = {}): Request => ({ ...more, argv: line.split(" ") }) as Request;

function replayed(tree: Tree, lines: readonly LogLine[], options: ReplayOptions = {}): Promise<ReplaySummary> {
	return summarise(replay(lines, tree, world, options));
}

/** The effects after, line by line. */
async function effects(tree: Tree, records: readonly AuditRecord[], here: World = world): Promise<readonly string[]> {
	const found: string[] = [];
	for await (const one of replay(records.map(lineOf), tree, here)) {
		found.push(one.kind === "compared" ? one.after.effect : one.kind);
	}
	return found;
}

describe("under the policy that decided", () => {
	test.each<[string, Request]>([
		["an argv", argv("ls -l")],
		["a script", { script: "cat x" }],
		["a script of several commands", { script: "ls | cat" }],
		["a request of an agent", argv("cp a b", { agent: "writer" })],
		["a request of an agent that is not there", argv("ls", { agent: "nobody" })],
		["a request in a folder", argv("cat ../x", { cwd: "/repo/sub" })],
		["a request in a folder outside", argv("cat x", { cwd: "/etc" })],
		["a forced nudge", argv("grep x", { force: true })],
		["a nudge to a tool that the agent has", argv("grep x", { tools: ["search"] })],
		["a nudge to a tool that the agent lacks", argv("grep x", { tools: ["other"] })],
		["a variable that is accepted", argv("ls", { env: { CI: "1" } })],
		["a variable that is not accepted", argv("ls", { env: { LD_PRELOAD: "x" } })],
		["a home that is not accepted", argv("ls", { env: { HOME: "/x" } })],
		["an unreadable script", { script: "ls $(" }],
		["a script that runs nothing", { script: "# nothing" }],
		["a path below the home folder", argv("cat ~/x")],
		["an empty argv", { argv: [] }],
	])("%s is answered as it was", async (_, request) => {
		const summary = await replayed(old, [lineOf(recordOf(request))]);
		expect(summary).toMatchObject({ decisions: 1, same: 1, looser: 0, stricter: 0, changes: [], assumed: 0 });
	});
});

describe("a change", () => {
	const changed = treeOf(`agent default {
  default deny
  allow ls within .
  allow git fetch, git pull
  ask npm publish
  deny npm install
  deny grep id search-with-care
}
`);

	test("is looser or stricter by the order allow, ask, nudge, deny", async () => {
		const lines = ["ls", "cat x", "git fetch", "grep x", "npm publish"].map((line) => lineOf(recordOf(argv(line))));
		const { changes, ...counts } = await replayed(changed, lines);
		expect(counts).toMatchObject({ decisions: 5, same: 2, looser: 1, stricter: 2 });
		expect(changes.map(({ change, before, after }) => [change, before.effect, after.effect])).toEqual([
			["looser", "deny", "allow"],
			["stricter", "allow", "deny"],
			["stricter", "nudge", "deny"],
		]);
	});

	test("is grouped by agent, answers and rules, and shows three different commands", async () => {
		const requests = [
			...["git fetch a", "git fetch a", "git fetch b", "git pull", "git fetch c", "git fetch d"].map((line) =>
				argv(line),
			),
			argv("grep x"),
			argv("grep x", { agent: "writer" }),
		];
		const { changes } = await replayed(
			changed,
			requests.map((request) => lineOf(recordOf(request))),
		);
		expect(
			changes.map(({ agent, before, after, count, samples }) => [
				agent,
				...[before, after].map(({ rules, code }) => rules[0]?.id ?? code),
				count,
				samples.map(({ line, command }) => `${line} ${command}`),
			]),
		).toEqual([
			["default", "no-git", "policy.rules:4", 6, ["1 git fetch a", "3 git fetch b", "4 git pull"]],
			["default", "no-grep", "search-with-care", 1, ["7 grep x"]],
			["writer", "no-grep", "unknown-agent", 1, ["8 grep x"]],
		]);
	});

	test("in the place of a rule alone is none", async () => {
		const moved = recordOf(argv("git fetch"), world, { rules: [{ id: "no-git", file: "policy.rules", line: 99 }] });
		const { changes } = await replayed(changed, [lineOf(moved), lineOf(recordOf(argv("git fetch")))]);
		expect(changes.map(({ count }) => count)).toEqual([2]);
	});

	test("has its words quoted as a shell wants them, and a script as it stands", async () => {
		const { changes } = await replayed(changed, [
			lineOf(recordOf({ argv: ["cat", "a b", "it's", ""] })),
			lineOf(recordOf({ script: "cat 'a  b'" })),
			lineOf(recordOf({ argv: ["cat", "x".repeat(2000)] })),
		]);
		const commands = changes[0]?.samples.map(({ command }) => command) ?? [];
		expect(commands.slice(0, 2)).toEqual(["cat 'a b' 'it'\\''s' ''", "cat 'a  b'"]);
		expect(commands[2]).toMatch(/^cat x{995}…$/);
	});

	test("beyond five hundred groups is counted, and no number of stricter ones hides a looser one", async () => {
		function* lines(): Generator<LogLine> {
			for (let i = 0; i < 700; i++) yield lineOf(recordOf(argv("cat x"), world, { agent: `agent-${i}` }));
			yield lineOf(recordOf(argv("git fetch")));
		}
		const { changes, further, stricter, agents } = await summarise(replay(lines(), changed, world));
		expect([changes.length, further, stricter]).toEqual([501, 200, 700]);
		expect(changes[0]).toMatchObject({ agent: "default", change: "looser" });
		expect(agents).toHaveLength(100);
	});
});

test("paths mean what they meant where it was decided, not where it is replayed", async () => {
	const there = { ...world, workspace: "/other", home: "/other/home" };
	const records = ["cat x", "cat /other/x", "cat /repo/x", "cat ~/x"].map((line) => recordOf(argv(line), there));
	expect(await effects(old, records)).toEqual(["allow", "allow", "deny", "allow"]);
	const homeless: World = { workspace: "/repo", linkAt: () => "none" };
	expect(await effects(old, [recordOf(argv("cat ~/x"), homeless)], { ...world, home: "/repo" })).toEqual(["deny"]);
});

test("the time is that of the record", async () => {
	const timed = treeOf(
		"default deny\nallow ls when time is 09:00-17:00\nallow cat until 2026-02-01\ndeny cat when day is sat",
	);
	const at = (time: string): AuditRecord => recordOf(argv("ls"), world, { time });
	const records = [at("2026-01-01T10:00:00.000Z"), at("2026-01-01T18:00:00.000Z"), at("some day")];
	expect(await effects(timed, records)).toEqual(["allow", "deny", "deny"]);
	const cat = (time: string): AuditRecord => recordOf(argv("cat x"), world, { time });
	const days = [cat("2026-01-02T10:00:00.000Z"), cat("2026-01-03T10:00:00.000Z"), cat("2026-02-03T10:00:00.000Z")];
	expect(await effects(timed, days)).toEqual(["allow", "deny", "deny"]);
});

test("what governs and has no fixed name is out of reach again, but for what lies in another's home", async () => {
	const own = { governing: ["/opt/bylaw/dist", "/home/u/.config/moved"], state: ["/home/u/state"] };
	const here: World = { ...world, own };
	const all = treeOf("default allow\n");
	const write = ["touch /opt/bylaw/dist/x", "touch /home/u/.config/moved/x", "cat /home/u/state/x"];
	const from = (around: World): readonly AuditRecord[] => write.map((line) => recordOf(argv(line), around));
	expect(await effects(all, from(here), here)).toEqual(["deny", "deny", "deny"]);
	expect(await effects(all, from({ ...here, home: "/home/v" }), here)).toEqual(["deny", "allow", "allow"]);
});

test("what files hold is looked up as links are", async () => {
	const texts: World = {
		...world,
		textAt: (path) =>
			path === "/repo/.git/config" ? { text: '[remote "origin"]\n\turl = https://git.corp.example/x\n' } : "none",
	};
	const hosts = treeOf("default deny\nallow git push at git.corp.example\n");
	const record = recordOf(argv("git push origin main"), texts);
	expect(await effects(hosts, [record], texts)).toEqual(["allow"]);
	expect(await effects(hosts, [record])).toEqual(["deny"]);
});

describe("a record without workspace and home", () => {
	const { workspace: _, home: __, ...bare } = recordOf(argv("cat /repo/x")) as AuditRecord & Partial<World>;
	const from = (cwd?: string): LogLine => lineOf({ ...bare, ...(cwd === undefined ? {} : { cwd }) });

	test("is decided in the command's folder, or where the replay takes place, and counted", async () => {
		expect(await replayed(old, [from(), from("/repo")])).toMatchObject({ same: 2, assumed: 2 });
		expect(await replayed(old, [from("/else")])).toMatchObject({ stricter: 1, assumed: 1 });
	});

	test("is decided in the folder that was named", async () => {
		expect(await replayed(old, [from("/else")], { workspace: "/repo" })).toMatchObject({ same: 1, assumed: 1 });
		expect(await replayed(old, [lineOf(recordOf(argv("cat /repo/x")))], { workspace: "/else" })).toMatchObject({
			same: 1,
			assumed: 0,
		});
	});
});

describe("what the log does not hold is not guessed", () => {
	const home = treeOf("agent default {\n  default deny\n  allow ls within .\n  environment accept HOME\n}\n");
	const plain = recordOf(argv("ls"));
	test.each<[string, object]>([
		["the value of HOME", { env: ["HOME"] }],
		["the command", { argv: undefined }],
		["words of the command", { argv: ["ls", null] }],
		["the script", { argv: undefined, script: null }],
		["one command", { script: "ls" }],
		["the folder", { cwd: null }],
		["whether it was forced", { force: undefined }],
		["the names of variables", { env: 3 }],
		["the tools", { tools: "all" }],
	])("%s", async (_, changes) => {
		const { undecided, decisions } = await replayed(home, [lineOf(plain), lineOf({ ...plain, ...changes })]);
		expect([decisions, undecided.count]).toEqual([1, 1]);
		expect(undecided.reasons).toEqual([{ why: expect.any(String), count: 1, lines: [2] }]);
	});
});

describe("a line", () => {
	const good = lineOf(recordOf(argv("ls")));
	const outcome = lineOf({ version: 1, type: "outcome", id: "x" });

	test.each<[string, LogLine, string]>([
		["that is no JSON", { text: "{" }, "the line is no JSON"],
		["that is empty", { text: "" }, "the line is empty"],
		["that is a list", { text: "[]" }, "a record is a JSON object"],
		["that has no text", { fault: "the line is not UTF-8 text" }, "the line is not UTF-8 text"],
		[
			"of another version",
			lineOf({ ...recordOf(argv("ls")), version: 2 }),
			"the line is no record of a version that is known here: `version` is 1",
		],
		[
			"of another type",
			lineOf({ version: 1, type: "note" }),
			"a record's `type` is `decision`, `approval` or `outcome`",
		],
		[
			"with another effect",
			lineOf(recordOf(argv("ls"), world, { effect: "maybe" })),
			"a decision's `effect` is `allow`, `ask`, `nudge` or `deny`",
		],
		[
			"with strange rules",
			lineOf(recordOf(argv("ls"), world, { rules: [{ id: 1 }] })),
			"a decision's `rules` are its rules' names and places",
		],
		[
			"with a strange workspace",
			lineOf(recordOf(argv("ls"), world, { workspace: "x" })),
			"a decision's `workspace` is an absolute path",
		],
	])("%s is named, and the replay goes on", async (_, line, why) => {
		const { decisions, broken } = await replayed(old, [good, line, good]);
		expect(decisions).toBe(2);
		expect(broken).toEqual({ count: 1, reasons: [{ why, count: 1, lines: [2] }] });
		expect((await replayed(old, [good, line])).broken.count).toBe(1);
	});

	test("that was torn is passed over where the line behind it says so", async () => {
		const recovered = lineOf(recordOf(argv("ls"), world, { recovered: true }));
		expect(await replayed(old, [good, { text: '{"ver' }, recovered])).toMatchObject({
			decisions: 2,
			torn: 1,
			broken: { count: 0 },
		});
	});

	test("that is an outcome, or another agent's, is passed over", async () => {
		const lines = [good, outcome, lineOf(recordOf(argv("ls", { agent: "writer" }))), outcome];
		expect(await replayed(old, lines)).toMatchObject({ decisions: 2, broken: { count: 0 } });
		expect(await replayed(old, lines, { agent: "writer" })).toMatchObject({
			decisions: 1,
			agents: ["default", "writer"],
		});
	});
});
