import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { load } from "../../src/runtime/load/load.js";
import { folder, rules } from "./cli.js";

const policy =
	'program deploy can network {\n  option --target PATH write\n}\nagent default {\n  default deny\n  allow ls, /py(thon)?3?/, deploy within .\n  deny git because "No."\n  nudge grep use search\n  limit timeout 5s max 30s\n}\nagent __proto__ extends default {\n  allow cat\n}\n';
const cwd = folder({
	"policy.rules": policy,
	"broken.rules": "agent {",
	"other.rules": "agent default {\n  default deny\n}\n",
});
const compile = (...words: string[]) => rules(["compile", ...words], { cwd });

test("the tree goes to a file, and the digest is told", () => {
	const { code, out, err } = compile("policy.rules", "-o", "out.json");
	const written = JSON.parse(readFileSync(join(cwd, "out.json"), "utf8")) as { readonly digest: string };
	expect([code, out, err]).toEqual([0, "", `wrote out.json, sha256 ${written.digest}\n`]);
	expect(load("policy.rules", { cwd }).tree?.digest).toBe(written.digest);
});

test("the same policy gives the same bytes", () => {
	expect(compile("policy.rules").out).toBe(compile().out);
});

const asked = [
	["ls", "-l"],
	["ls", "/etc"],
	["git", "push"],
	["grep", "x"],
	["python3", "x.py"],
	["pythonx"],
	["deploy", "--target", "/etc"],
	["cat", "x"],
	["constructor"],
];

test("what was written decides as the policy does", () => {
	compile("policy.rules", "-o", "same.json");
	for (const agent of ["default", "__proto__"]) {
		for (const argv of asked) {
			const check = (policy: string) =>
				rules(["check", "--rules", policy, "--agent", agent, "--json", "--", ...argv], { cwd });
			expect(check("same.json")).toEqual(check("policy.rules"));
		}
	}
	const lines = `${asked.map((argv) => JSON.stringify({ argv })).join("\n")}\n`;
	const stream = (policy: string) => rules(["check", "--rules", policy, "--jsonl"], { cwd, input: lines });
	expect(stream("same.json")).toEqual(stream("policy.rules"));
});

describe("a compiled policy that is not as it was written is refused", () => {
	compile("policy.rules", "-o", "whole.json");
	const whole = readFileSync(join(cwd, "whole.json"), "utf8");
	test.each([
		["one letter changed", whole.replace('"effect":"deny"', '"effect":"allo"'), "its checksum is wrong"],
		["cut off", whole.slice(0, -10), "its checksum is wrong"],
		["cut off in its head", whole.slice(0, 60), "its checksum is wrong"],
		["longer", `${whole} `, "its checksum is wrong"],
		["of another version", whole.replace('"version":1', '"version":2'), "version 2 of the format"],
		[
			"of another build",
			resealed(whole.replace(/"engine":"[^"]*"/, '"engine":"0.0.1+abc"')),
			"another build of bylaw (0.0.1+abc;",
		],
	])("%s", (_, text, why) => {
		writeFileSync(join(cwd, "hurt.json"), text);
		const { code, out, err } = rules(["check", "--rules", "hurt.json", "--", "ls"], { cwd });
		expect([code, out]).toEqual([2, ""]);
		expect(err).toContain(why);
		expect(err).toContain("help: compile the policy again");
	});

	test("or not alone", () => {
		const { code, err } = rules(["check", "--rules", "whole.json", "--rules", "other.rules", "--", "ls"], { cwd });
		expect([code, err]).toEqual([2, expect.stringContaining("a compiled policy is whole")]);
	});

	test("or asked what only its source says", () => {
		const { code, out } = rules(["lint", "whole.json"], { cwd });
		expect([code, out]).toEqual([2, expect.stringContaining("name the file that it was compiled from")]);
	});
});

/** With the checksum that fits. */
function resealed(text: string): string {
	const body = text.slice(text.indexOf("\n") + 1);
	return text.replace(/[0-9a-f]{64}/, createHash("sha256").update(body).digest("hex"));
}

describe("ends with 2", () => {
	test.each([
		["for a broken policy", ["broken.rules"], /^error\[syntax-error\]/],
		["for a file that is not there", ["nope.rules"], /^error\[file-not-found\]/],
		["into a folder", ["policy.rules", "-o", "."], /^error: `\.` can't be written: it is a folder\n/],
	])("%s", (_, words, err) => {
		const ended = compile(...words);
		expect([ended.code, ended.out]).toEqual([2, ""]);
		expect(ended.err).toMatch(err);
	});
});
