/** What was compiled, written down and read again decides every case as the policy itself: each form of a rule is taken, and means the same. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { readCompiled } from "../../../../src/engine/decide/compiled/compiled-text.js";
import { compiledText } from "../../../../src/engine/decide/compiled/write-compiled.js";
import { decide } from "../../../../src/engine/decide/decide.js";
import { firstRequest } from "../../../../src/engine/history/first-request.js";
import { readCaseFile } from "../../../cases/read-case-file.js";
import { loadScene, requestOf, worldOf } from "../../../cases/run-cases.js";

const folder = "test/cases";
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
	(file) => file.endsWith(".md") && file !== "README.md" && !file.startsWith("lints/"),
);

test.each(files)("%s", (file) => {
	const { scenes } = readCaseFile(readFileSync(join(folder, file), "utf8"));
	for (const scene of scenes) {
		const { tree } = loadScene(scene, scene.policy.name, scene.policy.text);
		if (tree === undefined) continue;
		const read = readCompiled(Buffer.from(compiledText(tree)));
		if ("fault" in read) throw new Error(`${scene.heading}: ${read.fault}`);
		for (const one of scene.cases) {
			const [request, world] = [requestOf(one), worldOf(scene.world)];
			const { effect, code, message, rules } = decide(read, request, world, firstRequest(read));
			expect([one.title, effect, code, message, rules]).toEqual([
				one.title,
				...(({ effect, code, message, rules }) => [effect, code, message, rules])(
					decide(tree, request, world, firstRequest(tree)),
				),
			]);
		}
	}
});
