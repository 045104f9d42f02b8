/** What Copilot CLI's options say of other tools than the shell: `write`, `url(…)`, a server and its tools. What is no tool of its own is the name of a server, by its documents. */
import type { CallPermission } from "./call-rules.js";
import { fetchCall, leftOut, mcpCall, pathCall, type ReadCall, said } from "./claude-calls.js";
import { flatNames } from "./gemini/gemini-calls.js";

type Kind = "allow" | "deny";

export function copilotCall(kind: Kind, tool: string): ReadCall {
	const [, name = "", spec] = /^([^()]+)(?:\(([\s\S]*)\))?$/.exec(tool.trim()) ?? [];
	if (name === "") return leftOut("it can't be read");
	if (name === "write") {
		if (spec === undefined || spec === "" || spec === "*") {
			// Other folders are for an option of their own.
			const inWorkspace = kind === "allow" ? { paths: ["."] } : {};
			return said(
				kind,
				changing.map((call) => ({ call, ...inWorkspace })),
			);
		}
		return pathCall(kind, "changing", changing, spec, "glob");
	}
	if (name === "url") return copilotUrl(kind, spec);
	const own = Object.hasOwn(tools, name) ? tools[name] : undefined;
	if (own !== undefined) {
		if (kind === "allow") return leftOut("it allows by `write`, `url` and the names of servers, not by this");
		return said(
			kind,
			own.map((call) => ({ call })),
		);
	}
	const server = mcpCall(kind, name, spec === undefined || spec === "" ? "*" : spec);
	// What is taken away is named as the model sees it: server and tool in one word.
	const flat = kind === "deny" && spec === undefined ? flatNames(name, "-") : [];
	return { permission: { kind, subjects: [...(server.permission?.subjects ?? []), ...flat] }, remarks: [] };
}

/** `github.com`, `https://*.github.com`; nothing means any. */
export function copilotUrl(kind: Kind, spec: string | undefined): ReadCall {
	const [, scheme = "", host = "", path = ""] = /^(https?:\/\/)?([^/:]*)(.*)$/s.exec(spec ?? "") ?? [];
	if (spec === undefined || spec === "" || spec === "*") return fetchCall(kind, undefined);
	if (kind === "allow" && (path.replace(/^\/\*?$/, "") !== "" || scheme === "http://"))
		return leftOut("no pattern says which addresses it means");
	return fetchCall(kind, host);
}

const changing: readonly string[] = ["file.write", "file.edit"];

const tools: Readonly<Record<string, readonly string[]>> = {
	view: ["file.read", "file.list"],
	read: ["file.read", "file.list", "file.search"],
	create: ["file.write"],
	edit: ["file.edit"],
	apply_patch: ["file.write", "file.edit", "file.delete", "file.move"],
	grep: ["file.search"],
	rg: ["file.search"],
	glob: ["file.list"],
	web_fetch: ["web.fetch"],
	web_search: ["web.search"],
	task: ["agent.start"],
	skill: ["agent.skill"],
};

export const copilotByItself: readonly CallPermission[] = [
	{ kind: "allow", subjects: ["file.read", "file.list", "file.search"].map((call) => ({ call, paths: ["."] })) },
	{ kind: "allow", subjects: [{ call: "agent.start" }] },
];
