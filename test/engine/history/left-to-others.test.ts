/** What the rules leave to the harness happens all the same, and so does what was refused as a whole and is let through when it is asked again: rules that ask what happened hear of it. */
import { expect, test } from "@jest/globals";
import { newHistory } from "../../../src/engine/history/history.js";
import type { Request } from "../../../src/engine/request/request.js";
import { loadText } from "../../../src/runtime/load/load.js";

const world = { workspace: "/w", home: "/home/u", linkAt: () => "none" as const };

/** How `curl` is decided first, what is said of a request, and how `curl` is decided behind it. */
function around(rules: string, request: Request): readonly string[] {
	const { tree } = loadText("p.rules", `default deny\n${rules}\n`);
	if (tree === undefined) throw new Error("there is no tree");
	const history = newHistory();
	const asked = (what: Request, id: number) =>
		history.decide(tree, { ...what, cwd: "/w" }, world, { id, at: id * 1_000, session: "s" });
	const before = asked({ argv: ["curl"] }, 1).effect;
	const { effect, code } = asked(request, 2);
	history.outcome({ id: 2, at: 3_000, code: 0 });
	return [before, `${effect} ${code}`, asked({ argv: ["curl"] }, 4).effect];
}

test.each<[string, string, Request, readonly string[]]>([
	[
		"a call that the harness decides",
		"allow curl before file.read",
		{ call: ["file.read", "x"] },
		["allow", "allow ungoverned", "deny"],
	],
	[
		"a call of another kind",
		"allow curl before file.write",
		{ call: ["file.read", "x"] },
		["allow", "allow ungoverned", "allow"],
	],
])("%s: %s", (_, rules, request, expected) => {
	expect(around(rules, request)).toEqual(expected);
});

test("a script that was refused for its syntax is heard of once it is let through", () => {
	const script = { script: "rm a & ls", cwd: "/w" };
	const treeOf = (syntax: string) => {
		const { tree } = loadText("p.rules", `default deny\n${syntax}allow rm, ls\nallow curl before rm\n`);
		if (tree === undefined) throw new Error("there is no tree");
		return tree;
	};
	const [strict, loose] = [treeOf(""), treeOf("syntax background, sequences\n")];
	const history = newHistory();
	const told = (id: number) => ({ id, at: id * 1_000, session: "s" });
	expect(history.decide(loose, { argv: ["curl"], cwd: "/w" }, world, told(0)).effect).toBe("allow");
	expect(history.decide(strict, script, world, { ...told(1), call: "c" })).toMatchObject({
		effect: "deny",
		code: "syntax",
	});
	expect(history.decide(loose, { argv: ["curl"], cwd: "/w" }, world, told(2)).effect).toBe("allow");
	expect(history.decide(loose, script, world, { ...told(3), call: "c" }).effect).toBe("allow");
	expect(history.decide(loose, { argv: ["curl"], cwd: "/w" }, world, told(4)).effect).toBe("deny");
});
