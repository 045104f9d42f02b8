/** Where nobody knows the home folder, what hangs on it is found out as far as any home folder shows it, and is not settled else: it is never taken for none. */
import { describe, expect, test } from "@jest/globals";
import { difference } from "../../../src/authoring/analysis/changes/difference.js";
import { prove } from "../../../src/authoring/analysis/prove.js";
import { answerClaim } from "../../../src/authoring/suite/claims.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import type { Claim } from "../../../src/language/policy/policy.js";
import { loadText } from "../../../src/runtime/load/load.js";

const homeless = { workspace: "/w", home: undefined };
const world = { workspace: "/w", linkAt: () => "none" as const };

function loaded(text: string): { readonly tree: Tree; readonly claims: readonly Claim[] } {
	const { tree, policy } = loadText("home.rules", text);
	if (tree === undefined || policy === undefined) throw new Error("there is no tree");
	return { tree, claims: policy.claims };
}

describe("a claim", () => {
	test.each([
		["default allow", "never allow cat touching ~/.ssh", "broken"],
		["default allow", "never allow cat touching ~/.ssh/**", "broken"],
		["default allow", "always allow cat within /home", "broken"],
		["allow cat", "always allow cat within /home", "broken"],
		["allow cat within ., !~/x", "always allow cat within .", "broken"],
		["default allow\ndeny cat touching ~/x, !~/x/y", "always deny cat touching ~/x", "not-settled"],
		["allow cat\ndeny cat touching ~/x, !~/x/y", "always deny exactly cat /home/u/x/y", "not-settled"],
		["allow cat within ~/x", "always allow cat within ~/x", "not-settled"],
		["default allow", "never allow ~/bin/y", "not-settled"],
		["allow ~/bin/y", "never allow y", "not-settled"],
		["allow ~/bin/y", "always allow ~/bin/y", "not-settled"],
		["default allow\ndeny ~/bin/y", "always deny ~/bin/*", "not-settled"],
		["default allow\ndeny cat touching ~/x", "always deny cat touching ~/x", "proved"],
		["default allow\ndeny cat touching ~/x", "always deny cat touching ~/x/y", "proved"],
		["default allow\ndeny ~/bin/y", "always deny ~/bin/y", "proved"],
		["default allow\ndeny git push\ndeny * touching ~/x", "never allow git push", "proved"],
		["default allow\ndeny cat touching /etc", "never allow cat touching /etc", "proved"],
	])("where `%s` is the policy: `%s` is %s", (policy, claim, kind) => {
		const { tree, claims } = loaded(`agent default {\n${policy}\n}\n${claim}\n`);
		const proof = prove(tree, "default", claims[0] as Claim, homeless);
		expect(proof.kind).toBe(kind);
		if (proof.kind !== "not-settled") return;
		expect(proof.note).toContain("home folder");
		expect(answerClaim(claims[0] as Claim, tree, world)).toMatchObject({
			kind: "unsettled",
			why: expect.stringContaining("home folder"),
		});
	});
});

describe("a difference", () => {
	test.each([
		["default allow\ndeny cat touching ~/.ssh", "default allow", "told"],
		["default deny\nallow cat within ~/x", "default deny", "told"],
		["default deny\nallow cat within ., !~/x", "default deny\nallow cat within .", "told"],
		["default allow\ndeny cat touching ~/x", "default allow\ndeny cat touching ~/x/y", "told"],
		["default allow\nconstrain reads of cat to ~/x", "default allow", "told"],
		["default allow\ndeny cat touching ~/x, !~/x/y", "default allow\ndeny cat touching ~/x", "not settled"],
		["default allow\ndeny ~/bin/y", "default allow", "not settled"],
		["default allow\ndeny ~/bin/*", "default allow", "not settled"],
		["default deny\nallow ~/bin/y", "default deny", "not settled"],
		["default allow\ndeny cat touching ~/x", "default allow\ndeny cat touching ~/x", "none"],
		["default allow\ndeny cat touching ~/x", "default allow\ndeny cat touching ~/x\ndeny cat touching ~/x/y", "none"],
	])("from `%s` to `%s` is %s", (before, after, told) => {
		const { changes, unsettled } = difference(loaded(before).tree, loaded(after).tree, homeless);
		expect(changes.length > 0 ? "told" : unsettled.length > 0 ? "not settled" : "none").toBe(told);
		for (const { note } of unsettled) expect(note).toContain("home folder");
	});
});
