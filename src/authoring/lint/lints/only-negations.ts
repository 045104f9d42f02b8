/** `only-negations`: a list of paths that takes out and names nothing, or takes out all that it names. */
import { pathText } from "../../../language/syntax/dsl/part-text.js";
import type { PathWord } from "../../../language/syntax/statements.js";
import type { LintContext } from "../lint-context.js";
import type { Finding, TextLint } from "../lint-record.js";
import { holdsPaths } from "../powers/path-shape.js";
import { replacement } from "../reading/text-edits.js";
import { writtenHosts } from "../reading/written-hosts.js";
import { meantPath, type WrittenPath, type WrittenPaths, writtenPaths } from "../reading/written-paths.js";

export const onlyNegations: TextLint = {
	name: "only-negations",
	family: "paths",
	severity: "warning",
	summary:
		"a list of paths or of hosts takes out and names nothing, or takes out all that it names, so that nothing lies in it",
	fixes: "unsafe",
	looksAt: "text",
	check: (subject) => [...hostsTakenOut(subject), ...pathsTakenOut(subject)],
};

/** `deny curl reaching !*.corp.example`: nothing is named that it is taken out of. */
function hostsTakenOut(subject: LintContext): readonly Finding[] {
	return writtenHosts(subject).flatMap(({ keyword, words, span }) => {
		const [first] = words;
		if (first === undefined || !words.every(({ negated }) => negated)) return [];
		const text = words.map(pathText).join(", ");
		return [
			{
				message: `\`${keyword} ${text}\` takes out and names nothing: ${keyword === "reaching" ? "this never holds" : "no host is among these"}`,
				span,
				help: `name what it is taken out of: \`${keyword} *, ${text}\` is every host but for that`,
			},
		];
	});
}

function pathsTakenOut(subject: LintContext): readonly Finding[] {
	return writtenPaths(subject).flatMap((list) => {
		const taken = takenWhole(list);
		if (taken !== undefined) return [taken];
		const [first] = list.words;
		if (first === undefined || list.keyword === "trust" || !list.words.every(({ negated }) => negated)) return [];
		const whole = list.keyword === "touching" ? "/" : ".";
		const what = whole === "/" ? "every path" : "the workspace";
		const text = list.words.map(pathText).join(", ");
		const edit = replacement(first.span, pathText(first), `${whole}, ${pathText(first)}`, subject);
		return [
			{
				message: `\`${list.keyword} ${text}\` takes out and names nothing: ${consequence[list.keyword] ?? "no path lies inside"}`,
				span: list.span,
				help: `name what it is taken out of: \`${list.keyword} ${whole}, ${text}\` is ${what} but for that`,
				...(edit === undefined
					? {}
					: { fix: { title: `put \`${whole}\` before it: ${what} but for that`, edits: [edit], safe: false } }),
			},
		];
	});
}

/** `within ./x, !./x`: is each path of the list taken out again? */
export function isTakenOut(list: WrittenPaths): boolean {
	const named = list.paths.filter(({ negated }) => !negated);
	return named.length > 0 && takenOutOf(list).length === named.length;
}

/** The paths that are named, and taken out again whole; with what takes them out. */
function takenOutOf(list: WrittenPaths): readonly { readonly path: WrittenPath; readonly by: WrittenPath }[] {
	const { paths, keyword } = list;
	if (keyword === "trust" || paths.length > mostPaths) return [];
	const out = paths.filter(({ negated }) => negated);
	return paths.flatMap((path) => {
		// `/, !/*` is the folder itself, and nothing in it.
		const by = path.negated
			? undefined
			: out.find(
					(one) =>
						(!one.text.includes("*") &&
							holdsPaths({ ...meantPath(one, list), negated: false }, meantPath(path, list))) ||
						isAllBelow(one, path),
				);
		return by === undefined ? [] : [{ path, by }];
	});
}

/** `./drafts, !./drafts/**`: the folder is left, and no file. */
function isAllBelow(out: WrittenPath, path: WrittenPath): boolean {
	const folder = out.literal ? undefined : /^(.*[^/*])\/\*\*(?:\/\*)?$/.exec(out.text)?.[1];
	return (
		folder !== undefined &&
		!folder.includes("*") &&
		!/[*?[{]/.test(path.text) &&
		holdsPaths({ text: folder, literal: false, negated: false }, path)
	);
}

function takenWhole(list: WrittenPaths): Finding | undefined {
	const { keyword, words, span } = list;
	if (!isTakenOut(list)) {
		const written = ({ place = -1 }: WrittenPath): PathWord | undefined => words[place];
		for (const { path, by } of takenOutOf(list)) {
			const [named, out] = [written(path), written(by)];
			if (named === undefined || out === undefined) continue;
			return {
				message: `\`${pathText(out)}\` takes out all of \`${pathText(named)}\`, which the list names beside others`,
				span: out.span,
				help: `take one of the two out, or name the part of \`${pathText(named)}\` that is to be left out`,
			};
		}
		return undefined;
	}
	const text = words.map(pathText).join(", ");
	return {
		message: `\`${keyword} ${text}\` takes out all that it names: ${consequence[keyword] ?? "no path lies inside"}`,
		span,
		help: "take the `!` away, or name the part that is to be left out",
	};
}

const mostPaths = 40;

const consequence: { readonly [K in WrittenPaths["keyword"]]?: string } = {
	touching: "no path is refused",
	to: "no path is let through",
};
