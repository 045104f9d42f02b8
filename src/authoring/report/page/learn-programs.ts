/** Gives the page the facts about programs. In its bundle there are none to begin with: they come packed, beside the code. */
import type { Program } from "../../../engine/knowledge/program.js";
import { aliases, programs } from "../../../engine/knowledge/programs.generated.js";
import { unpackedText } from "./unpack.js";

interface Facts {
	readonly programs: Readonly<Record<string, Program>>;
	readonly aliases: Readonly<Record<string, string>>;
}

/** Unpacks and keeps them. */
export async function learnPrograms(packed: string): Promise<void> {
	const facts = JSON.parse(await unpackedText(packed)) as Facts;
	Object.assign(aliases, facts.aliases);
	const known = programs as Record<string, () => Program>;
	for (const [name, program] of Object.entries(facts.programs)) known[name] = () => program;
}
