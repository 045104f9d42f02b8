/** What opencode's permissions say of other tools than the shell, as calls: files by patterns of which a star stands for any text, addresses and agents likewise. */
import { callPaths } from "./call-paths.js";
import type { CallPermission, CallSubject } from "./call-rules.js";
import { leftOut, type ReadCall, said } from "./claude-calls.js";
import { flatNames } from "./gemini/gemini-calls.js";

type Kind = CallPermission["kind"];

/** `fits`: does the pattern of a permission's name stand for this one? */
export function opencodeCall(
	kind: Kind,
	key: string,
	pattern: string,
	fits: (name: string, key: string) => boolean,
): ReadCall {
	const named = Object.keys(permissions).filter((name) => fits(name, key));
	const isEvery = /^\*+$/.test(pattern);
	const remarks: (readonly ["left-out" | "looser" | "tighter", string])[] = [];
	const subjects: CallSubject[] = [];
	for (const name of named) {
		const { calls, of } = permissions[name] as Permission;
		// What lies outside is for another permission of its own.
		const inWorkspace = kind === "allow" && calls.every((call) => call.startsWith("file.")) ? { paths: ["."] } : {};
		if (kind === "allow" && of === "paths" && /^(?:[~/$]|\.\.)/.test(pattern))
			remarks.push(["left-out", "it lies outside of the workspace, which `external_directory` decides there"]);
		else if (isEvery) subjects.push(...calls.map((call) => ({ call, ...inWorkspace })));
		else if (of === "paths") {
			const read = callPaths(kind, pattern, "text");
			if (typeof read !== "string") {
				if (read.isOther) remarks.push(["tighter", "no path of a policy says exactly this"]);
				subjects.push(...calls.map((call) => ({ call, ...(read.paths.length === 0 ? {} : { paths: read.paths }) })));
			} else if (kind === "allow") remarks.push(["left-out", read]);
			else {
				remarks.push(["tighter", `${read}: it holds for every path`]);
				subjects.push(...calls.map((call) => ({ call })));
			}
		} else if (of === "text" && !/[\p{Cc}]/u.test(pattern))
			subjects.push(...calls.map((call) => ({ call, words: expression(pattern), exactly: true as const })));
		else if (kind === "allow") remarks.push(["left-out", "no pattern says what it asks for"]);
		else {
			remarks.push(["tighter", "no pattern says what it asks for: it holds for every call"]);
			subjects.push(...calls.map((call) => ({ call })));
		}
	}
	// What is no permission of its own is a server's tool; a star stands for those of servers, too.
	if (/^\*+$/.test(key)) subjects.push({ call: "mcp.*" });
	else if (named.length === 0 && (key.includes("*") || !others.some((name) => fits(name, key))))
		subjects.push(...flatNames(key, "_"));
	if (subjects.length === 0)
		return remarks.length > 0 ? { remarks } : leftOut("a policy has nothing that stands for it: keep it where it is");
	return said(kind, subjects, remarks);
}

interface Permission {
	readonly calls: readonly string[];
	/** What its patterns are held against. */
	readonly of: "paths" | "text" | "other";
}

const permissions: Readonly<Record<string, Permission>> = {
	read: { calls: ["file.read"], of: "paths" },
	edit: { calls: ["file.edit", "file.write", "file.delete", "file.move"], of: "paths" },
	list: { calls: ["file.list"], of: "paths" },
	glob: { calls: ["file.list"], of: "other" },
	grep: { calls: ["file.search"], of: "other" },
	webfetch: { calls: ["web.fetch"], of: "text" },
	websearch: { calls: ["web.search"], of: "other" },
	task: { calls: ["agent.start"], of: "text" },
	skill: { calls: ["agent.skill"], of: "text" },
};
/** The calls that each permission is for, those among them that are for more than one thing. */
export const opencodeKeys: Readonly<Record<string, readonly string[]>> = {
	...Object.fromEntries(Object.entries(permissions).map(([key, { calls }]) => [key, calls])),
	lsp: ["file.read", "file.search"],
	codesearch: ["web.search", "web.fetch"],
};

/** Permissions of which a policy has none. */
const others: readonly string[] = [
	"bash",
	"external_directory",
	"doom_loop",
	"todowrite",
	"todoread",
	"question",
	"lsp",
	"codesearch",
];

/** A text with stars as an expression for a whole word. */
function expression(pattern: string): string {
	const source = pattern
		.replaceAll(/[.+^${}()|[\]\\/]/g, "\\$&")
		.replaceAll(/\*+/g, ".*")
		.replaceAll("?", ".");
	return `/${source}/`;
}

/** What it does without being told, the first that matches first. */
export const opencodeByItself: readonly CallPermission[] = [
	{ kind: "allow", subjects: [{ call: "file.read", paths: ["**/*.env.example"] }] },
	{ kind: "deny", subjects: [{ call: "file.read", paths: ["**/*.env", "**/*.env.*"] }] },
	{ kind: "allow", subjects: ["file.read", "file.list", "file.search"].map((call) => ({ call, paths: ["."] })) },
	{ kind: "allow", subjects: [{ call: "agent.start" }] },
];
