import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readScript } from "../../../src/engine/request/read-script.js";
import { tries } from "../../part.js";

/** The words that our reader finds, or undefined when it refuses. */
function words(script: string, dialect: "bash" | "sh" = "bash"): readonly string[] | undefined {
	const reading = readScript(script, { dialect, home: "/home/x" });
	if (reading.kind === "opaque") return undefined;
	const command = reading.commands[0];
	return command && [command.program, ...command.args].map((word) => (word.kind === "known" ? word.text : "?"));
}

/** The words that a real shell makes of each script, as arguments of a builtin: nothing is started. */
function shellWords(shell: string, scripts: readonly string[]): readonly (readonly string[])[] {
	const folder = mkdtempSync(join(tmpdir(), "bylaw-words-"));
	try {
		// A word that the shell would expand against the folder finds files to expand to.
		for (const name of ["a", "b", "ab", "a=b"]) writeFileSync(join(folder, name), "");
		const lines = scripts.map((script) => `printf '%s\\001' ${script}\nprintf '\\002'`).join("\n");
		const file = join(folder, "script");
		writeFileSync(file, `${lines}\n`);
		const output = execFileSync(shell, [file], {
			cwd: folder,
			env: { PATH: "/nowhere", HOME: "/home/x", LC_ALL: "C.UTF-8" },
			encoding: "utf8",
		});
		return output
			.split("\u0002")
			.slice(0, -1)
			.map((part) => part.split("\u0001").slice(0, -1));
	} finally {
		rmSync(folder, { recursive: true });
	}
}

describe("a shell string that is one simple command", () => {
	test.each([
		["git status", ["git", "status"]],
		["  ls\t-l  ", ["ls", "-l"]],
		["printf 'a b' \"c d\"", ["printf", "a b", "c d"]],
		["pr'int'f \"\"x", ["printf", "x"]],
		['echo "a\\"b\\\\c\\d"', ["echo", 'a"b\\c\\d']],
		["echo a\\ b \\;", ["echo", "a b", ";"]],
		["grep a#b c", ["grep", "a#b", "c"]],
		["cut -d, --x=~a/y", ["cut", "-d,", "?"]],
		["echo ''", ["echo", ""]],
		["ls\n", ["ls"]],
		["ls # x", ["ls"]],
		["echo $'a\\tb\\x41'", ["echo", "a\tbA"]],
		["echo {a,b}c{1}", ["echo", "?"]],
		["echo x{1..3}", ["echo", "x1", "x2", "x3"]],
		["ls ~/x", ["ls", "/home/x/x"]],
		["ls '~/x'", ["ls", "~/x"]],
		["'if' x", ["if", "x"]],
	])("%j has the words %j", (script, expected) => {
		expect(words(script)).toEqual(expected);
	});

	test.each([
		["if true", "would not accept"],
		["ls 'a", "would not accept"],
		['ls "a', "would not accept"],
		["ls \\", "not take for plain"],
		["", "no command"],
		["'' x", "empty word"],
		["ls\u00a0-l", "white space"],
		["ls\u200b", "invisible"],
		["ls \u0000", "NUL"],
		["ls\r", "carriage return"],
		["ls \ud800", "half of a character"],
		["r\\\nm x", "middle of a word"],
		["echo $((a))", "arithmetic"],
		["echo $'a\\x{41}'", "escape"],
		["ls >& $x", "no number"],
		["echo ${!a}", "which variable"],
	])("%j is refused with its reason", (script, why) => {
		const reading = readScript(script);
		expect(reading.kind === "opaque" ? reading.why : "understood").toContain(why);
	});

	test("a string over the length that is read is refused in no time", () => {
		expect(readScript("a ".repeat(1_000_000)).kind).toBe("opaque");
	});

	const shells = ["/bin/bash", "/bin/dash"].filter((shell) => existsSync(shell));
	const piece = fc.constantFrom(
		..."ab=~-'\"\\ \t$`{},*?[]!^#:%+@/.é|&;<>()\n".split(""),
		"--",
		"''",
		'""',
		"a b",
		"\\\\",
		"\\'",
	);
	const script = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(""));

	// Everything after the command is one argument list: what else a script can hold is held against shells in test/shell.
	const plain = (text: string, dialect: "bash" | "sh"): readonly string[] | undefined => {
		const reading = readScript(`x ${text}`, { dialect, home: "/home/x" });
		const fits =
			reading.kind === "understood" &&
			reading.commands.length === 1 &&
			reading.syntax.every((one) => one === "globs" || one === "variables");
		const found = fits && !/\n\s*\S/.test(text) ? words(`x ${text}`, dialect)?.slice(1) : undefined;
		return found?.includes("?") ? undefined : found;
	};

	test.each(shells)("%s makes the same words of every string that the reader understands", (shell) => {
		const dialect = shell.endsWith("bash") ? "bash" : "sh";
		const found: string[] = [];
		fc.assert(
			fc.property(script, (text) => {
				if (plain(text, dialect) !== undefined) found.push(text);
			}),
			{ numRuns: tries(20_000) },
		);
		expect(found.length).toBeGreaterThan(1000);
		const real = shellWords(shell, found);
		expect(real).toHaveLength(found.length);
		for (const [index, text] of found.entries()) {
			const ours = plain(text, dialect) ?? [];
			// Without arguments, printf prints its format once.
			expect({ text, words: real[index] }).toEqual({ text, words: ours.length === 0 ? [""] : ours });
		}
	});
});

describe("a script", () => {
	/** Each command as a line: unknown words as `?`, what it opens and where it starts behind it. */
	function lines(script: string): readonly string[] | string {
		const reading = readScript(script);
		if (reading.kind === "opaque") return reading.why;
		return reading.commands.map((command) => {
			const text = [command.program, ...command.args].map((word) =>
				word.kind === "known"
					? word.text
					: word.kind === "globbed"
						? `glob(${word.pattern})`
						: word.words === "one"
							? "?"
							: "?*",
			);
			const files = command.redirects.map(
				({ access, target }) => `${access} ${target.kind === "known" ? target.text : "?"}`,
			);
			const ways =
				command.ways?.map((way) => way.map((word) => (word.kind === "known" ? word.text : "?")).join("/")) ?? [];
			return [
				text.join(" "),
				...files,
				...(command.ways === undefined ? [] : [`in ${ways.join(" or ") || "?"}`]),
				...command.assignments.map(({ name }) => `${name}=`),
			].join("; ");
		});
	}

	test.each<[string, readonly string[]]>([
		["a 'b c' | d > e", ["a b c", "d; write e"]],
		["a; b & c && d || e", ["a", "b", "c", "d", "e"]],
		["{ a; b; } > c", ["a; write c", "b; write c"]],
		['a $(b "$(c)") `d`', ["c", "b ?", "d", "a ?* ?*"]],
		['a "$x" $y *.c', ["a ? ?* glob(*.c)"]],
		["x=$(a) y=1", ["a"]],
		["x=1 a", ["a; x="]],
		["export x=1; a", ["export x=1; x=", "a; x="]],
		["for i in $(a); do b $i; done < c", ["a", "b ?*; read c"]],
		["if a; then b; elif c; then d; else e; fi", ["a", "b", "c", "d", "e"]],
		["case $(a) in $(b)) c;; esac", ["a", "b", "c"]],
		["f() { a; }; f; b", ["a", "b"]],
		["f; f() { a; }", ["f", "a"]],
		["cat <<E\n$(a) $b\nE\nc", ["a", "cat", "c"]],
		["cat <<'E'\n$(a)\nE\nc", ["cat", "c"]],
		["cat <<-E\n\t$(a)\n\tE\nc", ["a", "cat", "c"]],
		["cat <<-'E' > f\n\t$(a)\n\t\tE\nc", ["cat; write f", "c"]],
		["a <<< $(b)", ["b", "a"]],
		["cat <(a) >(b)", ["a", "b", "cat ? ?"]],
		["[[ -f $(a) && b == c ]]", ["a", "test -f ?"]],
		["cd x && a; b", ["cd x", "a; in x", "b; in x or "]],
		["cd x || exit; b", ["cd x", "exit", "b; in x"]],
		["(cd x; a); b", ["cd x", "a; in x or ", "b"]],
		["cd $x; a", ["cd ?*", "a; in ?"]],
		["while a; do cd b; done; c", ["a; in ?", "cd b; in ?", "c; in ?"]],
		["> a", [":; write a"]],
		["{ x=$(a); } > b", ["a", ":; write b"]],
		["! a | b", ["a", "b"]],
		["echo $((1 + 2)) ${x:-$(a)}", ["a", "echo ? ?*"]],
		["coproc a", ["a"]],
		["a 2>&1 <> b >> c", ["a; both b; write c"]],
	])("%j holds %j", (script, expected) => {
		expect(lines(script)).toEqual(expected);
	});

	test("has spans that point at its commands", () => {
		const script = "a 1 && (b $(c 2) > d)\nif e; then\n f; fi";
		const reading = readScript(script);
		const texts =
			reading.kind === "understood" ? reading.commands.map(({ span }) => script.slice(span.start, span.end)) : [];
		expect(texts).toEqual(["a 1", "c 2", "b $(c 2) > d", "e", "f"]);
	});

	test.each<[string, readonly string[]]>([
		["a", []],
		["a | b", ["pipes"]],
		["a; b", ["sequences"]],
		["a &", ["background"]],
		["a > b", ["redirects"]],
		["a *", ["globs"]],
		["a $x", ["variables"]],
		["a ~", ["variables"]],
		["a $(b)", ["substitutions"]],
		["for i in 1; do a; done", ["loops"]],
		["f() { a; }", ["functions", "sequences"]],
		["a << E\nE", ["heredocs"]],
	])("%j uses %j", (script, expected) => {
		const reading = readScript(script);
		expect(reading.kind === "understood" ? [...reading.syntax].sort() : reading.why).toEqual([...expected].sort());
	});
});
