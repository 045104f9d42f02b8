/** What proofs say where an override leaves redirections to what is inherited. */
import { expect, test } from "@jest/globals";
import { prove } from "../../../../src/authoring/analysis/prove.js";
import { witnessCommandLine } from "../../../../src/authoring/analysis/witness.js";
import { withoutEngineRules } from "../../../../src/engine/decide/compile-for-questions.js";
import type { Tree } from "../../../../src/engine/decide/tree.js";
import type { Claim } from "../../../../src/language/policy/policy.js";
import { loadText } from "../../../../src/runtime/load/load.js";
import { ground } from "../fuzz/ground.js";

function answer(inherited: string, own: string, claim: string): string {
	const text = `agent base {\n  default allow\n  ${inherited}\n}\nagent child extends base {\n  ${own}\n  ${claim}\n}\n`;
	const { policy, tree, diagnostics } = loadText("policy.rules", text, { cwd: "/nowhere" });
	if (tree === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
	const [stated] = policy.claims;
	const proof = prove(withoutEngineRules(policy, tree as Tree), "child", stated as Claim, ground);
	return proof.kind === "broken" ? witnessCommandLine(proof.sample) : proof.kind;
}

test.each([
	// What the operand names is let through, and a redirection of anything brings the denial back.
	[
		"syntax redirects\n  deny * touching secret",
		"override allow foo",
		"always allow foo secret",
		/^foo secret [<>] \S+$/,
	],
	[
		"syntax redirects\n  deny * using write",
		"override allow sed granting write",
		"always allow sed -i x",
		/^sed -i x.* > \S+$/,
	],
	// Without redirections there is no such command.
	["deny * touching secret", "override allow foo", "always allow foo secret", /^proved$/],
	// Whoever says paths means redirections, too.
	["syntax redirects\n  deny * touching secret", "override allow foo within /", "always allow foo secret", /^proved$/],
])("%s; %s; %s", (inherited, own, claim, wanted) => {
	expect(answer(inherited, own, claim)).toMatch(wanted);
});
