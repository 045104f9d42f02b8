/** A setting that the parser takes and nothing heeds would promise what nobody keeps: of the cases of each setting one must come out otherwise without it, or run otherwise. */
import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { decide } from "../../src/engine/decide/decide.js";
import { consumePermit, permit } from "../../src/engine/decide/permit.js";
import { type SettingName, settingNames } from "../../src/language/policy/settings.js";
import { readDsl } from "../../src/language/syntax/dsl/read-dsl.js";
import { writeDsl } from "../../src/language/syntax/dsl/write-dsl.js";
import { isSetting, type Statement } from "../../src/language/syntax/statements.js";
import { readCaseFile, type Scene } from "./read-case-file.js";
import { loadScene, requestOf, worldOf } from "./run-cases.js";

test.each(settingNames)("the setting %s changes what is decided or how it runs", (name) => {
	const { scenes } = readCaseFile(readFileSync(`test/cases/settings/${name.replaceAll(" ", "-")}.md`, "utf8"));
	expect(scenes.some((scene) => scene.cases.length > 0 && matters(scene, name))).toBe(true);
});

function matters(scene: Scene, setting: SettingName): boolean {
	const { name, text } = scene.policy;
	const { value: file } = readDsl(name, text);
	const less = writeDsl({ ...file, statements: without(file.statements, setting) });
	const before = loadScene(scene, name, text).tree;
	const after = loadScene(scene, name, less).tree;
	if (before === undefined || after === undefined) return before !== after;
	return scene.cases.some((one) => {
		const [told, toldLess] = [before, after].map((tree) => {
			const { policy: _, ...decision } = decide(tree, requestOf(one), worldOf(scene.world));
			// What runs is told by the permit.
			const ticket =
				decision.effect === "allow" ? permit(decide(tree, requestOf(one), worldOf(scene.world))) : undefined;
			return JSON.stringify([decision, ticket && consumePermit(ticket)]).replace(/policy\.rules:\d+/g, "policy.rules");
		});
		return told !== toldLess;
	});
}

function without(statements: readonly Statement[], setting: SettingName): readonly Statement[] {
	return statements.flatMap((statement): readonly Statement[] => {
		if (statement.kind === "agent" || statement.kind === "group")
			return [{ ...statement, body: without(statement.body, setting) }];
		return isSetting(statement, setting) ? [] : [statement];
	});
}
