/**
 * What authors bring along from other tools' notations: calls of tools as permission lists have them (`Bash(git push:*)`, `Read(./src/**)`), lines of sudoers,
 * alternatives in parentheses, and variables of a shell. It is named, and where it is certain what is meant, written in ours.
 */
import type { Diagnostic } from "../diagnostic/diagnostic.js";

/** A part of a text, by its offsets. */
export interface ForeignPart {
	readonly start: number;
	readonly end: number;
	readonly message: string;
	readonly help: string;
	/** What to write in its place. */
	readonly instead?: string;
	/** Where it is a slip in our own notation. */
	readonly code?: "syntax-error";
	/** It speaks of no shell command. */
	readonly noCommand?: true;
}

/** Tools of harnesses that are no programs, by what they do. */
type Tool = "shell" | "read" | "write" | "search" | "web" | "agent";
const tools: ReadonlyMap<string, Tool> = new Map([
	...named(
		"shell",
		"Bash Shell ShellTool PowerShell run_shell_command run_terminal_cmd execute_command execute_shell shell_command",
	),
	...named("read", "Read NotebookRead View ReadFile ReadFileTool read_file read_many_files view_file"),
	...named(
		"write",
		"Write Edit MultiEdit NotebookEdit WriteFile WriteFileTool EditTool write_file edit_file replace_in_file apply_patch",
	),
	...named("search", "Glob Grep LS ListFiles list_directory search_files glob_file_search"),
	...named("web", "WebFetch WebSearch web_fetch web_search google_web_search"),
	...named("agent", "Task Agent Skill SlashCommand TodoWrite TodoRead ExitPlanMode BashOutput KillShell KillBash"),
]);

function named(what: Tool, names: string): readonly (readonly [string, Tool])[] {
	return names.split(" ").map((name) => [name, what] as const);
}

/** What a harness's tool of this name does: `Read`, `mcp__github__create_issue`. */
export function toolNamed(text: string): Tool | "mcp" | undefined {
	return /^mcp__[\w-]+$/.test(text) ? "mcp" : tools.get(text);
}

/** The foreign parts of a text in `.rules`, in their order; comments, texts in quotes and the commands of `expect` are none. */
export function foreignParts(text: string): readonly ForeignPart[] {
	const found: ForeignPart[] = [];
	for (let start = 0; start <= text.length; ) {
		const at = text.indexOf("\n", start);
		const end = at < 0 ? text.length : at;
		found.push(...foreignInLine(text.slice(start, end)).map((one) => moved(one, start)));
		start = end + 1;
	}
	return found;
}

function moved(part: ForeignPart, by: number): ForeignPart {
	return { ...part, start: part.start + by, end: part.end + by };
}

const longest = 500;

/** Of one statement, or of one text of YAML. */
function foreignInLine(line: string): readonly ForeignPart[] {
	// Nobody writes such lines by hand.
	if (line.length > longest || /^\s*(?:#|expect\b)/.test(line)) return [];
	const bare = withoutTexts(line);
	const sudoers = sudoersLine(bare);
	if (sudoers !== undefined) return [sudoers];
	const kind = /^\s*(?:(?:locked|override)\s+)?(allow|deny|ask|nudge)\b/.exec(bare)?.[1];
	const calls = callsIn(bare);
	if (kind === "deny" && calls.length > 0) {
		const whole = pathsDenied(bare, calls);
		if (whole !== undefined) return [whole];
	}
	const shown = calls.map(({ tool, inner, start, end }) => ({ start, end, ...called(tool, inner, kind, bare) }));
	const others = [...alternativesIn(bare), ...variablesIn(bare), ...commandsToUse(bare)];
	return [...shown, ...others.filter((one) => !shown.some(({ start, end }) => one.start >= start && one.end <= end))];
}

/** Texts in double quotes and what stands behind a `#`, as blanks: the others keep their places. */
function withoutTexts(line: string): string {
	return line.replaceAll(/"(?:\\.|[^"\\])*"|(?<=\s)#.*$/g, (text) => " ".repeat(text.length));
}

interface Call {
	readonly tool: string;
	readonly inner: string;
	readonly start: number;
	readonly end: number;
}

function callsIn(line: string): readonly Call[] {
	return [...line.matchAll(/(?<![\w./-])([A-Za-z]\w*)\(((?:[^()]|\([^()]*\))*)\)/g)].flatMap(
		({ 0: whole, 1: tool = "", 2: inner = "", index }) =>
			toolNamed(tool) === undefined ? [] : [{ tool, inner: inner.trim(), start: index, end: index + whole.length }],
	);
}

/** `deny Read(./.env), Edit(./secrets/**)` as a whole: one denial of paths. */
function pathsDenied(line: string, calls: readonly Call[]): ForeignPart | undefined {
	const [first, last] = [calls[0] as Call, calls.at(-1) as Call];
	const only = line.slice(first.start, last.end);
	const isList = calls.reduce((rest, { start, end }) => rest.replace(line.slice(start, end), ""), only).trim();
	if (!/^[,\s]*$/.test(isList) || /\S/.test(line.slice(0, first.start).replace(/\b(?:locked|override|deny)\b/g, "")))
		return undefined;
	const sorts = new Set(calls.map(({ tool }) => toolNamed(tool)));
	if ([...sorts].some((sort) => sort !== "read" && sort !== "write") || /\btouching\b/.test(line)) return undefined;
	const paths = calls.map(({ inner }) => pathOf(inner));
	if (paths.some((path) => path === undefined)) return undefined;
	const using = sorts.has("read") ? "" : " using write, delete";
	const instead = `*${using} touching ${[...new Set(paths)].join(", ")}`;
	return {
		start: first.start,
		end: last.end,
		message: `\`${only}\` is the notation of an agent's permission list: rules speak of shell commands, and name files by paths`,
		help: `write \`deny ${instead}\`, which holds for every command; the harness's own file tools stay with its own settings`,
		instead,
	};
}

/** A path in ours: `//x` of a permission list is the root's, a folder with `/**` the folder. */
function pathOf(inner: string): string | undefined {
	const path = inner.replace(/^\/\//, "/").replace(/\/\*\*$/, "");
	return /^(?:[\w.~@+*?/-]|\{[\w.,-]+\})+$/.test(path) ? path : undefined;
}

function called(
	tool: string,
	inner: string,
	kind: string | undefined,
	line: string,
): Pick<ForeignPart, "message" | "help" | "instead" | "noCommand"> {
	const sort = toolNamed(tool);
	const written = `${tool}(${inner})`;
	const message = `\`${written}\` is the notation of an agent's permission list, and no pattern`;
	if (sort === "shell") {
		const instead = commandPattern(inner, kind);
		if (instead === undefined)
			return {
				message,
				help: `write the command as a pattern: ${kind ?? "deny"} and then its words, without \`${tool}(…)\``,
			};
		const rule = `${kind ?? "allow"} ${instead}`;
		return {
			message,
			help: `write \`${kind === undefined ? instead : rule}\``,
			...(fits(instead, line) ? { instead } : {}),
		};
	}
	return { message, help: todayFor(sort, kind, pathOf(inner)), noCommand: true };
}

/** `exactly` begins a pattern, and a pattern stands behind a comma or its keyword. */
function fits(instead: string, line: string): boolean {
	return !instead.startsWith("exactly") || !/\bexcept\b/.test(line);
}

/** What today stands for a tool that is no program. */
export function todayFor(sort: ReturnType<typeof toolNamed>, kind = "deny", path = "PATH"): string {
	switch (sort) {
		case "shell":
			return kind === "allow" ? "name the programs; every command is `*`" : `every command is \`*\`: \`${kind} *\``;
		case "read":
		case "search":
			return kind === "allow"
				? `rules speak of shell commands: \`allow cat, head, tail, grep within ${path}\`; what the harness's own tool may read is said in its settings`
				: `rules speak of shell commands: \`${kind === "ask" ? "ask" : "deny"} * touching ${path}\`; what the harness's own tool may read is said in its settings`;
		case "write":
			return kind === "allow"
				? `rules speak of shell commands: \`constrain writes of * to ${path}\`; what the harness's own tool may write is said in its settings`
				: `rules speak of shell commands: \`deny * using write touching ${path}\`; what the harness's own tool may write is said in its settings`;
		case "web":
			return `rules speak of shell commands: \`${kind} curl, wget\`; what the harness's own tool may fetch is said in its settings`;
		default:
			return "rules speak of shell commands: take it out, and say it in the harness's own settings";
	}
}

/** `git push:*` as a pattern; undefined where it is not certain what is meant. */
export function commandPattern(inner: string, kind: string | undefined): string | undefined {
	const spec = inner.trim();
	if (spec === "" || spec === "*" || spec === ":*") return "*";
	const isPrefix = /(?:\s\*|:\*)$/.test(spec);
	const words = (isPrefix ? spec.replace(/(?:\s+\*|:\*)$/, "") : spec).split(/\s+/);
	// A star in the middle stands for any text there, and for one word here.
	if (words.length === 0 || !words.every((word) => /^[\w@%+=:,./~-]+$/.test(word) && !word.includes("//")))
		return undefined;
	if (words.some((word, at) => at > 0 && word.startsWith("-") && /[,:]/.test(word))) return undefined;
	if (words.some((word) => word.endsWith(",") || word.startsWith(","))) return undefined;
	const text = words.join(" ");
	// What is refused too much is asked for; what is allowed too much is not.
	return isPrefix || (kind !== undefined && kind !== "allow") ? text : kind === "allow" ? `exactly ${text}` : undefined;
}

/** `Cmnd_Alias X = …`, `Defaults …`, `%deploy ALL=(ALL) NOPASSWD: …` */
function sudoersLine(line: string): ForeignPart | undefined {
	const start = line.length - line.trimStart().length;
	const end = line.trimEnd().length;
	const whole = line.slice(start, end);
	const alias = /^(Cmnd|User|Host|Runas)_Alias\s+(\w+)\s*=\s*(.*)$/.exec(whole);
	const message = `\`${whole}\` is a line of sudoers, and no statement of a policy`;
	if (alias !== null) {
		const [, sort, name = "", list = ""] = alias;
		const help =
			sort === "Cmnd"
				? `write \`set ${name.toLowerCase()} = ${list}\`, and \`@${name.toLowerCase()}\` where it is meant`
				: "users, hosts and who they become are no part of a policy: who asks is an `agent`";
		const safe = sort === "Cmnd" && /^[\w./ ,-]+$/.test(list) && !/["!]/.test(list);
		return { start, end, message, help, ...(safe ? { instead: `set ${name.toLowerCase()} = ${list}` } : aside(whole)) };
	}
	if (/^Defaults\b/.test(whole))
		return {
			start,
			end,
			message,
			help: "take it out: what a program gets of the environment is said by `environment`",
			...aside(whole),
		};
	const spec = /^(?:%|\+)?[\w.@-]+\s+[\w.,-]+\s*=\s*(?:\([^)]*\)\s*)?((?:[A-Z]+:\s*)*)(.+)$/.exec(whole);
	const isSpec = spec !== null && (/\bALL\b/.test(whole) || /=\s*\(/.test(whole) || (spec[1] ?? "") !== "");
	if (!isSpec || /^(?:allow|deny|ask|nudge|constrain|set|limit|environment|program|default)\b/.test(whole))
		return undefined;
	const commands = spec[2] ?? "";
	return {
		start,
		end,
		message,
		help: `who asks is an \`agent\`, and what may be run with raised rights is named: \`agent NAME { allow sudo ${commands === "ALL" ? "PROGRAM" : commands} }\``,
		...aside(whole),
	};
}

/** What has nothing that stands for it stays as a comment, for its author to say otherwise. */
function aside(line: string): Pick<ForeignPart, "instead" | "noCommand"> {
	return { instead: `# ${line}`, noCommand: true };
}

/** `(start|stop)`: regular expressions stand between slashes, and alternatives in braces. */
function alternativesIn(line: string): readonly ForeignPart[] {
	return [...line.matchAll(/(?<=^|[\s,\w.-])\((\?:)?([\w.*-]+(?:\|[\w.*-]+)+)\)/g)].map(
		({ 0: whole, 2: inner = "", index }) => {
			const instead = `{${inner.replaceAll("|", ",")}}`;
			return {
				start: index,
				end: index + whole.length,
				message: `\`${whole}\` is written as in a regular expression: in a pattern, alternatives stand in braces`,
				help: `write \`${instead}\`; a regular expression stands between slashes: \`/${inner}/\``,
				instead,
			};
		},
	);
}

/** `use npm ci`: a command that is to be used is one text. */
function commandsToUse(line: string): readonly ForeignPart[] {
	const found =
		/\buse (?!["@])([\w.-]+(?: (?!(?:because|note|id|with|without|except|touching|using|within|only)\b)[\w.-]+)+)/.exec(
			line,
		);
	if (found === null || !/^\s*(?:(?:locked|override)\s+)?(?:nudge|deny|ask|allow)\b/.test(line)) return [];
	const words = found[1] ?? "";
	const start = found.index + "use ".length;
	return [
		{
			start,
			end: start + words.length,
			message: `\`${words}\` is several words, and what is to be used is one name or one text`,
			help: `write \`use "${words}"\``,
			instead: `"${words}"`,
			code: "syntax-error",
		},
	];
}

/** `$HOME/.ssh`, `${HOME}`, `$PWD/x`: nothing fills in variables here. */
function variablesIn(line: string): readonly ForeignPart[] {
	return [...line.matchAll(/(?<=^|[\s,!])\$(?:\{(\w+)\}|(\w+))(\/[^\s,]*)?/g)].flatMap(
		({ 0: whole, 1: braced, 2: bare, 3: rest = "", index }) => {
			const name = braced ?? bare ?? "";
			const known = name === "HOME" ? `~${rest}` : name === "PWD" ? (rest === "" ? "." : `.${rest}`) : undefined;
			if (known === undefined) return [];
			return [
				{
					start: index,
					end: index + whole.length,
					message: `\`${whole}\` is not filled in: a policy has no variables`,
					help: `write \`${known}\`, ${name === "HOME" ? "the home folder" : "in the workspace"}`,
					instead: known,
				},
			];
		},
	);
}

/** What reading found, with one word on each foreign part in place of what it stumbled over there. */
export function withForeign(
	found: readonly Diagnostic[],
	text: string,
	place: { readonly file: string; readonly shift: number; readonly isComplete: boolean },
): readonly Diagnostic[] {
	if (found.length === 0) return found;
	const { file, shift, isComplete } = place;
	const parts = foreignParts(text).map((part) => ({ ...part, start: part.start + shift, end: part.end + shift }));
	const isIn = ({ span }: Diagnostic, { start, end }: ForeignPart): boolean => span.start >= start && span.start <= end;
	const told = parts.filter((part) => found.some((one) => isIn(one, part)));
	return [
		...found.filter((one) => !told.some((part) => isIn(one, part))),
		...told.map(({ start, end, message, help, instead, code = "foreign-notation" }): Diagnostic => {
			const span = { file, start, end };
			const isFixed = instead !== undefined && (isComplete || !/["'#:{}[\]]/.test(instead));
			return {
				code,
				severity: "error",
				message,
				span,
				help,
				...(isFixed ? { fix: { title: `write \`${instead}\``, edits: [{ span, text: instead }], safe: false } } : {}),
			};
		}),
	];
}
