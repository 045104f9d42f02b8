import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { couldHaveWritten, wayFault } from "../../../src/runtime/load/rights.js";
import { privateFolder } from "../../cli/private-folder.js";

const isRoot = process.getuid?.() === 0;
const asRoot = isRoot ? test : test.skip;
const asAnother = isRoot ? test.skip : test;

describe("whether this user could have written a file:", () => {
	test("a file of one's own, whatever its mode says, for that can be changed", () => {
		const file = join(privateFolder(), "f");
		writeFileSync(file, "");
		expect(couldHaveWritten(file)).toBe(true);
		chmodSync(file, 0o400);
		expect(couldHaveWritten(file)).toBe(true);
	});

	test("not one that is not there", () => {
		expect(couldHaveWritten(join(privateFolder(), "f"))).toBe(false);
	});

	asAnother("a file of root's", () => {
		expect(couldHaveWritten("/etc/passwd")).toBe(false);
	});
});

describe("whether others could put something at a path:", () => {
	test("not in a folder that only its user writes to, through links too, nor in one that is not there yet", () => {
		const at = privateFolder();
		mkdirSync(join(at, "a"), { mode: 0o700 });
		symlinkSync("a", join(at, "link"));
		for (const path of [at, join(at, "link"), join(at, "link", "b", "c")]) expect(wayFault(path)).toBeUndefined();
	});

	test("where others may write, be it sticky, and where a link leads there", () => {
		const at = privateFolder();
		mkdirSync(join(at, "open", "below"), { recursive: true });
		symlinkSync(join("open", "below"), join(at, "link"));
		for (const mode of [0o770, 0o707, 0o1777]) {
			chmodSync(join(at, "open"), mode);
			for (const path of ["open", "open/below", "open/none", "link", "link/none"])
				expect(wayFault(join(at, path))).toBe(`others may write to \`${join(at, "open")}\``);
		}
		expect(wayFault(join(tmpdir(), "x"))).toMatch(/others may write|belongs to another/);
	});

	test("links without an end", () => {
		const at = privateFolder();
		symlinkSync("b", join(at, "a"));
		symlinkSync("a", join(at, "b"));
		expect(wayFault(join(at, "a"))).toMatch(/too many links/);
	});

	asRoot("in a folder of another user's, and by a link of another user's", () => {
		const at = privateFolder();
		mkdirSync(join(at, "theirs", "mine"), { recursive: true });
		chownSync(join(at, "theirs"), 4242, 4242);
		expect(wayFault(join(at, "theirs", "mine"))).toBe(`\`${join(at, "theirs")}\` belongs to another user`);
	});
});
