/** Whose home folder `~` is: the one that the request or the policy says, before that of the world. */
import { expect, test } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import type { World } from "../../../src/engine/request/paths.js";
import { loadText } from "../../../src/runtime/load/load.js";

const world: World = { workspace: "/w", home: "/home/u", linkAt: () => "none" };

test.each([
	["", undefined, ["/home/u"]],
	["environment accept HOME", { HOME: "/else" }, ["/else"]],
	["environment set HOME=/set", undefined, ["/set"]],
])("%s, %j: %j", (setting, env, homes) => {
	const { tree, diagnostics } = loadText(
		"p.rules",
		`agent default {\n default allow\n ${setting}\n deny cat touching ~/secret\n}\n`,
	);
	expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
	const denied = ["/home/u", "/else", "/set"].filter((home) => {
		const request = { argv: ["cat", `${home}/secret`], ...(env === undefined ? {} : { env }) };
		return decide(tree as Tree, request, world).code === "rule";
	});
	expect(denied).toEqual(homes);
});
