/** A compiled policy, written and read, decides as it did; how many nodes a walk meets does not grow with the policy. */
import { createHash } from "node:crypto";
import { describe, expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import { readCompiled } from "../../../src/engine/decide/compiled/compiled-text.js";
import { compiledText } from "../../../src/engine/decide/compiled/write-compiled.js";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Decisions } from "../../../src/engine/decide/tree.js";
import { withSandbox } from "../../../src/engine/decide/with-sandbox.js";
import { pastTests } from "../../../src/engine/history/event-tests.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { about, focus } from "../laws/arbitrary.js";
import { engineOf } from "../laws/engine.js";
import { world } from "../laws/world.js";

function read(text: string): Decisions {
	const decisions = readCompiled(Buffer.from(text));
	if ("fault" in decisions) throw new Error(decisions.fault);
	return decisions;
}

test("what was read decides as what was written", () => {
	fc.assert(
		fc.property(
			focus.chain((names) =>
				fc.record({
					policy: about(names).policy,
					requests: fc.array(about(names).request, { minLength: 1, maxLength: 6 }),
				}),
			),
			({ policy, requests }) => {
				const { tree } = engineOf(policy);
				const again = read(compiledText(tree));
				for (const request of requests) expect(decide(again, request, world)).toEqual(decide(tree, request, world));
			},
		),
		{ numRuns: 150, seed: 20261122 },
	);
});

test("agents keep their own, whatever their names", () => {
	const names = ["zed", "default", "__proto__", "constructor", "a1", "toString"];
	const { tree, diagnostics } = loadText(
		"p.rules",
		names
			.map((name, at) => `agent ${name} {\n default deny\n allow tool${at}, ls\n deny rm because "é ${name}"\n}\n`)
			.join(""),
	);
	if (tree === undefined) throw new Error(JSON.stringify(diagnostics));
	const again = read(compiledText(tree));
	for (const agent of [...names, "nobody"])
		for (const program of ["rm", "ls", ...names.map((_, at) => `tool${at}`)])
			expect(decide(again, { argv: [program], agent }, world)).toEqual(decide(tree, { argv: [program], agent }, world));
});

test("the same policy gives the same text", () => {
	const text = "agent b {\n allow ls\n}\nagent a {\n deny rm\n}\n";
	const written = () =>
		compiledText(loadText("p.rules", text).tree as NonNullable<ReturnType<typeof loadText>["tree"]>);
	expect(written()).toBe(written());
	expect(() => JSON.parse(written())).not.toThrow();
});

/** The text with the checksum that fits. */
function resealed(text: string): string {
	const body = text.slice(text.indexOf("\n") + 1);
	return text.replace(/[0-9a-f]{64}/, createHash("sha256").update(body).digest("hex"));
}

test("what a policy asks of the past is told, and nobody reads its other tests for that", () => {
	const rules = Array.from({ length: 50 }, (_, at) => ` allow tool${at} x${at} with --y${at}\n`).join("");
	const { tree } = loadText(
		"p.rules",
		`agent a {\n${rules} allow git push after npm test\n}\nagent b {\n${rules} allow z at most 3 per 1h\n ask 2 of team w\n}\n`,
	);
	if (tree === undefined) throw new Error("the policy is broken");
	const again = read(compiledText(tree));
	const parsed = jest.spyOn(JSON, "parse");
	try {
		expect(pastTests(again)).toEqual(pastTests(tree));
		expect(parsed.mock.calls.length).toBe(3);
	} finally {
		parsed.mockRestore();
	}
	const none = loadText("p.rules", "agent a {\n allow ls\n}\n").tree as typeof tree;
	expect(pastTests(read(compiledText(none)))).toEqual([]);
});

describe("what somebody else wrote, with a checksum that fits,", () => {
	const { tree } = loadText(
		"p.rules",
		`program deploy can network\nagent default {\n default deny\n allow ls, cat within .\n deny rm /etc because "é No."\n${Array.from({ length: 12 }, (_, at) => ` allow tool word${at} --x\n`).join("")} nudge grep except grep -c use search\n}\nagent other extends default {\n override deny ls -l\n}\n`,
	);
	if (tree === undefined) throw new Error("the policy is broken");
	const whole = compiledText(tree);
	const requests = [
		["ls", "-l"],
		["cat", "/etc/x"],
		["rm", "/etc"],
		["tool", "word3", "--x"],
		["grep", "x"],
		["./nobody", "x"],
	].flatMap((argv) => [{ argv }, { argv, agent: "other" }]);

	test("may say anything, and every command still gets an answer", () => {
		const change = fc.record({
			at: fc.nat(whole.length - 1),
			length: fc.nat(6),
			put: fc.oneof(
				fc.constantFrom("", "-1", "0", "999999", "null", "[", "]", "{}", '"', ",", "\n", "é"),
				fc.string({ maxLength: 4 }),
			),
		});
		fc.assert(
			fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
				const hurt = changes.reduce(
					(text, { at, length, put }) => text.slice(0, at) + put + text.slice(at + length),
					whole,
				);
				const decisions = readCompiled(Buffer.from(resealed(hurt)));
				if ("fault" in decisions) return;
				for (const request of requests) {
					const { effect, message } = decide(decisions, request, world);
					expect(["allow", "ask", "nudge", "deny"]).toContain(effect);
					expect(typeof message).toBe("string");
				}
			}),
			{ numRuns: 200, seed: 20261122 },
		);
	});

	test("is a denial for the agent whose line is none, and no other agent's line is read", () => {
		const line = whole.split("\n").find((one) => one.startsWith('{"agent":{"name":"other"')) as string;
		const hurt = read(resealed(whole.replace(line, "?".repeat(line.length))));
		for (const request of requests)
			if ("agent" in request) expect(decide(hurt, request, world)).toMatchObject({ effect: "deny", code: "fault" });
			else expect(decide(hurt, request, world)).toEqual(decide(tree, request, world));
	});

	test("is a denial where a rule, a test or an agent is not what it should be", () => {
		const deny = { effect: "deny", code: "fault" };
		const said = (hurt: string, argv: string[], agent?: string) =>
			decide(read(resealed(hurt)), agent === undefined ? { argv } : { argv, agent }, world);
		const rule = whole.split("\n").find((one) => one.includes('"keyword":"nudge"')) as string;
		for (const effect of ['"allow"', '"nudgy"', '"x"    ', "null   "])
			expect(
				said(whole.replace(rule, rule.replace('"effect":"nudge"', `"effect":${effect}`)), ["grep", "x"]),
			).toMatchObject(deny);
		expect(
			said(whole.replace(rule, rule.replace('"use":["search"]', '"use":"search"  ')), ["grep", "x"]),
		).toMatchObject(deny);
		const test = whole.split("\n").find((one) => one.startsWith('{"kind":"paths-within"')) as string;
		for (const [from, to] of [
			['"kind":"paths-', '"kind":"pathz-'],
			['"access":"any"', '"access":"all"'],
			['"text"', '"TEXT"'],
		] as const)
			expect(said(whole.replace(test, test.replace(from, to)), ["cat", "x"])).toMatchObject(deny);
		expect(said(whole.replace('{"agent":{"name":"other"', '{"agent":{"name":"OTHER"'), ["ls"], "other")).toMatchObject(
			deny,
		);
	});

	test("is a denial for an agent whose settings are none", () => {
		const line = whole.split("\n").find((one) => one.startsWith('{"agent":{"name":"other"')) as string;
		for (const [from, to] of [
			['"unreadable":"deny"', '"unreadable":"Deny"'],
			['"sandbox":"off"', '"sandbox":"Off"'],
			['"self":"protected"', '"self":"Protected"'],
		] as const) {
			expect(line).toContain(from);
			const hurt = read(resealed(whole.replace(line, line.replace(from, to))));
			expect(decide(hurt, { argv: ["cat", "x"], agent: "other" }, world)).toMatchObject({
				effect: "deny",
				code: "fault",
			});
			expect(decide(hurt, { argv: ["cat", "x"] }, world)).toMatchObject({ effect: "allow" });
		}
	});

	test("keeps no agent from being confined whose own line is sound", () => {
		const line = whole.split("\n").find((one) => one.startsWith('{"agent":{"name":"other"')) as string;
		const confined = withSandbox(read(resealed(whole.replace(line, "?".repeat(line.length)))), "default", "require");
		expect(decide(confined, { argv: ["ls"] }, world)).toMatchObject({ effect: "allow", sandbox: "require" });
		expect(decide(confined, { argv: ["ls"], agent: "other" }, world)).toMatchObject({ effect: "deny", code: "fault" });
	});

	test("is a denial where a rule names a test that is not there, or the nodes end early", () => {
		const places = /"grants":\[[\d,]*\]/g;
		const without = read(resealed(whole.replace(places, (text) => '"grants":-1'.padEnd(text.length))));
		expect(decide(without, { argv: ["tool", "word3", "--x"] }, world)).toMatchObject({ effect: "deny", code: "fault" });
		const cells = whole.slice(whole.indexOf('"cells":[\n"'), whole.indexOf('"tests":['));
		const empty = read(
			resealed(
				whole.replace(
					cells,
					cells.replace(/[A-Za-z0-9+/=]{8,}/g, (text) => " ".repeat(text.length)),
				),
			),
		);
		expect(decide(empty, { argv: ["ls"] }, world)).toMatchObject({ effect: "deny", code: "fault" });
	});
});

test("a rule is written without what most rules leave out, and is read as it was", () => {
	const { tree, diagnostics } = loadText(
		"p.rules",
		'agent base {\n locked deny rm, shred because "No {path}." note "n" id no-rm\n ask * using network\n}\nagent default extends base {\n default deny\n allow git except git push use x\n override allow curl example.org\n constrain writes of cp to .\n}\n',
	);
	if (tree === undefined) throw new Error(JSON.stringify(diagnostics));
	const again = read(compiledText(tree));
	for (const [name, { rules, tests }] of Object.entries(tree.agents)) {
		const own = again.agents[name];
		expect(rules.map((_, at) => own?.rules.at(at))).toEqual(rules);
		expect(tests.map((_, at) => own?.tests.at(at))).toEqual(tests);
	}
	expect(again.lines).toEqual(tree.lines);
});
