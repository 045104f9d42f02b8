import { readdirSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { describe, expect, test } from "@jest/globals";
import { lint } from "../../src/lint/lint.js";
import { type Loaded, load, loadText } from "../../src/load/load.js";
import { positionAt } from "../../src/source/source-file.js";
import { cleanPolicy } from "./clean-policy.js";

/** Findings as lines that a person can look up. */
function found(policy: Loaded): readonly string[] {
	return lint(policy, { today: "2026-06-01" }).map(({ code, message, span }) => {
		const source = policy.sources.get(span.file);
		return `${span.file}:${source ? positionAt(source, span.start).line : "?"} ${code}: ${message}`;
	});
}

describe("nothing is found", () => {
	test.each(readdirSync("rules").filter((name) => /\.rules(\.ya?ml)?$/.test(name)))("in the pack %s", (name) => {
		expect(found(load(`rules/${name}`))).toEqual([]);
	});

	test.each([10, 1000])("in a clean policy of %d rules", (rules) => {
		expect(found(loadText("policy.rules", cleanPolicy(rules), { cwd: "/nowhere" }))).toEqual([]);
	});
});

test("ten times the rules take about ten times as long, not a hundred times", () => {
	const took = (rules: number): number => {
		const policy = loadText("policy.rules", cleanPolicy(rules), { cwd: "/nowhere" });
		const start = performance.now();
		lint(policy);
		return performance.now() - start;
	};
	took(200);
	const [small, large] = [took(200), took(2000)];
	expect(large).toBeLessThan(40 * Math.max(small, 20));
}, 60_000);
