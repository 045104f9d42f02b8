/**
 * Caches that were forged by whoever can sign them: they count only where their writer could have written what they stand for. Each forgery is shown
 * to work first, where everything is its writer's own.
 */
import { spawnSync } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import {
	chmodSync,
	chownSync,
	cpSync,
	existsSync,
	lchownSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { type Ended, folder, program, rules } from "../cli.js";
import { privateFolder } from "../private-folder.js";

jest.setTimeout(240_000);

/** What stands in a forged cache is that `cat` is allowed. */
const policy = "agent default {\n  default deny\n  allow tac\n}\n";
let cwd: string;
let home: string;
const env = () => ({ XDG_CACHE_HOME: join(home, "cache") });
const cache = () => join(home, "cache", "bylaw");

beforeEach(() => {
	cwd = folder({ "policy.rules": policy });
	home = privateFolder();
});

/** Signs, as whoever may read the key can. `body`: what to make of what was kept. */
function forge(name: string, body: (kept: string) => string): void {
	const path = join(cache(), name);
	const kept = existsSync(path) ? readFileSync(path, "latin1").slice(65) : "";
	const bytes = Buffer.from(body(kept), "latin1");
	const signature = createHmac("sha256", readFileSync(join(cache(), "key")))
		.update(`${name}\n`)
		.update(bytes);
	writeFileSync(path, Buffer.concat([Buffer.from(`${signature.digest("hex")}\n`), bytes]), { mode: 0o600 });
}

const entries = (): readonly string[] =>
	existsSync(cache()) ? readdirSync(cache()).filter((name) => name.startsWith("policy-")) : [];

function forgeEntries(): void {
	expect(entries().length).toBeGreaterThan(0);
	for (const name of entries()) forge(name, (kept) => kept.replaceAll("tac", "cat"));
}

/** Is `cat` allowed, by a forged cache? */
const mayCat = (...words: string[]): boolean =>
	rules(["check", ...words, "--", "cat", "x"], { apart: true, cwd, env: env() }).code === 0;

describe("a forged policy is not believed where what is decided works, or others may write:", () => {
	const asked = (workspace: string, variables: Readonly<Record<string, string>> = {}): string =>
		rules(["hook", "--harness", "cline", "--deadline", "60s", "--rules", join(cwd, "policy.rules")], {
			cwd,
			env: { ...env(), ...variables },
			input: JSON.stringify({
				hookName: "PreToolUse",
				preToolUse: { toolName: "execute_command", parameters: { command: "cat x" } },
				workspaceRoots: [workspace],
			}),
		}).out;

	test("the folder that a hook is asked about", () => {
		expect(asked(cwd)).toContain('"cancel":true');
		forgeEntries();
		expect(asked(cwd)).not.toContain('"cancel":true');
		expect(asked(home)).toContain('"cancel":true');
		expect(asked(join(home, "cache", "bylaw"))).toContain('"cancel":true');
	});

	test.each<[string, () => Readonly<Record<string, string>>]>([
		["the folder for temporary files", () => ({ TMPDIR: home })],
		["a folder above that others may write to", () => mode(0o777)],
		["a folder above that its group may write to", () => mode(0o770)],
		["a folder above that is sticky", () => mode(0o1777)],
	])("%s", (_, spoil) => {
		mayCat();
		forgeEntries();
		expect(mayCat()).toBe(true);
		const spoilt = spoil();
		expect(rules(["check", "--", "cat", "x"], { apart: true, cwd, env: { ...env(), ...spoilt } }).code).toBe(1);
	});

	function mode(bits: number): Readonly<Record<string, string>> {
		chmodSync(home, bits);
		return {};
	}

	test("nothing is kept there either, be it by a link", () => {
		const shared = folder();
		symlinkSync(shared, join(home, "cache"));
		expect(mayCat()).toBe(false);
		expect(readdirSync(shared)).toEqual([]);
	});
});

test("`rules doctor` tells of places that are refused, and of what Node keeps by itself", () => {
	const doctor = (variables: Readonly<Record<string, string>>): string =>
		rules(["doctor"], { cwd, env: { ...env(), ...variables } }).out;
	const well = doctor({});
	expect(well).toMatch(/ok {3}cache {4}policies that are yours to write are kept compiled in `.*bylaw`\n/);
	expect(well).toMatch(
		/ok {3}code {5}compiled code of the program is kept there, since `.*cli\.cjs` is yours to write\n/,
	);
	const refused = doctor({ TMPDIR: home, NODE_COMPILE_CACHE: join(home, "node") });
	expect(refused).toMatch(/look cache.*anew: `.*bylaw` lies in `.*`, where commands may be allowed to write\n/);
	expect(refused).toMatch(/look code {5}`NODE_COMPILE_CACHE` is set/);
	expect(doctor({ BYLAW_CACHE: "off" })).toMatch(
		/look cache.*: `BYLAW_CACHE` is `off`\n.*\n?.*code {5}no compiled code/,
	);
	// What it finds out about kept code is not found out by kept code.
	expect(readdirSync(cache())).not.toContainEqual(expect.stringMatching(/^code-doctor-/));
});

const me = 4242;
const describeAsRoot = process.getuid?.() === 0 ? describe : describe.skip;

describeAsRoot("what a user keeps counts only for what is the user's own:", () => {
	/** The program as root installs it for all. */
	let installed: string;
	/** The program that is asked. */
	let own: string;

	beforeAll(() => {
		installed = privateFolder({ isForOthers: true });
		chmodSync(installed, 0o755);
		const from = dirname(dirname(program()));
		for (const name of ["dist", "package.json", "rules"])
			cpSync(join(from, name), join(installed, name), { recursive: true, dereference: true });
	});

	beforeEach(() => {
		home = privateFolder({ isForOthers: true });
		chmodSync(home, 0o755);
		chmodSync(cwd, 0o755);
		mkdirSync(join(home, "cache"), { mode: 0o700 });
		own = join(installed, "dist", "cli.cjs");
		give(join(home, "cache"), me);
		give(join(cwd, "policy.rules"), me);
	});

	const give = (path: string, user: number): void => lchownSync(path, user, user);

	const asUser = (words: readonly string[], around: { readonly cwd?: string; readonly input?: string } = {}): Ended => {
		const { status, stdout, stderr } = spawnSync(process.execPath, [own, ...words], {
			cwd,
			uid: me,
			gid: me,
			encoding: "utf8",
			env: { PATH: process.env.PATH, HOME: home, ...env() },
			timeout: 200_000,
			...around,
		});
		return { code: status, out: stdout, err: stderr };
	};
	const userMayCat = (...words: string[]): boolean => asUser(["check", ...words, "--", "cat", "x"]).code === 0;
	/** Root writes them for the user here. */
	const forgeForUser = (): void => {
		forgeEntries();
		for (const name of readdirSync(cache())) give(join(cache(), name), me);
	};

	test("a policy, not one of root's, nor one of another's that the user's group may write", () => {
		expect(userMayCat()).toBe(false);
		forgeForUser();
		expect(userMayCat()).toBe(true);
		give(join(cwd, "policy.rules"), 0);
		expect(userMayCat()).toBe(false);
		chownSync(join(cwd, "policy.rules"), me + 1, me);
		chmodSync(join(cwd, "policy.rules"), 0o664);
		expect(userMayCat()).toBe(false);
		give(join(cwd, "policy.rules"), me);
		chmodSync(join(cwd, "policy.rules"), 0o444);
		expect(userMayCat()).toBe(true);
	});

	test("each of several that are named, and all of a folder, by links too", () => {
		const named: readonly (readonly [readonly string[], string])[] = [
			[["--rules", "policy.rules", "--rules", "second.rules"], "second.rules"],
			[["--rules", "all"], "all"],
			[["--rules", "all"], "all/b.rules"],
			[["--rules", "link.rules"], "policy.rules"],
		];
		mkdirSync(join(cwd, "all"));
		writeFileSync(join(cwd, "all", "a.rules"), policy);
		writeFileSync(join(cwd, "all", "b.rules"), "set s = x\n");
		writeFileSync(join(cwd, "second.rules"), "set t = x\n");
		symlinkSync("policy.rules", join(cwd, "link.rules"));
		for (const name of ["all", "all/a.rules", "all/b.rules", "second.rules", "link.rules"]) give(join(cwd, name), me);
		for (const [words, file] of named) {
			give(join(cwd, file), me);
			expect(userMayCat(...words)).toBe(false);
		}
		forgeForUser();
		for (const [words, file] of named) {
			expect([file, userMayCat(...words)]).toEqual([file, true]);
			give(join(cwd, file), 0);
			expect([file, userMayCat(...words)]).toEqual([file, false]);
			give(join(cwd, file), me);
		}
	});

	test("nothing is kept of a pack that root installed, but of a policy of one's own that imports it", () => {
		expect(asUser(["check", "--rules", "safe-shell", "--", "ls"]).code).not.toBe(null);
		expect(entries()).toEqual([]);
		writeFileSync(join(cwd, "policy.rules"), 'import "safe-shell"\n');
		expect(asUser(["check", "--", "ls"]).code).not.toBe(null);
		expect(entries()).toHaveLength(1);
	});

	test("not a policy that is mounted so that it can't be written", () => {
		const line = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"';
		const mounted = (...words: string[]): number | null =>
			spawnSync("unshare", ["-m", "sh", "-c", line, "sh", join(cwd, "policy.rules"), ...words], {
				cwd,
				env: { PATH: process.env.PATH, HOME: home, ...env() },
			}).status;
		// Some containers let nobody mount.
		if (mounted("true") !== 0) return;
		give(join(home, "cache"), 0);
		give(join(cwd, "policy.rules"), 0);
		mayCat();
		forgeEntries();
		expect(mayCat()).toBe(true);
		expect(mounted(process.execPath, own, "check", "--", "cat", "x")).toBe(1);
	});

	test("compiled code, not in place of files that root installed", () => {
		const asked = () => asUser(["check", "--rules", join(cwd, "policy.rules"), "--", "tac", "x"]).out;
		expect(asked()).toMatch(/^allow/);
		expect(readdirSync(cache()).filter((name) => name.startsWith("code-"))).toEqual([]);
		// A copy of the program, for a start the user's own.
		cpSync(installed, join(home, "copy"), { recursive: true });
		own = join(home, "copy", "dist", "cli.cjs");
		const quick = join(home, "copy", "dist", "cli", "quick.cjs");
		for (const path of [own, quick]) give(path, me);
		expect(asked()).toMatch(/^allow/);
		const name = readdirSync(cache()).find((one) => one.startsWith("code-quick-")) as string;
		forge(name, () => evilCode(quick));
		give(join(cache(), name), me);
		expect(asked()).toBe("forged");
		for (const path of [own, quick]) {
			give(path, 0);
			expect(asked()).toMatch(/^allow/);
			give(path, me);
		}
		expect(asked()).toBe("forged");
		for (const path of [own, quick]) give(path, 0);
		expect(asked()).toMatch(/^allow/);
	});

	test("`rules doctor` tells what counts, and what was forged", () => {
		const doctor = (): string => asUser(["doctor", "--harness", "claude-code"]).out;
		mkdirSync(join(cwd, ".claude"));
		writeFileSync(
			join(cwd, ".claude", "settings.json"),
			JSON.stringify({
				hooks: {
					PreToolUse: [
						{ matcher: "Bash", hooks: [{ type: "command", command: "no-rules hook --harness claude-code" }] },
					],
				},
			}),
		);
		expect(doctor()).toMatch(/ok {3}policy {3}`.*policy\.rules`, read from its source\n/);
		expect(doctor()).toMatch(/ok {3}policy {3}`.*policy\.rules`, ready\n/);
		expect(doctor()).toMatch(/ok {3}code {5}no compiled code .* since `.*cli\.cjs` is not yours to write\n/);
		forgeForUser();
		expect(doctor()).toMatch(/BAD {2}policy {3}`.*what is kept of it is not what its source says; take `.*bylaw` away/);
		give(join(cwd, "policy.rules"), 0);
		expect(doctor()).toMatch(/ok {3}policy {3}.*from its source each time: `.*policy\.rules` is not yours to write/);
		give(own, me);
		expect(doctor()).toMatch(/look policy.*is not yours to write.*; but the program .*cli\.cjs`, is yours to write/);
		give(own, 0);
	});
});

/** Code that says `forged`, compiled so that V8 takes it for that of the file: it compares the length of the source. */
function evilCode(file: string): string {
	const length = readFileSync(file, "utf8").length;
	const make = `
		const evil = 'exports.quickCheck = () => { require("node:fs").writeSync(1, "forged"); return 0; };';
		const source = "(function (exports, require, module, __filename, __dirname) {" + evil.padEnd(${length}) + "\\n})";
		const script = new (require("node:vm").Script)(source, { filename: ${JSON.stringify(file)} });
		const made = {};
		script.runInThisContext()(made, () => ({ writeSync() {} }));
		made.quickCheck();
		process.stdout.write(script.createCachedData());`;
	const code = spawnSync(process.execPath, ["-e", make], { maxBuffer: 1 << 26 }).stdout;
	const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, "utf8")}\n})`;
	const digest = createHash("sha256").update(source).digest("hex");
	return `${JSON.stringify([true, [digest, code.length]])}\n${code.toString("latin1")}`;
}
