/**
 * Commands of one shape are decided alike: what is decided after many others is what is decided anew.
 * LAWS_RUNS and LAWS_SEED as in `laws.test.ts`; with LAWS_RUNS=1 and above every policy meets all that begins a command.
 */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { decide, decideAnew } from "../../src/decide/decide.js";
import type { Decision } from "../../src/decide/decision.js";
import { permit, redeem } from "../../src/decide/permit.js";
import { programs } from "../../src/knowledge/programs.generated.js";
import { loadText } from "../../src/load/load.js";
import type { Request } from "../../src/request/request.js";
import { about, focus } from "./arbitrary.js";
import { engineOf } from "./engine.js";
import { world } from "./world.js";

const factor = Number(process.env.LAWS_RUNS ?? 0.25);
const seed = Number(process.env.LAWS_SEED ?? 20261122);

/** A decision with everything that can be read of it, and what its permit stands for. */
function whole(decision: Decision): string {
	const leave = permit(decision);
	return JSON.stringify([decision, leave === undefined ? null : redeem(leave)], (_, value: unknown) =>
		typeof value === "object" && value !== null && !Array.isArray(value)
			? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
			: value,
	);
}

/** Words that may be told apart, and words that nobody tells apart. */
const words = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.constantFrom(
			"a",
			"b",
			"x",
			"main",
			"zed",
			"st",
			"re",
			"l",
			"ab",
			"A",
			"x1",
			"to-do",
			"link",
			"in",
			"src",
		),
	},
	{
		weight: 2,
		arbitrary: fc.constantFrom("src/a", "src/b.ts", "a/b/c.d", "README.md", "x.y", "lib/a-b_c.js", "v1.2", "a.b.c"),
	},
	{
		weight: 1,
		arbitrary: fc.constantFrom(
			"./a",
			"/etc/x",
			"a//b",
			"a/..",
			".x",
			"x.",
			"src/a",
			"-x",
			"--",
			"5",
			"a=b",
			"",
			"*",
			"HEAD:a",
			"é",
			"a b",
		),
	},
);

test(
	"a command is decided as it is anew, whatever of its shape was decided before",
	() => {
		let quick = 0;
		fc.assert(
			fc.property(
				focus.chain((names) =>
					fc.record({
						policy: about(names).policy,
						requests: fc.array(about(names).request, { minLength: 2, maxLength: 5 }),
						swaps: fc.array(fc.tuple(fc.nat(9), words), { minLength: 6, maxLength: 6 }),
					}),
				),
				({ policy, requests, swaps }) => {
					const { tree } = engineOf(policy);
					for (const request of requests) {
						const asked: Request[] = [request];
						for (const [at, word] of swaps)
							asked.push({
								...request,
								argv: request.argv.map((own, index) =>
									index > 0 && index === 1 + (at % request.argv.length) ? word : own,
								),
							});
						const scripts = asked.map(({ argv = [], ...others }): Request => ({ ...others, script: argv.join(" ") }));
						// From the third time on it may be one that was kept.
						for (const one of [...asked, ...scripts, ...asked, ...scripts, ...asked, ...scripts]) {
							const decision = decide(tree, one, world);
							expect(whole(decision)).toBe(whole(decideAnew(tree, one, world)));
							quick++;
						}
					}
				},
			),
			{ numRuns: Math.ceil(150 * factor), seed },
		);
		expect(quick).toBeGreaterThan(1_000);
	},
	120_000 * Math.max(1, factor),
);

const policies = [
	"default allow",
	"default deny\n allow *",
	"default ask\n allow * granting everything\n deny * touching /etc\n ask * using network",
	"default allow\n deny * touching main\n constrain writes of * to zed, a",
	"default allow\n locked deny sudo\n deny rm",
	"default deny\n deny * x*\n allow * a\n nudge * /m.*/ use t\n ask * with -r, --all",
];

test("so it is for every program of the knowledge base", () => {
	const lists = [["exec"], ["time"], ["sudo"], ["a"], ["x"], ["main"], ["a/b.c"], ["a", "b"], ["main", "x.y"]];
	for (const [row, text] of policies.entries()) {
		const { tree } = loadText("shapes.rules", `agent default {\n ${text}\n}\n`);
		if (tree === undefined) throw new Error("the policy is broken");
		for (const [name, facts] of Object.entries(programs)) {
			const { subcommands, options } = facts();
			const begins = [
				[],
				...Object.keys(subcommands)
					.slice(0, 3)
					.map((one) => one.split(" ")),
			];
			const flags = [[], ...options.slice(0, 2).map(({ names }) => [names[0] as string])];
			const heads = begins.flatMap((begin) => flags.map((flag) => [name, ...begin, ...flag]));
			// Each policy takes up to two of them, so that all of them come up under the policies together.
			const step = factor >= 1 ? 1 : Math.max(1, Math.ceil(heads.length / 2));
			for (const head of heads.filter((_, at) => (at + row) % step === 0))
				for (const list of lists) {
					const argv = [...head, ...list];
					for (const request of text.includes("sudo") ? [{ argv }, { script: argv.join(" ") }] : [{ argv }]) {
						const own = decide(tree, request, world);
						const anew = decideAnew(tree, request, world);
						if (own.effect !== anew.effect || own.code !== anew.code || own.rules[0]?.id !== anew.rules[0]?.id)
							expect([argv, own]).toEqual([argv, anew]);
					}
				}
		}
	}
}, 240_000);

test("what a permit stands for is out of reach: the lists of a decision may be changed by anybody", () => {
	const { tree } = loadText("p.rules", "agent default {\n default deny\n allow ls\n}\n");
	if (tree === undefined) throw new Error("the policy is broken");
	for (const request of [{ argv: ["ls", "a", "b"] }, { script: "ls a b" }, { script: "ls 'a'  b" }]) {
		for (let time = 0; time < 5; time++) {
			const decision = decide(tree, request, world);
			for (const { argv } of decision.commands)
				try {
					(argv as string[]).splice(0, 1, "rm");
				} catch {
					// What was kept can't be changed.
				}
			const leave = permit(decision);
			expect(leave && redeem(leave).work).toEqual({ kind: "argv", argv: ["ls", "a", "b"] });
		}
	}
});

test("what is glued to an option's letter is told apart where a rule says it so", () => {
	const { tree } = loadText(
		"p.rules",
		"agent default {\n default allow\n deny curl -XDELETE\n deny foo with -of\n ask foo with -o\n deny ssh with -lroot\n allow tool only -ab\n}\n",
	);
	if (tree === undefined) throw new Error("the policy is broken");
	const all = [
		["curl", "-X", "GET", "h"],
		["curl", "-X", "DELETE", "h"],
		["foo", "-o", "a"],
		["foo", "-o", "f"],
		["foo", "-f", "-o"],
		["ssh", "-l", "a", "h"],
		["ssh", "-l", "root", "h"],
		["tool", "-a", "x"],
		["tool", "-b", "b"],
	];
	for (const argv of [...all, ...all, ...all.toReversed()])
		for (const request of [{ argv }, { script: argv.join(" ") }])
			expect(whole(decide(tree, request, world))).toBe(whole(decideAnew(tree, request, world)));
});

test("what is no request is none, whatever was decided before", () => {
	const { tree } = loadText("p.rules", "agent default {\n default allow\n}\n");
	if (tree === undefined) throw new Error("the policy is broken");
	decide(tree, { argv: ["ls"] }, world);
	decide(tree, { argv: ["ls"] }, world);
	const array = Object.assign([], { argv: ["ls"] });
	const callable = Object.assign(() => undefined, { argv: ["ls"] });
	for (const strange of [
		{ argv: ["ls"], agent: null },
		array,
		callable,
		null,
		"ls",
		{ argv: "ls" },
		{ script: ["ls"] },
	])
		expect(decide(tree, strange as unknown as Request, world)).toMatchObject({ effect: "deny", code: "fault" });
});

test("a decision can't be changed, whichever way it came about", () => {
	const { tree } = loadText("p.rules", "agent default {\n default allow\n deny rm\n}\n");
	if (tree === undefined) throw new Error("the policy is broken");
	const asked: Request[] = [{ argv: ["ls", "a"] }, { script: "ls a | wc" }, { script: "rm a" }, { script: "'" }];
	for (const request of asked)
		for (let time = 0; time < 4; time++)
			expect(() => Object.assign(decide(tree, request, world), { effect: "allow", seen: true })).toThrow(TypeError);
	expect(Object.isFrozen(decide(tree, { argv: "ls" } as unknown as Request, world))).toBe(true);
});

test("decisions share nothing that can be changed", () => {
	const { tree } = loadText(
		"p.rules",
		"agent default {\n default allow\n deny rm use trash\n limit timeout 5s max 9s\n}\n",
	);
	if (tree === undefined) throw new Error("the policy is broken");
	const before = whole(decideAnew(tree, { argv: ["rm", "x"] }, world));
	for (let time = 0; time < 4; time++) {
		const decision = decide(tree, { argv: ["rm", "x"] }, world);
		const [command] = decision.commands;
		for (const list of [decision.rules, decision.use, command?.rules, command?.use] as unknown[][]) {
			try {
				list.length = 0;
			} catch {
				// That is one way to keep it.
			}
		}
		try {
			(decision.limits as { timeout?: number }).timeout = 1e9;
		} catch {
			// As above.
		}
		expect(whole(decide(tree, { argv: ["rm", "x"] }, world))).toBe(before);
	}
});

test("words of the shell itself are no programs in a script", () => {
	const { tree } = loadText("p.rules", "agent default {\n default allow\n deny time x\n}\n");
	if (tree === undefined) throw new Error("the policy is broken");
	for (const script of ["time x", "if a", "exec a", "eval a", "function a", "a=b c", "done", "export a", "in a", "[ a"])
		for (let time = 0; time < 3; time++)
			expect(whole(decide(tree, { script }, world))).toBe(whole(decideAnew(tree, { script }, world)));
});
