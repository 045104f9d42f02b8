/**
 * The packs against the corpora. What a pack lets through of the attacks is listed with the reason, and nothing else is let through: each row was
 * written for a policy of its own, so a pack that is for something may allow it. `npm run packs -- --attacks PACK` prints the rows.
 */
import { describe, expect, test } from "@jest/globals";
import { attacksUnder, callsUnderReadOnly, type PackAnswer } from "./corpora.js";

const through = (answers: readonly PackAnswer[]): readonly string[] =>
	answers.filter((one) => one.expected === "deny" && one.effect === "allow").map((one) => one.id);

/** What `read-only` lets through, and why it is for that. */
const looks: Readonly<Record<string, readonly string[]>> = {
	"a name or an address is asked for, which tells its host no more than that": [
		"BP-OPTN-232",
		"BP-OPTN-233",
		"BP-OPTN-251",
		"BP-OPTN-252",
		"BP-OPTN-253",
		"BP-OPTN-260",
		"BP-OPTN-262",
	],
	"another machine's containers are looked at": ["BP-OPTN-194"],
	"files of any folder may be read, but for where secrets lie": ["BP-PATH-003"],
	"a repository's own settings are trusted; agents can't write them": ["BP-CONF-007"],
};

/**
 * So many rows at most; the number only goes down. What `developer` lets through writes or deletes in the workspace, which file tools may do as well, or runs the
 * project's own code: it is for that. `find keep -exec rm -rf {} +` is as `rm -rf keep`.
 */
const most: Readonly<Record<string, number>> = { locked: 0, developer: 83, ci: 69 };

describe("attacks", () => {
	test("`read-only` lets through what is listed, and nothing else", () => {
		expect([...through(attacksUnder("read-only"))].sort()).toEqual(Object.values(looks).flat().sort());
	});

	test.each(Object.entries(most))("`%s` lets through %d at most", (pack, number) => {
		expect(through(attacksUnder(pack)).length).toBeLessThanOrEqual(number);
	});
});

describe("calls under `read-only`", () => {
	const answers = callsUnderReadOnly();

	test("none with a side effect is allowed: what is left reads a file", () => {
		expect(through(answers)).toEqual([]);
	});

	test("every harmless one is allowed", () => {
		expect(answers.filter((one) => one.expected === "allow" && one.effect !== "allow")).toEqual([]);
	});
});
