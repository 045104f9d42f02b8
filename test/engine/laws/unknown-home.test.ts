/** What a list of paths says where nobody knows the home folder: what it says of every home folder that may be, asked one by one. */
import { describe, expect, test } from "@jest/globals";
import { isPath, liesInside } from "../../../src/engine/decide/evaluate/path-lists.js";
import type { Truth } from "../../../src/engine/decide/evaluate/truth.js";
import type { World } from "../../../src/engine/request/paths.js";
import type { PathPattern } from "../../../src/language/policy/test.js";
import { upwards } from "./reference/paths.js";
import { workspace } from "./world.js";

describe("a list of paths in a home folder that nobody knows", () => {
	const patterns = ["~", "~/.ssh", "~/.ssh/**", "~/**", "~/*", "~/x/*", "~/*/y/**", "~/**/y", "~/x/**/y", "~/x/../y"];
	const magic = ["~/{x,y}/**", "~/{**,x}", "~/x/{**,a}", "~/[x]/y", "~/x*", "~/x/./**/", "~/a b/**"];
	const below = ["", "/.ssh", "/.ssh/id", "/x", "/x/a", "/x/a/y", "/a/y", "/a/y/b", "/y", "/xx", "/a b", "/a b/c"];
	const paths = ["/", ...["/home/v", "/ws/h", "/home/v/x"].flatMap((home) => below.map((one) => `${home}${one}`))];
	const bare = { workspace, linkAt: () => "none" as const };
	const homesOf = (path: string): readonly string[] => [...upwards(path), "/elsewhere/home"];
	const listed = (text: string): PathPattern => ({
		text: text.replace("!", ""),
		literal: false,
		negated: text.startsWith("!"),
	});

	/** What is said whatever the home folder is; unknown where that differs. */
	function wherever(path: string, question: (world: World) => Truth): Truth {
		const [first = "unknown", ...others] = new Set(homesOf(path).map((home) => question({ ...bare, home })));
		return others.length === 0 ? first : "unknown";
	}

	test.each([...patterns, ...magic])("`%s` is what it is in any, by itself and as a program", (text) => {
		for (const path of paths) {
			for (const sense of ["within", "touching"] as const) {
				const lies = (world: World): Truth =>
					liesInside({ literal: [path], resolved: [path] }, [listed(text)], sense, world);
				expect({ path, sense, lies: lies(bare) }).toEqual({ path, sense, lies: wherever(path, lies) });
			}
			const isProgram = (world: World): Truth => isPath(path, { kind: "glob", text }, world);
			expect({ path, is: isProgram(bare) }).toEqual({ path, is: wherever(path, isProgram) });
		}
	});

	test.each([...patterns, ...magic])(
		"what `%s` takes out of other places, or adds to them, is never surer than in any",
		(text) => {
			for (const list of [
				[".", text],
				[".", `!${text}`],
				["/home", `!${text}`],
				["~/x", `!${text}`],
				[text, "!~/x/a/**"],
			])
				for (const path of paths)
					for (const sense of ["within", "touching"] as const) {
						const lies = (world: World): Truth =>
							liesInside({ literal: [path], resolved: [path] }, list.map(listed), sense, world);
						expect({ list, path, sense, lies: [wherever(path, lies), "unknown"] }).toEqual({
							list,
							path,
							sense,
							lies: expect.arrayContaining([lies(bare)]),
						});
					}
		},
	);
});
