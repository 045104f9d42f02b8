/** The facts of a program by its name. */
import { programInOneShape } from "./one-shape.js";
import type { Program } from "./program.js";
import { aliases, programs } from "./programs.generated.js";

/** What is known of a program by its bare name or an alias; undefined for every other word, `constructor` and `__proto__` included. */
export function programNamed(name: string): Program | undefined {
	const own = Object.hasOwn(aliases, name) ? (aliases[name] as string) : name;
	const known = made.get(own);
	if (known !== undefined || !Object.hasOwn(programs, own)) return known;
	const program = programInOneShape((programs[own] as () => Program)());
	made.set(own, program);
	return program;
}

/** Those that were asked for. */
const made = new Map<string, Program>();
