/** The same at length: `npm run soak:resident`. */
import { expect, test } from "@jest/globals";
import { isWhole } from "../../part.js";
import { folder, program } from "../cli.js";
import { environment } from "../hooks.js";
import { killResidents } from "./killing.js";
import { residentFolder } from "./residents.js";

test("killed at any moment, under load, while the policy changes: every answer is one of a policy that lay there", async () => {
	const wanted = isWhole ? 8 : 3;
	const seed = Date.now() % 1e9;
	const around = { program: program(), place: residentFolder(), project: folder(), env: environment() };
	const { faults, kills, asked, byResidents, policies } = await killResidents({ ...around, kills: wanted, seed });
	expect([seed, faults]).toEqual([seed, []]);
	expect(kills).toBe(wanted);
	// On a machine that does much else fewer are asked.
	expect(asked).toBeGreaterThan(wanted);
	expect(byResidents).toBeGreaterThan(0);
	expect(policies).toBeGreaterThan(1);
}, 300_000);
