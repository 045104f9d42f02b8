/**
 * Reads a folder of agents' YAML configurations: which agent has the shell tool, which programs it lists, how long it may take.
 * Only `tools` and `shell` are looked at; what does not fit there is a diagnostic with its place, and nothing is taken from a folder with an error.
 */
import { type Dirent, readdirSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { type Diagnostic, hasErrors, type Severity } from "../../language/diagnostic/diagnostic.js";
import { didYouMean } from "../../language/diagnostic/suggest.js";
import { type SourceFile, sourceFile } from "../../language/source/source-file.js";
import type { Span } from "../../language/source/span.js";
import { type MappingNode, readTree, type TextNode, type YamlNode } from "../../language/syntax/yaml/yaml-tree.js";
import { readPolicyText } from "./read-file.js";

/** What a configuration says of one agent's shell, what it inherits included. */
export interface AgentConfig {
	readonly name: string;
	/** As people know it. */
	readonly file: string;
	/** It lists the shell tool. */
	readonly hasShell: boolean;
	/** Nothing else runs; absent: whatever is not denied. */
	readonly allow?: readonly string[];
	readonly deny: readonly string[];
	/** Seconds. */
	readonly timeout?: number;
}

export interface AgentConfigs {
	/** Sorted by name; none where there is an error. */
	readonly agents: readonly AgentConfig[];
	/** What `defaults.yaml` says of an agent without a file; absent where there is none. One that says nothing of tools takes none away. */
	readonly defaults?: AgentConfig;
	/** How many files were read. */
	readonly files: number;
	readonly diagnostics: readonly Diagnostic[];
	readonly sources: ReadonlyMap<string, SourceFile>;
}

/** The shell tool by its name in configurations. */
const shellTool = "run_command";
/** The category that it stands in, and the one that it stood in before. */
const categories = ["shell", "coding"] as const;
const shellKeys = ["allow", "deny", "default_timeout"] as const;
/** Seconds that no agent exceeds. */
export const longestTimeout = 600;

/** More files, or folders deeper inside each other, are no configurations. */
const mostFiles = 1_000;
const deepest = 8;

/** Reads all configurations of a folder. `cwd`: the folder that shown names are relative to. */
export function readAgentConfigs(folder: string, cwd: string = process.cwd()): AgentConfigs {
	const reading: Reading = { diagnostics: [], sources: new Map() };
	const top = resolve(cwd, folder);
	const show = (path: string): string => {
		const short = relative(cwd, path);
		return short === "" || short.startsWith("..") || isAbsolute(short) ? path : short;
	};
	const found = yamlFiles(top, show(top), reading);
	const read = found.map((path) => ({ path, said: readConfig(path, show(path), reading) }));
	const common = read.find(({ path }) => isDefaults(path, top));
	const defaults = common?.said ?? nothingSaid;
	const agents = read
		.filter(({ path }) => !isDefaults(path, top))
		.map(({ path, said }) => agentOf(nameOf(path), show(path), said, defaults))
		.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
	namesApart(agents, reading);
	return {
		agents: hasErrors(reading.diagnostics) ? [] : agents,
		...(common === undefined
			? {}
			: {
					defaults: agentOf("default", show(common.path), { hasShell: defaults.hasShell ?? true, deny: [] }, defaults),
				}),
		files: found.length,
		diagnostics: reading.diagnostics,
		sources: reading.sources,
	};
}

interface Reading {
	readonly diagnostics: Diagnostic[];
	readonly sources: Map<string, SourceFile>;
}

/** What one file says; absent: nothing. */
interface FileSettings {
	readonly hasShell?: boolean;
	readonly allow?: readonly string[];
	readonly deny: readonly string[];
	readonly timeout?: number;
}
const nothingSaid: FileSettings = { deny: [] };

/** Every YAML file of the folder and those in it, in the order of their names. Links to folders are not followed. */
function yamlFiles(top: string, shown: string, { diagnostics }: Reading): readonly string[] {
	const files: string[] = [];
	const complain = (path: string, message: string, help: string): void => {
		diagnostics.push({
			code: "agent-config",
			severity: "error",
			message,
			span: { file: path, start: 0, end: 0 },
			help,
		});
	};
	const look = (folder: string, depth: number): void => {
		let entries: readonly Dirent[];
		try {
			entries = readdirSync(folder, { withFileTypes: true });
		} catch (error) {
			const code = (error as NodeJS.ErrnoException).code ?? "unknown reason";
			complain(depth === 0 ? shown : folder, `this folder can't be read (${code})`, "name a folder of configurations");
			return;
		}
		for (const entry of [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))) {
			const path = join(folder, entry.name);
			if (entry.isDirectory() && depth < deepest) look(path, depth + 1);
			else if (!entry.isDirectory() && /\.ya?ml$/.test(entry.name)) files.push(path);
		}
	};
	look(top, 0);
	if (files.length > mostFiles) {
		complain(shown, `a folder of more than ${mostFiles} configurations is not read`, "name a folder inside it");
		return [];
	}
	if (files.length === 0 && diagnostics.length === 0)
		complain(shown, "this folder holds no configuration", "configurations end in `.yaml` or `.yml`");
	return files;
}

/** `defaults.yaml` of the folder itself holds for every agent. */
function isDefaults(path: string, top: string): boolean {
	return dirname(path) === top && /^defaults\.ya?ml$/.test(basename(path));
}

/** `experts/writer/config.yaml` and `experts/writer.yaml` are both of `writer`. */
function nameOf(path: string): string {
	const stem = basename(path).replace(/\.ya?ml$/, "");
	return stem === "config" ? (dirname(path).split(sep).at(-1) as string) : stem;
}

function readConfig(path: string, shown: string, reading: Reading): FileSettings {
	const { diagnostics, sources } = reading;
	const text = readPolicyText(path);
	if ("message" in text) {
		const { message, help } = text;
		diagnostics.push({
			code: "agent-config",
			severity: "error",
			message,
			span: { file: shown, start: 0, end: 0 },
			help,
		});
		return nothingSaid;
	}
	sources.set(shown, sourceFile(shown, text.text));
	const tree = readTree(shown, text.text);
	diagnostics.push(...tree.diagnostics);
	const { root } = tree.value;
	if (root === undefined || root.kind === "nothing" || hasErrors(tree.diagnostics)) return nothingSaid;
	if (root.kind !== "mapping") {
		report(reading, root.span, "a configuration is a mapping", "for example `tools: {shell: [run_command]}`");
		return nothingSaid;
	}
	const hasShell = toolsOf(valueAt(root, "tools"), reading);
	return { ...(hasShell === undefined ? {} : { hasShell }), ...settingsOf(valueAt(root, "shell"), reading) };
}

/** Do the tools list the shell? Undefined where they don't say. */
function toolsOf(node: YamlNode | undefined, reading: Reading): boolean | undefined {
	if (node === undefined || node.kind === "nothing") return undefined;
	if (node.kind !== "mapping") {
		report(reading, node.span, "`tools` is a mapping of categories to tools", "for example `shell: [run_command]`");
		return undefined;
	}
	const lists = categories.flatMap((category) => {
		const value = valueAt(node, category);
		return value === undefined ? [] : [{ category, names: textsOf(value, `tools.${category}`, reading) }];
	});
	if (lists.length === 0) return undefined;
	for (const { category, names } of lists) {
		// Other tools may stand beside it under its old name.
		if (category !== "shell") continue;
		for (const { text, span } of names.filter(({ text: name }) => name !== shellTool))
			report(reading, span, `the shell has no tool \`${text}\``, `there is \`${shellTool}\``, "warning");
	}
	return lists.some(({ names }) => names.some(({ text }) => text === shellTool));
}

function settingsOf(node: YamlNode | undefined, reading: Reading): FileSettings {
	if (node === undefined || node.kind === "nothing") return nothingSaid;
	if (node.kind !== "mapping") {
		report(reading, node.span, "`shell` is a mapping", "it may have `allow`, `deny` and `default_timeout`");
		return nothingSaid;
	}
	// A mistyped list would be no list: then everything runs.
	for (const { key } of node.entries)
		if (!(shellKeys as readonly string[]).includes(key.text))
			report(reading, key.span, `\`shell\` has no \`${key.text}\``, didYouMean(key.text, shellKeys) ?? "leave it out");
	const allow = programsOf(valueAt(node, "allow"), "shell.allow", reading);
	const timeout = secondsOf(valueAt(node, "default_timeout"), reading);
	return {
		...(allow === undefined ? {} : { allow }),
		deny: programsOf(valueAt(node, "deny"), "shell.deny", reading) ?? [],
		...(timeout === undefined ? {} : { timeout }),
	};
}

/** The programs of a list; undefined where there is none. */
function programsOf(node: YamlNode | undefined, name: string, reading: Reading): readonly string[] | undefined {
	if (node === undefined || node.kind === "nothing") return undefined;
	const texts = textsOf(node, name, reading);
	for (const { text, span } of texts)
		if (!isProgramName(text))
			report(
				reading,
				span,
				`\`${text}\` is no name of one program`,
				`\`${name}\` lists programs, without arguments; rules for arguments are written in a policy`,
			);
	return texts.map(({ text }) => text);
}

/** A name or a path of one program. */
export function isProgramName(name: string): boolean {
	return /^[\w.+@/[][\w.+@/[-]*$/.test(name);
}

function secondsOf(node: YamlNode | undefined, reading: Reading): number | undefined {
	if (node === undefined || node.kind === "nothing") return undefined;
	const seconds = node.kind === "text" && /^\d{1,9}(\.\d{1,3})?$/.test(node.text) ? Number(node.text) : 0;
	if (seconds <= 0) {
		report(reading, node.span, "`shell.default_timeout` is a number of seconds", "for example `default_timeout: 300`");
		return undefined;
	}
	if (seconds > longestTimeout)
		report(
			reading,
			node.span,
			`no command runs longer than ${longestTimeout} seconds, so that is the time`,
			`write ${longestTimeout}, or less`,
			"warning",
		);
	return Math.min(seconds, longestTimeout);
}

function textsOf(node: YamlNode, name: string, reading: Reading): readonly TextNode[] {
	if (node.kind === "nothing") return [];
	if (node.kind !== "list") {
		report(
			reading,
			node.span,
			`\`${name}\` is a list of names`,
			`for example \`[${name.startsWith("tools") ? shellTool : "grep"}]\``,
		);
		return [];
	}
	return node.items.flatMap((item) => {
		if (item.kind === "text") return [item];
		report(reading, item.span, `\`${name}\` is a list of names`, "put it in quotes, if it is one");
		return [];
	});
}

/** Own lists of what is denied add to the defaults'; all else stands in their place. */
function agentOf(name: string, file: string, own: FileSettings, defaults: FileSettings): AgentConfig {
	const allow = own.allow ?? defaults.allow;
	const timeout = own.timeout ?? defaults.timeout;
	return {
		name,
		file,
		hasShell: own.hasShell ?? defaults.hasShell ?? false,
		...(allow === undefined ? {} : { allow }),
		deny: [...new Set([...defaults.deny, ...own.deny])],
		...(timeout === undefined ? {} : { timeout }),
	};
}

function namesApart(agents: readonly AgentConfig[], reading: Reading): void {
	for (const [at, { name, file }] of agents.entries()) {
		const span = { file, start: 0, end: 0 };
		if (!/^[A-Za-z_][\w-]{0,63}$/.test(name))
			report(
				reading,
				span,
				`\`${name}\` is no agent's name`,
				"begin with a letter; letters, digits, `-` and `_` may follow",
			);
		const before = agents[at - 1];
		if (before?.name === name)
			report(reading, span, `\`${before.file}\` is also of the agent \`${name}\``, "take one of them away");
	}
}

function report(
	{ diagnostics }: Reading,
	span: Span,
	message: string,
	help: string,
	severity: Severity = "error",
): void {
	diagnostics.push({ code: "agent-config", severity, message, span, help });
}

function valueAt({ entries }: MappingNode, key: string): YamlNode | undefined {
	return entries.find((entry) => entry.key.text === key)?.value;
}
