/** A link that can't be followed may lead anywhere: no test says no of what lies behind it, and none says yes of what must lie inside. */
import { expect, test } from "@jest/globals";
import { evaluateTest } from "../../../../src/engine/decide/evaluate/evaluate-test.js";
import { evaluationContextOf } from "../../../../src/engine/decide/evaluate/evaluation-context.js";
import { liesInside } from "../../../../src/engine/decide/evaluate/path-lists.js";
import type { Truth } from "../../../../src/engine/decide/evaluate/truth.js";
import { type ReadCommand, unwrap } from "../../../../src/engine/effects/commands.js";
import { placeOf, type World } from "../../../../src/engine/request/paths.js";
import { readScript } from "../../../../src/engine/request/read-script.js";
import type { Test } from "../../../../src/language/policy/test.js";

const world: World = {
	workspace: "/w",
	home: "/home/u",
	linkAt: (path) => (path === "/x/shut" ? "unknown" : path === "/x/open" ? { target: "/opt/tool" } : "none"),
};
const trust = ["/bin"];

function truthOf(one: Test, script: string): Truth {
	const reading = readScript(script);
	if (reading.kind === "opaque") throw new Error(reading.why);
	const [read] = [...unwrap(reading.commands[0] as ReadCommand["command"], { programs: new Map(), trust })];
	const around = { world, cwd: "/w", trust, forced: false, tools: undefined };
	return evaluateTest(one, evaluationContextOf(read as ReadCommand, around));
}

test.each<[string, "granting" | "restricting", string, Truth]>([
	["git", "restricting", "/x/shut", "unknown"],
	["git", "restricting", "/x/other", "no"],
	["shut", "restricting", "/x/shut", "yes"],
	["tool", "restricting", "/x/open", "yes"],
	["git", "restricting", "git", "yes"],
	["/opt/tool", "restricting", "/x/shut", "unknown"],
	["/opt/tool", "restricting", "/x/other", "no"],
	["/opt/tool", "restricting", "/x/open", "yes"],
	["/x/shut", "restricting", "/x/shut", "yes"],
	["/x/shut", "granting", "/x/shut", "unknown"],
	["/x/other", "granting", "/x/other", "yes"],
	["/opt/tool", "granting", "/x/open", "no"],
	["/opt/tool", "granting", "/x/other", "no"],
])("the program %s, %s, is %s: %s", (text, as, script, expected) => {
	expect(truthOf({ kind: "program", pattern: { kind: "literal", text }, as }, script)).toBe(expected);
});

test.each<[string, readonly string[], "within" | "touching", Truth]>([
	["/x/shut/a", ["/x"], "within", "unknown"],
	["/x/shut/a", ["/"], "within", "unknown"],
	["/x/other/a", ["/x"], "within", "yes"],
	["/x/open/a", ["/x"], "within", "no"],
	["/x/shut/a", ["/etc"], "touching", "unknown"],
	["/x/shut/a", ["/x"], "touching", "yes"],
	["/x/shut/a", [], "touching", "no"],
	["/x/other/a", ["/etc"], "touching", "no"],
	["/x/open/a", ["/opt"], "touching", "yes"],
])("%s lies in %j, %s: %s", (path, list, sense, expected) => {
	const patterns = list.map((text) => ({ text, literal: false, negated: false }));
	expect(liesInside(placeOf(path, "/w", world), patterns, sense, world)).toBe(expected);
});
