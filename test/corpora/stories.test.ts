/** Stories of sessions: every request is decided as it must be after what came before it. */
import { describe, expect, test } from "@jest/globals";
import { play, stories } from "./stories.js";

describe("stories", () => {
	const told = stories().filter(({ covered }) => covered);
	test.each(told.map((story) => [story.id, story.title, story] as const))("%s: %s", (_id, _title, story) => {
		expect(play(story).map(({ id, decision }) => `${id} ${decision.effect}`)).toEqual(
			play(story).map(({ id, expected }) => `${id} ${expected}`),
		);
	});
});
