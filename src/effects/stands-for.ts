/**
 * Commands that are called by the names of their packages: `python -m pip install x` is `pip install x`, `yarn rimraf x` is `rimraf x`. A script or a module of the
 * project may have the same name, so that nobody knows whether it is that command; whoever may run the code around it may run it.
 */
import { programNamed } from "../knowledge/lookup.js";
import { programOfPackage } from "../knowledge/package-names.js";
import type { Program } from "../knowledge/program.js";
import type { Arguments, Inner } from "../request/arguments.js";
import type { Word } from "../request/request.js";
import { anyWords } from "./inner-commands.js";

/** The commands that a command may stand for by the names among its words. */
export function standsFor(args: Arguments): readonly Inner[] {
	const { program, informs, subcommand } = args;
	// `yarn exec` hands its first word to a shell.
	if (program?.name === "yarn" && subcommand === "exec") {
		const [line] = ownWords(args);
		return line?.kind === "known" && /\s/.test(line.text) ? [{ kind: "line", word: line }] : none;
	}
	const words = program === undefined || informs ? undefined : runners[program.name]?.(args);
	return words === undefined || words.length === 0 ? none : [{ kind: "argv", words }];
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

type Runner = (args: Arguments) => readonly Word[] | undefined;

/** Which of their words begin the command. */
const runners: { readonly [Program in string]?: Runner } = {
	python: (args) => moduleOf(args.options.find(({ name }) => name === "-m")?.value, ownWords(args)),
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
};

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
	return programNamed(name) === undefined ? undefined : [{ kind: "known", text: name }, ...words];
}

/** Modules that come with Python and do something else than the programs of their names. */
const ofPython = namesIn(
	"base64 bz2 calendar cmd code command copy curses dis email enum file fileinput glob gzip heapq html http io json locale logging lzma mimetypes opcode operator os pdb pickle pipes platform posix profile pwd quopri random re resource sched secrets select shlex signal site socket sqlite3 ssl stat string struct symtable syslog tabnanny tarfile tempfile test textwrap this threading time timeit token tokenize trace tty turtle types uu uuid venv warnings wave weakref xml zipapp zipfile zlib",
);
