/**
 * A resident answers as a hook's own process does, whatever the answer hangs on; and by the policy that is on the disk now. That the process answers as its verb
 * does: `../harness/hook.test.ts`.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, jest, test } from "@jest/globals";
import { type HarnessSide, sides } from "../../runtime/harnesses/hooks/harness-side.js";
import { folder, root } from "../cli.js";
import { byProcess, byVerb, type Given } from "../hooks.js";
import { byResident, residentFolder, startResident, stateOf } from "./residents.js";

jest.setTimeout(240_000);

const policy = `agent default {
  default deny
  allow ls, cat, wc within .
  allow make when env MODE is release
  allow env
  allow git push after npm test
  allow npm test
  ask npm publish because "A person looks."
  nudge grep use file.search because "Plain search lacks context."
  deny git status because "Not that."
  govern files, web, mcp
  allow file.read within .
  deny file.write touching **/*.txt because "No texts."
}
agent strict extends default {
  audit require
}
`;
const cwd = folder({ "policy.rules": policy, "a.txt": "", "sub/x": "" });
const broken = folder({ "policy.rules": "agent default {\n  alow ls\n}\n" });
const bare = folder();
const place = residentFolder();

beforeAll(async () => {
	await startResident(place);
});

const asking = (side: HarnessSide, command: string, at = cwd): Given => ({
	input: JSON.stringify(side.shell(command, at)),
	cwd: side.startsInProject && at !== join(cwd, "nowhere") ? at : bare,
	...(side.variables === undefined ? {} : { env: side.variables }),
});

async function bothSay(harness: string, given: Given): Promise<unknown> {
	const [own, resident] = [byVerb(harness, given), await byResident(place, harness, given)];
	expect([harness, String(given.input).slice(0, 300), resident]).toEqual([
		harness,
		String(given.input).slice(0, 300),
		own,
	]);
	return own;
}

describe.each(sides.map((side) => [side.name, side] as const))("%s: the same answer", (harness, side) => {
	test.each([
		["an allowed command", (): Given => asking(side, "ls")],
		["a denied one", (): Given => asking(side, "ls; git status")],
		["a question", (): Given => asking(side, "npm publish")],
		["a nudge", (): Given => asking(side, "grep x y")],
		["a broken policy", (): Given => asking(side, "ls", broken)],
		["no policy", (): Given => asking(side, "ls", bare)],
		["a folder that is not there", (): Given => asking(side, "ls", join(cwd, "nowhere"))],
		["garbage", (): Given => ({ ...asking(side, "ls"), input: "\u0000\u0001garbage" })],
		["nothing", (): Given => ({ ...asking(side, "ls"), input: "" })],
		["no UTF-8", (): Given => ({ ...asking(side, "ls"), input: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) })],
		["a policy that is not there", (): Given => ({ ...asking(side, "ls"), words: ["--rules", "no.rules"] })],
		["a pack", (): Given => ({ ...asking(side, "git push --force"), words: ["--rules", "safe-shell"] })],
		["an agent that is not there", (): Given => ({ ...asking(side, "ls"), words: ["--agent", "nobody"] })],
		["what must be on record", (): Given => ({ ...asking(side, "ls"), words: ["--agent", "strict"] })],
	])("%s", async (_, given) => {
		await bothSay(harness, given());
	});
});

const measured = join(root, "test/runtime/harnesses/tools");
describe.each(readdirSync(measured).flatMap((name) => (name.endsWith(".jsonl") ? [name.slice(0, -6)] : [])))(
	"%s: every call that was measured",
	(harness) => {
		test("is answered the same", async () => {
			const lines = readFileSync(join(measured, `${harness}.jsonl`), "utf8")
				.trim()
				.split("\n");
			for (const line of lines) {
				const { payload } = JSON.parse(line.replaceAll("/home/me/project", cwd)) as { readonly payload: object };
				await bothSay(harness, { input: JSON.stringify(payload), cwd });
			}
		});
	},
);

describe("what an answer hangs on beside the question", () => {
	const claude = sides[0] as HarnessSide;
	const made = (command: string, env: Readonly<Record<string, string>>, at = cwd): Given => ({
		...asking(claude, command, at),
		env,
	});

	test("the variables that the harness was started with, of each asker its own", async () => {
		const answers = [];
		for (const mode of ["release", "debug", "release", "debug"])
			answers.push(await bothSay("claude-code", made("make", { MODE: mode })));
		answers.push(await bothSay("claude-code", made("make", {})));
		const effects = answers.map((one) => /Decision\\*":\\*"(\w+)/.exec(JSON.stringify(one))?.[1]);
		expect(effects).toEqual(["allow", "deny", "allow", "deny", "deny"]);
	});

	test("the home folder", async () => {
		const [one, other] = [folder(), folder({ ".x": "" })];
		for (const home of [one, other, one]) {
			await bothSay("claude-code", made("cat ~/.x", { HOME: home }));
			await bothSay("claude-code", made(`cat ${one}/.claude/settings.json`, { HOME: home }, one));
		}
	});

	test("the project that a variable says", async () => {
		const inside = join(cwd, "sub");
		for (const env of [{ CLAUDE_PROJECT_DIR: cwd }, {}, { CLAUDE_PROJECT_DIR: bare }])
			await bothSay("claude-code", made("cat ../a.txt", env, inside));
	});

	test("the folder that it is started in", async () => {
		const codex = sides.find(({ name }) => name === "codex") as HarnessSide;
		for (const at of [cwd, join(cwd, "sub"), bare, cwd])
			await bothSay("codex", {
				...asking(codex, "cat ../a.txt", cwd),
				cwd: at,
				words: ["--rules", join(cwd, "policy.rules")],
			});
		for (const at of [cwd, bare, cwd])
			await bothSay("codex", { ...asking(codex, "ls"), cwd: at, words: ["--rules", "policy.rules"] });
	});

	test("what the session did before", async () => {
		const [own, other] = [folder(), folder()];
		const calls = ["git push", "npm test", "git push", "ls", "npm test && git push", "git push --tags"];
		const said = [];
		for (const command of calls) {
			const process = await byProcess("claude-code", made(command, { XDG_STATE_HOME: own }));
			const resident = await byResident(place, "claude-code", made(command, { XDG_STATE_HOME: other }));
			expect([command, resident]).toEqual([command, process]);
			said.push(JSON.stringify(process));
		}
		expect(said[0]).toContain("deny");
		expect(readdirSync(join(other, "bylaw/history")).length).toBe(1);
	});
});

describe("the policy is the one on the disk", () => {
	const claude = sides[0] as HarnessSide;
	const effect = async (at: string): Promise<string> => {
		const said = await byResident(place, "claude-code", asking(claude, "ls", at));
		return /"permissionDecision":"(\w+)"/.exec(JSON.stringify(said).replaceAll("\\", ""))?.[1] ?? JSON.stringify(said);
	};
	const write = (at: string, word: string): void =>
		writeFileSync(join(at, "policy.rules"), `agent default {\n  default deny\n  ${word.padEnd(5)} ls\n}\n`);

	test("a change holds for the next answer, also one of the same length at once", async () => {
		const at = folder();
		const said = [];
		for (let round = 0; round < 20; round++) {
			write(at, round % 2 === 0 ? "allow" : "deny");
			said.push(await effect(at));
		}
		expect(said).toEqual(said.map((_, round) => (round % 2 === 0 ? "allow" : "deny")));
	});

	test("so it is with what is imported, comes nearer, breaks, and goes away", async () => {
		const at = folder({
			"policy.rules": 'import "more.rules"\nagent default extends base {}\n',
			"more.rules": "agent base {\n  default deny\n  allow ls\n}\n",
		});
		expect(await effect(at)).toBe("allow");
		writeFileSync(join(at, "more.rules"), "agent base {\n  default deny\n  deny  ls\n}\n");
		expect(await effect(at)).toBe("deny");
		write(at, "allow");
		expect(await effect(at)).toBe("allow");
		writeFileSync(join(at, "policy.rules"), "agent default {\n  alow ls\n}\n");
		expect(await effect(at)).toBe("deny");
	});

	test("two workspaces have each their own", async () => {
		const [one, other] = [folder(), folder()];
		write(one, "allow");
		write(other, "deny");
		for (let round = 0; round < 3; round++) expect([await effect(one), await effect(other)]).toEqual(["allow", "deny"]);
		const { policies } = (await stateOf(place)) as {
			readonly policies: readonly { readonly names: readonly string[] }[];
		};
		expect(policies.slice(-2).map(({ names }) => names)).toEqual([
			[join(one, "policy.rules")],
			[join(other, "policy.rules")],
		]);
	});
});
