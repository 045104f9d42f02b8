/** The tools of Copilot CLI as commands, by both of the names that it gives them. Measured with 1.0.102. */
import type { Tools } from "../dialect/dialect.js";
import {
	fetching,
	file,
	list,
	nothing,
	patch,
	search,
	searchingWeb,
	skill,
	starting,
	whichever,
} from "../tools/tool-readers.js";

const edit = whichever({ patch: patch("patch"), path: file("edit", "path") });
const glob = list({ folder: "paths", glob: "pattern" });
const grep = search({ pattern: "pattern", folder: "paths", glob: "glob" });
const agent = starting("agent_type", "general-purpose");

export const tools: Tools = {
	// Folders and images, too.
	view: file("read", "path"),
	Read: file("read", "path"),
	create: file("write", "path"),
	Write: file("write", "path"),
	edit,
	Edit: edit,
	apply_patch: patch("patch"),
	glob,
	Glob: glob,
	grep,
	Grep: grep,
	web_fetch: fetching("url"),
	web_search: searchingWeb("query"),
	task: agent,
	Agent: agent,
	// More work for agents that run already.
	write_agent: starting("agent_id", "general-purpose"),
	skill: skill("skill"),
	// Databases of the session.
	sql: nothing,
	session_store_sql: nothing,
	read_bash: nothing,
	stop_bash: nothing,
	list_bash: nothing,
	list_agents: nothing,
	read_agent: nothing,
	fetch_copilot_cli_documentation: nothing,
	report_intent: nothing,
	ask_user: nothing,
};
