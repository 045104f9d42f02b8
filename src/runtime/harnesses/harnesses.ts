/** Every harness that is known. The registry of the records. */

import { amp } from "./amp/amp.js";
import { claudeCode } from "./claude-code/claude-code.js";
import { cline } from "./cline/cline.js";
import { codex } from "./codex/codex.js";
import { copilotCli } from "./copilot-cli/copilot-cli.js";
import { cursor } from "./cursor/cursor.js";
import { geminiCli } from "./gemini-cli/gemini-cli.js";
import { goose } from "./goose/goose.js";
import type { Harness, HookedHarness } from "./harness.js";
import { kiro } from "./kiro/kiro.js";
import { opencode } from "./opencode/opencode.js";
import { openhands } from "./openhands/openhands.js";
import { aider } from "./others/aider.js";
import { antigravity } from "./others/antigravity.js";
import { augment } from "./others/augment.js";
import { continueDev } from "./others/continue.js";
import { crush } from "./others/crush.js";
import { factory } from "./others/factory.js";
import { junie } from "./others/junie.js";
import { kiloCode } from "./others/kilo-code.js";
import { kimi } from "./others/kimi.js";
import { mistralVibe } from "./others/mistral-vibe.js";
import { pi } from "./others/pi.js";
import { rooCode } from "./others/roo-code.js";
import { trae } from "./others/trae.js";
import { warp } from "./others/warp.js";
import { zed } from "./others/zed.js";
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

/** All of them. Of those without a hook it is known where they keep their settings, so that no agent of another harness rewrites them. */
export const harnesses: readonly Harness[] = [
	...hookedHarnesses,
	continueDev,
	rooCode,
	kiloCode,
	zed,
	junie,
	factory,
	aider,
	crush,
	augment,
	kimi,
	mistralVibe,
	trae,
	warp,
	antigravity,
	pi,
];
