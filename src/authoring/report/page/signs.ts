/** What stands before an effect on a page, so that nobody needs to see its colour. */
import type { Effect } from "../../../language/syntax/statements.js";

export const signs: Readonly<Record<Effect, string>> = { allow: "✓", ask: "?", nudge: "→", deny: "✕" };
