import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

const entries = { bylaw: "src/index.ts", "bylaw/authoring": "src/authoring.ts" };
const exported = new Map(
	Object.entries(entries).map(([name, file]) => [
		name,
		new Set([...readFileSync(file, "utf8").matchAll(/\b[A-Za-z_]\w*\b(?=\s*(?:,|\}))/g)].map(([one]) => one)),
	]),
);

const pages = [
	"README.md",
	...readdirSync("docs", { recursive: true, encoding: "utf8" }).map((name) => join("docs", name)),
]
	.filter((name) => name.endsWith(".md"))
	.map((name) => [name, readFileSync(name, "utf8")] as const)
	.filter(([, text]) => /from "bylaw(?:\/authoring)?"/.test(text));

test.each(pages)("what the code of %s imports from the library is there", (_, text) => {
	const imports = [...text.matchAll(/import (?:type )?\{([^}]*)\} from "(bylaw(?:\/authoring)?)"/g)];
	const names = imports.flatMap(([, list = "", entry = ""]) =>
		list.split(",").map((name) => [entry, name.replace(/^\s*type /, "").trim()] as const),
	);
	expect(names.filter(([entry, name]) => name !== "" && exported.get(entry)?.has(name) !== true)).toEqual([]);
	expect(names.length).toBeGreaterThan(0);
});
