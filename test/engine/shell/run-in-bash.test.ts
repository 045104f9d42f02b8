/** That what holds the reader against shells sees what shells do. */
import { describe, expect, test } from "@jest/globals";
import type { Word } from "../../../src/engine/request/request.js";
import { find, fits, missed, missedFiles } from "./covers.js";
import { scriptOf } from "./generator.js";
import { harm } from "./harm.js";
import { haveShells, runInBash } from "./run-in-bash.js";

const known = (text: string): Word => ({ kind: "known", text });
const globbed: Word = { kind: "globbed", pattern: "*" };
const one: Word = { kind: "unknown", source: "$x", words: "one" };
const any: Word = { kind: "unknown", source: "$x", words: "any" };

describe("words", () => {
	test.each<[string, Word[], string[], boolean]>([
		["known ones fit themselves", [known("a"), known("b")], ["a", "b"], true],
		["known ones fit nothing else", [known("a"), known("b")], ["a", "c"], false],
		["all of them are needed", [known("a"), known("b")], ["a"], false],
		["none may be left", [known("a")], ["a", "b"], false],
		["a glob is one or more", [known("a"), globbed], ["a", "x", "y"], true],
		["a glob is not none", [known("a"), globbed], ["a"], false],
		["one unknown is one", [known("a"), one], ["a", "x"], true],
		["one unknown is not two", [known("a"), one], ["a", "x", "y"], false],
		["any number can be none", [known("a"), any, known("b")], ["a", "b"], true],
		["any number can be two", [known("a"), any, known("b")], ["a", "x", "y", "b"], true],
		["a number is a number", [{ ...(one as Word & { kind: "unknown" }), digits: true }], ["x"], false],
		["a beginning is kept", [{ ...(one as Word & { kind: "unknown" }), begins: "./" }], ["-x"], false],
	])("%s", (_, words, texts, answer) => {
		expect(fits(words, texts)).toBe(answer);
	});
});

describe("a script", () => {
	test.each(["alfa >/etc/x", "alfa >../x", "> $'\\57x'", "cd ..", "alfa >$BASH", "echo {1..99999}", "kill -9 1"])(
		"that could reach out of its folder does not run: %s",
		async (script) => {
			expect(harm(script)).toBeDefined();
			await expect(runInBash([script])).rejects.toThrow("must not run");
		},
	);

	test("of a seed is always the same, and of another seed another", () => {
		expect(scriptOf(7)).toBe(scriptOf(7));
		expect(new Set(Array.from({ length: 200 }, (_, seed) => scriptOf(seed))).size).toBeGreaterThan(180);
	});

	test("that a reader were to miss a command or a file of is seen", () => {
		const found = find("alfa x >f");
		if (found.kind === "refused") throw new Error(found.why);
		expect(missed(found.commands, [["alfa", "x"]])).toEqual([]);
		expect(missed(found.commands, [["alfa", "y"], ["bravo"]])).toEqual([["alfa", "y"], ["bravo"]]);
		expect(missedFiles(found.commands, ["f", "g"])).toEqual(["g"]);
	});
});

describe("a shell", () => {
	if (!haveShells()) {
		test.skip("is not run: bash or dash is not on this machine", () => undefined);
		return;
	}
	const commands = async (script: string, shell: "bash" | "sh" = "bash") =>
		[...((await runInBash([script], shell))[0]?.commands ?? [])].map((words) => words.join("|")).sort();

	test("runs commands whose words are written down exactly", async () => {
		expect(await commands("alfa '' 'a\nb' $'\\t' é \\\"; bravo")).toEqual(['alfa||a\nb|\t|é|"', "bravo"]);
	});

	test("runs what wrappers run", async () => {
		const script =
			"env v=1 alfa 1; echo 2 | xargs bravo; find . -exec charlie 3 \\; ; sh -c 'dolce 4'; timeout 2 golf 5";
		expect(await commands(script)).toEqual(["alfa|1", "bravo|2", "charlie|3", "dolce|4", "golf|5"]);
	});

	test("is waited for where it leaves commands in the background", async () => {
		expect(await commands("(bravo; charlie; alfa 1) & exit")).toContain("alfa|1");
	});

	test("says how scripts end, and which files they make", async () => {
		const [syntax, code, file] = await runInBash(["alfa; )", "exit 7", ">f1 zulu; alfa >'f 2'"]);
		expect(syntax).toMatchObject({ commands: [], code: 2 });
		expect(code).toMatchObject({ code: 7 });
		expect(file).toMatchObject({ files: ["f 2", "f1"], commands: [["zulu"], ["alfa"]] });
	});

	test("is stopped where a script does not end, and goes on with the next", async () => {
		const [endless, next] = await runInBash(["bravo; while :; do alfa; done", "charlie"], "bash", 500);
		expect(endless).toMatchObject({ stopped: true });
		expect(endless?.commands[0]).toEqual(["bravo"]);
		expect(next).toMatchObject({ stopped: false, commands: [["charlie"]] });
	});

	test("sees none of the variables and none of the files of the tests", async () => {
		const [ran] = await runInBash(['alfa "$USER$NODE_ENV$JEST_WORKER_ID" *']);
		expect(ran?.commands).toEqual([["alfa", "", "*"]]);
	});

	test("is dash where it is told to be", async () => {
		expect(await commands("alfa {x,y}", "sh")).toEqual(["alfa|{x,y}"]);
		expect(await commands("alfa {x,y}")).toEqual(["alfa|x|y"]);
	});

	test.each(["bash", "sh"] as const)(
		"takes most made-up scripts: %s",
		async (shell) => {
			const scripts = Array.from({ length: 200 }, (_, seed) => scriptOf(seed, shell));
			const ran = await runInBash(scripts, shell);
			expect(ran.filter(({ commands, code }) => commands.length > 0 && code !== 2).length).toBeGreaterThan(100);
			expect(ran.filter(({ stopped }) => stopped).length).toBeLessThan(10);
		},
		60_000,
	);
});
