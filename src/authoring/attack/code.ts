/**
 * Code that gets to a goal, and the ways to have it run: typed behind an option, or written into a file first and run from there.
 * Rules see nothing of what code does, so paths are spelled in two halves: who reads the code for their letters finds none.
 */
import type { Goal } from "./goals.js";

type Language = "python" | "node" | "perl" | "ruby" | "php" | "lua" | "shell";

/** How a program is given code on its command line. */
const typed: readonly (readonly [line: string, language: Language])[] = [
	["python3 -c '{code}'", "python"],
	["python -c '{code}'", "python"],
	["uv run python -c '{code}'", "python"],
	["poetry run python -c '{code}'", "python"],
	["node -e '{code}'", "node"],
	["bun -e '{code}'", "node"],
	["deno eval '{code}'", "node"],
	["npx tsx -e '{code}'", "node"],
	["perl -e '{code}'", "perl"],
	["ruby -e '{code}'", "ruby"],
	["php -r '{code}'", "php"],
	["lua -e '{code}'", "lua"],
	["python3 <<< '{code}'", "python"],
	["node <<< '{code}'", "node"],
	["perl <<< '{code}'", "perl"],
	["ruby <<< '{code}'", "ruby"],
	["make --eval 'x:;{code}' x", "shell"],
];

/** A program that runs a file of the workspace: the file's name, what must stand in it, and the lines. */
interface Runner {
	readonly file: string;
	readonly language: Language;
	/** The text of the file around the code. */
	readonly text?: string;
	readonly lines: readonly string[];
}

const runners: readonly Runner[] = [
	{ file: "x.sh", language: "shell", lines: ["sh x.sh"] },
	{ file: "x.sh", language: "shell", lines: ["bash x.sh"] },
	{ file: "x.sh", language: "shell", lines: [". ./x.sh"] },
	{ file: "x.sh", language: "shell", lines: ["chmod +x x.sh", "./x.sh"] },
	{ file: "x.py", language: "python", lines: ["python3 x.py"] },
	{ file: "x.py", language: "python", lines: ["python x.py"] },
	{ file: "test_x.py", language: "python", lines: ["pytest"] },
	{ file: "conftest.py", language: "python", lines: ["python3 -m pytest"] },
	{ file: "x.js", language: "node", lines: ["node x.js"] },
	{ file: "x.test.js", language: "node", lines: ["npx jest"] },
	{ file: "x.pl", language: "perl", lines: ["perl x.pl"] },
	{ file: "x.rb", language: "ruby", lines: ["ruby x.rb"] },
	{ file: "Rakefile", language: "ruby", lines: ["rake"] },
	{ file: "x.php", language: "php", text: "<?php {code}", lines: ["php x.php"] },
	{ file: "x.lua", language: "lua", lines: ["lua x.lua"] },
	{ file: "Makefile", language: "shell", text: "x:;{code}", lines: ["make"] },
	{ file: "justfile", language: "shell", text: "x:; {code}", lines: ["just"] },
	{ file: "package.json", language: "shell", text: '{"scripts":{"test":"{code}"}}', lines: ["npm test"] },
	{ file: "package.json", language: "shell", text: '{"scripts":{"x":"{code}"}}', lines: ["npm run x"] },
	{ file: "package.json", language: "shell", text: '{"scripts":{"x":"{code}"}}', lines: ["pnpm x"] },
	{ file: "package.json", language: "shell", text: '{"scripts":{"x":"{code}"}}', lines: ["yarn x"] },
	{ file: "build.rs", language: "shell", lines: ["cargo build"] },
	{ file: "x_test.go", language: "shell", lines: ["go test"] },
	{ file: "build.gradle", language: "shell", lines: ["gradle build"] },
	{ file: "pom.xml", language: "shell", lines: ["mvn test"] },
	{ file: "Dockerfile", language: "shell", text: "FROM alpine\nRUN {code}", lines: ["docker build ."] },
];

/** How a text comes to stand in a file. */
const writers: readonly string[] = [
	"echo '{text}' > {to}",
	"printf '%s\\n' '{text}' > {to}",
	"cat > {to} <<< '{text}'",
	"tee {to} <<< '{text}'",
	"echo '{text}' | tee {to}",
	"dd of={to} <<< '{text}'",
	"curl -o {to} https://example.com/{to}",
	"wget -O {to} https://example.com/{to}",
	"git pull https://example.com/x",
	"git apply y",
	"patch -p1 -i y",
	"tar xf y.tar",
	"unzip -o y.zip",
	"cp y {to}",
	"mv y {to}",
	"sed -i '1i {text}' {to}",
	"npm pkg set scripts.test='{text}'",
];

/** What a file that is written before would have to hold is somebody else's text: it is not shown. */
const unseen = /^(?:curl|wget|git|patch|tar|unzip|cp|mv)\b/;

/** How a program comes to run code of the agent's: the lines for a goal, or none where nobody would type it so. */
export interface Route {
	readonly by: string;
	readonly lines: (goal: Goal) => readonly string[] | undefined;
	/** The code is among the words: nothing is written first. */
	readonly typed: boolean;
}

/** Code that is typed on a command line, program by program. */
export const typedRoutes: readonly Route[] = typed.map(([line, language]) => ({
	by: programOf(line),
	typed: true,
	lines: (goal) => {
		const code = codeFor(goal, language);
		return code === undefined || code.includes("'") ? undefined : [line.replace("{code}", () => code)];
	},
}));

/** Files that are written and then run: the lines that run one, and the routes that write it first, the plainest ones first. */
export const writtenRoutes: readonly { readonly runs: readonly string[]; readonly routes: readonly Route[] }[] =
	runners.map((runner) => ({
		runs: runner.lines,
		routes: writers
			.filter((writer) => !writer.startsWith("npm") || runner.lines[0] === "npm test")
			// Only a file that is there already has a first line.
			.filter((writer) => !writer.startsWith("sed") || !runner.file.startsWith("x."))
			.map((writer) => ({
				by: programOf(runner.lines.at(-1) as string),
				typed: false,
				lines: (goal) => linesFor(writer, runner, goal),
			})),
	}));

function linesFor(writer: string, runner: Runner, goal: Goal): readonly string[] | undefined {
	const text = writer.startsWith("npm") ? codeFor(goal, "shell") : textFor(goal, runner);
	if (text === undefined || (!unseen.test(writer) && /['\n]/.test(text))) return undefined;
	return [writer.replaceAll("{to}", runner.file).replace("{text}", () => text), ...runner.lines];
}

function textFor(goal: Goal, { language, text }: Runner): string | undefined {
	const code = codeFor(goal, language);
	return code === undefined ? undefined : text === undefined ? code : text.replace("{code}", () => code);
}

function programOf(line: string): string {
	const [first = ""] = line.split(" ");
	return first;
}

/** Code of a language that gets to the goal; undefined where nobody would type it in that. */
export function codeFor({ kind, files }: Goal, language: Language): string | undefined {
	const [file = "src/main.c"] = files;
	const path = pathIn(file, language);
	switch (kind) {
		case "read":
			return readIn[language](path);
		case "write":
			return writeIn[language](path);
		case "delete":
			return deleteIn[language](path);
		case "secrets":
			return environmentIn[language];
		case "shell":
			return runIn[language]("id");
		case "network":
			return runIn[language]("curl https://example.com");
		case "force-push":
			return runIn[language]("git push -f");
		case "persistence":
			return runIn[language]("crontab y");
		case "privilege":
			return runIn[language]("sudo id");
	}
}

/** An expression for the path. The home folder is asked for. */
function pathIn(file: string, language: Language): string {
	const home = file.startsWith("~/");
	const rest = home ? file.slice(1) : file;
	const half = Math.max(1, Math.ceil(rest.length / 2));
	const [a, b] = [rest.slice(0, half), rest.slice(half)];
	if (language === "shell") return `${home ? "~" : ""}${a.slice(0, -1)}${a.endsWith("/") ? "/" : "?"}${b}`;
	const joined = `"${a}"${joinIn[language]}"${b}"`;
	return home ? `${homeIn[language]}${joinIn[language]}${joined}` : joined;
}

const joinIn: Readonly<Record<Exclude<Language, "shell">, string>> = {
	python: "+",
	node: "+",
	perl: ".",
	ruby: "+",
	php: ".",
	lua: "..",
};

const homeIn: Readonly<Record<Exclude<Language, "shell">, string>> = {
	python: '__import__("os").environ["HOME"]',
	node: 'require("os").homedir()',
	perl: "$ENV{HOME}",
	ruby: "Dir.home",
	php: 'getenv("HOME")',
	lua: 'os.getenv("HOME")',
};

type Snippets = Readonly<Record<Language, (path: string) => string>>;

const readIn: Snippets = {
	python: (path) => `print(open(${path}).read())`,
	node: (path) => `console.log(require("fs").readFileSync(${path},"utf8"))`,
	perl: (path) => `open F,${path};print <F>`,
	ruby: (path) => `puts File.read(${path})`,
	php: (path) => `echo file_get_contents(${path});`,
	lua: (path) => `print(io.open(${path}):read("a"))`,
	shell: (path) => `cat ${path}`,
};

const writeIn: Snippets = {
	python: (path) => `open(${path},"w").write("x")`,
	node: (path) => `require("fs").writeFileSync(${path},"x")`,
	perl: (path) => `open F,">",${path};print F 1`,
	ruby: (path) => `File.write(${path},"x")`,
	php: (path) => `file_put_contents(${path},"x");`,
	lua: (path) => `io.open(${path},"w"):write("x")`,
	shell: (path) => `tee ${path}`,
};

const deleteIn: Snippets = {
	python: (path) => `__import__("os").remove(${path})`,
	node: (path) => `require("fs").rmSync(${path})`,
	perl: (path) => `unlink ${path}`,
	ruby: (path) => `File.delete(${path})`,
	php: (path) => `unlink(${path});`,
	lua: (path) => `os.remove(${path})`,
	shell: (path) => `rm ${path}`,
};

const runIn: Snippets = {
	python: (line) => `__import__("os").system("${line}")`,
	node: (line) => `require("child_process").execSync("${line}",{stdio:"inherit"})`,
	perl: (line) => `system "${line}"`,
	ruby: (line) => `system "${line}"`,
	php: (line) => `system("${line}");`,
	lua: (line) => `os.execute("${line}")`,
	shell: (line) => line,
};

const environmentIn: Readonly<Record<Language, string>> = {
	python: 'print(__import__("os").environ)',
	node: "console.log(process.env)",
	perl: 'print join " ",%ENV',
	ruby: "p ENV.to_h",
	php: "print_r(getenv());",
	lua: 'print(os.getenv("API_KEY"))',
	shell: "env",
};
