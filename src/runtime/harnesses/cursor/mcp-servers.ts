/** The MCP servers that Cursor is configured with: `beforeMCPExecution` tells how a server is started or where it is reached, and not its name. */
import { join } from "node:path";
import type { Fields, FileText } from "../dialect/dialect.js";
import { isFields } from "../dialect/read-tool-call.js";

/** The names of those that are started, or reached, just so. `folders`: those of the project, and the home folder. */
export function serversLike(told: Fields, folders: readonly string[], fileText: FileText): readonly string[] {
	const names = folders.flatMap((folder) =>
		Object.entries(serversIn(fileText(join(folder, ".cursor", "mcp.json")))).flatMap(([name, server]) =>
			isFields(server) && isSame(server, told) ? [name] : [],
		),
	);
	return [...new Set(names)];
}

function serversIn(text: string | undefined): Fields {
	try {
		const servers: unknown = text === undefined ? undefined : JSON.parse(text).mcpServers;
		return isFields(servers) ? servers : {};
	} catch {
		return {};
	}
}

/** A program alone, such as `npx`, is that of any server: its arguments have to be told as well. */
function isSame({ url, command, args }: Fields, told: Fields): boolean {
	if (typeof told.url === "string") return told.url === url;
	if (typeof told.command !== "string" || typeof command !== "string") return false;
	const words = Array.isArray(args) ? args.map(String) : [];
	return told.command === [command, ...words].join(" ");
}
