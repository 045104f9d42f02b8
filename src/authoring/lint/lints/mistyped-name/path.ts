/** A part of a path in a list is one slip away from a place that everybody knows, or from one that the policy names elsewhere. */

import { knownPlaces } from "../../../../engine/knowledge/vocabulary/common-names.js";
import { edits } from "../../../../language/diagnostic/suggest.js";
import { eventListsOf, type PatternWord } from "../../../../language/syntax/statements.js";
import { governingPlaces } from "../../../../runtime/harnesses/places/governing-places.js";
import type { LintContext } from "../../lint-context.js";
import type { Finding, TextLint } from "../../lint-record.js";
import { replacement } from "../../reading/text-edits.js";
import { isDoubled, slipOf } from "../../reading/words/typing-slips.js";
import { oncePerPlace, writtenPaths } from "../../reading/written-paths.js";
import { writtenPatterns } from "../../reading/written-patterns.js";
import { endingOf, endMeant } from "./path-end.js";
import { pathWordMeant } from "./path-word.js";

export const mistypedPath: Pick<TextLint, "check"> = {
	check: (subject) => {
		const found = pathsOf(subject);
		const own = placesIn([...found.map(({ text }) => text), ...namedBesides(subject)]);
		return oncePerPlace([
			...found.flatMap((one) => misspeltPathFinding(one, own, subject) ?? []),
			...namedOtherwise(found, subject),
			...wrongEnds(found, subject),
		]);
	},
};

/** A file's ending, a device, a file of a process. */
function wrongEnds(found: readonly FoundPath[], subject: LintContext): readonly Finding[] {
	const endings = new Map<string, number>();
	for (const { text } of found) {
		const ending = endingOf(text);
		if (ending !== undefined) endings.set(ending, (endings.get(ending) ?? 0) + 1);
	}
	return found.flatMap((path): readonly Finding[] => {
		const meant = endMeant(path.text, endings);
		if (meant === undefined) return [];
		const source = subject.sources.get(path.span.file)?.text.slice(path.span.start, path.span.end);
		const edit = source === path.text ? replacement(path.span, path.text, meant.instead, subject) : undefined;
		return [
			{
				message: meant.message,
				span: path.span,
				help: `did you mean \`${meant.instead}\`?`,
				...(edit === undefined
					? {}
					: { fix: { title: `write \`${meant.instead}\`: the rule then speaks of that`, edits: [edit], safe: false } }),
			},
		];
	});
}

/** A path as it is written, with its word where the list itself has it. */
type FoundPath = Pick<PatternWord, "text" | "span">;

function pathsOf(subject: LintContext): readonly FoundPath[] {
	const inLists = writtenPaths(subject).flatMap(({ paths }) => paths);
	const inPatterns = writtenPatterns(subject).flatMap(({ part, pattern: { words } }) =>
		words
			.slice(part === "element" ? 0 : 1)
			.filter(
				({ kind, text }) =>
					(kind === "plain" || kind === "quoted") && /^(?:~\/\.|\/(?:etc|var|usr|root)\/|\/\w+\/)/.test(text),
			),
	);
	return [...inLists, ...inPatterns];
}

/** What sets hold, and what steps touch: places that the policy knows, though the lists of its rules do not name them. */
function namedBesides(subject: LintContext): readonly string[] {
	return subject.ownStatements().flatMap(({ statement }) => {
		switch (statement.kind) {
			case "set":
				return statement.patterns.flatMap(({ words: [only, ...more] }) =>
					more.length === 0 && (only?.kind === "plain" || only?.kind === "quoted") ? [only.text] : [],
				);
			case "rule":
				return statement.clauses.flatMap((clause) =>
					clause.form === "events"
						? eventListsOf(clause).flatMap(({ clauses }) =>
								clauses.flatMap((one) =>
									one.form === "paths" ? one.paths.flatMap(({ kind, text }) => (kind === "set" ? [] : [text])) : [],
								),
							)
						: [],
				);
			default:
				return [];
		}
	});
}

/** A folder of a folder that the policy names once, and with one letter more, less or other again and again, in comments too: `docs/plan` beside `docs/plans`. */
function namedOtherwise(found: readonly FoundPath[], subject: LintContext): readonly Finding[] {
	const inComments = subject.roots.flatMap((file) =>
		subject.comments(file).flatMap(({ text }) => text.match(/(?:\.{0,2}\/)?[\w.-]+(?:\/[\w.-]*\w)+/g) ?? []),
	);
	const often = new Map<string, number>();
	for (const text of [...found.map((one) => one.text), ...inComments]) {
		const parts = partsOf(text);
		// Whoever names a file names the folders above it.
		for (let at = 2; at <= parts.length; at++) {
			const key = parts.slice(0, at).join("/");
			if (parts.slice(0, at).some(isOpen)) break;
			often.set(key, (often.get(key) ?? 0) + 1);
		}
	}
	for (const text of expectedPaths(subject)) {
		const parts = partsOf(text);
		for (let at = 2; at <= parts.length; at++) {
			const key = parts.slice(0, at).join("/");
			if (parts.slice(0, at).some(isOpen)) break;
			often.set(key, (often.get(key) ?? 0) + 1);
		}
	}
	const repeated = lastPartsByFolder([...often].flatMap(([key, times]) => (times > 1 ? [key] : [])));
	const withMore = lastPartsByFolder(often.keys());
	return found.flatMap((path): readonly Finding[] => {
		const parts = partsOf(path.text);
		if (parts.some((part) => part === "..")) return [];
		for (let at = 1; at < parts.length; at++) {
			const part = parts[at] ?? "";
			if (isOpen(part)) return [];
			const folder = parts.slice(0, at).join("/");
			if (often.get(`${folder}/${part}`) !== 1) continue;
			const meant = repeated.get(folder)?.find((other) => {
				if (!isOneLetterOff(part, other)) return false;
				// At the top of a project two names may lie side by side: the other one is told of where more lies in it.
				return at > 1 || (!twins.has(part) && withMore.has(`${folder}/${other}`));
			});
			if (meant === undefined) continue;
			const instead = path.text.replace(part, () => meant);
			return [
				{
					message: `\`${path.text}\` stands here alone, and the policy names \`${instead}\` elsewhere`,
					span: path.span,
					help: `did you mean \`${instead}\`?`,
				},
			];
		}
		return [];
	});
}

/** What expectations name and lies in a folder. */
function expectedPaths(subject: LintContext): readonly string[] {
	return subject.ownStatements().flatMap(({ statement }) =>
		statement.kind === "expect"
			? statement.command.text
					.split(/\s+/)
					.slice(1)
					.filter((word) => /^(?:\.\/|~\/|\/)?[\w.-]+(?:\/[\w.-]+)+$/.test(word))
			: [],
	);
}

/** Many projects have both `test` and `tests`. */
const twins: ReadonlySet<string> = new Set(
	"test tests doc docs spec specs example examples script scripts tool tools config configs asset assets type types plugin plugins template templates model models".split(
		" ",
	),
);

/** The names that stand in each folder, in the order of the paths. */
function lastPartsByFolder(paths: Iterable<string>): ReadonlyMap<string, readonly string[]> {
	const found = new Map<string, string[]>();
	for (const path of paths) {
		const at = path.lastIndexOf("/");
		const folder = path.slice(0, at);
		const list = found.get(folder);
		if (list) list.push(path.slice(at + 1));
		else found.set(folder, [path.slice(at + 1)]);
	}
	return found;
}

function isOneLetterOff(one: string, other: string): boolean {
	return (
		Math.min(one.length, other.length) >= shortestFolder &&
		/^[A-Za-z_-]+$/.test(one + other) &&
		one[0] === other[0] &&
		edits(one, other) === 1
	);
}
const shortestFolder = 4;

/** The names that stand in each folder. */
type Places = ReadonlyMap<string, ReadonlySet<string>>;

function placesIn(paths: readonly string[]): Places {
	const found = new Map<string, Set<string>>();
	for (const one of paths.flatMap(choices)) {
		const parts = partsOf(one);
		parts.forEach((part, at) => {
			if (isOpen(part)) return;
			const folder = parts.slice(0, at).join("/");
			found.set(folder, (found.get(folder) ?? new Set()).add(part));
		});
	}
	return found;
}

/** `{a,b}/c` is `a/c` and `b/c`; none stands inside of another. */
function choices(path: string): readonly string[] {
	const [, before = "", list, behind = ""] = /^([^{]*)\{([^{}]*)\}(.*)$/s.exec(path) ?? [];
	if (list === undefined) return [path];
	return list.split(",").flatMap((one) => choices(`${before}${one}${behind}`));
}

/** The first part says where the path begins. */
function partsOf(text: string): readonly string[] {
	const root = text.startsWith("/") ? "/" : text.startsWith("~/") ? "~" : text.startsWith("**/") ? "**" : ".";
	const rest = root === "~" ? text.slice(2) : root === "**" ? text.replace(/^(?:\*\*\/)+/, "") : text;
	return [root, ...rest.split("/").filter((part) => part !== "" && part !== ".")];
}

function isOpen(part: string): boolean {
	return part !== "**" && /[*?[\]{}\\]/.test(part);
}

/** Where what governs agents lies: in any folder, so that a project is meant too. */
const harnessPlaces: readonly string[] = [...governingPlaces().written, ...governingPlaces().folders].flatMap(
	(place) => (place.startsWith("**/") ? [place, place.slice("**/".length)] : [place]),
);

let made: Places | undefined;
/** Made when the first path is looked at. */
function known(): Places {
	made ??= placesIn([...knownPlaces, ...harnessPlaces]);
	return made;
}

function misspeltPathFinding(path: FoundPath, own: Places, subject: LintContext): Finding | undefined {
	const parts = partsOf(path.text);
	for (let at = 1; at < parts.length; at++) {
		const part = parts[at] ?? "";
		const folder = parts.slice(0, at).join("/");
		if (isOpen(part) || part === "..") return undefined;
		const meant =
			meantBy(part, folder, own) ?? (at === 1 ? hiddenAtHome(parts) : undefined) ?? pathWordMeant(part, subject);
		if (meant === undefined) continue;
		const instead = path.text.replace(part, () => meant);
		const source = subject.sources.get(path.span.file)?.text.slice(path.span.start, path.span.end);
		const edit = source === path.text ? replacement(path.span, path.text, instead, subject) : undefined;
		return {
			message: `\`${path.text}\` reads as \`${instead}\`, misspelt`,
			span: path.span,
			help: `did you mean \`${instead}\`?`,
			...(edit === undefined
				? {}
				: { fix: { title: `write \`${instead}\`: the rule then speaks of that`, edits: [edit], safe: false } }),
		};
	}
	return undefined;
}

/** What a path was meant to be that is one slip away from a place that everybody knows. */
export function knownPlaceMeant(path: string): string | undefined {
	const parts = partsOf(path);
	for (let at = 1; at < parts.length; at++) {
		const part = parts[at] ?? "";
		if (isOpen(part) || part === "..") return undefined;
		const meant = meantBy(part, parts.slice(0, at).join("/"), new Map());
		if (meant !== undefined) return path.replace(part, () => meant);
	}
	return undefined;
}

/** `~/ssh`, `~/config/gcloud`: what is known there begins with a dot. */
function hiddenAtHome([root, part = "", next]: readonly string[]): string | undefined {
	if (root !== "~" || part.startsWith(".") || !known().get("~")?.has(`.${part}`)) return undefined;
	const isSure = onlyHidden.has(part) || (next !== undefined && known().get(`~/.${part}`)?.has(next));
	return isSure ? `.${part}` : undefined;
}

const onlyHidden: ReadonlySet<string> = new Set(["ssh", "aws", "gnupg", "kube", "netrc", "npmrc", "pypirc", "pgpass"]);

function meantBy(part: string, folder: string, own: Places): string | undefined {
	const places = known().get(folder) ?? none;
	if (places.has(part)) return undefined;
	const bare = part.replace(/^\./, "");
	const hidden = part.startsWith(".");
	const candidates = [...places].filter((one) => one.startsWith(".") === hidden).map((one) => one.replace(/^\./, ""));
	const found =
		slipOf(bare, candidates, { atEnd: true }) ??
		candidates.find((one) => one.length >= shortestDoubled && isDoubled(one, bare)) ??
		slipOfShort(bare, candidates, hidden) ??
		(folder === "//etc" ? shortened(bare) : undefined) ??
		slipOfParts(bare, candidates);
	if (found !== undefined) return hidden ? `.${found}` : found;
	// What a folder of a project is called nobody knows; that two differ by one letter inside is a slip of one of them.
	const siblings = folder.startsWith(".") ? [...(own.get(folder) ?? none)].filter((one) => one !== part) : [];
	const near = part.length >= shortestOwn ? slipOf(part, siblings) : undefined;
	return near !== undefined && near.length > part.length ? near : undefined;
}

/** Hidden names are few, and short ones are well known: `~/.shh`. */
function slipOfShort(word: string, candidates: readonly string[], hidden: boolean): string | undefined {
	if (!hidden || word.length < 3) return undefined;
	const near = candidates.filter(
		(one) => wellKnown.has(one) && (isDoubled(word, one) || isMissing(word, one) || isOther(word, one)),
	);
	return near.length === 1 ? near[0] : undefined;
}
const wellKnown: ReadonlySet<string> = new Set([
	"ssh",
	"aws",
	"env",
	"kube",
	"gnupg",
	"netrc",
	"npmrc",
	"docker",
	"config",
	"bashrc",
	"zshrc",
]);

/** One letter inside is missing: `.kbe`, `.bahrc`. */
function isMissing(word: string, meant: string): boolean {
	return (
		meant.length >= 4 &&
		word[0] === meant[0] &&
		[...meant].some((_, at) => at > 0 && meant.slice(0, at) + meant.slice(at + 1) === word)
	);
}

/** One letter is another one that the name has as well: `.shh`. */
function isOther(word: string, meant: string): boolean {
	if (word.length !== meant.length || word[0] !== meant[0]) return false;
	const at = [...word].flatMap((letter, index) => (letter === meant[index] ? [] : [index]));
	return at.length === 1 && meant.includes(word[at[0] ?? 0] ?? "");
}

/** The whole word, or one slip away from it, where the machine has it short: `/etc/password`. */
function shortened(word: string): string | undefined {
	return word === "password" || slipOf(word, ["password"], { atEnd: true }) !== undefined ? "passwd" : undefined;
}

/** A name of several words, one of which is misspelt: `credentials.json`, `copilot-instructions.md`. */
function slipOfParts(word: string, candidates: readonly string[]): string | undefined {
	const parts = word.split(/([._-])/);
	if (parts.length < 3) return undefined;
	return candidates.find((one) => {
		const others = one.split(/([._-])/);
		if (others.length !== parts.length) return false;
		const differing = parts.flatMap((part, at) => (part === others[at] ? [] : [at]));
		const [at] = differing;
		return (
			differing.length === 1 &&
			at !== undefined &&
			slipOf(parts[at] ?? "", [others[at] ?? ""], { atEnd: true }) !== undefined
		);
	});
}

const none: ReadonlySet<string> = new Set();
const shortestOwn = 6;
const shortestDoubled = 6;
