/** The tools of Cline as commands. Measured with the CLI 3.0.65; what its sources say besides is taken as well. */
import type { Tools } from "../dialect/dialect.js";
import {
	each,
	fetching,
	file,
	nothing,
	patch,
	paths,
	search,
	searchingWeb,
	skill,
	starting,
	where,
} from "../tools/tool-readers.js";

export const tools: Tools = {
	read_files: paths("read", ["files", "file_paths", "paths"], ["path", "file_path", "filePath"]),
	editor: where(["old_text", "insert_line"], file("edit", "path"), file("write", "path")),
	apply_patch: patch("input"),
	search_codebase: search({ pattern: "queries" }),
	fetch_web_content: each("requests", fetching("url")),
	web_search: searchingWeb("query"),
	spawn_agent: starting(undefined, "spawn_agent"),
	team_spawn_teammate: starting("agentId", "teammate"),
	team_run_task: starting("agentId", "teammate"),
	skills: skill("skill"),
	ask_question: nothing,
	submit_and_exit: nothing,
	// They stay in the team.
	team_task: nothing,
	team_status: nothing,
	team_send_message: nothing,
	team_broadcast: nothing,
	team_read_mailbox: nothing,
	team_mission_log: nothing,
	team_list_runs: nothing,
	team_await_runs: nothing,
	team_cancel_run: nothing,
	team_cleanup: nothing,
	team_shutdown_teammate: nothing,
	team_create_outcome: nothing,
	team_list_outcomes: nothing,
	team_attach_outcome_fragment: nothing,
	team_review_outcome_fragment: nothing,
	team_finalize_outcome: nothing,
};

/** The argument that is meant where a tool is given a text or a list in place of its arguments. */
export const bareArgument: Readonly<Record<string, string>> = {
	run_commands: "commands",
	read_files: "files",
	search_codebase: "queries",
	apply_patch: "input",
};
