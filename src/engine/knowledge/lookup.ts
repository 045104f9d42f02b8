/** The facts of a program by its name. */
import { programInOneShape } from "./one-shape.js";
import type { Program } from "./program.js";
import { aliases, programs } from "./programs.generated.js";

/** What is known of a program by its bare name or an alias; undefined for every other word, `constructor` and `__proto__` included. */
export function programNamed(name: string): Program | undefined {
	const known = made.get(name);
	if (known !== undefined) return known;
	const own = Object.hasOwn(aliases, name) ? (aliases[name] as string) : name;
	if (!Object.hasOwn(programs, own)) return programOfVersion(name);
	const program = made.get(own) ?? programInOneShape((programs[own] as () => Program)());
	made.set(own, program).set(name, program);
	return program;
}

/** `php8.2`, `node18`, `gcc-12`, `python3.13t`: programs that run or make code are installed with their versions behind their names, side by side. */
export function programOfVersion(name: string): Program | undefined {
	const base = /^([a-z][a-z+]*)-?\d[\d.]*[dmt]?(?:-dbg|-\w+-linux-gnu)?$/i.exec(name)?.[1];
	const program = base === undefined ? undefined : programNamed(base);
	return program?.powers.includes("code") || makers.has(program?.name) ? program : undefined;
}

/** Those of them that only make code, or fetch it. */
const makers: ReadonlySet<string | undefined> = new Set(["clang", "gcc", "gem", "go", "pip"]);

/** Those that were asked for, by each name that they were asked for by. */
const made = new Map<string, Program>();
