/** The same at length: `npm run soak:resident`. */
import { expect, test } from "@jest/globals";
import { folder, program } from "../cli.js";
import { environment } from "../hooks.js";
import { killResidents } from "./killing.js";
import { residentFolder } from "./residents.js";

test("killed at any moment, under load, while the policy changes: every answer is one of a policy that lay there", async () => {
	const seed = Date.now() % 1e9;
	const around = { program: program(), place: residentFolder(), project: folder(), env: environment() };
	const { faults, kills, asked, byResidents, policies } = await killResidents({ ...around, kills: 8, seed });
	expect([seed, faults]).toEqual([seed, []]);
	expect(kills).toBe(8);
	expect(asked).toBeGreaterThan(20);
	expect(byResidents).toBeGreaterThan(5);
	expect(policies).toBeGreaterThan(5);
}, 300_000);
