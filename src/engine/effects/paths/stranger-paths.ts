/** What more the words of a program that no table knows may mean: folders that are taken whole, and paths in quotes inside of a word. */
import type { Arguments } from "../../request/arguments.js";
import type { NamedPath } from "./named-path.js";

export function morePathsOfStranger(args: Arguments): readonly NamedPath[] {
	const found: NamedPath[] = [];
	const isWhole = takesFolders(args);
	const values = args.options.flatMap(({ value }) => value ?? []);
	for (const word of [...args.operands.map((slot) => slot.word), ...values]) {
		if (word.kind !== "known") continue;
		if (isWhole) found.push({ text: word.text, access: "read", reach: "below", maybe: true });
		found.push(...pathsInQuotes(word.text));
	}
	return found;
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
	return quoted.map(([, path = ""]) => ({ text: path, access: "both", maybe: true }));
}

const none: readonly NamedPath[] = [];
const longest = 4_096;
const most = 64;
