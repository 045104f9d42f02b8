import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { folder, program, root, shell, standing } from "./cli.js";

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
	const parts = parted(line, ";");
	const out = parts.every(isByItself) ? parts.map((part) => printed(part, cwd)).join("") : printedByShell(line, cwd);
	// Digests change with every change of how rules are kept.
	return out.replaceAll(cwd, "/project").replaceAll(/[0-9a-f]{64}/g, "…");
}

/** Does nothing else of the line hang on this part of it but by the files that it writes? `rules` with plain words is one, whatever what it says goes through. */
function isByItself(part: string): boolean {
	const [first = "", ...others] = parted(part, "|");
	const isAsked = /(?:^|[\s(])rules\s/;
	if (others.some((other) => isAsked.test(other)) || /[$`&]/.test(part.replaceAll(/'[^']*'/g, ""))) return false;
	return (
		plainWords(first)?.[0] === "rules" ||
		(/^(?:cp|echo|mkdir|printf|rm|sed|touch) /.test(first) && !isAsked.test(first))
	);
}

/** A command line that stands ready answers sooner than a process that the shell starts. */
function printed(part: string, cwd: string): string {
	const [first = "", ...others] = parted(part, "|");
	const words = plainWords(first);
	const stood = words?.[0] === "rules" ? standing(words.slice(1), { cwd }) : undefined;
	if (stood === undefined) return printedByShell(part, cwd);
	if (others.length === 0) return stood.all;
	return stood.err + shell(`{ ${others.join(" | ")}; } 2>&1`, { cwd, input: stood.out }).out;
}

function printedByShell(line: string, cwd: string): string {
	return shell(`rules() { '${process.execPath}' '${program()}' "$@"; }\n{ ${line}; } 2>&1`, { cwd }).out;
}

/** What stands between these signs; in quotes they part nothing. */
function parted(line: string, sign: string): readonly string[] {
	return (line.match(new RegExp(`(?:'[^']*'|"[^"]*"|[^'"${sign}])+`, "g")) ?? []).map((part) => part.trim());
}

/** The words of a line in which nothing is left to the shell but quotes around whole words; undefined of another. */
function plainWords(line: string): readonly string[] | undefined {
	if (!/^(?:(?:'[^']*'|"[^"$`\\]*"|[\w./:=,@+-]+)(?: +|$))+$/.test(line)) return undefined;
	return line.match(/'[^']*'|"[^"]*"|[^ '"]+/g)?.map((word) => word.replaceAll(/^['"]|['"]$/g, ""));
}
