/** What a command knows of its circumstances: a fact that the request brings holds until something of the request may have changed it. */
import { describe, expect, test } from "@jest/globals";
import { commandContexts } from "../../../src/engine/decide/command-context.js";
import type { CommandContext } from "../../../src/engine/decide/evaluate/evaluation-context.js";
import { unwrap } from "../../../src/engine/effects/commands.js";
import type { World } from "../../../src/engine/request/paths.js";
import { readRequest } from "../../../src/engine/request/read-request.js";
import type { Request } from "../../../src/engine/request/request.js";

type Value = string | null | undefined;

/** A machine that tells of every folder which branch is checked out there, and of every variable its name. */
const facts: NonNullable<World["facts"]> = {
	user: "ann",
	host: "build-1",
	now: () => Date.parse("2026-11-25T12:00Z"),
	variable: (name) => `machine's ${name}`,
	ofFolder: (folder) => ({ branch: `branch of ${folder}` }),
	treeOf: (folder) => (folder === "/w/nowhere" ? undefined : `tree of ${folder}`),
};
const world: World = { workspace: "/w", home: "/home/u", linkAt: () => "none", entriesOf: () => [], facts };
/** A machine that tells nothing. */
const bare: World = { workspace: "/w", home: "/home/u", linkAt: () => "none", entriesOf: () => [] };

interface Scene {
	readonly around?: World;
	/** What the policy sets. */
	readonly set?: Readonly<Record<string, string>>;
}

/** The first command of a request that begins with these words. */
function contextOf(words: string, request: Request, { around: place = world, set = {} }: Scene = {}) {
	const reading = readRequest(request, place.home, "/w");
	if (reading.kind === "opaque") throw new Error(reading.why);
	const around: CommandContext = { world: place, cwd: "/w", trust: ["/bin"], forced: false, tools: undefined };
	const unwrapped = reading.commands.map((one) => [...unwrap(one, { programs: new Map(), trust: ["/bin"] })]);
	const settings = { zone: "UTC", environment: { set, keep: [], accept: [] } };
	const contextOfRead = commandContexts(unwrapped, around, request, reading.syntax, settings);
	const found = unwrapped.flat().find(({ command: { program, args } }) =>
		[program, ...args]
			.map((word) => (word.kind === "known" ? word.text : "?"))
			.join(" ")
			.startsWith(words),
	);
	if (found === undefined) throw new Error(`nothing runs \`${words}\``);
	return contextOfRead(found).circumstances;
}

const brought = { branch: "brought", tree: "brought", "env CI": "brought" };

/** What a command of a script knows of a fact that the request brings. */
function known(fact: keyof typeof brought, script: string, words: string): Value {
	return contextOf(words, { script, facts: brought }, { around: bare }).fact(fact);
}

/** `git push` where nothing else is said. */
const kept = (fact: keyof typeof brought, rows: readonly (readonly [script: string, words?: string])[]): void => {
	test.each(rows.map(([script, words = "git push"]) => [script, words] as const))(
		"is known in `%s`",
		(script, words) => {
			expect(known(fact, script, words)).toBe("brought");
		},
	);
};
const lost = (fact: keyof typeof brought, rows: readonly (readonly [script: string, words?: string])[]): void => {
	test.each(rows.map(([script, words = "git push"]) => [script, words] as const))(
		"is not known in `%s`",
		(script, words) => {
			expect(known(fact, script, words)).toBeUndefined();
		},
	);
};

describe("the branch", () => {
	kept("branch", [
		["git push"],
		["git push --force"],
		["FOO=1 git push"],
		["ls; git push"],
		["mkdir out; git push"],
		["cp a b; git push"],
		["touch .github; git push"],
		["git log; git push"],
		["git push; git switch x"],
		["git push && make"],
		["git switch x", "git switch"],
		["env git push"],
		["env timeout 5 git push"],
		["env git switch x", "env git"],
		["env git switch x | cat", "env git"],
		["env git switch x | cat", "git switch"],
		["git switch x | cat", "git switch"],
		["for i in 1 2; do git push; ls; done"],
	]);
	lost("branch", [
		["git switch x; git push"],
		["ls; git switch x; ls; git push"],
		["env git switch x; git push"],
		["git checkout x; ls; git push"],
		["gh pr checkout 1; git push"],
		["make; git push"],
		["$X; git push"],
		['"$X" a; git push'],
		["cp x .git/HEAD; git push"],
		["echo x > .git/HEAD; git push"],
		["for i in 1 2; do git push; git switch x; done"],
		["f() { git push; git switch x; }; f"],
		["for i in 1 2; do git switch $i; done", "git switch"],
		["while true; do env git switch x; done", "env git"],
		["f() { git switch x; }; f; f", "git switch"],
		["git push & git switch x"],
		["git push | git switch x"],
		["ls; git push | make; ls"],
		// Another repository than that of the folder.
		["git -C ../other push", "git -C"],
		["git --git-dir=x push", "git --git-dir=x"],
		["git --work-tree=x --no-pager push", "git --work-tree=x"],
		["GIT_DIR=x git push"],
		["A=1 GIT_DIR=x git push"],
		["GIT_DIR=x A=1 git push"],
		["cd $X && git push"],
	]);

	test("of another folder is that of the machine there, or not known", () => {
		const request = { script: "cd sub && git push", facts: brought };
		expect(contextOf("git push", request).fact("branch")).toBe("branch of /w/sub");
		expect(contextOf("git push", request, { around: bare }).fact("branch")).toBeUndefined();
		expect(
			contextOf("git push", { script: "if true; then cd sub; fi; git push", facts: brought }).fact("branch"),
		).toBeUndefined();
	});

	test("is asked of the machine where the request brings none; that there is none is known, too", () => {
		expect(contextOf("git push", { script: "git push" }).fact("branch")).toBe("branch of /w");
		expect(contextOf("git push", { script: "git push", facts: { branch: null } }).fact("branch")).toBeNull();
		expect(contextOf("git push", { script: "git push" }, { around: bare }).fact("branch")).toBeUndefined();
		expect(contextOf("git push", { argv: ["git", "push"] }).fact("branch")).toBe("branch of /w");
	});
});

describe("the fingerprint of the files", () => {
	kept("tree", [["git push"], ["ls; git push"], ["git log; git push"], ["git push; touch x"], ["touch x", "touch"]]);
	lost("tree", [
		["touch x; git push"],
		["mkdir out; git push"],
		["rm x; git push"],
		["ls > out; git push"],
		["make; git push"],
		["$X; git push"],
		["for i in 1 2; do git push; touch x; done"],
		["for i in 1 2; do touch $i; done", "touch"],
		["cd sub && git push"],
	]);

	test("is the machine's to tell where the request brings none, of the folder of the command", () => {
		const inFolder = (script: string) => contextOf("git ", { script }).fact("tree");
		expect(inFolder("git push")).toBe("tree of /w");
		expect(inFolder("cd sub && git push")).toBe("tree of /w/sub");
		expect(inFolder("cd nowhere && git push")).toBeUndefined();
		expect(inFolder("touch x; git push")).toBeUndefined();
		expect(inFolder("git -C ../x push")).toBeUndefined();
		expect(contextOf("git push", { script: "git push", facts: brought }).fact("tree")).toBe("brought");
	});

	test("is asked once for a request, and where a rule asks for it alone", () => {
		const asked: string[] = [];
		const treeOf = (folder: string): string | undefined => {
			asked.push(folder);
			return folder === "/w" ? "t" : undefined;
		};
		const around = { ...world, facts: { ...facts, treeOf } };
		const found = contextOf("git push", { script: "cd sub && git push" }, { around });
		expect([found.fact("branch"), asked]).toEqual(["branch of /w/sub", []]);
		expect([found.fact("tree"), found.fact("tree"), asked]).toEqual([undefined, undefined, ["/w/sub"]]);
	});
});

describe("a variable", () => {
	kept("env CI", [
		["git push"],
		["echo CIRCUS; git push"],
		["echo MY_CI; git push"],
		["git switch x; git push"],
		["cat $X; git push"],
		["export A=1; git push"],
		["read; git push"],
		["cd sub && git push"],
	]);
	lost("env CI", [
		["CI=1 git push"],
		["A=1 CI=1 git push"],
		["export CI=1; git push"],
		["git push; export CI=1"],
		["echo CI; git push"],
		["env git push"],
		["$X; git push"],
		["eval x; git push"],
		[". ./x; git push"],
		["source x; git push"],
		["export A=$X; git push"],
		["export B=1 A=$X; git push"],
		["ls; getopts $X; git push"],
	]);

	test("of words that no shell reads is known, whatever they say", () => {
		const request = { argv: ["echo", "CI"], facts: brought };
		expect(contextOf("echo CI", request).fact("env CI")).toBe("brought");
		expect(contextOf("eval", { argv: ["eval", "x"], facts: brought }).fact("env CI")).toBe("brought");
	});

	test("that the policy or the request sets is not known", () => {
		const request = { argv: ["git", "push"], facts: brought };
		expect(contextOf("git push", request, { set: { CI: "1" } }).fact("env CI")).toBeUndefined();
		expect(contextOf("git push", { ...request, env: { CI: "1" } }).fact("env CI")).toBeUndefined();
		expect(contextOf("git push", { ...request, env: { A: "1" } }, { set: { B: "1" } }).fact("env CI")).toBe("brought");
		expect(contextOf("git push", { ...request, env: {}, facts: { "env toString": "x" } }).fact("env toString")).toBe(
			"x",
		);
	});

	test("is asked of the machine where the request brings none; that there is none is known, too", () => {
		expect(contextOf("git push", { argv: ["git", "push"] }).fact("env CI")).toBe("machine's CI");
		expect(contextOf("git push", { argv: ["git", "push"], facts: { "env CI": null } }).fact("env CI")).toBeNull();
		expect(contextOf("git push", { argv: ["git", "push"] }, { around: bare }).fact("env CI")).toBeUndefined();
	});
});

test("other facts are the request's, the user and the host the machine's where it brings none", () => {
	const fact = (name: string, facts = {}, around = world) =>
		contextOf("ls", { argv: ["ls"], facts }, { around }).fact(name);
	expect(fact("user")).toBe("ann");
	expect(fact("host")).toBe("build-1");
	expect(fact("user", { user: "bob" })).toBe("bob");
	expect(fact("host", { host: null })).toBeNull();
	expect(fact("user", {}, bare)).toBeUndefined();
	expect(fact("ticket", { ticket: "OPS-1" })).toBe("OPS-1");
	// What the machine has under such a name is no fact.
	for (const name of ["ticket", "variable", "ofFolder", "toString"]) expect(fact(name)).toBeUndefined();
});

describe("the time", () => {
	const noon = Date.parse("2026-11-25T12:00Z");
	const now = (at: string | undefined, around = world) =>
		contextOf("ls", { argv: ["ls"], ...(at === undefined ? {} : { at }) }, { around }).now();

	test("is the request's, else the machine's, and not known where nobody can tell", () => {
		expect(now(undefined)).toBe(noon);
		expect(now("2026-11-25T11:00Z")).toBe(noon - 3_600_000);
		expect(now("noon")).toBeUndefined();
		expect(now(undefined, bare)).toBeUndefined();
	});

	test("is one moment for a whole request", () => {
		let clock = noon;
		const around = { ...world, facts: { ...facts, now: () => clock++ } };
		const found = contextOf("ls", { argv: ["ls"] }, { around });
		expect([found.now(), found.now(), found.now()]).toEqual([noon, noon, noon]);
	});
});

test("whether anybody asked is told, so that what hangs on facts is never taken for another command", () => {
	const asked = contextOf("ls", { argv: ["ls"] });
	expect(asked.wereAsked()).toBe(false);
	asked.fact("branch");
	expect(asked.wereAsked()).toBe(true);
	const timed = contextOf("ls", { argv: ["ls"] });
	timed.now();
	expect(timed.wereAsked()).toBe(true);
});
