import { expect, test } from "@jest/globals";
import { foundAgain, keep, newAgain, numberOf } from "../../src/decide/again.js";
import { decide, decideAnew } from "../../src/decide/decide.js";
import { permit, redeem } from "../../src/decide/permit.js";
import { loadText } from "../../src/load/load.js";
import type { World } from "../../src/request/paths.js";
import type { Request } from "../../src/request/request.js";

const world: World = { workspace: "/w", home: "/home/u", linkAt: () => "none" };

function treeOf(text: string) {
	const { tree, diagnostics } = loadText("p.rules", text);
	if (tree === undefined) throw new Error(diagnostics[0]?.message);
	return tree;
}

/** Long words, of which only some characters are looked at for the number: all have the same. */
function alike(count: number): readonly string[] {
	return Array.from({ length: count }, (_, at) => `${"a".repeat(30)}${"bcdefgh"[at]}${"a".repeat(30)}`);
}

test("what has the same number is told apart by its words", () => {
	const words = alike(7);
	expect(new Set(words.map((word) => numberOf(["tool", word], 24))).size).toBe(1);
	const tree = treeOf(`agent default {\n default deny\n allow tool ${words[0]}\n ask tool ${words[3]}\n}\n`);
	for (let time = 0; time < 5; time++)
		for (const word of [...words, words[0], words[0], words[3], words[3]]) {
			const request = { argv: ["tool", word as string] };
			const decision = decide(tree, request, world);
			expect(decision).toEqual(decideAnew(tree, request, world));
			expect(decision.commands[0]?.argv).toEqual(request.argv);
		}
});

test("the folder, the force, the agent, the world and the policy are part of what is asked", () => {
	const trees = ["allow", "ask"].map((effect) =>
		treeOf(`agent default {\n default deny\n ${effect} ls\n nudge rm use trash\n}\nagent other {\n default allow\n}\n`),
	);
	const requests: Request[] = [undefined, "src", "/tmp"].flatMap((cwd) =>
		[undefined, "other"].flatMap((agent) =>
			[undefined, true].flatMap((force) =>
				[{ argv: ["ls", "a"] }, { argv: ["rm", "a"] }, { script: "ls a" }].map((one) => ({
					...one,
					...(cwd === undefined ? {} : { cwd }),
					...(agent === undefined ? {} : { agent }),
					...(force === undefined ? {} : { force }),
				})),
			),
		),
	);
	const worlds: World[] = [world, { ...world, workspace: "/other" }, { ...world, home: "/root" }];
	let allowed = 0;
	for (let time = 0; time < 4; time++)
		for (const request of requests)
			for (const tree of trees)
				for (const one of worlds)
					for (let again = 0; again < 3; again++) {
						const decision = decide(tree, request, one);
						const anew = decideAnew(tree, request, one);
						expect(decision).toEqual(anew);
						const [leave, leaveAnew] = [permit(decision), permit(anew)];
						expect(leave && redeem(leave)).toEqual(leaveAnew && redeem(leaveAnew));
						if (leave !== undefined) allowed++;
					}
	expect(allowed).toBeGreaterThan(100);
});

test("what looks at the world is looked at each time", () => {
	const tree = treeOf("agent default {\n default deny\n allow cat\n deny cat touching /etc\n}\n");
	let target: ReturnType<World["linkAt"]> = "none";
	const changing: World = { ...world, linkAt: (path) => (path === "/w/a" ? target : "none") };
	for (let time = 0; time < 4; time++) {
		target = "none";
		expect(decide(tree, { argv: ["cat", "a"] }, changing).effect).toBe("allow");
		target = { target: "/etc/passwd" };
		expect(decide(tree, { argv: ["cat", "a"] }, changing).effect).not.toBe("allow");
	}
});

test("words that change under the hand are never taken for others", () => {
	const tree = treeOf("agent default {\n default deny\n allow ls\n}\n");
	for (let time = 0; time < 3; time++) expect(decide(tree, { argv: ["ls", "a"] }, world).effect).toBe("allow");
	let reads = 0;
	const argv = new Proxy(["ls", "a"], {
		get: (list, key) => (key === "0" && ++reads % 2 === 0 ? "rm" : Reflect.get(list, key)),
	});
	for (let time = 0; time < 6; time++) {
		const { effect, commands } = decide(tree, { argv }, world);
		if (effect === "allow") expect(commands[0]?.argv).toEqual(["ls", "a"]);
	}
});

test("several folders are known at a time, and a long one is not kept", () => {
	const tree = treeOf("agent default {\n default deny\n allow true\n}\n");
	const worlds: World[] = ["/a", "/b", "/c"].map((workspace) => ({ ...world, workspace }));
	const once = (one: World, cwd?: string) =>
		decide(tree, { argv: ["true", "a"], ...(cwd === undefined ? {} : { cwd }) }, one);
	for (let time = 0; time < 5; time++) for (const one of worlds) once(one);
	for (const one of worlds) expect(once(one)).toBe(once(one));
	const long = `/${"a/".repeat(3_000)}`;
	for (let time = 0; time < 5; time++) once(world, long);
	expect(once(world, long)).not.toBe(once(world, long));
	expect(once(world, long)).toEqual(decideAnew(tree, { argv: ["true", "a"], cwd: long }, world));
});

test("of ten thousand commands in turn most get the very decision that they got, and each its own", () => {
	const tree = treeOf("agent default {\n default deny\n allow echo a\n ask echo b\n}\n");
	const requests = Array.from({ length: 10_000 }, (_, at) => ({ argv: ["echo", "abc"[at % 3] as string, `x${at}`] }));
	const rounds = Array.from({ length: 4 }, () => requests.map((request) => decide(tree, request, world)));
	const [, , third = [], fourth = []] = rounds;
	expect(fourth.filter((decision, at) => decision === third[at]).length).toBeGreaterThan(9_000);
	for (const decisions of rounds)
		for (const [at, decision] of decisions.entries())
			if (
				decision.effect !== (["allow", "ask", "deny"] as const)[at % 3] ||
				decision.commands[0]?.argv.join() !== requests[at]?.argv.join()
			)
				throw new Error(`${requests[at]?.argv.join(" ")} got the decision on ${decision.commands[0]?.argv.join(" ")}`);
	for (let at = 0; at < requests.length; at += 501)
		expect(fourth[at]).toEqual(decideAnew(tree, requests[at] as Request, world));
});

test("what is kept stays when more places are made", () => {
	const again = newAgain();
	const decision = decideAnew(treeOf("agent default {\n default allow\n}\n"), { argv: ["ls"] }, world);
	const all = Array.from({ length: 3_000 }, (_, at) => ["tool", `x${at}`]);
	const few = again.bits;
	for (const asked of all)
		for (let time = 0; time < 2; time++) keep(again, numberOf(asked, 24) as number, asked, undefined, decision);
	expect(again.bits).toBeGreaterThan(few);
	const found = all.filter((asked) => foundAgain(again, numberOf(asked, 24) as number, asked, undefined) !== undefined);
	expect(found.length).toBeGreaterThan(2_700);
});
