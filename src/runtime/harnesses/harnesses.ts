/** Every harness that is known. The registry of the records. */

import { amp } from "./amp/amp.js";
import { claudeCode } from "./claude-code/claude-code.js";
import { cline } from "./cline/cline.js";
import { codex } from "./codex/codex.js";
import { copilotCli } from "./copilot-cli/copilot-cli.js";
import { cursor } from "./cursor/cursor.js";
import type { Dialect } from "./dialect/dialect.js";
import { geminiCli } from "./gemini-cli/gemini-cli.js";
import { goose } from "./goose/goose.js";
import type { HookedHarness, HookRecord } from "./harness.js";
import { kiloCode } from "./kilo-code/kilo-code.js";
import { kiro } from "./kiro/kiro.js";
import { opencode } from "./opencode/opencode.js";
import { openhands } from "./openhands/openhands.js";
import type { Harness } from "./places/harness-places.js";
import { otherHarnesses, placesOfHooked } from "./places/places-by-harness.js";
import { qwenCode } from "./qwen-code/qwen-code.js";
import { vsCode } from "./vs-code/vs-code.js";
import { windsurf } from "./windsurf/windsurf.js";

type HookedName = keyof typeof placesOfHooked;

/** One for each harness whose places are known, or this does not compile. */
const records: Readonly<Record<HookedName, HookRecord>> = {
	"claude-code": claudeCode,
	codex,
	"gemini-cli": geminiCli,
	"qwen-code": qwenCode,
	"copilot-cli": copilotCli,
	cline,
	cursor,
	kiro,
	amp,
	opencode,
	"kilo-code": kiloCode,
	"vs-code": vsCode,
	windsurf,
	goose,
	openhands,
};

/** The names of those that ask a hook of ours, in the order in which people are told of them: that of their places. */
export const hookedNames = Object.keys(placesOfHooked) as readonly HookedName[];

/** The dialect of one of them. A hook asks for no more, and its bundle loads no other record. */
export function dialectNamed(name: string | undefined): Dialect | undefined {
	const found = hookedNames.find((one) => one === name);
	return found && records[found].dialect;
}

/** All that is known of them. */
export const hookedHarnesses: readonly HookedHarness[] = /* @__PURE__ */ hookedNames.map((name) => ({
	name,
	title: records[name].dialect.title,
	places: placesOfHooked[name],
	...records[name],
}));

/** All of them. */
export const harnesses: readonly Harness[] = /* @__PURE__ */ [hookedHarnesses, otherHarnesses].flat();
