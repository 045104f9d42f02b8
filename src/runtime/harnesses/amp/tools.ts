/** The tools of Amp as commands, by its pages and what its permissions name. Nothing was tried. */
import type { Tools } from "../dialect/dialect.js";
import {
	both,
	fetching,
	file,
	list,
	nothing,
	other,
	resource,
	search,
	searchingWeb,
	skill,
	starting,
	where,
} from "../tools/tool-readers.js";

export const tools: Tools = {
	Read: file("read", "path"),
	look_at: file("read", "path"),
	create_file: file("write", "path"),
	edit_file: file("edit", "path"),
	undo_edit: file("edit", "path"),
	format_file: file("edit", "path"),
	delete_file: file("delete", "path"),
	list_directory: list({ folder: "path" }),
	glob: list({ folder: "path", glob: "filePattern" }),
	Grep: search({ pattern: "pattern", folder: "path", glob: "glob" }),
	read_web_page: fetching("url"),
	web_search: searchingWeb("objective", "query"),
	Task: starting(undefined, "Task"),
	// Agents that look and think; files that it is handed are read.
	oracle: both(starting(undefined, "oracle"), where(["files"], file("read", "files"))),
	finder: starting(undefined, "finder"),
	librarian: starting(undefined, "librarian"),
	skill: skill("name"),
	handoff: other("handoff"),
	painter: other("painter"),
	read_mcp_resource: resource("server"),
	get_diagnostics: nothing,
	todo_read: nothing,
	todo_write: nothing,
	mermaid: nothing,
};
