/**
 * The hands of an agent: the shell, and the tools that it has besides. A call of a tool is a command of a reserved name (LANGUAGE.md, *Other tools than the shell*),
 * and `govern` says which hands an agent's rules decide.
 */

/** Hands by the words of `govern`; `tools` are those that no other word means, which `all` takes in. */
export const hands = ["shell", "files", "web", "agents", "mcp", "tools"] as const;
export type Hand = (typeof hands)[number];

/** Where nobody says what is governed. */
export const shellAlone: readonly Hand[] = ["shell"];

/** What `govern` may list besides `all`. */
export const namedHands = ["shell", "files", "web", "agents", "mcp"] as const satisfies readonly Hand[];

/** Calls whose names are told by heart. The others begin with `mcp.` or `tool.`. */
export const callNames: Readonly<Record<string, Hand>> = {
	"file.read": "files",
	"file.list": "files",
	"file.search": "files",
	"file.write": "files",
	"file.edit": "files",
	"file.delete": "files",
	"file.move": "files",
	"web.fetch": "web",
	"web.search": "web",
	"agent.start": "agents",
	"agent.skill": "agents",
};

/** The hand that a call of this name belongs to; undefined for every name that is not reserved. */
export function handOf(name: string): Hand | undefined {
	if (Object.hasOwn(callNames, name)) return callNames[name];
	if (name.includes("/")) return undefined;
	if (name.startsWith("mcp.")) return "mcp";
	return name.startsWith("tool.") ? "tools" : undefined;
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
	const [, hand, server = "", rest] = /^(mcp|tool)\.([^.]*)(?:\.(.*))?$/s.exec(text) ?? [];
	// The dash of a range is none of a name's.
	if (hand === undefined || text.includes("[")) return text;
	const plain = (part: string): string => part.replaceAll(/[-. /]/g, "_");
	if (hand === "tool") return `tool.${plain(rest === undefined ? server : `${server}.${rest}`)}`;
	return `mcp.${plain(server)}${rest === undefined ? "" : `.${plain(rest)}`}`;
}
