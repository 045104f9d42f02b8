/** A replay sees the disk of one moment. */
import { expect, test } from "@jest/globals";
import { stillWorld } from "../../../src/authoring/replay/still-world.js";
import type { World } from "../../../src/engine/request/paths.js";

test("a link is looked up once, and nothing in a folder that is absent", () => {
	const asked: string[] = [];
	const linkAt: World["linkAt"] = (path) => {
		asked.push(path);
		if (path === "/a/link") return { target: "/b" };
		return path.startsWith("/home/x") ? "absent" : "none";
	};
	const { linkAt: still } = stillWorld({ workspace: "/w", linkAt });
	const paths = ["/home/x/w/a", "/home/x/w/b", "/home/x", "/a/link", "/a/link/c", "/a/link/c"];
	expect(paths.map(still)).toEqual(paths.map(linkAt));
	asked.length = 0;
	paths.map(still);
	expect(asked).toEqual([]);
});

test("each path is asked about once", () => {
	const asked: string[] = [];
	const { linkAt } = stillWorld({
		workspace: "/w",
		linkAt: (path) => {
			asked.push(path);
			return path === "/home" ? "none" : "absent";
		},
	});
	for (const path of ["/home/x/w/a", "/home/x/w/b", "/home/x", "/home"]) linkAt(path);
	expect(asked).toEqual(["/home", "/home/x"]);
});
