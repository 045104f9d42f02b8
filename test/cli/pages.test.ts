import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { folder, program, root, shell } from "./cli.js";

const pages = [
	...readdirSync(join(root, "docs/verbs")).filter((name) => name.endsWith(".md")),
	"../claims.md",
	"../tutorial.md",
	"../roll-out.md",
	"../../README.md",
];

describe("what a page shows is what happens", () => {
	test.each(pages)("%s", (name) => {
		const page = readFileSync(join(root, "docs/verbs", name), "utf8");
		expect(played(page)).toBe(page);
	});
});

/** The page with the output of its `console` blocks as it really is. A `rules` block is the `policy.rules` that they meet. */
function played(page: string): string {
	let cwd = folder();
	return page.replaceAll(/^```(rules|console)\n([\s\S]*?)^```$/gm, (block, kind: string, text: string) => {
		if (kind === "rules") {
			cwd = folder({ "policy.rules": text });
			return block;
		}
		const lines = text.split("\n").filter((line) => line.startsWith("$ "));
		return `\`\`\`console\n${lines.map((line) => `${line}\n${outputOf(line.slice(2), cwd)}`).join("")}\`\`\``;
	});
}

function outputOf(line: string, cwd: string): string {
	const { out } = shell(`rules() { '${process.execPath}' '${program()}' "$@"; }\n{ ${line}; } 2>&1`, { cwd });
	// Digests change with every change of how rules are kept.
	return out.replaceAll(cwd, "/project").replaceAll(/[0-9a-f]{64}/g, "…");
}
