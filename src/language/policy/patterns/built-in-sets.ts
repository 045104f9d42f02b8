/** The sets that every policy has: of paths, of programs by kind, of commands by what they do, and of verbs. A set of the same name in a policy takes the place of one. */
import { settingsThatRun } from "../../../engine/knowledge/git-settings.js";
import { commandSets } from "../../../engine/knowledge/sets/command-sets.js";
import { placeSets } from "../../../engine/knowledge/sets/place-sets.js";
import { projectTools } from "../../../engine/knowledge/sets/project-tools.js";
import { tools, verbSets } from "../../../engine/knowledge/vocabulary/verbs.js";
import type { Pattern, PatternWord } from "../../syntax/statements.js";
import { engineFile } from "../self-protection/self-protection.js";
import type { Sets } from "./patterns.js";

/** Sets that are one expression each: they fit words as a whole. */
export const wordSets: Readonly<Record<string, string>> = { ...verbSets(), "git-settings-that-run": settingsThatRun };

/** `places`: the sets of paths, by their names. Every policy has the same ones: they are made once. */
export function builtInSets(places: Readonly<Record<string, readonly string[]>>): Sets {
	let sets = known.get(places);
	if (sets === undefined) {
		sets = new Map<string, readonly Pattern[]>([
			...Object.entries({ ...places, ...placeSets, ...tools(), ...projectTools() }).map(
				([name, texts]) => [name, texts.map(element)] as const,
			),
			...Object.entries(commandSets).map(([name, texts]) => [name, texts.flatMap(commands)] as const),
			...Object.entries(wordSets).map(([name, text]) => [name, [patternOf(["regex", text])]] as const),
		]);
		known.set(places, sets);
	}
	return sets;
}

const known = new WeakMap<Readonly<Record<string, readonly string[]>>, Sets>();

/** What begins with a slash would be an expression between slashes; where it is a glob it can't be one. */
function element(text: string): Pattern {
	return patternOf([text.startsWith("/") && !/[*{]/.test(text) ? "quoted" : "plain", text]);
}

/** A blank that belongs to a word has a backslash. A set of programs in front is each of them. */
function commands(text: string): readonly Pattern[] {
	const [program = "", ...words] = text.split(/(?<!\\) /);
	const names = program.startsWith("@") ? (tools()[program.slice(1)] ?? []) : [program];
	return names.map((name) => patternOf(...[name, ...words].map((word) => ["plain", word] as const)));
}

function patternOf(...words: readonly (readonly [PatternWord["kind"], string])[]): Pattern {
	const span = { file: engineFile, start: 0, end: 0 };
	return { exactly: false, words: words.map(([kind, text]) => ({ kind, text, span })), span };
}
