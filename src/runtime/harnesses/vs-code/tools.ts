/**
 * The tools of VS Code's agent mode as commands, by its pages and the names in its published source. Nothing was tried. A tool that runs a task, a cell of a notebook or a
 * command of the editor stands here not: what it runs is not told, so it is taken for a shell whose command is missing.
 */
import type { Tools } from "../dialect/dialect.js";
import {
	each,
	fetching,
	file,
	list,
	located,
	nothing,
	other,
	patch,
	paths,
	search,
	starting,
} from "../tools/tool-readers.js";

const read = file("read", "filePath");
const create = file("write", "filePath");
const replace = file("edit", "filePath");
const replaceMany = each("replacements", replace);
const applied = patch("input");
const look = list({ folder: "path" });
const find = list({ glob: "query" });
const grep = search({ pattern: "query", glob: "includePattern" });
const folder = file("write", "dirPath");
const fetched = fetching("urls", "url");

export const tools: Tools = {
	read_file: read,
	copilot_readFile: read,
	readFile: read,
	view_image: read,
	create_file: create,
	copilot_createFile: create,
	createFile: create,
	create_directory: folder,
	copilot_createDirectory: folder,
	replace_string_in_file: replace,
	copilot_replaceString: replace,
	multi_replace_string_in_file: replaceMany,
	copilot_multiReplaceString: replaceMany,
	insert_edit_into_file: replace,
	copilot_insertEdit: replace,
	edit_notebook_file: replace,
	copilot_editNotebook: replace,
	apply_patch: applied,
	copilot_applyPatch: applied,
	editFiles: paths("edit", ["files"], ["filePath"]),
	deleteFile: paths("delete", ["files"], ["filePath"]),
	list_dir: look,
	copilot_listDirectory: look,
	file_search: find,
	copilot_findFiles: find,
	grep_search: grep,
	copilot_findTextInFiles: grep,
	semantic_search: search({ pattern: "query" }),
	copilot_searchCodebase: search({ pattern: "query" }),
	get_errors: nothing,
	fetch_webpage: fetched,
	copilot_fetchWebPage: fetched,
	open_simple_browser: located("url"),
	runSubagent: starting("agentName", "default"),
	// What they run is the project's own, and stands in no argument.
	runTests: other("runTests"),
	run_tests: other("runTests"),
	get_terminal_output: nothing,
	terminal_selection: nothing,
	terminal_last_command: nothing,
	kill_terminal: nothing,
	get_task_output: nothing,
	manage_todo_list: nothing,
	test_failure: nothing,
	get_changed_files: nothing,
	list_code_usages: nothing,
	get_vscode_api: nothing,
};
