/** The files of a loaded policy as `resolve` takes them: each with the files that its imports lead to. Nothing is read again. */
import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, resolve } from "node:path";
import type { PolicyFiles } from "../../language/policy/resolve.js";
import { positionAt } from "../../language/source/source-file.js";
import { governingPlaces } from "../../runtime/harnesses/places/governing-places.js";
import { isPolicyName, packFile } from "../../runtime/load/find-policy.js";
import type { Loaded } from "../../runtime/load/load.js";

export function policyFilesOf({ files, roots, sources }: Loaded): PolicyFiles {
	const paths = new Map(files.map(({ file }) => [file, pathOf(file)] as const));
	const names = new Map([...paths].map(([name, path]) => [realPath(path), name] as const));
	return {
		files: new Map(
			files.map((file) => {
				const imports = file.statements.flatMap((statement) => {
					if (statement.kind !== "import") return [];
					const path = importedPath(statement.path.text, paths.get(file.file) as string);
					return path === undefined ? [] : (names.get(realPath(path)) ?? []);
				});
				return [file.file, { file, imports }] as const;
			}),
		),
		roots,
		governing: governingPlaces(),
		placeName: (span) => {
			const source = sources.get(span.file);
			return source ? `${span.file}:${positionAt(source, span.start).line}` : span.file;
		},
	};
}

/** Where a file lies that a policy knows by this name. */
export function pathOf(name: string): string {
	return isShipped(name) ? (packFile(name.slice(5).replace(/\..*$/, "")) ?? name) : resolve(name);
}

/** Is it a pack of this installation? */
export function isShipped(name: string): boolean {
	return name.startsWith("pack:");
}

/** Where an import leads: a pack by its bare name, or a file by its path from the importing one. */
export function importedPath(name: string, importer: string): string | undefined {
	if (!name.includes("/") && !isPolicyName(basename(name))) return packFile(name);
	return isAbsolute(name) ? name : resolve(dirname(importer), name);
}

function realPath(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		return path;
	}
}
