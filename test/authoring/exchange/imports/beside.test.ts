/** What stands beside the permissions of a harness is in the report, with what it means. */
import { expect, test } from "@jest/globals";
import { importAmpPermissions } from "../../../../src/authoring/exchange/imports/amp-permissions.js";
import { importClaudePermissions } from "../../../../src/authoring/exchange/imports/claude-permissions.js";
import { importCursorPermissions } from "../../../../src/authoring/exchange/imports/cursor-permissions.js";
import { importOpencodePermissions } from "../../../../src/authoring/exchange/imports/opencode-permissions.js";

test.each([
	[
		"Claude Code",
		importClaudePermissions,
		{
			permissions: { allow: ["Bash(ls)"] },
			sandbox: { enabled: true },
			hooks: {},
			disableAllHooks: true,
			enableAllProjectMcpServers: true,
			model: "x",
		},
		[
			"sandbox: what its sandbox",
			"hooks: its programs",
			"disableAllHooks: rules doctor",
			"enableAllProjectMcpServers: which servers",
		],
	],
	[
		"Amp",
		importAmpPermissions,
		{
			"amp.permissions": [{ tool: "Bash", action: "ask" }],
			"amp.dangerouslyAllowAll": true,
			"amp.mcpServers": {},
			"amp.tools.disable": ["Task"],
			"amp.guardedFiles.allowlist": ["x"],
			"amp.notifications.sound": true,
		},
		[
			"amp.dangerouslyAllowAll: without a question",
			"amp.mcpServers: which servers",
			"amp.tools.disable: which tools",
			"amp.guardedFiles.allowlist: it goes on",
		],
	],
	[
		"Cursor",
		importCursorPermissions,
		{ version: 1, permissions: { allow: ["Shell(ls)"] }, approvalMode: "unrestricted", sandbox: { mode: "disabled" } },
		["approvalMode: without a question", "sandbox: what its sandbox"],
	],
	[
		"opencode",
		importOpencodePermissions,
		{
			permission: { bash: "ask" },
			tools: { bash: false, write: false },
			plugin: ["./x.js"],
			mcp: {},
			theme: "x",
			experimental: { hook: {}, x: 1 },
			agent: { writer: { permission: { bash: "deny" }, tools: { edit: false } } },
		},
		[
			"agent.writer.tools: which tools",
			"tools: which tools",
			"plugin: its programs",
			"mcp: which servers",
			"experimental.hook: its programs",
		],
	],
] as const)("%s", (_, reader, settings, expected) => {
	const read = reader(JSON.stringify(settings), ".settings.json", { trusting: false });
	if ("message" in read) throw new Error(read.message);
	const told = read.remarks.filter(({ message }) => message.includes("a policy has nothing that stands for it"));
	expect(told.map(({ place }) => place)).toEqual(expected.map((one) => one.split(": ")[0]));
	for (const [at, one] of told.entries())
		expect(one.message.replaceAll("`", "")).toContain(expected[at]?.split(": ")[1]);
});
