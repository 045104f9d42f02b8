/**
 * Where policies lie: files, folders, shipped packs, and the policy of a folder or the nearest above.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { policyNames } from "../harnesses/places/own-places.js";

const endings = [".rules", ".rules.yaml", ".rules.yml"] as const;

/** The policy file of a folder, or of the nearest folder above that has one. */
export function nearestPolicy(folder: string): string | undefined {
	for (let at = resolve(folder); ; at = dirname(at)) {
		const folder = at.endsWith(sep) ? at : `${at}${sep}`;
		const name = policyNames.find((one) => existsSync(folder + one));
		if (name !== undefined) return folder + name;
		if (dirname(at) === at) return undefined;
	}
}

/** The same by the name that people would write in that folder: relative, when the file lies in it. */
export function nearestPolicyName(folder: string): string | undefined {
	const path = nearestPolicy(folder);
	const short = path && relative(folder, path);
	return short?.startsWith("..") ? path : short;
}

/** Is this a policy file by its name? */
export function isPolicyName(name: string): boolean {
	return endings.some((ending) => name.endsWith(ending));
}

/** The policy files of a folder and the folders in it, sorted; hidden ones and `node_modules` are left out. */
export function policiesIn(folder: string): readonly string[] {
	const found: string[] = [];
	const visit = (at: string, depth: number): void => {
		for (const entry of readdirSync(at, { withFileTypes: true })) {
			if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
			if (entry.isDirectory() && depth < 16) visit(join(at, entry.name), depth + 1);
			else if (entry.isFile() && isPolicyName(entry.name)) found.push(join(at, entry.name));
		}
	};
	visit(folder, 0);
	return found.sort();
}

/** The folder of this program: that of its `package.json`; undefined where it was taken out of its package. */
export function programFolder(): string | undefined {
	if (own !== undefined) return own.folder;
	// Whoever puts it into a bundle of their own may leave that out.
	let at: string | undefined = import.meta.dirname;
	for (let up = 0; at !== undefined && up < 5 && own === undefined; up++) {
		if (existsSync(join(at, "package.json"))) own = { folder: at };
		at = dirname(at);
	}
	own ??= { folder: undefined };
	return own.folder;
}

/** A program stays where it is while it runs. */
let own: { readonly folder: string | undefined } | undefined;

/** The folder of the shipped packs: `rules/` beside the package's own files. */
export function packFolder(): string {
	const program = programFolder();
	if (program !== undefined && existsSync(join(program, "rules"))) return join(program, "rules");
	throw new Error("the folder of the shipped packs is missing: this installation of bylaw is broken");
}

/** The names of the shipped packs. */
export function packNames(): readonly string[] {
	return readdirSync(packFolder())
		.filter(isPolicyName)
		.map((name) => basename(name).replace(/\.rules(\.ya?ml)?$/, ""))
		.sort();
}

/** A pack's file by its name; undefined for a name that is none. */
export function packFile(name: string): string | undefined {
	if (!/^[a-z][a-z0-9-]*$/.test(name)) return undefined;
	for (const ending of endings) {
		const file = join(packFolder(), `${name}${ending}`);
		if (existsSync(file)) return file;
	}
	return undefined;
}

/** Is there a folder here? */
export function isFolder(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
