/** What a policy lets run by its name: `allow ./gradlew`, `allow python3 scripts/build.py`, `allow uv run pytest`. Who may write what that runs, runs code of its own. */
import { programNamed } from "../../engine/knowledge/lookup.js";
import type { Rule } from "../../language/policy/policy.js";
import type { Test, WordPattern } from "../../language/policy/test.js";
import { alternativesOf } from "./alternatives.js";
import { type Route, type Runner, routesBehind, routesOf, routesWith, type WrittenRoutes } from "./code.js";
import { languageOf } from "./code-files.js";
import { lettersOf } from "./letters.js";

/** What an agent's rules let run by its name. */
export function grantedRoutes(rules: readonly Rule[]): {
	readonly typed: readonly Route[];
	readonly written: readonly WrittenRoutes[];
} {
	const typed: Route[] = [];
	const written = new Map<string, readonly WrittenRoutes[]>();
	for (const { grants } of rules) {
		if (grants === undefined) continue;
		for (const { all } of alternativesOf(grants)) {
			const words = wordsIn(all);
			const line = words.join(" ");
			if (words.length === 0 || written.has(line) || written.size >= mostLines) continue;
			const file = fileOf(words);
			const behind = innerOf(words);
			if (file !== undefined) written.set(line, routesOf([runner(file, line)]));
			else if (behind !== undefined) {
				written.set(line, behind.written);
				typed.push(...behind.typed);
			} else if (words.length > 1) written.set(line, routesWith(words));
		}
	}
	return { typed, written: [...written.values()].flat() };
}

/** A policy that names more of them has told enough by these. */
const mostLines = 24;

/** The plain words that a pattern begins with. */
function wordsIn(all: readonly Test[]): readonly string[] {
	const program = all.flatMap((one) => (one.kind === "program" ? (wordOf(one.pattern) ?? []) : []))[0];
	if (program === undefined) return [];
	const operands = all.flatMap((one) => (one.kind === "operands" ? one.words.map(wordOf) : []));
	const end = operands.indexOf(undefined);
	return [program, ...operands.slice(0, end < 0 ? undefined : end).filter((one) => one !== undefined)];
}

/** `./gradlew`, and the file of `python3 scripts/build.py` */
function fileOf([program = "", file]: readonly string[]): string | undefined {
	if (isInside(program)) return program;
	return file?.includes(".") && programNamed(program)?.language !== undefined && isInside(`./${file}`)
		? file
		: undefined;
}

/** `pytest` in `uv run pytest` */
function innerOf(words: readonly string[]): ReturnType<typeof routesBehind> | undefined {
	const outer = programNamed(words[0] ?? "");
	if (outer === undefined || ![outer, ...Object.values(outer.subcommands)].some(({ runs }) => runs !== undefined))
		return undefined;
	const at = words.findIndex((word, index) => index > 0 && programNamed(word) !== undefined);
	const inner = at < 0 ? undefined : programNamed(words[at] as string);
	return inner && routesBehind(words.slice(0, at).join(" "), inner);
}

function runner(file: string, line: string): Runner {
	const language = programNamed(line.split(" ")[0] as string)?.language ?? languageOf(file);
	// What is in no language that is known here is shown as somebody else's text.
	return {
		file,
		language: language ?? "shell",
		lines: [line],
		exists: true,
		...(language === undefined ? { long: true } : {}),
	};
}

/** A path of the workspace. */
function isInside(path: string): boolean {
	return /^\.?[\w.-]*\/[\w./-]+$/.test(path) && !path.startsWith("/") && !path.includes("../");
}

function wordOf(word: WordPattern): string | undefined {
	if (word.kind === "literal") return /^[\w./:@=+-]+$/.test(word.text) ? word.text : undefined;
	return word.kind === "glob" ? lettersOf(word.text) : undefined;
}
