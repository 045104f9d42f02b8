/** Where lists of paths begin is looked at anew by each decision, and by none of them twice. */
import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import type { World } from "../../../src/engine/request/paths.js";
import { loadText } from "../../../src/runtime/load/load.js";

const { tree } = loadText(
	"p.rules",
	"agent default {\n default deny\n allow cat\n deny cat touching ~/.ssh/a*\n ask cat touching ~/.ssh/b*\n nudge cat touching /srv/x/c*\n}\n",
);
if (tree === undefined) throw new Error("the policy is broken");
const known = tree;

/** A world in which folders are links, and how often each path was looked at since it was made. */
function worldWith(links: Readonly<Record<string, string>>): {
	readonly world: World;
	readonly looked: Map<string, number>;
} {
	const looked = new Map<string, number>();
	const linkAt: World["linkAt"] = (path) => {
		looked.set(path, (looked.get(path) ?? 0) + 1);
		const target = links[path];
		return target === undefined ? "none" : { target };
	};
	return { world: { workspace: "/repo", home: "/home/dev", linkAt }, looked };
}

const answer = (path: string, world: World): string => decide(known, { argv: ["cat", path] }, world).effect;

describe("a place where lists begin", () => {
	test("is looked at once, however many lists begin there", () => {
		const { world, looked } = worldWith({});
		expect(answer("/tmp/y", world)).toBe("allow");
		expect([...looked].filter(([, times]) => times > 1)).toEqual([]);
		expect(looked.get("/home/dev/.ssh")).toBe(1);
		expect(looked.get("/srv/x")).toBe(1);
		// And once more by the next decision.
		answer("/tmp/y", world);
		expect(looked.get("/home/dev/.ssh")).toBe(2);
	});

	test("is not looked at where the command's own path lies below it", () => {
		const { world, looked } = worldWith({});
		expect(answer("/home/dev/.ssh/z", world)).toBe("allow");
		expect([...looked].filter(([, times]) => times > 1)).toEqual([]);
	});

	test("is looked at once by lists that were asked by different decisions before", () => {
		const { tree: other } = loadText(
			"p.rules",
			"agent default {\n default allow\n deny cat, wc touching ~/.ssh/a*\n deny head, wc touching ~/.ssh/b*\n}\n",
		);
		if (other === undefined) throw new Error("the policy is broken");
		for (const program of ["cat", "head"]) decide(other, { argv: [program, "/tmp/y"] }, worldWith({}).world);
		const { world, looked } = worldWith({});
		decide(other, { argv: ["wc", "/tmp/y"] }, world);
		expect(looked.get("/home/dev/.ssh")).toBe(1);
	});

	test("is not looked at below a folder that is absent", () => {
		const looked: string[] = [];
		const linkAt: World["linkAt"] = (path) => {
			looked.push(path);
			return path.startsWith("/srv") ? "absent" : "none";
		};
		expect(answer("/tmp/y", { workspace: "/repo", home: "/home/dev", linkAt })).toBe("allow");
		expect(looked.filter((path) => path.startsWith("/srv"))).toEqual(["/srv"]);
		expect(looked).toContain("/home/dev/.ssh");
	});

	test("leads where it leads now, in whatever order worlds come", () => {
		const plain = worldWith({}).world;
		const linked = worldWith({ "/home/dev/.ssh": "/data", "/srv/x": "/data" }).world;
		const elsewhere = worldWith({ "/home/dev/.ssh": "/other", "/srv": "/data" }).world;
		const allowed = ["allow", "allow", "allow"];
		for (const [world, inData, inOther] of [
			[plain, allowed, allowed],
			[linked, ["deny", "ask", "nudge"], allowed],
			[elsewhere, allowed, ["deny", "ask", "allow"]],
			[plain, allowed, allowed],
			[linked, ["deny", "ask", "nudge"], allowed],
		] as const) {
			expect(["/data/a", "/data/b", "/data/c"].map((path) => answer(path, world))).toEqual(inData);
			expect(["/other/a", "/other/b", "/other/c"].map((path) => answer(path, world))).toEqual(inOther);
		}
		expect(answer("/data/x/c", elsewhere)).toBe("nudge");
	});

	test("is looked at once where it is a link, and nothing below that", () => {
		const { world, looked } = worldWith({ "/home/dev/.ssh": "/data", "/srv": "/data" });
		expect(answer("/tmp/y", world)).toBe("allow");
		expect([...looked].filter(([, times]) => times > 1)).toEqual([]);
		expect([looked.get("/home/dev/.ssh"), looked.get("/srv"), looked.get("/srv/x")]).toEqual([1, 1, undefined]);
	});
});
