/**
 * What a sandbox neither shows nor lets be written: the state that runs are decided and kept on record with. Policies are none of it: they may be read.
 */
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Bounds } from "../../../engine/decide/bounds/bounds.js";
import { ownInHome, ownInSystem, stateInHome, stateInSystem } from "../../harnesses/places/own-places.js";
import { privateFolder } from "../private-folder.js";

export interface OwnFiles {
	/** Folders by fixed names. They are kept from coming to be, too. Absolute. */
	readonly folders: readonly string[];
	/** What somebody named: it is there, or is not needed. Absolute. */
	readonly named: readonly string[];
}

/** Finds them. `governing`: as they were named for this run. */
export function ownFiles({ home, own }: Pick<Bounds, "home" | "own">, governing: readonly string[]): OwnFiles {
	const inHome = [...stateInHome, ...ownInHome.filter((place) => !holdsPolicies(place))];
	const homes = [home, homedir()].filter((folder) => folder !== undefined && isAbsolute(folder));
	return {
		folders: [
			...new Set([
				...homes.flatMap((folder) => inHome.map((place) => join(folder as string, place))),
				...stateInSystem,
				...ownInSystem.filter((place) => !holdsPolicies(place)),
				...(own?.state ?? []),
				...ownTemporaries(),
			]),
		],
		named: [...new Set(governing)],
	};
}

/** Where the settings of programs lie. */
function holdsPolicies(place: string): boolean {
	return place.startsWith(".config/") || place.startsWith("/etc/");
}

/** Outputs that were too long, and the placeholders that wait. */
function ownTemporaries(): readonly string[] {
	try {
		return [privateFolder()];
	} catch {
		return []; // then nothing is in it
	}
}
