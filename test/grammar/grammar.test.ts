import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "@jest/globals";
import { contextualKeywords, statementKeywords } from "../../grammar/keywords.js";
import { PolicyParser } from "../../grammar/parser.js";
import { allTokens, lexerOf } from "../../grammar/tokens.js";
import { namesIn, type Production, readProductions, tokensIn } from "../../scripts/generators/grammar/productions.js";
import generator from "../../scripts/generators/grammar.js";
import { clauseKeywords } from "../../src/language/policy/clauses.js";
import { messages } from "../../src/language/syntax/dsl/dsl-messages.js";

const productions = readProductions();
const byName = new Map(productions.map((one) => [one.name, one]));

describe("the grammar", () => {
	test("has no fault that Chevrotain knows of", () => {
		expect(() => new PolicyParser(messages, false)).not.toThrow();
		const lexer = lexerOf(true);
		expect(lexer.lexerDefinitionErrors).toEqual([]);
		// Chevrotain keeps its warnings there, and says so in no type.
		expect(lexer).toHaveProperty("lexerDefinitionWarning", []);
	});

	test("reads the same tokens where each tells what it begins with", () => {
		const [quick, safe] = [lexerOf(false), lexerOf(false, true)];
		const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
		const packs = readdirSync("rules").map((name) => readFileSync(`rules/${name}`, "utf8"));
		const words = allTokens.flatMap(({ LABEL = "" }) => LABEL.match(/(?<=`)[^`]+(?=`)/g) ?? []);
		const texts = [
			...packs,
			...words.map((word) => `allow a ${word} b\n${word} c\nexpect ${word}: d\nask ${word} of e f ${word}`),
			`allow ${characters.slice(32).join("")} é😀 x\n`,
			...characters.map((character) => `a ${character}`),
		];
		// An expectation for each of them takes longer than to read them.
		const different = texts.filter((text) => !isDeepStrictEqual(quick.tokenize(text), safe.tokenize(text)));
		expect(different).toEqual([]);
	});

	test("leads from `policy` to every production", () => {
		const reached = new Set<string>();
		const visit = (name: string): void => {
			if (reached.has(name)) return;
			reached.add(name);
			for (const next of namesIn((byName.get(name) as Production).piece)) visit(next);
		};
		visit("policy");
		expect(productions.map((one) => one.name).filter((name) => !reached.has(name))).toEqual([]);
	});

	test("has a token for every keyword", () => {
		const labels = new Set(allTokens.map((token) => token.LABEL));
		const keywords = [...Object.values(statementKeywords).flat(), ...clauseKeywords, ...contextualKeywords];
		expect(keywords.filter((word) => !labels.has(`\`${word}\``))).toEqual([]);
	});
});

describe("what is generated from it", () => {
	test("is fresh, and the same each time", async () => {
		const made = await generator.generate();
		expect([...made.keys()]).toEqual(generator.files);
		for (const [file, text] of made) {
			expect(existsSync(file)).toBe(true);
			expect({ file, fresh: readFileSync(file, "utf8") === text }).toEqual({ file, fresh: true });
		}
		expect(await generator.generate()).toEqual(made);
	});

	test("names every production and every class of words once, and no link leads nowhere", async () => {
		const made = await generator.generate();
		const page = made.get("grammar/diagram.html") ?? "";
		const text = made.get("grammar/rules.ebnf") ?? "";
		const anchors = [...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
		const words = new Set(productions.flatMap((one) => tokensIn(one.piece)));
		const wanted = [...productions.map((one) => one.name), ...[...words].map((name) => `word-${name}`), "keywords"];
		expect(anchors).toEqual(wanted);
		const links = new Set([...page.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]));
		expect([...links].filter((link) => !anchors.includes(link))).toEqual([]);
		for (const name of [...byName.keys(), ...words]) expect(text.split(`\n${name} =`)).toHaveLength(2);
	});

	test("is a page that fetches nothing and runs nothing", async () => {
		const page = (await generator.generate()).get("grammar/diagram.html") ?? "";
		expect(page).not.toMatch(/<script|https?:|url\(|@import|<link|<img/);
	});
});
