/** The packs beside other projects' own cases, where those lie. `docs/peers.md` says what the differences are; `npm run packs` lists them. */
import { describe, expect, test } from "@jest/globals";
import { agreement, answersTo, peersFolder } from "./peers.js";

/** Shares that are reached. They only go up. */
const floors: Readonly<Record<string, number>> = {
	"cc-safety-net": 0.82,
	Rampart: 0.89,
	destructive_command_guard: 0.92,
	shellfirm: 0.87,
	Dippy: 0.88,
	Codex: 0.92,
};

describe("other projects' cases", () => {
	if (peersFolder() === undefined) {
		test.skip("are not here: nothing is compared", () => undefined);
		return;
	}

	test.each(Object.entries(floors))("%s: at least %d of the answers are the same", (peer, floor) => {
		expect(agreement(answersTo(peer))).toBeGreaterThanOrEqual(floor);
	});

	test("none makes the engine fail", () => {
		const faults = Object.keys(floors).flatMap((peer) => answersTo(peer).filter(({ code }) => code === "fault"));
		expect(faults).toEqual([]);
	});
});
