/** Which programs are known, for whoever wants nothing else of them. */
import { aliases, programs } from "./programs.generated.js";

/** Is something known of a program by this name? Its table is not made for that. */
export function isProgramKnown(name: string): boolean {
	return Object.hasOwn(programs, Object.hasOwn(aliases, name) ? (aliases[name] as string) : name);
}
