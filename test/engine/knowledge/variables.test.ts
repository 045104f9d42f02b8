/** The facts about variables: that nothing which a program's table calls changing is taken for looks, and that no form of looks holds more than it should. */
import { expect, test } from "@jest/globals";
import fc from "fast-check";

import { programs } from "../../../src/engine/knowledge/programs.generated.js";
import { lookFacts, readFacts } from "../../../src/engine/knowledge/variables.js";
import { changesWhatRuns, useOf } from "../../../src/engine/request/variables.js";

/** What tables list although nothing comes of it: a project's own settings, keys of its own, and looks. */
const harmless = /^(?:VITE_\*|R_\*|RAILS_\*|GITHUB_TOKEN|GITLAB_TOKEN)$/;
const named = [...new Set(Object.values(programs).flatMap((make) => make().variables))].filter(
	(name) => !harmless.test(name),
);

test("every variable that a program's table lists is known to change what runs, or to change looks alone", () => {
	const open = named.filter((name) => {
		const plain = name.endsWith("*") ? `${name.slice(0, -1)}SOMETHING` : name;
		return useOf(plain, undefined).kind === "unknown" && !lookFacts.some(({ names }) => names.includes(name));
	});
	expect(open).toEqual([]);
});

test("no name stands in two facts of a kind", () => {
	for (const facts of [lookFacts, readFacts]) {
		const all = facts.flatMap(({ names }) => names);
		expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
	}
});

/** What a shell, make or a loader would make more of. */
const sign = fc.constantFrom(
	"$(x)",
	"`x`",
	";x",
	"|x",
	"&x",
	">x",
	"<(x)",
	"\n",
	"\0",
	"'",
	'"',
	"\\",
	"{x}",
	"../x",
	"/etc/x",
	"~",
);

test("no look holds a sign that a shell would make more of, nor a way out of a folder", () => {
	const names = lookFacts.flatMap((fact) => fact.names.map((name) => name.replace("*", "ALL")));
	const text = fc.stringMatching(/^[\w .=,:+-]{0,12}$/);
	fc.assert(
		fc.property(fc.constantFrom(...names), text, sign, text, (name, before, odd, behind) => {
			// A time zone may have a folder, and `<+03>-3` for a name.
			fc.pre(name !== "TZ" || !/^[/<>~]/.test(odd) || odd.includes("("));
			// Lists of colours have a `;` between them, and none but the programs that colour look at them.
			fc.pre(!name.includes("COLOR") || odd !== ";x");
			expect(useOf(name, before + odd + behind).kind).not.toBe("looks");
		}),
		{ numRuns: 20_000 },
	);
});

test.each(["/etc/shadow", ":/etc/shadow", "../x", "a/../../x", ":x"])("`%s` is no time zone", (value) => {
	expect(useOf("TZ", value)).toEqual({ kind: "changes" });
});

test("what can't be known is never taken for looks, nor is what nobody knows", () => {
	for (const { names } of lookFacts)
		for (const name of names) expect(useOf(name.replace("*", "ALL"), undefined).kind).not.toBe("looks");
	fc.assert(
		fc.property(fc.stringMatching(/^[A-Z]{3,8}_[A-Z]{3,8}$/), fc.string(), (name, value) => {
			const known = lookFacts.some(({ names }) => names.some((one) => one === name || name.startsWith("LC_")));
			if (!known) expect(useOf(name, value).kind).not.toBe("looks");
		}),
	);
});

test.each(
	"GOCACHEPROG GOAUTH SUNPRO_DEPENDENCIES HOMEBREW_BROWSER ERL_AFLAGS CCACHE_PREFIX MANROFFOPT GOFLAGS FCEDIT GIT_SSH X_PROGRAM X_PROG XOPTS X_ARGS X_CMD X_RUNNER".split(
		" ",
	),
)("`%s` changes what runs", (name) => {
	expect(changesWhatRuns(name)).toBe(true);
});
