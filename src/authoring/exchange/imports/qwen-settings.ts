/**
 * Qwen Code's settings (`settings.json`) as a policy, as version 0.24.4 reads them: `permissions` in the manner of Claude Code, of which the strictest decides, the older lists in
 * `tools`, and servers. A text without a star is the beginning of a command there, and a host stands for all names below it.
 */

import { readJson } from "../../../language/source/json-tree.js";
import {
	type Imported,
	type ImportedRule,
	type ImportFault,
	importedPolicy,
	pathRemarks,
	type Remark,
} from "../imported.js";
import { type CallPermission, type CallSubject, callRules } from "./call-rules.js";
import { fetchCall, leftOut, namedCall, pathCall, type ReadCall, said, serverCall } from "./claude-calls.js";
import type { ImportSettings } from "./claude-permissions.js";
import { categoryRemarks, type ListedName, listsAt, olderKey, serverPermissions } from "./settings-lists.js";
import { type TextEntry, textEntry } from "./text-entry.js";
import { type TextPattern, textPattern } from "./text-pattern.js";

type Kind = CallPermission["kind"];

export function importQwenSettings(text: string, origin: string, { trusting }: ImportSettings): Imported | ImportFault {
	const root = readJson(text, { comments: true });
	if ("message" in root) return root;
	const fault = root.kind === "object" ? olderKey(root) : { at: root.start, message: "it should be an object" };
	if (fault !== undefined) return fault;
	const read = listsAt(root, {
		deny: "permissions.deny",
		exclude: "tools.exclude",
		disabled: "tools.disabled",
		ask: "permissions.ask",
		allow: "permissions.allow",
		allowed: "tools.allowed",
		core: "tools.core",
		folders: "context.includeDirectories",
	});
	if ("message" in read) return read;
	const servers = serverPermissions(root, { allows: false });
	if ("message" in servers) return servers;
	const {
		deny = [],
		exclude = [],
		disabled = [],
		ask = [],
		allow = [],
		allowed = [],
		core = [],
		folders = [],
	} = read.lists;
	const remarks: Remark[] = [];
	const rules: ImportedRule[] = [];
	const calls: CallPermission[] = [...servers.denied, ...servers.trusted];
	const take = (names: readonly ListedName[], kind: Kind): void => {
		for (const { text: source, place, at } of names) {
			const found = entryOf(kind, source, trusting);
			if ("rule" in found) rules.push(found.rule);
			else if (found.permission !== undefined) calls.push(found.permission);
			for (const [verdict, message] of found.remarks) remarks.push({ verdict, place, source, message, at });
		}
	};
	take([...deny, ...exclude, ...disabled], "deny");
	take(ask, "ask");
	take([...allow, ...allowed], "allow");
	if (core.length > 0) {
		const named = new Set(core.map(({ text }) => partsOf(text).tool));
		if (!named.has("run_shell_command")) rules.push({ kind: "deny", patterns: ["*"] });
		// A call that several tools are stays where one of them does.
		const kept = new Set([...named].flatMap((tool) => (Object.hasOwn(tools, tool) ? [...coreCalls(tool)] : [])));
		const gone = Object.keys(tools)
			.flatMap(coreCalls)
			.filter((call) => !kept.has(call));
		if (gone.length > 0) calls.push({ kind: "deny", subjects: [...new Set(gone)].map((call) => ({ call })) });
	}
	const others = callRules(calls, { decides: "strictest", byItself: itself });
	remarks.push(
		...folders.map(
			({ text: source, place, at }): Remark => ({
				verdict: "tighter",
				place,
				source,
				message: "what lies in a further folder is asked about here, reading too",
				at,
			}),
		),
		...servers.remarks,
		...pathRemarks(rules),
		...categoryRemarks(root, {
			permissions: ["allow", "ask", "deny"],
			tools: ["core", "exclude", "allowed", "disabled", "toolSearch"],
			mcp: ["allowed", "excluded"],
			context: ["includeDirectories"],
			security: [],
		}),
		{
			verdict: "tighter",
			place: "the whole",
			source: "",
			message:
				"what nothing speaks of is asked about here, whatever `tools.approvalMode` says; commands that only read need a rule",
		},
	);
	return importedPolicy(origin, "ask", [...rules, ...others.rules], remarks, others.govern);
}

/** What it lets through without a question, for the hands that something is said of. */
const itself: readonly CallPermission[] = [
	{ kind: "allow", subjects: ["file.read", "file.list", "file.search"].map((call) => ({ call, paths: ["."] })) },
	{ kind: "allow", subjects: [{ call: "agent.start" }] },
];

type Entry = TextEntry | ReadCall;

interface Parts {
	readonly tool: string;
	readonly spec: string | undefined;
}

/** The tool by its own name, and what stands in brackets. */
function partsOf(source: string): Parts {
	const [, name = "", spec] = /^([^()]+)(?:\(([\s\S]*)\))?$/.exec(source) ?? [];
	const tool = name.trim();
	return {
		tool: Object.hasOwn(aliases, tool) ? (aliases[tool] as string) : tool,
		spec: spec === "" ? undefined : spec,
	};
}

function entryOf(kind: Kind, source: string, trusting: boolean): Entry {
	const { tool, spec } = partsOf(source);
	if (tool === "") return leftOut("it can't be read");
	if (tool === "run_shell_command") return textEntry(kind, commandOf(kind, spec), trusting);
	if (tool === "monitor") return leftOut("what it runs is decided as the shell's commands are");
	if (tool.startsWith("mcp_"))
		return spec !== undefined && kind === "allow"
			? leftOut("Qwen Code heeds no brackets behind the tool of a server")
			: serverCall(kind, tool);
	if (Object.hasOwn(tools, tool)) {
		const { calls, does } = tools[tool] as FileTool;
		if (spec === undefined)
			return said(
				kind,
				calls.map((call) => ({ call })),
			);
		return pathEntry(kind, does, calls, spec);
	}
	switch (tool) {
		case "web_fetch":
			return fetchEntry(kind, spec);
		case "web_search":
			if (spec !== undefined && kind === "allow") return leftOut("no pattern says which searches it means");
			return said(kind, [{ call: "web.search" }]);
		case "agent":
		case "skill": {
			const call = tool === "agent" ? "agent.start" : "agent.skill";
			if (spec === undefined || /^[\w./-]+$/.test(spec)) return namedCall(kind, call, spec);
			return kind === "allow"
				? leftOut("no pattern says which ones it means")
				: said(kind, [{ call }], [["tighter", "no pattern says which ones it means: it holds for all of them"]]);
		}
		default:
			return leftOut("no table of the policy's says what this tool does: keep it where it is");
	}
}

/** Without a star it is the beginning of a command, up to a blank. */
function commandOf(kind: Kind, spec: string | undefined): TextPattern | string {
	const text = spec?.replaceAll(":*", " *").trim() ?? "*";
	if (text === "*") return { pattern: "*", isOpen: true, isCut: false, isWhole: true, remarks: [] };
	const isOpen = text.endsWith(" *");
	return textPattern(kind, isOpen ? text.slice(0, -2) : text, {
		isPrefix: isOpen || !text.includes("*"),
		hasStars: true,
	});
}

/** A pattern there stands for the path alone, and here for all that lies below it. */
function pathEntry(kind: Kind, does: FileTool["does"], calls: readonly string[], spec: string): ReadCall {
	if (kind === "allow" && /[$\\]/.test(spec)) return leftOut("no path of a policy is written so");
	const read = pathCall(kind, does, calls, spec, "ignore");
	if (kind !== "allow" || read.permission === undefined || spec.endsWith("*")) return read;
	return {
		...read,
		remarks: [...read.remarks, ["looser", "where it is a folder, all that lies below it is allowed as well"]],
	};
}

/** A host, and every name below it. */
function fetchEntry(kind: Kind, spec: string | undefined): ReadCall {
	const host = spec?.replace(/^domain:/, "").trim();
	if (host === undefined) return fetchCall(kind, undefined);
	if (kind !== "allow") return fetchCall(kind, host);
	if (host.includes("*")) return leftOut("Qwen Code knows no stars in hosts");
	const own = fetchCall(kind, host).permission?.subjects ?? [];
	const below = fetchCall(kind, `*.${host}`).permission?.subjects ?? [];
	const subjects: readonly CallSubject[] = [...own, ...below];
	return subjects.length === 0 ? leftOut("no pattern says which addresses it means") : said(kind, subjects);
}

interface FileTool {
	readonly calls: readonly string[];
	readonly does: "reading" | "changing";
	/** What the tool itself is, where its name stands for others as well. */
	readonly own?: string;
}

/** The tools that a rule of this name covers. */
const tools: Readonly<Record<string, FileTool>> = {
	read_file: { calls: ["file.read", "file.list", "file.search"], does: "reading", own: "file.read" },
	zoom_image: { calls: ["file.read"], does: "reading" },
	grep_search: { calls: ["file.search"], does: "reading" },
	glob: { calls: ["file.list"], does: "reading" },
	list_directory: { calls: ["file.list"], does: "reading" },
	edit: { calls: ["file.edit", "file.write"], does: "changing", own: "file.edit" },
	write_file: { calls: ["file.write"], does: "changing" },
	notebook_edit: { calls: ["file.edit"], does: "changing" },
};

/** In `tools.core` a name stands for its own tool. */
function coreCalls(tool: string): readonly string[] {
	const { calls, own } = tools[tool] as FileTool;
	return own === undefined ? calls : [own];
}

const aliases: Readonly<Record<string, string>> = {
	Shell: "run_shell_command",
	ShellTool: "run_shell_command",
	Bash: "run_shell_command",
	Monitor: "monitor",
	MonitorTool: "monitor",
	Edit: "edit",
	EditFile: "edit",
	EditTool: "edit",
	replace: "edit",
	NotebookEdit: "notebook_edit",
	NotebookEditTool: "notebook_edit",
	Write: "write_file",
	WriteFile: "write_file",
	WriteFileTool: "write_file",
	Read: "read_file",
	ReadFile: "read_file",
	ReadFileTool: "read_file",
	ZoomImage: "zoom_image",
	ZoomImageTool: "zoom_image",
	Grep: "grep_search",
	GrepTool: "grep_search",
	SearchFiles: "grep_search",
	search_file_content: "grep_search",
	Glob: "glob",
	GlobTool: "glob",
	FindFiles: "glob",
	ListFiles: "list_directory",
	ListFilesTool: "list_directory",
	ReadFolder: "list_directory",
	WebFetch: "web_fetch",
	WebFetchTool: "web_fetch",
	WebSearch: "web_search",
	WebSearchTool: "web_search",
	Agent: "agent",
	AgentTool: "agent",
	task: "agent",
	Task: "agent",
	TaskTool: "agent",
	Skill: "skill",
	SkillTool: "skill",
};
