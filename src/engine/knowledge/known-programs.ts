/** Which programs are known, for whoever wants nothing else of them. */
import { programOfVersion } from "./lookup.js";
import { aliases, programs } from "./programs.generated.js";

/** Is something known of a program by this name? Its table is not made for that. */
export function isProgramKnown(name: string): boolean {
	const own = Object.hasOwn(aliases, name) ? (aliases[name] as string) : name;
	return Object.hasOwn(programs, own) || programOfVersion(name) !== undefined;
}
