import { expect, test } from "@jest/globals";
import { readPerl } from "../../../../src/engine/effects/languages/read-perl.js";
import { nothing } from "./run-really.js";

test.each([
	"s/a/b/",
	"s/a/b/g; s/c/d/i;",
	"s|a/b|c/d|g",
	"s/^(\\w+)$/<$1>/",
	"s/a$/b/",
	"s#a#b\\n#",
	"y/a-z/A-Z/",
	"tr/a//d",
	"s/\\$x/\\@y/",
])("only puts texts in the place of others: %j", (code) => {
	expect(readPerl([code])).toEqual(nothing);
});

test.each([
	"s/a/b/e",
	"s/a/b/ee",
	"s/a/system('x')/ge",
	"s/(?{system 'x'})/b/",
	"s/(??{system 'x'})/b/",
	"s/a/@{[system 'x']}/",
	"s/a/${\\system 'x'}/",
	"s/$x/b/",
	"s/a/$x/",
	"s{a}{b}",
	"s/a/b/; system 'x'",
	"s/a/b/ or system 'x'",
	"s/a/b/w",
	"print",
	"system 'x'",
	"",
	"s/a\n/b/",
	"s/a/b/\n;x",
	"s'a'b'",
	"BEGIN { system 'x' } s/a/b/",
])("may do anything: %j", (code) => {
	expect(readPerl([code]).kind).toBe("unclear");
});
