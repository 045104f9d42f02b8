/** `rules run` answers by a bundle of its own where it can, and says the same as the verb itself. */
import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { some } from "../../part.js";
import { type Ended, folder, program, root, rules, shell } from "../cli.js";

const cwd = folder({
	"policy.rules":
		'agent default {\n  default deny\n  allow node, echo, true, sh, no-such-program\n  deny git because "No." id no-git\n  nudge printf use echo\n  limit timeout 20s max 30s\n}\nagent quiet extends default {\n  limit output 100B keep head 40B tail 20B\n}\n',
	"other.rules": "agent default {\n  allow true\n}\n",
});
mkdirSync(join(cwd, "sub"));

/** The same command line without the bundle of the verbs: what it answers, it answers by the quick way. */
const quick = join(cwd, "quick");
beforeAll(() => {
	cpSync(dirname(program()), join(quick, "dist"), { recursive: true });
	cpSync(join(dirname(dirname(program())), "package.json"), join(quick, "package.json"));
	rmSync(join(quick, "dist", "cli", "answer-all.cjs"));
	symlinkSync(join(root, "node_modules"), join(quick, "node_modules"));
	// The policies are kept by then.
	rules(["run", "--", "true"], { cwd });
	rules(["run", "--rules", "other.rules", "--", "true"], { cwd });
});

function quickly(words: readonly string[], input = ""): Ended {
	return shell(
		`shift 2; exec node ${JSON.stringify(join(quick, "dist", "cli.cjs"))} run ${words.map(quoted).join(" ")}`,
		{
			cwd,
			input,
		},
	);
}
const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
const slowly = (words: readonly string[], input = ""): Ended =>
	rules(["run", ...words], { cwd, input, env: { BYLAW_CACHE: "off" } });

const both = "console.log('out'); console.error('err')";
const cat = "process.stdin.pipe(process.stdout)";

describe("the quick way says what the verb says", () => {
	const questions: readonly (readonly [string, readonly string[], string?])[] = [
		["of what runs", ["--", "node", "-e", `${both}; process.exitCode = 7`]],
		["of what prints nothing", ["--", "true"]],
		["of a script", ["--script", "echo a b | cat; echo c"]],
		["of a script of one command", ["--script", "echo a"]],
		["of another policy", ["--rules", "other.rules", "--", "true"]],
		["of another folder", ["--cwd", "sub", "--workspace", ".", "--", "node", "-p", "process.cwd()"]],
		["of a refusal", ["--", "git", "push"]],
		["of a refused script", ["--script", "echo a; git push"]],
		["of a nudge", ["--", "printf", "x"]],
		["of a nudge that is forced", ["--force", "--", "printf", "x"]],
		["of standard input", ["--", "node", "-e", cat], "piped ä\n"],
		["of an input", ["--input", "text", "--", "node", "-e", cat]],
		["of standard output alone", ["--output-mode", "stdout", "--", "node", "-e", both]],
		["of standard error alone", ["--output-mode", "stderr", "--", "node", "-e", both]],
		["of both in one", ["--output-mode", "merged", "--", "node", "-e", both]],
		["of a time that is up", ["--timeout", "300ms", "--", "node", "-e", "setTimeout(() => {}, 60000)"]],
		["of a time that is cut", ["--timeout", "1m", "--", "true"]],
		["of a signal", ["--", "sh", "-c", "kill -9 $$"]],
		["of a program that is not there", ["--", "no-such-program"]],
		["of an output that is cut", ["--agent", "quiet", "--", "node", "-e", "console.log('x'.repeat(5000))"]],
		["of standard input that is named", ["--input", "-", "--", "cat"], "read"],
		["of a value that looks like an option", ["--input", "--force", "--", "cat"]],
		["of a value behind a sign", ["--input=x=y", "--output-mode=merged", "--", "cat"]],
		["of much output", ["--", "node", "-e", "process.stdout.write('x'.repeat(300000))"]],
	];
	test.each(some(questions, 2).map(([what, words, input = ""]) => [what, words, input] as const))(
		"%s",
		(_, words, input) => {
			expect(quickly(words, input)).toEqual(slowly(words, input));
		},
	);
});

test.each<readonly [string, readonly string[]]>([
	["a record is wanted", ["--audit", "log.jsonl", "--", "true"]],
	["JSON is wanted", ["--json", "--", "true"]],
	["the agent is not there", ["--agent", "nobody", "--", "true"]],
	["an option is said twice", ["--timeout", "5", "--timeout", "5s", "--", "true"]],
	["a time is none", ["--timeout", "5", "--", "true"]],
	["a mode is none", ["--output-mode", "both", "--", "true"]],
	["an option is not known", ["--no-such", "--", "true"]],
	["there is no command", []],
	["there are both", ["--script", "true", "--", "true"]],
	["a word stands before the dashes", ["true"]],
	["a folder is not there", ["--cwd", "nowhere", "--", "true"]],
])("it is left to the verb where %s", (_, words) => {
	expect(quickly(words).err).toContain("answer-all.cjs");
});

test("nothing is left lying about, whether a command is run, refused, not found or left to the verb", () => {
	const tmp = folder();
	for (const words of [
		["--", "true"],
		["--", "git", "push"],
		["--", "no-such-program"],
		["--agent", "nobody", "--", "true"],
	]) {
		rules(["run", ...words], { cwd, env: { TMPDIR: tmp } });
		shell(`exec node ${quoted(join(quick, "dist", "cli.cjs"))} run ${words.map(quoted).join(" ")}`, {
			cwd,
			env: { TMPDIR: tmp },
		});
	}
	// The folder of the user's own stays, for the next run.
	expect(shell(`find ${quoted(tmp)} -mindepth 1 ! -path ${quoted(`${tmp}/bylaw-${process.getuid?.()}`)}`).out).toBe("");
});
