/**
 * Calls of other tools than the shell as each harness's own permissions: what is proved to be allowed or asked about, and behind it a denial of every other call of the hands that the
 * policy governs.
 */
import { type Governed, type Hand, handOf } from "../../../language/policy/hands.js";
import { tools as ampRecord } from "../../../runtime/harnesses/amp/tools.js";
import type { Tools, ToolUse } from "../../../runtime/harnesses/dialect/dialect.js";
import { tools as geminiRecord } from "../../../runtime/harnesses/gemini-cli/tools.js";
import type { Remark } from "../imported.js";
import { ampTools } from "../imports/amp-calls.js";
import { geminiTools } from "../imports/gemini/gemini-calls.js";
import { opencodeKeys } from "../imports/opencode-calls.js";
import type { Exportable } from "./exportable.js";
import { isGovernedCall, isGovernedHand } from "./refused-calls.js";
import type { SaidCall } from "./said-calls.js";

export type Calls = Pick<Exportable, "calls" | "govern">;

/** Entries of a format, in the order in which they are to be written, and what of the calls it can't say. */
export interface CallEntries<Entry> {
	readonly said: readonly Entry[];
	/** Every other call of the hands that are governed is denied by these. */
	readonly base: readonly Entry[];
	readonly remarks: readonly Remark[];
}

/** Does a policy govern more than the shell? */
export function governsCalls(govern: readonly Governed[]): boolean {
	return govern.some((hand) => hand !== "shell");
}

/** What has no permission there is denied, and told. */
export function entriesOf<Entry>(
	{ calls, govern }: Calls,
	harness: string,
	entries: (call: SaidCall) => readonly Entry[],
	base: readonly Entry[],
	ofPaths = "of calls of other tools, what hangs on paths is denied: no permission says where links lead",
): CallEntries<Entry> {
	if (!governsCalls(govern)) return { said: [], base: [], remarks: [] };
	const said = calls.map((call) => ({ call, found: entries(call) }));
	return {
		said: said.flatMap(({ found }) => found),
		base,
		remarks: [
			...said
				.filter(({ found }) => found.length === 0)
				.map(({ call }) => ({
					verdict: "tighter" as const,
					place: "a rule",
					source: callText(call),
					message: `no permission of ${harness} says it: it is denied`,
				})),
			{
				verdict: "tighter",
				place: "the whole",
				source: "",
				message: ofPaths,
			},
		],
	};
}

function callText({ call, operand, host }: SaidCall): string {
	return [call, ...(operand === undefined ? [] : [operand]), ...(host === undefined ? [] : ["at", host])].join(" ");
}

/** A server and its tool, where a name of both says which is which. `*`: all of its tools. */
export function serverTool(call: string): { readonly server: string; readonly tool: string } | undefined {
	const [, server = "", tool = ""] = /^mcp\.([A-Za-z0-9_]+)\.(\*|[A-Za-z0-9_]+)$/.exec(call) ?? [];
	return server === "" || [server, tool].some((one) => /^_|__|_$/.test(one)) ? undefined : { server, tool };
}

/** The tools of a table that are calls of the hands that are governed. */
function governedTools(table: Readonly<Record<string, readonly string[]>>, govern: readonly Governed[]) {
	return Object.keys(table).filter((tool) => (table[tool] ?? []).some((call) => isGovernedCall(call, govern)));
}

/** The tools of a harness's record that belong to hands that are governed. A call without fields says what a tool is for as well. */
function governedOfRecord(record: Tools, govern: readonly Governed[]): readonly string[] {
	return Object.keys(record).filter((tool) => handsOf(record[tool]?.({})).some((hand) => isGovernedHand(hand, govern)));
}

function handsOf(use: ToolUse | undefined): readonly Hand[] {
	if (use === undefined) return [];
	return "unclear" in use ? [use.hand] : use.commands.flatMap(([name = ""]) => handOf(name) ?? []);
}

/** Tools of which every call is this one. */
function toolsOf(table: Readonly<Record<string, readonly string[]>>, call: string): readonly string[] {
	return Object.keys(table).filter((tool) => table[tool]?.length === 1 && table[tool]?.[0] === call);
}

export interface AmpEntry {
	readonly tool: string;
	readonly matches?: Readonly<Record<string, string>>;
	readonly action: string;
}

/** The first entry that matches decides. */
export function ampEntries(policy: Calls): CallEntries<AmpEntry> {
	const { govern } = policy;
	const entry = (action: string) => (tool: string) => ({ tool, action });
	return entriesOf(
		policy,
		"Amp",
		({ effect, call, operand, host }) => {
			const named = serverTool(call);
			if (host !== undefined)
				return [
					{
						tool: "read_web_page",
						matches: { url: `/^https?:\\/\\/${hostExpression(host)}([/?#].*)?$/` },
						action: effect,
					},
				];
			if (named !== undefined) return [entry(effect)(`mcp__${named.server}__${named.tool}`)];
			return toolsOf(ampTools, operand === undefined ? call : `${call} ${operand}`).map(entry(effect));
		},
		(govern.includes("all")
			? ["*"]
			: [...governedOfRecord(ampRecord, govern), ...(govern.includes("mcp") ? ["mcp__*"] : [])]
		).map(entry("reject")),
	);
}

export interface GeminiEntry {
	readonly keys: Readonly<Record<string, string>>;
	readonly decision: "allow" | "ask_user" | "deny";
}

/** Rules that name a tool, with more weight than those that deny the rest. */
export function geminiEntries(policy: Calls): CallEntries<GeminiEntry> {
	const { govern } = policy;
	const denied = (keys: GeminiEntry["keys"]): GeminiEntry => ({ keys, decision: "deny" });
	return entriesOf(
		policy,
		"Gemini CLI",
		({ effect, call, operand, host }) => {
			const decision = effect === "allow" ? "allow" : "ask_user";
			const named = serverTool(call);
			if (host !== undefined) return [];
			if (named !== undefined)
				return [{ keys: { mcpName: named.server, ...(named.tool === "*" ? {} : { toolName: named.tool }) }, decision }];
			if (operand !== undefined)
				return call === "agent.start"
					? [{ keys: { toolName: "invoke_agent", argsPattern: `\\0"agent_name":"${escaped(operand)}"` }, decision }]
					: [];
			return toolsOf(geminiTools, call).map((toolName) => ({ keys: { toolName }, decision }));
		},
		govern.includes("all")
			? [denied({ toolName: "*" })]
			: [
					...governedOfRecord(geminiRecord, govern).map((toolName) => denied({ toolName })),
					...(govern.includes("mcp") ? [denied({ mcpName: "*", toolName: "*" })] : []),
				],
	);
}

/** A host, or any below a name, as an expression. */
function hostExpression(host: string): string {
	return host.startsWith("*.") ? `([A-Za-z0-9-]+\\.)+${escaped(host.slice(2))}` : escaped(host);
}

export function escaped(text: string): string {
	return text.replaceAll(/[.+]/g, "\\$&");
}

export type OpencodeEntry = readonly [key: string, value: string | Readonly<Record<string, string>>];

/** The last permission that fits decides, so the denials go first. Whatever has a `_` in its name may be a server's tool. */
export function opencodeEntries(policy: Calls, harness: string): CallEntries<OpencodeEntry> {
	const { govern } = policy;
	const parts = new Map<string, Record<string, string>>();
	const keyed = entriesOf(
		policy,
		harness,
		({ effect, call, operand, host }): readonly (readonly [string, string, string])[] => {
			const named = serverTool(call);
			if (named !== undefined)
				return `${named.server}${named.tool}`.includes("_") || named.tool === "*"
					? []
					: [[`${named.server}_${named.tool}`, "*", effect]];
			// A star there holds slashes as well.
			if (host?.startsWith("*.") === true) return [];
			if (host !== undefined) return ["http", "https"].map((scheme) => ["webfetch", `${scheme}://${host}/*`, effect]);
			const keys = toolsOf(opencodeKeys, call);
			if (operand === undefined) return keys.map((key) => [key, "*", effect]);
			return keys.filter((key) => key === "task" || key === "skill").map((key) => [key, operand, effect]);
		},
		[],
	);
	if (!governsCalls(govern)) return { said: [], base: [], remarks: [] };
	const wholes = govern.includes("all") ? ["*"] : govern.includes("mcp") ? ["*_*"] : [];
	for (const key of governedTools(opencodeKeys, govern)) parts.set(key, { "*": "deny" });
	for (const [key, pattern, effect] of keyed.said) {
		const part = parts.get(key) ?? { "*": "deny" };
		parts.set(key, { ...part, [pattern]: effect });
	}
	return {
		said: [...parts].map(([key, part]) => [key, Object.keys(part).length === 1 ? (part["*"] ?? "deny") : part]),
		base: wholes.map((key) => [key, "deny"]),
		remarks: keyed.remarks,
	};
}

export interface ZedTool {
	readonly default: "allow" | "confirm" | "deny";
	readonly always_allow?: readonly { readonly pattern: string }[];
}

/** Every tool has what holds for it. Those that read have no permission there. */
export function zedTools(policy: Calls): CallEntries<readonly [tool: string, ZedTool]> {
	const { govern } = policy;
	const hosts = policy.calls.flatMap(({ call, host }) => (call === "web.fetch" && host !== undefined ? [host] : []));
	const found = entriesOf<readonly [string, ZedTool]>(
		policy,
		"Zed",
		({ effect, call, operand, host }): readonly (readonly [string, ZedTool])[] => {
			const decided: ZedTool = { default: effect === "allow" ? "allow" : "confirm" };
			const named = serverTool(call);
			if (named !== undefined) return named.tool === "*" ? [] : [[`mcp:${named.server}:${named.tool}`, decided]];
			if (operand !== undefined) return [];
			if (host !== undefined) {
				const always_allow = hosts.map((one) => ({ pattern: `^https?://${hostExpression(one)}/` }));
				return [["fetch", { default: "deny", always_allow }]];
			}
			return toolsOf(zedCalls, call).map((tool) => [tool, decided]);
		},
		governedTools(zedCalls, govern).map((tool) => [tool, { default: "deny" }]),
	);
	const beyond = [
		...(["files", "all"].some((hand) => govern.includes(hand as Governed))
			? ["Zed has no permissions for its tools that read files"]
			: []),
		...(govern.includes("mcp") ? ["tools of servers that are not named here are left to Zed's own default"] : []),
	];
	return {
		...found,
		remarks: [
			...found.remarks,
			...beyond.map((message) => ({ verdict: "looser" as const, place: "the whole", source: "", message })),
		],
	};
}

const zedCalls: Readonly<Record<string, readonly string[]>> = {
	edit_file: ["file.edit", "file.write"],
	save_file: ["file.write"],
	restore_file_from_disk: ["file.edit"],
	create_directory: ["file.write"],
	delete_path: ["file.delete"],
	move_path: ["file.move"],
	copy_path: ["file.write"],
	fetch: ["web.fetch"],
	web_search: ["web.search"],
};
