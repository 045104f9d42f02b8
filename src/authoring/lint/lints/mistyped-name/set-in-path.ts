/** A path that begins with a set's name and goes on behind it: a set is named as a whole, and this is a folder of the workspace. */
import type { Finding, PolicyLint } from "../../lint-record.js";
import { oncePerPlace, writtenPaths } from "../../reading/written-paths.js";

export const setInPath: Pick<PolicyLint, "check"> = {
	check: (subject) => {
		const sets = new Set(
			subject
				.statements()
				.flatMap(({ statement }) => (statement.kind === "set" ? [`@${statement.name.text.replace(/^@/, "")}`] : [])),
		);
		return oncePerPlace(
			writtenPaths(subject).flatMap(({ paths }) =>
				paths.flatMap(({ text, literal, span }): readonly Finding[] => {
					const [name = "", ...below] = text.split("/");
					// Nobody's file is called as a set of the policy is.
					if (literal && sets.has(text))
						return [
							{
								message: `\`"${text}"\` in quotes is a path of that very name, and not what the set holds`,
								span,
								help: `write \`${text}\`, without the quotes`,
							},
						];
					if (literal || below.length === 0 || !sets.has(name)) return [];
					return [
						{
							message: `\`${text}\` is a path in the workspace, and not what lies in the folders of \`${name}\`: behind a set's name no path goes on`,
							span,
							help: `write the paths that are meant, or a set of their own; a folder that is called so stands in quotes: \`"${text}"\``,
						},
					];
				}),
			),
		);
	},
};
