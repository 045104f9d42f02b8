/**
 * Claude Code's permissions (`permissions.allow`, `ask`, `deny` in its settings) as a policy. What its rules match was measured with the real program: a text with a
 * star at its end, by words where a blank or a colon stands before it; a star elsewhere stands for any text, blanks included.
 */

import {
	type Imported,
	type ImportedRule,
	type ImportFault,
	importedPolicy,
	isProgramWord,
	literalWord,
	type Remark,
	wordsFor,
} from "./imported.js";
import { dataOf, type Json, memberOf, readJson } from "./json-tree.js";

export interface ImportSettings {
	/** Arguments of what is allowed are trusted, as they are there. */
	readonly trusting: boolean;
}

export function importClaudePermissions(
	text: string,
	origin: string,
	{ trusting }: ImportSettings,
): Imported | ImportFault {
	const root = readJson(text);
	if ("message" in root) return root;
	const permissions = memberOf(root, "permissions");
	if (permissions === undefined || permissions.kind !== "object")
		return { at: (permissions ?? root).start, message: "there are no `permissions` in it" };
	const remarks: Remark[] = [];
	const rules: ImportedRule[] = [];
	for (const { key, value, start } of permissions.members) {
		if (!isKind(key)) continue;
		if (value.kind !== "array") return { at: start, message: `\`permissions.${key}\` should be a list` };
		for (const [at, item] of value.items.entries()) {
			const source = dataOf(item);
			const place = `permissions.${key}[${at}]`;
			if (typeof source !== "string") return { at: item.start, message: `\`${place}\` should be a text` };
			const read = ruleOf(key, source);
			if (typeof read === "string") {
				remarks.push({ verdict: "left-out", place, source, message: read });
				continue;
			}
			rules.push({
				kind: key,
				patterns: [read.pattern],
				...(key === "allow" && trusting && read.isWhole ? { granting: "everything" } : {}),
			});
			for (const [verdict, message] of read.remarks) remarks.push({ verdict, place, source, message });
			if (key === "allow" && !(trusting && read.isWhole))
				remarks.push({
					verdict: "tighter",
					place,
					source,
					message:
						"only plain use is allowed, not what runs, writes or sends by an option; `--trusting` allows every argument",
				});
		}
	}
	const mode = dataOf(memberOf(permissions, "defaultMode") ?? { kind: "scalar", value: null, start: 0, end: 0 });
	remarks.push(...modeRemarks(mode));
	for (const { key, value } of permissions.members)
		if (!isKind(key) && key !== "defaultMode")
			remarks.push({
				verdict: "left-out",
				place: `permissions.${key}`,
				source: JSON.stringify(dataOf(value)),
				message: "a policy has nothing that stands for it",
			});
	return { policy: importedPolicy(origin, mode === "dontAsk" ? "deny" : "ask", rules), remarks };
}

function isKind(key: string): key is "allow" | "ask" | "deny" {
	return key === "allow" || key === "ask" || key === "deny";
}

interface Read {
	readonly pattern: string;
	/** It names a program and nothing else. */
	readonly isWhole: boolean;
	readonly remarks: readonly (readonly ["looser" | "tighter", string])[];
}

/** A pattern, or why there is none. */
function ruleOf(kind: "allow" | "ask" | "deny", source: string): Read | string {
	const found = /^([^()]+)(?:\(([\s\S]*)\))?$/.exec(source.trim());
	if (found === null) return "it can't be read";
	const [, tool, spec = "*"] = found;
	if (tool !== "Bash") return "rules speak of shell commands: keep it where it is";
	if (spec === "*" || spec === ":*" || spec === "") return { pattern: "*", isWhole: true, remarks: [] };
	const shell = /["'`$\\;|&<>(){}\n]|^\w+=/.exec(spec);
	if (shell !== null) return `\`${shell[0]}\` makes it a piece of shell, and rules speak of commands`;
	const isPrefix = / \*$|:\*$/.test(spec);
	const body = isPrefix ? spec.slice(0, -2) : spec;
	const words = body.split(/\s+/).filter((word) => word !== "");
	const [program, ...others] = words;
	if (program === undefined || !isProgramWord(program)) return "no program is named at its beginning";
	if (/[?[\]!~#]/.test(body)) return "a character in it means something else in patterns";
	if (program.startsWith("*") && program !== "*") return "a program of which only the end is known may be any path";
	const remarks: (readonly ["looser" | "tighter", string])[] = [];
	const hasInner = words.some(
		(word) => word.slice(0, -1).includes("*") || (word.endsWith("*") && word !== "*" && word !== words.at(-1)),
	);
	if (hasInner) {
		if (kind !== "deny") remarks.push(["tighter", "a star inside of a word stands for no blanks here"]);
		if (kind !== "allow") remarks.push(["looser", "a star inside of a word stands for no blanks here"]);
	}
	if (kind === "allow" && others.some((word) => !word.startsWith("-")))
		remarks.push(["looser", "options may stand before and between the words, too"]);
	if (kind === "allow" && others.some((word) => word.startsWith("-")))
		remarks.push(["looser", "its options may stand anywhere, in every spelling that the program takes"]);
	if (kind === "ask")
		remarks.push([
			"tighter",
			"it is asked about inside of wrappers and of `bash -c`, and in every spelling of its options",
		]);
	if (kind === "deny")
		remarks.push(["tighter", "it is denied inside of wrappers and of `bash -c`, and in every spelling of its options"]);
	const starred = words.filter((word) => word !== "*" && word.includes("*"));
	if (starred.some((word) => !/^(?!\/.*\/$)[\w.][\w.*/-]*$|^\*[\w.*/-]*$/.test(word)))
		return "a word with a star holds what no pattern can hold";
	const fitting = wordsFor(kind, words);
	if (fitting === undefined) return "a word behind an option may be its value, and no pattern says that";
	const isCut = fitting !== words;
	if (isCut)
		remarks.push([
			"tighter",
			"a word behind an option may be its value: it is left out of the pattern, which stands for more",
		]);
	// A star at the very end leaves open what follows.
	const isOpen = isCut || isPrefix || words.at(-1)?.endsWith("*") === true;
	const pattern = fitting.map((word) => (word === "*" ? "**" : word.includes("*") ? word : literalWord(word)));
	if (pattern[0] === "**") pattern.unshift("*");
	while (isOpen && pattern.length > 1 && pattern.at(-1) === "**") pattern.pop();
	return {
		pattern: `${isOpen ? "" : "exactly "}${pattern.join(" ")}`,
		isWhole: isOpen && pattern.length === 1,
		remarks,
	};
}

function modeRemarks(mode: Json): readonly Remark[] {
	const source = mode === null ? "" : String(mode);
	const place = "permissions.defaultMode";
	switch (mode) {
		case null:
		case "default":
		case "plan":
		case "dontAsk":
			return [
				{
					verdict: "tighter",
					place,
					source,
					message: "commands that only read, which Claude Code runs by itself, need a rule here",
				},
			];
		case "acceptEdits":
			return [{ verdict: "tighter", place, source, message: "what it runs by itself is asked about here" }];
		case "bypassPermissions":
			return [
				{
					verdict: "tighter",
					place,
					source,
					message: "it runs everything; here what no rule speaks of is asked about",
				},
			];
		default:
			return [{ verdict: "left-out", place, source, message: "a policy has nothing that stands for it" }];
	}
}
