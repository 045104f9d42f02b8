import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

const index = readFileSync("src/index.ts", "utf8");
const exported = new Set([...index.matchAll(/\b[A-Za-z_]\w*\b(?=\s*(?:,|\}))/g)].map(([name]) => name));

const pages = [
	"README.md",
	...readdirSync("docs", { recursive: true, encoding: "utf8" }).map((name) => join("docs", name)),
]
	.filter((name) => name.endsWith(".md"))
	.map((name) => [name, readFileSync(name, "utf8")] as const)
	.filter(([, text]) => /from "bylaw"/.test(text));

test.each(pages)("what the code of %s imports from the library is there", (_, text) => {
	const imports = [...text.matchAll(/import (?:type )?\{([^}]*)\} from "bylaw"/g)];
	const names = imports.flatMap(([, list = ""]) => list.split(",").map((name) => name.replace(/^\s*type /, "").trim()));
	expect(names.filter((name) => name !== "" && !exported.has(name))).toEqual([]);
	expect(names.length).toBeGreaterThan(0);
});
