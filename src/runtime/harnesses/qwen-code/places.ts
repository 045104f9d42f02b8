import type { HarnessPlaces } from "../places/harness-places.js";

export const places: HarnessPlaces = {
	project: [".qwen", ".qwenignore"],
	home: [],
	credentials: [".qwen/oauth_creds.json"],
	system: ["/etc/qwen-code", "/Library/Application Support/QwenCode"],
	instructions: ["QWEN.md"],
};
