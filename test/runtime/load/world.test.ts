/** The real surroundings: a folder that tells what its entries are gives the same decisions as one of which each entry is looked at. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import type { EntriesOf, World } from "../../../src/engine/request/paths.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { realWorld, withGoverning } from "../../../src/runtime/load/world.js";

let root: string;
beforeAll(() => {
	root = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-world-")));
	const here = join(root, "project");
	mkdirSync(join(here, "src/deep"), { recursive: true });
	mkdirSync(join(here, ".hidden"));
	mkdirSync(join(root, "outside/keys"), { recursive: true });
	for (const file of [
		"project/src/a.ts",
		"project/src/deep/b.ts",
		"project/.hidden/c",
		"outside/keys/key.pem",
		"outside/plain",
	])
		writeFileSync(join(root, file), "");
	symlinkSync(join(root, "outside"), join(here, "src/deep/away"));
	symlinkSync("a.ts", join(here, "src/same.ts"));
	symlinkSync("nowhere", join(here, "src/dangling"));
	symlinkSync("loop", join(here, "src/loop"));
	execFileSync("mkfifo", [join(here, "src/pipe")]);
	writeFileSync(Buffer.concat([Buffer.from(join(here, "src/")), Buffer.from([0x66, 0xff, 0x67])]), "");
});
afterAll(() => rmSync(root, { recursive: true }));

/** The same world, whose folders say names alone. */
function namesAlone(world: World): World {
	const { entriesOf } = world;
	return { ...world, entriesOf: (folder) => entriesOf?.(folder) ?? "unknown" };
}

describe("what folders say of their entries", () => {
	const { tree } = loadText(
		"policy.rules",
		[
			"agent default {",
			"  default allow",
			"  deny * touching **/*.pem because keys",
			"  constrain writes of * to .",
			"  ask * touching src/deep/**",
			"}",
		].join("\n"),
	);

	test.each([
		"grep -r x src",
		"grep -R x src",
		"grep -R x .",
		"rg x",
		"rg -L x",
		"cp -rL src lib",
		"cp -r src lib",
		"unzip -o a.zip",
		"unzip -o a.zip -d src",
		"tar xf a.tar -C src/deep",
		"rm -r src",
		"find -L . -name '*.pem'",
		"rsync -aL src/ out",
		"cat src/dangling src/loop src/pipe",
	])("%s", (script) => {
		if (tree === undefined) throw new Error("the policy is broken");
		const world = realWorld(join(root, "project"));
		const request = { script, cwd: join(root, "project") };
		expect(world.entriesOf?.withKinds).toBeDefined();
		expect(decide(tree, request, world)).toEqual(decide(tree, request, namesAlone(world)));
	});

	test("tell files, folders and links apart, and nothing of names that are no text", () => {
		const entries = realWorld(root).entriesOf?.withKinds?.(join(root, "project/src"));
		if (entries === undefined || entries === "unknown") throw new Error("the folder is there");
		expect(Object.fromEntries(entries.map(({ name, kind }) => [name, kind]))).toEqual({
			"a.ts": "file",
			deep: "folder",
			"same.ts": "link",
			dangling: "link",
			loop: "link",
			pipe: "unknown",
			"f\ufffdg": "unknown",
		});
		expect(realWorld(root).entriesOf?.withKinds?.(join(root, "outside/plain"))).toEqual([]);
		expect(realWorld(root).entriesOf?.withKinds?.(join(root, "none"))).toEqual([]);
		// What was a folder a moment ago may be gone, or something else.
		expect(realWorld(root).entriesOf?.withKinds?.(join(root, "none"), true)).toEqual([]);
		expect(realWorld(root).entriesOf?.withKinds?.(join(root, "outside/plain"), true)).toEqual([]);
	});

	test.each([
		["cat /proc/self/cwd/src/deep/b.ts", "deny"],
		["cat /proc/thread-self/cwd/src/deep/b.ts", "deny"],
		["exec 5<.; cat /dev/fd/5/src/deep/b.ts", "deny"],
		["ln -s /proc/self/cwd l; cat l/src/deep/b.ts", "deny"],
		["cat /dev/stdin", "allow"],
		["cat /dev/fd/0", "allow"],
		["cat /proc/self/status", "allow"],
	])("are those of whoever looks, behind links that each process has for itself: %s", (script, effect) => {
		const { tree: other } = loadText(
			"p.rules",
			"agent default {\n default allow\n syntax sequences, redirects\n ask * touching src/deep/**\n}\n",
		);
		if (other === undefined) throw new Error("the policy is broken");
		const request = { script, cwd: join(root, "project") };
		expect(decide(other, request, realWorld(join(root, "project"))).effect).toBe(effect);
	});

	test("are listed without another look at what is known to be a folder", () => {
		if (tree === undefined) throw new Error("the policy is broken");
		const world = realWorld(join(root, "project"));
		const asked: [string, boolean | undefined][] = [];
		const watched: EntriesOf = Object.assign((folder: string) => world.entriesOf?.(folder) ?? "unknown", {
			withKinds: (folder: string, isFolder?: boolean) => {
				asked.push([folder.slice(root.length), isFolder]);
				return world.entriesOf?.withKinds?.(folder, isFolder) ?? "unknown";
			},
		});
		decide(tree, { script: "rm -r src", cwd: join(root, "project") }, { ...world, entriesOf: watched });
		expect(asked).toEqual([
			["/project/src", undefined],
			["/project/src/pipe", false],
			["/project/src/deep", true],
		]);
	});
});

test("of the same places a world has the same object, and each home, variable and file its own", () => {
	const before = process.env.CODEX_HOME;
	try {
		delete process.env.CODEX_HOME;
		const world = realWorld("/w", "/home/a");
		expect(realWorld("/other", "/home/a").own).toBe(world.own);
		expect(realWorld("/w", "/home/b").own).not.toEqual(world.own);
		const [one, both] = [withGoverning(world, ["/log"]), withGoverning(withGoverning(world, ["/log"]), ["/more"])];
		expect(withGoverning(realWorld("/w", "/home/a"), ["/log"]).own).toBe(one.own);
		expect(both.own?.governing).toEqual([...(world.own?.governing ?? []), "/log", "/more"]);
		expect(withGoverning(world, ["/more"]).own?.governing).toEqual([...(world.own?.governing ?? []), "/more"]);
		process.env.CODEX_HOME = "/moved";
		expect(realWorld("/w", "/home/a").own?.governing).toContain("/moved");
		expect(world.own?.governing).not.toContain("/moved");
	} finally {
		if (before === undefined) delete process.env.CODEX_HOME;
		else process.env.CODEX_HOME = before;
	}
});
