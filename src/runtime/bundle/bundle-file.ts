/** The signed target of a channel: the sources of a policy with all that they import, packs included, and their suites. A machine compiles them itself, so that what was tested is what decides. */
import { basename } from "node:path";
import { isObject } from "../load/bundle-settings.js";
import type { Disk } from "../load/disk.js";

export interface BundleFile {
	readonly format: "bylaw-bundle";
	readonly version: 1;
	/** The names of the policy's files, and of packs that stand for themselves. */
	readonly roots: readonly string[];
	/** What decides when the bundle has expired. */
	readonly safe?: readonly string[];
	/** Texts by their paths, relative to one folder. */
	readonly files: Readonly<Record<string, string>>;
	/** Packs by their names: the file's name, and its text. */
	readonly packs: Readonly<Record<string, { readonly file: string; readonly text: string }>>;
	/** Suites by their names. */
	readonly suites: Readonly<Record<string, string>>;
}

/** Reads a target; undefined for what is none. */
export function readBundleFile(bytes: Uint8Array): BundleFile | undefined {
	try {
		const value: unknown = JSON.parse(Buffer.from(bytes).toString("utf8"));
		return isObject(value) && isBundleFile(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

function isBundleFile(
	value: Readonly<Record<string, unknown>>,
): value is Readonly<Record<string, unknown>> & BundleFile {
	const { format, version, roots, safe, files, packs, suites } = value;
	const areTexts = (all: unknown): boolean => Array.isArray(all) && all.every((one) => typeof one === "string");
	const isTexts = (all: unknown): boolean =>
		isObject(all) && Object.entries(all).every(([name, one]) => isInside(name) && typeof one === "string");
	return (
		format === "bylaw-bundle" &&
		version === 1 &&
		areTexts(roots) &&
		(safe === undefined || areTexts(safe)) &&
		isTexts(files) &&
		isTexts(suites) &&
		isObject(packs) &&
		Object.values(packs).every((one) => isObject(one) && typeof one.text === "string" && isInside(String(one.file)))
	);
}

/** Is it a path that leads nowhere else? */
function isInside(path: string): boolean {
	return (
		path !== "" &&
		!path.startsWith("/") &&
		path.split("/").every((part) => part !== ".." && part !== "." && part !== "")
	);
}

/** The folder in which the files of a bundle lie, as its policy is read. It is on no disk. */
export const bundleFolder = "/bundle";
const packFolder = "/packs";

/** A disk on which there is nothing but the bundle. */
export function bundleDisk({ files, packs }: BundleFile): Disk {
	const texts = new Map<string, string>();
	for (const [name, text] of Object.entries(files)) texts.set(`${bundleFolder}/${name}`, text);
	for (const { file, text } of Object.values(packs)) texts.set(`${packFolder}/${basename(file)}`, text);
	return {
		text: (path) => {
			const text = texts.get(path);
			return text === undefined
				? {
						message: "there is no such file in the bundle",
						help: "import files by a relative path, and packs by their names",
					}
				: { text };
		},
		isFolder: () => false,
		policiesIn: () => [],
		packFile: (name) => (Object.hasOwn(packs, name) ? `${packFolder}/${packs[name]?.file}` : undefined),
		realPath: (path) => path,
	};
}
