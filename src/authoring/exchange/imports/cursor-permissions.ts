/**
 * Cursor's permissions for its command line (`permissions` in `.cursor/cli.json`) as a policy, by its documents: `Shell(git)` is the first word of a command, paths are globs of the
 * workspace, and denials go before what is allowed.
 */
import { dataOf, memberOf, readJson } from "../../../language/source/json-tree.js";
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
import { fetchCall, leftOut, mcpCall, pathCall, type ReadCall } from "./claude-calls.js";
import type { ImportSettings } from "./claude-permissions.js";
import { type TextEntry, textEntry } from "./text-entry.js";
import { textPattern } from "./text-pattern.js";

export function importCursorPermissions(
	text: string,
	origin: string,
	{ trusting }: ImportSettings,
): Imported | ImportFault {
	const root = readJson(text, { comments: true, trailingCommas: true });
	if ("message" in root) return root;
	const permissions = memberOf(root, "permissions");
	if (permissions === undefined || permissions.kind !== "object")
		return { at: (permissions ?? root).start, message: "there are no `permissions` in it" };
	const remarks: Remark[] = [];
	const rules: ImportedRule[] = [];
	const calls: CallPermission[] = [];
	for (const { key, value, start } of permissions.members) {
		if (key !== "allow" && key !== "deny") {
			const message = "a policy has nothing that stands for it";
			remarks.push({
				verdict: "left-out",
				place: `permissions.${key}`,
				source: JSON.stringify(dataOf(value)),
				message,
				at: start,
			});
			continue;
		}
		if (value.kind !== "array") return { at: start, message: `\`permissions.${key}\` should be a list` };
		for (const [at, item] of value.items.entries()) {
			const source = dataOf(item);
			const place = `permissions.${key}[${at}]`;
			if (typeof source !== "string") return { at: item.start, message: `\`${place}\` should be a text` };
			const [, tool = "", spec = ""] = /^(\w+)\(([\s\S]*)\)$/.exec(source.trim()) ?? [];
			const read = tool === "Shell" ? shellRule(key, spec, trusting) : callOf(key, tool, spec);
			if ("rule" in read) rules.push(read.rule);
			else if (read.permission !== undefined) calls.push(read.permission);
			for (const [verdict, message] of read.remarks) remarks.push({ verdict, place, source, message, at: item.start });
		}
	}
	const { govern, rules: others } = callRules(calls, { decides: "strictest", byItself: [] });
	remarks.push(...pathRemarks(rules), ...besideRemarks(root, ["permissions"]), {
		verdict: "tighter",
		place: "the whole",
		source: "",
		message: `what no permission speaks of is asked about here${govern.includes("files") ? ", reading too" : ""}`,
	});
	return importedPolicy(origin, "ask", [...rules, ...others], remarks, govern);
}

/** `git`, or `git:status*`: what stands behind the colon are its arguments. */
function shellRule(kind: "allow" | "deny", spec: string, trusting: boolean): TextEntry | ReadCall {
	if (/^\*+(?::\*+)?$/.test(spec))
		return {
			rule: { kind, patterns: ["*"], ...(kind === "allow" && trusting ? { granting: "everything" } : {}) },
			remarks: [],
		};
	const [, program = "", args] = /^([^:]*)(?::([\s\S]*))?$/.exec(spec.trim()) ?? [];
	const isPrefix = args === undefined || /^\*+$/.test(args);
	const read = textPattern(kind, isPrefix ? program : `${program} ${args}`, { isPrefix, hasStars: true });
	return textEntry(kind, read, trusting);
}

function callOf(kind: "allow" | "deny", tool: string, spec: string): ReadCall {
	switch (tool) {
		case "Read":
			return pathCall(kind, "reading", ["file.read", "file.list", "file.search"], spec, "glob");
		case "Write":
			return pathCall(kind, "changing", ["file.write", "file.edit"], spec, "glob");
		case "WebFetch":
			return fetchCall(kind, spec);
		case "Mcp": {
			const [, server = "", name = ""] = /^([^:,]+)[:,]\s*(.+)$/s.exec(spec) ?? [];
			return server === "" ? leftOut("it does not say `server:tool`") : mcpCall(kind, server, name);
		}
		default:
			return leftOut("it can't be read");
	}
}
