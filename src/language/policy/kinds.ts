/** Every rule kind, by its keyword. */
import type { RuleKeyword } from "../syntax/statements.js";
import { allow } from "./kinds/allow.js";
import { ask } from "./kinds/ask.js";
import { constrain } from "./kinds/constrain.js";
import { deny } from "./kinds/deny.js";
import type { Kind } from "./kinds/kind.js";
import { nudge } from "./kinds/nudge.js";

export const kinds: Readonly<Record<RuleKeyword, Kind>> = { allow, deny, ask, nudge, constrain };
