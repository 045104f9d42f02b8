/** Denials of calls as Claude Code's permissions. A path stands there in more than one way, so that its denial holds for no less. */
import type { RefusedCall } from "./refused-calls.js";

/** None where Claude Code has no permission for it. */
export function claudeRefusals({ call, operand, paths, changes }: RefusedCall): readonly string[] {
	if (paths !== undefined) {
		const reads = changes !== true && (call === "*" || reading.includes(call));
		const writes = call === "*" || changing.includes(call);
		return paths
			.flatMap(claudePaths)
			.flatMap((path) => [...(reads ? [`Read(${path})`] : []), ...(writes ? [`Edit(${path})`] : [])]);
	}
	if (operand !== undefined) return namedClaude(call, operand);
	if (Object.hasOwn(claudeTools, call)) return claudeTools[call] as readonly string[];
	const [, server = "", tool = ""] = /^mcp\.([^.*]+)\.(\*|[^.*]+)$/.exec(call) ?? [];
	if (server === "") return [];
	return [tool === "*" ? `mcp__${server}` : `mcp__${server}__${tool}`];
}

const reading: readonly string[] = ["file.read", "file.search"];
const changing: readonly string[] = ["file.write", "file.edit"];
export const claudeTools: Readonly<Record<string, readonly string[]>> = {
	"file.read": ["Read"],
	"file.list": ["Glob"],
	"file.search": ["Grep"],
	"file.write": ["Write"],
	"file.edit": ["Edit", "NotebookEdit"],
	"web.fetch": ["WebFetch"],
	"web.search": ["WebSearch"],
	"agent.start": ["Agent"],
	"agent.skill": ["Skill"],
};

export function namedClaude(call: string, name: string): readonly string[] {
	if (!/^[\w:.-]+$/.test(name)) return [];
	if (call === "agent.start") return [`Agent(${name})`];
	return call === "agent.skill" ? [`Skill(${name})`] : [];
}

/** What begins with no sign lies in the workspace, which is where the session began or where the settings lie: both. What may lie in any folder may lie outside of it. */
function claudePaths(path: string): readonly string[] {
	if (path.startsWith("/")) return belowToo(`/${path}`);
	if (/^~(?:\/|$)/.test(path)) return belowToo(path);
	if (/^\*\*(?:\/|$)/.test(path)) return [path, `//${path}`].flatMap(belowToo);
	const plain = path.replace(/^\.(?:\/|$)/, "");
	return [plain === "" ? "." : `./${plain}`, `/${plain}`].flatMap(belowToo);
}

/** A folder means what lies below it. */
function belowToo(rooted: string): readonly string[] {
	const bare = rooted.replace(/\/+$/, "");
	if (bare === "" || bare === "." || bare === "~") return [`${bare === "" ? "/" : bare}/**`];
	return bare.endsWith("/**") ? [bare] : [bare, `${bare}/**`];
}
