/** `path-as-operand`: a path among the words of a pattern, which are compared as words: `deny cat /etc/*`. */
import { witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { commandBefore, escaping, operandPaths, passing } from "../powers/operand-paths.js";
import { isWhole, pathShape } from "../powers/path-shape.js";
import { addressAsOperand } from "./path-as-operand/address.js";
import { furtherPaths } from "./path-as-operand/further-paths.js";
import { tildeAsOperand } from "./path-as-operand/tilde.js";

export const pathAsOperand: PolicyLint = {
	name: "path-as-operand",
	family: "paths",
	severity: "warning",
	summary: "a path or an address stands among the words of a pattern, and another spelling of it gets by",
	looksAt: "policy",
	check: (subject) => [
		...subject.rules().flatMap((stated) => faultsOf(stated, subject)),
		...tildeAsOperand.check(subject, {}),
		...addressAsOperand.check(subject, {}),
		...furtherPaths.check(subject, {}),
	],
};

function faultsOf(stated: StatedRule, subject: ValidPolicyContext): readonly Finding[] {
	const { keyword } = stated.statement;
	if (keyword === "constrain") return [];
	const found = operandPaths(stated, subject).flatMap((operand): readonly Finding[] => {
		const { word } = operand;
		// A variable is told by itself.
		if (word.text.startsWith("$")) return [];
		const isHome = word.text.startsWith("~");
		// A path of the home folder that is refused is looked at by itself.
		const refused =
			keyword === "allow" || isHome ? undefined : passing(operand, otherSpellings(operand.typed, word.text));
		const granted = keyword === "deny" || refused !== undefined ? undefined : escaping(operand, waysOut(word.text));
		const sample = refused ?? granted;
		if (sample === undefined) return [];
		const folder = word.text.replace(/\/\*+$/, "") || "/";
		const clause = `${refused === undefined ? "within" : "touching"} ${folder}`;
		const text = witnessCommandLine(sample);
		return [
			{
				message:
					refused === undefined
						? `\`${word.text}\` is compared as a word, and \`${text}\` fits it: that leads elsewhere`
						: `\`${word.text}\` is compared as a word, and \`${text}\` does not fit it, though as a path it does`,
				span: word.span,
				help: isWhole(pathShape({ text: word.text, literal: false }))
					? "bound the paths where the command is granted: `within .` keeps it in the workspace"
					: `say it as a path: \`${keyword} ${commandBefore(operand)} ${clause}\``,
				witness: text,
			},
		];
	});
	return [...new Map(found.toReversed().map((one) => [one.span.start, one])).values()].reverse();
}

/** Other words for the same path. */
function otherSpellings(path: string, written: string): readonly string[] {
	// In any folder is in this one, too.
	const here = written.startsWith("**/") ? [path.slice(path.indexOf("/") + 1)] : [];
	if (!path.startsWith("/")) return [...here, path.replace(/^\.\//, ""), `./${path}`, `././${path}`];
	const first = path.split("/")[1] || "usr";
	return [`/${first}/..${path}`, `/usr/..${path}`, `//${path.slice(1)}`];
}

/** Words that fit a glob and go up in place of its last star, the shortest first. */
function waysOut(glob: string): readonly string[] {
	const at = glob.lastIndexOf("*");
	if (at < 0) return [];
	const behind = glob.slice(at + 1);
	const before = glob.slice(0, at).replace(/\*+$/, "").replaceAll("*", "x");
	const folder = before.endsWith("/") ? before : `${before}x/`;
	return folder.split("/").map((_, times) => `${folder}${"../".repeat(times + 1)}x${behind}`);
}
