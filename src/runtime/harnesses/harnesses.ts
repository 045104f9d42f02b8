/** Every harness that is known. The registry of the records. */

import { amp } from "./amp/amp.js";
import { claudeCode } from "./claude-code/claude-code.js";
import { cline } from "./cline/cline.js";
import { codex } from "./codex/codex.js";
import { copilotCli } from "./copilot-cli/copilot-cli.js";
import { cursor } from "./cursor/cursor.js";
import { geminiCli } from "./gemini-cli/gemini-cli.js";
import { goose } from "./goose/goose.js";
import type { HookedHarness } from "./harness.js";
import type { Harness } from "./harness-places.js";
import { kiro } from "./kiro/kiro.js";
import { opencode } from "./opencode/opencode.js";
import { openhands } from "./openhands/openhands.js";
import { otherHarnesses } from "./places.js";
import { qwenCode } from "./qwen-code/qwen-code.js";
import { vsCode } from "./vs-code/vs-code.js";
import { windsurf } from "./windsurf/windsurf.js";

/** Those that ask a hook of ours, in the order in which people are told of them. */
export const hookedHarnesses: readonly HookedHarness[] = [
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
	vsCode,
	windsurf,
	goose,
	openhands,
];

/** All of them. */
export const harnesses: readonly Harness[] = [...hookedHarnesses, ...otherHarnesses];
