import { describe, expect, test } from "@jest/globals";
import { start } from "./client.js";

const plugin = (check: string): string =>
	`exports.lints = [{ name: "own-lint", family: "style", severity: "warning", summary: "x", looksAt: "text", check: () => ${check} }];\n`;

describe("a file of which not everything could be found out", () => {
	test.each([
		["throws", "{ throw new Error('once'); }"],
		["reports what is no finding", "[1]"],
	])("does not look clean where a lint %s", async (_, check) => {
		const client = await start(
			{ "bylaw.config.yaml": "plugins: [./own.cjs]\n", "own.cjs": plugin(check) },
			{},
			{ plugins: true },
		);
		await client.open("c.rules", "set unused = a, b\nagent default {\n  default deny\n  allow ls\n}\n");
		const all = await client.diagnostics("c.rules", (found) => found.some(({ code }) => code === "lint-failed"));
		const told = all.map(({ code }) => code);
		expect(told).toContain("lint-failed");
		expect(told).toContain("unused-set");
		await client.end();
	});
});
