/** Git's settings are read as git reads them: each text is given to both. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { gitSettings } from "../../../../src/runtime/execute/sandbox/git-settings.js";
import { newFolder, removeFolders } from "../sandbox.js";

afterAll(removeFolders);

describe("a file of git's settings says to us what it says to git", () => {
	test.each([
		["[core]\n\thooksPath = .hooks\n"],
		["[core] hooksPath=.hooks\n"],
		['[CoRe]HOOKSPATH\t=\t"a b" c ; not this\n'],
		['[core]\n hooksPath = a"#b;"c # not this\n'],
		["[core]\n hooksPath = one\\\n/two\n bare = false\n"],
		['[core]\n hooksPath = "a\\\\b\\"c\\td"\n'],
		["[core]\r\n\thooksPath = .hooks  \r\n"],
		["\uFEFF[core]\nhooksPath=x\n"],
		["[core]\nhooksPath = a  b   \n# [core] hooksPath = no\n; hooksPath = no\n"],
		["[core]\nhooksPath = one\nhooksPath = two\n[user] name = x\n[core] hooksPath = three"],
		['[include]\n\tpath = more\n[includeIf "gitdir:~/a\\"]/"] path = other\n[Include] PATH = "third"\n'],
		["[core]\n\tbare\n\thooksPath = x\n[a.b] c = d\n"],
		["[core]hooksPath=\n[core]\nhooksPath = \"\"\nhooksPath = ' a '\n"],
	])("%j", (text) => {
		const file = join(newFolder(), "config");
		writeFileSync(file, text);
		const listed = execFileSync("git", ["config", "--file", file, "--no-includes", "--null", "--list"], {
			encoding: "utf8",
		});
		const theirs = listed
			.split("\0")
			.filter((entry) => entry.includes("\n"))
			.map((entry) => {
				const key = entry.slice(0, entry.indexOf("\n"));
				return [key.split(".")[0], key.split(".").at(-1), entry.slice(key.length + 1)];
			});
		expect(gitSettings(text).map(({ section, name, value }) => [section, name, value])).toEqual(theirs);
	});
});
