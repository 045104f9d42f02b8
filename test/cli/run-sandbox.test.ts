import { expect, test } from "@jest/globals";
import { whereConfined } from "../runtime/execute/sandbox.js";
import { folder, rules } from "./cli.js";

const policy = 'default deny\nallow node\ndeny git because "No."\n';
const cwd = folder({
	"policy.rules": policy,
	"confined.rules": `sandbox require\n${policy}`,
	"write.cjs":
		"try { require('fs').writeFileSync(process.argv[2], ''); console.log('written') } catch (error) { console.log(error.code) }",
});
const write = (file: string, ...words: string[]) => rules(["run", ...words, "--", "node", "write.cjs", file], { cwd });
// Beside what else the tests of the command line make, and gone with it.
const outside = `${folder({})}/file`;

test("whether a run is to be confined is said with the decision", () => {
	const check = (...words: string[]) => rules(["check", "--rules", "confined.rules", ...words], { cwd });
	expect(check("--", "node", "write.cjs").out).toMatch(/^allow: [^\n]*\n {2}rule: [^\n]*\n {2}sandbox: require\n$/);
	expect(check("--", "git", "push").out).not.toMatch(/sandbox/);
	expect(JSON.parse(check("--json", "--", "node", "write.cjs").out)).toMatchObject({
		sandbox: "require",
		audit: "prefer",
	});
	expect(rules(["run", "--sandbox", "on", "--", "node"], { cwd })).toMatchObject({ code: 2 });
});

whereConfined("a run", () => {
	test.each([
		["where the policy wants it", ["--rules", "confined.rules"]],
		["where the command line wants it", ["--sandbox", "require"]],
		["where the command line wants less than the policy", ["--rules", "confined.rules", "--sandbox", "off"]],
	])("is confined %s", (_, words) => {
		expect(write("/etc/bylaw-test", ...words)).toEqual({ code: 0, out: "EROFS\n", err: "" });
		expect(write("here", ...words)).toEqual({ code: 0, out: "written\n", err: "" });
		expect(JSON.parse(write("here", "--json", ...words).out)).toMatchObject({ outcome: { sandbox: "bubblewrap" } });
	});

	test("is not where nobody wants it", () => {
		expect(write(outside).out).toBe("written\n");
		expect(JSON.parse(write(outside, "--json").out).outcome.sandbox).toBeUndefined();
	});
});
