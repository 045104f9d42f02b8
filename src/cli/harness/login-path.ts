/**
 * The `PATH` that a harness is started with. `npx`, `npm run` and their like put folders before it for what they start, and these are gone when a harness
 * starts a hook: a program that was found there is missing then, or is another one.
 */
import { realpathSync } from "node:fs";
import { delimiter, join } from "node:path";

type Variables = Readonly<Record<string, string | undefined>>;

/** `PATH` without the folders of a starter of scripts. Whoever was started by none has it as it is. */
export function loginPath(variables: Variables): string {
	const { PATH = "", BERRY_BIN_FOLDER: ofYarn } = variables;
	if (ofYarn === undefined && !Object.keys(variables).some((name) => /^npm_/i.test(name))) return PATH;
	return PATH.split(delimiter)
		.filter((folder) => folder !== ofYarn && !ofStarters.test(folder))
		.join(delimiter);
}

/** Of packages, of npm's own compiler, and the folders that Yarn and Bun make for a while. */
const ofStarters = /(?:^|\/)(?:node_modules\/\.bin|node-gyp-bin|yarn--\d+-[\d.]+|bun-node-[^/]*)\/?$/;

/** The first program of this name on such a path, by its folder. */
export function folderOnPath(path: string, program: string): string | undefined {
	return path.split(delimiter).find((folder) => realPath(join(folder, program)) !== undefined);
}

/** Where a path leads; undefined where it leads nowhere. */
export function realPath(path: string): string | undefined {
	try {
		return realpathSync(path);
	} catch {
		return undefined;
	}
}

/** What is typed in this folder to start this very program: `rules`, or what starts it where that name leads elsewhere. */
export function typedProgram(): string {
	const own = realPath(process.argv[1] ?? "");
	const folder = folderOnPath(loginPath(process.env), "rules");
	const isNamed = folder !== undefined && realPath(join(folder, "rules")) === own;
	if (isNamed || loginPath(process.env) === process.env.PATH) return "rules";
	// The package's own name leads to it, wherever it was fetched to.
	return realPath(join("node_modules", ".bin", "rules")) === own ? "npx rules" : "npx bylaw";
}
