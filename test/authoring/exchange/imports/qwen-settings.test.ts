/** Qwen Code's settings as a policy: its permissions, its older lists and its servers. */
import { expect, test } from "@jest/globals";
import { importQwenSettings } from "../../../../src/authoring/exchange/imports/qwen-settings.js";
import { expectAnswers, faultOf, imported, placesOf } from "../imported-answers.js";

const text = (settings: object): string => JSON.stringify(settings, null, 2);
const read = (settings: object, trusting = false) =>
	imported(importQwenSettings(text(settings), ".qwen/settings.json", { trusting }));

test.each<[string, object, readonly string[]]>([
	[
		"commands: a text is a beginning, up to a blank",
		{
			permissions: {
				allow: ["Bash(git status)", "Shell(npm run *)"],
				deny: ["run_shell_command(rm)"],
				ask: ["Bash(git push:*)"],
			},
		},
		["allow git status -s", "ask git log", "allow npm run x", "deny rm x", "ask git push x"],
	],
	[
		"the strictest decides",
		{ permissions: { allow: ["Bash"], ask: ["Bash(git *)"], deny: ["Bash(git push *)"] } },
		["allow ls", "ask git log", "deny git push"],
	],
	[
		"a denial that no pattern says is asked about",
		{ permissions: { allow: ["Bash"], deny: ["Bash(echo $HOME)"] } },
		["ask ls"],
	],
	[
		"names that stand for several tools",
		{ permissions: { deny: ["Read(secret/**)", "WriteFile"], allow: ["Edit(/src/**)", "Grep"] } },
		[
			"deny file.read secret/a",
			"deny file.search x secret",
			"deny cat secret/a",
			"allow file.edit src/a",
			"deny file.write src/a",
			"ask file.edit a",
			"allow file.search x .",
		],
	],
	[
		"a host stands for those below it",
		{ permissions: { allow: ["WebFetch(api.example)", "WebFetch(*)"], deny: ["WebFetch(domain:evil.example)"] } },
		[
			"allow web.fetch https://api.example/x",
			"allow web.fetch https://a.b.api.example/x",
			"ask web.fetch https://xapi.example/",
			"deny web.fetch https://a.evil.example/",
		],
	],
	[
		"agents, skills, servers",
		{
			permissions: {
				allow: ["Agent(Explore)", "mcp__gh", "mcp__a__b(x)"],
				deny: ["Skill(deploy)", "Agent(model:opus)"],
				ask: ["mcp__gh__drop"],
			},
		},
		[
			"deny agent.start Explore",
			"deny agent.skill deploy",
			"ask agent.skill x",
			"allow mcp.gh.get",
			"ask mcp.gh.drop",
			"ask mcp.a.b",
		],
	],
	[
		"the older lists",
		{ tools: { allowed: ["run_shell_command(git)", "write_file"], exclude: ["edit"], disabled: ["web_fetch"] } },
		["allow git log", "deny file.write a", "deny file.edit a", "deny web.fetch https://a.example"],
	],
	[
		"a list of tools takes away the others of its kind, and opens none",
		{ tools: { core: ["ReadFile", "glob"] }, mcpServers: { gh: { trust: true } } },
		[
			"deny ls",
			"allow file.read a",
			"allow file.list .",
			"deny file.search x .",
			"deny file.write a",
			"deny file.edit a",
			"allow mcp.gh.x",
		],
	],
	["an empty list counts as none", { tools: { core: [] } }, ["ask ls", "free file.read a"]],
	[
		"servers by stars",
		{ mcp: { allowed: ["g*", "x?"], excluded: ["ge?"] }, mcpServers: { gh: { trust: true } } },
		["allow mcp.gh.a", "deny mcp.gex.a", "deny mcp.other.a", "deny mcp.xy.a"],
	],
])("%s", (_, settings, lines) => {
	expectAnswers(read(settings), lines);
});

test("what stands beside is told, with its place", () => {
	const settings = {
		permissions: { allow: ["Monitor", "Read(a)"], defaultMode: "x" },
		tools: { approvalMode: "yolo", sandbox: true, executionSandbox: {} },
		security: { folderTrust: {} },
		context: { includeDirectories: ["../x"] },
		hooks: {},
		disableAllHooks: true,
	};
	const { remarks } = read(settings);
	expect(placesOf(remarks, text(settings))).toEqual([
		"left-out permissions.allow[0] 4:7",
		"tighter permissions.allow[1] 5:7",
		"looser permissions.allow[1] 5:7",
		"tighter context.includeDirectories[0] 19:7",
		"left-out hooks 22:3",
		"left-out disableAllHooks 23:3",
		"left-out tools.approvalMode 10:5",
		"left-out tools.sandbox 11:5",
		"left-out tools.executionSandbox 12:5",
		"left-out security.folderTrust 15:5",
		"tighter the whole",
	]);
});

test.each<[string, object | string, string]>([
	["a list that is none", { permissions: { deny: "x" } }, "`permissions.deny` should be a list"],
	["an older form", { allowMCPServers: ["x"] }, "write `mcp.allowed`"],
	["no object", "[]", "it should be an object"],
])("%s is a fault", (_, settings, message) => {
	const source = typeof settings === "string" ? settings : text(settings);
	expect(faultOf(importQwenSettings(source, "settings.json", { trusting: false })).message).toContain(message);
});
