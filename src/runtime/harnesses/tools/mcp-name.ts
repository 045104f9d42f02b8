/** The server and the tool in the name that a harness gives a tool of an MCP server: `mcp__github__create_issue`. */
import { plainName } from "../../../language/policy/hands.js";
import type { McpTool, ToolCall } from "../dialect/dialect.js";

/**
 * Undefined where the name has not the form of such a tool. `server`: its name, where the harness tells it beside the tool. Where it does not, the name may be
 * parted in several ways, and each of them may be meant.
 */
export function mcpTool(
	name: string,
	{ before, between }: { readonly before: string; readonly between: string },
	server?: unknown,
): readonly McpTool[] | string | undefined {
	if (!name.startsWith(before)) return undefined;
	const rest = name.slice(before.length);
	if (typeof server === "string" && server !== "") {
		const [told] = toolsOfServers(rest, [server], between);
		return told === undefined ? `\`${name}\` is no tool of the server \`${server}\`` : [told];
	}
	const places = placesOf(rest, between);
	if (places.length === 0) return undefined;
	return places.map((place) => ({ server: rest.slice(0, place), tool: rest.slice(place + between.length) }));
}

/** `mcp__SERVER__TOOL`, and every other tool by its name. `suffix`: what a harness puts behind a name that it had to change. */
export function mcpNamed(tool: string, suffix?: RegExp): Pick<ToolCall, "tool" | "mcp"> {
	const mcp = mcpTool(tool, { before: "mcp__", between: "__" });
	return { tool, ...(mcp === undefined ? {} : { mcp: suffix === undefined ? mcp : withoutSuffix(mcp, suffix) }) };
}

/** What a name means that begins with that of one of these servers: of several each may be meant. Harnesses put other characters in place of some. */
export function toolsOfServers(name: string, servers: readonly string[], between: string): readonly McpTool[] {
	const plain = plainName(name);
	return servers.flatMap((server) => {
		const start = plainName(server).length + between.length;
		return plain.startsWith(plainName(server) + plainName(between)) && plain.length > start
			? [{ server, tool: name.slice(start) }]
			: [];
	});
}

/** The same without what a harness puts behind a name that it had to change. */
export function withoutSuffix(tools: NonNullable<ToolCall["mcp"]>, suffix: RegExp): NonNullable<ToolCall["mcp"]> {
	return typeof tools === "string"
		? tools
		: tools.map(({ server, tool }) => ({ server, tool: tool.replace(suffix, "") }));
}

/** Where the text can be parted into two that are not empty. */
function placesOf(text: string, between: string): readonly number[] {
	const places: number[] = [];
	for (let at = text.indexOf(between, 1); at >= 0; at = text.indexOf(between, at + 1))
		if (at + between.length < text.length) places.push(at);
	return places;
}
