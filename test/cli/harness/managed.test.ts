/** `rules install --managed`, `rules uninstall --managed`, and what `rules doctor` says of scopes. */
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	unlinkSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, jest, test } from "@jest/globals";
import { untrustedFile } from "../../../src/cli/harness/who-may-write.js";
import { type Ended, folder, rules } from "../cli.js";
import { valid } from "../schemas.js";

jest.setTimeout(240_000);

const policy = "agent default {\n  default deny\n  allow ls\n}\n";

/** A system in a folder, as an image is. */
function system(files: Readonly<Record<string, string>> = {}): string {
	const root = folder({ "etc/bylaw/policy.rules": policy, "usr/local/bin/rules": "#!/bin/sh\n", ...files });
	for (const name of readdirSync(root, { recursive: true, withFileTypes: true }))
		chmodSync(join(name.parentPath, name.name), 0o755);
	return root;
}
const told = ["--rules", "/etc/bylaw/policy.rules", "--program", "/usr/local/bin/rules"];
const install = (root: string, harness: string, ...words: string[]): Ended =>
	rules(["install", "--managed", "--root", root, "--harness", harness, ...words], { cwd: root });
const filesIn = (root: string): Record<string, string> =>
	Object.fromEntries(
		readdirSync(root, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name))
			.map((path) => [path.slice(root.length), readFileSync(path, "utf8")]),
	);

describe("a system is managed", () => {
	test.each(["codex", "gemini-cli", "qwen-code"])("for %s, and is not any more", (harness) => {
		const root = system({ "etc/codex/requirements.toml": "x = 1\n", "etc/gemini-cli/settings.json": "" });
		const before = filesIn(root);
		const { code, out, err } = install(root, harness, ...told, "--json");
		expect({ code, err }).toEqual({ code: 0, err: "" });
		const said = JSON.parse(out) as { readonly scope: string };
		expect(valid("install", said)).toEqual([]);
		expect(said.scope).toBe("managed");
		const after = filesIn(root);
		const launcher = `/etc/bylaw/${harness}/rules`;
		expect(after[launcher]).toMatch(/^#!\/bin\/sh -p\n[\s\S]* rules \/usr\/local\/bin\/rules "\$@"\n$/);
		// Nothing says in which folder the system was made.
		for (const text of Object.values(after)) expect(text).not.toContain(root);
		for (const path of Object.keys(after)) {
			const { mode } = statSync(join(root, path));
			if (!(path in before)) expect(mode & 0o777).toBe(path === launcher ? 0o755 : 0o644);
			expect(untrustedFile(path, root)).toBeUndefined();
		}
		expect(install(root, harness, ...told).out).toMatch(/the rules are asked already/);
		expect(filesIn(root)).toEqual(after);
		expect(rules(["uninstall", "--managed", "--root", root, "--harness", harness], { cwd: root }).code).toBe(0);
		expect(filesIn(root)).toEqual(before);
		expect(existsSync(join(root, dirname(launcher)))).toBe(false);
	});

	test("and nothing is written by a dry run", () => {
		const root = system();
		const before = filesIn(root);
		expect(install(root, "gemini-cli", ...told, "--dry-run").out).toMatch(/\+\t"hooksConfig": \[\]/);
		expect(filesIn(root)).toEqual(before);
	});
});

describe("a system is managed by a bundle", () => {
	const paths = { from: "/srv/site", channel: "stable", root: "root.json", state: "state", floor: "floor" };
	/** With a release that is active. */
	function withBundle(): string {
		const root = system({ "etc/bylaw/fleet.bundle.json": JSON.stringify({ ...paths, from: "../../srv/site" }) });
		const own = join(root, "etc/bylaw");
		const keys = join(folder(), "keys");
		const ask = (...words: string[]): Ended => rules(["bundle", ...words], { cwd: own });
		expect(ask("keys", keys).code).toBe(0);
		expect(ask("build", "../../srv/site", "--keys", keys, "--channel", "stable").code).toBe(0);
		writeFileSync(join(own, "root.json"), readFileSync(join(root, "srv/site/metadata/1.root.json")), { mode: 0o644 });
		expect(ask("refresh", "fleet.bundle.json").code).toBe(0);
		return root;
	}
	const words = ["--rules", "/etc/bylaw/fleet.bundle.json", "--program", "/usr/local/bin/rules"];

	test("for Codex: the hook names the settings, and not what is active", () => {
		const root = withBundle();
		const { code, err } = install(root, "codex", ...words);
		expect({ code, err }).toEqual({ code: 0, err: "" });
		expect(Object.values(filesIn(root)).join("\n")).toContain("--rules /etc/bylaw/fleet.bundle.json");
		expect(install(root, "codex", ...words).out).toMatch(/the rules are asked already/);
	});

	test("whose settings name whole paths: those of the system", () => {
		const root = withBundle();
		const whole = Object.fromEntries(
			Object.entries(paths).map(([key, value]) => [
				key,
				["root", "state", "floor"].includes(key) ? `/etc/bylaw/${value}` : value,
			]),
		);
		writeFileSync(join(root, "etc/bylaw/fleet.bundle.json"), JSON.stringify(whole));
		expect(install(root, "gemini-cli", ...words)).toMatchObject({ code: 0, err: "" });
	});

	test.each([
		"etc/bylaw/root.json",
		"etc/bylaw/floor/seen.json",
		"etc/bylaw/state/active/policy.json",
		"etc/bylaw/floor",
	])("and not where others could write %s", (name) => {
		const root = withBundle();
		chmodSync(join(root, name), 0o777);
		expect(install(root, "codex", ...words)).toMatchObject({
			code: 2,
			err: expect.stringContaining("is no policy for everybody"),
		});
	});

	test("and not before a release is active", () => {
		const root = withBundle();
		unlinkSync(join(root, "etc/bylaw/state/active"));
		expect(install(root, "codex", ...words)).toMatchObject({
			code: 2,
			err: expect.stringMatching(/decides nothing yet: no rules are active[\s\S]*help: run `rules bundle refresh/),
		});
	});
});

describe("a system is not managed", () => {
	const refused = (root: string, words: readonly string[]): string => {
		const before = filesIn(root);
		const { code, err } = install(root, "codex", ...words);
		expect(code).toBe(2);
		expect(filesIn(root)).toEqual(before);
		return err;
	};
	test("by a policy that is not named, not there, or may be changed by others", () => {
		expect(refused(system(), told.slice(2))).toMatch(
			/which policy holds for everybody[\s\S]*--rules \/etc\/bylaw\/policy\.rules/,
		);
		expect(refused(system(), ["--rules", "/etc/x.rules", ...told.slice(2)])).toMatch(/`\/etc\/x\.rules` is not there/);
		const open = system();
		chmodSync(join(open, "etc/bylaw/policy.rules"), 0o666);
		expect(refused(open, told)).toMatch(/anybody may write `\/etc\/bylaw\/policy\.rules`/);
		const above = system();
		chmodSync(join(above, "etc/bylaw"), 0o777);
		expect(refused(above, told)).toMatch(/anybody may write `\/etc\/bylaw`/);
		const hidden = system();
		chmodSync(join(hidden, "etc/bylaw/policy.rules"), 0o600);
		expect(refused(hidden, told)).toMatch(/others may not read `\/etc\/bylaw\/policy\.rules`/);
	});
	test("by a policy that imports one of those, or is reached by a link to one", () => {
		const root = system({
			"etc/bylaw/all.rules": 'import "../../srv/more.rules"\nagent default {\n  default deny\n}\n',
			"srv/more.rules": "agent other {\n  allow ls\n}\n",
		});
		expect(install(root, "codex", "--rules", "/etc/bylaw/all.rules", ...told.slice(2), "--dry-run").code).toBe(0);
		chmodSync(join(root, "srv"), 0o777);
		expect(refused(root, ["--rules", "/etc/bylaw/all.rules", ...told.slice(2)])).toMatch(/anybody may write `\/srv`/);
		symlinkSync("/srv/more.rules", join(root, "etc/bylaw/link.rules"));
		expect(refused(root, ["--rules", "/etc/bylaw/link.rules", ...told.slice(2)])).toMatch(/anybody may write `\/srv`/);
	});
	test("by a program that others may change, and that of this machine is none of another", () => {
		const root = system();
		chmodSync(join(root, "usr/local/bin"), 0o777);
		expect(refused(root, told)).toMatch(/is no program for everybody: anybody may write `\/usr\/local\/bin`/);
		expect(refused(system(), told.slice(0, 2))).toMatch(/how `rules` is started in that system/);
		expect(refused(system(), [...told.slice(0, 2), "--program", "rules"])).toMatch(/it is no whole path/);
	});
	test("by options that don't go together, and for harnesses without such settings", () => {
		const root = system();
		expect(rules(["install", "--root", root, "--harness", "codex"], { cwd: root }).err).toMatch(
			/`--root` is for `--managed`/,
		);
		for (const words of [["--user"], ["--project"], ["--settings", "x"], ["--trust"]])
			expect(refused(root, [...told, ...words])).toMatch(/exclude each other|`--trust` is for/);
		expect(install(root, "amp", ...told).err).toMatch(/has no settings that those below can't take back/);
		expect(refused(root, ["--root", join(root, "none"), ...told])).toMatch(/there is no folder/);
	});
});

describe("what a doctor says of scopes", () => {
	const home = folder();
	const doctor = (cwd: string, harness: string, env: Record<string, string> = {}) => {
		const { code, out } = rules(["doctor", "--json", "--harness", harness], { cwd, env: { HOME: home, ...env } });
		const said = JSON.parse(out) as {
			readonly registrations: readonly {
				readonly checks: readonly { name: string; verdict: string; message: string }[];
			}[];
		};
		expect(valid("doctor", said)).toEqual([]);
		const checks = said.registrations.flatMap((one) => one.checks);
		return {
			code,
			off: checks.find(({ name }) => name === "switch"),
			scope: checks.find(({ name }) => name === "scope"),
		};
	};
	const policyFile = join(folder({ "policy.rules": policy }), "policy.rules");
	for (const harness of ["gemini-cli", "qwen-code"])
		rules(["install", "--user", "--harness", harness, "--rules", policyFile, "--deadline", "60s"], {
			cwd: home,
			env: { HOME: home },
		});

	test.each([
		[
			"gemini-cli",
			".gemini/settings.json",
			'{\n"hooksConfig": { "enabled": false } }',
			/`hooksConfig\.enabled` in `.*:2` turns it off/,
		],
		[
			"gemini-cli",
			".gemini/settings.json",
			'{ "hooksConfig": { "disabled": ["rules"] } }',
			/`hooksConfig\.disabled` in/,
		],
		["qwen-code", ".qwen/settings.json", '{ "disableAllHooks": true }', /`disableAllHooks` in/],
		["qwen-code", ".env", "A=1\nQWEN_CODE_SAFE_MODE=1\n", /`QWEN_CODE_SAFE_MODE` is set in `.*\.env:2`/],
		[
			"qwen-code",
			".qwen/settings.json",
			'{ "env": { "QWEN_CODE_SIMPLE": "true" } }',
			/`env\.QWEN_CODE_SIMPLE` is set in/,
		],
	])("a project switches the hook of %s off by %s: %j", (harness, path, text, found) => {
		const { code, off } = doctor(folder({ [path]: text }), harness);
		expect(off).toMatchObject({ verdict: "bad", message: expect.stringMatching(found) });
		expect(code).toBe(1);
	});

	test("nothing does, but a project could; and what is set outside no file sets", () => {
		const { code, off, scope } = doctor(folder(), "gemini-cli");
		expect({ code, off }).toEqual({ code: 0, off: undefined });
		expect(scope?.message).toMatch(/nothing switches it off now; a project.*may switch it off/);
		const cwd = folder({ ".env": "QWEN_CODE_SAFE_MODE=1\n" });
		expect(doctor(cwd, "qwen-code", { QWEN_CODE_SAFE_MODE: "0" })).toMatchObject({ code: 0, off: undefined });
		expect(doctor(folder(), "qwen-code", { QWEN_CODE_SIMPLE: "1" })).toMatchObject({ code: 1 });
	});

	test("one that is not asked is no harm beside one that is", () => {
		const cwd = folder({ "policy.rules": policy });
		for (const scope of ["--user", "--project"])
			rules(["install", scope, "--harness", "claude-code", "--rules", policyFile, "--deadline", "60s"], {
				cwd,
				env: { HOME: home },
			});
		expect(doctor(cwd, "claude-code").code).toBe(0);
		mkdirSync(join(cwd, ".claude"), { recursive: true });
		writeFileSync(join(cwd, ".claude/settings.local.json"), '{ "disableAllHooks": true }');
		expect(doctor(cwd, "claude-code").code).toBe(1);
	});
});
