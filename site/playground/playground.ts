/** The playground of the first page: a policy, and the box of `rules report` beside it. Everything runs in the page; nothing is sent anywhere. */
import { loadFacts } from "./load-facts.js";
import type { Example } from "./policy-box.js";

/** Puts the playground into an element of the page; what is given back takes it out of the page's events again. */
export async function mountPlayground(place: HTMLElement, examples: readonly Example[]): Promise<() => void> {
	await loadFacts();
	const { showPolicyBox } = await import("./policy-box.js");
	return showPolicyBox(place, examples);
}
