/**
 * The tools of VS Code's agent mode as commands: as its program declares them (1.139.1, with the extension `copilot` 0.67.0), and names of earlier versions. No call was tried. A tool
 * that runs a task, a cell of a notebook or a command of the editor stands here not: what it runs is not told, so it is taken for a shell whose command is missing.
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
	skill,
	starting,
	where,
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
	search_workspace_symbols: search({ pattern: "symbolName" }),
	test_search: list({}),
	read_project_structure: list({}),
	copilot_getNotebookSummary: read,
	read_notebook_cell_output: read,
	create_new_workspace: other("create_new_workspace"),
	create_new_jupyter_notebook: other("create_new_jupyter_notebook"),
	install_extension: other("install_extension"),
	// It edits whatever files name the symbol.
	vscode_renameSymbol: other("vscode_renameSymbol"),
	// Notes of the editor, in a folder of its own.
	memory: other("memory"),
	session_store_sql: other("session_store_sql"),
	get_errors: nothing,
	fetch_webpage: fetched,
	copilot_fetchWebPage: fetched,
	open_simple_browser: located("url"),
	open_browser_page: fetched,
	navigate_page: where(["url"], fetched, other("navigate_page")),
	// What a page makes of them nobody can tell.
	click_element: other("click_element"),
	type_in_page: other("type_in_page"),
	drag_element: other("drag_element"),
	hover_element: other("hover_element"),
	handle_dialog: other("handle_dialog"),
	run_playwright_code: other("run_playwright_code"),
	read_page: nothing,
	screenshot_page: nothing,
	github_repo: other("github_repo"),
	github_text_search: other("github_text_search"),
	runSubagent: starting("agentName", "default"),
	switch_agent: starting("agentName", "default"),
	search_subagent: starting(undefined, "search_subagent"),
	explore_subagent: starting(undefined, "explore_subagent"),
	execution_subagent: starting(undefined, "execution_subagent"),
	skill: skill("skill"),
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
	vscode_listCodeUsages: nothing,
	vscode_searchExtensions_internal: nothing,
	vscode_askQuestions: nothing,
	vscode_reviewPlan: nothing,
	vscode_get_confirmation: nothing,
	vscode_get_confirmation_with_options: nothing,
	resolve_memory_file_uri: nothing,
	setArtifacts: nothing,
	setArtifactRules: nothing,
	testFailure: nothing,
	tool_search: nothing,
	get_vscode_api: nothing,
};
