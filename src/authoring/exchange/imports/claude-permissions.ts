/**
 * Claude Code's permissions (`permissions.allow`, `ask`, `deny` in its settings) as a policy. What its rules match was measured with the real program: a text with a
 * star at its end, by words where a blank or a colon stands before it; a star elsewhere stands for any text, blanks included.
 */

import { dataOf, type Json, type JsonNode, memberOf, readJson } from "../../../language/source/json-tree.js";
import {
	type Imported,
	type ImportedRule,
	type ImportFault,
	importedPolicy,
	pathRemarks,
	type Remark,
} from "../imported.js";
import { besideRemarks } from "./beside.js";
import { type CallPermission, callRules } from "./call-rules.js";
import { claudeCall } from "./claude-calls.js";
import { type PermissionKind, plainUseOnly, type TextPattern, textPattern } from "./text-pattern.js";

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
	const calls: CallPermission[] = [];
	const mode = dataOf(memberOf(permissions, "defaultMode") ?? { kind: "scalar", value: null, start: 0, end: 0 });
	for (const { key, value, start } of permissions.members) {
		if (!isKind(key)) continue;
		// Nobody is asked in that mode: here a question would lift what is denied.
		const kind = key === "ask" && mode === "dontAsk" ? "deny" : key;
		if (value.kind !== "array") return { at: start, message: `\`permissions.${key}\` should be a list` };
		for (const [at, item] of value.items.entries()) {
			const source = dataOf(item);
			const place = `permissions.${key}[${at}]`;
			if (typeof source !== "string") return { at: item.start, message: `\`${place}\` should be a text` };
			const other = claudeCall(kind, source, origin);
			if (other !== undefined) {
				if (other.permission !== undefined) calls.push(other.permission);
				for (const [verdict, message] of other.remarks)
					remarks.push({ verdict, place, source, message, at: item.start });
				continue;
			}
			const read = ruleOf(kind, source);
			if (typeof read === "string") {
				remarks.push({ verdict: "left-out", place, source, message: read, at: item.start });
				continue;
			}
			rules.push({
				kind,
				patterns: [read.pattern],
				...(key === "allow" && trusting && read.isWhole ? { granting: "everything" } : {}),
			});
			for (const [verdict, message] of read.remarks) remarks.push({ verdict, place, source, message, at: item.start });
			if (key === "allow" && !(trusting && read.isWhole))
				remarks.push({
					verdict: "tighter",
					place,
					source,
					at: item.start,
					message: plainUseOnly,
				});
		}
	}
	const { govern, rules: callsRules } = callRules(calls, { decides: "strictest", byItself: byItself(mode) });
	remarks.push(
		...pathRemarks(rules),
		...placed(modeRemarks(mode), memberOf(permissions, "defaultMode")),
		...besideRemarks(root, ["permissions"]),
	);
	for (const { key, value, start } of permissions.members)
		if (!isKind(key) && key !== "defaultMode")
			remarks.push({
				verdict: "left-out",
				place: `permissions.${key}`,
				source: JSON.stringify(dataOf(value)),
				message: "a policy has nothing that stands for it",
				at: start,
			});
	return importedPolicy(origin, mode === "dontAsk" ? "deny" : "ask", [...rules, ...callsRules], remarks, govern);
}

function isKind(key: string): key is "allow" | "ask" | "deny" {
	return key === "allow" || key === "ask" || key === "deny";
}

/** A pattern, or why there is none. */
function ruleOf(kind: PermissionKind, source: string): TextPattern | string {
	const found = /^([^()]+)(?:\(([\s\S]*)\))?$/.exec(source.trim());
	if (found === null) return "it can't be read";
	const [, , spec = "*"] = found;
	if (spec === "*" || spec === ":*" || spec === "")
		return { pattern: "*", isOpen: true, isCut: false, isWhole: true, remarks: [] };
	const isPrefix = / \*$|:\*$/.test(spec);
	return textPattern(kind, isPrefix ? spec.slice(0, -2) : spec, { isPrefix, hasStars: true });
}

/** What Claude Code does without a question where nothing else is said, for the tools that something is said of. In `dontAsk` that was not measured. */
function byItself(mode: Json): readonly CallPermission[] {
	if (mode === "dontAsk") return [];
	const inWorkspace = (...calls: readonly string[]): CallPermission => ({
		kind: "allow",
		subjects: calls.map((call) => ({ call, paths: ["."] })),
	});
	return [
		inWorkspace("file.read", "file.list", "file.search"),
		...(mode === "acceptEdits" ? [inWorkspace("file.write", "file.edit")] : []),
		{ kind: "allow", subjects: [{ call: "agent.start" }] },
	];
}

function placed(remarks: readonly Remark[], node: JsonNode | undefined): readonly Remark[] {
	return node === undefined ? remarks : remarks.map((remark) => ({ ...remark, at: node.start }));
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
