/** The tools of OpenHands as commands, by its published source. Nothing was tried. */
import type { ToolReader, Tools } from "../dialect/dialect.js";
import { byValue, fetching, file, list, nothing, patch, search, skill, starting } from "../tools/tool-readers.js";

const editor: ToolReader = byValue(
	"command",
	{ view: file("read", "path"), create: file("write", "path") },
	file("edit", "path"),
);
const agent: ToolReader = starting(["subagent_type", "agent_types"], "default");

export const tools: Tools = {
	file_editor: editor,
	str_replace_editor: editor,
	planning_file_editor: editor,
	read_file: file("read", "file_path"),
	write_file: file("write", "file_path"),
	edit: file("edit", "file_path"),
	list_directory: list({ folder: "dir_path" }),
	image_reader: file("read", "path"),
	apply_patch: patch("patch"),
	glob: list({ folder: "path", glob: "pattern" }),
	grep: search({ pattern: "pattern", folder: "path", glob: "include" }),
	browser_navigate: fetching("url"),
	delegate: agent,
	task: agent,
	invoke_skill: skill("name"),
	task_tracker: nothing,
	think: nothing,
	finish: nothing,
	/** Our name for a look at what runs in the terminal, or its end. */
	[lookAtTerminal()]: nothing,
};

/** What the tool `terminal` is called where it runs nothing. */
export function lookAtTerminal(): string {
	return "terminal_output";
}
