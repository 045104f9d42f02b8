import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import {
	holdsPath,
	normalise,
	placeOf,
	remembering,
	resolveLinks,
	type World,
} from "../../../src/engine/request/paths.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { realWorld } from "../../../src/runtime/load/world.js";

let root: string;
let repo: string;

beforeAll(() => {
	root = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-paths-")));
	repo = join(root, "repo");
	mkdirSync(join(repo, "sub"), { recursive: true });
	mkdirSync(join(root, "repo-evil"));
	mkdirSync(join(root, "outside", "deep"), { recursive: true });
	writeFileSync(join(repo, "file"), "");
	writeFileSync(join(root, "outside", "secret"), "");
	symlinkSync(join(root, "outside"), join(repo, "out"));
	symlinkSync(join(root, "outside", "deep"), join(repo, "deep"));
	symlinkSync("sub", join(repo, "inner"));
	symlinkSync("loop-b", join(repo, "loop-a"));
	symlinkSync("loop-a", join(repo, "loop-b"));
	symlinkSync("self", join(repo, "self"));
	symlinkSync(join(root, "gone"), join(repo, "dangling"));
});
afterAll(() => rmSync(root, { recursive: true }));

/** The answer for `rm PATH` where rm may only touch the workspace. */
function within(path: string, workspace = repo): string {
	const { tree } = loadText("p.rules", "default deny\nallow rm within .\n");
	if (!tree) throw new Error("the policy is broken");
	return decide(tree, { argv: ["rm", path] }, realWorld(workspace)).effect;
}

function touching(path: string, list: string): string {
	const { tree } = loadText("p.rules", `default deny\nallow rm\ndeny rm touching ${list}\n`);
	if (!tree) throw new Error("the policy is broken");
	return decide(tree, { argv: ["rm", path] }, realWorld(repo)).effect;
}

describe("paths are compared by where they lead, folder by folder", () => {
	test("text is normalised without a look at the disk", () => {
		expect(normalise("/a//b/./c/../d/")).toBe("/a/b/d");
		expect(normalise("/../..")).toBe("/");
	});

	test("a folder holds what is below it, and not what only begins like it", () => {
		expect(holdsPath("/repo", "/repo/x")).toBe(true);
		expect(holdsPath("/repo", "/repo")).toBe(true);
		expect(holdsPath("/repo", "/repo-evil")).toBe(false);
		expect(holdsPath("/", "/x")).toBe(true);
	});

	test.each([
		["file", "allow"],
		["sub/new/deep/file", "allow"],
		[".", "allow"],
		["inner/x", "allow"],
		["./sub/../file", "allow"],
		["..", "deny"],
		["../repo-evil", "deny"],
		["../repo-evil/x", "deny"],
		["../repo/file", "allow"],
		["out", "deny"],
		["out/secret", "deny"],
		["out/new-file", "deny"],
		// Text says ./file; the kernel goes to where `deep` leads, and up from there.
		["deep/../secret", "deny"],
		["deep/../../repo/file", "allow"],
		["loop-a", "deny"],
		["loop-a/x", "deny"],
		["self", "deny"],
		["dangling", "deny"],
		["file/below-a-file", "allow"],
		["/etc/passwd", "deny"],
		["~/x", "deny"],
		["~root/x", "deny"],
		["", "allow"],
	])("within the workspace: %j is %s", (path, effect) => {
		expect(within(path)).toBe(effect);
	});

	test("an absolute path inside lies inside", () => {
		expect(within(join(repo, "file"))).toBe("allow");
		expect(within(`${repo}-evil`)).toBe("deny");
	});

	test("a workspace named by a link is the folder that the link leads to", () => {
		const link = join(root, "link-to-repo");
		symlinkSync(repo, link);
		expect(within("file", link)).toBe("allow");
		expect(within(join(repo, "file"), link)).toBe("allow");
		expect(within("../outside/secret", link)).toBe("deny");
	});

	test.each([
		["out/secret", "../outside", "deny"],
		["deep/../secret", "../outside/secret", "deny"],
		["sub/.env", "**/.env", "deny"],
		["../outside/.env", "**/.env", "deny"],
		[".env", "**/.env", "deny"],
		["sub/.env.local", "**/.env", "allow"],
		["sub/x", "sub", "deny"],
		["inner/x", "sub", "deny"],
		["sub/x", "inner", "deny"],
		["subtle", "sub", "allow"],
		["sub/keep/x", "sub, !sub/keep", "allow"],
		["sub/other/x", "sub, !sub/keep", "deny"],
		["loop-a", "/etc", "deny"],
		["file", "s*", "allow"],
		["sub/x", "s*", "deny"],
		["sub/a.log", "sub/*.log", "deny"],
		["sub/a.txt", "sub/*.log", "allow"],
	])("touching: %j against %s is %s", (path, list, effect) => {
		expect(touching(path, list)).toBe(effect);
	});

	test("a loop of links and a chain of too many have no place", () => {
		expect(resolveLinks(join(repo, "loop-a"), realWorld(repo).linkAt)).toBeUndefined();
		const endless = (path: string): { target: string } => ({ target: `${path}x` });
		expect(resolveLinks("/a", endless)).toBeUndefined();
	});

	test("the same word in the same folder is placed once in the world of a decision", () => {
		const world = remembering({ workspace: "/w", linkAt: () => "none" });
		expect(placeOf("x", "/w", world)).toBe(placeOf("x", "/w", world));
		expect(placeOf("x", "/v", world).literal).toEqual(["/v/x"]);
		expect(placeOf("x", undefined, world).literal).toEqual([]);
		expect(placeOf("x", "/w", { ...world, linkAt: () => "unknown" }).resolved).toBeUndefined();
	});

	test("a world that outlives a decision is looked at again", () => {
		let target = "/w/a";
		const world: World = { workspace: "/w", linkAt: (path) => (path === "/w/x" ? { target } : "none") };
		expect(placeOf("x", "/w", world).resolved?.[0]).toBe("/w/a");
		target = "/etc";
		expect(placeOf("x", "/w", world).resolved?.[0]).toBe("/etc");
	});

	test("what can't be looked at has no known place", () => {
		expect(placeOf("x/y", "/w", { workspace: "/w", linkAt: () => "unknown" }).resolved).toBeUndefined();
		expect(placeOf("x", undefined, { workspace: "/w", linkAt: () => "none" }).resolved).toBeUndefined();
	});
});

describe("below what is not there", () => {
	const policy =
		'default deny\nallow cat, cp, mkdir, ln\ndeny * touching "none/a/b/**", "none/c", "out/secret"\nsyntax sequences\n';
	const tree = loadText("p.rules", policy).tree as Tree;
	const real = () => realWorld(repo);
	const asked: string[] = [];
	/** As a world that tells less. */
	const telling = (answerOf: (path: string) => ReturnType<World["linkAt"]>): World => ({
		...real(),
		linkAt: (path) => {
			asked.push(path);
			return answerOf(path);
		},
	});

	test("nobody looks", () => {
		asked.length = 0;
		const effect = decide(tree, { argv: ["cat", "file"] }, telling(real().linkAt)).effect;
		expect(effect).toBe("allow");
		expect(asked).toContain(join(repo, "none"));
		expect(asked.filter((path) => path.startsWith(join(repo, "none", "/")))).toEqual([]);
	});

	test.each([
		"cat none/a/b/x",
		"cat none/../out/secret",
		"cat none/c/../../out/secret",
		"cat none/x out/secret",
		"mkdir none && cat none/c",
		"ln -s out none && cat none/secret",
		"ln -s . none && cat none/out/secret",
		"mkdir -p none/a && ln -s ../../out none/a/b && cat none/a/b/secret",
		"cp -r sub none && cat none/c",
		"cat file/x/../../out/secret",
	])("the answer is the same: %s", (script) => {
		const plain = telling((path) => {
			const link = real().linkAt(path);
			return link === "absent" ? "none" : link;
		});
		const answer = decide(tree, { script, cwd: repo }, real());
		expect(answer).toEqual(decide(tree, { script, cwd: repo }, plain));
		expect(["allow", "deny"]).toContain(answer.effect);
	});
});
