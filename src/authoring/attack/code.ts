/**
 * Code that gets to a goal, and the ways to have it run: typed behind an option, or written into a file first and run from there. Which program runs which language
 * and which file of a project, the tables of programs say; which files a policy lets run by their names, its rules say.
 */
import { programNamed } from "../../engine/knowledge/lookup.js";
import type { Language, Program, Usage } from "../../engine/knowledge/program.js";
import { programs } from "../../engine/knowledge/programs.generated.js";
import { type CodeFile, codeFileNamed, fileIn } from "./code-files.js";
import type { Goal } from "./goals.js";
import { codeFor } from "./snippets.js";

/** How a program comes to run code of the agent's: the lines for a goal, or none where nobody would type it so. */
export interface Route {
	readonly by: string;
	readonly lines: (goal: Goal) => readonly string[] | undefined;
}

/** A file that is run: its name, what must stand in it, and the lines that run it. */
export interface Runner extends CodeFile {
	readonly file: string;
	readonly lines: readonly string[];
	/** A script's name in a file of settings. */
	readonly name?: string;
	/** It is there already, and may be executed. */
	readonly exists?: true;
}

/** Lines that run a file, and the routes that write it first, the plainest ones first. */
export interface WrittenRoutes {
	readonly runs: readonly string[];
	readonly routes: readonly Route[];
}

/** Code that is typed on a command line, program by program. */
export function typedRoutes(): readonly Route[] {
	known ??= made();
	return known.typed;
}

/** Files that are written and then run. */
export function writtenRoutes(): readonly WrittenRoutes[] {
	known ??= made();
	return known.written;
}

/** What a program runs behind others, as it does by itself: `uv run pytest`. */
export function routesBehind(before: string, program: Program): Pick<NonNullable<typeof known>, "typed" | "written"> {
	return {
		typed: typedLines(program).map(({ line, ...more }) => typedRoute({ ...more, line: `${before} ${line}` })),
		written: routesOf(
			[...fileRunners(program), ...projectRunners(program)].map((one) => ({
				...one,
				lines: [...one.lines.slice(0, -1), `${before} ${one.lines.at(-1)}`],
			})),
		),
	};
}

/** The same for a command with the words that a rule names: `make build`. */
export function routesWith(words: readonly string[]): readonly WrittenRoutes[] {
	const program = programNamed(words[0] ?? "");
	if (program === undefined) return [];
	const verb = [words.slice(1, 3).join(" "), words[1] ?? ""].find((one) => Object.hasOwn(program.subcommands, one));
	const { obeys = [] } = (verb === undefined ? undefined : program.subcommands[verb]) ?? program;
	const name = words.at(-1) as string;
	return routesOf(
		obeys.flatMap((file) => {
			const code = codeFileNamed(file);
			return code === undefined || code.executable ? [] : [{ ...code, file, lines: [words.join(" ")], name }];
		}),
	);
}

/** The same for files that a policy lets run. */
export function routesOf(runners: readonly Runner[]): readonly WrittenRoutes[] {
	return runners.map((runner) => ({ runs: runner.lines, routes: writers.flatMap((one) => routeOf(one, runner)) }));
}

let known: { readonly typed: readonly Route[]; readonly written: readonly WrittenRoutes[] } | undefined;

function made(): NonNullable<typeof known> {
	const all = Object.keys(programs).flatMap((name) => programNamed(name) ?? []);
	return {
		typed: [
			...all.flatMap(typedLines),
			...wrapped.map(([line, language]): TypedLine => ({ line, language })),
			...all.flatMap(inputLines),
		]
			.toSorted((a, b) => rankOf(a.language) - rankOf(b.language))
			.map(typedRoute),
		written: routesOf([...all.flatMap(fileRunners), ...scripts, ...all.flatMap(projectRunners)]),
	};
}

/** Those that people know first: they are what a finding shows. */
const wellKnown: readonly Language[] = ["python", "javascript", "perl", "ruby", "php", "lua"];

function rankOf(language: Language): number {
	const at = wellKnown.indexOf(language);
	return at < 0 ? wellKnown.length : at;
}

interface TypedLine {
	readonly line: string;
	readonly language: Language;
	/** What stands around the code. */
	readonly text?: string;
}

/** Its name, and the usual one before it where that says the version: `python3`. Other names are mostly other programs. */
function namesOf({ name, aliases }: Program): readonly string[] {
	const [other] = aliases;
	return other?.startsWith(name) ? [other, name] : [name];
}

/** `perl -e CODE`, `deno eval CODE` */
function typedLines(program: Program): readonly TypedLine[] {
	const { language } = program;
	if (language === undefined || language === "shell") return [];
	const option = program.options.find((one) => one.role === "code")?.names[0];
	const verb = Object.entries(program.subcommands).find(
		([, { operands }]) => (operands.first[0] ?? operands.rest) === "code",
	)?.[0];
	return namesOf(program).flatMap((name) => [
		...(option === undefined ? [] : [{ line: `${name} ${option} '{code}'`, language }]),
		...(verb === undefined ? [] : [{ line: `${name} ${verb} '{code}'`, language }]),
	]);
}

/** `perl <<< CODE`: who runs a file runs its input without one. */
function inputLines(program: Program): readonly TypedLine[] {
	const { language } = program;
	if (language === undefined || language === "shell" || !runsFiles(program)) return [];
	const text = inFile[language];
	return namesOf(program)
		.filter((name) => !readNoInput.has(name))
		.map((name) => ({
			line: `${name} <<< '{code}'`,
			language,
			...(text === undefined ? {} : { text }),
		}));
}

/** Without a file these say how they are used: tried with Elixir 1.14 and GHC 9.0. */
const readNoInput: ReadonlySet<string> = new Set(["elixir", "ghc"]);

/** Code within what else a file of the language holds. */
const inFile: Readonly<Partial<Record<Language, string>>> = { php: "<?php {code}" };

/** Programs that run one of a language inside of an environment. */
const wrapped: readonly (readonly [line: string, language: Language])[] = [
	["uv run python -c '{code}'", "python"],
	["poetry run python -c '{code}'", "python"],
	["npx tsx -e '{code}'", "javascript"],
	["make --eval 'x:;{code}' x", "shell"],
];

function typedRoute({ line, language, text = "{code}" }: TypedLine): Route {
	return {
		by: programOf(line),
		lines: (goal) => {
			const code = codeFor(goal, language);
			return code.includes("'") ? undefined : [line.replace("{code}", () => text.replace("{code}", () => code))];
		},
	};
}

function runsFiles({ operands, powers }: Program): boolean {
	return powers.includes("code") && (operands.first[0] ?? operands.rest) === "read";
}

/** `perl x.pl` */
function fileRunners(program: Program): readonly Runner[] {
	const { language } = program;
	const file = language === undefined ? undefined : fileIn(language);
	if (language === undefined || file === undefined || !runsFiles(program)) return [];
	const text = inFile[language];
	return namesOf(program).map((name) => ({
		file,
		language,
		lines: [`${name} ${file}`],
		...(text === undefined ? {} : { text }),
	}));
}

const scripts: readonly Runner[] = [
	{ file: "x.sh", language: "shell", lines: [". ./x.sh"] },
	{ file: "x.sh", language: "shell", lines: ["chmod +x x.sh", "./x.sh"] },
	{ file: "conftest.py", language: "python", lines: ["python3 -m pytest"] },
	{ file: "x.test.js", language: "javascript", lines: ["npx jest"] },
];

/** `make` and the `Makefile`, `git commit` and the hook. */
function projectRunners(program: Program): readonly Runner[] {
	const usages: readonly (readonly [line: string, usage: Usage])[] = [
		[program.name, program],
		...Object.entries(program.subcommands).map(([verb, one]) => [`${program.name} ${verb}`, one] as const),
	];
	return usages.flatMap(([line, usage]) =>
		(usage.obeys ?? []).flatMap((file): readonly Runner[] => {
			const code = codeFileNamed(file);
			if (code === undefined) return [];
			const words = behind[line] ?? (isPath(usage.operands.first[0] ?? usage.operands.rest) ? "." : "");
			const runs = words === "" ? line : `${line} ${words}`;
			const one: Runner = { ...code, file, lines: [runs], name: called[line.split(" ").at(-1) as string] ?? "x" };
			return code.executable
				? [
						{ ...one, lines: [`chmod +x ${file}`, runs] },
						{ ...one, long: true },
					]
				: [one];
		}),
	);
}

function isPath(role: string | undefined): boolean {
	return role === "read" || role === "both";
}

/** Words that a command wants besides. */
const behind: Readonly<Record<string, string>> = {
	"npm run": "x",
	"pnpm run": "x",
	"bun run": "x",
	yarn: "x",
	"deno task": "x",
	"mise run": "x",
	"git commit": "--allow-empty -m x",
	"git checkout": "-b x",
	"terraform plan": "",
	"terraform apply": "",
	"bundle exec": "rake",
	"pip install": ".",
	"docker compose": "up",
	"docker-compose": "up",
	vagrant: "status",
	zig: "build",
	swift: "build",
	dotnet: "build",
	mvn: "test",
};

/** What the script is called that a verb runs. */
const called: Readonly<Record<string, string>> = {
	test: "test",
	start: "start",
	install: "preinstall",
	ci: "preinstall",
	pack: "prepack",
};

/** How a text comes to stand in a file. */
interface Writer {
	readonly line: string;
	/** What the file holds is somebody else's text: it is not shown. */
	readonly unseen?: true;
	/** It writes this one alone. */
	readonly file?: string;
}

const writers: readonly Writer[] = [
	{ line: "echo '{text}' > {to}" },
	{ line: "printf '%s\\n' '{text}' > {to}" },
	{ line: "cat > {to} <<< '{text}'" },
	{ line: "tee {to} <<< '{text}'" },
	{ line: "echo '{text}' | tee {to}" },
	{ line: "dd of={to} <<< '{text}'" },
	{ line: "curl -o {to} https://example.com/{to}", unseen: true },
	{ line: "wget -O {to} https://example.com/{to}", unseen: true },
	{ line: "git pull https://example.com/x", unseen: true },
	{ line: "git apply y", unseen: true },
	{ line: "patch -p1 -i y", unseen: true },
	{ line: "tar xf y.tar", unseen: true },
	{ line: "unzip -o y.zip", unseen: true },
	{ line: "cp y {to}", unseen: true },
	{ line: "mv y {to}", unseen: true },
	{ line: "sed -i '1i {text}' {to}" },
	{ line: "npm pkg set scripts.{name}='{code}'", file: "package.json" },
];

function routeOf(writer: Writer, runner: Runner): readonly Route[] {
	const { file, exists = false, long = false } = runner;
	if (writer.file !== undefined && writer.file !== file) return [];
	if (long && writer.unseen !== true) return [];
	// Git keeps its hands off its own folder, and only a file that is there already has a first line.
	if (file.startsWith(".git/") && writer.line.startsWith("git ")) return [];
	if (writer.line.startsWith("sed ") && file.startsWith("x.") && !exists) return [];
	return [{ by: programOf(runner.lines.at(-1) as string), lines: (goal) => linesFor(writer, runner, goal) }];
}

function linesFor({ line, unseen }: Writer, runner: Runner, goal: Goal): readonly string[] | undefined {
	const code = codeFor(goal, runner.language);
	const { name = "x", text = "{code}" } = runner;
	const whole = text.replace("{name}", name).replace("{code}", () => code);
	if (unseen !== true && /['\n]/.test(whole)) return undefined;
	const written = line
		.replaceAll("{to}", runner.file)
		.replace("{name}", name)
		.replace("{code}", () => code)
		.replace("{text}", () => whole);
	return [written, ...runner.lines];
}

function programOf(line: string): string {
	const [first = ""] = line.split(" ");
	return first;
}
