/** A history on the disk answers as one in memory does, and whatever befalls its files, nothing is allowed that would not have been. */
import {
	chmodSync,
	copyFileSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Decisions } from "../../../src/engine/decide/tree.js";
import { type DiskHistory, diskHistory } from "../../../src/runtime/history/disk-history.js";
import { historyFolder } from "../../../src/runtime/history/place.js";
import { loadText } from "../../../src/runtime/load/load.js";

const workspace = "/w";
let state: string;

beforeEach(() => {
	state = mkdtempSync(join(tmpdir(), "history-"));
	process.env.XDG_STATE_HOME = state;
});
afterEach(() => {
	delete process.env.XDG_STATE_HOME;
	rmSync(state, { recursive: true, force: true });
});

const rules = [
	"default deny",
	"allow npm, cat, curl, rm",
	"allow git push after exactly npm test",
	"deny curl after cat secret",
	"allow git commit at most 3 per 1h",
	"allow git tag after npm test since git commit",
];

describe("a history on the disk", () => {
	it("is gone on from by whoever opens it next", () => {
		expect(effect(["git", "push"])).toBe("deny");
		expect(effect(["npm", "test"], { call: "c1" })).toBe("allow");
		expect(effect(["git", "push"])).toBe("deny");
		opened().outcome({ session: "s1", call: "c1", code: 0 });
		expect(effect(["git", "push"])).toBe("allow");
		expect(effect(["git", "push"], { session: "s2" })).toBe("deny");
		expect(effect(["cat", "secret"])).toBe("allow");
		expect(effect(["curl", "http://x.example"])).toBe("deny");
		expect(effect(["curl", "http://x.example"], { session: "s2" })).toBe("allow");
		expect(effect(["curl", "http://x.example"])).toBe("deny");
	});

	it("counts over all sessions", () => {
		for (const session of ["s1", "s2", "s3"]) expect(effect(["git", "commit"], { session })).toBe("allow");
		expect(effect(["git", "commit"], { session: "s4" })).toBe("deny");
	});

	it("goes on where a session was resumed, and begins anew where a person says so", () => {
		effect(["cat", "secret"]);
		opened().start({ session: "s2", continues: "s1" });
		expect(effect(["curl", "http://x.example"], { session: "s2" })).toBe("deny");
		opened().start({ session: "s1", by: "person" });
		expect(effect(["curl", "http://x.example"], { session: "s1" })).toBe("allow");
		expect(effect(["curl", "http://x.example"], { session: "s2" })).toBe("deny");
	});

	it("fears everything in a session that goes on from one that nobody knows, and what is needed has to happen again", () => {
		effect(["npm", "test"], { call: "c1" });
		opened().outcome({ session: "s1", call: "c1", code: 0 });
		opened().began("s1", "going-on", undefined);
		expect(effect(["curl", "x.example"])).toBe("allow");
		opened().began("s2", "going-on", undefined);
		const inCopy = (argv: readonly string[], call?: string): string =>
			effect(argv, { session: "s2", ...(call === undefined ? {} : { call }) });
		expect(inCopy(["curl", "x.example"])).toBe("deny");
		expect(inCopy(["git", "push"])).toBe("deny");
		expect(inCopy(["npm", "test"], "c2")).toBe("allow");
		opened().outcome({ session: "s2", call: "c2", code: 0 });
		expect(inCopy(["git", "push"])).toBe("allow");
		expect(inCopy(["git", "commit"])).toBe("allow");
		expect(inCopy(["curl", "x.example"])).toBe("deny");
		expect(effect(["curl", "x.example"])).toBe("allow");
	});

	it("takes a copy of which it is asked as one that goes on from what nobody knows", () => {
		effect(["npm", "ls"]);
		expect(effect(["curl", "x.example"], { session: "s1", isFork: true })).toBe("allow");
		expect(effect(["curl", "x.example"], { session: "s2", isFork: true })).toBe("deny");
		expect(effect(["curl", "x.example"], { session: "s2" })).toBe("deny");
		const process = { own: "1:1", before: () => [] };
		effect(["npm", "ls"], { session: "s3", process });
		expect(effect(["curl", "x.example"], { session: "s4", isFork: true, process })).toBe("allow");
	});

	it("goes on from what a person resumed and never used, and from the one that a process took up last", () => {
		effect(["npm", "ls"]);
		opened().began("s2", "new", undefined);
		opened().began("s2", "going-on", undefined);
		expect(effect(["curl", "x.example"], { session: "s2" })).toBe("allow");
		effect(["cat", "secret"]);
		const process = { own: "1:1", before: () => [] };
		effect(["npm", "ls"], { session: "s3", process });
		opened().began("s1", "going-on", process);
		opened().began("s4", "going-on", process);
		expect(effect(["curl", "x.example"], { session: "s4" })).toBe("deny");
		expect(effect(["curl", "x.example"], { session: "s3" })).toBe("allow");
	});

	it("takes nobody below an agent's harness for a person", () => {
		const process = { own: "1:1", before: () => [] };
		const nested = { own: "9:9", before: () => ["5:5", "1:1"] };
		effect(["cat", "secret"], { process });
		opened().began("s2", "anew", nested);
		expect(effect(["curl", "x.example"], { session: "s2", process: nested })).toBe("deny");
		opened().began("s2", "anew", nested);
		expect(effect(["curl", "x.example"], { session: "s2", process: nested })).toBe("deny");
		opened().began("s3", "anew", process);
		expect(effect(["curl", "x.example"], { session: "s3", process })).toBe("allow");
	});

	it("knows the outermost session of a harness by the processes that started that", () => {
		effect(["cat", "secret"], { parent: "root-1", process: { own: "1:1", before: () => [] } });
		const nested = { parent: "root-2", process: { own: "9:9", before: () => ["1:1"] } };
		expect(effect(["curl", "x.example"], { session: "s2", ...nested })).toBe("deny");
		expect(effect(["curl", "x.example"], { session: "s3", ...nested })).toBe("deny");
		expect(effect(["curl", "x.example"], { session: "s4", parent: "root-3" })).toBe("allow");
	});

	it("knows a nested agent by the processes that started it, and a process under a new name", () => {
		effect(["cat", "secret"], { process: { own: "1:1", before: () => [] } });
		expect(
			effect(["curl", "x.example"], { session: "s2", process: { own: "9:9", before: () => ["5:5", "1:1"] } }),
		).toBe("deny");
		expect(effect(["curl", "x.example"], { session: "s3", process: { own: "1:1", before: () => [] } })).toBe("deny");
		expect(effect(["curl", "x.example"], { session: "s4", process: { own: "7:7", before: () => ["5:5"] } })).toBe(
			"allow",
		);
	});

	it("does not forget when the policy is changed", () => {
		effect(["cat", "secret"]);
		const other = decisionsOf([...rules, "deny rm after cat other"]);
		expect(effect(["rm", "x"], {}, other)).toBe("deny");
		expect(effect(["rm", "x"], { session: "s2" }, other)).toBe("allow");
	});

	it("keeps a person's yes, which one call uses up", () => {
		const asking = decisionsOf([...rules, "ask of release rm y"]);
		const request = { argv: ["rm", "y"] };
		const asked = (call: string): string => effect(request.argv, { call }, asking);
		expect(asked("c1")).toBe("ask");
		opened().approval(asking, request, world, { by: "ada", groups: ["release"] });
		expect([asked("c1"), asked("c1"), asked("c2")]).toEqual(["allow", "allow", "ask"]);
	});

	it("is the user's alone", () => {
		effect(["cat", "secret"]);
		for (const path of files()) expect(statSync(path).mode & 0o077).toBe(0);
		expect(statSync(folder()).mode & 0o777).toBe(0o700);
	});

	it("writes nothing for what no rule asks about", () => {
		effect(["npm", "run", "x"]);
		const before = contents();
		effect(["rm", "x"]);
		expect(contents()).toEqual(before);
	});

	it.each([
		["is torn", (path: string) => truncateSync(path, Math.floor(statSync(path).size * 0.7))],
		["is empty", (path: string) => truncateSync(path, 0)],
		["is missing", (path: string) => rmSync(path)],
		["may be read by others", (path: string) => chmodSync(path, 0o644)],
		["holds something else", (path: string) => writeFileSync(path, "{}")],
	])("is unknown where the ledger %s", (_, spoil) => {
		effect(["cat", "secret"]);
		effect(["git", "commit"]);
		spoil(join(folder(), "ledger"));
		expect(effect(["curl", "x.example"])).toBe("deny");
		expect(effect(["git", "commit"])).toBe("deny");
		expect(effect(["rm", "x"])).toBe("allow");
	});

	it("is unknown where an older copy of a file stands in its place", () => {
		effect(["npm", "test"], { call: "c1" });
		const ledger = join(folder(), "ledger");
		copyFileSync(ledger, join(state, "old"));
		effect(["cat", "secret"]);
		copyFileSync(join(state, "old"), ledger);
		expect(effect(["curl", "x.example"])).toBe("deny");
	});

	it("is unknown where a session's file is an older one, or is gone", () => {
		effect(["npm", "test"], { call: "c1" });
		effect(["npm", "test"], { session: "s2", call: "c1" });
		const [old = ""] = files().filter((path) => path.endsWith(".session"));
		copyFileSync(old, join(state, "old"));
		effect(["cat", "secret"]);
		effect(["cat", "secret"], { session: "s2" });
		copyFileSync(join(state, "old"), old);
		expect(effect(["curl", "x.example"])).toBe("deny");
		rmSync(old);
		expect(effect(["curl", "x.example"])).toBe("deny");
		expect(effect(["curl", "x.example"], { session: "s3" })).toBe("allow");
	});

	it("lets nothing run that it can't keep", () => {
		writeFileSync(join(state, "bylaw"), "");
		expect(effect(["cat", "secret"])).toBe("deny");
		expect(effect(["git", "commit"])).toBe("deny");
		expect(effect(["rm", "x"])).toBe("allow");
	});
});

let decisions: Decisions | undefined;
function usual(): Decisions {
	decisions ??= decisionsOf(rules);
	return decisions;
}

function decisionsOf(lines: readonly string[]): Decisions {
	const { tree, diagnostics } = loadText("policy.rules", lines.join("\n"));
	if (tree === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
	return tree;
}

function opened(): DiskHistory {
	return diskHistory({ policy: ["/w/policy.rules"], cwd: "/w", workspace });
}

function effect(
	argv: readonly string[],
	told: Partial<Parameters<DiskHistory["decide"]>[3]> = {},
	policy = usual(),
): string {
	const request = argv[0]?.includes(".") ? { call: argv } : { argv };
	return opened().decide(policy, request, world, { session: "s1", ...told }).effect;
}

const world = {
	workspace,
	home: "/home/u",
	linkAt: () => "none" as const,
	entriesOf: () => [],
	kindAt: () => "other" as const,
};

function folder(): string {
	const place = historyFolder() as string;
	return join(place, readdirSync(place)[0] as string);
}

function files(): readonly string[] {
	return readdirSync(folder()).map((name) => join(folder(), name));
}

function contents(): readonly string[] {
	return files().map((path) => readFileSync(path, "utf8"));
}
