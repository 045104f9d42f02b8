/** `shadowed-set`: two files that see each other define sets of one name, and each means its own; or a file defines one that the language brings. */

import { builtInSets } from "../../../language/policy/patterns/built-in-sets.js";
import { governingPlaces } from "../../../runtime/harnesses/places/governing-places.js";
import type { PolicyLint } from "../lint-record.js";
import { importedWith } from "../reading/import-places.js";
import type { NameDefinition } from "../reading/references.js";

export const shadowedSet: PolicyLint = {
	name: "shadowed-set",
	family: "references",
	severity: "warning",
	summary: "a set has the name of an imported one, whose rules keep their own, or of one that the language brings",
	looksAt: "policy",
	check: (subject) => {
		const { definitions } = subject.references();
		const sets = definitions.filter(({ thing }) => thing === "set");
		const named = new Map<string, NameDefinition[]>();
		for (const one of sets) {
			const list = named.get(one.name.text);
			if (list) list.push(one);
			else named.set(one.name.text, [one]);
		}
		return sets.flatMap(({ name, file }) => {
			const namesakes = named.get(name.text) ?? [];
			if (!subject.roots.includes(file)) return [];
			if (builtIn().has(name.text))
				return [
					{
						message: `\`@${name.text}\` is a set that the language brings, and this one takes its place: the other holds nothing here any more`,
						span: name.span,
						help: `give it another name: \`set own-${name.text} = @${name.text}, …\` adds to what the language brings`,
					},
				];
			if (namesakes.length < 2) return [];
			const seen = importedWith(file, subject);
			// The names in a shipped pack are its own business.
			const other = namesakes.find((one) => one.file !== file && seen.has(one.file) && !one.file.startsWith("pack:"));
			if (other === undefined) return [];
			return [
				{
					message: `\`${name.text}\` is a set of an imported file as well: the rules there mean that one, those here this one`,
					span: name.span,
					labels: [{ span: other.name.span, message: "the other one" }],
					help: "give it another name; sets of one name do not add up",
				},
			];
		});
	},
};

let names: ReadonlySet<string> | undefined;

/** The names of the sets that every policy has. */
function builtIn(): ReadonlySet<string> {
	names ??= new Set(builtInSets(governingPlaces().sets).keys());
	return names;
}
