import type { HarnessPlaces } from "../places/harness-places.js";

export const places: HarnessPlaces = {
	// Not the whole folder: agents work in `.claude/worktrees`, and plans and notes lie beside it.
	project: [
		".claude/settings.json",
		".claude/settings.local.json",
		".claude/hooks",
		".claude/plugins",
		".claude/skills",
		".claude/commands",
		".claude/agents",
		".claude/workflows",
		".claude/output-styles",
		".claude/rules",
		".claude/CLAUDE.md",
		".claude/mcp.json",
		".claude/loop.md",
		".claude/scheduled_tasks.json",
		".mcp.json",
	],
	home: [".claude.json", ".claude/.credentials.json", ".claude/keybindings.json", ".claude/remote-settings.json"],
	credentials: [".claude/.credentials.json"],
	system: ["/etc/claude-code", "/Library/Application Support/ClaudeCode"],
	folders: [".claude"],
	variables: { CLAUDE_CONFIG_DIR: ".claude" },
	instructions: ["CLAUDE.md", "CLAUDE.local.md"],
};
