/** What a call of a harness's tool is, by the harness's record: commands of reserved names. Shell commands are found by shell-call.ts. */
import type { Dialect, ToolCall, ToolUse } from "../dialect.js";
import { mcpUse, unknownTool } from "../tools.js";

/** The commands that a call is; none for the harness's own shell, whose commands are decided as such. */
export function toolUseOf({ tool, input, mcp }: ToolCall, dialect: Dialect): ToolUse {
	if (mcp !== undefined)
		return typeof mcp === "string" ? { unclear: mcp, hand: "mcp" } : mcpUse(mcp.server, mcp.tool, input);
	if (dialect.shells.includes(tool)) return { commands: [] };
	return Object.hasOwn(dialect.tools, tool)
		? (dialect.tools[tool] as (typeof dialect.tools)[string])(input)
		: unknownTool(tool, input);
}
