/** Fetches the facts about programs, which lie beside the code, and keeps them. What a module of the engine makes of them when it is loaded comes behind that. */
import { learnPrograms } from "../../src/authoring/report/page/learn-programs.js";

export async function loadFacts(): Promise<void> {
	const facts = await fetch(new URL("facts.txt", import.meta.url));
	if (!facts.ok) throw new Error(`the facts about programs could not be loaded (${facts.status})`);
	await learnPrograms(await facts.text());
}
