/** A script that was decided is read by bash as it was read for the decision. */
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "@jest/globals";
import { bashOn } from "../../../src/runtime/execute/bash.js";

function printed(script: string, env: Readonly<Record<string, string>> = {}, home?: string): string {
	const started = bashOn(script, { PATH: "/usr/bin:/bin", ...env }, home);
	return execFileSync("/bin/bash", [...started.args], {
		env: { ...started.env },
		encoding: "utf8",
		stdio: ["ignore", "pipe", "ignore"],
	});
}

describe("a script in bash", () => {
	test("that begins with a dash is no option", () => {
		expect(printed("-x; echo hi")).toBe("hi\n");
	});

	test.each([
		["an exported function", { "BASH_FUNC_pwd%%": "() { echo evil; }" }, "pwd >/dev/null && echo fine", "fine\n"],
		["another mode", { SHELLOPTS: "noglob:posix" }, "echo $-", "hBc\n"],
		["a folder that `cd` would look in", { CDPATH: "/usr" }, "cd /; cd bin >/dev/null; pwd", "/bin\n"],
		["a file that is read first", { BASH_ENV: "/nowhere/evil" }, "echo ${BASH_ENV-none}", "none\n"],
	])("gets nothing that makes bash read it otherwise: %s", (_, env, script, expected) => {
		expect(printed(script, env)).toBe(expected);
	});

	test("finds its home where `~` was taken to lead", () => {
		expect(printed("echo ~/x", {}, "/srv/home")).toBe("/srv/home/x\n");
		expect(printed("echo ~/x", { HOME: "/other" }, "/srv/home")).toBe("/srv/home/x\n");
	});
});
