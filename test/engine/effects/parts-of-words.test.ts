/** A word for a program that nobody knows may be a list of paths: each of its parts is one, alone and with what stands behind it. */
import { expect, test } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import type { World } from "../../../src/engine/request/paths.js";
import { loadText } from "../../../src/runtime/load/load.js";

const { tree } = loadText("p.rules", "agent default {\n  default allow\n  deny * touching /s/key, /s/a=b\n}\n");
const world: World = { workspace: "/w", home: "/home/u", linkAt: () => "none", entriesOf: () => [] };

test.each([
	["/s/key", "deny"],
	["x:/s/key", "deny"],
	["/s/key:x", "deny"],
	["x:/s/key:y", "deny"],
	["x=/s/key,y@z", "deny"],
	["a:b:c:/s/key@d:e", "deny"],
	["x:/s/a=b", "deny"],
	["x:/s/keys:y", "allow"],
	["x:s/key:y", "allow"],
	["", "allow"],
	[":".repeat(65), "deny"],
])("tool %j: %s", (word, effect) => {
	if (tree === undefined) throw new Error("the policy is broken");
	expect(decide(tree, { argv: ["some-tool", word] }, world).effect).toBe(effect);
});
