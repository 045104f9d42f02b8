/** The packs beside other projects' own cases, where those lie. `docs/peers.md` says what the differences are; `npm run packs` lists them. */
import { describe, expect, test } from "@jest/globals";
import { agreement, answersTo, peersFolder } from "./peers.js";

/** Shares that are reached. They only go up, but where we come to hold back what a project lets through: since secrets that are shown are a power, `vault read` and its kind. */
const floors: Readonly<Record<string, number>> = {
	"cc-safety-net": 0.885,
	Rampart: 0.888,
	destructive_command_guard: 0.95,
	shellfirm: 0.925,
	Dippy: 0.92,
	Codex: 0.97,
};

/** Cases that they hold back and we do not: `docs/peers.md` gives the reason for each. The numbers only go down, but where a day's work is wanted free: `docker compose up`, `git merge --abort`. */
const onlyTheirs: Readonly<Record<string, number>> = {
	"cc-safety-net": 5,
	Rampart: 4,
	destructive_command_guard: 10,
	shellfirm: 9,
	Dippy: 15,
	Codex: 1,
};

describe("other projects' cases", () => {
	if (peersFolder() === undefined) {
		test.skip("are not here: nothing is compared", () => undefined);
		return;
	}

	test.each(Object.entries(floors))("%s: at least %d of the answers are the same", (peer, floor) => {
		expect(agreement(answersTo(peer))).toBeGreaterThanOrEqual(floor);
	});

	test.each(Object.entries(onlyTheirs))("%s: at most %d cases are held back by it alone", (peer, most) => {
		expect(answersTo(peer).filter(({ ours, theirs }) => ours && !theirs).length).toBeLessThanOrEqual(most);
	});

	test("none makes the engine fail", () => {
		const faults = Object.keys(floors).flatMap((peer) => answersTo(peer).filter(({ code }) => code === "fault"));
		expect(faults).toEqual([]);
	});
});
