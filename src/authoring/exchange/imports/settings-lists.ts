/** Lists of names in the settings of Gemini CLI and Qwen Code, and what these say of servers. Both have one shape, by their documents. */
import { plainName } from "../../../language/policy/hands.js";
import { dataOf, type JsonNode, memberOf } from "../../../language/source/json-tree.js";
import type { ImportFault, Remark } from "../imported.js";
import { besideRemarks } from "./beside.js";
import type { CallPermission, CallSubject } from "./call-rules.js";
import { mcpCall } from "./claude-calls.js";

/** One text of a list. */
export interface ListedName {
	readonly text: string;
	/** `tools.exclude[0]` */
	readonly place: string;
	readonly at: number;
}

/** The names at the end of these keys; undefined where there is no such list. A name that a variable stands in is known to nobody here. */
export function namesAt(root: JsonNode, keys: readonly string[]): readonly ListedName[] | ImportFault | undefined {
	const place = keys.join(".");
	let found: JsonNode | undefined = root;
	for (const [at, key] of keys.entries()) {
		if (found.kind !== "object")
			return { at: found.start, message: `\`${keys.slice(0, at).join(".")}\` should be an object` };
		found = memberOf(found, key);
		if (found === undefined || (found.kind === "scalar" && found.value === null)) return undefined;
	}
	if (found.kind !== "array") return { at: found.start, message: `\`${place}\` should be a list` };
	const names: ListedName[] = [];
	for (const [at, item] of found.items.entries()) {
		const text = dataOf(item);
		const here = `${place}[${at}]`;
		if (typeof text !== "string" || text.trim() === "")
			return { at: item.start, message: `\`${here}\` should be a text` };
		if (/^[^(]*\$(?:\w|\{)/.test(text))
			return { at: item.start, message: `a variable stands in \`${here}\`: write what it stands for` };
		names.push({ text: text.trim(), place: here, at: item.start });
	}
	return names;
}

/** Several lists by their names, or the first thing that is wrong with one. */
export function listsAt<Name extends string>(
	root: JsonNode,
	lists: Readonly<Record<Name, string>>,
): { readonly lists: Readonly<Partial<Record<Name, readonly ListedName[]>>> } | ImportFault {
	const found: Partial<Record<Name, readonly ListedName[]>> = {};
	for (const [name, keys] of Object.entries(lists) as [Name, string][]) {
		const names = namesAt(root, keys.split("."));
		if (names === undefined) continue;
		if ("message" in names) return names;
		found[name] = names;
	}
	return { lists: found };
}

/** What is told of all categories of the settings that have no place in a policy. `read`: the keys that are carried over. */
export function categoryRemarks(root: JsonNode, read: Readonly<Record<string, readonly string[]>>): readonly Remark[] {
	return [
		...besideRemarks(root, [...Object.keys(read), "mcpServers"]),
		...Object.entries(read).flatMap(([category, keys]) => {
			const node = memberOf(root, category);
			return node === undefined ? [] : besideRemarks(node, keys, `${category}.`);
		}),
	];
}

/** A key of an older form, whose lists these versions don't read: what it denied would be lost without a word. */
export function olderKey(root: JsonNode): ImportFault | undefined {
	const member = root.kind === "object" ? root.members.find(({ key }) => Object.hasOwn(older, key)) : undefined;
	if (member === undefined) return undefined;
	return { at: member.start, message: `\`${member.key}\` is an older form: write \`${older[member.key]}\`` };
}

const older: Readonly<Record<string, string>> = {
	coreTools: "tools.core",
	excludeTools: "tools.exclude",
	allowedTools: "tools.allowed",
	allowMCPServers: "mcp.allowed",
	excludeMCPServers: "mcp.excluded",
};

/** What settings say of servers, each part with its own weight. */
export interface ServerPermissions {
	/** What is denied whatever else is said: such tools are not there. */
	readonly denied: readonly CallPermission[];
	readonly trusted: readonly CallPermission[];
	readonly allowed: readonly CallPermission[];
	readonly remarks: readonly Remark[];
}

/** `allows`: are the tools of servers in `mcp.allowed` called without a question? */
export function serverPermissions(
	root: JsonNode,
	{ allows }: { readonly allows: boolean },
): ServerPermissions | ImportFault {
	const lists = listsAt(root, { allowed: "mcp.allowed", excluded: "mcp.excluded" });
	if ("message" in lists) return lists;
	const { allowed, excluded = [] } = lists.lists;
	const servers = memberOf(root, "mcpServers");
	if (servers !== undefined && servers.kind !== "object")
		return { at: servers.start, message: "`mcpServers` should be an object" };
	const remarks: Remark[] = [];
	const named = servers?.kind === "object" ? servers.members : [];
	const isShared = (name: string): boolean => named.filter(({ key }) => plainName(key) === plainName(name)).length > 1;
	/** The tools of a server; none where another one has the same name in a policy. */
	const own = (name: string, place: string, at: number): readonly CallSubject[] => {
		if (!isShared(name) && !name.includes("?")) return subjects(name, "*");
		const message = name.includes("?")
			? "no pattern says which servers it means"
			: "another server has the same name in a policy, where signs in names are `_`";
		remarks.push({ verdict: "left-out", place, source: name, message, at });
		return [];
	};
	const denied: CallPermission[] = excluded.map(({ text }) => deny(subjects(text.replaceAll("?", "*"), "*")));
	const granted: CallSubject[] = [];
	if (allowed !== undefined && allowed.length > 0) {
		const tools = allowed.flatMap(({ text, place, at }) => own(text, place, at));
		denied.push(deny([{ call: "mcp.*", except: tools.map(({ call }) => call) }]));
		granted.push(...tools);
	}
	const trusted: CallPermission[] = [];
	for (const { key: server, value, start } of named) {
		const place = `mcpServers.${server}`;
		if (value.kind !== "object") return { at: start, message: `\`${place}\` should be an object` };
		const some = listsAt(value, { include: "includeTools", exclude: "excludeTools" });
		if ("message" in some) return { ...some, message: some.message.replace("`", `\`${place}.`) };
		const { include, exclude = [] } = some.lists;
		for (const { text } of exclude) denied.push(deny(subjects(server, toolName(text))));
		if (include !== undefined)
			denied.push(
				deny(
					subjects(server, "*").map((one) => ({
						...one,
						except: isShared(server)
							? []
							: include.flatMap(({ text }) => subjects(server, toolName(text)).map(({ call }) => call)),
					})),
				),
			);
		const trust = memberOf(value, "trust");
		if (trust !== undefined && dataOf(trust) !== true && dataOf(trust) !== false)
			return { at: trust.start, message: `\`${place}.trust\` should be true or false` };
		if (trust !== undefined && dataOf(trust) === true) {
			const tools = own(server, `${place}.trust`, trust.start);
			if (tools.length > 0) trusted.push({ kind: "allow", subjects: tools });
		}
	}
	return {
		denied,
		trusted,
		allowed: allows && granted.length > 0 ? [{ kind: "allow", subjects: granted }] : [],
		remarks,
	};
}

/** `tool(…)` is the tool, whatever stands in brackets. */
function toolName(text: string): string {
	return text.replace(/\([\s\S]*$/, "").trim();
}

function subjects(server: string, tool: string): readonly CallSubject[] {
	return mcpCall("deny", server, tool).permission?.subjects ?? [];
}

function deny(subjects: readonly CallSubject[]): CallPermission {
	return { kind: "deny", subjects };
}
