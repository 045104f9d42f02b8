import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { unifiedDiff } from "../../../src/authoring/render/unified-diff.js";
import { folder } from "../cli.js";

test("equal texts have no difference", () => {
	expect(unifiedDiff("a\n", "a\n", "x", "y")).toBe("");
});

test("a change is shown with three lines around it, far ones apart", () => {
	const lines = Array.from({ length: 30 }, (_, index) => `${index + 1}\n`);
	const after = [...lines];
	after[1] = "two\n";
	after.splice(20, 1);
	expect(unifiedDiff(lines.join(""), after.join(""), "old", "new")).toBe(
		"--- old\n+++ new\n@@ -1,5 +1,5 @@\n 1\n-2\n+two\n 3\n 4\n 5\n@@ -18,7 +18,6 @@\n 18\n 19\n 20\n-21\n 22\n 23\n 24\n",
	);
});

test("a missing line break at the end is a difference", () => {
	expect(unifiedDiff("a", "a\n", "old", "new")).toBe(
		"--- old\n+++ new\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n",
	);
});

test("from and to nothing", () => {
	expect(unifiedDiff("", "a\n", "old", "new")).toBe("--- old\n+++ new\n@@ -0,0 +1 @@\n+a\n");
	expect(unifiedDiff("a\nb\n", "", "old", "new")).toBe("--- old\n+++ new\n@@ -1,2 +0,0 @@\n-a\n-b\n");
});

test("texts that have little in common are done in time", () => {
	const text = (word: string): string => Array.from({ length: 20_000 }, (_, index) => `${word}${index}\n`).join("");
	expect(unifiedDiff(text("a"), text("b"), "old", "new").split("\n")).toHaveLength(40_004);
});

/** Applies a diff as its lines say. */
function applied(before: string, diff: string): string {
	const old = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
	const made: string[] = [];
	let at = 0;
	let last = "";
	for (const line of diff.match(/[^\n]*\n/g) ?? []) {
		const hunk = /^@@ -(\d+)(?:,(\d+))? /.exec(line);
		if (line.startsWith("--- ") || line.startsWith("+++ ")) continue;
		if (hunk !== null) {
			const start = Number(hunk[1]) - (hunk[2] === "0" ? 0 : 1);
			made.push(...old.slice(at, start));
			at = start;
		} else if (line.startsWith("\\")) {
			if (last !== "-") made.push((made.pop() as string).replace(/\n$/, ""));
		} else if (line.startsWith("+")) made.push(line.slice(1));
		else {
			if (line.startsWith(" ")) made.push(line.slice(1));
			at++;
		}
		last = line[0] as string;
	}
	return [...made, ...old.slice(at)].join("");
}

const text = fc
	.tuple(fc.array(fc.constantFrom("a", "b", "c", "d", ""), { maxLength: 24 }), fc.boolean())
	.map(([lines, whole]) => lines.join("\n") + (whole && lines.length > 0 ? "\n" : ""));

test("applying the difference gives the other text", () => {
	fc.assert(
		fc.property(text, text, (before, after) => {
			const diff = unifiedDiff(before, after, "old", "new");
			expect(diff === "" ? before : applied(before, diff)).toBe(after);
		}),
		{ numRuns: 1000 },
	);
});

test("`patch` takes it", () => {
	if (spawnSync("patch", ["--version"]).status !== 0) return;
	const before = "a\nb\nc\nd\ne\nf\ng\nh\ni";
	const after = "a\nB\nc\nd\ne\nf\ng\nnew\nh\ni\n";
	const cwd = folder({ f: before, d: unifiedDiff(before, after, "f", "f") });
	expect(spawnSync("patch", ["-o", "-", "f", join(cwd, "d")], { cwd, encoding: "utf8" }).stdout).toBe(after);
});
