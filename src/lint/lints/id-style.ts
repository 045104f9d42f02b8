/** `id-style`: an id that is written otherwise than the others are to be. */
import type { PolicyLint } from "../lint.js";
import { inStyle, nameStyles } from "../name-styles.js";

export const idStyle: PolicyLint<{ readonly style: string }> = {
	name: "id-style",
	family: "style",
	severity: "off",
	summary: "an id is not written in the style of ids",
	options: { style: "kebab" },
	looksAt: "policy",
	check: (subject, { style }) => {
		const wanted = nameStyles[style];
		if (wanted === undefined) return [];
		return subject.references().definitions.flatMap(({ thing, name, file }) => {
			if (thing !== "id" || !subject.roots.includes(file) || wanted.test(name.text)) return [];
			return [
				{
					message: `the id \`${name.text}\` is not in ${style} style, as \`${inStyle(name.text, style)}\` is`,
					span: name.span,
					help: `write \`${inStyle(name.text, style)}\`, here and where it is named`,
				},
			];
		});
	},
};
