import type { HarnessPlaces } from "../places/harness-places.js";

export const places: HarnessPlaces = {
	// Not the whole folder: agents work in `~/.cursor/worktrees`, and plans lie beside it.
	project: [
		".cursor/hooks.json",
		".cursor/hooks",
		".cursor/mcp.json",
		".cursor/cli.json",
		".cursor/cli-config.json",
		".cursor/permissions.json",
		".cursor/sandbox.json",
		".cursor/environment.json",
		".cursor/worktrees.json",
		".cursor/settings.json",
		".cursor/rules",
		".cursor/commands",
		".cursor/agents",
		".cursor/skills",
		".cursor/plugins",
		".cursor/extensions",
		".cursorignore",
		".cursorindexingignore",
	],
	home: [".config/Cursor/User"],
	system: ["/etc/cursor", "/Library/Application Support/Cursor"],
	folders: [".cursor"],
	instructions: [".cursorrules"],
};
