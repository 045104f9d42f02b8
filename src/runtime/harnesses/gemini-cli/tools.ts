/** The tools of Gemini CLI as commands. Measured with 0.61.0; those that are only offered to a person at a terminal are as its sources say. */
import type { ToolReader, Tools } from "../dialect/dialect.js";
import {
	both,
	fetchingFromText,
	file,
	list,
	nothing,
	readingAs,
	resource,
	search,
	searchingWeb,
	skill,
	starting,
	where,
} from "../tools/tool-readers.js";
import { filePathReadings, pathReadings, rawAddress } from "./paths.js";

const ofFile = (call: "read" | "write" | "edit") => readingAs(filePathReadings, ["file_path"], file(call, "file_path"));
const inFolder = (one: ToolReader) => readingAs(pathReadings, ["dir_path"], one);

export const tools: Tools = {
	read_file: ofFile("read"),
	write_file: ofFile("write"),
	replace: ofFile("edit"),
	list_directory: list({ folder: "dir_path" }),
	glob: inFolder(list({ folder: "dir_path", glob: "pattern" })),
	grep_search: inFolder(search({ pattern: "pattern", folder: "dir_path", glob: "include_pattern" })),
	// It reads whatever lies below and fits. Earlier versions called the list `paths`.
	read_many_files: both(
		search({ pattern: "pattern", glob: "include" }),
		where(["paths"], search({ pattern: "pattern", glob: "paths" })),
	),
	web_fetch: fetchingFromText(["prompt", "url"], rawAddress),
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
