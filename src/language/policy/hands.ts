/**
 * The hands of an agent: the shell, and the tools that it has besides. A call of a tool is a command of a reserved name (LANGUAGE.md, *Other tools than the shell*),
 * and `govern` says which hands an agent's rules decide.
 */

/** Hands by the words of `govern`; `tools` are those that no other word means, which `all` takes in. */
export const hands = ["shell", "files", "web", "agents", "mcp", "tools"] as const;
export type Hand = (typeof hands)[number];

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
	if (/^mcp\.[^./]+\.[^/]/.test(name)) return "mcp";
	return /^tool\.[^/]/.test(name) ? "tools" : undefined;
}

/** Is this the name of a call, and so of no program? A program of such a name is spoken of by its path. */
export function isCallName(name: string): boolean {
	return handOf(name) !== undefined;
}
