/** The server and the tool in the name that a harness gives a tool of an MCP server: `mcp__github__create_issue`. */
import { plainName } from "../../language/policy/hands.js";

/**
 * Undefined where the name has not the form of such a tool. `server`: its name, where the harness tells it beside the tool. Where it does not, and the name may be
 * parted in several ways, a text says so.
 */
export function mcpTool(
	name: string,
	{ before, between }: { readonly before: string; readonly between: string },
	server?: unknown,
): { readonly server: string; readonly tool: string } | string | undefined {
	if (!name.startsWith(before)) return undefined;
	const rest = name.slice(before.length);
	if (typeof server === "string" && server !== "") {
		const told = plainName(server);
		if (plainName(rest).startsWith(told + plainName(between)) && rest.length > server.length + between.length)
			return { server, tool: rest.slice(server.length + between.length) };
		return `\`${name}\` is no tool of the server \`${server}\``;
	}
	const [first, ...others] = placesOf(rest, between);
	if (first === undefined) return undefined;
	if (others.length > 0) return `\`${name}\` may be a tool of several servers`;
	return { server: rest.slice(0, first), tool: rest.slice(first + between.length) };
}

/** Where the text can be parted into two that are not empty. */
function placesOf(text: string, between: string): readonly number[] {
	const places: number[] = [];
	for (let at = text.indexOf(between, 1); at >= 0; at = text.indexOf(between, at + 1))
		if (at + between.length < text.length) places.push(at);
	return places;
}
