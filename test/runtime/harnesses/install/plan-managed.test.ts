import { describe, expect, test } from "@jest/globals";
import type { HookedHarness } from "../../../../src/runtime/harnesses/harness.js";
import { hookedHarnesses } from "../../../../src/runtime/harnesses/harnesses.js";
import { launcherPath } from "../../../../src/runtime/harnesses/install/launcher.js";
import type { FileChange } from "../../../../src/runtime/harnesses/install/plan.js";
import {
	type PlannedManaged,
	planManagedInstall,
	planManagedUninstall,
} from "../../../../src/runtime/harnesses/install/plan-managed.js";

const places = { home: "/home/me", project: "/work/it", variables: {} };
const managed = hookedHarnesses.filter(({ registration }) => registration.managed !== undefined);
const one = (name: string): HookedHarness => managed.find((harness) => harness.name === name) as HookedHarness;

const filesOf = ({ registration }: HookedHarness): readonly PlannedManaged[] =>
	(registration.managed?.files ?? []).flatMap((file) => {
		const name = file.path("user", places);
		return name === undefined ? [] : [{ path: name, name, file }];
	});

function done(
	files: Readonly<Record<string, string>>,
	changes: ReturnType<typeof planManagedInstall>,
): Record<string, string> {
	if ("message" in changes) throw new Error(changes.message);
	const now: Record<string, string> = { ...files };
	for (const { path, before, after } of changes as readonly FileChange[]) {
		expect(before).toBe(files[path]);
		if (after === undefined) delete now[path];
		else now[path] = after;
	}
	return now;
}

const program = ["/usr/bin/node", "/opt/by law/dist/cli.cjs"];
function planned(harness: HookedHarness, files: Record<string, string>, seconds = 10) {
	const words = [
		launcherPath(harness.name, places),
		"hook",
		"--harness",
		harness.name,
		"--rules",
		"/etc/bylaw/p.rules",
	];
	const start = { words, seconds, patience: seconds + 5 };
	return planManagedInstall(harness.name, filesOf(harness), start, program, (path) => files[path]);
}
const install = (harness: HookedHarness, files: Record<string, string>, seconds?: number) =>
	done(files, planned(harness, files, seconds));
const uninstall = (harness: HookedHarness, files: Record<string, string>) =>
	done(
		files,
		planManagedUninstall(harness.name, filesOf(harness), (path) => files[path]),
	);

test("these have a scope of the machine", () => {
	expect(managed.map(({ name }) => name)).toEqual([
		"claude-code",
		"codex",
		"gemini-cli",
		"qwen-code",
		"copilot-cli",
		"cursor",
	]);
});

describe.each(managed.map((harness) => [harness.name, harness] as const))(
	"the managed registration of %s",
	(_, harness) => {
		const settings = filesOf(harness).filter(({ file }) => file.kind === "list" || file.kind === "toml");

		test("comes into nothing, is there once, and goes without a trace", () => {
			const once = install(harness, {});
			expect(Object.keys(once).sort()).toEqual([...new Set(filesOf(harness).map(({ path }) => path))].sort());
			expect(install(harness, once)).toEqual(once);
			expect(uninstall(harness, once)).toEqual({});
			expect(uninstall(harness, install(harness, once, 99))).toEqual({});
		});

		test("names the launcher, and nothing that a harness or a shell would expand", () => {
			const once = install(harness, {});
			for (const { path, file } of settings.filter((each) => each.file.kind === "list")) {
				expect(once[path]).toContain(`/etc/bylaw/${harness.name}/rules hook --harness ${harness.name}`);
				expect(once[path]).not.toContain("$");
				expect(file.path("user", { ...places, platform: "darwin" })).toMatch(/^\/(?:Library|etc)\//);
			}
		});

		test("leaves what an administrator wrote, byte for byte, when it goes", () => {
			const written: Record<string, string> = {
				list: '{\n    "other": [1, {"a": "b"}],\n    "tools": {"exclude": ["x"]}\n}',
				toml: '# ours\nallowed_sandbox_modes = ["read-only"]\n\n[features]\nweb_search = false\n\n[rules]\nx = 1',
			};
			for (const kinds of [["list"], ["toml"], ["list", "toml"]]) {
				const before = Object.fromEntries(
					settings
						.filter(({ file }) => kinds.includes(file.kind))
						.map(({ path, file }) => [path, written[file.kind] as string]),
				);
				const after = install(harness, before);
				expect(install(harness, after)).toEqual(after);
				expect(uninstall(harness, after)).toEqual(before);
			}
		});

		test("leaves an empty file, and one that says nothing", () => {
			for (const empty of ["", "\n", "{}", "{}\n"]) {
				const before = Object.fromEntries(
					settings.filter(({ file }) => file.kind === "list").map(({ path }) => [path, empty]),
				);
				expect(uninstall(harness, install(harness, before))).toEqual(before);
			}
		});

		test("keeps the locks that an administrator had set before", () => {
			const all = install(harness, {});
			const locks = { ...all };
			for (const { path, file } of settings) {
				if (file.kind !== "list") continue;
				const { hooks, ...others } = JSON.parse(all[path] as string) as Record<string, unknown>;
				expect(hooks).toBeDefined();
				locks[path] = `${JSON.stringify(others, null, 2)}\n`;
			}
			for (const { path, file } of filesOf(harness))
				if (file.kind !== "list" && file.kind !== "toml") delete locks[path];
			expect(uninstall(harness, install(harness, locks))).toEqual(locks);
		});
	},
);

test("a setting that says the contrary is not overruled: it is named with its place", () => {
	const gemini = planned(one("gemini-cli"), {
		"/etc/gemini-cli/settings.json": '{\n  "hooksConfig": { "enabled": true }\n}\n',
	});
	expect(gemini).toMatchObject({
		message: expect.stringMatching(/settings\.json:2:18`: `hooksConfig` says something else than `\[\]`, and then/),
	});
	const claude = planned(one("claude-code"), {
		"/etc/claude-code/managed-settings.json": '{ "allowManagedHooksOnly": false }',
	});
	expect(claude).toMatchObject({ message: expect.stringMatching(/`allowManagedHooksOnly` says something else/) });
	const codex = planned(one("codex"), { "/etc/codex/requirements.toml": "[features]\nhooks = false\n" });
	expect(codex).toMatchObject({
		message: expect.stringMatching(/requirements\.toml:2:1`: `features\.hooks` says something else than `true`/),
	});
});

test("what an administrator allows stays: servers, helpers, tools", () => {
	const path = "/etc/claude-code/managed-settings.json";
	const before = { [path]: '{ "allowedMcpServers": [{ "serverName": "ours" }], "apiKeyHelper": "/opt/key" }' };
	const after = install(one("claude-code"), before);
	expect(JSON.parse(after[path] as string)).toMatchObject(JSON.parse(before[path] as string));
	expect(JSON.parse(after[path] as string)).toMatchObject({ allowManagedHooksOnly: true });
	expect(uninstall(one("claude-code"), after)).toEqual(before);
});

test("a file of the launcher's name that somebody else wrote stays", () => {
	const path = "/etc/bylaw/codex/rules";
	expect(planned(one("codex"), { [path]: "#!/bin/sh\nexec rules\n" })).toMatchObject({
		message: expect.stringMatching(/it is not ours/),
	});
	expect(uninstall(one("codex"), { [path]: "#!/bin/sh\nexec rules\n" })).toEqual({ [path]: "#!/bin/sh\nexec rules\n" });
});

test.each([
	"",
	"\n",
	"x = 1",
	"x = 1\n",
	"x = 1\n\n",
	'# a\n[mcp_servers.ours]\ncommand = "x"',
	"[features]\n# none\n",
	"[features]\nhooks = true\n",
])("requirements come back byte for byte: %j", (text) => {
	const path = "/etc/codex/requirements.toml";
	const after = install(one("codex"), { [path]: text });
	expect(after[path]).toMatch(/^allow_managed_hooks_only = true$/m);
	expect(after[path]).toMatch(/^\[features\]\nhooks = true$/m);
	expect(uninstall(one("codex"), after)).toEqual({ [path]: text });
	// What somebody adds behind stays.
	const more = { ...after, [path]: `${after[path]}\n[later]\ny = 2\n` };
	expect(uninstall(one("codex"), more)[path]).toMatch(/\n\[later\]\ny = 2\n$/);
});

test("a launcher that somebody has changed is not ours any more", () => {
	const path = "/etc/bylaw/codex/rules";
	const once = install(one("codex"), {});
	const changed = { ...once, [path]: (once[path] as string).replace("exec ", "export X=1\nexec ") };
	expect(planned(one("codex"), changed)).toMatchObject({ message: expect.stringMatching(/it is not ours/) });
	expect(uninstall(one("codex"), changed)[path]).toBe(changed[path]);
});

test("requirements that can't be read are not touched", () => {
	expect(planned(one("codex"), { "/etc/codex/requirements.toml": "a = \n" })).toMatchObject({
		message: expect.stringMatching(/requirements\.toml:1:/),
	});
	expect(planned(one("codex"), { "/etc/codex/requirements.toml": "features = { a = true }\n" })).toMatchObject({
		message: expect.stringMatching(/can't be put into it: write it yourself/),
	});
});
