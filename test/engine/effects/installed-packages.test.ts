/** What a runner of packages finds installed is fetched from nowhere; options whose values can't be known are options all the same. */
import { expect, test } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { worldOf } from "../../corpora/effects-rows.js";

const world = worldOf(["/w/project/node_modules/.bin/jest", "/w/project/packages/a/package.json"]);

function effect(script: string, rules: string): string {
	const { tree } = loadText(
		"policy.rules",
		`agent default {\n  default allow\n  syntax sequences, variables, substitutions\n  ${rules}\n}\n`,
		{ cwd: "/nowhere" },
	);
	if (tree === undefined) throw new Error("there is no tree");
	return decide(tree, { script }, world).effect;
}

test.each([
	["npx jest", "allow"],
	["npx --yes jest src/a.test.ts", "allow"],
	["cd packages/a && npx jest", "allow"],
	["bunx jest", "allow"],
	["npx other", "ask"],
	["npx jest@29", "ask"],
	["npx --package=evil jest", "ask"],
	["npx $X", "deny"],
	["cd .. && npx jest", "ask"],
])("%s: %s", (script, wanted) => {
	expect(effect(script, "ask * using network")).toBe(wanted);
});

test.each([
	['make -j"$(nproc)"', "allow"],
	["make -j$(nproc || echo 4)", "allow"],
	["make -j$(cat x)", "deny"],
	["make --jobs=$N install", "deny"],
	['make "$N"', "deny"],
	['make -j"$N" test', "allow"],
	["nproc() { cat x; }; make -j$(nproc)", "deny"],
])("the options of %s: %s", (script, wanted) => {
	expect(effect(script, "ask make install")).toBe(wanted);
});

test("a plugin of cargo is a program of its own", () => {
	expect(effect("cargo nextest run", "deny cargo-nextest")).toBe("deny");
	expect(effect("cargo +nightly publish", "deny cargo publish")).toBe("deny");
});
