/** The facts of a program by its name. */
import type { Program } from "./program.js";
import { programs } from "./programs.generated.js";

/** What is known of a program by its bare name or an alias; undefined for every other word, `constructor` and `__proto__` included. */
export function programNamed(name: string): Program | undefined {
	return byName.get(name);
}

const byName: ReadonlyMap<string, Program> = new Map(
	Object.values(programs).flatMap((program) =>
		[program.name, ...program.aliases].map((name) => [name, program] as const),
	),
);
