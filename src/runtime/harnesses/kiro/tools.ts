/** The tools of Kiro CLI as commands, by its pages: each has an older name beside its own. Nothing was tried. */
import type { ToolReader, Tools } from "../dialect/dialect.js";
import {
	both,
	byValue,
	each,
	fetching,
	file,
	list,
	nothing,
	other,
	search,
	searchingWeb,
	starting,
	where,
} from "../tools/tool-readers.js";

const operation = byValue(
	"mode",
	{
		Directory: list({ folder: "path" }),
		Search: both(search({ pattern: "pattern", folder: "path" }), file("read", "path")),
		Image: where(["image_paths"], file("read", "image_paths"), file("read", "path")),
	},
	file("read", "path"),
);
const read: ToolReader = where(["operations"], each("operations", operation), file("read", "path"));
const write: ToolReader = byValue("command", { create: file("write", "path") }, file("edit", "path"));
/** Under which name it says whom it starts, its pages do not tell. */
const agent: ToolReader = where(
	["agent_name"],
	starting("agent_name", "subagent"),
	where(["agent"], starting("agent", "subagent"), starting(undefined, "subagent")),
);

export const tools: Tools = {
	read,
	fs_read: read,
	write,
	fs_write: write,
	glob: list({ folder: "path", glob: "pattern" }),
	grep: search({ pattern: "pattern", folder: "path", glob: "include" }),
	web_fetch: fetching("url"),
	web_search: searchingWeb("query"),
	subagent: agent,
	use_subagent: agent,
	delegate: agent,
	aws: other("aws"),
	use_aws: other("aws"),
	knowledge: other("knowledge"),
	thinking: nothing,
	todo: nothing,
	todo_list: nothing,
	introspect: nothing,
};
