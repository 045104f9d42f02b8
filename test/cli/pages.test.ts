import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { folder, program, root, rules, shell } from "./cli.js";

const pages = [
	...readdirSync(join(root, "docs/verbs")).filter((name) => name.endsWith(".md")),
	"../claims.md",
	"../tutorial.md",
	"../roll-out.md",
	"../why-denied.md",
	"../ci.md",
	"../incidents.md",
	"../migration.md",
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
	const words = plainWords(line);
	const alone = words?.[0] === "rules" ? rules(words.slice(1), { cwd }) : undefined;
	// Which of both streams says what first, only the shell knows.
	const isOneStream = alone !== undefined && (alone.out === "" || alone.err === "");
	const out = isOneStream ? alone.out + alone.err : printedByShell(line, cwd);
	// Digests change with every change of how rules are kept.
	return out.replaceAll(cwd, "/project").replaceAll(/[0-9a-f]{64}/g, "…");
}

function printedByShell(line: string, cwd: string): string {
	return shell(`rules() { '${process.execPath}' '${program()}' "$@"; }\n{ ${line}; } 2>&1`, { cwd }).out;
}

/** The words of a line in which nothing is left to the shell but quotes around whole words; undefined of another. */
function plainWords(line: string): readonly string[] | undefined {
	if (!/^(?:(?:'[^']*'|"[^"$`\\]*"|[\w./:=,@+-]+)(?: +|$))+$/.test(line)) return undefined;
	return line.match(/'[^']*'|"[^"]*"|[^ '"]+/g)?.map((word) => word.replaceAll(/^['"]|['"]$/g, ""));
}
