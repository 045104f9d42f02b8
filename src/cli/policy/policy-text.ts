/** One policy file as text and as statements, for the verbs that rewrite files. */
import { hasErrors } from "../../language/diagnostic/diagnostic.js";
import { renderText } from "../../language/diagnostic/render-text.js";
import { sourceFile } from "../../language/source/source-file.js";
import { readPolicyFile } from "../../language/syntax/read-policy-file.js";
import type { PolicyFile } from "../../language/syntax/statements.js";
import { isFolder, policiesIn } from "../../runtime/load/find-policy.js";
import { readPolicyText } from "../../runtime/load/read-file.js";
import { refusedBySystem } from "../terminal/exit.js";
import { wholeText } from "../terminal/standard-input.js";

/** More is no policy. Bytes. */
const most = 4 * 1024 * 1024;

export interface PolicyText {
	readonly name: string;
	readonly text: string;
}

/** The files that names mean: of a folder, every policy in it. */
export function filesOf(names: readonly string[]): readonly string[] {
	const files = names.flatMap((name) => {
		try {
			return isFolder(name) ? policiesIn(name) : [name];
		} catch (error) {
			throw refusedBySystem(error, name, "read");
		}
	});
	return [...new Set(files)];
}

/** A file's text, or standard input's for `-`; otherwise why it can't be read, ready to print. */
export async function policyText(name: string, yaml: boolean): Promise<PolicyText | { readonly refusal: string }> {
	if (name === "-") return { name: yaml ? "stdin.rules.yaml" : "stdin.rules", text: await wholeText(most) };
	const read = readPolicyText(name);
	if ("text" in read) return { name, text: read.text };
	const diagnostic = {
		code: "unreadable-file",
		severity: "error",
		message: read.message,
		help: read.help,
		span: { file: name, start: 0, end: 0 },
	} as const;
	return { refusal: renderText([diagnostic], new Map()) };
}

/** Its statements, or the frames of what is wrong with it, ready to print. */
export function statementsOf(
	{ name, text }: PolicyText,
	colour: boolean,
): { readonly file: PolicyFile } | { readonly refusal: string } {
	const { value, diagnostics } = readPolicyFile(name, text);
	if (!hasErrors(diagnostics)) return { file: value };
	return { refusal: renderText(diagnostics, new Map([[name, sourceFile(name, text)]]), { colour }) };
}
