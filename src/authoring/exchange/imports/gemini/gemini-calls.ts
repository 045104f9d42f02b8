/** What Gemini CLI's policies say of other tools than the shell, as calls. A server's tools are named by `mcpName`, or as `mcp_SERVER_TOOL`. */
import { type CallPermission, type CallSubject, everyCall } from "../call-rules.js";
import { mcpCall } from "../claude-calls.js";

/** What a tool of this name is; none for tools that no table knows. */
export function geminiSubjects(tool: string, server: string | undefined): readonly CallSubject[] {
	if (server !== undefined) return ofServer(server, tool);
	if (tool === "*") return everyCall.map((call) => ({ call }));
	if (Object.hasOwn(tools, tool)) return [{ call: tools[tool] as string }];
	const [, name = ""] = /^mcp_(.+)$/s.exec(tool) ?? [];
	if (name !== "") return flatNames(name, "_");
	const [, before = "", behind = ""] = /^((?:(?!__).)+)__(.+)$/s.exec(tool) ?? [];
	return before === "" ? [] : ofServer(before, behind);
}

const tools: Readonly<Record<string, string>> = {
	read_file: "file.read",
	ReadFile: "file.read",
	read_many_files: "file.search",
	list_directory: "file.list",
	glob: "file.list",
	grep_search: "file.search",
	search_file_content: "file.search",
	write_file: "file.write",
	replace: "file.edit",
	web_fetch: "web.fetch",
	google_web_search: "web.search",
	invoke_agent: "agent.start",
	activate_skill: "agent.skill",
};

/** The calls that each tool is. */
export const geminiTools: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
	Object.entries(tools).map(([tool, call]) => [tool, [call]]),
);

function ofServer(server: string, tool: string): readonly CallSubject[] {
	return mcpCall("deny", server, tool).permission?.subjects ?? [];
}

/** A server's name and its tool's in one word: each place that may part them. A star may hold the place, so that all that begins alike is meant. */
export function flatNames(name: string, between: string): readonly CallSubject[] {
	const found: CallSubject[] = [];
	const star = name.indexOf("*");
	for (let at = name.indexOf(between, 1); at >= 0 && (star < 0 || at < star); at = name.indexOf(between, at + 1))
		if (at + between.length < name.length) found.push(...ofServer(name.slice(0, at), name.slice(at + between.length)));
	if (star >= 0) found.push(...ofServer(`${name.slice(0, star)}*`, "*"));
	return found;
}

/** The calls that it lets through without a question, where no rule speaks of them. */
export const geminiByItself: readonly CallPermission[] = [
	{ kind: "allow", subjects: ["file.read", "file.list", "file.search"].map((call) => ({ call, paths: ["."] })) },
];
