import { expect, test } from "@jest/globals";
import { programNamed } from "../../../src/engine/knowledge/lookup.js";

test("a program is found by its name and by its aliases", () => {
	expect(programNamed("grep")?.name).toBe("grep");
	expect(programNamed("egrep")?.name).toBe("grep");
	expect(programNamed("[")?.name).toBe("test");
	expect(programNamed(".")?.name).toBe("source");
});

test.each(["", "__proto__", "constructor", "toString", "hasOwnProperty", "no-such-program", "/bin/grep", "GREP"])(
	"nothing is known of %j",
	(name) => {
		expect(programNamed(name)).toBeUndefined();
	},
);

test.each([
	["php8.2", "php"],
	["python3.13t", "python"],
	["python3.9-dbg", "python"],
	["perl5.36-x86_64-linux-gnu", "perl"],
	["lua5.4", "lua"],
	["ruby3.1", "ruby"],
	["node-22", "node"],
	["gcc-12", "gcc"],
	["pip3.11", "pip"],
	["go1.22", "go"],
])("%s is %s, which is installed with its version behind its name", (name, own) => {
	expect(programNamed(name)?.name).toBe(own);
});

// What a program by such a name does nobody knows: there is none that is installed so.
test.each(["cat2", "rm-2", "ls9", "grep3.1", "git2", "tar-1.34", "cp8", "php8.2x", "8.2php", "php-"])(
	"%s is no version of another one",
	(name) => {
		expect(programNamed(name)).toBeUndefined();
	},
);
