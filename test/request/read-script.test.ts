import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readScript } from "../../src/request/read-script.js";

/** The words that our reader finds, or undefined when it refuses. */
function words(script: string): readonly string[] | undefined {
	const reading = readScript(script);
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
		["cut -d, --x=~a/y", undefined],
		["echo ''", ["echo", ""]],
		["ls\n", ["ls"]],
	])("%j has the words %j", (script, expected) => {
		expect(words(script)).toEqual(expected);
	});

	test.each([
		["ls | wc", "|"],
		["ls; rm x", ";"],
		["ls && rm x", "&"],
		["ls > x", ">"],
		["echo $X", "$"],
		['echo "$X"', "$"],
		["echo `x`", "`"],
		["echo *", "*"],
		["echo {a,b}", "{"],
		["X=1 ls", "variable"],
		["x[1]=2 ls", "["],
		["ls # x", "comment"],
		["ls ~/x", "~"],
		["if true", "own word"],
		["! ls", "`!` without quotes"],
		["time ls", undefined],
		["'if' x", undefined],
		["ls\nrm x", "control character"],
		["ls 'a", "not closed"],
		['ls "a', "not closed"],
		["ls \\", "backslash"],
		["", "no command"],
		["'' x", "empty word"],
		["ls\u00a0-l", "invisible"],
		["ls\u200b", "invisible"],
		["ls \u0000", "control character"],
		["ls\r", "control character"],
	])("%j is read, or refused with its reason", (script, why) => {
		const reading = readScript(script);
		if (why === undefined) expect(reading.kind).toBe(script.startsWith("time") ? "opaque" : "understood");
		else expect(reading.kind === "opaque" ? reading.why : "understood").toContain(why);
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

	test.each(shells)("%s makes the same words of every string that the reader understands", (shell) => {
		const found: string[] = [];
		fc.assert(
			fc.property(script, (text) => {
				if (words(`x ${text}`) !== undefined) found.push(text);
			}),
			{ numRuns: 20_000 },
		);
		expect(found.length).toBeGreaterThan(1000);
		const real = shellWords(shell, found);
		expect(real).toHaveLength(found.length);
		for (const [index, text] of found.entries()) {
			const ours = words(`x ${text}`)?.slice(1) ?? [];
			// Without arguments, printf prints its format once.
			expect({ text, words: real[index] }).toEqual({ text, words: ours.length === 0 ? [""] : ours });
		}
	});
});
