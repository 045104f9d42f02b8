/** Finds the shell commands in a tool call: those of the harness's own shell, and those of tools that are shells under another name. */
import { isShell } from "../../request/shells.js";
import type { Dialect, Fields, ToolCall } from "./dialect.js";
import { isFields } from "./read-tool-call.js";

export type ShellCall =
	/** It runs no shell command. */
	| { readonly kind: "none" }
	/** It writes to a program that runs already. */
	| { readonly kind: "input" }
	/** Nobody can tell what it runs. */
	| { readonly kind: "unclear"; readonly why: string }
	| {
			readonly kind: "commands";
			/** All of them are run, or are readings of the same command. */
			readonly commands: readonly Asked[];
			/** Where they run, relative to the folder of the call. */
			readonly folder?: string;
			readonly env?: Readonly<Record<string, string>>;
			/** What is started may be told more than stands here. */
			readonly mayBeDriven: boolean;
	  };
export type Asked =
	| { readonly argv: readonly string[]; readonly script?: never }
	| { readonly script: string; readonly argv?: never };

export function shellCallOf({ tool, input }: ToolCall, dialect: Dialect): ShellCall {
	if (dialect.plain.includes(tool)) return { kind: "none" };
	const isOwn = dialect.shells.includes(tool);
	const words = wordsOf(tool);
	const isShellByName = isOwn || words.some((word) => shellWords.has(word));
	const speaksOfRunning = isShellByName || Object.keys(input).some((key) => running.test(key));
	if (!isOwn && speaksOfRunning && words.some((word) => writingWords.has(word))) return { kind: "input" };
	const place = placeOfCommand(input);
	if (place === undefined) {
		const onlyLooks = !isShellByName || words.some((word) => lookingWords.has(word));
		return !isOwn && onlyLooks ? { kind: "none" } : unclear(`the call of \`${tool}\` holds no command`);
	}
	if (!isOwn && !isShellByName && words.some((word) => editingWords.has(word))) return { kind: "none" };
	const shell = words.find((word) => foreignShells.has(word)) ?? shellIn(place);
	if (shell !== undefined) return unclear(`\`${shell}\` reads another language than the shells that rules speak of`);
	const commands = commandsIn(place, isOwn);
	if (commands === undefined) return unclear(`the command of \`${tool}\` is no text`);
	const env = place.env ?? place.environment;
	if (env !== undefined && env !== null && !isTexts(env)) return unclear(`the variables of \`${tool}\` are no texts`);
	// What the harness does not heed must not steer the decision: a made-up `HOME` says where `~` leads, a made-up folder where `..` does.
	if (isOwn && isTexts(env) && Object.keys(env).length > 0)
		return unclear(`\`${tool}\` is given variables, which its calls do not have`);
	const folder = (isOwn ? dialect.folders : folderKeys)
		.map((key) => place[key])
		.find((one) => one !== undefined && one !== null && one !== "");
	if (folder !== undefined && typeof folder !== "string") return unclear(`the folder of \`${tool}\` is no text`);
	return {
		kind: "commands",
		commands,
		...(folder === undefined ? {} : { folder }),
		...(isTexts(env) && !isOwn ? { env } : {}),
		mayBeDriven: !isOwn || dialect.writesUnseen || drivingKeys.some((key) => isSet(place[key])),
	};
}

function unclear(why: string): ShellCall {
	return { kind: "unclear", why };
}

/** `mcp__host__runShell` → mcp, host, run, shell. */
function wordsOf(tool: string): readonly string[] {
	return tool
		.replaceAll("PowerShell", "Powershell")
		.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
		.toLowerCase()
		.split(/[^a-z0-9]+/);
}

/** Tools of such a name are shells, whatever they are given. */
const shellWords = new Set(
	"bash sh zsh fish shell terminal tty pty stdin console powershell pwsh cmd process".split(" "),
);
/** They write to what runs already. */
const writingWords = new Set("write send input interact type stdin keys respond".split(" "));
/** Their arguments name what runs already. */
const running = /^(?:process|session|terminal|shell|pty|pid|job)(?:_?id)?$/i;
/** They look at what runs, or end it. */
const lookingWords = new Set(
	"read get list output status logs kill stop terminate close end wait resize show history".split(" "),
);
/** Their `command` is a word such as `create`. */
const editingWords = new Set("edit editor replace memory notebook".split(" "));
const foreignShells = new Set("powershell pwsh cmd fish nu".split(" "));

const commandKeys = ["command", "commands", "cmd", "script", "argv", "shell_command", "commandLine", "command_line"];
const innerKeys = ["arguments", "args", "input", "params", "parameters"];
const folderKeys = ["cwd", "workdir", "working_dir", "workingDirectory", "working_directory", "dir_path", "directory"];
/** It stays when the call ends, or is given more than its command. */
const drivingKeys = [
	"run_in_background",
	"is_background",
	"background",
	"detach",
	"async",
	"tty",
	"pty",
	"interactive",
];

function isSet(value: unknown): boolean {
	return value !== undefined && value !== null && value !== false && value !== "";
}

/** The object that holds the command: the arguments themselves, or those that they pass on. */
function placeOfCommand(input: Fields): Fields | undefined {
	if (commandKeys.some((key) => Object.hasOwn(input, key))) return input;
	for (const key of innerKeys) {
		const inner = input[key];
		if (isFields(inner) && commandKeys.some((one) => Object.hasOwn(inner, one))) return inner;
	}
	return undefined;
}

/** The program that reads the command, where the call names one that rules can't speak for. */
function shellIn({ shell, interpreter }: Fields): string | undefined {
	for (const given of [shell, interpreter]) {
		if (typeof given !== "string" || given === "") continue;
		const name = given.slice(given.lastIndexOf("/") + 1);
		if (!isShell(name) || foreignShells.has(name)) return name;
	}
	return undefined;
}

/** `isOwn`: its command is one text, and has no arguments beside it. */
function commandsIn(place: Fields, isOwn: boolean): readonly Asked[] | undefined {
	const found: Asked[] = [];
	for (const key of commandKeys) {
		const value = place[key];
		if (value === undefined || value === null) continue;
		if (typeof value === "string")
			found.push(...(isOwn ? [{ script: value }] : withArguments(value, place.args ?? place.arguments)));
		else if (!isTextList(value) || value.length === 0) return undefined;
		// Each may have a shell of its own, or all of them one that remembers.
		else if (key === "commands")
			found.push(...value.map((script) => ({ script })), ...(value.length > 1 ? [{ script: value.join("\n") }] : []));
		else found.push({ argv: value });
	}
	return found.length === 0 ? undefined : found;
}

/** A command whose arguments stand beside it is an argv or a line of a shell: who runs it knows. */
function withArguments(command: string, given: unknown): readonly Asked[] {
	if (isTextList(given) && given.length > 0)
		return [{ argv: [command, ...given] }, { script: [command, ...given].join(" ") }];
	return [{ script: typeof given === "string" ? `${command} ${given}` : command }];
}

function isTextList(value: unknown): value is readonly string[] {
	return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
	return isFields(value) && Object.values(value).every((one) => typeof one === "string");
}
