/** Lists of paths are looked up by what their globs spell out: the answer is the one of asking each glob by itself. */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { minimatch } from "minimatch";
import type { LookedFolder } from "../../../../src/engine/decide/evaluate/looked-through.js";
import { insideOf, liesInside } from "../../../../src/engine/decide/evaluate/path-lists.js";
import type { World } from "../../../../src/engine/request/paths.js";

const world: World = { workspace: "/w/s", home: "/home/u", linkAt: () => "none" };

const name = fc.constantFrom(
	"a",
	"b",
	".git",
	"a.pem",
	"hooks",
	"b c",
	"*",
	"*.pem",
	"[ab]",
	"[!b]*",
	".*",
	"a*m",
	"*m",
	"{a,b}",
	"{a,.git/hooks}",
	"{*.pem,b}",
	"{1..3}",
	"{.,a}",
	"a*",
	"*k?",
	"?",
	".g*t",
	"**",
);
const pattern = fc
	.tuple(fc.constantFrom("", "/", "~/", "/w/", "**/"), fc.array(name, { minLength: 1, maxLength: 3 }))
	.map(([start, names]) => start + names.join("/"));
const path = fc
	.tuple(
		fc.constantFrom("/", "/w/s/", "/home/u/", "/w/"),
		fc.array(fc.constantFrom("a", "b", ".git", "a.pem", "hooks", "b c", "2", "s"), { minLength: 1, maxLength: 4 }),
	)
	.map(([folder, names]) => folder + names.join("/"));

/** One glob with what lies below it, read as the library reads it. What has `**` in front is meant anywhere where a rule restricts. */
function fits(text: string, one: string, anywhere: boolean): boolean {
	const home = text.replace(/^~(?=\/)/, world.home as string);
	const whole = /^\*\*(?:\/|$)/.test(text) && anywhere ? `/${text}` : home.startsWith("/") ? home : `/w/s/${home}`;
	const options = { dot: true, nonegate: true, nocomment: true };
	return minimatch(one, whole, options) || minimatch(one, `${whole}/**`, options);
}

test.each(["within", "touching"] as const)("a list, %s, is what its globs are one by one", (sense) => {
	fc.assert(
		fc.property(fc.array(pattern, { minLength: 1, maxLength: 4 }), fc.boolean(), path, (texts, last, one) => {
			// The last of several may be taken out.
			const taken = (at: number): boolean => last && texts.length > 1 && at === texts.length - 1;
			const list = texts.map((text, at) => ({ text, literal: false, negated: taken(at) }));
			const fit = texts.map((text) => fits(text, one, sense === "touching"));
			const expected = fit.some((yes, at) => yes && !taken(at)) && !fit.some((yes, at) => yes && taken(at));
			expect(liesInside({ literal: [one], resolved: [one] }, list, sense, world)).toBe(expected ? "yes" : "no");
		}),
		{ numRuns: 2_000 },
	);
});

test.each([
	["**/{b,}", "/w/s/x"],
	["a?/..", "/w/s/b"],
	["*.d/./x", "/w/s/a.d/x"],
])("what has no name in it is no part that a path must have: %s", (text, one) => {
	const list = [{ text, literal: false, negated: false }];
	expect(liesInside({ literal: [one], resolved: [one] }, list, "within", world)).toBe("yes");
});

const fileName = fc.constantFrom("a", "b", ".git", "a.pem", "hooks", "b c", "2", "s", "am", "ok1", ".ssh");

/** A folder that somebody looked through: each folder has a few names, and some of them are folders. */
const lookedThrough = fc
	.tuple(
		fc.constantFrom("/", "/w", "/w/s", "/w/s/a", "/home/u", "/home/u/.git/hooks"),
		fc.array(fc.tuple(fc.nat(), fc.array(fileName, { maxLength: 4 }), fileName), { minLength: 1, maxLength: 6 }),
	)
	.map(([root, rows]) => {
		const found: LookedFolder[] = [];
		for (const [parent, names, name] of rows) {
			const above = found.length === 0 ? undefined : parent % found.length;
			const outer = above === undefined ? undefined : found[above]?.path;
			if (above === undefined || outer === undefined) found.push({ path: root, names });
			else found.push({ path: `${outer === "/" ? "" : outer}/${name}`, name, above, names });
		}
		return found;
	});

/** Patterns that mean all of a folder, or something right below it. */
const ofFolders = fc.constantFrom(
	"/w/a/**",
	"/w/a/*",
	"/w/a",
	"/w/**/a/**",
	"/w/a/*/b",
	"/w/a/b*/**",
	"~/a/**",
	"a/*",
	"**/a/*",
);

test.each(["within", "touching"] as const)("of many names, %s, one lies inside where it does by itself", (sense) => {
	fc.assert(
		fc.property(
			fc.array(fc.oneof(pattern, ofFolders), { minLength: 1, maxLength: 4 }),
			fc.boolean(),
			lookedThrough,
			(texts, last, found) => {
				const list = texts.map((text, at) => ({
					text,
					literal: text.length % 5 === 0,
					negated: last && at > 0 && at === texts.length - 1,
					...(text.length % 3 === 0 ? { itself: true as const } : {}),
				}));
				const { holds, holdsAny } = insideOf(list, sense, world);
				const each = found.flatMap(({ path, names }) => names.map((name) => `${path === "/" ? "" : path}/${name}`));
				expect(holdsAny(found)).toBe(each.some(holds));
			},
		),
		{ numRuns: 3_000 },
	);
});
