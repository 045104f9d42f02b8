/** `machine-path`: a path that begins with one user's home folder on one machine. */
import { pathText } from "../../../language/syntax/dsl/part-text.js";
import type { Finding, TextLint } from "../lint-record.js";
import { homeOfUser } from "../powers/user-homes.js";
import { replacement } from "../reading/text-edits.js";
import { oncePerPlace, writtenPaths } from "../reading/written-paths.js";
import { writtenPatterns } from "../reading/written-patterns.js";

export const machinePath: TextLint = {
	name: "machine-path",
	family: "paths",
	severity: "warning",
	summary: "a path begins with one user's home folder, and means nothing on other machines",
	fixes: "unsafe",
	looksAt: "text",
	check: (subject) => {
		const inLists = writtenPaths(subject).flatMap((list) =>
			list.paths.flatMap((path): readonly Finding[] => {
				const home = homeOfUser(path.text);
				if (home === undefined) return [];
				const text = `~${path.text.slice(home.length)}`;
				// Trusted folders are absolute.
				const isHome = list.keyword !== "trust";
				const word = path.place === undefined ? undefined : list.words[path.place];
				const quoted = pathText({ kind: "plain", negated: false, span: path.span, ...word, text });
				const fault = machinePathFinding(path.text, home, path.span, isHome ? quoted : undefined);
				if (word === undefined || !isHome) return [fault];
				const edit = replacement(word.span, pathText(word), pathText({ ...word, text }), subject);
				if (edit === undefined) return [fault];
				const title = `write \`${text}\`, the home folder of whoever runs the agent`;
				return [{ ...fault, fix: { title, edits: [edit], safe: false } }];
			}),
		);
		const words = writtenPatterns(subject).flatMap(({ pattern }): readonly Finding[] => {
			return pattern.words.flatMap((word) => {
				const home = word.kind === "plain" || word.kind === "quoted" ? homeOfUser(word.text) : undefined;
				return home === undefined
					? []
					: [machinePathFinding(word.text, home, word.span, `~${word.text.slice(home.length)}`)];
			});
		});
		return oncePerPlace([...inLists, ...words]);
	},
};

function machinePathFinding(text: string, home: string, span: Finding["span"], own?: string): Finding {
	return {
		message: `\`${text}\` begins with a user's home folder, and means nothing where \`${home}\` is not there`,
		span,
		help:
			own === undefined
				? "name a folder that is there on every machine, or one of the workspace"
				: `write \`${own}\`, or name it by its place in the workspace`,
	};
}
