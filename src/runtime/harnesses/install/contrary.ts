/** What is said of a setting that should keep those below from switching a hook off, and says something else already. */
import type { Lock } from "./registration.js";

export function contrary({ steps, value, against }: Lock): string {
	return `\`${steps.join(".")}\` says something else than \`${JSON.stringify(value)}\`, ${against}`;
}
