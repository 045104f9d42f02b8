/** Gives the page the facts about programs. In its bundle there are none to begin with: they come packed, beside the code. */
import type { Program } from "../../../engine/knowledge/program.js";
import { aliases, programs } from "../../../engine/knowledge/programs.generated.js";

interface Facts {
	readonly programs: Readonly<Record<string, Program>>;
	readonly aliases: Readonly<Record<string, string>>;
}

/** Unpacks and keeps them. */
export async function learnPrograms(packed: string): Promise<void> {
	const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
	const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
	const facts = JSON.parse(await new Response(unpacked).text()) as Facts;
	Object.assign(aliases, facts.aliases);
	const known = programs as Record<string, () => Program>;
	for (const [name, program] of Object.entries(facts.programs)) known[name] = () => program;
}
