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
	whichever,
} from "../tools/tool-readers.js";

const files = file("read", "path", "image_paths");
const images = file("read", "image_paths");
const operation = byValue(
	"mode",
	{
		Directory: both(list({ folder: "path" }), where(["image_paths"], images)),
		Search: both(search({ pattern: "pattern", folder: "path" }), files),
	},
	files,
);
const read: ToolReader = whichever({
	operations: each("operations", operation),
	path: file("read", "path"),
	image_paths: images,
});
const write: ToolReader = byValue("command", { create: file("write", "path") }, file("edit", "path"));
/** Under which name it says whom it starts, its pages do not tell. */
const agent: ToolReader = starting(["agent_name", "agent"], "subagent");

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
