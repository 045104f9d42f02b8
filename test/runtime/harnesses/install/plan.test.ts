import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { HookedHarness } from "../../../../src/runtime/harnesses/harness.js";
import { hookedHarnesses } from "../../../../src/runtime/harnesses/harnesses.js";
import {
	type FileChange,
	type PlannedFile,
	planInstall,
	planUninstall,
} from "../../../../src/runtime/harnesses/install/plan.js";
import { isOurCommand } from "../../../../src/runtime/harnesses/install/registration.js";
import { root } from "../../../cli/cli.js";

const places = { home: "/home/me", project: "/work/it", variables: {} };
const start = (harness: string, program = "/opt/rules") => ({
	words: [program, "hook", "--harness", harness, "--rules", "/etc/my rules/it's.rules"],
	seconds: 10,
	patience: 15,
});
const filesOf = (harness: HookedHarness): readonly PlannedFile[] =>
	harness.registration.files.map((file) => ({ path: file.path("project", places) ?? "/work/it/agent.json", file }));

/** The files after a plan. */
function done(
	files: Readonly<Record<string, string>>,
	changes: ReturnType<typeof planInstall>,
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
const install = (harness: HookedHarness, files: Record<string, string>, program?: string) =>
	done(
		files,
		planInstall(harness.name, filesOf(harness), start(harness.name, program), (path) => files[path]),
	);
const uninstall = (harness: HookedHarness, files: Record<string, string>) =>
	done(
		files,
		planUninstall(harness.name, filesOf(harness), (path) => files[path]),
	);

describe.each(hookedHarnesses.map((one) => [one.name, one] as const))("the registration of %s", (_, harness) => {
	const [settings] = filesOf(harness).flatMap(({ path, file }) => (file.kind === "list" ? [{ path, file }] : []));

	test("comes into nothing, is there once, and goes without a trace", () => {
		const once = install(harness, {});
		expect(Object.keys(once).length).toBe(new Set(filesOf(harness).map(({ path }) => path)).size);
		expect(install(harness, once)).toEqual(once);
		expect(uninstall(harness, once)).toEqual({});
		expect(uninstall(harness, {})).toEqual({});
	});

	test("leaves an empty file, and one that says nothing, as it was", () => {
		if (settings === undefined) return;
		const saying = settings.file.beside === undefined ? ["{}", "{}\n"] : [];
		for (const text of ["", "\n", " \n\t\n", ...saying]) {
			const before = { [settings.path]: text };
			expect(uninstall(harness, install(harness, before))).toEqual(before);
		}
	});

	test("takes the place of an older one of ours", () => {
		const once = install(harness, {}, "/old/rules");
		expect(install(harness, once)).toEqual(install(harness, {}));
		expect(uninstall(harness, once)).toEqual({});
	});

	if (settings !== undefined) {
		const { path, file } = settings;
		const other = {
			matcher: "Bash",
			command: "other",
			bash: "other",
			hooks: [{ type: "command", command: "other hook --harness-x" }],
		};
		const nested = file.steps.reduceRight<unknown>((value, key) => ({ [key]: value }), [other]) as object;
		const before = { [path]: `${JSON.stringify({ first: { a: [1] }, ...file.beside, ...nested }, null, "\t")}\r\n` };

		test("stands beside the hooks of others, and leaves them byte for byte when it goes", () => {
			const after = install(harness, before);
			expect(JSON.parse(after[path] as string)).toMatchObject({ first: { a: [1] } });
			expect(after[path]).toContain("other hook --harness-x");
			expect(uninstall(harness, after)).toEqual(before);
		});

		test("is taken out of a group that others share", () => {
			if (file.holds !== "groups") return;
			const after = install(harness, before);
			const parsed = JSON.parse(after[path] as string) as { hooks: Record<string, { hooks: object[] }[]> };
			const [groups] = Object.values(parsed.hooks) as [{ hooks: object[] }[]];
			groups[0]?.hooks.push(...(groups.pop()?.hooks ?? []));
			const mixed = { [path]: JSON.stringify(parsed) };
			expect(JSON.parse(uninstall(harness, mixed)[path] as string)).toEqual(JSON.parse(before[path] as string));
			expect(JSON.parse(install(harness, mixed)[path] as string)).toEqual(JSON.parse(after[path] as string));
		});

		test.each([
			["[]", /:1:1`: the file should be an object$/],
			['{\n  "a": 1,,\n}', /:2:10`: /],
			[
				JSON.stringify(file.steps.reduceRight<unknown>((value, key) => ({ [key]: value }), "text")),
				/` should be a list$/,
			],
			['{"a":1,"a":2}', /:1:8`: the key `a` stands twice/],
		])("refuses a broken file with the place: %s", (text, message) => {
			for (const plan of [planInstall, planUninstall] as const) {
				const planned =
					plan === planInstall
						? planInstall(harness.name, filesOf(harness), start(harness.name), (name) =>
								name === path ? text : undefined,
							)
						: planUninstall(harness.name, filesOf(harness), (name) => (name === path ? text : undefined));
				expect(planned).toMatchObject({ path, message: expect.stringMatching(message) });
			}
		});

		test("keeps comments where the harness takes them, and refuses them elsewhere", () => {
			const text = `// mine\n${before[path]}`;
			if (file.leave.comments === true) {
				expect(install(harness, { [path]: text })[path]).toMatch(/^\/\/ mine\n/);
				expect(uninstall(harness, install(harness, { [path]: text }))).toEqual({ [path]: text });
			} else expect(() => install(harness, { [path]: text })).toThrow(/:1:1`: a comment stands here/);
		});
	} else
		test("does not take the place of a file of somebody else's", () => {
			const [{ path }] = filesOf(harness) as [PlannedFile];
			expect(() => install(harness, { [path]: "#!/bin/sh\nexit 0\n" })).toThrow(/it is not ours$/);
			expect(uninstall(harness, { [path]: "mine" })).toEqual({ [path]: "mine" });
		});
});

test("Amp's permission comes first, since the first one that fits decides", () => {
	const amp = hookedHarnesses.find((one) => one.name === "amp") as HookedHarness;
	const path = "/work/it/.amp/settings.json";
	const after = install(amp, {
		[path]: '{\n  // mine\n  "amp.permissions": [\n    { "tool": "*", "action": "allow" }, // all\n  ],\n}',
	});
	expect(after[path]).toMatch(/"to": "\/work\/it\/\.amp\/rules-amp"\s*\},\s*\{ "tool": "\*"/);
});

test("Amp's permission may be for every tool, and is ours then as well; with conditions it is somebody's own", () => {
	const amp = hookedHarnesses.find((one) => one.name === "amp") as HookedHarness;
	const path = "/work/it/.amp/settings.json";
	const of = (more: object): Record<string, string> => ({
		[path]: JSON.stringify({ "amp.permissions": [{ tool: "*", action: "delegate", to: "/x/rules-amp", ...more }] }),
	});
	expect(uninstall(amp, of({}))).toEqual({ [path]: "{}" });
	expect(uninstall(amp, of({ context: "subagent" }))).toEqual(of({ context: "subagent" }));
});

describe("what only mentions our hook is somebody's own, and stays", () => {
	const path = "/work/it/.claude/settings.json";
	const claude = hookedHarnesses.find((one) => one.name === "claude-code") as HookedHarness;
	const of = (...hooks: object[]): Record<string, string> => ({
		[path]: JSON.stringify({ hooks: { PreToolUse: [{ matcher: "Bash", hooks }] } }),
	});
	test.each([
		{ command: "my-audit && rules hook --harness claude-code" },
		{ command: "rules hook --harness claude-code; my-audit" },
		{ command: "rules hook --harness claude-code | tee log || exit 2" },
		{ command: "rules hook --harness claude-code > log" },
		{ command: "rules hook --harness claude-code --rules $HOME/x" },
		{ command: "my-wrapper hook --harness claude-code" },
		{ command: "nice rules hook --harness claude-code" },
		{ command: "nice -n 5 rules hook --harness claude-code" },
		{ command: "/bin/sh -c 'my-audit; \"$@\"' rules rules hook --harness claude-code" },
		{ command: "rules hook --harness claude-code", bash: "my-audit" },
		{ command: "rules hook --harness claude-code", cwd: "/x" },
		{ command: "sh", args: ["-c", "my-audit", "rules", "hook", "--harness", "claude-code"] },
	])("%j", (hook) => {
		const files = of({ type: "command", ...hook });
		expect(uninstall(claude, files)).toEqual(files);
		const after = install(claude, files);
		expect(after[path]).toContain(JSON.stringify({ type: "command", ...hook }));
		expect(uninstall(claude, after)).toEqual(files);
	});
	test.each([
		{ command: "rules hook --harness claude-code --rules '/a b/x.rules' || exit 2" },
		{ command: "/usr/bin/rules hook --harness=claude-code" },
		{ command: "rules", args: ["hook", "--harness", "claude-code"] },
	])("but this is ours: %j", (hook) => {
		// The file itself is no work of an installation, so it stays.
		expect(uninstall(claude, of({ type: "command", ...hook }))).toEqual({ [path]: "{}" });
	});
	test.each(["cline", "amp", "opencode"])("and so it is with a file of %s", (name) => {
		const harness = hookedHarnesses.find((one) => one.name === name) as HookedHarness;
		const [file] = Object.keys(install(harness, {})).filter((one) => !one.endsWith(".json")) as [string];
		const text = `${install(harness, {})[file]}`;
		for (const theirs of [`#!/bin/sh\nmy-audit\nrules hook --harness ${name}\n`, `${text}my-audit\n`]) {
			expect(() => install(harness, { [file]: theirs })).toThrow(/it is not ours$/);
			expect(uninstall(harness, { [file]: theirs })).toEqual({ [file]: theirs });
		}
	});
});

describe("what earlier versions wrote, and what our pages tell to write, is ours", () => {
	const older = (codes: string): string =>
		`if command -v timeout >/dev/null; then set -- timeout -s KILL 12 "$@"; fi; "$@"; code=$?; case $code in ${codes}) exit $code;; *) echo "rules: not allowed" >&2; exit 2;; esac`;
	const named = (name: string): HookedHarness => hookedHarnesses.find((one) => one.name === name) as HookedHarness;
	const page = (name: string): string => {
		const text = readFileSync(join(root, "docs/harnesses", `${name}.md`), "utf8");
		return /^```sh\n([\s\S]*?)^```$/m.exec(text)?.[1] as string;
	};

	test.each([
		[
			"and changed variables of the harness",
			`d=/home/me/.bylaw/resident; f=$d/$$; n=$#; is=; set -C; if [ -O "$d" ] && [ -S "$d/socket" ] && [ -O "$d/socket" ] && read -r i <"/proc/$$/stat" && true >"$f"; then set +C; /usr/bin/cat >"$f"; exec <"$f"; r=$(for w; do set -- "$@" -H "rules-word: <$w>"; shift; done; exec /usr/bin/curl -q -s -f -m 3 --noproxy "*" --unix-socket "$d/socket" -H "rules-asker: $i" -H "rules-words: $n" -H "accept: text/x-rules-reply" -H expect: -H "content-type: application/json" --data-binary "@$f" "$@" http://rules/hook/codex); case $r in [0-9]*=rules=*=rules=*=rules=end) is=1; code=\${r%%=rules=*}; r=\${r#*=rules=}; said=\${r%%=rules=*}; r=\${r#*=rules=}; told=\${r%%=rules=*};; *) /usr/bin/rm -f "$f";; esac; fi 2>/dev/null; set +C; if command -v timeout >/dev/null; then set -- timeout -s KILL 10 "$@"; fi; if [ -n "$is" ]; then [ -z "$told" ] || printf "%s" "$told" >&2; answer=$said; [ "$code" = 0 ]; else answer=$("$@"); fi && case $answer in "{"*"}") printf "%s\\n" "$answer";; *) false;; esac || { echo "rules: no answer" >&2; exit 2; }`,
			"is=1",
		],
		[
			"and kept the question by `cat`",
			`set -- /home/me/.bylaw/resident "$@"; set -C; if [ -O "$1" ] && [ -S "$1/socket" ] && [ -O "$1/socket" ] && true >"$1/$$"; then set +C; /usr/bin/cat >"$1/$$"; exec <"$1/$$"; set -- "$(d=$1; shift; n=$#; for w; do set -- "$@" -H "rules-word: <$w>"; shift; done; read -r i <"/proc/$$/stat" && exec /usr/bin/curl -q -s -f -m 3 --noproxy "*" --unix-socket "$d/socket" -H "rules-asker: $i" -H "rules-words: $n" -H "accept: text/x-rules-reply" -H expect: -H "content-type: application/json" --data-binary "@$d/$$" "$@" http://rules/hook/codex)" "$@"; case $1 in [0-9]*=rules=*=rules=*=rules=end);; *) /usr/bin/rm -f "$2/$$"; shift;; esac; fi 2>/dev/null; set +C; case $1 in [0-9]*) code=\${1%%=rules=*}; r=\${1#*=rules=}; said=\${r%%=rules=*}; r=\${r#*=rules=}; told=\${r%%=rules=*}; [ -z "$told" ] || printf "%s" "$told" >&2; answer=$said; [ "$code" = 0 ];; *) shift; if command -v timeout >/dev/null; then set -- timeout -s KILL 12 "$@"; fi; answer=$("$@");; esac && case $answer in "{"*"}") printf "%s\\n" "$answer";; *) false;; esac || { echo "rules: no answer" >&2; exit 2; }`,
			"/usr/bin/cat",
		],
	])("the line that asked a resident, %s", (_, script, was) => {
		const [{ path } = { path: "" }] = filesOf(named("codex"));
		const words = "/opt/rules hook --harness codex --resident /home/me/.bylaw/resident";
		const hooksOf = (text: string): Record<string, string> => ({
			[path]: JSON.stringify({
				hooks: {
					PreToolUse: [
						{ matcher: "*", hooks: [{ type: "command", command: `/bin/sh -c '${text}' rules ${words}`, timeout: 15 }] },
					],
				},
			}),
		});
		expect(uninstall(named("codex"), hooksOf(script))).toEqual({ [path]: "{}" });
		expect(install(named("codex"), hooksOf(script))[path]).not.toContain(was);
		const changed = hooksOf(script.replace(was, `${was}2`));
		expect(uninstall(named("codex"), changed)).toEqual(changed);
	});

	test("in a list of Kiro's", () => {
		const path = "/work/it/agent.json";
		const command = `/bin/sh -c '${older("0")}' rules /opt/rules hook --harness kiro`;
		const text = JSON.stringify({ name: "me", hooks: { preToolUse: [{ matcher: "*", command, timeout_ms: 15000 }] } });
		expect(uninstall(named("kiro"), { [path]: text })).toEqual({ [path]: '{"name":"me"}' });
		expect(install(named("kiro"), { [path]: text })[path]).not.toContain(JSON.stringify(command));
		const changed = text.replace("exit $code", "my-audit; exit $code");
		expect(uninstall(named("kiro"), { [path]: changed })).toEqual({ [path]: changed });
	});

	test.each([
		[
			"amp",
			`#!/bin/sh\n# Asks the rules before each command; written by \`rules install\`, taken away by \`rules uninstall\`. No answer is a no.\nset -- /opt/rules hook --harness amp\n${older("0|1")}\n`,
		],
		["amp", page("amp")],
		["amp", '#!/bin/sh\nrules hook --harness amp\ncode=$?\n[ "$code" -le 2 ] || exit 2\nexit "$code"\n'],
		["cline", page("cline")],
	])("in a file of %s", (name, text) => {
		const [path] = filesOf(named(name)).flatMap((one) => (one.file.kind === "file" ? [one.path] : [])) as [string];
		expect(uninstall(named(name), { [path]: text })).toEqual({});
		expect(install(named(name), { [path]: text })).toEqual(install(named(name), {}));
		for (const theirs of [
			`${text}my-audit\n`,
			text.replace("rules hook", "rules hook; my-audit"),
			text.replace("hook", "hook $x"),
		])
			if (theirs !== text) expect(uninstall(named(name), { [path]: theirs })).toEqual({ [path]: theirs });
	});
});

describe("a command is ours", () => {
	test.each([
		"rules hook --harness codex",
		"rules hook --harness=codex --rules x || exit 2",
		"'/a b/rules' 'hook' '--harness' 'codex'",
		'["rules","hook","--harness","codex"]',
	])("%s", (command) => expect(isOurCommand(command, "codex")).toBe(true));
	test.each([
		"rules hook --harness codex-next",
		"rules hook --harness claude-code",
		"my-hook --harness codex",
		"rules check -- hook",
	])("%s is not", (command) => expect(isOurCommand(command, "codex")).toBe(false));
});
