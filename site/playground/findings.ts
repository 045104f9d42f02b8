/** What `rules lint` says of a policy; empty where it finds nothing. */
import { lint } from "../../src/authoring/lint/lint.js";
import { renderText } from "../../src/language/diagnostic/render-text.js";
import { loadPolicy } from "./load-policy.js";

export function findingsOf(policy: string): string {
	const loaded = loadPolicy(policy);
	return renderText(lint(loaded), loaded.sources);
}
