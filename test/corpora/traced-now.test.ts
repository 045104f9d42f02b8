/**
 * Real programs, traced while they run on this machine: what they open, write, delete and connect to is among the effects that are derived of their words. Asked of a part
 * of the commands of `traced.jsonl`; TRACED=all asks all of them, which takes some minutes. Where there is no strace or no bubblewrap it is left out.
 */
import { describe, expect, test } from "@jest/globals";
import type { World } from "../../src/engine/request/paths.js";
import { tracedAnswer, tracedAnswers, tracedRows } from "./effects-rows.js";
import { type There, tracedNow } from "./trace/run-traced.js";
import { isWhole } from "../part.js";

const every = process.env.TRACED === "all" ? 1 : Number(process.env.TRACED ?? (isWhole ? 25 : 100));

/** The made-up folders as the commands found them. */
function worldOf(there: There): World {
	const below = new Map<string, string[]>();
	for (const path of Object.keys(there)) {
		const at = path.lastIndexOf("/");
		const above = path.slice(0, at) || "/";
		below.set(above, [...(below.get(above) ?? []), path.slice(at + 1)]);
	}
	const at = (path: string): There[string] | undefined => (Object.hasOwn(there, path) ? there[path] : undefined);
	return {
		workspace: "/w/project",
		home: "/w/home",
		linkAt: (path) => {
			const one = at(path);
			return typeof one === "object" ? one : "none";
		},
		kindAt: (path) => {
			const one = at(path);
			return one === undefined ? (path === "/w" ? "folder" : "none") : one === "folder" ? "folder" : "other";
		},
		entriesOf: (path) => below.get(path) ?? [],
	};
}

describe("commands that are traced now", () => {
	const rows = tracedRows().filter(({ cwd }, index) => cwd === "/w/project" && index % every === 0);
	// A command of several lines is told as one line.
	const plain = rows.filter(({ command }) => !command.includes("\n"));
	const traced = tracedNow(plain.map(({ command }) => command));
	if (traced === undefined) {
		test.skip("can't be traced here: strace or bubblewrap is missing", () => undefined);
		return;
	}
	const world = worldOf(traced.there);
	const known = new Set(tracedAnswers().flatMap(({ command, missed }) => (missed.length === 0 ? [] : [command])));

	test("do nothing that is not among their effects", () => {
		// Where a program is missing, or is another one, nothing can be compared.
		const ran = traced.rows.filter(({ status }, index) => status === plain[index]?.status && status !== 127);
		expect(ran.length).toBeGreaterThan(plain.length / 3);
		const missed = ran
			.filter(({ command }) => !known.has(command))
			.map((row) => tracedAnswer({ ...row, program: "", cwd: "/w/project" }, world))
			.filter((answer) => answer.missed.length > 0);
		expect(missed.map(({ command, missed: what }) => `${command}: ${what.join(", ")}`)).toEqual([]);
	}, 900_000);
});
