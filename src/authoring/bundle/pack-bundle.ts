/** Packs a policy, all that it imports and its suites into one file, as a bundle carries them. */
import { basename, dirname, isAbsolute, relative, resolve } from "node:path";
import { type BundleFile, readBundleFile } from "../../runtime/bundle/bundle-file.js";
import { type Disk, realDisk } from "../../runtime/load/disk.js";
import { load } from "../../runtime/load/load.js";
import { namedFiles } from "../../runtime/load/named-files.js";
import { BundleError } from "./bundle-error.js";

export interface ToPack {
	/** Names of files, folders and packs, relative to `cwd`. */
	readonly policy: readonly string[];
	/** What decides when the bundle has expired. */
	readonly safe?: readonly string[];
	readonly suites: readonly string[];
	readonly cwd: string;
}

export function packBundle({ policy, safe, suites, cwd }: ToPack): BundleFile {
	const texts = new Map<string, string>();
	const packs: Record<string, { readonly file: string; readonly text: string }> = {};
	const disk: Disk = {
		...realDisk,
		text: (path) => {
			const read = realDisk.text(path);
			if ("text" in read) texts.set(path, read.text);
			return read;
		},
		packFile: (name) => {
			const file = realDisk.packFile(name);
			const read = file === undefined ? undefined : realDisk.text(file);
			if (file !== undefined && read !== undefined && "text" in read)
				packs[name] = { file: basename(file), text: read.text };
			return file;
		},
	};
	// Read for what it reads; whether it holds is asked of the bundle.
	for (const names of [policy, safe ?? []]) if (names.length > 0) load(names, { cwd, disk });
	const packed = new Set(Object.keys(packs).map((name) => realDisk.packFile(name)));
	const own = [...texts].filter(([path]) => !packed.has(path));
	const suiteTexts = suites.map((name) => [resolve(cwd, name), textOf(resolve(cwd, name))] as const);
	const base = commonFolder([...own, ...suiteTexts].map(([path]) => dirname(path)));
	const inside = (path: string): string => relative(base, path);
	const rootsOf = (names: readonly string[]): readonly string[] =>
		names.flatMap((name) => {
			const named = namedFiles(name, cwd, realDisk);
			return named.kind === "pack" ? [name] : named.kind === "folder" ? named.files.map(inside) : [inside(named.path)];
		});
	const bundle: BundleFile = {
		format: "bylaw-bundle",
		version: 1,
		roots: rootsOf(policy),
		...(safe === undefined ? {} : { safe: rootsOf(safe) }),
		files: sorted(own.map(([path, text]) => [inside(path), text])),
		packs: sorted(Object.entries(packs)),
		suites: sorted(suiteTexts.map(([path, text]) => [inside(path), text])),
	};
	if (readBundleFile(bundleBytes(bundle)) === undefined)
		throw new BundleError(
			"these files can't be carried in one bundle",
			"put them into one folder, and import by relative paths",
		);
	return bundle;
}

/** The bytes of a bundle: the same for the same files. */
export function bundleBytes(bundle: BundleFile): Buffer {
	return Buffer.from(`${JSON.stringify(bundle, null, 1)}\n`);
}

function textOf(path: string): string {
	const read = realDisk.text(path);
	if ("text" in read) return read.text;
	throw new BundleError(`the suite \`${path}\` can't be read: ${read.message}`, read.help);
}

function sorted<T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> {
	return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function commonFolder(folders: readonly string[]): string {
	return folders.reduce((base, folder) => {
		let at = base;
		while (relative(at, folder).startsWith("..") || isAbsolute(relative(at, folder))) at = dirname(at);
		return at;
	}, folders[0] ?? "/");
}
