/** What a call of a harness's tool is, by the harness's record: commands of reserved names. Shell commands are found by shell-call.ts. */
import type { Dialect, ToolCall, ToolUse } from "../dialect/dialect.js";
import { mcpUse, together, unknownTool } from "../tools/tool-readers.js";

/** The commands that a call is; none for the harness's own shell, whose commands are decided as such. */
export function toolUseOf({ tool, input, mcp }: ToolCall, dialect: Dialect): ToolUse {
	if (typeof mcp === "string") return { unclear: mcp, hand: "mcp" };
	const meant = (mcp ?? []).map((one) => mcpUse(one.server, one.tool, input));
	// A server may call its tool as the harness calls one of its own: then either may be meant.
	const record = Object.hasOwn(dialect.tools, tool) ? dialect.tools[tool] : undefined;
	if (record !== undefined) return together([...meant, record(input)]);
	// Of none: it is asked about in another event, which tells them.
	if (mcp !== undefined) return together(meant);
	return dialect.shells.includes(tool) ? { commands: [] } : unknownTool(tool, input);
}
