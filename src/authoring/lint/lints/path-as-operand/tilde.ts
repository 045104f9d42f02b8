/** A path that begins with `~` among the words of a pattern, which are compared as words: `deny cat ~/.ssh/*`. */

import { anySymbolicWorld } from "../../../analysis/agent-model.js";
import { witnessCommandLine } from "../../../analysis/witness.js";
import type { PolicyLint } from "../../lint-record.js";
import { commandBefore, operandPaths, passing } from "../../powers/operand-paths.js";
import { isWhole, pathShape } from "../../powers/path-shape.js";

export const tildeAsOperand: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const { keyword } = stated.statement;
			if (keyword === "allow" || keyword === "constrain") return [];
			const found = operandPaths(stated, subject).flatMap((operand) => {
				const { word, typed } = operand;
				if (word.kind !== "plain" || !/^~(\/|$)/.test(word.text)) return [];
				const sample = passing(operand, [`${anySymbolicWorld.home}${typed.slice(1)}`]);
				if (sample === undefined) return [];
				const text = witnessCommandLine(sample).replaceAll(`${anySymbolicWorld.home}`, '"$HOME"');
				return [
					{
						message: `\`${word.text}\` is compared as a word: with the home folder written out, as in \`${text}\`, it does not fit`,
						span: word.span,
						help: isWhole(pathShape({ text: word.text, literal: false }))
							? "bound the paths where the command is granted: `within .` keeps it in the workspace"
							: `say it as a path: \`${keyword} ${commandBefore(operand)} touching ${word.text.replace(/\/\*+$/, "")}\``,
						witness: text,
					},
				];
			});
			return [...new Map(found.toReversed().map((one) => [one.span.start, one])).values()].reverse();
		}),
};
