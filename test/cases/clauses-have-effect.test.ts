/** A clause that the parser takes and nothing heeds would promise what nobody keeps: of the cases of each clause one must come out otherwise without it. */
import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { decide } from "../../src/engine/decide/decide.js";
import { firstRequest } from "../../src/engine/history/first-request.js";
import { type ClauseKeyword, clauseKeywords } from "../../src/language/policy/clauses.js";
import { readDsl } from "../../src/language/syntax/dsl/read-dsl.js";
import { writeDsl } from "../../src/language/syntax/dsl/write-dsl.js";
import type { Statement } from "../../src/language/syntax/statements.js";
import { readCaseFile, type Scene } from "./read-case-file.js";
import { loadScene, requestOf, worldOf } from "./run-cases.js";

test.each(clauseKeywords)("the clause %s changes what is decided or told", (keyword) => {
	const { scenes } = readCaseFile(readFileSync(`test/cases/clauses/${keyword.replace(" ", "-")}.md`, "utf8"));
	expect(scenes.some((scene) => scene.cases.length > 0 && matters(scene, keyword))).toBe(true);
});

function matters(scene: Scene, keyword: ClauseKeyword): boolean {
	const { name, text } = scene.policy;
	const { value: file } = readDsl(name, text);
	const less = writeDsl({ ...file, statements: without(file.statements, keyword) });
	const before = loadScene(scene, name, text).tree;
	const after = loadScene(scene, name, less).tree;
	if (before === undefined || after === undefined) return before !== after;
	return scene.cases.some((one) => {
		const [told, toldLess] = [before, after].map((tree) => {
			const { policy: _, ...decision } = decide(tree, requestOf(one), worldOf(scene.world), firstRequest(tree));
			// Lines move where a text is written anew.
			return JSON.stringify(decision).replace(/policy\.rules:\d+/g, "policy.rules");
		});
		return told !== toldLess;
	});
}

function without(statements: readonly Statement[], keyword: ClauseKeyword): readonly Statement[] {
	return statements.map((statement) => {
		if (statement.kind === "agent" || statement.kind === "group")
			return { ...statement, body: without(statement.body, keyword) };
		if (statement.kind !== "rule") return statement;
		return { ...statement, clauses: statement.clauses.filter((clause) => clause.keyword !== keyword) };
	});
}
