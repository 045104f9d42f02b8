import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { lint } from "../../../src/authoring/lint/lint.js";
import { starter } from "../../../src/cli/policy/starter.js";
import { positionAt } from "../../../src/language/source/source-file.js";
import { type Loaded, load, loadText } from "../../../src/runtime/load/load.js";
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

	// All kinds of projects at once: `test/cli/init/init.test.ts`.
	test.each([[], ["package.json", "go.mod", "Cargo.toml", "pyproject.toml"]])(
		"in what `rules init` writes beside %j",
		(...files) => {
			const folder = mkdtempSync(join(tmpdir(), "bylaw-clean-"));
			try {
				for (const file of files) writeFileSync(join(folder, file), "");
				expect(found(loadText("policy.rules", starter(folder), { cwd: "/nowhere" }))).toEqual([]);
			} finally {
				rmSync(folder, { recursive: true });
			}
		},
	);

	test.each([10, 1000])("in a clean policy of %d rules", (rules) => {
		expect(found(loadText("policy.rules", cleanPolicy(rules), { cwd: "/nowhere" }))).toEqual([]);
	});
});

test("ten times the rules take about ten times as long, not a hundred times", () => {
	const took = (rules: number): number => {
		const policy = loadText("policy.rules", cleanPolicy(rules), { cwd: "/nowhere" });
		// Of the processor: what else the machine does is not counted.
		const before = process.cpuUsage();
		lint(policy);
		const { user, system } = process.cpuUsage(before);
		return (user + system) / 1000;
	};
	took(100);
	const [small, large] = [took(100), took(1000)];
	expect(large).toBeLessThan(40 * Math.max(small, 20));
}, 240_000);
