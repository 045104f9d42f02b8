/** Keys are made where nobody else looks. */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { makeKeys, signingKeys } from "../../../src/authoring/bundle/keys.js";
import { scratch } from "../../runtime/bundle/fleet.js";

test.each([
	["a repository of git", (at: string) => execFileSync("git", ["init", "-q", at])],
	["a bare one", (at: string) => execFileSync("git", ["init", "-q", "--bare", at])],
	["a repository of bundles", (at: string) => mkdirSync(join(at, "metadata/1.root.json"), { recursive: true })],
])("they are not made in %s, whatever links lead there", (_, make) => {
	const home = scratch();
	make(join(home, "g"));
	mkdirSync(join(home, "g/sub"));
	symlinkSync("g/sub", join(home, "lnk"));
	for (const place of ["g", "g/new", "g/sub/a/b", "lnk", "lnk/keys", "lnk/a/b"])
		expect(() => makeKeys(join(home, place), ["root"])).toThrow(/^keys do not belong in/);
	expect(makeKeys(join(home, "keys"), ["root"])).toHaveLength(1);
});

test("those that lie in what is published sign nothing, whatever links lead there", () => {
	const home = scratch();
	makeKeys(join(home, "site/keys"), ["root"]);
	symlinkSync("site/keys", join(home, "lnk"));
	for (const place of ["site/keys", "lnk"])
		expect(() => signingKeys([join(home, place)], join(home, "site"))).toThrow(/^the keys lie in the repository/);
});
