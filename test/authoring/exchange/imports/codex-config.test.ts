/** Codex's settings as a policy: what its sandbox holds back, what it says of servers, and what is left to it. */
import { describe, expect, test } from "@jest/globals";
import { importCodex } from "../../../../src/authoring/exchange/imports/codex/codex-files.js";
import { expectAnswers, faultOf, imported, placesOf } from "../imported-answers.js";

const read = (text: string, origin = "config.toml") => imported(importCodex(text, origin, { trusting: false }));

test.each<[string, string, readonly string[]]>([
	[
		"a sandbox that lets nothing be written",
		'sandbox_mode = "read-only"\n',
		[
			"ask ls",
			"deny touch a",
			"ask cat a",
			"deny cp a b",
			"ask tee /dev/null",
			"ask curl https://a.example",
			"allow file.read a",
			"ask file.read /etc/x",
			"deny file.write a",
			"free mcp.gh.get",
		],
	],
	[
		"nobody is asked: what the sandbox stops is denied",
		'sandbox_mode = "read-only"\napproval_policy = "never"\n',
		["deny curl https://a.example", "deny touch a", "ask ls"],
	],
	[
		"the workspace, the folder for what is temporary, and roots",
		'sandbox_mode = "workspace-write"\n[sandbox_workspace_write]\nwritable_roots = ["/opt/out/", "~/.cache/x"]\n',
		[
			"ask touch a",
			"ask touch /tmp/a",
			"ask touch /opt/out/a",
			"ask touch /home/me/.cache/x/y",
			"deny touch /opt/other",
			"deny touch /etc/x",
			"deny touch .git/config",
			"deny touch /opt/out/.git/hooks/x",
			"ask cat .git/config",
			"allow file.write a/b",
			"deny file.edit .git/config",
			"ask file.write /tmp/x",
			"deny file.write /etc/x",
			"ask curl https://a.example",
		],
	],
	[
		"without the folder for what is temporary, and with a network",
		'sandbox_mode = "workspace-write"\n[sandbox_workspace_write]\nexclude_slash_tmp = true\nnetwork_access = true\n',
		["deny touch /tmp/a", "ask curl https://a.example", "ask touch a"],
	],
	[
		"where all is asked about first, files are",
		'sandbox_mode = "workspace-write"\napproval_policy = "untrusted"\n',
		["ask file.write a", "deny file.write /etc/x"],
	],
	[
		"a question that is switched off is a denial",
		'sandbox_mode = "workspace-write"\napproval_policy = { granular = { sandbox_approval = false, rules = true } }\n',
		["deny curl https://a.example"],
	],
	[
		"all questions are asked",
		'sandbox_mode = "workspace-write"\n[approval_policy.granular]\nsandbox_approval = true\nrules = true\n',
		["ask curl https://a.example"],
	],
	[
		"no sandbox",
		'sandbox_mode = "danger-full-access"\napproval_policy = "never"\n',
		["ask touch /etc/x", "free file.write x"],
	],
	["a profile of permissions that is built in", 'default_permissions = ":read-only"\n', ["deny touch a"]],
	[
		"a profile of permissions with what it extends",
		[
			'default_permissions = "mine"',
			"[permissions.mine]",
			'extends = "base"',
			"[permissions.mine.filesystem]",
			'"~/.cache/uv" = "write"',
			'"/tmp" = "read"',
			'"/srv/secret" = "deny"',
			'[permissions.mine.filesystem.":workspace_roots"]',
			'"**/*.key" = "deny"',
			'"docs" = "none"',
			"[permissions.mine.network]",
			"enabled = true",
			"[permissions.base]",
			'extends = ":workspace"',
			"",
		].join("\n"),
		[
			"ask touch a",
			"deny touch /tmp/a",
			"ask touch /home/me/.cache/uv/x",
			"deny touch /opt/x",
			"deny touch .git/config",
			"deny cat /srv/secret/x",
			"deny cat a/b.key",
			"deny cat docs/x",
			"ask curl https://a.example",
			"allow file.write a",
			"deny file.read docs/x",
			"deny file.write /opt/x",
		],
	],
	[
		"a profile of permissions that extends nothing",
		'default_permissions = "mine"\n[permissions.mine.filesystem]\n":workspace_roots" = "write"\n[permissions.mine.network.domains]\n"a.example" = "allow"\n',
		["ask touch a", "deny touch /tmp/a", "ask curl https://a.example"],
	],
	[
		"addresses that are kept back, and nobody is asked",
		'approval_policy = "never"\ndefault_permissions = "mine"\n[permissions.mine.network]\nenabled = true\n[permissions.mine.network.domains]\n"*" = "allow"\n"evil.example" = "deny"\n',
		["deny curl https://a.example", "deny touch a"],
	],
	[
		"the older setting goes before a profile of permissions",
		'sandbox_mode = "workspace-write"\ndefault_permissions = ":read-only"\n',
		["ask touch a"],
	],
	[
		"a profile that is chosen: the stricter of both",
		'profile = "careful"\nsandbox_mode = "workspace-write"\n[profiles.careful]\nsandbox_mode = "read-only"\n[profiles.wild]\nsandbox_mode = "danger-full-access"\n',
		["deny touch a"],
	],
	[
		"a profile that is chosen opens nothing",
		'profile = "wild"\nsandbox_mode = "read-only"\n[profiles.wild]\nsandbox_mode = "danger-full-access"\napproval_policy = "never"\n',
		["deny touch a", "deny curl https://a.example"],
	],
	[
		"servers",
		[
			"[mcp_servers.gh]",
			'enabled_tools = ["get", "put", "drop"]',
			'disabled_tools = ["drop"]',
			'default_tools_approval_mode = "approve"',
			"[mcp_servers.gh.tools.put]",
			'approval_mode = "prompt"',
			"[mcp_servers.off]",
			"enabled = false",
			'default_tools_approval_mode = "approve"',
			"[mcp_servers.own]",
			'default_tools_approval_mode = "auto"',
			"[mcp_servers.own.tools.look]",
			'approval_mode = "approve"',
			"",
		].join("\n"),
		[
			"allow mcp.gh.get --x=y",
			"ask mcp.gh.put",
			"deny mcp.gh.drop",
			"deny mcp.gh.other",
			"deny mcp.off.x",
			"ask mcp.own.x",
			"allow mcp.own.look",
			"ask mcp.unknown.x",
			"free file.read x",
		],
	],
	[
		"servers beside a sandbox: their tools don't run in it",
		'sandbox_mode = "read-only"\n[mcp_servers.gh]\ndefault_tools_approval_mode = "approve"\n',
		["allow mcp.gh.get --path=a", "deny touch a"],
	],
	[
		"nobody is asked about a server's tool",
		'approval_policy = "never"\n[mcp_servers.gh]\ndefault_tools_approval_mode = "prompt"\n',
		["deny mcp.gh.get"],
	],
	[
		"two servers that have one name here",
		'[mcp_servers.a_b]\ndefault_tools_approval_mode = "approve"\nenabled_tools = ["x"]\n[mcp_servers."a-b"]\n',
		["deny mcp.a_b.x"],
	],
])("%s", (_, text, lines) => {
	expectAnswers(read(text), lines);
});

test("what stands beside is told, with its place in the file", () => {
	const text = [
		'model = "x"',
		'approval_policy = "on-request"',
		'notify = ["x"]',
		'web_search = "live"',
		"[shell_environment_policy]",
		'inherit = "none"',
		"[features]",
		"hooks = false",
		"[projects.'/x']",
		'trust_level = "trusted"',
		"[hooks]",
		"[profiles.fast]",
		"[sandbox_workspace_write]",
		"network_access = true",
		"",
	].join("\n");
	expect(placesOf(read(text).remarks, text)).toEqual([
		"left-out profiles.fast 12:1",
		"tighter approval_policy 2:1",
		"left-out notify 3:1",
		"left-out web_search 4:1",
		"left-out shell_environment_policy 5:1",
		"left-out features.hooks 8:1",
		"left-out projects 9:1",
		"left-out hooks 11:1",
		"tighter the whole",
		"tighter the whole",
	]);
});

test("what of the sandbox can't be said is told", () => {
	const text = 'sandbox_mode = "workspace-write"\n[sandbox_workspace_write]\nwritable_roots = ["out", "/a b"]\n';
	expect(read(text).remarks.map(({ place, source }) => `${place}: ${source}`)).toEqual(
		expect.arrayContaining([
			"sandbox_workspace_write: $TMPDIR",
			"sandbox_workspace_write.writable_roots: out",
			"sandbox_workspace_write.writable_roots: /a b",
		]),
	);
	const other = [
		'default_permissions = "mine"',
		"[permissions.mine.workspace_roots]",
		'"/x" = true',
		"[permissions.mine.filesystem]",
		'":root" = "deny"',
		'":tmpdir" = "write"',
		'":minimal" = "read"',
		"[permissions.mine.network]",
		"enabled = true",
		"[permissions.mine.network.domains]",
		'"a.example" = "allow"',
		"",
	].join("\n");
	expect(placesOf(read(other).remarks, other)).toEqual([
		"left-out permissions.mine.filesystem.:root 5:1",
		"tighter permissions.mine.filesystem.:tmpdir 6:1",
		"tighter permissions.mine.network.domains 10:1",
		"left-out permissions.mine.workspace_roots 2:1",
		"tighter default_permissions 1:1",
		"tighter the whole",
	]);
	const unheeded = 'sandbox_mode = "read-only"\n[permissions.mine]\n';
	expect(placesOf(read(unheeded).remarks, unheeded)).toContain("left-out permissions 2:1");
});

test.each<[string, string, string]>([
	["a mode that is none", 'sandbox_mode = "some"\n', "`sandbox_mode` is none of `read-only`"],
	["a policy that is none", 'approval_policy = "always"\n', "`approval_policy` is none of"],
	["a policy that is a number", "approval_policy = 1\n", "a table with `granular` in it"],
	[
		"roots that are no list",
		'[sandbox_workspace_write]\nwritable_roots = "x"\n',
		"`sandbox_workspace_write.writable_roots` should be a list of texts",
	],
	[
		"a network that is no truth",
		'sandbox_mode = "workspace-write"\n[sandbox_workspace_write]\nnetwork_access = "yes"\n',
		"`sandbox_workspace_write.network_access` should be true or false",
	],
	["a profile that is not there", 'profile = "x"\n', "there is no `profiles.x`"],
	[
		"a profile of permissions that is not there",
		'default_permissions = "mine"\n[permissions.other]\n',
		"there is no `permissions.mine`",
	],
	[
		"profiles of permissions in a circle",
		'default_permissions = "a"\n[permissions.a]\nextends = "b"\n[permissions.b]\nextends = "a"\n',
		"leads in a circle",
	],
	[
		"a profile of permissions that extends nothing that is there",
		'default_permissions = "a"\n[permissions.a]\nextends = "b"\n',
		"`permissions.a.extends` names no profile",
	],
	[
		"an access that is none",
		'default_permissions = "a"\n[permissions.a.filesystem]\n"/x" = "append"\n',
		"`permissions.a.filesystem./x` is none of",
	],
	["a server that is none", "mcp_servers.gh = 1\n", "`mcp_servers.gh` should be a table"],
	[
		"tools that are no texts",
		"[mcp_servers.gh]\nenabled_tools = [1]\n",
		"`mcp_servers.gh.enabled_tools` should be a list of texts",
	],
	["no TOML", "sandbox_mode = \n", "value"],
])("%s is a fault, at its place", (_, text, message) => {
	const fault = faultOf(importCodex(text, "config.toml", { trusting: false }));
	expect(fault.message).toContain(message);
	expect(fault.at).toBeLessThanOrEqual(text.length);
});

describe("which kind of file it is", () => {
	const rules = '# mine\nprefix_rule(pattern=["git"], decision="forbidden")\n';
	const config = '# mine\nsandbox_mode = "read-only"\n';
	test.each([
		["default.rules", rules, "Codex's rules"],
		["config.toml", config, "Codex's settings"],
		["it", rules, "Codex's rules"],
		["it", config, "Codex's settings"],
		["it", '[mcp_servers."a"]\n', "Codex's settings"],
	])("%s", (name, text, readAs) => {
		expect(read(text, name).readAs).toBe(readAs);
	});

	test("a name that says another kind than the text is heeded", () => {
		expect(faultOf(importCodex(rules, "config.toml", { trusting: false })).message).not.toBe("");
		expect(faultOf(importCodex(config, "x.rules", { trusting: false })).message).not.toBe("");
	});
});
