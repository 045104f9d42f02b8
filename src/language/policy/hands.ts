/**
 * The hands of an agent: the shell, and the tools that it has besides. A call of a tool is a command of a reserved name (LANGUAGE.md, *Other tools than the shell*),
 * and `govern` says which hands an agent's rules decide.
 */

/** Hands by the words of `govern`; `tools` are those that no word means but `all`. */
export type Hand = "shell" | "files" | "web" | "agents" | "mcp" | "tools";

/** What `govern` lists. */
export type Governed = Exclude<Hand, "tools"> | "all";

/** Where nobody says what is governed. */
export const shellAlone: readonly Governed[] = ["shell"];

/** How names begin that are reserved, whether there is such a call or not. */
const beginnings: Readonly<Record<string, Hand>> = {
	file: "files",
	web: "web",
	agent: "agents",
	mcp: "mcp",
	tool: "tools",
};

/** The hand that a call of this name belongs to; undefined for every name that is not reserved. */
export function handOf(name: string): Hand | undefined {
	// Asked of every command: most names have no dot.
	const dot = name.indexOf(".");
	if (dot < 0 || name.includes("/")) return undefined;
	const beginning = name.slice(0, dot);
	return Object.hasOwn(beginnings, beginning) ? beginnings[beginning] : undefined;
}

/** Is this the name of a call, and so of no program? A program of such a name is spoken of by its path. */
export function isCallName(name: string): boolean {
	return handOf(name) !== undefined;
}

/**
 * The name of a server or of its tool as it stands in the name of a call: whatever is no letter, digit or `_` is a `_`. Some harnesses tell it only so, and a
 * policy's name holds for all of them.
 */
export function plainName(name: string): string {
	return name === "" ? "_" : name.replace(/[^A-Za-z0-9_]/gu, "_");
}

/** A name of a call, or a pattern for such names, as it is compared: `mcp.my-server.get.issue` is `mcp.my_server.get_issue`. Every other text stays as it is. */
export function canonicalCallName(text: string): string {
	if (!text.startsWith("mcp.") && !text.startsWith("tool.")) return text;
	const [, hand, server = "", rest] = /^(mcp|tool)\.([^.]*)(?:\.(.*))?$/s.exec(text) ?? [];
	// The dash of a range is none of a name's.
	if (hand === undefined || text.includes("[")) return text;
	const plain = (part: string): string => part.replace(/[^A-Za-z0-9_*?{},]/gu, "_");
	if (hand === "tool") return `tool.${plain(rest === undefined ? server : `${server}.${rest}`)}`;
	return `mcp.${plain(server)}${rest === undefined ? "" : `.${plain(rest)}`}`;
}
