/** The tools of Qwen Code as commands. Measured with 0.24.4. */
import type { Tools } from "../dialect/dialect.js";
import { fetching, file, list, nothing, other, resource, search, searchingWeb, skill, starting } from "../tools/tool-readers.js";

export const tools: Tools = {
	read_file: file("read", "file_path"),
	zoom_image: file("read", "file_path"),
	write_file: file("write", "file_path"),
	edit: file("edit", "file_path"),
	notebook_edit: file("edit", "notebook_path"),
	list_directory: list({ folder: "path" }),
	glob: list({ folder: "path", glob: "pattern" }),
	grep_search: search({ pattern: "pattern", folder: "path", glob: "glob" }),
	web_fetch: fetching("url"),
	web_search: searchingWeb("query"),
	agent: starting("subagent_type", "general-purpose"),
	skill: skill("skill"),
	// A prompt that acts later, or elsewhere.
	loop_wakeup: other("loop_wakeup"),
	cron_create: other("cron_create"),
	send_message: other("send_message"),
	read_mcp_resource: resource("server_name"),
	tool_search: nothing,
	todo_write: nothing,
	get_goal: nothing,
	update_goal: nothing,
	list_agents: nothing,
	report_findings: nothing,
	task_create: nothing,
	task_update: nothing,
	task_list: nothing,
	task_stop: nothing,
	cron_list: nothing,
	cron_delete: nothing,
	ask_user_question: nothing,
	enter_plan_mode: nothing,
	exit_plan_mode: nothing,
};
