import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { lexer } from "../../grammar/tokens.js";
import { readPolicyFile } from "../../src/language/syntax/read-policy-file.js";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma") as typeof import("vscode-oniguruma");
const textmate = require("vscode-textmate") as typeof import("vscode-textmate");

const root = process.cwd();

/** Every policy in the repository: the packs, and the `rules` blocks of pages and cases. */
function policies(): readonly (readonly [string, string])[] {
	const files = ["rules", "docs", "test/cases"].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
	);
	return files.flatMap((name): (readonly [string, string])[] => {
		if (name.endsWith(".rules")) return [[name, readFileSync(join(root, name), "utf8")]];
		if (!name.endsWith(".md")) return [];
		const blocks = readFileSync(join(root, name), "utf8").matchAll(/^```rules[^\n]*\n([\s\S]*?)^```$/gm);
		return [...blocks].map((block, index) => [`${name} block ${index + 1}`, block[1] as string] as const);
	});
}

type Sort = "keyword" | "comment" | "text" | "other";

/** What the lexer sees, by the names of its tokens. */
function lexedSort(name: string): Sort {
	switch (name) {
		case "QuotedText":
		case "ExpectText":
		case "ExpectCommand":
		case "RegexWord":
			return "text";
		case "BareWord":
		case "SetName":
		case "ExpectName":
		case "LeftBrace":
		case "RightBrace":
		case "Comma":
		case "Ampersand":
		case "Equals":
			return "other";
		default:
			return "keyword";
	}
}

function colouredSort(scopes: readonly string[]): Sort {
	const all = scopes.join(" ");
	if (all.includes("comment.")) return "comment";
	if (/string\.(quoted|regexp|unquoted\.command)/.test(all)) return "text";
	return /keyword\.(control|other)|storage\.|constant\.language/.test(all) ? "keyword" : "other";
}

test("editors see in a policy what the lexer sees", async () => {
	await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")));
	const registry = new textmate.Registry({
		onigLib: Promise.resolve({
			createOnigScanner: (sources) => new oniguruma.OnigScanner(sources),
			createOnigString: (text) => new oniguruma.OnigString(text),
		}),
		loadGrammar: async () =>
			textmate.parseRawGrammar(
				readFileSync(join(root, "grammar/rules.tmLanguage.json"), "utf8"),
				"rules.tmLanguage.json",
			),
	});
	const grammar = await registry.loadGrammar("source.rules");
	if (grammar === null) throw new Error("the grammar can't be loaded");
	const wrong: string[] = [];
	let seen = 0;
	for (const [name, text] of policies()) {
		const lexed = lexer.tokenize(text);
		// What can't be read is coloured somehow.
		if (readPolicyFile("x.rules", text).diagnostics.some(({ code }) => code === "syntax-error")) continue;
		const sorts: Sort[] = new Array(text.length).fill("other");
		let state = textmate.INITIAL;
		let offset = 0;
		for (const line of text.split("\n")) {
			const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
			for (const token of tokens)
				sorts.fill(
					colouredSort(token.scopes),
					offset + token.startIndex,
					offset + Math.min(token.endIndex, line.length),
				);
			state = ruleStack;
			offset += line.length + 1;
		}
		const expected = [
			...lexed.tokens.map((token) => ({ token, sort: lexedSort(token.tokenType.name) })),
			...(lexed.groups.comments ?? []).map((token) => ({ token, sort: "comment" as const })),
		];
		for (const { token, sort } of expected) {
			seen++;
			// The colon before a command is no part of it, and blanks at its end are nobody's.
			const lead = token.tokenType.name === "ExpectCommand" ? 1 : 0;
			// Of `when branch is main` before it, the first word is the keyword.
			const isFact = token.tokenType.name === "ExpectFact" || token.tokenType.name === "ExpectTime";
			const length = isFact ? token.image.search(/[ \t]/) : token.image.trimEnd().length;
			const at = [token.startOffset + lead, token.startOffset + length - 1];
			const bad = at.find((one) => sorts[one] !== sort);
			if (bad !== undefined) wrong.push(`${name}: \`${token.image}\` is ${sort}, and coloured as ${sorts[bad]}`);
		}
	}
	expect(seen).toBeGreaterThan(5000);
	expect(wrong).toEqual([]);
});
