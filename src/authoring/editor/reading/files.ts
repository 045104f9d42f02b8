/**
 * The policy files that the server knows: those that are open, as the editor has them, and those on the disk. Each is read once for each text.
 */
import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { TextDocumentContentChangeEvent } from "vscode-languageserver";
import { type SourceFile, sourceFile } from "../../../language/source/source-file.js";
import { notationOf } from "../../../language/syntax/read-policy-file.js";
import { isPolicyName } from "../../../runtime/load/find-policy.js";
import { readPolicyText } from "../../../runtime/load/read-file.js";
import { importedPath } from "../imports.js";
import { parseIncrementally } from "./incremental-parse.js";
import { stretchOf } from "./places.js";
import type { ReadFile } from "./read-file.js";

/** A document that an editor holds. */
export interface Open {
	readonly uri: string;
	readonly path: string;
	readonly version: number;
	readonly source: SourceFile;
}

export interface Files {
	readonly open: (uri: string, language: string, version: number, text: string) => Open;
	/** Applies what an editor changed; undefined for a document that nobody opened. */
	readonly change: (
		uri: string,
		version: number,
		changes: readonly TextDocumentContentChangeEvent[],
	) => Open | undefined;
	readonly close: (uri: string) => void;
	readonly opened: () => readonly Open[];
	readonly openAt: (path: string) => Open | undefined;
	/** The document of a request: an open one. */
	readonly document: (uri: string) => (ReadFile & { readonly open: Open }) | undefined;
	readonly read: (path: string) => ReadFile | undefined;
	readonly uriOf: (path: string) => string;
	/** The file, and all that it imports. */
	readonly closure: (path: string) => ReadonlySet<string>;
	/** Every policy of the folders that are worked in, every open one, and what they import. */
	readonly all: () => readonly string[];
	/** Files came or went: the folders are looked through anew. */
	readonly lookAgain: () => void;
	readonly setFolders: (uris: readonly string[]) => void;
	/** The folder that the paths of a policy are relative to. */
	readonly workspaceOf: (path: string) => string;
}

/** More files than this are not looked through. */
const mostFiles = 1000;

export function policyFiles(): Files {
	const open = new Map<string, Open>();
	const byPath = new Map<string, Open>();
	const readings = new Map<string, ReadFile>();
	const stamps = new Map<string, string>();
	let folders: readonly string[] = [];
	let listed: { readonly at: number; readonly paths: readonly string[] } | undefined;
	const inFolders = (): readonly string[] => {
		if (listed === undefined || Date.now() - listed.at > listingHolds)
			listed = { at: Date.now(), paths: policiesUnder(folders) };
		return listed.paths;
	};

	const keep = (document: Open): Open => {
		open.set(document.uri, document);
		byPath.set(document.path, document);
		return document;
	};
	const readingOf = (path: string, source: SourceFile): ReadFile => {
		const before = readings.get(path);
		if (before?.source.text === source.text) return before;
		const now = parseIncrementally(path, source, before);
		readings.set(path, now);
		return now;
	};
	const onDisk = (path: string): ReadFile | undefined => {
		const stats = statSync(path, { throwIfNoEntry: false });
		if (stats === undefined || !stats.isFile()) return forget(path);
		const stamp = `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
		const before = readings.get(path);
		if (before !== undefined && stamps.get(path) === stamp) return before;
		const read = readPolicyText(path);
		if ("message" in read) return forget(path);
		stamps.set(path, stamp);
		return readingOf(path, sourceFile(path, read.text));
	};
	const forget = (path: string): undefined => {
		readings.delete(path);
		stamps.delete(path);
		return undefined;
	};
	const read = (path: string): ReadFile | undefined => {
		const document = byPath.get(path);
		try {
			return document === undefined ? onDisk(path) : readingOf(path, document.source);
		} catch {
			return undefined;
		}
	};
	const closure = (path: string): ReadonlySet<string> => {
		const found = new Set<string>();
		const visit = (at: string): void => {
			if (found.has(at) || found.size >= mostFiles) return;
			found.add(at);
			for (const statement of read(at)?.file.statements ?? []) {
				const imported = statement.kind === "import" ? importedPath(statement.path.text, at) : undefined;
				if (imported !== undefined) visit(samePath(imported, byPath));
			}
		};
		visit(path);
		return found;
	};

	return {
		open: (uri, language, version, text) => {
			const path = samePath(pathOf(uri, language), byPath);
			stamps.delete(path);
			return keep({ uri, path, version, source: sourceFile(path, text) });
		},
		change: (uri, version, changes) => {
			const before = open.get(uri);
			if (before === undefined) return undefined;
			let { source } = before;
			for (const change of changes) {
				if (!("range" in change)) source = sourceFile(before.path, change.text);
				else {
					const { start, end } = stretchOf(source, change.range);
					source = sourceFile(before.path, source.text.slice(0, start) + change.text + source.text.slice(end));
				}
			}
			return keep({ ...before, version, source });
		},
		close: (uri) => {
			const document = open.get(uri);
			if (document === undefined) return;
			open.delete(uri);
			byPath.delete(document.path);
			forget(document.path);
		},
		opened: () => [...open.values()],
		openAt: (path) => byPath.get(path),
		document: (uri) => {
			const document = open.get(uri);
			const reading = document && read(document.path);
			return document && reading && { ...reading, open: document };
		},
		read,
		uriOf: (path) => byPath.get(path)?.uri ?? pathToFileURL(path).href,
		closure,
		all: () => {
			const found = new Set<string>();
			for (const path of [...byPath.keys(), ...inFolders()]) {
				if (found.size >= mostFiles) break;
				for (const one of closure(samePath(path, byPath))) found.add(one);
			}
			return [...found].filter((path) => read(path) !== undefined);
		},
		lookAgain: () => {
			listed = undefined;
		},
		setFolders: (uris) => {
			listed = undefined;
			folders = uris.flatMap((uri) => (uri.startsWith("file:") ? [pathOf(uri, "")] : []));
		},
		workspaceOf: (path) =>
			folders
				.filter((folder) => isBelow(path, folder))
				.toSorted((a, b) => b.length - a.length)
				.at(0) ?? dirname(path),
	};
}

/** The path of a document. One that is no file gets a name of its own, which says the notation that the editor says. */
function pathOf(uri: string, language: string): string {
	if (uri.startsWith("file:")) {
		try {
			return fileURLToPath(uri);
		} catch {
			// No file of this machine.
		}
	}
	const name = `/${encodeURIComponent(uri)}`;
	return notationOf(name) === undefined ? `${name}${/yaml/i.test(language) ? ".rules.yaml" : ".rules"}` : name;
}

/** A file goes by one path: that of the open document where links lead to it. */
function samePath(path: string, open: ReadonlyMap<string, Open>): string {
	if (open.has(path)) return path;
	const real = realPath(path);
	if (real === path) return path;
	for (const other of open.keys()) if (realPath(other) === real) return other;
	return path;
}

function realPath(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		return path;
	}
}

function isBelow(path: string, folder: string): boolean {
	const way = relative(folder, path);
	return way !== "" && !way.startsWith("..") && !isAbsolute(way);
}

/** More folders than this are not looked through, and a listing is old after so many milliseconds. */
const mostFolders = 5000;
const listingHolds = 10_000;

/** The policies of folders and of those in them, the near ones first; hidden ones and `node_modules` are left out. */
function policiesUnder(roots: readonly string[]): readonly string[] {
	const found: string[] = [];
	const folders = [...roots];
	for (const folder of folders) {
		if (found.length >= mostFiles) break;
		for (const entry of entriesOf(folder)) {
			if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
			if (entry.isDirectory() && folders.length < mostFolders) folders.push(join(folder, entry.name));
			else if (entry.isFile() && isPolicyName(entry.name)) found.push(join(folder, entry.name));
		}
	}
	return found.sort();
}

function entriesOf(folder: string): readonly Dirent[] {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch {
		return [];
	}
}
