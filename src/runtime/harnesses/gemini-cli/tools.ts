/** The tools of Gemini CLI as commands. Measured with 0.61.0; those that are only offered to a person at a terminal are as its sources say. */
import type { Tools } from "../dialect/dialect.js";
import { fetchingFromText, file, list, nothing, resource, search, searchingWeb, skill, starting } from "../tools/tool-readers.js";

export const tools: Tools = {
	read_file: file("read", "file_path"),
	write_file: file("write", "file_path"),
	replace: file("edit", "file_path"),
	list_directory: list({ folder: "dir_path" }),
	glob: list({ folder: "dir_path", glob: "pattern" }),
	grep_search: search({ pattern: "pattern", folder: "dir_path", glob: "include_pattern" }),
	// It reads whatever lies below and fits.
	read_many_files: search({ pattern: "pattern", glob: "include" }),
	web_fetch: fetchingFromText("prompt", "url"),
	google_web_search: searchingWeb("query"),
	invoke_agent: starting("agent_name", "generalist"),
	activate_skill: skill("name"),
	read_mcp_resource: resource(),
	list_mcp_resources: nothing,
	list_background_processes: nothing,
	read_background_output: nothing,
	write_todos: nothing,
	update_topic: nothing,
	ask_user: nothing,
	complete_task: nothing,
	get_internal_docs: nothing,
	enter_plan_mode: nothing,
	exit_plan_mode: nothing,
	tracker_create_task: nothing,
	tracker_update_task: nothing,
	tracker_get_task: nothing,
	tracker_list_tasks: nothing,
	tracker_add_dependency: nothing,
	tracker_visualize: nothing,
};
