/**
 * opencode, and what is made of it, have no hook commands: a plugin file of ours (docs/harnesses/opencode.md) asks in this dialect, and throws at everything but an
 * `effect` of `allow` or `none`. It asks `{"tool", "args", "directory", "servers", "session", "parent"}`:
 * the MCP servers of opencode's configuration, the session, and the one that started it.
 */
import { type Dialect, json, type ToolCall, type Tools, unasked } from "../dialect/dialect.js";
import { askerIn, isFields } from "../dialect/read-tool-call.js";
import { toolsOfServers } from "../tools/mcp-name.js";

export function pluginDialect(harness: Pick<Dialect, "name" | "title" | "shells" | "tools">): Dialect {
	const named = (tool: string, servers?: unknown) => namedIn(harness.tools, tool, servers);
	return {
		...harness,
		folders: ["workdir"],
		plain: [],
		writesUnseen: false,
		read: ({ tool, args, directory, servers, session, parent }) => {
			if (typeof tool !== "string" || tool === "") return "it does not say which tool is called (`tool`)";
			if (!isFields(args)) return "it does not say what the tool is given (`args`)";
			if (typeof directory !== "string") return "it does not say in which folder (`directory`)";
			return {
				...named(tool, servers),
				input: args,
				cwd: directory,
				project: directory,
				...askerIn({ session, parent }),
			};
		},
		named,
		answer: (verdict) => {
			switch (verdict.kind) {
				case "none":
				case "allow":
					return json({ effect: verdict.kind });
				case "ask":
					return json({ effect: "deny", message: unasked(verdict.reason, harness.title) });
				case "deny":
					return json({ effect: "deny", message: verdict.reason });
			}
		},
	};
}

/** `SERVER_TOOL`, and nothing says where one ends. */
function namedIn(tools: Tools, tool: string, servers?: unknown): Pick<ToolCall, "tool" | "mcp"> {
	if (Array.isArray(servers) && servers.every((server) => typeof server === "string")) {
		const mcp = toolsOfServers(tool, servers, "_");
		return { tool, ...(mcp.length === 0 ? {} : { mcp }) };
	}
	if (!tool.includes("_") || Object.hasOwn(tools, tool)) return { tool };
	return {
		tool,
		mcp: `\`${tool}\` may be a tool of a server, and it is not told which servers there are (\`servers\`)`,
	};
}
