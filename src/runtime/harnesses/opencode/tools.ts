/** The tools of opencode as commands. Measured with 1.18.33. */
import type { Tools } from "../dialect/dialect.js";
import {
	fetching,
	file,
	list,
	nothing,
	patch,
	resource,
	search,
	searchingWeb,
	skill,
	starting,
} from "../tools/tool-readers.js";

export const tools: Tools = {
	// Folders, too.
	read: file("read", "filePath"),
	write: file("write", "filePath"),
	edit: file("edit", "filePath"),
	apply_patch: patch("patchText"),
	lsp: file("read", "filePath"),
	glob: list({ folder: "path", glob: "pattern" }),
	grep: search({ pattern: "pattern", folder: "path", glob: "include" }),
	webfetch: fetching("url"),
	websearch: searchingWeb("query"),
	task: starting("subagent_type", "general"),
	skill: skill("name"),
	// JavaScript over tools of MCP servers, and each call in it is asked about.
	execute: nothing,
	read_mcp_resource: resource("server"),
	list_mcp_resources: nothing,
	list_mcp_resource_templates: nothing,
	todowrite: nothing,
	todoread: nothing,
	question: nothing,
	invalid: nothing,
};
