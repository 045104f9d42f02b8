/** The build refuses pieces that export what changes later: others take such values once. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

const script = `import { assertLasting } from "./scripts/build/lasting.mjs";
try { assertLasting("piece", process.argv[1]); console.log("lasting"); } catch (error) { console.log(error.message); }`;
const told = (text: string): string =>
	spawnSync(process.execPath, ["--input-type=module", "-e", script, text], { cwd: join("."), encoding: "utf8" }).stdout;

test.each([
	"var a = 1; function f(a) { a = 2; return a } export { a, f };",
	"var a = 1; { let b = 1; b = 2 } var b = 3; export { a as A, b };",
])("what nothing assigns to may be taken once: %s", (text) => {
	expect(told(text)).toBe("lasting\n");
});

test.each([
	["A", "var a = 1; function f() { a = 2 } export { a as A };"],
	["b", "var b; function f(x) { ({ b } = x) } export { b, f };"],
	["c", "var c = 0; for (c of []); export { c };"],
	["d", "var d; d ??= 1; export { d };"],
	["e", "function e() {} e = 1; export { e };"],
])("what is assigned to later is refused: %s", (name, text) => {
	expect(told(text)).toMatch(new RegExp(`^piece exports what changes later, .*: ${name}\n$`));
});
