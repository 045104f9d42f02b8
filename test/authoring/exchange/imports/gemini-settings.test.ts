/** Gemini CLI's settings as a policy: what is said of each list, and that nothing is let through that Gemini CLI does not. */
import { describe, expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import { importGemini } from "../../../../src/authoring/exchange/imports/gemini/gemini-files.js";
import { answerOf, expectAnswers, faultOf, imported, placesOf, treeOf } from "../imported-answers.js";

jest.setTimeout(120_000);

const text = (settings: object): string => JSON.stringify(settings, null, 2);
const read = (settings: object, trusting = false) =>
	imported(importGemini(text(settings), ".gemini/settings.json", { trusting }));

test.each<[string, object, readonly string[]]>([
	[
		"commands that are named in what is allowed, and a denial of all others",
		{ tools: { allowed: ["run_shell_command(git status)", "ShellTool(ls)"] } },
		["allow git status", "allow git status -s", "deny git push", "allow ls", "deny lsof", "free file.read x"],
	],
	[
		"the shell as a whole, and what is taken out of it",
		{ tools: { allowed: ["run_shell_command"], exclude: ["run_shell_command(rm)"] } },
		["allow ls", "deny rm x", "deny bash -c 'rm x'"],
	],
	[
		"what is always asked about goes before what is allowed",
		{
			tools: {
				allowed: ["run_shell_command", "write_file"],
				confirmationRequired: ["run_shell_command", "write_file"],
			},
		},
		["ask ls", "ask file.write a"],
	],
	[
		"a list of tools: all others are gone, servers' among them",
		{ tools: { core: ["read_file", "run_shell_command(ls)"] }, mcpServers: { gh: { trust: true } } },
		[
			"allow ls",
			"deny rm x",
			"allow file.read x",
			"deny file.read /etc/passwd",
			"deny file.write x",
			"deny file.list .",
			"deny web.search x",
			"deny mcp.gh.get",
			"deny agent.start x",
		],
	],
	[
		"what is allowed, of a tool that the list leaves out, is not there",
		{ tools: { core: ["read_file"], allowed: ["write_file", "run_shell_command(ls)"] } },
		["deny file.write x", "deny ls"],
	],
	["an empty list leaves nothing", { tools: { core: [] } }, ["deny ls", "deny file.read x"]],
	[
		"tools that are shut out, by their names, their classes and stars",
		{ tools: { exclude: ["replace", "WriteFileTool", "web_*", "secret_tool", "mcp_gh_drop"] } },
		[
			"deny file.edit x",
			"deny file.write x",
			"deny web.fetch https://a.example",
			"deny mcp.any.secret_tool",
			"deny agent.start secret_tool",
			"deny mcp.gh.drop",
			"allow file.read x",
			"ask mcp.gh.get",
		],
	],
	[
		"changes of files stay in the workspace and its folders, and files of a build are asked about",
		{ tools: { allowed: ["write_file"] }, context: { includeDirectories: ["../lib", "/srv/docs"] } },
		[
			"allow file.write a/b.ts",
			"allow file.write ../lib/x",
			"allow file.read /srv/docs/x",
			"ask file.write /etc/x",
			"ask file.write package.json",
			"ask file.write a/Makefile",
			"ask file.write x.mk",
			"ask file.edit a",
		],
	],
	[
		"servers: shut out, the only ones, trusted",
		{
			mcp: { allowed: ["gh", "docs"], excluded: ["docs"] },
			mcpServers: { gh: { trust: true }, docs: { trust: true }, other: { trust: true } },
		},
		["allow mcp.gh.get --x=y", "deny mcp.docs.get", "deny mcp.other.get", "deny mcp.unknown.get"],
	],
	[
		"tools of a server, with and without",
		{ mcpServers: { gh: { trust: true, includeTools: ["get", "put(x)", "drop"], excludeTools: ["drop"] } } },
		["allow mcp.gh.get", "allow mcp.gh.put", "deny mcp.gh.drop", "deny mcp.gh.other", "ask mcp.other.x"],
	],
	["no tool of a server", { mcpServers: { gh: { trust: true, includeTools: [] } } }, ["deny mcp.gh.get"]],
	["two servers that have one name here", { mcpServers: { "a-b": { trust: true }, a_b: {} } }, ["free mcp.a_b.x"]],
	[
		"two servers that have one name here, of which one is allowed",
		{ mcp: { allowed: ["a-b"] }, mcpServers: { "a-b": {}, a_b: {} } },
		["deny mcp.a_b.x"],
	],
	[
		"an agent by its tool, and a server's tool",
		{ tools: { allowed: ["invoke_agent", "mcp_gh_get", "mcp_a_b_c"] } },
		["allow agent.start x", "allow mcp.gh.get", "ask mcp.gh.put", "ask mcp.a.b_c", "ask mcp.a_b.c"],
	],
])("%s", (_, settings, lines) => {
	expectAnswers(read(settings), lines);
});

test("all arguments are allowed where they are trusted", () => {
	const settings = { tools: { allowed: ["run_shell_command(sort)"] } };
	expectAnswers(read(settings), ["deny sort -o f a"]);
	expectAnswers(read(settings, true), ["allow sort -o f a"]);
});

test("what stands beside is told, with its place in the file", () => {
	const settings = {
		tools: { sandbox: "docker", discoveryCommand: "bin/x", shell: { pager: "cat" }, exclude: ["write_todos"] },
		general: { defaultApprovalMode: "auto_edit", vimMode: true },
		security: { folderTrust: { enabled: false }, disableYoloMode: true },
		hooks: { BeforeTool: [] },
		hooksConfig: { enabled: false },
		policyPaths: ["more.toml"],
		ui: { theme: "x" },
	};
	const { remarks } = read(settings);
	expect(placesOf(remarks, text(settings))).toEqual([
		"left-out tools.exclude[0] 9:7",
		"left-out hooks 22:3",
		"left-out hooksConfig 25:3",
		"left-out policyPaths 28:3",
		"left-out tools.sandbox 3:5",
		"left-out tools.discoveryCommand 4:5",
		"left-out security.folderTrust 17:5",
		"left-out security.disableYoloMode 20:5",
		"left-out general.defaultApprovalMode 13:5",
		"tighter the whole",
	]);
});

test("in plan mode the lists count for less there, and that is told as looser", () => {
	const isLooser = (settings: object): boolean =>
		read(settings).remarks.some(({ verdict, message }) => verdict === "looser" && message.includes("plan mode"));
	expect(isLooser({ tools: { core: ["read_file"] } })).toBe(true);
	expect(isLooser({ mcpServers: { gh: { trust: true } } })).toBe(true);
	expect(isLooser({ tools: { exclude: ["write_file"] } })).toBe(false);
});

test.each<[string, object | string, string]>([
	["a list that is none", { tools: { exclude: "x" } }, "`tools.exclude` should be a list"],
	["what is no text", { tools: { allowed: ["ls", 1] } }, "`tools.allowed[1]` should be a text"],
	["a variable", { tools: { exclude: ["$TOOL"] } }, "a variable stands in `tools.exclude[0]`"],
	["a variable in braces", { mcp: { excluded: ["a-${B}"] } }, "a variable stands in `mcp.excluded[0]`"],
	["a category that is none", { tools: 1 }, "`tools` should be an object"],
	["a server that is none", { mcpServers: { gh: 1 } }, "`mcpServers.gh` should be an object"],
	["trust that is no truth", { mcpServers: { gh: { trust: "yes" } } }, "`mcpServers.gh.trust` should be true or false"],
	[
		"tools of a server that are no list",
		{ mcpServers: { gh: { includeTools: 1 } } },
		"`mcpServers.gh.includeTools` should be a list",
	],
	["an older form", { excludeTools: ["x"] }, "`excludeTools` is an older form: write `tools.exclude`"],
	["no object", "[1]", "it should be an object"],
	["no JSON", "{", "the text ends where"],
])("%s is a fault, at its place", (_, settings, message) => {
	const source = typeof settings === "string" ? settings : text(settings);
	const fault = faultOf(importGemini(source, "settings.json", { trusting: false }));
	expect(fault.message).toContain(message);
	if (message.includes("older")) expect(source.slice(fault.at)).toMatch(/^"excludeTools"/);
});

describe("which kind of file it is", () => {
	const policy = '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "git"\ndecision = "deny"\npriority = 1\n';
	const settings = '// mine\n{ "tools": { "exclude": ["write_file"] } }\n';
	test.each([
		["x.toml", policy, "Gemini CLI's policy"],
		["settings.json", settings, "Gemini CLI's settings"],
		["it", policy, "Gemini CLI's policy"],
		["it", settings, "Gemini CLI's settings"],
	])("%s", (name, source, readAs) => {
		expect(imported(importGemini(source, name, { trusting: false })).readAs).toBe(readAs);
	});

	test("a name that says another kind than the text is heeded", () => {
		expect(faultOf(importGemini(policy, "settings.json", { trusting: false })).at).toBeGreaterThanOrEqual(0);
		expect(faultOf(importGemini(settings, "x.toml", { trusting: false })).message).not.toBe("");
	});
});

interface Settings {
	readonly tools?: Partial<Record<"core" | "exclude" | "allowed" | "confirmationRequired", readonly string[]>>;
	readonly mcp?: { readonly allowed?: readonly string[]; readonly excluded?: readonly string[] };
	readonly mcpServers?: Readonly<
		Record<
			string,
			{ readonly trust?: boolean; readonly includeTools?: readonly string[]; readonly excludeTools?: readonly string[] }
		>
	>;
}
interface Call {
	readonly tool: string;
	readonly command?: string;
	readonly server?: string;
}

/** What Gemini CLI 0.61.0 answers in its default mode, rule by rule, as its sources weigh them. */
function geminis({ tools = {}, mcp = {}, mcpServers = {} }: Settings, { tool, command = "", server }: Call): string {
	const full = server === undefined ? tool : `mcp_${server}_${tool}`;
	const { core, exclude = [], allowed = [], confirmationRequired = [] } = tools;
	if (server === undefined) {
		if (core !== undefined && !core.some((one) => one === tool || one.startsWith(`${tool}(`))) return "gone";
	} else {
		const { includeTools, excludeTools = [] } = mcpServers[server] ?? {};
		if (mcp.allowed !== undefined && mcp.allowed.length > 0 && !mcp.allowed.includes(server)) return "gone";
		if (mcp.excluded?.includes(server) === true || excludeTools.includes(tool)) return "gone";
		if (includeTools !== undefined && !includeTools.includes(tool)) return "gone";
	}
	if (exclude.includes(full) || exclude.includes(tool)) return "deny";
	if (confirmationRequired.includes(full)) return "ask";
	const fits = (one: string): boolean => {
		const [, name = one, prefix] = /^(\w+)\((.*)\)$/.exec(one) ?? [];
		if (name !== full) return false;
		return (
			prefix === undefined || tool !== "run_shell_command" || command === prefix || command.startsWith(`${prefix} `)
		);
	};
	if (allowed.some(fits)) return "allow";
	if (tool === "run_shell_command" && allowed.some((one) => one.startsWith("run_shell_command("))) return "deny";
	if (core?.some(fits) === true) return "allow";
	if (core !== undefined) return "deny";
	if (server !== undefined && mcpServers[server]?.trust === true) return "allow";
	if (server !== undefined && mcp.allowed?.includes(server) === true) return "allow";
	return ["read_file", "glob", "grep_search", "google_web_search", "invoke_agent"].includes(tool) ? "allow" : "ask";
}

const ours: Readonly<Record<string, string>> = {
	read_file: "file.read a",
	glob: "file.list .",
	grep_search: "file.search x .",
	write_file: "file.write a",
	replace: "file.edit a",
	web_fetch: "web.fetch https://a.example",
	google_web_search: "web.search x",
	invoke_agent: "agent.start x",
};
const entry = fc.constantFrom(
	...Object.keys(ours),
	"run_shell_command",
	"run_shell_command(git)",
	"run_shell_command(git status)",
	"run_shell_command(rm)",
	"mcp_gh_get",
	"get",
);
const entries = fc.uniqueArray(entry, { maxLength: 4 });
const servers = fc.uniqueArray(fc.constantFrom("gh", "docs"), { maxLength: 2 });
const named = fc.uniqueArray(fc.constantFrom("get", "drop"), { maxLength: 2 });
const optional = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(one, { nil: undefined });
const someSettings = fc.record({
	tools: fc.record({
		core: optional(entries),
		exclude: optional(entries),
		allowed: optional(entries),
		confirmationRequired: optional(
			fc.uniqueArray(fc.constantFrom("write_file", "run_shell_command", "mcp_gh_get"), { maxLength: 2 }),
		),
	}),
	mcp: fc.record({ allowed: optional(servers), excluded: optional(servers) }),
	mcpServers: fc.dictionary(
		fc.constantFrom("gh", "docs"),
		fc.record({ trust: optional(fc.boolean()), includeTools: optional(named), excludeTools: optional(named) }),
	),
});
const asked: readonly (readonly [string, Call])[] = [
	...Object.entries(ours).map(([tool, line]) => [line, { tool }] as const),
	...["git status", "git push", "rm x", "ls"].map(
		(line) => [line, { tool: "run_shell_command", command: line }] as const,
	),
	...["gh", "docs"].flatMap((server) =>
		["get", "drop", "put"].map((tool) => [`mcp.${server}.${tool}`, { tool, server }] as const),
	),
];

test("whatever the settings, nothing is let through that Gemini CLI does not let through", () => {
	let allowed = 0;
	fc.assert(
		fc.property(someSettings, (settings) => {
			const plain = JSON.parse(JSON.stringify(settings)) as Settings;
			const policy = read(plain).policy;
			const tree = treeOf(policy);
			for (const [line, call] of asked) {
				const answer = answerOf(tree, line);
				const theirs = geminis(plain, call);
				if (answer === "allow") allowed++;
				if (answer === "allow") expect([plain, line, theirs]).toEqual([plain, line, "allow"]);
				else if (answer === "ask")
					expect([plain, line, theirs]).toEqual([plain, line, expect.stringMatching(/allow|ask/)]);
			}
		}),
		{ numRuns: Number(process.env.IMPORT_RUNS ?? 60) },
	);
	expect(allowed).toBeGreaterThan(20);
});
