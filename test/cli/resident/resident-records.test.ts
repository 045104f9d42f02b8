/** A resident puts on record what a hook's own process would, in the same log and by the same settings, beside such processes. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { folder, rules } from "../cli.js";
import { byProcess, byVerb, claudeAsks, type Given, recordsIn } from "../hooks.js";
import { byResident, residentFolder, residentIn, startResident } from "./residents.js";

jest.setTimeout(240_000);

const policy = `agent default {
  default deny
  allow ls, cat within .
  deny git push because "No pushes."
}
agent loose extends default {
  audit prefer
}
`;
const place = residentFolder();
const children: ReturnType<typeof spawn>[] = [];

beforeAll(async () => {
	await startResident(place);
});
afterAll(() => {
	for (const child of children) child.kill("SIGKILL");
});

const project = (files: Readonly<Record<string, string>> = {}): string =>
	folder({ "policy.rules": policy, "a.txt": "", ...files });

test.each(["ls", "cat a.txt", "git push", "cat /etc/hosts", "echo 'TOKEN=abc' > x"])(
	"%s: the same reply and the same record, in a log of the folder that asks",
	async (command) => {
		const [own, resident] = [project(), project()];
		const words = ["--audit", "log.jsonl"];
		const text = (said: unknown): string => JSON.stringify(said).replaceAll(own, "HERE").replaceAll(resident, "HERE");
		expect(text(await byResident(place, "claude-code", claudeAsks(command, resident, words)))).toBe(
			text(byVerb("claude-code", claudeAsks(command, own, words))),
		);
		expect(text(recordsIn(join(resident, "log.jsonl")))).toBe(text(recordsIn(join(own, "log.jsonl"))));
	},
);

test("settings say where, what is masked, and with which key", async () => {
	const settings = "file: logs/all.jsonl\nkey: key\nmask: ['ACME-*']\nmachine: box\n";
	const cwd = project({ "its.audit.yaml": settings, key: `${"ab".repeat(32)}\n` });
	const given = claudeAsks("cat ACME-123", cwd, ["--audit", "its.audit.yaml"]);
	expect(await byResident(place, "claude-code", given)).toMatchObject({ code: 0 });
	byVerb("claude-code", given);
	const [record, other] = recordsIn(join(cwd, "logs/all.jsonl"));
	expect(record).toMatchObject({ machine: "box", effect: "allow" });
	expect(record).toEqual(other);
	expect(JSON.stringify(record)).not.toContain("ACME-123");
	expect(rules(["audit", "verify", "--key", "key", "logs/all.jsonl"], { cwd })).toMatchObject({ code: 0 });
	// What the settings say is asked each time.
	writeFileSync(join(cwd, "its.audit.yaml"), "file: other.jsonl\nmachine: two\n");
	await byResident(place, "claude-code", given);
	expect(recordsIn(join(cwd, "other.jsonl"))).toEqual([expect.objectContaining({ machine: "two" })]);
});

test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
	["a folder is no log", {}, ["--audit", "sub"]],
	["settings that are wrong", { "x.audit.yaml": "fil: a\n" }, ["--audit", "x.audit.yaml"]],
	["settings that are not there", {}, ["--audit", "none.audit.yaml"]],
	["records that would stand before the answer", { "x.audit.yaml": "stdout: true\n" }, ["--audit", "x.audit.yaml"]],
	["standard output", {}, ["--audit", "-"]],
])("%s: nothing runs, or what the process says", async (_, files, words) => {
	const cwd = project(files);
	mkdirSync(join(cwd, "sub"));
	for (const more of [[], ["--agent", "loose"]]) {
		const given = { ...claudeAsks("ls", cwd, [...words, ...more]), env: { TMPDIR: join(cwd, "a.txt") } };
		const own = byVerb("claude-code", given);
		const said = await byResident(place, "claude-code", given);
		// The process answers what a resident does not.
		if ("notHere" in said) expect(own.stdout).toContain('"deny"');
		else expect(said).toEqual(own);
		if (more.length === 0) expect(own.stdout).toContain('"deny"');
	}
});

test("a resident and processes beside it write one chain, and nothing is missing", async () => {
	const cwd = project();
	const words = ["--audit", "log.jsonl"];
	const said = await Promise.all(
		Array.from({ length: 24 }, (_, at) =>
			at % 4 === 0
				? byProcess("claude-code", claudeAsks("ls", cwd, words))
				: byResident(place, "claude-code", claudeAsks("ls", cwd, words)),
		),
	);
	for (const one of said) expect(one).toMatchObject({ code: 0, stdout: expect.stringContaining('"allow"') });
	expect(recordsIn(join(cwd, "log.jsonl"))).toHaveLength(24);
	expect(rules(["audit", "verify", "log.jsonl"], { cwd })).toMatchObject({ code: 0 });
});

test("a log that another process holds is denied, and others are answered, however many wait for it", async () => {
	const cwd = project();
	// Alive, and does nothing.
	const other = spawn("sleep", ["600"], { stdio: "ignore" });
	children.push(other);
	const start = readFileSync(`/proc/${other.pid}/stat`, "latin1").split(" ")[21];
	const machine = `${hostname().replaceAll(/\s/g, "_")}/${readlinkSync("/proc/self/ns/pid")}`;
	symlinkSync(`${machine} ${other.pid} ${start} 00112233aabbccdd`, join(cwd, "log.jsonl.lock"));
	const began = Date.now();
	const held = Array.from({ length: 8 }, () =>
		byResident(place, "claude-code", claudeAsks("ls", cwd, ["--audit", "log.jsonl"])),
	);
	await Promise.race(held);
	const free = await byResident(place, "claude-code", claudeAsks("ls", cwd, []));
	expect(free).toMatchObject({ stdout: expect.stringContaining('"allow"') });
	for (const said of await Promise.all(held)) {
		expect(said).toMatchObject({ stdout: expect.stringContaining("is held by another process") });
		expect(said).toMatchObject({ stdout: expect.stringContaining('"deny"') });
	}
	// Sooner than the hook would start its own process, which would wait as well.
	expect(Date.now() - began).toBeLessThan(3_000);
});

test("a key that is a pipe keeps nobody waiting, and a head that is one costs no file", async () => {
	const cwd = project({ "its.audit.yaml": "file: a.jsonl\nkey: key\n" });
	for (const name of ["key", "b.jsonl.head"]) expect(spawnSync("mkfifo", [join(cwd, name)]).status).toBe(0);
	const open = (): number => readdirSync(`/proc/${residentIn(place)}/fd`).length;
	const given = (audit: string): Given => claudeAsks("ls", cwd, ["--audit", audit]);
	expect(await byResident(place, "claude-code", given("its.audit.yaml"))).toMatchObject({
		stdout: expect.stringContaining("is no regular file"),
	});
	const own = byVerb("claude-code", given("b.jsonl"));
	expect(own.stdout).toContain('"allow"');
	const before = open();
	for (let at = 0; at < 12; at++) expect(await byResident(place, "claude-code", given("b.jsonl"))).toEqual(own);
	expect(open()).toBeLessThan(before + 8);
});
