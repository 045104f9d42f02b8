/**
 * The playground of the first page: a policy, and the box of `rules report` beside it. Everything runs in the page; nothing is sent anywhere.
 * What a module of the engine makes of the facts about programs when it is loaded needs them to be there, so the rest is loaded behind them.
 */
import { learnPrograms } from "../../src/authoring/report/page/learn-programs.js";
import type { Example } from "./policy-box.js";

/** Puts the playground into an element of the page; what is given back takes it out of the page's events again. */
export async function mountPlayground(place: HTMLElement, examples: readonly Example[]): Promise<() => void> {
	const facts = await fetch(new URL("facts.txt", import.meta.url));
	if (!facts.ok) throw new Error(`the facts about programs could not be loaded (${facts.status})`);
	await learnPrograms(await facts.text());
	const { showPolicyBox } = await import("./policy-box.js");
	return showPolicyBox(place, examples);
}
