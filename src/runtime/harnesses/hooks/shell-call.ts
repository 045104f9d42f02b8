/** Finds the shell commands in a tool call: those of the harness's own shell, and those of tools that are shells under another name. */

import { isShell } from "../../../engine/request/shells.js";
import type { Dialect, Fields, ToolCall } from "../dialect/dialect.js";
import { isFields } from "../dialect/read-tool-call.js";

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
			/** They are written to a program that runs already: most likely a shell. */
			readonly isWritten?: true;
	  };
export type Asked =
	| { readonly argv: readonly string[]; readonly script?: never }
	| { readonly script: string; readonly argv?: never };

/** What of a dialect says which tools are shells. */
export type Shells = Pick<Dialect, "shells" | "folders" | "plain" | "tools" | "writesUnseen">;

export function shellCallOf({ tool, input, mcp }: ToolCall, dialect: Shells): ShellCall {
	if (dialect.plain.includes(tool)) return { kind: "none" };
	const isOwn = dialect.shells.includes(tool);
	const record = Object.hasOwn(dialect.tools, tool) ? dialect.tools[tool] : undefined;
	// What a record says is no guess.
	if (record !== undefined && mcp === undefined && !isOwn) return { kind: "none" };
	const words = wordsOf(tool);
	const deed = wordsOf(ownPart(tool));
	const isShellByName = isOwn || words.some((word) => shellWords.has(word));
	const speaksOfRunning = isShellByName || Object.keys(input).some((key) => running.test(plainKey(key)));
	const isWritten = !isOwn && speaksOfRunning && deed.some((word) => writingWords.has(word));
	const places = placesOfCommand(input);
	if (!isOwn && hidesCommand(input, places)) return unclear(`the call of \`${tool}\` holds commands inside of others`);
	const [place] = places;
	if (place === undefined) {
		if (isWritten) return { kind: "input" };
		// A tool that runs a command or does something else.
		const use = isOwn ? record?.(input) : undefined;
		if (use !== undefined && "commands" in use && (use.commands.length > 0 || use.startsNothing === true))
			return { kind: "none" };
		const runsSomething = isOwn || ((isShellByName || isExecuting(deed)) && !onlyLooks(deed));
		return runsSomething ? unclear(`the call of \`${tool}\` holds no command`) : { kind: "none" };
	}
	if (places.length > 1) return unclear(`the call of \`${tool}\` holds commands in several places`);
	const fields = place === input ? fieldsOf(input) : [...fieldsOf(input), ...fieldsOf(place)];
	const isEditing = !isShellByName && !isExecuting(deed) && deed.some((word) => editingWords.has(word));
	if (isEditing && isWordOfEditing(fields)) return { kind: "none" };
	const shell = words.find((word) => foreignShells.has(word)) ?? shellIn(fields);
	if (shell !== undefined) return unclear(`\`${shell}\` reads another language than the shells that rules speak of`);
	const commands = commandsIn(fields, isOwn, place === input);
	if (typeof commands === "string") return unclear(`${commands} of \`${tool}\``);
	const envs = valuesOf(fields, variableKeys);
	const [env] = envs;
	if (envs.length > 1 || (env !== undefined && !isTexts(env)))
		return unclear(`the variables of \`${tool}\` are no texts`);
	// What the harness does not heed must not steer the decision: a made-up `HOME` says where `~` leads, a made-up folder where `..` does.
	if (isOwn && isTexts(env) && Object.keys(env).length > 0)
		return unclear(`\`${tool}\` is given variables, which its calls do not have`);
	const folder = folderIn(isOwn ? dialect.folders.map((key) => input[key]) : valuesOf(fields, folderKeys));
	if ("why" in folder) return unclear(`the folder of \`${tool}\` ${folder.why}`);
	return {
		kind: "commands",
		commands,
		...folder,
		...(isTexts(env) && !isOwn ? { env } : {}),
		mayBeDriven: !isOwn || dialect.writesUnseen || valuesOf(fields, drivingKeys).some(isSet),
		...(isWritten ? { isWritten } : {}),
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
		.split(/[^a-z0-9]+/)
		.filter((word) => word !== "");
}

/** The name without that of its server, which says nothing of what it does: `mcp__editor__run` → `run`. */
function ownPart(tool: string): string {
	return (
		tool
			.replace(/^mcp_[^_]+_(?!_)/, "")
			.split(/__|[.:/]/)
			.at(-1) ?? tool
	);
}

/** A key however it is written: `CommandLine`, `command_line` and `command-line` are one. */
function plainKey(key: string): string {
	return /^[a-z0-9]*$/.test(key) ? key : key.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** Tools of such a name are shells, whatever they are given. */
const shellWords = new Set(
	"bash sh zsh fish shell terminal tty pty stdin console powershell pwsh cmd process".split(" "),
);
/** They write to what runs already. */
const writingWords = new Set("write send input interact type stdin keys respond".split(" "));
/** Their arguments name what runs already. */
const running = /^(?:process|session|terminal|shell|pty|pid|job)(?:id)?$/;
/** They look at what runs, or end it. */
const lookingWords = new Set(
	"read get list output status logs kill stop cancel terminate close end wait resize show history".split(" "),
);
/** They run something, by their own words. */
const executingWords = new Set("run exec execute".split(" "));
/** What runs in a database is none of a shell's. */
const askedWords = new Set("sql query queries".split(" "));
/** Their `command` is a word such as `create`. */
const editingWords = new Set("edit editor replace memory notebook".split(" "));
const foreignShells = new Set("powershell pwsh cmd fish nu".split(" "));

const keys = (words: string): ReadonlySet<string> => new Set(words.split(" "));
const commandKeys = keys(
	"command commands cmd cmds script argv shellcommand bashcommand shellcmd commandline cmdline commandstring commandtext",
);
/** Whatever stands beside a command and may come behind it. */
const argumentKeys = keys(
	"arg args argument arguments arglist argslist commandargs commandarguments cmdargs extraargs additionalargs params parameters",
);
const innerKeys = keys("arguments args input params parameters");
const folderKeys = keys(
	"cwd dir workdir workingdir workingdirectory workingfolder currentdir currentdirectory dirpath directory folder",
);
const variableKeys = keys("env envs environment envvars environmentvariables");
const shellKeys = keys("shell interpreter");
/** It stays when the call ends, or is given more than its command. */
const drivingKeys = keys("runinbackground isbackground background detach detached async tty pty interactive");

function isSet(value: unknown): boolean {
	return value !== undefined && value !== null && value !== false && value !== "";
}

function isExecuting(deed: readonly string[]): boolean {
	return deed.some((word) => executingWords.has(word)) && !deed.some((word) => askedWords.has(word));
}

/** `get_workflow_run` and `process_list` look; what begins with the name of a server, such as `history_run_shell`, need not. */
function onlyLooks(deed: readonly string[]): boolean {
	const isLooking = (word: string | undefined): boolean => word !== undefined && lookingWords.has(word);
	return isLooking(deed.at(-1)) || (isLooking(deed[0]) && !deed.slice(1, -1).some((word) => executingWords.has(word)));
}

type Field = readonly [key: string, value: unknown];

/** What is said, by plain keys. What is null is not said. */
function fieldsOf(value: Fields): readonly Field[] {
	return Object.entries(value)
		.filter(([, one]) => one !== undefined && one !== null)
		.map(([key, one]) => [plainKey(key), one]);
}

function valuesOf(fields: readonly Field[], wanted: ReadonlySet<string>): readonly unknown[] {
	return fields.filter(([key]) => wanted.has(key)).map(([, value]) => value);
}

/** The objects that hold commands: the arguments themselves, or those that they pass on. */
function placesOfCommand(input: Fields): readonly Fields[] {
	const inner = Object.entries(input).flatMap(([key, value]) =>
		innerKeys.has(plainKey(key)) && isFields(value) ? [value] : [],
	);
	return [input, ...inner].filter((one) => Object.keys(one).some((key) => commandKeys.has(plainKey(key))));
}

/** Is there a command anywhere deeper than in these places? Variables are none, whatever their names. */
function hidesCommand(input: Fields, places: readonly Fields[]): boolean {
	const left: unknown[] = [input];
	while (left.length > 0) {
		const one = left.pop();
		if (Array.isArray(one)) {
			// A call may hold more than a function takes at once.
			if (!one.every((item) => typeof item === "string")) for (const item of one) left.push(item);
		} else if (isFields(one))
			for (const [key, value] of Object.entries(one)) {
				const plain = plainKey(key);
				const isText = typeof value === "string" || isTextList(value);
				if (isText && commandKeys.has(plain) && one !== input && !places.includes(one)) return true;
				if (!variableKeys.has(plain) && typeof value === "object") left.push(value);
			}
	}
	return false;
}

/** Is all that it has of commands one word, as `create` is? */
function isWordOfEditing(fields: readonly Field[]): boolean {
	const said = fields.filter(([key]) => commandKeys.has(key));
	const [[key, value] = []] = said;
	return (
		said.length === 1 &&
		key === "command" &&
		typeof value === "string" &&
		/^[A-Za-z_-]+$/.test(value) &&
		valuesOf(fields, argumentKeys).length === 0
	);
}

/** The program that reads the command, where the call names one that rules can't speak for. */
function shellIn(fields: readonly Field[]): string | undefined {
	for (const given of valuesOf(fields, shellKeys)) {
		// `true` and `false` say only whether there is one.
		if (typeof given === "boolean" || given === "") continue;
		if (typeof given !== "string") return "what it names as its shell";
		const name = given.slice(given.lastIndexOf("/") + 1);
		if (!isShell(name) || foreignShells.has(name)) return name;
	}
	return undefined;
}

/** What is run, or what of the call can't be read. `isOwn`: it may not heed arguments beside its command. `isOutermost`: so are the arguments. */
function commandsIn(fields: readonly Field[], isOwn: boolean, isOutermost: boolean): readonly Asked[] | string {
	const said = fields.filter(([key]) => commandKeys.has(key));
	const beside = valuesOf(fields, argumentKeys);
	// The object that the command stands in is no argument of it.
	const given = isOutermost ? beside : beside.filter((one) => !isFields(one));
	const [words] = given;
	if (given.length > 1) return "there are several arguments";
	if (words !== undefined && typeof words !== "string" && !isTextList(words))
		return "there are no texts in the arguments";
	const found: Asked[] = [];
	for (const [key, value] of said) {
		// The harness's own shell heeds them or does not: whichever it is has to be allowed.
		if (typeof value === "string") found.push(...(isOwn ? [{ script: value }] : []), ...withArguments(value, words));
		else if (!isTextList(value) || value.length === 0) return "there is no text in the command";
		else if (words !== undefined && words.length > 0) return "there are arguments beside a list, which is the command";
		// Each may have a shell of its own, or all of them one that remembers.
		else if (key === "commands" || key === "cmds")
			for (const script of value.length > 1 ? [...value, value.join("\n")] : value) found.push({ script });
		// Harnesses' own shells take one text. Whoever is given a list may put its words together, which is another command.
		else if (isOwn) return "there is a list in the place of the text";
		// They may be the words behind another command.
		else if (said.length > 1) return "there are several commands, and a list";
		else found.push({ argv: value });
	}
	if (found.length === 0) return "there is no text in the command";
	return found.length === 1 ? found : [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

/** A command whose arguments stand beside it is an argv or a line of a shell: who runs it knows. */
function withArguments(command: string, given: string | readonly string[] | undefined): readonly Asked[] {
	if (given === undefined || given.length === 0) return [{ script: command }];
	if (typeof given === "string") return [{ script: `${command} ${given}` }];
	return [{ argv: [command, ...given] }, { script: [command, ...given].join(" ") }];
}

/** Where it runs, as all that is said of it agree; else why that can't be known. */
function folderIn(given: readonly unknown[]): { readonly folder?: string } | { readonly why: string } {
	const said = new Set(given.filter((one) => one !== undefined && one !== null && one !== ""));
	const [folder] = said;
	if (said.size > 1) return { why: "is said twice, and differs" };
	if (folder === undefined) return {};
	if (typeof folder !== "string") return { why: "is no text" };
	// Some take these for what a shell makes of them, and some for names.
	return /^~|[$`\0]/.test(folder) ? { why: `, \`${folder}\`, depends on who reads it` } : { folder };
}

function isTextList(value: unknown): value is readonly string[] {
	return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
	return isFields(value) && Object.values(value).every((one) => typeof one === "string");
}
