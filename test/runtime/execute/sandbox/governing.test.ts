/** From inside a sandbox every place that governs is tried, in every way: nothing is changed, and of what is secret nothing is read. The places come from the code. */
import { randomBytes } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "@jest/globals";
import { decide } from "../../../../src/engine/decide/decide.js";
import { type Permit, permit } from "../../../../src/engine/decide/permit.js";
import type { Tree } from "../../../../src/engine/decide/tree.js";
import { openAudit } from "../../../../src/runtime/audit/audit.js";
import { settingsFor } from "../../../../src/runtime/audit/settings.js";
import { verifyAuditLog } from "../../../../src/runtime/audit/verify.js";
import { run } from "../../../../src/runtime/execute/run.js";
import { inGitFolder } from "../../../../src/runtime/execute/sandbox/git-files.js";
import { mountsFor } from "../../../../src/runtime/execute/sandbox/mounts.js";
import { ownFiles } from "../../../../src/runtime/execute/sandbox/own-files.js";
import { keptInFolders, keptInHome } from "../../../../src/runtime/harnesses/places/governing-places.js";
import { toolSettings, toolSettingsInHome } from "../../../../src/runtime/harnesses/places/tool-settings.js";
import { loadText } from "../../../../src/runtime/load/load.js";
import { keepSigned } from "../../../../src/runtime/load/signed-files.js";
import { realWorld } from "../../../../src/runtime/load/world.js";
import { guard } from "../../../../src/runtime/tools/guard.js";
import { newFolderOutside, put, removeFolders, said, script, whereConfined } from "../sandbox.js";

const before = { ...process.env };
let home = "";
let workspace = "";
const secret = `secret-${randomBytes(8).toString("hex")}`;

beforeEach(() => {
	home = newFolderOutside();
	workspace = join(home, "work");
	mkdirSync(workspace);
	process.env.XDG_CACHE_HOME = join(home, "moved-cache");
	delete process.env.BYLAW_CACHE;
});
afterEach(() => {
	process.env = { ...before };
});
afterAll(removeFolders);

/** Tries what a program can do to a path, and to the folders above it, and says what it could read. */
const attack = `
const fs = require("node:fs"), path = require("node:path");
const { places, above, out } = JSON.parse(fs.readFileSync("places.json", "utf8"));
const attempt = (work) => { try { work(); } catch {} };
let seen = "";
const look = (file) => attempt(() => {
	const stats = fs.lstatSync(file);
	if (stats.isDirectory()) for (const name of fs.readdirSync(file)) { seen += name + "\\n"; look(path.join(file, name)); }
	else if (stats.isFile()) seen += fs.readFileSync(file, "latin1") + "\\n";
	else if (stats.isSymbolicLink()) seen += fs.readlinkSync(file) + "\\n";
});
let count = 0;
const elsewhere = () => path.join(out, "moved-" + ++count);
const spoil = (file) => {
	for (const flag of ["w", "a", "r+", "wx"]) attempt(() => fs.writeFileSync(file, "broken", { flag }));
	attempt(() => fs.truncateSync(file, 0));
	attempt(() => fs.utimesSync(file, 1, 1));
	attempt(() => fs.linkSync(file, elsewhere()));
	attempt(() => fs.copyFileSync(file, elsewhere()));
	attempt(() => fs.copyFileSync("attack.cjs", file));
	attempt(() => { const other = elsewhere(); fs.writeFileSync(other, "broken"); fs.renameSync(other, file); });
	attempt(() => { const other = elsewhere(); fs.symlinkSync("nowhere", other); fs.renameSync(other, file); });
	attempt(() => { const other = elsewhere(); fs.mkdirSync(other); fs.renameSync(other, file); });
	attempt(() => fs.mkdirSync(file, { recursive: true }));
	attempt(() => fs.symlinkSync("nowhere", file));
	attempt(() => fs.writeFileSync(path.join(file, "new"), "broken"));
	attempt(() => fs.renameSync(file, elsewhere()));
	attempt(() => fs.unlinkSync(file));
	attempt(() => fs.rmdirSync(file));
};
for (const place of places) look(place);
for (const place of places) {
	spoil(place);
	attempt(() => { for (const name of fs.readdirSync(place)) spoil(path.join(place, name)); });
	// Last, for what is the sandbox's own could be opened so.
	attempt(() => fs.chmodSync(place, 0o777));
	spoil(place);
	attempt(() => fs.rmSync(place, { recursive: true, force: true }));
}
for (const folder of above) {
	attempt(() => fs.renameSync(folder, elsewhere()));
	attempt(() => fs.symlinkSync("nowhere", folder));
	attempt(() => fs.rmSync(folder, { recursive: true, force: true }));
}
console.log("seen:", seen);
console.log("tried", places.length);
`;

/** All that the list has for a workspace and a home folder. */
function placesInList(): readonly string[] {
	const git = [...inGitFolder, "hooks/pre-commit"].map((name) => `.git/${name}`);
	return [
		...[...keptInFolders(), ...toolSettings, ...git].flatMap((name) => [
			join(workspace, name),
			join(workspace, "sub", name),
		]),
		...[...keptInHome(), ...toolSettingsInHome].map((name) => join(home, name)),
	];
}

/** Everything in a folder: what kind it is, its mode and what is in it. */
function snapshot(folder: string): Readonly<Record<string, string>> {
	return Object.fromEntries(
		readdirSync(folder, { recursive: true })
			.map(String)
			.sort()
			.map((name) => {
				const path = join(folder, name);
				const stats = lstatSync(path);
				const is = stats.isDirectory()
					? ""
					: stats.isSymbolicLink()
						? readlinkSync(path)
						: readFileSync(path, "latin1");
				return [name, `${stats.mode.toString(8)} ${is}`];
			}),
	);
}

/** Runs the attack under a policy that lets the whole home folder be written. */
async function attacked(
	places: readonly string[],
	audit: string,
): Promise<{ readonly text: string; readonly warnings: readonly string[] }> {
	const out = join(home, "out");
	mkdirSync(out);
	const above = [...new Set(places.map((place) => dirname(place)))].filter(
		(folder) => folder !== home && folder !== workspace,
	);
	put(workspace, { "attack.cjs": attack, "places.json": JSON.stringify({ places, above, out }) });
	const { tree } = loadText(
		join(home, "elsewhere/policy.rules"),
		"agent default {\n  sandbox require\n  allow node\n  constrain writes of * to ~, .\n}\n",
	);
	const world = { ...realWorld(workspace), home };
	const request = { argv: ["node", "attack.cjs"] };
	const records = openAudit(settingsFor([audit]));
	const { decision, id } = records.decided(request, decide(tree as Tree, request, world), world, "run");
	const outcome = await run(permit(decision) as Permit, {
		outputMode: "separate",
		timeout: 200_000,
		governing: records.files(),
	});
	records.ended(id, outcome);
	records.close();
	if (outcome.sandbox !== "bubblewrap") throw new Error(outcome.failure);
	expect(outcome.stderr?.text).toBe("");
	expect(outcome.stdout?.text).toMatch(new RegExp(`tried ${places.length}\\n$`));
	return { text: outcome.stdout?.text ?? "", warnings: outcome.warnings };
}

function isFile(place: string): boolean {
	return /[a-zA-Z]\.[a-z]+$|rc$|rules$|ignore$|modes$|profile$|login$|logout$|env$|gitmodules$|gitconfig$|config$|commondir$/.test(
		place,
	);
}

whereConfined("what governs", () => {
	test("is neither changed nor, where it is state, read, wherever it lies", async () => {
		const list = placesInList();
		for (const place of list) {
			if (list.some((other) => other !== place && place.startsWith(`${other}/`))) continue;
			if (place.endsWith("commondir") || place.endsWith("config.worktree")) continue;
			put("/", isFile(place) ? { [place]: "kept\n" } : { [join(place, "inner")]: "kept\n" });
		}
		// The cache and its key, as they are really kept; the state and the log by names that somebody gave them.
		keepSigned("policy-1", Buffer.from(secret));
		const state = ownFiles({ home }, []).folders.filter((folder) => folder.startsWith(`${home}/`));
		for (const folder of state) put(folder, { token: secret });
		put(workspace, {
			"kept.audit.yaml": `file: log.jsonl\nkey: audit.key\nmask: [${secret}]\nsize: 1KiB\n`,
			"audit.key": `${secret}${secret}\n`,
		});
		const settings = join(workspace, "kept.audit.yaml");
		// What is on record before, in a file that is full and in one that is not.
		const earlier = openAudit(settingsFor([settings]));
		const { tree } = loadText("policy.rules", "agent default {\n  allow echo\n}\n");
		for (let at = 0; at < 4; at++) {
			const request = { argv: ["echo", `secret-on-record-${at}`] };
			const world = realWorld(workspace);
			earlier.decided(request, decide(tree as Tree, request, world), world, "run");
		}
		earlier.close();
		const logs = readdirSync(workspace).filter((name) => name.startsWith("log.jsonl"));
		expect(logs).toEqual(expect.arrayContaining(["log.jsonl", "log.jsonl.1", "log.jsonl.head"]));
		const names = [...logs, "kept.audit.yaml", "audit.key"];
		const before = snapshot(home);
		const hidden = [...state, ...names.map((name) => join(workspace, name)), join(home, "moved-cache/bylaw/key")];
		const { text, warnings } = await attacked([...list, ...hidden], settings);
		const after = snapshot(home);
		const isOurs = (name: string): boolean =>
			name.startsWith("out") || /^work\/(?:attack\.cjs|places\.json|log\.jsonl)/.test(name);
		const changed = Object.keys({ ...before, ...after }).filter(
			(name) => !isOurs(name) && before[name] !== after[name],
		);
		expect(changed).toEqual([]);
		expect(verifyAuditLog(join(workspace, "log.jsonl"), { key: `${secret}${secret}` }).kind).toBe("whole");
		expect(text).not.toMatch(/secret-on-record/);
		expect(text).not.toContain(secret);
		for (const [name, is] of Object.entries(after)) if (name.startsWith("out/")) expect(is).not.toMatch(/secret-/);
		expect(warnings).toEqual([
			expect.stringMatching(/governs runs or keeps them on record, and this run may write in/),
		]);
	});

	test("does not come to be", async () => {
		put(workspace, { ".git/HEAD": "ref: refs/heads/main\n", "sub/.git/HEAD": "ref: refs/heads/main\n" });
		const log = join(newFolderOutside(), "log.jsonl");
		const state = ownFiles({ home }, []).folders.filter((folder) => folder.startsWith(`${home}/`));
		const places = [...placesInList(), ...state];
		const before = snapshot(home);
		const { warnings } = await attacked(places, log);
		const after = snapshot(home);
		const added = Object.keys(after).filter(
			(name) => !(name in before) && !/^out|^work\/(?:attack\.cjs|places\.json)/.test(name),
		);
		// Folders on the way to a place are no harm.
		const inPlaces = added.filter((name) =>
			places.some((place) => join(home, name) === place || join(home, name).startsWith(`${place}/`)),
		);
		expect([inPlaces, Object.keys(before).filter((name) => before[name] !== after[name])]).toEqual([[], []]);
		expect(warnings).toEqual([]);
		expect(verifyAuditLog(log).kind).toBe("whole");
	});

	test("can't be reached through a link, and where a link could be replaced nothing runs", async () => {
		symlinkSync(join(home, "elsewhere"), join(home, ".bylaw"));
		writeFileSync(join(workspace, "attack.cjs"), "");
		await expect(attacked([], join(newFolderOutside(), "log"))).rejects.toThrow(/`.*\.bylaw` is a link/);
	});

	test("is found in folders below as well, where it is there", async () => {
		const kept = ["packages/a/AGENTS.md", "packages/a/.vscode/tasks.json", "packages/a/.claude/settings.json"];
		put(workspace, Object.fromEntries(kept.map((name) => [name, "kept\n"])));
		await script(
			workspace,
			`for file in ${kept.join(" ")}; do echo broken > $file; rm -rf $file; done; mv packages other`,
		);
		for (const name of kept) expect(readFileSync(join(workspace, name), "utf8")).toBe("kept\n");
	});

	test.each([
		"echo broken > CLAUDE.md.new; mv -f CLAUDE.md.new CLAUDE.md",
		"rm CLAUDE.md",
		"ln -sf attack.sh CLAUDE.md",
		"rm CLAUDE.md; mkdir -p CLAUDE.md/x",
	])("is put back where it is a text that is a link: %s", async (text) => {
		put(workspace, { "AGENTS.md": "kept\n" });
		symlinkSync("AGENTS.md", join(workspace, "CLAUDE.md"));
		const outcome = await script(workspace, `echo broken > AGENTS.md; echo broken > CLAUDE.md; ${text}; echo ran`);
		expect(said(outcome)).toMatch(/ran\n$/);
		expect(outcome.warnings).toEqual([
			expect.stringMatching(/CLAUDE\.md` was (?:replaced|removed); it is the link to `AGENTS\.md` again/),
		]);
		expect([readlinkSync(join(workspace, "CLAUDE.md")), readFileSync(join(workspace, "AGENTS.md"), "utf8")]).toEqual([
			"AGENTS.md",
			"kept\n",
		]);
	});

	test("is hidden by a guard that keeps a log, and that is told of more", async () => {
		put(workspace, {
			token: secret,
			"look.sh": "cat log.jsonl log.jsonl.head token; echo broken > token; echo looked",
		});
		const guarded = guard(loadText("policy.rules", "agent default {\n  sandbox require\n  allow bash\n}\n"), {
			workspace,
			audit: join(workspace, "log.jsonl"),
			governing: [join(workspace, "token")],
		});
		const { outcome } = await guarded.run({ argv: ["bash", "look.sh"] }, { outputMode: "stdout" });
		guarded.close();
		expect(outcome?.stdout?.text).toBe("looked\n");
		expect(readFileSync(join(workspace, "token"), "utf8")).toBe(secret);
	});

	test("is pinned where the world of the decision says that it lies", () => {
		put(home, { "moved/settings": "" });
		const { shown, missing } = mountsFor(
			{
				workspace,
				home,
				network: false,
				writes: [[[{ text: home, literal: true, negated: false }]]],
				hidden: [],
				policyFiles: [],
				own: { governing: [join(home, "moved"), join(home, "other/none")], state: [join(home, "state")] },
			},
			{ cwd: workspace, file: "/bin/sh", temporary: undefined },
		);
		expect(shown).toContainEqual({ path: join(home, "moved"), as: "read" });
		expect(missing).toEqual(expect.arrayContaining([join(home, "other"), join(home, "state")]));
	});
});
