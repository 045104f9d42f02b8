/** What more the words of a program that no table knows may mean: folders that are taken whole, and paths in quotes inside of a word. */
import type { Arguments } from "../../request/arguments/arguments.js";
import { type NamedPath, namedPath } from "./named-path.js";
import { pathInAddress } from "./path-of-word.js";

export function morePathsOfStranger(args: Arguments): readonly NamedPath[] {
	const found: NamedPath[] = [];
	const isWhole = takesFolders(args);
	const values = args.options.flatMap(({ value }) => value ?? []);
	for (const word of [...args.operands.map((slot) => slot.word), ...values]) {
		if (word.kind !== "known") continue;
		if (isWhole) found.push(namedPath("read", word.text, { reach: "below", maybe: true }));
		found.push(...pathsInQuotes(word.text), ...pathsInJson(word.text));
		const path = pathInAddress(word.text);
		if (path !== undefined) found.push(namedPath("both", path, { maybe: true }));
	}
	return found;
}

/** `--arguments={"path": "a"}`: each text and each key of a value that is JSON itself, JSON within those, and addresses that are paths. */
function pathsInJson(text: string): readonly NamedPath[] {
	if (!/^\s*[{["]/.test(text)) return none;
	const texts = new Set<string>();
	const left: (readonly [value: unknown, depth: number])[] = [[parsed(text), 0]];
	for (let one = left.pop(); one !== undefined; one = left.pop()) {
		const [value, depth] = one;
		// So much is no list of paths that anybody writes; where it leads is not known.
		if (depth > deepest || texts.size > mostTexts) return [namedPath("both", undefined, { maybe: true })];
		if (typeof value === "string") {
			texts.add(value);
			if (/^\s*[{["]/.test(value)) left.push([parsed(value), depth + 1]);
		} else if (Array.isArray(value)) for (const part of value) left.push([part, depth + 1]);
		else if (typeof value === "object" && value !== null)
			for (const [key, part] of Object.entries(value)) left.push([key, depth + 1], [part, depth + 1]);
	}
	texts.delete("");
	return [...texts].flatMap((path) => {
		const meant = pathInAddress(path);
		return [path, ...(meant === undefined ? [] : [meant])].map(
			(one): NamedPath => namedPath("both", one, { maybe: true }),
		);
	});
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** `mytool -r DIR`, `mytool upload DIR`: a folder may be taken with all that lies below it. */
function takesFolders({ options, operands }: Arguments): boolean {
	return (
		options.some(({ name }) =>
			/^(?:-[afhlpqtuvxzAHLP]{0,4}[rR][afhlpqtuvxzAHLP]{0,4}|--(?:recursive|recurse|archive|mirror))$/.test(name),
		) || operands.some(({ word }) => word.kind === "known" && folderVerbs.test(word.text))
	);
}

const folderVerbs =
	/^(?:archive|backup|compress|copy|cp|deploy|index|mirror|pack|publish|save|send|serve|share|snapshot|sync|(?:\w+-)?upload)$/;

/** `mlr put 'tee > "/there", $*'`: a path in quotes inside of a word stands in code of some language. */
function pathsInQuotes(text: string): readonly NamedPath[] {
	if (text.length > longest || !/["']/.test(text)) return none;
	const quoted = [...text.matchAll(/["']((?:~|\.{0,2})\/[^"'\s]*)["']/g)].slice(0, most);
	return quoted.map(([, path = ""]) => namedPath("both", path, { maybe: true }));
}

const none: readonly NamedPath[] = [];
/** Deeper JSON than this, or with more texts, is not gone through. */
const deepest = 32;
const mostTexts = 1_000;
const longest = 4_096;
const most = 64;
