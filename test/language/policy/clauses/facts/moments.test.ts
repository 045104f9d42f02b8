/** Times, days, dates and ends, in zones. */
import { expect, test } from "@jest/globals";
import {
	datesOf,
	daysOf,
	endOf,
	hasEnded,
	isZone,
	liesIn,
	timesOf,
	wallTime,
} from "../../../../../src/language/policy/clauses/facts/moments.js";

test("shapes", () => {
	expect(timesOf("09:00-17:30")).toEqual({ from: 540, to: 1050 });
	expect(timesOf("00:00-24:00")).toEqual({ from: 0, to: 1440 });
	for (const wrong of ["9:00-17:00", "09:00", "25:00-26:00", "24:00-01:00", "09:60-10:00", "09:00-09:00"])
		expect(timesOf(wrong)).toBeUndefined();
	expect([...(daysOf("fri-mon") ?? [])]).toEqual([4, 5, 6, 0]);
	for (const wrong of ["Mon", "monday", "mon-fri-sun", ""]) expect(daysOf(wrong)).toBeUndefined();
	expect(datesOf("2026-12-20..2027-01-03")).toEqual({ from: "2026-12-20", to: "2027-01-03" });
	for (const wrong of ["2026-02-30", "2027-01-03..2026-12-20", "2026-1-1", "a..b"])
		expect(datesOf(wrong)).toBeUndefined();
	expect(endOf("2026-12-31T17:00+01:00")).toEqual({ instant: Date.parse("2026-12-31T16:00Z") });
	for (const wrong of ["tomorrow", "2026-12-31T25:00", "2026-12-31 17:00"]) expect(endOf(wrong)).toBeUndefined();
	expect([isZone("Europe/Berlin"), isZone("UTC"), isZone("Mars/Olympus"), isZone("unknown")]).toEqual([
		true,
		true,
		false,
		false,
	]);
});

test("the same moment on other clocks", () => {
	const at = Date.parse("2026-12-31T23:30Z");
	expect(wallTime(at, "UTC")).toEqual({ date: "2026-12-31", minutes: 1410, day: 3 });
	expect(wallTime(at, "Asia/Tokyo")).toEqual({ date: "2027-01-01", minutes: 510, day: 4 });
	expect(wallTime(at, "nowhere")).toBeUndefined();
	expect(liesIn("time", "22:00-06:00", at, "UTC")).toBe(true);
	expect(liesIn("day", "fri", at, "Asia/Tokyo")).toBe(true);
	expect(liesIn("date", "2026-12-31", at, "Asia/Tokyo")).toBe(false);
	expect(liesIn("date", "2026-12-31", at, "nowhere")).toBeUndefined();
	const end = endOf("2026-12-31");
	expect(end && hasEnded(end, at, "UTC")).toBe(false);
	expect(end && hasEnded(end, at, "Asia/Tokyo")).toBe(true);
	expect(end && hasEnded(end, at, "nowhere")).toBeUndefined();
});
