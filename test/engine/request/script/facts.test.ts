import { expect, test } from "@jest/globals";
import { factsOfScript } from "../../../../src/engine/request/script/facts.js";
import { parseScript } from "../../../../src/engine/request/script/parse.js";

const factsOf = (script: string) => factsOfScript(script, parseScript(script));

test("names of a script are its own: the next one has none of them", () => {
	const all = "a=$1; b=$(date +%s); b=1; c=2; f() { :; }; readonly d=1; local e; read -r g";
	const found = factsOf(all);
	expect(found.unproven).toEqual(new Set(["a", "f", "g", "r"]));
	expect(found.maybeEmpty).toEqual(new Set(["b", "e"]));
	expect(found.setOnce).toEqual(new Set(["a", "c"]));
	expect(found.functionNames).toEqual(new Set(["f"]));
	expect(found.readOnly).toEqual(new Set(["d"]));
	const none = factsOf("ls");
	for (const names of [none.unproven, none.maybeEmpty, none.setOnce, none.functionNames, none.readOnly])
		expect(names).toEqual(new Set());
});

test.each([
	["HOME=/x; ls ~", { homeChanges: true }],
	["read HOME; ls ~", { homeChanges: true }],
	["echo ${HOME:=/x}", { homeChanges: true }],
	["echo $HOME; ls ~", { homeChanges: false }],
	["ls /home/HOMES", { homeChanges: false }],
	["PWD=/x; ls $PWD", { pwdChanges: true }],
	["ls $PWD", { pwdChanges: false }],
	["shopt -s nullglob; rm *.x", { emptyGlobs: true }],
	["shopt -s dotglob; rm *.x", { emptyGlobs: false }],
])("%s", (script, facts) => {
	expect(factsOf(script)).toMatchObject(facts);
});
