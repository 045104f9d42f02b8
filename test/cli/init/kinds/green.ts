/** `rules init` in all kinds of projects: what it writes passes `lint`, `test` and `prove` at once, and answers a usual day as wanted. By the real verbs, and the day by what they decide with. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../../src/engine/decide/decide.js";
import { load } from "../../../../src/runtime/load/load.js";
import { realWorld } from "../../../../src/runtime/load/world.js";
import { isWhole } from "../../../part.js";
import { folder, rules } from "../../cli.js";
import { anyDay, type Kind } from "./kind.js";

/** Of each command the answer under the policy of the folder, where it is another than the one that is wanted. */
function unwanted(cwd: string, { allow, ask, deny }: Pick<Kind, "allow" | "ask" | "deny">): readonly string[] {
	const wanted = [
		...allow.map((script) => ({ script, effect: "allow" })),
		...ask.map((script) => ({ script, effect: "ask" })),
		...deny.map((script) => ({ script, effect: "deny" })),
	];
	const { tree } = load(join(cwd, "policy.rules"), { cwd });
	if (tree === undefined) throw new Error("there is no tree");
	const world = realWorld(cwd);
	const answers = wanted.map(({ script }) => decide(tree, { agent: "default", script, cwd }, world));
	return wanted.flatMap(({ script, effect }, at) =>
		answers[at]?.effect === effect ? [] : [`${script}: ${answers[at]?.effect}, not ${effect}`],
	);
}

/** Holds `rules init` to each of these kinds. */
export function staysGreen(kinds: Readonly<Record<string, Kind>>): void {
	describe.each(Object.entries(kinds).map(([name, kind], at) => [name, kind, at] as const))("%s", (_, kind, at) => {
		const cwd = folder(kind.files);
		const written = rules(["init"], { cwd });

		test("there are ten commands or more", () => {
			expect([kind.allow, kind.ask, kind.deny].flat().length).toBeGreaterThanOrEqual(10);
		});

		test("what was chosen is said in three lines", () => {
			expect(written).toMatchObject({ code: 0, err: "" });
			const [first, ...lines] = written.out.slice(0, written.out.indexOf("\n\n")).split("\n");
			expect(first).toBe("wrote policy.rules");
			expect(lines.map((line) => line.replace(/:.*/, ""))).toEqual(["found", "free", "asked"]);
			expect(lines[0]).toBe(`found: ${kind.found}`);
			expect(lines.filter((line) => line.length > 240)).toEqual([]);
		});

		// What `rules prove` proves, `rules test` proves too: the verb itself is asked once.
		const isHeld = isWhole || at % 4 === 0;
		(isHeld ? test : test.skip)("the policy is green at once", () => {
			expect(rules(["lint", "--max-warnings", "0"], { cwd })).toEqual({
				code: 0,
				out: "policy.rules: no faults\n",
				err: "",
			});
			expect(rules(["test"], { cwd })).toMatchObject({ code: 0, err: "" });
			if (at === 0) expect(rules(["prove"], { cwd })).toMatchObject({ code: 0, err: "" });
			expect(readFileSync(join(cwd, "policy.rules"), "utf8").split("\n").length).toBeLessThan(50);
		});

		test("a usual day goes as wanted, and what the three lines name is so", () => {
			const named = (key: string): readonly string[] =>
				[...(new RegExp(`^${key}:.*`, "m").exec(written.out)?.[0].matchAll(/`([^`]+)`/g) ?? [])].map(
					([, one]) => one as string,
				);
			const { allow, ask, deny } = anyDay;
			expect(
				unwanted(cwd, {
					allow: [...kind.allow, ...allow, ...named("free")],
					ask: [...kind.ask, ...ask, ...named("asked")],
					deny: [...kind.deny, ...deny],
				}),
			).toEqual([]);
		});
	});
}
