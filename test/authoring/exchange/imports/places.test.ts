/** What is told of an entry has the place where the entry begins, whichever harness's file it stands in. */
import { expect, test } from "@jest/globals";
import { importAmpPermissions } from "../../../../src/authoring/exchange/imports/amp-permissions.js";
import { importClaudePermissions } from "../../../../src/authoring/exchange/imports/claude-permissions.js";
import { importCodex } from "../../../../src/authoring/exchange/imports/codex/codex-files.js";
import { importCopilotFlags } from "../../../../src/authoring/exchange/imports/copilot-flags.js";
import { importCursorPermissions } from "../../../../src/authoring/exchange/imports/cursor-permissions.js";
import { importGemini } from "../../../../src/authoring/exchange/imports/gemini/gemini-files.js";
import { importOpencodePermissions } from "../../../../src/authoring/exchange/imports/opencode-permissions.js";
import { imported, placesOf } from "../imported-answers.js";

test.each([
	[
		"Claude Code",
		importClaudePermissions,
		".claude/settings.json",
		'{\n "permissions": {\n  "deny": ["Bash(rm *)",\n   "Strange"],\n  "more": 1,\n  "defaultMode": "plan"\n },\n "hooks": {}\n}',
		[
			"tighter permissions.deny[0] 3:12",
			"left-out permissions.deny[1] 4:4",
			"tighter permissions.defaultMode 6:18",
			"left-out hooks 8:2",
			"left-out permissions.more 5:3",
		],
	],
	[
		"Codex",
		importCodex,
		"default.rules",
		'# mine\nprefix_rule(pattern=["rm"], decision="forbidden")\n  other_rule(x=1)\n',
		["tighter line 2 2:1", "left-out line 3 3:3", "tighter the whole"],
	],
	[
		"Copilot CLI",
		importCopilotFlags,
		"start.sh",
		"copilot \\\n  --deny-tool='shell(rm)' --add-dir=/x\n",
		["tighter line 2 2:3", "left-out line 2 2:27", "tighter the whole"],
	],
	[
		"Cursor",
		importCursorPermissions,
		"cli.json",
		'{\n "permissions": {\n  "deny": ["Shell(rm)",\n   "Strange(x)"],\n  "ask": []\n }\n}',
		[
			"tighter permissions.deny[0] 3:12",
			"left-out permissions.deny[1] 4:4",
			"left-out permissions.ask 5:3",
			"tighter the whole",
		],
	],
	[
		"Gemini CLI",
		importGemini,
		"own.toml",
		'[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "rm"\ndecision = "deny"\npriority = 2\n\n[[rule]]\ntoolName = "strange"\ndecision = "deny"\npriority = 1\n\n[[safety_checker]]\nx = 1\n',
		["left-out rule 2 7:1", "left-out safety_checker 12:1", "tighter rule 1 1:1", "tighter the whole"],
	],
	[
		"opencode",
		importOpencodePermissions,
		"opencode.json",
		'{\n "permission": {\n  "bash": {\n   "rm *": "deny"\n  },\n  "strange": "allow"\n }\n}',
		["left-out permission.strange 6:14", 'tighter permission.bash["rm *"] 4:12', "tighter the whole"],
	],
	[
		"Amp",
		importAmpPermissions,
		"settings.json",
		'{\n "amp.permissions": [\n  { "tool": "Bash", "matches": { "cmd": "rm *" }, "action": "reject" },\n  { "tool": "strange", "action": "allow" }\n ]\n}',
		["left-out amp.permissions[1] 4:3", "tighter amp.permissions[0] 3:3", "tighter the whole"],
	],
] as const)("%s", (_, reader, name, text, places) => {
	const { remarks } = imported(reader(text, name, { trusting: false }));
	expect([...new Set(placesOf(remarks, text))]).toEqual(places);
});
