/**
 * Reads a policy file in the notation that its name says.
 */
import type { Checked, Diagnostic } from "../diagnostic/diagnostic.js";
import { readDsl } from "./dsl/read-dsl.js";
import type { Notation, PolicyFile } from "./statements.js";
import { readYaml } from "./yaml/read-yaml.js";

/** Reads a policy file. Every fault is a diagnostic; what could be read in spite of them is in the value. */
export function readPolicyFile(file: string, text: string): Checked<PolicyFile> {
	const notation = notationOf(file);
	const whole = badCharacter(file, text);
	if (notation === undefined || whole !== undefined) {
		const unnamed: Diagnostic = {
			code: "unknown-notation",
			severity: "error",
			message: `\`${file}\` does not say its notation`,
			span: { file, start: 0, end: 0 },
			help: "name it `.rules` or `.rules.yaml`",
		};
		return {
			value: { file, notation: notation ?? "rules", statements: [], closing: [] },
			diagnostics: [whole ?? unnamed],
		};
	}
	switch (notation) {
		case "rules":
			return readDsl(file, text);
		case "yaml":
			return readYaml(file, text);
	}
}

/** The notation that a file's name says. */
export function notationOf(file: string): Notation | undefined {
	if (/\.ya?ml$/i.test(file)) return "yaml";
	return /\.rules$/i.test(file) ? "rules" : undefined;
}

/** A character that no policy holds: then the file is something else, or was damaged on its way. */
function badCharacter(file: string, text: string): Diagnostic | undefined {
	const zero = text.indexOf("\0");
	if (zero >= 0) {
		return {
			code: "not-text",
			severity: "error",
			message: "this is no text file: it holds a NUL character",
			span: { file, start: zero, end: zero + 1 },
			help: "see that the file is the one that you mean, in UTF-8",
		};
	}
	const half = /\p{Surrogate}/u.exec(text);
	if (half) {
		return {
			code: "not-text",
			severity: "error",
			message: "this text is damaged: it holds half of a character",
			span: { file, start: half.index, end: half.index + 1 },
			help: "save the file in UTF-8 again",
		};
	}
	return undefined;
}
