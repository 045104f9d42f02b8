/** Code that shows constants of its language (`puts RUBY_VERSION`, `echo PHP_VERSION, PHP_EOL;`); undefined for all other code, which is not read. */
import type { CodeUse } from "./code-use.js";

/** `ENV` of Ruby holds all variables. */
const shown = /^(?!.*\bENV\b)\s*(?:puts|p|pp|print|echo)\s+[A-Z][A-Z\d_]*(?:(?:::|\s*,\s*)[A-Z][A-Z\d_]*)*\s*;?\s*$/;

export const readConstants = (texts: readonly string[]): CodeUse | undefined =>
	texts.every((text) => shown.test(text)) ? { kind: "read", reads: [], writes: [], runs: [] } : undefined;
