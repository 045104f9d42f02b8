/** The tools of Codex as commands. Measured with 0.169.0: which of them there are depends on the model. */
import type { Tools } from "../dialect/dialect.js";
import { both, each, file, nothing, patch, patchInShell, resource, starting, where } from "../tools/tool-readers.js";

/** More work for an agent that runs already, and the start of one, are one thing: what it does is asked about by itself. */
const agentTools: Tools = {
	spawn_agent: both(
		starting("agent_type", "default"),
		where(["items"], each("items", where(["path"], file("read", "path")))),
	),
	send_input: starting(undefined, "default"),
	resume_agent: starting(undefined, "default"),
	send_message: starting(undefined, "default"),
	followup_task: starting(undefined, "default"),
	wait_agent: nothing,
	close_agent: nothing,
	list_agents: nothing,
	interrupt_agent: nothing,
};

export const tools: Tools = {
	// Codex itself applies what a shell would start `apply_patch` for.
	Bash: patchInShell("command"),
	apply_patch: patch("command"),
	view_image: file("read", "path"),
	read_mcp_resource: resource("server"),
	list_mcp_resources: nothing,
	list_mcp_resource_templates: nothing,
	...agentTools,
	create_goal: nothing,
	update_goal: nothing,
	get_goal: nothing,
	update_plan: nothing,
	request_user_input: nothing,
	tool_search: nothing,
};

/** The tool as its record has it: the names of tools for agents are joined with a prefix, and nothing stands between (`collaborationspawn_agent`). */
export function plainTool(name: string): string {
	const [, prefix = "", rest = ""] = /^(multi_agent_v\d+|collaboration)(.+)$/.exec(name) ?? [];
	return prefix !== "" && Object.hasOwn(agentTools, rest) ? rest : name;
}
