/** The tools of Kilo Code as commands: those of opencode, and its own. Measured with 7.7.7, but for those that it has in an editor alone. */
import type { Tools } from "../dialect/dialect.js";
import { tools as opencodeTools } from "../opencode/tools.js";
import {
	both,
	byValue,
	fetching,
	file,
	nothing,
	other,
	search,
	starting,
	startsNothing,
	where,
} from "../tools/tool-readers.js";

export const tools: Tools = {
	...opencodeTools,
	// It starts a command, and looks after those that run. Whether a command that is started anew is still allowed nobody asks, so that stays out.
	background_process: byValue(
		"action",
		{ list: startsNothing, status: startsNothing, logs: startsNothing, stop: startsNothing },
		nothing,
	),
	semantic_search: search({ pattern: "query", folder: "path" }),
	generate_image: both(file("write", "path"), where(["image"], file("read", "image"))),
	// To a person's telephone.
	send_file: both(file("read", "path"), other("send_file")),
	browser_open: fetching("url"),
	notebook_execute: other("notebook_execute"),
	agent_manager: byValue("action", { list: nothing, stop: nothing }, starting(undefined, "agent_manager")),
	// A prompt that acts later.
	schedule_wakeup: other("schedule_wakeup"),
	repo_clone: other("repo_clone"),
	repo_overview: where(["path"], file("read", "path")),
	kilo_memory_save: other("kilo_memory_save"),
	// What was said in other sessions.
	kilo_local_recall: other("kilo_local_recall"),
	kilo_memory_recall: other("kilo_memory_recall"),
	cancel_wakeup: nothing,
	board_post: nothing,
	board_read: nothing,
	notify_user: nothing,
	suggest: nothing,
	plan_exit: nothing,
};
