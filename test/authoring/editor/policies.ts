/** Policies of the repository that can be decided, in both notations: the packs, and the `rules` blocks of pages and cases. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readPolicyFile } from "../../../src/language/syntax/read-policy-file.js";
import { convertPolicyFile } from "../../../src/language/syntax/write-policy-file.js";
import { loadText } from "../../../src/runtime/load/load.js";

const root = process.cwd();
const places = [
	"rules",
	"docs/kinds",
	"docs/verbs",
	"docs/language.md",
	"test/cases/kinds",
	"test/cases/settings.md",
	"test/cases/inheritance.md",
	"test/cases/clauses",
];

export interface Named {
	readonly name: string;
	readonly text: string;
}

/** All of them in a notation. */
export function policiesIn(notation: "rules" | "yaml"): readonly Named[] {
	const files = places.flatMap((path) =>
		path.endsWith(".md")
			? [path]
			: readdirSync(join(root, path), { recursive: true, encoding: "utf8" }).map((name) => join(path, name)),
	);
	const texts = files.flatMap((name): Named[] => {
		const text = /\.(rules|md)$/.test(name) ? readFileSync(join(root, name), "utf8") : "";
		if (name.endsWith(".rules")) return [{ name, text }];
		return [...text.matchAll(/^```rules[^\n]*\n([\s\S]*?)^```$/gm)].map((block, index) => ({
			name: `${name} block ${index + 1}`,
			text: block[1] as string,
		}));
	});
	const sound = texts.filter(({ text }) => loadText("x.rules", text, { cwd: join(root, "rules") }).tree !== undefined);
	if (notation === "rules") return sound;
	return sound.map(({ name, text }) => ({
		name,
		text: convertPolicyFile(readPolicyFile("x.rules", text).value, "yaml"),
	}));
}
