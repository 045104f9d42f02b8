import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "@jest/globals";
import type { TextEdit } from "vscode-languageserver/node";
import { policyFiles } from "../../../src/authoring/editor/reading/files.js";
import { marksOf } from "../../../src/authoring/editor/reading/marks.js";
import { isName } from "../../../src/authoring/editor/reading/names.js";
import type { ReadFile } from "../../../src/authoring/editor/reading/read-file.js";
import { NotRenamed, rename } from "../../../src/authoring/editor/rename.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { folder as made } from "../../cli/cli.js";
import { some, tries } from "../../part.js";
import { edited } from "./client.js";
import { policiesIn } from "./policies.js";

const files = policyFiles();
/** An empty one: who imports what is renamed is looked for in the whole folder. */
const folder = made({});

function opened(ending: string, text: string): ReadFile {
	const uri = pathToFileURL(join(folder, `renamed${ending}`)).href;
	files.open(uri, "", 1, text);
	return files.document(uri) as ReadFile;
}

/** The text with the thing at an offset called otherwise; undefined where it can't be. */
function renamed(ending: string, text: string, at: number, name: string): string | undefined {
	try {
		const { changes = {} } = rename(opened(ending, text), at, name, files);
		return edited(text, Object.values(changes).flat() as TextEdit[]);
	} catch (error) {
		if (error instanceof NotRenamed) return undefined;
		throw error;
	}
}

describe("a name that is changed", () => {
	test.each([
		["rules", ".rules"],
		["yaml", ".rules.yaml"],
	] as const)(
		"leaves a policy that is sound and has no trace of the old one, and can be changed back: %s",
		(notation, ending) => {
			let count = 0;
			for (const { name, text } of some(policiesIn(notation), 3)) {
				const done = new Set<string>();
				const ofKind = new Map<string, number>();
				for (const mark of marksOf(opened(ending, text)).filter(isName)) {
					const key = `${mark.kind} ${mark.text}`;
					const before = ofKind.get(mark.kind) ?? 0;
					// Packs have a hundred names: some of each kind say what all of them would.
					if (done.has(key) || before >= (text.length > 5_000 ? 1 : 3)) continue;
					done.add(key);
					ofKind.set(mark.kind, before + 1);
					const now = renamed(ending, text, mark.start, "quite-new");
					if (now === undefined) continue;
					count++;
					const loaded = loadText(`x${ending}`, now, { cwd: folder });
					expect([name, key, loaded.diagnostics.filter(({ severity }) => severity === "error")]).toEqual([
						name,
						key,
						[],
					]);
					const left = marksOf(opened(ending, now)).filter((one) => one.kind === mark.kind && one.text === mark.text);
					expect([name, key, left]).toEqual([name, key, []]);
					// An imported pack may have the old name, too: then it is taken.
					if (!text.includes("import")) expect(renamed(ending, now, mark.start, mark.text)).toBe(text);
				}
			}
			expect(count).toBeGreaterThan(tries(50));
		},
	);
});

test("what a shipped pack defines is left alone", () => {
	const text = 'import "safe-shell"\nagent default {\n  allow ls\n}\n';
	const at = text.indexOf("default");
	expect(() => rename(opened(".rules", text), at, "other", files)).toThrow(
		"`default` is defined in a pack that ships with Bylaw",
	);
});

describe("only what is the same thing is renamed", () => {
	const place = made({
		"base.rules": "group readers {\n  allow cat\n}\nset tools = ls\n",
		"one.rules": 'import "./base.rules"\nimport "safe-shell"\nagent writer extends readers {\n  allow @tools\n}\n',
		"two.rules":
			'import "./base.rules"\nimport "safe-shell"\nset tools = wc\nagent writer extends readers {\n  allow @tools\n}\n',
		"three.rules": 'import "./one.rules"\nagent writer {\n  allow wc\n}\nagent other extends writer { }\n',
	});
	const own = policyFiles();
	own.setFolders([pathToFileURL(place).href]);
	const changed = (file: string, piece: string, name: string): readonly string[] => {
		const read = own.read(join(place, file)) as ReadFile;
		const { changes = {} } = rename(read, read.source.text.indexOf(piece), name, own);
		return Object.entries(changes)
			.map(([uri, edits]) => `${uri.split("/").at(-1)} ${edits.length}`)
			.sort();
	};
	test("agents of files that see each other, and none of others", () => {
		expect(changed("one.rules", "writer", "author")).toEqual(["one.rules 1", "three.rules 2"]);
		expect(changed("two.rules", "writer", "author")).toEqual(["two.rules 1"]);
		expect(changed("base.rules", "readers", "lookers")).toEqual(["base.rules 1", "one.rules 1", "two.rules 1"]);
	});
	test("a set, and not its namesake in another file", () => {
		expect(changed("base.rules", "tools", "utensils")).toEqual(["base.rules 1", "one.rules 1"]);
		expect(changed("two.rules", "tools", "utensils")).toEqual(["two.rules 2"]);
	});
});
