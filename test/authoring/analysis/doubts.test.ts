/** Changes that only commands show of which something can't be known: they are found past what else decides such commands. */
import { expect, test } from "@jest/globals";
import { anySymbolicWorld } from "../../../src/authoring/analysis/agent-model.js";
import { difference } from "../../../src/authoring/analysis/changes/difference.js";
import { loadedText } from "./fuzz/small-policies.js";

const doubtful = "default deny\nallow foo *\nallow foo with -ro\nallow foo without -ro\n";
const certain = "default deny\nallow foo x\nallow foo with -ro\nallow foo without -ro\n";

test.each([
	["alone", ""],
	["beside a denial of the words that come first", "deny foo a\n"],
	["beside two", "deny foo a\ndeny foo b\n"],
	["beside a bound for those words", "constrain writes of foo a to a, !a\n"],
])("what only a doubt shows is told %s", (_, more) => {
	const [before, after] = [certain, doubtful].map((text) => loadedText(more + text).tree);
	if (before === undefined || after === undefined) throw new Error("there is no tree");
	const { changes, unsettled } = difference(before, after, anySymbolicWorld);
	expect(unsettled).toEqual([]);
	expect(changes).not.toEqual([]);
});
