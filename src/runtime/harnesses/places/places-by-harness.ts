/** Where the settings of every harness lie. The registry that deciding and the sandbox read; `harnesses.ts` has the rest of the records. */

import { places as amp } from "../amp/places.js";
import { places as claudeCode } from "../claude-code/places.js";
import { places as cline } from "../cline/places.js";
import { places as codex } from "../codex/places.js";
import { places as copilotCli } from "../copilot-cli/places.js";
import { places as cursor } from "../cursor/places.js";
import { places as geminiCli } from "../gemini-cli/places.js";
import { places as goose } from "../goose/places.js";
import { places as kiloCode } from "../kilo-code/places.js";
import { places as kiro } from "../kiro/places.js";
import { places as opencode } from "../opencode/places.js";
import { places as openhands } from "../openhands/places.js";
import { aider } from "../others/aider.js";
import { antigravity } from "../others/antigravity.js";
import { augment } from "../others/augment.js";
import { continueDev } from "../others/continue.js";
import { crush } from "../others/crush.js";
import { factory } from "../others/factory.js";
import { junie } from "../others/junie.js";
import { kimi } from "../others/kimi.js";
import { mistralVibe } from "../others/mistral-vibe.js";
import { pi } from "../others/pi.js";
import { rooCode } from "../others/roo-code.js";
import { trae } from "../others/trae.js";
import { warp } from "../others/warp.js";
import { zed } from "../others/zed.js";
import { places as qwenCode } from "../qwen-code/places.js";
import { places as vsCode } from "../vs-code/places.js";
import { places as windsurf } from "../windsurf/places.js";
import type { Harness, HarnessPlaces } from "./harness-places.js";

/** Those without a hook of ours. It is known where they keep their settings, so that no agent of another harness rewrites them. */
export const otherHarnesses: readonly Harness[] = [
	continueDev,
	rooCode,
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

/** Those with a hook of ours, in the order in which people are told of them. Each has its record in `harnesses.ts`. */
export const placesOfHooked = {
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
} as const satisfies Readonly<Record<string, HarnessPlaces>>;

/** Skills and agents of the common convention, and the texts that nearly all harnesses read: none owns them. */
const shared: HarnessPlaces = {
	project: [".agents"],
	home: [".config/agents"],
	system: [],
	instructions: ["AGENTS.md"],
};

/** Of every harness, and those that several share. */
export const allHarnessPlaces: readonly HarnessPlaces[] = [
	...Object.values(placesOfHooked),
	...otherHarnesses.map(({ places }) => places),
	shared,
];
