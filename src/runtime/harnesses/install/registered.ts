/** Finds the registrations of a hook in the files of a harness: as the harness would start it. */

import { dataOf, type Json, type JsonNode, memberOf, readJson } from "../../../language/source/json-tree.js";
import { positionAt, sourceFile } from "../../../language/source/source-file.js";
import { nodeAt } from "./edit-json.js";
import { type OwnStart, ownFile, ownHook } from "./own-text.js";
import { isOurCommand, isOurHook, type ListIn, type RegisteredIn } from "./registration.js";
import { quoted } from "./shell-word.js";

/** A hook as it is registered. */
export interface RegisteredHook {
	readonly path: string;
	readonly line: number;
	/** How the harness starts it: a line for a shell, the file itself, or (a plugin) the words that stand in the file. */
	readonly started: { readonly line: string } | "file" | { readonly words: readonly string[] };
	/** The words behind `rules hook`. */
	readonly words: readonly string[];
	/** What it starts, where it is what `rules install` or our pages say, and nothing else. */
	readonly own?: OwnStart;
	/** Which tools it is asked for, as the file says it; absent: for all. */
	readonly matcher?: string;
	/** How long the harness waits, in milliseconds, where the file says it. */
	readonly patience?: number;
	/** The harness itself blocks when the hook fails. */
	readonly blocksOnFailure: boolean;
	/** Its place in the list, and in the group there. */
	readonly place: readonly [group: number, hook: number];
	readonly group?: Json;
	readonly hook?: Json;
}

/** Ours in a file, or why it can't be told. */
export function registeredHooks(
	harness: string,
	file: RegisteredIn,
	path: string,
	text: string,
	timeoutUnit: number,
): readonly RegisteredHook[] | { readonly message: string } {
	if (file.kind === "file") return isOurCommand(text, harness) ? [inFile(path, text, harness)] : [];
	if (text.trim() === "") return [];
	const root = readJson(text, file.leave);
	const source = sourceFile(path, text);
	if ("message" in root) {
		const { line, column } = positionAt(source, root.at);
		return { message: `\`${path}:${line}:${column}\`: ${root.message}` };
	}
	const list = nodeAt(root, file.steps);
	return hooksListed(list, file).flatMap(({ group, node, place }) =>
		isOurHook(dataOf(node), harness)
			? [
					hookOf(
						{
							path,
							line: positionAt(source, node.start).line,
							group: dataOf(group),
							hook: dataOf(node),
							place,
						},
						timeoutUnit,
						harness,
					),
				]
			: [],
	);
}

/** Where each hook of a list stands that is not ours, in their order; none where the text can't be read. */
export function placesOfOthers(harness: string, file: RegisteredIn, text: string): readonly RegisteredHook["place"][] {
	const root = file.kind === "file" || text.trim() === "" ? undefined : readJson(text, file.leave);
	if (file.kind === "file" || root === undefined || "message" in root) return [];
	return hooksListed(nodeAt(root, file.steps), file).flatMap(({ node, place }) =>
		ownHook(dataOf(node), harness) === undefined ? [place] : [],
	);
}

interface Listed {
	readonly group: JsonNode;
	readonly node: JsonNode;
	readonly place: RegisteredHook["place"];
}

function hooksListed(list: JsonNode | undefined, file: ListIn): readonly Listed[] {
	return itemsOf(list).flatMap((group, at): readonly Listed[] => {
		const hooks = file.holds === "hooks" ? [group] : itemsOf(memberOf(group, "hooks"));
		return hooks.map((node, place) => ({ group, node, place: [at, place] }));
	});
}

/** A script, or a plugin with its words as a list. */
function inFile(path: string, text: string, harness: string): RegisteredHook {
	const own = ownFile(text, harness);
	const listed = /\[program, \.\.\.words\] = (\[.*\]);/.exec(text)?.[1];
	const seconds = /^\t\t\}, (\d+)_000\);$/m.exec(text)?.[1];
	const words = listed === undefined ? undefined : (JSON.parse(listed) as readonly string[]);
	return {
		path,
		line: 1,
		started: words === undefined ? "file" : { words },
		words: words === undefined ? hookWords(text) : words.slice(words.indexOf("hook") + 1),
		...(own === undefined ? {} : { own }),
		...(words === undefined || seconds === undefined ? {} : { patience: Number(seconds) * 1000 }),
		blocksOnFailure: true,
		place: [0, 0],
	};
}

function hookOf(
	found: Pick<RegisteredHook, "path" | "line" | "place"> & { readonly group: Json; readonly hook: Json },
	timeoutUnit: number,
	harness: string,
): RegisteredHook {
	const own = ownHook(found.hook, harness);
	const fields = found.hook as { readonly [key: string]: Json };
	const { command, bash, args, onFailure, failClosed, timeout, timeoutSec, timeout_ms } = fields;
	const { matcher } = found.group as { readonly matcher?: Json };
	const patience = numberOf(timeoutSec, 1000) ?? numberOf(timeout_ms, 1) ?? numberOf(timeout, timeoutUnit);
	const said = String(command ?? bash ?? "");
	// The exec form has its words apart.
	const line = Array.isArray(args) ? [said, ...args.map(String)].map(quoted).join(" ") : said;
	return {
		...found,
		started: { line },
		words: hookWords(line),
		...(own === undefined ? {} : { own }),
		...(typeof matcher === "string" ? { matcher } : {}),
		...(patience === undefined ? {} : { patience }),
		blocksOnFailure: onFailure === "block" || failClosed === true,
	};
}

function numberOf(value: Json | undefined, unit: number): number | undefined {
	return typeof value === "number" ? value * unit : undefined;
}

/** The words behind `hook` in a line of shell, up to the end of its command. */
function hookWords(line: string): readonly string[] {
	const start = /(?:^|[\s"'])hook["']?(?=\s+["']?--harness)/.exec(line);
	if (start === null) return [];
	const words: string[] = [];
	let word: string | undefined;
	const rest = line.slice(start.index + start[0].length);
	for (const [piece] of rest.matchAll(
		/'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|\s|[;|&<>()]|[^\s'"\\;|&<>()]+|[\s\S]/g,
	)) {
		if (/^\s$/.test(piece)) {
			if (word !== undefined) words.push(word);
			word = undefined;
			if (piece === "\n") break;
		} else if (/^[;|&<>()]$/.test(piece)) break;
		else if (piece.startsWith("'")) word = (word ?? "") + piece.slice(1, -1);
		else if (piece.startsWith('"')) word = (word ?? "") + piece.slice(1, -1).replaceAll(/\\(["\\$`])/g, "$1");
		else word = (word ?? "") + (piece.startsWith("\\") ? piece.slice(1) : piece);
	}
	if (word !== undefined) words.push(word);
	return words;
}

function itemsOf(node: JsonNode | undefined): readonly JsonNode[] {
	return node?.kind === "array" ? node.items : [];
}
