import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import { permit } from "../../../src/engine/decide/permit.js";
import type { Request } from "../../../src/engine/request/request.js";
import { requestText } from "../../../src/engine/request/request-text.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { realWorld } from "../../../src/runtime/load/world.js";

const { tree } = loadText(
	"p.rules",
	"default allow\nenvironment accept *\nnudge sort use file.sort granting everything\n",
);
if (!tree) throw new Error("the policy is broken");

describe("what is no request is denied, and says why", () => {
	test.each<[string, unknown, string]>([
		["nothing", undefined, "an object"],
		["null", null, "an object"],
		["a list", ["ls"], "an object"],
		["neither argv nor script", {}, "one of `argv`, `script` and `call`"],
		["both", { argv: ["ls"], script: "ls" }, "one of `argv`, `script` and `call`"],
		["an argv that is a string", { argv: "ls" }, "`argv`"],
		["a list inside the argv", { argv: ["git", "log", ["--output=/w"]] }, "`argv`"],
		["a hole in the argv", { argv: new Array(2) }, "`argv`"],
		["something like an argv", { argv: { map: () => ["ls"], length: 1 } }, "`argv`"],
		["a boxed script", { script: new String("ls") }, "`script`"],
		["an agent that is a list", { argv: ["ls"], agent: ["default"] }, "`agent`"],
		["a folder with a NUL", { argv: ["ls"], cwd: "/tmp/x\0y" }, "`cwd`"],
		["force that is a word", { argv: ["ls"], force: "yes" }, "`force`"],
		["tools that are null", { argv: ["sort"], tools: null }, "`tools`"],
		["tools that are a string", { argv: ["sort"], tools: "x" }, "`tools`"],
		["variables in a map", { argv: ["ls"], env: new Map([["A", "1"]]) }, "`env`"],
		["a variable with a sign in its name", { argv: ["ls"], env: { "BASH_ENV=/tmp/x": "" } }, "no variable's name"],
		["a variable without a name", { argv: ["ls"], env: { "": "x" } }, "no variable's name"],
		["a variable that is no text", { argv: ["ls"], env: { A: 1 } }, "no text"],
		["half a character", { argv: ["ls", "\ud800"] }, "half of a character"],
		[
			"half a character in a call",
			{
				call: [
					["file.read", "a"],
					["file.read", "\ud800"],
				],
			},
			"half of a character",
		],
	])("%s", (_title, request, words) => {
		const decision = decide(tree, request as Request, realWorld("/tmp"));
		expect(decision.effect).toBe("deny");
		expect(decision.message).toContain(words);
	});

	test("a word that nobody knows is none that could be run", () => {
		const decision = decide(tree, { argv: ["ls", null] }, realWorld("/tmp"));
		expect(decision).toMatchObject({ effect: "allow", commands: [{ argv: ["ls", null] }] });
		expect([permit(decision), requestText({ argv: ["ls", null] })]).toEqual([undefined, 'ls "$word"']);
		expect(permit(decide(tree, { argv: ["ls", "a"] }, realWorld("/tmp")))).toBeDefined();
		expect(decide(tree, { argv: [null] }, realWorld("/tmp"))).toMatchObject({ effect: "deny", code: "unreadable" });
	});

	test("a variable that changes what runs is not accepted by `*`, however it is spelled", () => {
		for (const name of ["LD_PRELOAD", "BASH_ENV", "Npm_Config_script_shell", "PHPRC"]) {
			expect(decide(tree, { argv: ["ls"], env: { [name]: "x" } }, realWorld("/tmp")).code).toBe("environment");
		}
		expect(decide(tree, { argv: ["ls"], env: { CI: "1" } }, realWorld("/tmp")).effect).toBe("allow");
	});

	test("a word of very many parts is answered in no time", () => {
		const { tree: strict } = loadText("p.rules", "default allow\ndeny * touching /etc\n");
		for (const word of [`-${"Z:".repeat(20_000)}`, "a:".repeat(50_000), `--x=${"a,".repeat(50_000)}`]) {
			for (const program of ["ls", "unheard-of"]) {
				expect(
					decide(strict as NonNullable<typeof strict>, { argv: [program, word] }, realWorld("/tmp")).effect,
				).toMatch(/allow|deny/);
			}
		}
	});
});
