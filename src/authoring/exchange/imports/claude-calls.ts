/**
 * What Claude Code's permissions say of other tools than the shell: `Read(…)`, `Edit(…)`, `WebFetch(domain:…)`, `mcp__server__tool`, `Agent(…)`, as calls. By its documents; a rule
 * `Read(…)` holds there for all that reads, and `Edit(…)` for all that changes files.
 */
import { plainName } from "../../../language/policy/hands.js";
import { literalWord } from "../imported.js";
import { hostPatterns } from "./call-hosts.js";
import { callPaths, type PathDialect } from "./call-paths.js";
import type { CallPermission, CallSubject } from "./call-rules.js";

export interface ReadCall {
	/** Absent: nothing of it comes over. */
	readonly permission?: CallPermission;
	readonly remarks: readonly (readonly ["left-out" | "looser" | "tighter", string])[];
}

type Kind = CallPermission["kind"];

/** Undefined for the shell, and for what can't be read. */
export function claudeCall(kind: Kind, source: string, origin: string): ReadCall | undefined {
	const [, tool = "", spec] = /^([^()]+)(?:\(([\s\S]*)\))?$/.exec(source.trim()) ?? [];
	if (tool === "" || tool === "Bash") return undefined;
	if (tool.startsWith("mcp_")) return serverCall(kind, tool);
	if (Object.hasOwn(fileTools, tool)) {
		const isOfSettings = kind === "allow" && /^\/(?!\/)/.test(spec ?? "") && !/^(?:\.\/)?\.claude\//.test(origin);
		if (isOfSettings) return leftOut("it is below the folder of these settings, which need not be the workspace");
		return fileCall(kind, tool, spec, "ignore");
	}
	switch (tool) {
		case "WebFetch":
			return fetchCall(kind, spec?.replace(/^domain:/, ""), spec === undefined || spec.startsWith("domain:"));
		case "WebSearch":
			return spec === undefined ? said(kind, [{ call: "web.search" }]) : fetchFault(kind, "web.search");
		case "Agent":
		case "Task":
			return namedCall(kind, "agent.start", spec);
		case "Skill":
		case "SlashCommand":
			return namedCall(kind, "agent.skill", spec?.replace(/^\//, ""));
		default:
			return leftOut("no table of the policy's says what this tool does: keep it where it is");
	}
}

/** The tools whose permissions speak of files. `heeds`: with a path in brackets as well. */
const fileTools: Readonly<Record<string, { readonly calls: readonly string[]; readonly heeds: boolean }>> = {
	Read: { calls: ["file.read", "file.list", "file.search"], heeds: true },
	Edit: { calls: ["file.edit", "file.write"], heeds: true },
	Write: { calls: ["file.write"], heeds: false },
	MultiEdit: { calls: ["file.edit"], heeds: false },
	NotebookEdit: { calls: ["file.edit"], heeds: false },
	NotebookRead: { calls: ["file.read"], heeds: false },
	Glob: { calls: ["file.list"], heeds: false },
	LS: { calls: ["file.list"], heeds: false },
	Grep: { calls: ["file.search"], heeds: false },
};

function fileCall(kind: Kind, tool: string, spec: string | undefined, dialect: PathDialect): ReadCall {
	const { calls = [], heeds = false } = fileTools[tool] ?? {};
	if (spec === undefined)
		return said(
			kind,
			calls.map((call) => ({ call })),
		);
	if (!heeds && kind === "allow") return leftOut("Claude Code heeds a path with `Read` and `Edit` alone");
	return pathCall(kind, tool === "Read" ? "reading" : "changing", calls, spec, dialect);
}

/** A permission for paths. A restriction holds for whatever touches them, since the harness knows commands of the shell that read and write files, too. */
export function pathCall(
	kind: Kind,
	does: "reading" | "changing",
	calls: readonly string[],
	spec: string,
	dialect: PathDialect,
): ReadCall {
	const read = callPaths(kind, spec, dialect);
	if (typeof read === "string")
		return kind === "allow"
			? leftOut(read)
			: said(
					kind,
					calls.map((call) => ({ call })),
					[["tighter", `${read}: it holds for every path`]],
				);
	const { paths, isOther } = read;
	const otherwise: ReadCall["remarks"] = isOther
		? [
				[
					"tighter",
					`no path of a policy says exactly this: it holds for ${paths.length === 0 ? "every path" : listed(paths)}`,
				],
			]
		: [];
	const within = paths.length === 0 ? {} : { paths };
	if (kind === "allow" || paths.length === 0)
		return said(
			kind,
			calls.map((call) => ({ call, ...within })),
			otherwise,
		);
	const subject: CallSubject = {
		call: "*",
		hand: "files",
		paths,
		...(does === "reading" ? {} : { using: ["write", "delete"] }),
	};
	return said(
		kind,
		[subject],
		[...otherwise, ["tighter", "it holds for every command and every tool that touches it"]],
	);
}

function listed(paths: readonly string[]): string {
	return paths.map((path) => `\`${path}\``).join(", ");
}

/** `host`: nothing means any. */
export function fetchCall(kind: Kind, host: string | undefined, isKnown = true): ReadCall {
	if (host === undefined || (isKnown && host === "*")) return said(kind, [{ call: "web.fetch" }]);
	const patterns = isKnown ? hostPatterns(kind, host.trim()) : undefined;
	if (patterns === undefined) return fetchFault(kind, "web.fetch");
	const subjects = patterns.map((pattern): CallSubject => {
		const exactly = pattern.startsWith("exactly ");
		return {
			call: "web.fetch",
			words: pattern.replace(/^(?:exactly )?web\.fetch /, ""),
			...(exactly ? { exactly } : {}),
		};
	});
	return said(
		kind,
		subjects,
		kind === "allow"
			? []
			: [["tighter", "it holds for every address that has the host's name in it, or may spell it by codes"]],
	);
}

/** A restriction of which no pattern speaks holds for all of the call. */
function fetchFault(kind: Kind, call: string): ReadCall {
	if (kind === "allow") return leftOut("no pattern says which addresses it means");
	return said(kind, [{ call }], [["tighter", "no pattern says which addresses it means: it holds for all of them"]]);
}

/** `spec`: the one name that it speaks of. */
export function namedCall(kind: Kind, call: string, spec: string | undefined): ReadCall {
	if (spec === undefined || spec === "*") return said(kind, [{ call }]);
	const name = spec.replace(/:\*$| \*$/, "").trim();
	if (!/^[\w:./-]+$/.test(name))
		return kind === "allow"
			? leftOut("no pattern says which names it means")
			: said(kind, [{ call }], [["tighter", "no pattern says which names it means: it holds for all of them"]]);
	return said(kind, [{ call, words: literalWord(name) }]);
}

/** `mcp__server`, `mcp__server__*`, `mcp__server__tool`. Grants need the server's name. */
export function serverCall(kind: Kind, tool: string): ReadCall {
	const [, server = "", name] = /^mcp__((?:(?!__).)+)(?:__(.+))?$/s.exec(tool) ?? [];
	if (kind === "allow" && (server === "" || server.includes("*")))
		return leftOut("it does not name a server, and Claude Code does not heed it then");
	return mcpCall(kind, server === "" ? "*" : server, name ?? "*");
}

/** A tool of a server, each with stars for any text. */
export function mcpCall(kind: Kind, server: string, tool: string): ReadCall {
	const plain = (text: string): string =>
		text
			.split(/\*+/)
			.map((part) => (part === "" ? "" : plainName(part)))
			.join("*");
	const isAll = plain(server) === "*";
	const call = isAll && plain(tool) === "*" ? "mcp.*" : `mcp.${plain(server)}.${plain(tool)}`;
	return said(kind, [{ call }]);
}

export function said(kind: Kind, subjects: readonly CallSubject[], remarks: ReadCall["remarks"] = []): ReadCall {
	return { permission: { kind, subjects }, remarks };
}

export function leftOut(message: string): ReadCall {
	return { remarks: [["left-out", message]] };
}
