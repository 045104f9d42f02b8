/** Every dialect. */
import { amp } from "./amp.js";
import { claudeCode } from "./claude-code.js";
import { cline } from "./cline.js";
import { codex } from "./codex.js";
import { copilotCli } from "./copilot-cli.js";
import { cursor } from "./cursor.js";
import type { Dialect } from "./dialect.js";
import { geminiCli } from "./gemini-cli.js";
import { kiro } from "./kiro.js";
import { opencode } from "./opencode.js";
import { qwenCode } from "./qwen-code.js";

export const dialects: readonly Dialect[] = [
	claudeCode,
	codex,
	geminiCli,
	qwenCode,
	copilotCli,
	cline,
	cursor,
	kiro,
	amp,
	opencode,
];
