/** A hook that keeps a log has another process write it: that one asks a policy that is compiled already without the verb, and says and records the same. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, jest, test } from "@jest/globals";
import { rules } from "../cli.js";
import { byProcess, byVerb, claudeAsks, type Given, recordsIn, type Said } from "../hooks.js";
import { privateFolder } from "../private-folder.js";

jest.setTimeout(240_000);

const policy = `agent default {
  default deny
  allow ls, cat within .
  deny git push because "No pushes."
  ask npm publish because "A person looks."
}
agent loose extends default {
  audit prefer
}
`;

/** A home in which what is compiled may be kept, and projects in it. */
const home = privateFolder();
const cache = join(home, "cache");
let count = 0;
function project(files: Readonly<Record<string, string>> = {}): string {
	const path = join(home, `p${count++}`);
	mkdirSync(path);
	for (const [name, text] of Object.entries({ "policy.rules": policy, "a.txt": "", ...files }))
		writeFileSync(join(path, name), text);
	return path;
}

const asking = (command: string, cwd: string, words: readonly string[]): Given => ({
	...claudeAsks(command, cwd, words),
	env: { HOME: home, XDG_CACHE_HOME: cache },
});

/** What a process says: the first time it compiles the policy, the second time that is there. */
async function twice(given: Given): Promise<readonly Said[]> {
	return [await byProcess("claude-code", given), await byProcess("claude-code", given)];
}

test.each<[string, string, Readonly<Record<string, string>>, readonly string[]]>([
	["an allowed command", "ls", {}, ["--audit", "log.jsonl"]],
	["a denied one", "git push", {}, ["--audit", "log.jsonl"]],
	["one that a person is asked about", "npm publish", {}, ["--audit=log.jsonl"]],
	["settings", "cat ACME-1", { "s.audit.yaml": "file: log.jsonl\nmask: ['ACME-*']\n" }, ["--audit", "s.audit.yaml"]],
])("%s: the same reply and the same record, and the log holds", async (_, command, files, words) => {
	const cwd = project(files);
	const given = asking(command, cwd, words);
	const said = await twice(given);
	const own = byVerb("claude-code", given);
	for (const one of said) expect(one).toEqual(own);
	const records = recordsIn(join(cwd, "log.jsonl"));
	expect(records).toHaveLength(3);
	expect(new Set(records.map((one) => JSON.stringify(one))).size).toBe(1);
	expect(JSON.stringify(records)).not.toContain("ACME-1");
	expect(rules(["audit", "verify", "log.jsonl"], { cwd })).toMatchObject({ code: 0 });
});

test("the second time no verb was loaded", async () => {
	const cwd = project();
	const own = join(home, "alone");
	const given = { ...asking("ls", cwd, ["--audit", "log.jsonl"]), env: { HOME: home, XDG_CACHE_HOME: own } };
	await byProcess("claude-code", given);
	const kept = (): readonly string[] => readdirSync(join(own, "bylaw")).map((name) => name.replace(/-[0-9a-f]+$/, ""));
	expect(kept()).toContain("code-hook");
	expect(kept()).not.toContain("code-watched-hook");
	await byProcess("claude-code", given);
	expect(kept()).toContain("code-watched-hook");
	expect(recordsIn(join(cwd, "log.jsonl"))).toHaveLength(2);
});

test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
	["no log can be there", {}, ["--audit", "a.txt/log.jsonl"]],
	["settings that are wrong", { "x.audit.yaml": "fil: a\n" }, ["--audit", "x.audit.yaml"]],
	["settings that are not there", {}, ["--audit", "none.audit.yaml"]],
	["records that would stand before the answer", { "x.audit.yaml": "stdout: true\n" }, ["--audit", "x.audit.yaml"]],
])("%s: denied, and it is said why", async (_, files, words) => {
	const cwd = project(files);
	// Nor beside the temporary files.
	const given = asking("ls", cwd, words);
	const held = { ...given, env: { ...given.env, TMPDIR: join(cwd, "a.txt") } };
	const own = byVerb("claude-code", held);
	for (const one of await twice(held)) expect(one).toEqual(own);
	expect(own.stdout).toContain('"deny"');
});

test("a policy that changed since is read anew", async () => {
	const cwd = project();
	const given = asking("ls", cwd, ["--audit", "log.jsonl"]);
	for (const one of await twice(given)) expect(one.stdout).toContain('"allow"');
	writeFileSync(join(cwd, "policy.rules"), policy.replace("allow ls, cat", "allow cat"));
	for (const one of await twice(given)) expect(one.stdout).toContain('"deny"');
});
