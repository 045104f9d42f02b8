import { homedir } from "node:os";
import { isAbsolute } from "node:path";

/** Nobody can say where the home folder is. */
export class NoHome extends Error {
	override readonly name = "NoHome";
	readonly help = "set `HOME` to an absolute path";
}

/**
 * The user's home folder: `HOME`, or that of the user database where it is unset. Throws a `NoHome` where there is none, and where `HOME` is empty or relative: to a shell
 * `~` is then another folder than the one that a policy means, and what a policy says of `~` would hold for neither.
 */
export function homeFolder(): string {
	let home: string;
	try {
		home = homedir();
	} catch {
		throw new NoHome("nobody knows where the home folder is");
	}
	if (!isAbsolute(home))
		throw new NoHome(home === "" ? "`HOME` is empty" : `\`HOME\` is no absolute path: \`${home}\``);
	return home;
}
