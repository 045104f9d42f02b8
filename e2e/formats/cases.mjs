/**
 * What is held against the real matchers: a policy that is exported to each of them, permissions of each of them that are imported, and the lines that both sides are asked
 * about. Programs are stubs in a throw-away folder where a line is run.
 */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";

/** What the programs do: both policies, the exported and the imported, are to know it. */
export const programs = `program zread can read { option -n  option --all }
program zsort can read { option -r  option --output PATH write }
program zgit can read { option -C PATH read  option --short  option --output PATH write }
program zmake can read
program zcat can read
program zpublish can network
program zrm can delete
`;

/** Exported. */
export const policy = `agent default {
	default deny
	syntax pipes, sequences
	allow zread
	allow zgit status, zgit log granting everything
	allow exactly zmake test
	allow zsort granting everything
	ask zpublish
	deny zrm because "Nothing is deleted."
	deny * touching **/.env
	constrain zcat to .
	allow zcat
}
${programs}`;

/** What both sides are asked about. */
export const lines = [
	"zread",
	"zread a b",
	"zread -n a",
	"zread .env",
	"zread a; zread b",
	"zread a && zrm b",
	"zread a | zsort",
	"zread a > made",
	"zread a &",
	"zread $(zrm b)",
	"zread $HOME",
	"zread 'a b'",
	"zread a\nzrm b",
	"zreader",
	"/usr/bin/zread a",
	"FOO=1 zread a",
	"env zread a",
	"timeout 5 zread a",
	"bash -c 'zread a'",
	"zgit status",
	"zgit status --short",
	"zgit -C x status",
	"zgit log --output=made",
	"zgit push",
	"zmake test",
	"zmake test x",
	"zsort",
	"zsort -r a",
	"zpublish",
	"zrm a",
	"bash -c 'zrm a'",
	"env zrm a",
	"zcat /etc/passwd",
	"zother",
	"> made",
	"cat given",
];

/** Exported as well, for harnesses that say where files may be changed; with files that both sides are asked about. */
export const filesPolicy = `agent default {
	default deny
	govern files
	allow file.write, file.edit within src
	deny * touching **/.env
}
`;
export const written = [
	"src/a",
	"src/deep/a",
	"b",
	"src/.env",
	"src/.claude/settings.json",
	"src/team.rules",
	"src/out/a",
	"in/a",
	"other/src/a",
];

/** Links that lead out of the folder, and into it. */
export function filesTree(workspace) {
	for (const folder of ["src/deep", "src/.claude", "elsewhere", "other/src"])
		mkdirSync(join(workspace, folder), { recursive: true });
	symlinkSync(join(workspace, "elsewhere"), join(workspace, "src/out"));
	symlinkSync(join(workspace, "src"), join(workspace, "in"));
}

const simple = [
	["allow", "zread"],
	["allow", "zgit status"],
	["deny", "zgit"],
	["ask", "zpublish"],
	["deny", "zrm"],
	["allow", "zsort"],
];

/** Imported: what people write, in each format. */
export const permissions = {
	"claude-code": JSON.stringify({
		permissions: {
			allow: ["Bash(zread:*)", "Bash(zgit status *)", "Bash(zmake test)", "Bash(zsort *)"],
			ask: ["Bash(zpublish *)"],
			deny: ["Bash(zrm *)", "Bash(zgit push:*)"],
		},
	}),
	codex: `prefix_rule(pattern=["zread"], decision="allow")
prefix_rule(pattern=["zgit", ["status", "log"]], decision="allow")
prefix_rule(pattern=["zpublish"], decision="prompt")
prefix_rule(pattern=["zrm"], decision="forbidden", justification="Nothing is deleted.")
prefix_rule(pattern=["zsort"], decision="allow")
prefix_rule(pattern=["zsort", "-r"], decision="forbidden")
`,
	"gemini-cli": simple
		.map(
			([kind, prefix], at) => `[[rule]]
toolName = "run_shell_command"
commandPrefix = "${prefix}"
decision = "${kind === "ask" ? "ask_user" : kind}"
priority = ${200 - at}
`,
		)
		.join(""),
	"gemini-settings": JSON.stringify({
		tools: {
			allowed: simple.filter(([kind]) => kind === "allow").map(([, prefix]) => `run_shell_command(${prefix})`),
			exclude: simple.filter(([kind]) => kind === "deny").map(([, prefix]) => `run_shell_command(${prefix})`),
		},
	}),
	opencode: JSON.stringify({
		permission: {
			bash: { "*": "ask", ...Object.fromEntries([...simple].reverse().map(([kind, prefix]) => [`${prefix} *`, kind])) },
		},
	}),
	"copilot-cli": simple
		.filter(([kind]) => kind !== "ask")
		.map(([kind, prefix]) => `'--${kind}-tool=shell(${prefix})'\n`)
		.join(""),
	amp: JSON.stringify({
		"amp.permissions": [
			...simple.map(([kind, prefix]) => ({
				tool: "Bash",
				matches: { cmd: [prefix, `${prefix} *`] },
				action: kind === "deny" ? "reject" : kind,
			})),
			{ tool: "Bash", action: "ask" },
		],
	}),
};
