/** A denial by history names the step that is missing and what spoilt it, in one line; a closed way is called closed. */
import { expect, test } from "@jest/globals";
import { newHistory } from "../../../src/engine/history/history.js";
import type { Request } from "../../../src/engine/request/request.js";
import { loadText } from "../../../src/runtime/load/load.js";

const world = { workspace: "/w", home: "/home/u", linkAt: () => "none" as const };
const at = (minute: number): number => Date.parse("2026-11-23T10:00:00Z") + minute * 60_000;

function session(rules: string) {
	const { tree } = loadText("policy.rules", rules);
	if (tree === undefined) throw new Error("the policy can't be read");
	const history = newHistory();
	let minute = 0;
	return {
		ask: (...argv: string[]): string => {
			const request: Request = { argv };
			return history.decide(tree, request, world, { at: at(++minute), session: "s", id: minute }).message;
		},
		ended: (code?: number) => history.outcome({ id: minute, at: at(minute), ...(code === undefined ? {} : { code }) }),
	};
}

test("a step that is missing, and what spoilt it", () => {
	const { ask, ended } = session(
		"default deny\nallow npm test, npm install\nallow git push after exactly npm test since npm install last 30m",
	);
	expect(ask("git", "push")).toBe(
		"`git push` is not allowed yet: It needs `exactly npm test` before it: run that first, then this.",
	);
	ask("npm", "test");
	expect(ask("git", "push")).toContain("`npm test` was let through at 10:02, and nobody said how it ended");
	ask("npm", "test");
	ended(1);
	expect(ask("git", "push")).toContain("`npm test` failed at 10:04; it needs `exactly npm test`");
	ask("npm", "test");
	ended(0);
	expect(ask("git", "push")).toBe("`git push` is allowed.");
	ask("npm", "install");
	expect(ask("git", "push")).toBe(
		"`git push` is not allowed yet: `npm test` passed at 10:06, `npm install` came at 10:08: run `exactly npm test` again, then this.",
	);
});

test("a way that is closed", () => {
	const { ask } = session("default allow\ndeny * using network after * touching .env");
	ask("cat", ".env");
	expect(ask("curl", "https://a.example")).toContain(
		"`cat .env` was let through at 10:01: this session has no such way any more.",
	);
});

test("a number that is used up, and the author's own words", () => {
	const { ask } = session(
		'default deny\nallow git push at most 1 per 1h\nallow gh pr view\nallow gh pr merge {pr} after gh pr view {pr} because "Look at {pr} first: gh pr view {pr}."',
	);
	ask("git", "push");
	expect(ask("git", "push")).toContain("At most 1 in 1h: that is used up.");
	expect(ask("gh", "pr", "merge", "12")).toContain("Look at 12 first: gh pr view 12.");
});
