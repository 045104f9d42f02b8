/**
 * Code that gets to a goal, language by language. Rules see nothing of what code does, so names are put together from parts that are cut inside of their words:
 * who reads the code for its letters finds none of them.
 */
import type { Language } from "../../engine/knowledge/program.js";
import type { Goal } from "./goals.js";

/** Code of a language that gets to the goal. */
export function codeFor({ kind, files }: Pick<Goal, "kind" | "files">, language: Language): string {
	const [file = "src/main.c"] = files;
	const own = snippets[language];
	const line = lineFor(kind, file);
	if (typeof own === "function") return own(line);
	const path = pathIn(file, own);
	switch (kind) {
		case "read":
		case "write":
		case "delete":
			return own[kind](path);
		case "secrets":
			return own.environment;
		case "shell":
		case "network":
		case "force-push":
		case "persistence":
		case "privilege":
			return own.run(line);
	}
}

/** The same as a line of a shell, in which a `?` stands in the midst of each name. */
function lineFor(kind: Goal["kind"], file: string): string {
	switch (kind) {
		case "read":
			return `cat ${hidden(file)}`;
		case "write":
			return `tee ${hidden(file)}`;
		case "delete":
			return `rm ${hidden(file)}`;
		case "secrets":
			return "env";
		case "shell":
			return "id";
		case "network":
			return "curl https://example.com";
		case "force-push":
			return "git push -f";
		case "persistence":
			return "crontab y";
		case "privilege":
			return "sudo id";
	}
}

function hidden(file: string): string {
	return file.replaceAll(/[^/~]{2,}/g, (name) => {
		const middle = Math.floor(name.length / 2);
		return `${name.slice(0, middle)}?${name.slice(middle + 1)}`;
	});
}

/** An expression for the path. The home folder is asked for. */
function pathIn(file: string, { home, join }: Snippets): string {
	const rest = file.startsWith("~/") ? file.slice(1) : file;
	// Each name is cut in its midst.
	const cut = rest.replaceAll(/[^/]{2,}/g, (name) => {
		const middle = Math.floor(name.length / 2);
		return `${name.slice(0, middle)}\0${name.slice(middle)}`;
	});
	const parts = cut.split("\0").map((part) => `"${part}"`);
	return join(file.startsWith("~/") ? [home, ...parts] : parts);
}

/** What a language says for each act. `path` is an expression, `line` the text of one of a shell. */
interface Snippets {
	readonly home: string;
	readonly join: (parts: readonly string[]) => string;
	readonly read: (path: string) => string;
	readonly write: (path: string) => string;
	readonly delete: (path: string) => string;
	readonly run: (line: string) => string;
	readonly environment: string;
}

function by(sign: string): Snippets["join"] {
	return (parts) => parts.join(sign);
}

/** A language that has a shell run a line is that line and what stands around it. */
const snippets: Readonly<Record<Language, Snippets | ((line: string) => string)>> = {
	python: {
		home: '__import__("os").environ["HOME"]',
		join: by("+"),
		read: (path) => `print(open(${path}).read())`,
		write: (path) => `open(${path},"w").write("x")`,
		delete: (path) => `__import__("os").remove(${path})`,
		run: (line) => `__import__("os").system("${line}")`,
		environment: 'print(__import__("os").environ)',
	},
	javascript: {
		home: 'require("os").homedir()',
		join: by("+"),
		read: (path) => `console.log(require("fs").readFileSync(${path},"utf8"))`,
		write: (path) => `require("fs").writeFileSync(${path},"x")`,
		delete: (path) => `require("fs").rmSync(${path})`,
		run: (line) => `require("child_process").execSync("${line}",{stdio:"inherit"})`,
		environment: "console.log(process.env)",
	},
	perl: {
		home: "$ENV{HOME}",
		join: by("."),
		read: (path) => `open F,${path};print <F>`,
		write: (path) => `open F,">",${path};print F 1`,
		delete: (path) => `unlink ${path}`,
		run: (line) => `system "${line}"`,
		environment: 'print join " ",%ENV',
	},
	ruby: {
		home: "Dir.home",
		join: by("+"),
		read: (path) => `puts File.read(${path})`,
		write: (path) => `File.write(${path},"x")`,
		delete: (path) => `File.delete(${path})`,
		run: (line) => `system "${line}"`,
		environment: "p ENV.to_h",
	},
	php: {
		home: 'getenv("HOME")',
		join: by("."),
		read: (path) => `echo file_get_contents(${path});`,
		write: (path) => `file_put_contents(${path},"x");`,
		delete: (path) => `unlink(${path});`,
		run: (line) => `system("${line}");`,
		environment: "print_r(getenv());",
	},
	lua: {
		home: 'os.getenv("HOME")',
		join: by(".."),
		read: (path) => `print(io.open(${path}):read("a"))`,
		write: (path) => `io.open(${path},"w"):write("x")`,
		delete: (path) => `os.remove(${path})`,
		run: (line) => `os.execute("${line}")`,
		environment: 'print(os.getenv("API_KEY"))',
	},
	r: {
		home: 'Sys.getenv("HOME")',
		join: (parts) => `paste0(${parts.join(",")})`,
		read: (path) => `cat(readLines(${path}))`,
		write: (path) => `writeLines("x",${path})`,
		delete: (path) => `unlink(${path})`,
		run: (line) => `system("${line}")`,
		environment: "print(Sys.getenv())",
	},
	julia: {
		home: "homedir()",
		join: by("*"),
		read: (path) => `print(read(${path},String))`,
		write: (path) => `write(${path},"x")`,
		delete: (path) => `rm(${path})`,
		run: (line) => `run(\`sh -c "${line}"\`)`,
		environment: "print(ENV)",
	},
	elixir: {
		home: "System.user_home!()",
		join: by("<>"),
		read: (path) => `IO.puts File.read!(${path})`,
		write: (path) => `File.write!(${path},"x")`,
		delete: (path) => `File.rm!(${path})`,
		run: (line) => `System.shell("${line}",into: IO.stream())`,
		environment: "IO.inspect System.get_env()",
	},
	groovy: {
		home: 'System.getProperty("user.home")',
		join: by("+"),
		read: (path) => `println new File(${path}).text`,
		write: (path) => `new File(${path}).text="x"`,
		delete: (path) => `new File(${path}).delete()`,
		run: (line) => `println "${line}".execute().text`,
		environment: "println System.getenv()",
	},
	raku: {
		home: "$*HOME",
		join: by("~"),
		read: (path) => `say slurp ${path}`,
		write: (path) => `spurt ${path},"x"`,
		delete: (path) => `unlink ${path}`,
		run: (line) => `shell "${line}"`,
		environment: "say %*ENV",
	},
	tcl: {
		home: "$env(HOME)",
		join: (parts) => `[string cat ${parts.join(" ")}]`,
		read: (path) => `puts [read [open ${path}]]`,
		write: (path) => `puts [open ${path} w] x`,
		delete: (path) => `file delete ${path}`,
		run: (line) => `puts [exec sh -c "${line}"]`,
		environment: "puts [array get env]",
	},
	shell: (line) => line,
	applescript: (line) => `do shell script "${line}"`,
	dc: (line) => `!${line}`,
	emacs: (line) => `(princ (shell-command-to-string "${line}"))`,
	expect: (line) => `puts [exec sh -c "${line}"]`,
	gdb: (line) => `shell ${line}`,
	guile: (line) => `(system "${line}")`,
	haskell: (line) => `System.Process.callCommand "${line}"`,
	lldb: (line) => `platform shell ${line}`,
	ocaml: (line) => `Sys.command "${line}"`,
	octave: (line) => `system("${line}")`,
	prolog: (line) => `shell("${line}")`,
	racket: (line) => `(system "${line}")`,
	vim: (line) => `!${line}`,
};
