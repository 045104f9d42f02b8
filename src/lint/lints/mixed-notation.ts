/** `mixed-notation`: a policy is written in both notations. */
import { notationOf } from "../../syntax/read-policy-file.js";
import { placedImports } from "../import-places.js";
import type { Fault, TextLint } from "../lint.js";

export const mixedNotation: TextLint = {
	name: "mixed-notation",
	family: "style",
	severity: "off",
	summary: "a policy is written in both notations",
	looksAt: "text",
	check: (subject) => {
		const imported = placedImports(subject).flatMap(({ stated, target }): readonly Fault[] => {
			// How a shipped pack is written is not the author's choice.
			if (target.startsWith("pack:") || notationOf(target) === stated.file.notation) return [];
			return [faultOf(target, stated.file.file, stated.statement.path.span)];
		});
		const [first, ...others] = subject.roots;
		const beside = others.flatMap((file): readonly Fault[] => {
			if (first === undefined || notationOf(file) === notationOf(first)) return [];
			const [statement] = subject.files.find((one) => one.file === file)?.statements ?? [];
			return statement === undefined ? [] : [faultOf(file, first, statement.span)];
		});
		return [...imported, ...beside];
	},
};

function faultOf(file: string, other: string, span: Fault["span"]): Fault {
	return {
		message: `\`${file}\` and \`${other}\` are one policy in two notations`,
		span,
		help: "write both in one: `rules convert` does it",
	};
}
