/** What the engine derives from the text of a word, the search knows: code in languages that are read, modules, words that take a power away, verbs. */
import { describe, expect, test } from "@jest/globals";
import { difference } from "../../../../src/authoring/analysis/changes/difference.js";
import { codeTexts } from "../../../../src/authoring/analysis/code-samples.js";
import { prove } from "../../../../src/authoring/analysis/prove.js";
import { decide } from "../../../../src/engine/decide/decide.js";
import { isCodeRead } from "../../../../src/engine/effects/words-that-decide.js";
import { programs } from "../../../../src/engine/knowledge/programs.generated.js";
import type { Claim } from "../../../../src/language/policy/policy.js";
import { ground, world } from "../fuzz/ground.js";
import { loadedText } from "../fuzz/small-policies.js";

const told = (policy: string) => loadedText(`default deny\n${policy.replaceAll("; ", "\n")}\n`);

describe("a claim is broken by a command whose text decides", () => {
	test.each([
		["allow python3", "never allow * using delete"],
		["allow python3", "never allow * using write"],
		["allow python3, true", "never allow python3 using exec"],
		["allow python3", "never allow python3 using network"],
		["allow python3 -c", "never allow python3 touching /etc"],
		["allow python3 -c; deny python3 using code", "never allow python3 touching /etc"],
		["allow python3; ask python3 using write", "never ask python3"],
		["allow python3 -m; ask python3 within zz", "never allow python3"],
		["allow node", "never allow node using write"],
		["allow node", "never allow node using delete"],
		["allow perl", "never allow perl using write"],
		["allow ruby -e; deny ruby using code", "never allow ruby"],
		["allow sqlite3 granting everything; deny sqlite3 using code, exec", "never allow sqlite3 using delete"],
		["allow set", "never allow set"],
		["allow export", "never allow export"],
		["allow exactly date *", "never allow date"],
		["allow exactly date * *", "never allow date"],
	])("%s: %s", (policy, claim) => {
		const { tree, claims } = told(`${policy}; ${claim}`);
		const proof = prove(tree, "default", claims[0] as Claim, ground);
		expect(proof.kind).toBe("broken");
		if (proof.kind !== "broken") return;
		expect(decide(tree, { agent: "default", argv: proof.sample.argv }, world).effect).toBe(proof.effect);
	});
});

describe("policies differ by such commands", () => {
	test.each([
		["allow python3; deny python3 using write", "allow python3"],
		["allow node; deny node using delete", "allow node"],
		["allow perl; deny perl using write", "allow perl"],
		["ask python3 -m; ask python3 within zz", "allow python3 -m; ask python3 within zz"],
		["allow ls", "allow ls, set"],
		["allow exactly date", "allow exactly date; allow exactly date *"],
		["allow pulumi", "allow pulumi granting network, secrets"],
		["allow railway", "allow railway granting network, secrets"],
		["allow tar", "allow tar granting write"],
	])("%s | %s", (before, after) => {
		expect(difference(told(before).tree, told(after).tree, ground).changes).not.toEqual([]);
	});
});

test("a difference whose past no story shows is not settled", () => {
	const before = "nudge env after bash x.sh -c touching a use x; allow bash";
	const unsettled = (old: string) => difference(told(old).tree, told(`${old}; deny env`).tree, ground).unsettled;
	expect(unsettled(before)).toEqual([{ agent: "default", program: "env" }]);
	expect(unsettled("nudge env after make use x; allow make")).toEqual([]);
});

test("a claim about every program ends when a command breaks it", () => {
	const { tree, claims } = loadedText("default allow\ndeny * using network\nnever allow * reaching evil.test\n");
	expect(prove(tree, "default", claims[0] as Claim, ground).kind).toBe("broken");
}, 60_000);

test("each language that is read has texts to try", () => {
	const read = Object.values(programs)
		.map((make) => make())
		.filter((program) => isCodeRead(program));
	expect(read.map(({ name }) => name).filter((name) => codeTexts(name).length < 2)).toEqual([]);
	expect(read.length).toBeGreaterThan(8);
});
