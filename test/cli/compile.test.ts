import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { decide } from "../../src/decide/decide.js";
import type { Tree } from "../../src/decide/tree.js";
import { load } from "../../src/load/load.js";
import { realWorld } from "../../src/load/world.js";
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
	const tree = JSON.parse(readFileSync(join(cwd, "out.json"), "utf8")) as Tree;
	expect([code, out, err]).toEqual([0, "", `wrote out.json, sha256 ${tree.digest}\n`]);
	expect(Object.keys(tree).sort()).toEqual(["agents", "digest", "files", "lines", "programs", "version"]);
});

test("the same policy gives the same bytes", () => {
	expect(compile("policy.rules").out).toBe(compile().out);
	expect(compile("policy.rules").out).toMatch(/^\{.*\}\n$/);
});

test("what was written decides as the policy does", () => {
	const { tree } = load("policy.rules", { cwd });
	const read = JSON.parse(compile("policy.rules").out, withoutPrototype) as Tree;
	const world = realWorld(cwd);
	for (const argv of [
		["ls", "-l"],
		["ls", "/etc"],
		["git", "push"],
		["grep", "x"],
		["python3", "x.py"],
		["pythonx"],
		["deploy", "--target", "/etc"],
		["cat", "x"],
		["constructor"],
	]) {
		for (const agent of ["default", "__proto__", "nobody"]) {
			expect(decide(read, { argv, agent }, world)).toEqual(decide(tree as Tree, { argv, agent }, world));
		}
	}
});

/** Records are looked up by names that come from outside, `constructor` among them. */
function withoutPrototype(_key: string, value: unknown): unknown {
	return typeof value === "object" && value !== null && !Array.isArray(value)
		? Object.assign(Object.create(null) as object, value)
		: value;
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
