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
