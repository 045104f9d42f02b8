/**
 * Commands that are called by the names of their packages: `python -m pip install x` is `pip install x`, `yarn rimraf x` is `rimraf x`. A script or a module of the
 * project may have the same name, so that nobody knows whether it is that command; whoever may run the code around it may run it.
 */

import { programNamed } from "../knowledge/lookup.js";
import type { Program } from "../knowledge/program.js";
import { isProjectTool } from "../knowledge/sets/project-tools.js";
import { programOfPackage } from "../knowledge/vocabulary/package-names.js";
import { byName } from "../records/by-name.js";
import type { Arguments, Inner } from "../request/arguments/arguments.js";
import type { Command, Word } from "../request/request.js";
import { nameOfProgram } from "../request/shells.js";
import { anyWords } from "./inner-commands.js";

/** The commands that a command may stand for by the names among its words. */
export function standsFor(command: Command, args: Arguments): readonly Inner[] {
	const { program, informs, subcommand } = args;
	if (program === undefined) return commandsOfStranger(command);
	if (program === programOfAnyPackage) return none;
	// `yarn exec` hands its first word to a shell.
	if (program?.name === "yarn" && subcommand === "exec") {
		const [line] = ownWords(args);
		return line?.kind === "known" && /\s/.test(line.text) ? [{ kind: "line", word: line }] : none;
	}
	if (informs) return none;
	const found = program.name === "python" ? codeOfTimeit(args) : settingsOf(args);
	if (found.length > 0) return found;
	if (program.name === "yarn" && subcommand === "node") {
		const at = command.args.findIndex((word) => word.kind === "known" && word.text === "node");
		return [{ kind: "argv", words: command.args.slice(at) }];
	}
	const words = runners.get(program.name)?.(args);
	return words === undefined || words.length === 0 ? none : [{ kind: "argv", words }];
}

/** `python -m timeit CODE` */
function codeOfTimeit(args: Arguments): readonly Inner[] {
	const module = args.options.find(({ name }) => name === "-m")?.value;
	if (module?.kind !== "known" || module.text !== "timeit") return none;
	const texts = ownWords(args).map((word) => (word.kind === "known" ? word.text : undefined));
	const codes = texts.filter((text) => text === undefined || /[\s(]/.test(text));
	const code: Word = codes.every((text) => text !== undefined)
		? { kind: "known", text: codes.join("\n") }
		: { kind: "unknown", source: "code", words: "one" };
	return [{ kind: "argv", words: [{ kind: "known", text: "python3" }, { kind: "known", text: "-c" }, code] }];
}

const none: readonly Inner[] = [];

/** A program of a package that no table describes: it runs code, and its words may be paths that it reads. */
export const programOfAnyPackage: Program = {
	name: "a program of a package",
	aliases: [],
	summary: "runs code of a package",
	style: "gnu",
	abbreviates: false,
	options: [],
	operands: { first: [], rest: "value", last: [] },
	powers: ["code"],
	operandPowers: [],
	subcommands: {},
	variables: [],
	projectFiles: true,
	verified: false,
};

/** `retry git push`, `tool run rm x`, `tool -- rm x`, `tool --exec 'rm x'`: what a program that no table knows may run. */
function commandsOfStranger(command: Command): readonly Inner[] {
	if (namers.has(nameOfProgram(command))) return none;
	const { args } = command;
	const found: Inner[] = [];
	const begin = (at: number): void => {
		found.push({ kind: "argv", words: args.slice(at) });
	};
	let before = "";
	let previous = "";
	for (const [at, word] of args.slice(0, mostLooked).entries()) {
		const text = word.kind === "known" ? word.text : "";
		found.push(...linesInside(text));
		const line = /^--?[\w-]+=(.+)$/s.exec(text);
		if (line !== null && takesLine.test(text.slice(0, text.indexOf("=")))) found.push(...wordsOf(line[1] ?? ""));
		else if (takesLine.test(previous)) found.push(...wordsOf(text));
		if (before === "--" && /^[\w./]/.test(text)) begin(at);
		else if (runVerbs.has(before) && programNamed(text) !== undefined) {
			begin(at);
			break;
		}
		if (usuallyRun.has(text) && !aboutPrograms.test(before)) {
			begin(at);
			break;
		}
		previous = text;
		// Options of the verb may stand behind it.
		if (!(runVerbs.has(before) && text.startsWith("-") && text !== "--")) before = text;
	}
	return found;
}

/** They speak of programs and run none. */
const namers = namesIn("whereis apropos whatis tldr cheat");

/** Further words of a program are its own. */
const mostLooked = 12;

/** Options behind which programs take a command line. */
const takesLine =
	/^(?:-[cexs]|--?(?:command|cmd|exec|execute|run|shell|preview|hook|pager|wrapper|wrap|launcher|run[_-]under|on-?\w+|pre-?\w*|post-?\w*)|start)$/;

const runVerbs = namesIn("run exec spawn shell x with local:run do");

/** What stands behind these is a program's name, and not run. */
const aboutPrograms =
	/^(?:install|add|remove|uninstall|upgrade|update|use|info|show|search|which|list|help|man|describe|global|local|get|set|config|completion|login|logout|init|new|create|pull|lint|fmt|format|import|export|from|to|for|in|-.+)$/;

/** Programs that are named to be run, and whose names are hardly words of other programs' own. */
const usuallyRun = namesIn(
	"rm rmdir shred rimraf sh bash zsh dash ksh fish git npm npx pnpm pnpx yarn bun bunx deno node python python3 pip pip3 uv uvx ruby perl php sudo doas curl wget ssh scp rsync docker podman kubectl helm terraform tofu aws gcloud wrangler make cmake cargo find xargs sed awk psql mysql sqlite3 redis-cli mongosh crontab systemctl dd",
);

/** `system("rm x")`, `|rm x`, `EXEC:rm x`: commands inside a word of any language. */
function linesInside(text: string): readonly Inner[] {
	if (text.length > longest || !/[("'`|!:]/.test(text)) return none;
	const whole = /^(?:[|!]|(?:EXEC|SYSTEM|SHELL):)\s*([^,]+)/.exec(text)?.[1];
	const calls = [...text.matchAll(inCalls)].slice(0, mostLooked).map(([, line = ""]) => line);
	return [...(whole === undefined ? [] : [whole]), ...calls].flatMap(wordsOf);
}

const inCalls =
	/\b(?:system|exec\w*|p?open|shell\w*|passthru|spawn\w*|cmd|sh|run|proc_open|call)\s*\(?\s*["'`]([^"'`]+)["'`]/g;

/** A word that is longer is not looked through. */
const longest = 4_096;

/** Plain words, that any shell reads alike. */
function wordsOf(line: string): readonly Inner[] {
	const words = line.trim().split(/\s+/);
	if (words.length < 2 || !words.every((word) => /^[\w./~@%+:=,{}-]+$/.test(word))) return none;
	if (programNamed(words[0] as string) === undefined) return none;
	return [
		{
			kind: "argv",
			words: words.map((text) =>
				/[{}~]/.test(text) ? { kind: "unknown", source: text, words: "one" } : { kind: "known", text },
			),
		},
	];
}

type Runner = (args: Arguments) => readonly Word[] | undefined;

/** Which of their words begin the command. */
const runners = byName<Runner>({
	python: (args) => moduleOf(args.options.find(({ name }) => name === "-m")?.value, ownWords(args)),
	// `mix cmd rm x`, `tox exec -- rm x`
	mix: (args) => behindVerb(args, "cmd"),
	tox: (args) => behindVerb(args, "exec"),
	coverage: (args) => {
		const [module, ...words] = ownWords(args);
		return args.options.some(({ name }) => name === "--module") ? moduleOf(module, words) : undefined;
	},
	yarn: (args) => {
		const words = ownWords(args);
		if (args.subcommand === "workspace") return [yarn, ...words.slice(1)];
		if (args.subcommand === "workspaces foreach" || args.subcommand === "workspaces run") {
			const verb = words.findIndex((word) => word.kind === "known" && /^(?:run|exec|dlx|node)$/.test(word.text));
			return args.subcommand === "workspaces run"
				? [yarn, ...words]
				: verb < 0
					? undefined
					: [yarn, ...words.slice(verb)];
		}
		return args.subcommand === undefined || args.subcommand === "run" ? called(words, ofYarn) : undefined;
	},
	pnpm: (args) => (args.subcommand === undefined ? called(ownWords(args), ofPnpm) : undefined),
	bun: (args) => (args.subcommand === undefined || args.subcommand === "run" ? packaged(ownWords(args)) : undefined),
	deno: (args) => {
		const [first, ...words] = ownWords(args);
		if (first?.kind !== "known") return undefined;
		const name = /^(?:npm|jsr):\/?(.+)$/.exec(first.text)?.[1];
		if (name === undefined && args.subcommand !== "x") return undefined;
		return packaged([{ kind: "known", text: name ?? first.text }, ...words]);
	},
	corepack: (args) => {
		const words = ownWords(args);
		const [manager] = words;
		const isManager = manager?.kind === "known" && /^(?:npm|npx|pnpm|pnpx|yarn|yarnpkg)(?:@|$)/.test(manager.text);
		return args.subcommand === undefined && isManager ? packaged(words) : undefined;
	},
});

function behindVerb(args: Arguments, verb: string): readonly Word[] | undefined {
	const words = ownWords(args);
	const at = words.findIndex((word) => word.kind === "known" && word.text === verb);
	return at === 0 || at === 1 ? words.slice(at + 1) : undefined;
}

/** `make CC='rm x'`, `cmake -DCMAKE_C_COMPILER=rm`, `java -XX:OnError='rm x'`: programs that a setting names. */
function settingsOf({ program, options, operands }: Arguments): readonly Inner[] {
	const form = program === undefined ? undefined : settings.get(program.name);
	if (form === undefined) return none;
	const texts = [
		...operands.map(({ word }) => word),
		...options.flatMap(({ name, value }) => [
			...(value === undefined ? [] : [value]),
			...(value?.kind === "known" ? [{ kind: "known", text: `${name}=${value.text}` } as const] : []),
		]),
	];
	return texts.flatMap((word) => {
		const line = word.kind === "known" && word.text.length <= longest ? form.exec(word.text)?.[1] : undefined;
		if (line === undefined) return none;
		return usuallyRun.has(line) ? [{ kind: "argv", words: [{ kind: "known", text: line }] } as const] : wordsOf(line);
	});
}

const settings = byName<RegExp>({
	make: /^[A-Z][A-Z0-9_]*[:?+]*=(.+)$/s,
	cmake: /^\w*(?:COMPILER|LAUNCHER|PROGRAM|COMMAND|EXECUTABLE|LINKER)\w*(?::\w+)?=(.+)$/s,
	java: /^-XX:On(?:Error|OutOfMemoryError)=(.+)$/s,
	mvn: /^exec\.executable=(.+)$/s,
});

const yarn: Word = { kind: "known", text: "yarn" };

function ownWords({ operands }: Arguments): readonly Word[] {
	return operands.flatMap(({ canonical, word }) => (canonical === undefined ? [word] : []));
}

/** What these do themselves, besides what their tables list. */
const ofYarn = namesIn(
	"access audit autoclean bin cache check config constraints explain generate-lock-entry help info licenses list login logout npm outdated owner patch patch-commit plugin policies search set stage start stop tag team test unplug upgrade-interactive version versions why workspaces",
);
const ofPnpm = namesIn(
	"approve-builds cache cat-file cat-index config completion doctor find-hash help ignored-builds import link ln login logout owner patch-commit patch-remove ping prefix recursive remove rm un uninstall self-update server set stop team token unlink unpublish version whoami",
);

function namesIn(text: string): ReadonlySet<string> {
	return new Set(text.split(" "));
}

/** A name that can't be known may be any program's. */
function called(words: readonly Word[], own: ReadonlySet<string>): readonly Word[] | undefined {
	const [first] = words;
	return first === undefined || first.kind === "known" ? packaged(words, own) : anyCommand;
}

const anyCommand: readonly Word[] = [anyWords];

/** A name with folders, or with an ending of code, is a file. */
function packaged([first, ...words]: readonly Word[], own?: ReadonlySet<string>): readonly Word[] | undefined {
	if (first?.kind !== "known" || /^\.|\.(?:[cm]?[jt]sx?|json|html|wasm)$|:/.test(first.text)) return undefined;
	const name = programOfPackage(first.text);
	return name === undefined || own?.has(name) ? undefined : [{ kind: "known", text: name }, ...words];
}

/** Modules of Python that are programs of their own, by the names that their programs have. */
function moduleOf(module: Word | undefined, words: readonly Word[]): readonly Word[] | undefined {
	if (module === undefined) return undefined;
	if (module.kind !== "known") return anyCommand;
	const name = module.text
		.replace(/\.__main__$/, "")
		.replaceAll("_", "-")
		.toLowerCase();
	if (ofPython.has(name) || name.includes(".")) return undefined;
	return programNamed(name) === undefined && !isProjectTool(name)
		? undefined
		: [{ kind: "known", text: name }, ...words];
}

/** Modules that come with Python and do something else than the programs of their names. */
const ofPython = namesIn(
	"base64 bz2 calendar cmd code command copy curses dis email enum file fileinput glob gzip heapq html http io json locale logging lzma mimetypes opcode operator os pdb pickle pipes platform posix profile pwd quopri random re resource sched secrets select shlex signal site socket sqlite3 ssl stat string struct symtable syslog tabnanny tarfile tempfile test textwrap this threading time timeit token tokenize trace tty turtle types uu uuid venv warnings wave weakref xml zipapp zipfile zlib",
);
