/** What Amp's permissions say of other tools than the shell, as calls, by its documents. */
import type { CallPermission, CallSubject } from "./call-rules.js";
import { mcpCall } from "./claude-calls.js";

/** The calls that a glob for names of tools stands for. */
export function ampSubjects(glob: string, fits: (name: string, glob: string) => boolean): readonly CallSubject[] {
	const own = Object.entries(tools).flatMap(([name, subject]) => (fits(name, glob) ? [subject] : []));
	const [, server = "", tool = "*"] = /^mcp__((?:(?!__).)+)(?:__(.+))?$/s.exec(glob) ?? [];
	if (server !== "") return [...own, ...(mcpCall("deny", server, tool).permission?.subjects ?? [])];
	return fits("mcp__server__tool", glob) ? [...own, { call: "mcp.*" }] : own;
}

const tools: Readonly<Record<string, CallSubject>> = {
	Read: { call: "file.read" },
	look_at: { call: "file.read" },
	create_file: { call: "file.write" },
	edit_file: { call: "file.edit" },
	undo_edit: { call: "file.edit" },
	format_file: { call: "file.edit" },
	delete_file: { call: "file.delete" },
	glob: { call: "file.list" },
	list_directory: { call: "file.list" },
	Grep: { call: "file.search" },
	read_web_page: { call: "web.fetch" },
	web_search: { call: "web.search" },
	Task: { call: "agent.start" },
	oracle: { call: "agent.start", words: "oracle" },
	finder: { call: "agent.start", words: "finder" },
	librarian: { call: "agent.start", words: "librarian" },
};

/** The calls that each tool is. */
export const ampTools: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
	Object.entries(tools).map(([tool, { call, words }]) => [tool, [words === undefined ? call : `${call} ${words}`]]),
);

export const ampByItself: readonly CallPermission[] = [
	{ kind: "allow", subjects: ["file.read", "file.list", "file.search"].map((call) => ({ call, paths: ["."] })) },
];
