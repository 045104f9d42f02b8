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

const hosts = folder({
	"policy.rules":
		"sandbox require\ndefault deny\nallow node granting network\nallow curl at *.corp.example, a.example\nallow ls\nconstrain network of * to *.corp.example, a.example:443\n",
	"open.rules": "sandbox prefer\nallow node granting network\n",
	"x.cjs":
		"const p = new URL(process.env.HTTPS_PROXY); require('http').get({ host: p.hostname, port: p.port, path: 'http://evil.example/', headers: { Host: 'evil.example' } }, (answer) => answer.pipe(process.stdout));",
});

whereConfined("a network of listed hosts", () => {
	const explained = (...words: string[]) => rules(["explain", ...words], { cwd: hosts });

	test("is explained, with what holds it", () => {
		expect(explained("--", "node", "x.cjs").out).toContain(
			"\nnetwork: these hosts alone, whatever runs:\n  `*.corp.example, a.example:443`\n  held by the sandbox: its only way out is a proxy that lets these through\n",
		);
		expect(explained("--", "curl", "https://x.corp.example").out).toContain(
			"\n  `*.corp.example, a.example:443`, and of them `*.corp.example, a.example`\n",
		);
		expect(explained("--", "ls").out).toContain("\nnetwork: none\n  held by the sandbox\n");
		expect(explained("--rules", "open.rules", "--", "node", "x.cjs").out).toContain("\nnetwork: all of it, ");
		expect(explained("--", "git", "push").out).not.toContain("network:");
		expect(JSON.parse(explained("--json", "--", "node", "x.cjs").out).network).toEqual({
			kind: "listed",
			hosts: [{ within: [["*.corp.example, a.example:443"]], refused: [] }],
			held: true,
		});
	});

	test("is all that a run reaches, and what was refused is said", () => {
		const { code, out, err } = rules(["run", "--", "node", "x.cjs"], { cwd: hosts });
		const text = "the network refused `evil.example:80`: it is none of the hosts that the policy lists";
		expect([code, out]).toEqual([0, `${text}\n`]);
		expect(err).toContain(text);
	});
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
