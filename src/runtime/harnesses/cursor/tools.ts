/**
 * The tools of Cursor as commands. Its pages name `Shell`, `Read`, `Write`, `Grep`, `Delete`, `Task` and `MCP:TOOL`, without their arguments: `file_path` is what others saw in
 * payloads of its versions, and further names are those that they registered hooks for. Nothing was tried.
 */
import type { Tools } from "../dialect/dialect.js";
import { both, fetching, file, list, nothing, search, searchingWeb, starting, where } from "../tools/tool-readers.js";

const further = where(["file_path"], file("read", "file_path"));
const read = file("read", "file_path", "path");
const edit = file("edit", "file_path", "path");
const remove = file("delete", "file_path", "path");

export const tools: Tools = {
	Read: read,
	ReadFile: read,
	Write: file("write", "file_path", "path"),
	Edit: edit,
	StrReplace: edit,
	EditNotebook: file("edit", "target_notebook", "file_path", "path"),
	Delete: remove,
	Grep: both(search({ pattern: "pattern", folder: "path", glob: "glob" }), further),
	Glob: both(
		list({ folder: "target_directory", glob: "glob_pattern" }),
		where(["pattern", "path"], list({ folder: "path", glob: "pattern" })),
	),
	LS: both(list({ folder: "target_directory" }), where(["path"], list({ folder: "path" }))),
	WebFetch: fetching("url"),
	WebSearch: searchingWeb("search_term", "query"),
	Task: starting("subagent_type", "generalPurpose"),
	TodoWrite: nothing,
	AskQuestion: nothing,
	SwitchMode: nothing,
};
