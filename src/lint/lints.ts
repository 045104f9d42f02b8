/** Every lint, in the order of their names. */
import type { Lint } from "./lint.js";
import { missingDefault } from "./lints/missing-default.js";
import { missingOverride } from "./lints/missing-override.js";

export const lints: readonly Lint[] = [missingDefault, missingOverride];
