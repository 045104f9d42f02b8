/** A harness that embeds the library decides by a compiled policy as by its source. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { compiledText, guard, load, PolicyError, permit } from "../../src/index.js";

const folder = mkdtempSync(join(tmpdir(), "bylaw-guard-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const source = join(folder, "p.rules");
const compiled = join(folder, "p.json");
writeFileSync(source, 'agent default {\n default deny\n allow echo\n deny rm because "No."\n}\n');
const { tree } = load(source);
if (tree === undefined) throw new Error("the policy is broken");
writeFileSync(compiled, compiledText(tree));

test("it decides the same, and what it allows runs", async () => {
	const [one, other] = [source, compiled].map((name) => guard(name, { workspace: folder }));
	for (const argv of [["echo", "x"], ["rm", "x"], ["ls"]])
		expect(other?.decide({ argv })).toEqual(one?.decide({ argv }));
	const answer = await other?.run({ argv: ["echo", "hello"] });
	expect(answer?.outcome?.merged?.text).toBe("hello\n");
});

test("it can't explain, and says what can", () => {
	expect(() => guard(compiled).explain({ argv: ["ls"] })).toThrow("load the file that it was compiled from");
});

test("one that was changed is a broken policy, and so is a second policy beside it", () => {
	const hurt = join(folder, "hurt.json");
	writeFileSync(hurt, compiledText(tree).replace('"deny"', '"allo"'));
	expect(() => guard(hurt)).toThrow(PolicyError);
	expect(() => guard(hurt)).toThrow("its checksum is wrong");
	expect(() => guard([compiled, source])).toThrow("a compiled policy is whole");
});

test("a decision by it makes a permit", () => {
	expect(permit(guard(compiled).decide({ argv: ["echo"] }))).toBeDefined();
	expect(permit(guard(compiled).decide({ argv: ["rm"] }))).toBeUndefined();
});
