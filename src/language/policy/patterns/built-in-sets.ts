/** The sets that every policy has: of paths, of programs that steer what lies elsewhere, and of verbs. A set of the same name in a policy takes the place of one. */
import { settingsThatRun } from "../../../engine/knowledge/git-settings.js";
import { projectTools } from "../../../engine/knowledge/sets/project-tools.js";
import { tools, verbSets } from "../../../engine/knowledge/vocabulary/verbs.js";
import type { Pattern, PatternWord } from "../../syntax/statements.js";
import { engineFile } from "../self-protection/self-protection.js";
import type { Sets } from "./patterns.js";

/** Sets that are one expression each: they fit words as a whole. */
export const wordSets: Readonly<Record<string, string>> = { ...verbSets, "git-settings-that-run": settingsThatRun };

/** `places`: the sets of paths, by their names. */
export function builtInSets(places: Readonly<Record<string, readonly string[]>>): Sets {
	return new Map<string, readonly Pattern[]>([
		...Object.entries({ ...places, ...tools, ...projectTools }).map(
			([name, texts]) => [name, texts.map(element)] as const,
		),
		...Object.entries(wordSets).map(([name, text]) => [name, [patternOf("regex", text)]] as const),
	]);
}

/** What begins with a slash would be an expression between slashes; where it is a glob it can't be one. */
function element(text: string): Pattern {
	return patternOf(text.startsWith("/") && !/[*{]/.test(text) ? "quoted" : "plain", text);
}

function patternOf(kind: PatternWord["kind"], text: string): Pattern {
	const span = { file: engineFile, start: 0, end: 0 };
	return { exactly: false, words: [{ kind, text, span }], span };
}
