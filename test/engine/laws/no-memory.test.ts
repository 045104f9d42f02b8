/** Deciding has no memory, and what it hands out can't be turned against it. LAWS_RUNS and LAWS_SEED as in `laws.test.ts`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Decision } from "../../../src/engine/decide/decision.js";
import { consumePermit, permit } from "../../../src/engine/decide/permit.js";
import type { Request } from "../../../src/engine/request/request.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { part } from "../../part.js";
import { about, focus } from "./arbitrary.js";
import { engineOf } from "./engine.js";
import { world } from "./world.js";

const factor = Number(process.env.LAWS_RUNS ?? 0.25 * part);
const seed = Number(process.env.LAWS_SEED ?? 20261122);

/** A decision with everything that can be read of it, and what its permit stands for. */
function whole(decision: Decision): string {
	const leave = permit(decision);
	return JSON.stringify([decision, leave === undefined ? null : consumePermit(leave)], (_, value: unknown) =>
		typeof value === "object" && value !== null && !Array.isArray(value)
			? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
			: value,
	);
}

test("a request gets the same answer, whatever was asked before", () => {
	const numRuns = Math.ceil(150 * factor);
	let asked = 0;
	fc.assert(
		fc.property(
			focus.chain((names) =>
				fc.record({
					policy: about(names).policy,
					requests: fc.array(about(names).request, { minLength: 3, maxLength: 8 }),
				}),
			),
			({ policy, requests }) => {
				const { tree } = engineOf(policy);
				const all = requests.flatMap((one): readonly Request[] => {
					const { argv = [], ...others } = one;
					return [one, { ...others, script: argv.join(" ") }];
				});
				const answers = all.map((one) => whole(decide(tree, one, world)));
				const { tree: other } = engineOf(policy);
				const backwards = all.toReversed().map((one) => whole(decide(other, one, world)));
				expect(backwards.toReversed()).toEqual(answers);
				expect(all.map((one) => whole(decide(tree, one, world)))).toEqual(answers);
				asked += all.length;
			},
		),
		{ numRuns, seed },
	);
	// Three requests of each run at least, and each once more as a script.
	expect(asked).toBeGreaterThanOrEqual(6 * numRuns);
});

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
			expect(leave && consumePermit(leave).work).toEqual({ kind: "argv", argv: ["ls", "a", "b"] });
		}
	}
});

test("what is no request is a denial", () => {
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
	const before = whole(decide(tree, { argv: ["rm", "x"] }, world));
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

test("no module of the language and the engine keeps what it learnt, but for what is the same for every policy", () => {
	const kept = ["src/language", "src/engine"].flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: "utf8" })
			.filter((name) => name.endsWith(".ts") && !name.includes(".generated."))
			.flatMap((name) => {
				const text = readFileSync(join(folder, name), "utf8");
				const found = text.matchAll(/^(?:export )?(?:let (\w+)|const (\w+)[^=\n]*= new (?:Map|Set)(?:<.*>)?\(\);)/gm);
				return [...found].map(([, changed, table]) => `${join(folder, name)}: ${changed ?? table}`);
			}),
	);
	expect(kept.sort()).toEqual([
		// Regular expressions of tables of programs, made when they are first asked for.
		"src/engine/effects/hosts/settings-files.ts: regexes",
		// Facts about programs, taken out of their table when they are first asked for.
		"src/engine/knowledge/lookup.ts: made",
		"src/engine/knowledge/secrets/secret-places.ts: plain",
		// The names of a script that has none: another set is made for the first one (test/engine/request/script/facts.test.ts).
		"src/engine/request/script/facts.ts: none",
		// Regular expressions of a table of variables, made when they are first asked for.
		"src/engine/request/variables.ts: wholeForms",
		// What the calendars of a zone are written by, made when it is first asked for.
		"src/language/policy/clauses/facts/moments.ts: formats",
		// How many faults the file that is being read may still have: set anew for each.
		"src/language/syntax/dsl/dsl-parsing.ts: faultsLeft",
		// The parser knows the grammar alone.
		"src/language/syntax/dsl/dsl-parsing.ts: parser",
	]);
});
