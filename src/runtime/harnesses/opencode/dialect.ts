/**
 * opencode, and what is made of it, have no hook commands: a plugin file of ours (docs/harnesses/opencode.md) asks in this dialect, and throws at everything but an
 * `effect` of `allow` or `none`. It asks `{"tool", "args", "directory", "servers", "session", "call", "parent", "fork"}`:
 * the MCP servers of opencode's configuration, the session, the name of the call, the session that started it, and whether it is a copy of another. It tells of the end of a call by
 * `{"ended": {"tool", "session", "call", "exit"}, "directory"}`, and says nothing where a tool failed.
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
		read: ({ tool, args, directory, servers, session, call, parent, fork }) => {
			if (typeof tool !== "string" || tool === "") return "it does not say which tool is called (`tool`)";
			if (!isFields(args)) return "it does not say what the tool is given (`args`)";
			if (typeof directory !== "string") return "it does not say in which folder (`directory`)";
			return {
				...named(tool, servers),
				input: args,
				cwd: directory,
				project: directory,
				...(typeof call === "string" && call !== "" ? { call } : {}),
				...askerIn({ session, parent }),
				...(fork === true ? { isFork: fork } : {}),
			};
		},
		news: ({ ended, tool: asked, args }) => {
			// What holds a question, too, is one.
			if (!isFields(ended) || asked !== undefined || args !== undefined) return undefined;
			const { tool, session, call, exit } = ended;
			if (typeof session !== "string" || typeof call !== "string" || session === "" || call === "")
				return { kind: "none" };
			if (typeof tool !== "string") return { kind: "ended", session, call };
			if (harness.shells.includes(tool))
				return { kind: "ended", session, call, ...(typeof exit === "number" ? { code: exit } : {}) };
			// A server's tool gives its fault as its result.
			return { kind: "ended", session, call, ...(Object.hasOwn(harness.tools, tool) ? { code: 0 } : {}) };
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
