import type { HarnessPlaces } from "../places/harness-places.js";

export const places: HarnessPlaces = {
	// Not the whole folder: agents work in `~/.codex/worktrees`.
	project: [
		".codex/config.toml",
		".codex/managed_config.toml",
		".codex/requirements.toml",
		".codex/hooks.json",
		".codex/hooks",
		".codex/rules",
		".codex/agents",
		".codex/skills",
		".codex/plugins",
		".codex/prompts",
		".codex/environments",
		".codex/AGENTS.md",
		".codex/AGENTS.override.md",
	],
	home: [".codex/auth.json"],
	credentials: [".codex/auth.json"],
	system: ["/etc/codex"],
	folders: [".codex"],
	variables: { CODEX_HOME: ".codex" },
	instructions: ["AGENTS.override.md"],
};
