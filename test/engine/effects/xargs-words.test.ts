/** What `xargs` makes of an input that is known: held against the real one. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { unwrap } from "../../../src/engine/effects/commands.js";
import { readScript } from "../../../src/engine/request/read-script.js";
import { shownWord } from "../request/arguments/shown-word.js";
import { dice } from "../shell/dice.js";

const facts = { programs: new Map(), trust: ["/usr/bin", "/bin"] };

/** The commands that the last command of a script runs, word for word. */
function inside(script: string): readonly (readonly string[])[] {
	const reading = readScript(script, { home: "/home/x" });
	if (reading.kind === "opaque") throw new Error(`${script}: ${reading.why}`);
	const [, ...inner] = unwrap(reading.commands.at(-1) as (typeof reading.commands)[number], facts);
	return inner.map(({ command }) => [command.program, ...command.args].map(shownWord));
}

describe("the words behind xargs", () => {
	test.each([
		["echo a b | xargs cat", "cat a b"],
		["echo -rf / | xargs cat", "cat -rf /"],
		["echo ~/.ssh/id_rsa | xargs cat", "cat /home/x/.ssh/id_rsa"],
		['f=x; echo "$f" | xargs cat', "cat x"],
		["printf '%s\\n' a b | xargs -n1 cat", "cat a; cat b"],
		["printf '%s x\\n' a b c | xargs -L2 cat", "cat a x b x; cat c x"],
		["printf 'a\\nb\\n' | xargs -I{} diff {} x/{}.y", "diff a x/a.y; diff b x/b.y"],
		["printf '%s\\0' 'a b' c | xargs -0 cat", "cat a b c"],
		["echo a,b | xargs -d, cat", "cat a b\n"],
		["xargs cat <<< 'a b'", "cat a b"],
		["xargs cat <<'E'\na 'b c'\nd\nE\n", "cat a b c d"],
		["echo a 2>/dev/null | xargs -r cat", "cat a"],
		["echo cat x | xargs env", "env cat x; cat x"],
		["echo | xargs cat", "cat"],
		["echo | xargs -I% cat %", ""],
	])("are those of the input: %s", (script, expected) => {
		expect(
			inside(script)
				.map((words) => words.join(" "))
				.join("; "),
		).toBe(expected);
	});

	test.each([
		["find a -print0 | xargs -0 cat", "cat <a**>"],
		["find a b -type f -name '*.py' -print0 2>/dev/null | xargs -0 -n1 -r cat", "cat <a**{f}/*.py> <b**{f}/*.py>"],
		["find a -print0 | xargs -0 -I% diff % x", "diff <a**> x"],
		["fd -0 x a | xargs -0 cat", "cat <a**>"],
		["grep -rlZ x a | xargs -0 cat", "cat <a**>"],
		["grep -l --null x a b | xargs -0 cat", "cat <a**> <b**>"],
		["git ls-files -z a | xargs -0 cat", "cat <a**>"],
	])("are names below the folders that were looked through: %s", (script, expected) => {
		expect(
			inside(script)
				.map((words) => words.join(" "))
				.join("; "),
		).toBe(expected);
	});

	test("are in doubt as well where they may change something", () => {
		expect(inside("echo a | xargs rm").map((words) => words.join(" "))).toEqual(["rm a", "rm ?"]);
		expect(inside("echo a | xargs env rm").map((words) => words.join(" "))).toEqual([
			"env rm a",
			"rm a",
			"env rm ?",
			"rm ?",
		]);
		expect(inside("echo -o f | xargs sort").map((words) => words.join(" "))).toContain("sort ?");
		expect(inside("echo 'cat x' | xargs -I% sh -c %").map((words) => words.join(" "))).toContain("?");
		expect(inside("echo a | xargs alfa").map((words) => words.join(" "))).toEqual(["alfa a", "alfa ?"]);
	});

	test("are not those of another xargs inside", () => {
		expect(inside("xargs xargs cat <<< a").map((words) => words.join(" "))).toEqual(["xargs cat a", "cat a ?"]);
	});

	test.each([
		["a program that nobody knows the output of", "cat x | xargs rm"],
		["a path to a program", "/bin/echo a | xargs rm"],
		["backslashes, on which shells do not agree", "echo 'a\\nb' | xargs rm"],
		["what may be an option", "echo -n a | xargs rm"],
		["words that can't be known", 'echo "$x" | xargs rm'],
		["words that a glob becomes", "echo * | xargs rm"],
		["a format that is more than words", "printf '%d\\n' 1 | xargs rm"],
		["a format that is an option", "printf -v x a | xargs rm"],
		["output that goes elsewhere", "echo a >f | xargs rm"],
		["errors beside the output", "find a -print0 2>&1 | xargs -0 rm"],
		["errors in the pipe", "echo a |& xargs rm"],
		["two that write", "{ echo a; echo b; } | xargs rm"],
		["a loop that writes", "while :; do echo a; done | xargs rm"],
		["one further in front", "echo a | tr a b | xargs rm"],
		["variables for the writer alone", "A=1 echo a | xargs rm"],
		["a script that may redefine its words", ". ./x; echo a | xargs rm"],
		["an input of its own", "echo a | xargs rm < f"],
		["names from a file", "echo a | xargs -a f rm"],
		["an unlisted option", "echo a | xargs --strange rm"],
		["two ways to make commands", "echo a | xargs -n1 -I% rm %"],
		["two ways to end an item", "printf '%s\\0' a,b | xargs -0 -d, rm"],
		["two ways to end an item, the other way round", "printf '%s\\0' a,b | xargs -d, -0 rm"],
		["a tail that systems read otherwise", "echo a _ b | xargs rm"],
		["quotes that do not end", 'echo "a\'b" | xargs rm'],
		["letters that may be blanks", "echo 'a\u00e9' | xargs rm"],
		["names that blanks may part", "find a -print | xargs rm"],
		["names that are not ended by NUL on the other side", "find a -print0 | xargs rm"],
		["more than names", "find a -print0 -exec ls {} \\; | xargs -0 rm"],
		["lines beside the names", "find a -print0 -print | xargs -0 rm"],
		["names that links lead to", "find -L a -print0 | xargs -0 rm"],
		["names in colours", "fd -0 -c always x a | xargs -0 rm"],
		["lines that are found", "grep -rZ x a | xargs -0 rm"],
		["names that may begin with a dash", "git ls-files -z | xargs -0 rm"],
		["names of another folder", "git -C a ls-files -z b | xargs -0 rm"],
		["names that a pattern finds", "git ls-files -z '*.py' | xargs -0 rm"],
		["names from all of the history", "git ls-files -z ':/a' | xargs -0 rm"],
		["what stands for the input", "grep -lZ x - | xargs -0 rm"],
	])("can't be known of %s", (_, script) => {
		expect(inside(script).map((words) => words.at(-1))).toEqual(["?"]);
	});
});

describe("a real xargs", () => {
	if (!isGnu()) {
		test.skip("is not on this machine, or is another one", () => undefined);
		return;
	}
	test("runs what was read, for inputs and options that are made up", () => {
		const roll = dice(20_261_122);
		const letters = ["a", "b", " ", " ", "\t", "\n", "\n", "'", '"', "-x", "/c", "{}", "%", "_", ",", "  "];
		const options = [
			"",
			"-n1",
			"-n 2",
			"-L1",
			"-L 2",
			"-r",
			"-I{}",
			"-I %",
			"-i",
			"--replace",
			"-d,",
			"-d '\\n'",
			"-0",
			"-d , -n1",
			"-P1 -x",
			"-r -I{} -d '\\n'",
		];
		const behind = ["", "x{}y", "{} {}", "% z%", "'a b'"];
		const cases = Array.from({ length: 400 }, () => {
			const text = Array.from({ length: roll.below(9) }, () => roll.pick(letters)).join("");
			return { text, option: roll.pick(options), more: roll.pick(behind) };
		});
		const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
		const folder = mkdtempSync(join(tmpdir(), "bylaw-xargs-"));
		const stub = join(folder, "stub");
		writeFileSync(stub, `#!/bin/sh\nprintf '%s\\001' "$@"\nprintf '\\002'\n`, { mode: 0o700 });
		const line = ({ text, option, more }: (typeof cases)[number], program: string): string =>
			`printf %s ${quoted(text)} | xargs ${option} ${program} ${more}`;
		const output = execFileSync(
			"sh",
			["-c", cases.map((one) => `${line(one, stub)} 2>/dev/null; printf '\\003'`).join("\n")],
			{
				encoding: "utf8",
				env: { PATH: process.env.PATH ?? "", LC_ALL: "C.UTF-8" },
			},
		);
		rmSync(folder, { recursive: true });
		const ran = output.split("\u0003").slice(0, -1);
		let known = 0;
		const wrong = cases.flatMap((one, index) => {
			const found = inside(line(one, "cat"));
			if (found.some((words) => words.includes("?"))) return [];
			known++;
			const really = (ran[index] as string)
				.split("\u0002")
				.slice(0, -1)
				.map((part) => part.split("\u0001").slice(0, -1));
			// A stub that gets no word at all prints one that is empty.
			const shown = really.map((words) => (words.length === 1 && words[0] === "" ? [] : words));
			const ours = found.map(([, ...words]) => (words.length === 1 && words[0] === "" ? [] : words));
			return JSON.stringify(ours) === JSON.stringify(shown) ? [] : [{ ...one, ours, shown }];
		});
		expect(wrong).toEqual([]);
		expect(known).toBeGreaterThan(200);
	}, 60_000);
});

function isGnu(): boolean {
	try {
		return execFileSync("xargs", ["--version"], { encoding: "utf8" }).includes("GNU");
	} catch {
		return false;
	}
}
