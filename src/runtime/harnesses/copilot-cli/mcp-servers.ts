/** The MCP servers that Copilot CLI is configured with, by their names: its tools are called `SERVER-TOOL`, and nothing says where one ends. */
import { dirname, join } from "node:path";
import type { FileText, Variables } from "../dialect/dialect.js";
import { isFields } from "../dialect/read-tool-call.js";
import { folderOf } from "../install/registration.js";

/** A person's servers, those of the folder and the folders above it, and the one that comes with it. */
export function mcpServers(cwd: string, variables: Variables, fileText: FileText): readonly string[] {
	const home = folderOf("COPILOT_HOME", { home: variables.HOME ?? "", project: cwd, variables }, ".copilot");
	const files = [
		join(home, "mcp-config.json"),
		...foldersAbove(cwd).flatMap((folder) => [join(folder, ".mcp.json"), join(folder, ".github", "mcp.json")]),
	];
	return [...new Set(["github-mcp-server", ...files.flatMap((file) => serversIn(fileText(file)))])];
}

function foldersAbove(folder: string): readonly string[] {
	const above = dirname(folder);
	return above === folder ? [folder] : [folder, ...foldersAbove(above)];
}

function serversIn(text: string | undefined): readonly string[] {
	try {
		const servers: unknown = text === undefined ? undefined : JSON.parse(text).mcpServers;
		return isFields(servers) ? Object.keys(servers) : [];
	} catch {
		return [];
	}
}
