/**
 * Gemini CLI's settings (`settings.json`) as a policy, as version 0.61.0 makes rules of them: each list has a weight, and of what matches the heaviest decides. From the
 * heaviest: servers that are shut out, tools that are not registered, `tools.exclude`, `tools.confirmationRequired`, `tools.allowed`, `tools.core`, servers that are
 * trusted, servers that are allowed.
 */

import { type JsonNode, memberOf, readJson } from "../../../../language/source/json-tree.js";
import { tools as record } from "../../../../runtime/harnesses/gemini-cli/tools.js";
import { type Imported, type ImportFault, importedPolicy, pathRemarks, type Remark } from "../../imported.js";
import { type CallPermission, type CallSubject, callRules, everyCall } from "../call-rules.js";
import { mcpCall } from "../claude-calls.js";
import type { ImportSettings } from "../claude-permissions.js";
import { type RankedRule, settledRules } from "../ranked-rules.js";
import { categoryRemarks, type ListedName, listsAt, olderKey, serverPermissions } from "../settings-lists.js";
import { flatNames, geminiSubjects, geminiTools } from "./gemini-calls.js";

export function importGeminiSettings(
	text: string,
	origin: string,
	{ trusting }: ImportSettings,
): Imported | ImportFault {
	const root = readJson(text, { comments: true });
	if ("message" in root) return root;
	const fault = root.kind === "object" ? olderKey(root) : { at: root.start, message: "it should be an object" };
	if (fault !== undefined) return fault;
	const read = listsAt(root, {
		core: "tools.core",
		exclude: "tools.exclude",
		asked: "tools.confirmationRequired",
		allowed: "tools.allowed",
		folders: "context.includeDirectories",
	});
	if ("message" in read) return read;
	const servers = serverPermissions(root, { allows: true });
	if ("message" in servers) return servers;
	const { core, exclude = [], asked = [], allowed = [] } = read.lists;
	const remarks: Remark[] = [];
	const paths = [".", ...(read.lists.folders ?? []).flatMap((folder) => folderPath(folder, remarks))];
	const shell: RankedRule[] = [
		...(core === undefined || core.some(isOfShell) ? [] : [wholeShell(placeOf(root, "core"), "deny")]),
		...exclude.filter(isOfShell).map((name) => shellRule(name, "deny")),
		...asked.filter(isOfShell).map((name) => shellRule(name, "ask")),
		...allowed.filter(isOfShell).map((name) => shellRule(name, "allow")),
		...(allowed.some(isNarrow) ? [wholeShell(placeOf(root, "allowed"), "deny")] : []),
		...(core ?? []).filter(isOfShell).map((name) => shellRule(name, "allow")),
		...(core === undefined ? [] : [wholeShell(placeOf(root, "core"), "deny")]),
	];
	const take = (names: readonly ListedName[], kind: CallPermission["kind"]): readonly CallPermission[] =>
		names.filter((name) => !isOfShell(name)).flatMap((name) => callsOf(name, kind, paths, remarks));
	const ofCore = take(core ?? [], "allow");
	const grants = [...take(allowed, "allow"), ...ofCore];
	const own = ofCore.flatMap(({ subjects }) => subjects.map(({ call }) => call));
	const builtIn = [...new Set(Object.values(geminiTools).flat())];
	const calls: readonly CallPermission[] = [
		...servers.denied,
		...(core === undefined ? [] : [denial(builtIn.filter((call) => !own.includes(call)))]),
		...take(exclude, "deny"),
		...take(asked, "ask"),
		...(grants.some(changes) ? [buildFiles] : []),
		...grants,
		...(core === undefined ? [] : [denial(everyCall)]),
		...servers.trusted,
		...servers.allowed,
	].filter(({ subjects }) => subjects.length > 0);
	const settled = settledRules(shell, trusting);
	const { govern, rules } = callRules(calls, {
		decides: "first",
		byItself: [{ kind: "allow", subjects: reading.map((call) => ({ call, paths })) }],
	});
	const isFreer =
		ofCore.length > 0 || core?.some(isOfShell) === true || servers.trusted.length + servers.allowed.length > 0;
	remarks.push(
		...unsaidDenials(exclude),
		...settled.remarks,
		...servers.remarks,
		...pathRemarks(settled.rules),
		...(allowed.some(isNarrow) ? [whole("tighter", narrowed)] : []),
		...(isFreer ? [whole("looser", inPlanMode)] : []),
		...categoryRemarks(root, {
			tools: ["core", "exclude", "confirmationRequired", "allowed"],
			mcp: ["allowed", "excluded"],
			context: ["includeDirectories"],
			security: [],
			general: ["enableAutoUpdate", "enableAutoUpdateNotification", "enableNotifications"],
		}),
		whole("tighter", "what nothing speaks of is asked about here; Gemini CLI runs it in its `yolo` mode"),
	);
	return importedPolicy(origin, settled.fallback, [...settled.rules, ...rules], remarks, govern);
}

const shells: readonly string[] = ["run_shell_command", "ShellTool"];
const reading: readonly string[] = ["file.read", "file.list", "file.search"];
const inPlanMode =
	"in its plan mode Gemini CLI heeds neither `tools.core` nor which servers are trusted and allowed, and lets little but reading through; here they hold in every mode";
const narrowed =
	"where `tools.allowed` names commands of the shell, Gemini CLI 0.61.0 denies all others, and so does the policy";

function whole(verdict: Remark["verdict"], message: string): Remark {
	return { verdict, place: "the whole", source: "", message };
}

function placeOf(root: JsonNode, list: string): Pick<ListedName, "place" | "at"> {
	const node = memberOf(memberOf(root, "tools"), list);
	return { place: `tools.${list}`, at: node?.start ?? 0 };
}

/** `run_shell_command(git status)`: the tool, and what stands in brackets. */
function parted({ text }: Pick<ListedName, "text">): readonly [tool: string, spec: string | undefined] {
	const [, tool = text, spec] = /^([A-Za-z0-9_-]+)\(([\s\S]*)\)$/.exec(text) ?? [];
	return [tool, spec];
}

function isOfShell(name: ListedName): boolean {
	return shells.includes(parted(name)[0]);
}

function isNarrow(name: ListedName): boolean {
	return isOfShell(name) && parted(name)[1] !== undefined;
}

function wholeShell(place: Pick<ListedName, "place" | "at">, kind: RankedRule["kind"]): RankedRule {
	return { kind, ...place, source: "run_shell_command", of: "everything" };
}

/** What stands in brackets is how a command begins, up to the end of a word. An empty text counts as none. */
function shellRule(name: ListedName, kind: RankedRule["kind"]): RankedRule {
	const [, spec = ""] = parted(name);
	return {
		kind,
		place: name.place,
		at: name.at,
		source: name.text,
		of:
			spec === ""
				? isNarrow(name) && kind === "allow"
					? []
					: "everything"
				: [{ text: spec, isPrefix: true, hasStars: false }],
	};
}

/** The documents say that such an entry stops commands; 0.61.0 looks for a tool of that name, and finds none. */
function unsaidDenials(exclude: readonly ListedName[]): readonly Remark[] {
	return exclude.filter(isNarrow).map(({ text, place, at }) => ({
		verdict: "tighter",
		place,
		source: text,
		message: "by its documents this stops such commands, and here it does; Gemini CLI 0.61.0 stops none by it",
		at,
	}));
}

/** What a list says of another tool than the shell. */
function callsOf(
	name: ListedName,
	kind: CallPermission["kind"],
	paths: readonly string[],
	remarks: Remark[],
): readonly CallPermission[] {
	const [tool, spec] = parted(name);
	const remark = (verdict: Remark["verdict"], message: string): readonly [] => {
		remarks.push({ verdict, place: name.place, source: name.text, message, at: name.at });
		return [];
	};
	if (isHarmless(tool)) return remark("left-out", "it changes nothing outside of the conversation: no rule decides it");
	if (kind !== "allow") return [{ kind, subjects: feared(tool) }];
	if (spec !== undefined) return remark("left-out", "Gemini CLI heeds brackets behind the shell alone");
	const [, server = "", ofServer = ""] = /^mcp_([^_*]+)_(\*|[^_*]+)$/.exec(tool) ?? [];
	const subjects =
		server === ""
			? Object.hasOwn(geminiTools, tool)
				? geminiSubjects(tool, undefined)
				: []
			: (mcpCall(kind, server, ofServer).permission?.subjects ?? []);
	if (subjects.length === 0)
		return remark(
			"left-out",
			tool.startsWith("mcp_")
				? "it does not say where the name of the server ends"
				: "no table of the policy's says what this tool does: keep it where it is",
		);
	// Its tools take no path outside of the workspace and its folders.
	return [{ kind, subjects: subjects.map((one) => (one.call.startsWith("file.") ? { ...one, paths } : one)) }];
}

function isHarmless(tool: string): boolean {
	const use = Object.hasOwn(record, tool) ? record[tool]?.({}) : undefined;
	return use !== undefined && "commands" in use && use.commands.length === 0;
}

/** All that a name which is shut out may stand for: a tool by its name or its class, one of any server, an agent. */
function feared(name: string): readonly CallSubject[] {
	const tool = Object.hasOwn(classes, name) ? (classes[name] as string) : name;
	const fits = new RegExp(
		`^${tool
			.split(/\*+/)
			.map((part) => part.replaceAll(/[^\w]/g, "\\$&"))
			.join(".*")}$`,
		"s",
	);
	const named = Object.keys(geminiTools).filter((one) => fits.test(one));
	const subjects = named.flatMap((one) => geminiSubjects(one, undefined));
	if (tool === "*") return everyCall.map((call) => ({ call }));
	if (tool.startsWith("mcp_")) return [...subjects, ...flatNames(tool.slice("mcp_".length), "_")];
	if (named.length > 0) return subjects;
	const plain = mcpCall("deny", "*", tool).permission?.subjects ?? [];
	return [...plain, ...(/^[\w.-]+$/.test(tool) ? [{ call: "agent.start", words: tool }] : [])];
}

/** By the names of their classes tools can be shut out, too. */
const classes: Readonly<Record<string, string>> = {
	ReadFileTool: "read_file",
	ReadManyFilesTool: "read_many_files",
	LSTool: "list_directory",
	GlobTool: "glob",
	GrepTool: "grep_search",
	RipGrepTool: "grep_search",
	WriteFileTool: "write_file",
	EditTool: "replace",
	WebFetchTool: "web_fetch",
	WebSearchTool: "google_web_search",
	AgentTool: "invoke_agent",
	ActivateSkillTool: "activate_skill",
};

function denial(calls: readonly string[]): CallPermission {
	return { kind: "deny", subjects: calls.map((call) => ({ call })) };
}

function changes({ subjects }: CallPermission): boolean {
	return subjects.some(({ call }) => call === "file.write" || call === "file.edit");
}

/** Files of which a change is asked about whatever is allowed. It lifts no denial. */
const buildFiles: CallPermission = {
	kind: "ask",
	isAtTimes: true,
	subjects: ["file.write", "file.edit"].map((call) => ({
		call,
		paths: [
			"BUILD",
			"BUILD.bazel",
			"WORKSPACE",
			"WORKSPACE.bazel",
			"MODULE.bazel",
			".bazelrc",
			".blazerc",
			"Makefile",
			"makefile",
			"GNUmakefile",
			"CMakeLists.txt",
			"package.json",
			"package-lock.json",
			"pnpm-lock.yaml",
			"yarn.lock",
			"bun.lockb",
			"setup.py",
			"setup.cfg",
			"pyproject.toml",
			"go.mod",
			"go.sum",
			"Cargo.toml",
			"Cargo.lock",
			"pom.xml",
			"build.gradle",
			"build.gradle.kts",
			"settings.gradle",
			"settings.gradle.kts",
			"Dockerfile",
			"Dockerfile.*",
			"Containerfile",
			"Containerfile.*",
			"*.bzl",
			"*.bazel",
			"*.bzlmod",
			"*.mk",
			"*.cmake",
		].map((name) => `**/${name}`),
	})),
};

/** A further folder of the workspace, as a path of a policy. */
function folderPath({ text, place, at }: ListedName, remarks: Remark[]): readonly string[] {
	const path = text.replace(/(?<=.)\/+$/, "");
	if (/^(?:~\/|\/|\.{1,2}\/)?[\w.@+-]+(?:\/[\w.@+-]+)*$/.test(path)) return [path];
	remarks.push({ verdict: "left-out", place, source: text, message: "no path of a policy is written so", at });
	return [];
}
