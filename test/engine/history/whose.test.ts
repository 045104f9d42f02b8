/** What a rule needs was done by the session that asks, or by one that is whole with it; what it fears, perhaps by it. */
import { expect, test } from "@jest/globals";
import { newHistory } from "../../../src/engine/history/history.js";
import { loadText } from "../../../src/runtime/load/load.js";

const world = { workspace: "/w", home: "/home/u", linkAt: () => "none" as const };

/** How `git push` of the session `asking` is decided once `npm test` of the session `doing` passed. */
function pushed(
	rule: string,
	doing: string | undefined,
	asking: string | undefined,
	start?: "continues" | "parent",
): string {
	const { tree } = loadText("p.rules", `default deny\nallow npm test\n${rule}\n`);
	if (tree === undefined) throw new Error("there is no tree");
	const history = newHistory();
	const whose = (session: string | undefined) => (session === undefined ? {} : { session });
	const around = { cwd: "/w" };
	history.decide(tree, { argv: ["npm", "test"], ...around }, world, { id: 1, at: 1_000, ...whose(doing) });
	history.outcome({ id: 1, at: 2_000, code: 0 });
	if (start !== undefined && asking !== undefined) history.start({ session: asking, [start]: doing ?? "" });
	return history.decide(tree, { argv: ["git", "push"], ...around }, world, { id: 2, at: 3_000, ...whose(asking) })
		.effect;
}

test.each([
	["allow git push after npm test", "a", "a", undefined, "allow"],
	["allow git push after npm test", "a", "b", undefined, "deny"],
	["allow git push after npm test", undefined, "b", undefined, "deny"],
	["allow git push after npm test", "a", undefined, undefined, "deny"],
	["allow git push after npm test", "a", "b", "continues", "allow"],
	["allow git push after npm test", "a", "b", "parent", "allow"],
	["allow git push before npm test", "a", "a", undefined, "deny"],
	["allow git push before npm test", "a", "b", undefined, "allow"],
	["allow git push before npm test", undefined, "b", undefined, "deny"],
	["allow git push before npm test", "a", undefined, undefined, "deny"],
] as const)("%s: of %s, asked by %s (%s): %s", (rule, doing, asking, start, expected) => {
	expect(pushed(rule, doing, asking, start)).toBe(expected);
});
