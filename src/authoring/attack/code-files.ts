/** What must stand in a file that a program looks for, so that the program runs code of the agent's. Which program looks for which file, the tables of programs say. */
import type { Language } from "../../engine/knowledge/program.js";

export interface CodeFile {
	readonly language: Language;
	/** The text around the code, `{name}` for the script that is run; absent where the code is all of it. */
	readonly text?: string;
	/** It runs only where it may be executed. */
	readonly executable?: true;
	/** More of it than anybody types on a line: it is shown only as one that was written before. */
	readonly long?: true;
}

/** By the name that a table has for the file. */
export function codeFileNamed(name: string): CodeFile | undefined {
	return codeFiles[name];
}

const codeFiles: Readonly<Record<string, CodeFile>> = {
	Makefile: { language: "shell", text: "{name}:;{code}" },
	justfile: { language: "shell", text: "{name}:; {code}" },
	Rakefile: { language: "ruby" },
	"Taskfile.yml": { language: "shell", text: "{version: 3, tasks: {default: {cmds: [{code}]}}}" },
	"conftest.py": { language: "python" },
	"noxfile.py": { language: "python" },
	"setup.py": { language: "python" },
	"tox.ini": { language: "shell", long: true },
	"build.gradle": { language: "groovy" },
	"pom.xml": { language: "shell", long: true },
	"eslint.config.js": { language: "javascript" },
	"jest.config.js": { language: "javascript" },
	"vitest.config.js": { language: "javascript" },
	"vite.config.js": { language: "javascript" },
	"webpack.config.js": { language: "javascript" },
	"prettier.config.js": { language: "javascript" },
	".mocharc.js": { language: "javascript" },
	"package.json": { language: "shell", text: '{"scripts":{"{name}":"{code}"}}' },
	"deno.json": { language: "shell", text: '{"tasks":{"{name}":"{code}"}}' },
	"composer.json": { language: "shell", text: '{"scripts":{"pre-autoload-dump":"{code}"}}' },
	"CMakeLists.txt": { language: "shell", text: "execute_process(COMMAND sh -c [[{code}]])" },
	".latexmkrc": { language: "perl" },
	Vagrantfile: { language: "ruby" },
	Gemfile: { language: "ruby" },
	"mix.exs": { language: "elixir" },
	"build.rs": { language: "shell", long: true },
	"x_test.go": { language: "shell", long: true },
	"x.go": { language: "shell", long: true },
	"build.ninja": { language: "shell", long: true },
	"build.zig": { language: "shell", long: true },
	"Package.swift": { language: "shell", long: true },
	"Directory.Build.targets": { language: "shell", long: true },
	"main.tf": { language: "shell", long: true },
	"shell.nix": { language: "shell", long: true },
	".pylintrc": { language: "python", text: "[MAIN]\\ninit-hook={code}" },
	".pre-commit-config.yaml": { language: "shell", long: true },
	"compose.yaml": { language: "shell", text: "{services: {x: {image: alpine, command: {code}}}}" },
	Dockerfile: { language: "shell", long: true },
	Procfile: { language: "shell", text: "x: {code}" },
	"mise.toml": { language: "shell", text: 'tasks.x="{code}"' },
	".envrc": { language: "shell" },
	".git/hooks/pre-commit": { language: "shell", executable: true },
	".git/hooks/post-checkout": { language: "shell", executable: true },
};

/** What a file of a language is called; undefined where no program runs one by its name. */
export function fileIn(language: Language): string | undefined {
	const ending = endings[language];
	return ending === undefined ? undefined : `x.${ending}`;
}

const endings: Readonly<Partial<Record<Language, string>>> = {
	python: "py",
	javascript: "js",
	perl: "pl",
	ruby: "rb",
	php: "php",
	lua: "lua",
	r: "R",
	julia: "jl",
	elixir: "exs",
	groovy: "groovy",
	raku: "raku",
	tcl: "tcl",
	expect: "exp",
	octave: "m",
	guile: "scm",
	racket: "rkt",
	ocaml: "ml",
	shell: "sh",
};

/** The language of a file by its name; a shell's where it has no ending. */
export function languageOf(name: string): Language | undefined {
	const last = name.slice(name.lastIndexOf("/") + 1);
	const at = last.lastIndexOf(".");
	if (at <= 0) return "shell";
	const ending = last.slice(at + 1);
	const [known] = Object.entries(endings).find(([, one]) => one === ending) ?? [];
	if (known !== undefined) return known as Language;
	return /^(?:bash|zsh|ksh)$/.test(ending) ? "shell" : /^[mc]?[jt]sx?$/.test(ending) ? "javascript" : undefined;
}
