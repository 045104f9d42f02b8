/** `only-negations`: a list of paths that takes out and names nothing, or takes out all that it names. */
import { pathText } from "../../../language/syntax/dsl/write-dsl.js";
import type { LintContext } from "../lint-context.js";
import type { Finding, TextLint } from "../lint-record.js";
import { holdsPaths } from "../powers/path-shape.js";
import { replacement } from "../reading/text-edits.js";
import { writtenHosts } from "../reading/written-hosts.js";
import { meantPath, type WrittenPaths, writtenPaths } from "../reading/written-paths.js";

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
	const { paths, keyword } = list;
	if (keyword === "trust" || paths.length > mostPaths) return false;
	const named = paths.filter(({ negated }) => !negated);
	const out = paths.filter(({ negated }) => negated);
	// `/, !/*` is the folder itself, and nothing in it.
	const isOut = (path: (typeof paths)[number]): boolean =>
		out.some(
			(one) =>
				!one.text.includes("*") && holdsPaths({ ...meantPath(one, list), negated: false }, meantPath(path, list)),
		);
	return named.length > 0 && out.length > 0 && named.every(isOut);
}

function takenWhole(list: WrittenPaths): Finding | undefined {
	if (!isTakenOut(list)) return undefined;
	const { keyword, words, span } = list;
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
