/** The links that a script makes: whatever `ln` really makes is known, and leads where it really leads or nobody knows where. */
import { spawnSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import { type ReadCommand, unwrap } from "../../../src/engine/effects/commands.js";
import { foldersOf } from "../../../src/engine/effects/effects.js";
import { makesLinks, worldBeside } from "../../../src/engine/effects/paths/own-links.js";
import { resolveLinks, type World } from "../../../src/engine/request/paths.js";
import { readScript } from "../../../src/engine/request/read-script.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { realWorld } from "../../../src/runtime/load/world.js";

const base = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-own-links-")));
const folder = join(base, "work");
afterAll(() => rmSync(base, { recursive: true, force: true }));
beforeEach(() => {
	rmSync(folder, { recursive: true, force: true });
	for (const path of ["full/inner", "empty", "home"]) mkdirSync(join(folder, path), { recursive: true });
	for (const path of ["file", "full/a", "home/key"]) writeFileSync(join(folder, path), "x");
});

/** The world as it would be, seen before anything runs. */
function worldBehind(script: string): World {
	const world = { ...realWorld(folder), home: join(folder, "home") };
	const facts = { programs: new Map(), trust: ["/usr/bin", "/bin"] };
	const commands = readScript(`${script}; ls`, { home: join(folder, "home") });
	if (commands.kind === "opaque") throw new Error(commands.why);
	const all = commands.commands.flatMap((one) => unwrap(one, facts));
	expect(all.filter(makesLinks).length).toBeGreaterThan(0);
	return worldBeside(all, (ways) => foldersOf(ways, folder), world)(all.at(-1) as ReadCommand);
}

function linksIn(at: string): readonly string[] {
	return readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
		const path = join(at, entry.name);
		return entry.isSymbolicLink() ? [path] : entry.isDirectory() ? linksIn(path) : [];
	});
}

test.each([
	"ln -s file e",
	"ln -s full e",
	"ln -s ~ e",
	"ln -s / e",
	"ln -s ../file full",
	"ln -s ../file empty",
	"ln -s file ./empty/",
	"ln -s file full/e",
	"ln -s ~/key",
	"ln -s ~/key .",
	"ln -s file home/key full",
	"ln -s -t empty file full",
	"ln -s --target-directory=empty ../file",
	"ln -sr full/a empty/e",
	"ln -sr full/a empty",
	"ln -srt empty full/a file",
	"ln -sT full e",
	"ln -sfn full empty",
	"ln -sf ~/key file",
	"ln -s full e; ln -s ~ e/f",
	"ln -s full e; ln -s e/inner g; ln -s ../../home g/h",
	"cd full; ln -s ../home e; cd inner; ln -s .. f",
	"sh -c 'ln -s ~ e'",
	"for n in a b; do ln -s ~ $n; done",
	'ln -s "$(pwd)" e',
	'ln -s "$(pwd)/home" empty',
	'x=$(echo e); ln -s ~ "$x"',
	"ln -s {file,full} empty",
	"ln -s full/* empty",
])("%s", (script) => {
	const world = worldBehind(script);
	const before = new Set(linksIn(folder));
	const ran = spawnSync("bash", ["-c", script], { cwd: folder, env: { ...process.env, HOME: join(folder, "home") } });
	expect(ran.stderr.toString()).toBe("");
	const made = linksIn(folder).filter((path) => !before.has(path));
	expect(made.length).toBeGreaterThan(0);
	for (const path of made) {
		const known = resolveLinks(path, world.linkAt);
		expect([path, world.linkAt(path)]).not.toEqual([path, "none"]);
		if (known !== undefined) expect(known).toBe(realPathOf(path));
		const entries = world.entriesOf?.(dirname(path)) ?? "unknown";
		if (entries !== "unknown") expect(entries).toContain(path.slice(path.lastIndexOf("/") + 1));
	}
});

/** Where it leads, though nothing may be there. */
function realPathOf(path: string): string {
	const found = lstatSync(path, { throwIfNoEntry: false });
	expect(found?.isSymbolicLink()).toBe(true);
	return resolveLinks(path, realWorld(folder).linkAt) as string;
}

test.each([
	["ln -s full e; cat e/a", "allow"],
	["ln -s ~ e; cat e/key", "deny"],
	["ln -s file e; cat e; ln -s full f; ls f/inner", "allow"],
	["ln -s full empty; cat empty/full/a", "deny"],
	["ln -sf full/a file && cat file", "allow"],
	["rm -f file && ln -s full/a file && cat file", "allow"],
	["ln -s ~ full; cat full/home/key", "deny"],
	["mv full g; ln -s ~ full; cat full/key", "deny"],
	["ln -sfn ~ full; cat full/key", "deny"],
	["ln -sfT ~ full; cat full/key", "deny"],
	["ln -s ~ h; ln --help > h/key", "deny"],
	["ln -s ~ h; ln -f file h/key", "deny"],
	["ln -s ~ h; ln -t full h/key && cat full/key", "deny"],
	["ln -s full h; ln h/a full/b && cat full/b", "allow"],
	['ln -s "$(pwd)" a; ln -s ~ a/b; cat b/key', "deny"],
	["mkdir new; ln -s ~ new/e; cat new/e/key", "deny"],
	["mkdir new; ln -s full new/e; cat new/e/a", "allow"],
	["ln -s full a; ln -sfn empty a; ln -s ~ a/b; cat empty/b/key", "deny"],
])("decided: %s is %s", (script, effect) => {
	const { tree } = loadText(
		"p.rules",
		"agent default {\n default allow\n syntax sequences, variables, redirects, substitutions\n deny * touching home/key\n}\n",
	);
	const world = { ...realWorld(folder), home: join(folder, "home") };
	const { commands } = decide(tree as Tree, { script }, world);
	expect(commands.at(-1)?.effect).toBe(effect);
});

test("links are not followed without end: then nobody knows where they lead", () => {
	const { linkAt } = worldBehind("ln -s full e");
	const answers = Array.from({ length: 20_000 }, () => linkAt(join(folder, "e")));
	expect(answers[0]).toEqual({ target: "full" });
	expect(answers.at(-1)).toBe("unknown");
});
