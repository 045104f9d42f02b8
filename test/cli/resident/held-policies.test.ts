/** A resident takes over what a hook's own process compiled and kept, and reads the source wherever somebody else could have kept it. */
import { createHash, createHmac } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, jest, test } from "@jest/globals";
import { byProcess, claudeAsks, type Given, type Said } from "../hooks.js";
import { privateFolder } from "../private-folder.js";
import { byResident, residentFolder, startResident } from "./residents.js";

jest.setTimeout(240_000);

const place = residentFolder();
const home = privateFolder();
let count = 0;

beforeAll(async () => {
	await startResident(place);
});

const text = (programs: string): string => `agent default {\n  default deny\n  allow ${programs}\n}\n`;
const sha = (content: string): string => createHash("sha256").update(content).digest("hex");

/** A project whose policy lets `ls` run; what was kept of it lets `wc` run, as whoever can sign could have it. */
async function project(): Promise<{ readonly at: string; readonly cache: string; readonly asks: Asks }> {
	const base = join(home, `b${count++}`);
	const [at, cache] = [join(base, "project"), join(base, "cache")];
	mkdirSync(join(at, "sub"), { recursive: true });
	const file = join(at, "policy.rules");
	const asks: Asks = (command, cwd = at) => ({
		...claudeAsks(command, cwd, ["--rules", file]),
		cwd: at,
		env: { HOME: home, XDG_CACHE_HOME: cache },
	});
	writeFileSync(file, text("wc"));
	await byProcess("claude-code", asks("wc"));
	writeFileSync(file, text("ls"));
	const folder = join(cache, "bylaw");
	const name = readdirSync(folder).find((one) => one.startsWith("policy-")) as string;
	const body = readFileSync(join(folder, name), "latin1")
		.slice(65)
		.replace(sha(text("wc")), sha(text("ls")));
	const key = readFileSync(join(folder, "key"));
	const signature = createHmac("sha256", key).update(`${name}\n`).update(body, "latin1").digest("hex");
	writeFileSync(join(folder, name), `${signature}\n${body}`, { encoding: "latin1" });
	return { at, cache, asks };
}
type Asks = (command: string, cwd?: string) => Given;

/** Which of both a resident lets run. */
async function allowed(asks: Asks, cwd?: string): Promise<readonly string[]> {
	const some: string[] = [];
	for (const command of ["wc", "ls"])
		if (((await byResident(place, "claude-code", asks(command, cwd))) as Said).stdout.includes('"allow"'))
			some.push(command);
	return some;
}

test("what was kept answers, until the policy is another one", async () => {
	const { at, asks } = await project();
	expect(await allowed(asks)).toEqual(["wc"]);
	expect(await allowed(asks, join(at, "sub"))).toEqual(["wc"]);
	writeFileSync(join(at, "policy.rules"), text("ls, cat"));
	expect(await allowed(asks)).toEqual(["ls"]);
	writeFileSync(join(at, "policy.rules"), text("cat"));
	expect(await allowed(asks)).toEqual([]);
});

test("where a command may write what is kept, it answers nothing, whoever asked before", async () => {
	const { at, cache, asks } = await project();
	expect(await allowed(asks)).toEqual(["wc"]);
	expect(await allowed(asks, cache)).toEqual(["ls"]);
	// Nor for those who had it before: the source was read.
	expect(await allowed(asks)).toEqual(["ls"]);
	expect(await allowed(asks, join(at, ".."))).toEqual(["ls"]);
});

test("variables that name another place for what is kept do not hide where it came from", async () => {
	const { cache, asks } = await project();
	const elsewhere = join(home, "elsewhere");
	const asksElsewhere: Asks = (command, cwd) => {
		const given = asks(command, cwd);
		return { ...given, env: { ...given.env, XDG_CACHE_HOME: elsewhere } };
	};
	expect(await allowed(asks)).toEqual(["wc"]);
	expect(await allowed(asksElsewhere, cache)).toEqual(["ls"]);
});

test.each<[string, (cache: string) => void, Readonly<Record<string, string>>]>([
	["a folder that others may write to", (cache) => chmodSync(join(cache, "bylaw"), 0o777), {}],
	["a signature that is none", (cache) => void writeFileSync(join(cache, "bylaw/key"), Buffer.alloc(32, 1)), {}],
	["it is switched off", () => {}, { BYLAW_CACHE: "off" }],
	["the place for temporary files is around it", () => {}, { TMPDIR: home }],
])("%s: the source decides", async (_, change, env) => {
	const { cache, asks } = await project();
	change(cache);
	expect(
		await allowed((command, cwd) => {
			const given = asks(command, cwd);
			return { ...given, env: { ...given.env, ...env } };
		}),
	).toEqual(["ls"]);
});
