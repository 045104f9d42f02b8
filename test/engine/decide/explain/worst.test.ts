/** What a person is told of a question: the worst that may follow, as the effects of the command say. */
import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../../src/engine/decide/decide.js";
import type { Decision } from "../../../../src/engine/decide/decision.js";
import type { World } from "../../../../src/engine/request/paths.js";
import { loadText } from "../../../../src/runtime/load/load.js";
import { decisionRecord } from "../../../../src/runtime/servers/decision-record.js";
import { decisionFieldsText } from "../../../../src/runtime/servers/lines/decision-text.js";

const world: World = { workspace: "/w", home: "/home/u", entriesOf: () => [], linkAt: () => "none" };
const { tree } = loadText(
	"p.rules",
	"agent default {\n  default ask\n  syntax pipes, sequences, redirects\n  unreadable ask\n  environment accept *\n  allow ls, cat\n  deny rm -r\n}\n",
);

function asked(script: string): Decision {
	if (tree === undefined) throw new Error("the policy can't be used");
	return decide(tree, { agent: "default", script, cwd: "/w" }, world);
}

describe("the worst of a yes", () => {
	test.each([
		["rm a b", "what is in `a` and `b` is lost for good"],
		["rm a b c d e", "what is in `a`, `b`, `c` and 2 more is lost for good"],
		["find src -name x -delete", "what is in `src` and below is lost for good"],
		["git push --force origin main", "what it deletes or replaces at a host that can't be known is lost for good"],
		["curl -d @data.json https://x.example/y", "`data.json` may go to `x.example`, and can't be taken back"],
		["curl https://x.example/y", "it talks to `x.example`"],
		["scp a.txt backup:/tmp", "`a.txt` may go to `backup`, and can't be taken back"],
		["node -e 'f()'", "it runs code that nobody has read here"],
		["touch a", "`a` is changed"],
		["mv a b", "what is in `a` and below and `b` and below is lost for good"],
		// Any word of it may be a file: none is named.
		["strange-tool a b", "it runs code that nobody has read here"],
		["echo x > a", "`a` is changed"],
		["sudo tee a", "it runs with more rights than yours; `a` is changed"],
		["crontab jobs", "it leaves behind what runs later by itself; it runs code that nobody has read here"],
	])("of `%s`", (script, worst) => {
		const decision = asked(script);
		expect([decision.effect, decision.worst]).toEqual(["ask", worst]);
	});

	test.each([["echo x"], ["echo x > /dev/null"], ["wc -"]])("of `%s` nothing is known", (script) => {
		const decision = asked(script);
		expect([decision.effect, decision.worst]).toEqual(["ask", undefined]);
		expect(decisionRecord(decision)).not.toHaveProperty("worst");
	});

	test("of a script: what each command that is asked about says, once", () => {
		expect(asked("cat a; rm a; touch b; rm a").worst).toBe("what is in `a` is lost for good; `b` is changed");
	});

	test("is told of questions alone", () => {
		for (const script of ["ls", "rm -r a"]) expect(asked(script).worst).toBeUndefined();
	});

	test("stands in the record, and in a stream's text as there", () => {
		const decision = asked("rm a");
		expect(decisionRecord(decision)).toMatchObject({ worst: "what is in `a` is lost for good" });
		expect(`{${decisionFieldsText(decision)}}`).toBe(JSON.stringify(decisionRecord(decision)));
	});
});
