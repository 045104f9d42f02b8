/** Tools as harnesses call them: `WebFetch`, `run_in_terminal`. A policy names the call that each of them is. */
import { toolNamed } from "../../../language/syntax/foreign.js";
import { hookedHarnesses } from "../../../runtime/harnesses/harnesses.js";

export interface HarnessTool {
	/** `file.read`, `web.fetch`; absent for a shell, whose commands are named by their programs, and for what is no call of its own. */
	readonly call?: string;
}

/** What a harness's tool of this name is; undefined where nobody calls one so, or where it may be a program as well. */
export function harnessTool(text: string): HarnessTool | undefined {
	const call = tools().get(text);
	if (call !== undefined) return call === "" ? {} : { call };
	const [, server, tool] = /^mcp__([\w-]+?)__([\w-]+)$/.exec(text) ?? [];
	if (server !== undefined) return { call: `mcp.${server}.${tool}` };
	return toolNamed(text) === undefined ? undefined : {};
}

let made: ReadonlyMap<string, string> | undefined;
/** Made when the first name is looked at. Names in small letters alone may be programs. */
function tools(): ReadonlyMap<string, string> {
	made ??= new Map(
		[
			...others,
			...hookedHarnesses.flatMap(({ dialect }) => [
				...dialect.shells.map((name) => [name, ""] as const),
				...Object.entries(dialect.tools).map(
					([name, { says }]) => [name, /`((?:file|web|agent)\.[a-z]+)/.exec(says)?.[1] ?? ""] as const,
				),
			]),
		].filter(([name]) => /[A-Z_]/.test(name)),
	);
	return made;
}

/** Of older versions, and of harnesses that ask no hook of ours. */
const others: readonly (readonly [string, string])[] = [
	...named("", "execute_bash local_shell run_in_terminal exec_command shell_exec bash_tool"),
	...named("file.read", "View read_lines open_file get_file_contents list_code_definition_names"),
	...named(
		"file.write",
		"write_to_file create_file str_replace_based_edit_tool insert_content save_file fs_create new_file",
	),
	...named("file.edit", "apply_diff search_and_replace insert_edit_into_file edit_block replace_string_in_file"),
	...named("file.delete", "delete_file remove_file"),
	...named("file.list", "list_dir list_files file_search find_files directory_tree"),
	...named("file.search", "codebase_search semantic_search search_files search_code grep_files"),
	...named("web.fetch", "browser_action fetch_webpage fetch_url read_url_content open_url"),
	...named("web.search", "search_web internet_search"),
	...named("agent.start", "new_task spawn_agent run_subagent"),
	...named(
		"",
		"use_mcp_tool access_mcp_resource ask_followup_question attempt_completion switch_mode update_todo_list",
	),
];

function named(call: string, names: string): readonly (readonly [string, string])[] {
	return names.split(" ").map((name) => [name, call] as const);
}
