/** Usual days as sessions under the pack `trifecta`: how many steps it stops, and which. What is stopped otherwise (a script that can't be read) is none of its. */
import { describe, expect, test } from "@jest/globals";
import { newHistory } from "../../src/engine/history/history.js";
import type { Request } from "../../src/engine/request/request.js";
import { loadText } from "../../src/runtime/load/load.js";
import { dayCommands } from "../corpora/effects-rows.js";

const { tree } = loadText(
	"policy.rules",
	'import "trifecta"\n\nagent default {\n  default allow\n  govern all\n  syntax pipes, sequences, redirects, globs, variables, substitutions, background, loops, functions, heredocs\n  environment accept *\n}\n',
	{ cwd: "/nowhere" },
);

const fetched: Request = { call: { tool: "web.fetch", input: { url: "https://docs.example/guide" } } };
const issue: Request = { script: "gh issue view 12" };
const secret: Request = { script: "cat .env" };

interface Day {
	readonly steps: number;
	readonly stopped: readonly string[];
}

/** Each day is one session, which begins with these. */
function days(first: readonly Request[]): Day {
	if (tree === undefined) throw new Error("the policy is broken");
	let steps = 0;
	const stopped: string[] = [];
	for (const [day, commands] of dayCommands()) {
		const history = newHistory();
		const [{ world }] = commands as readonly [(typeof commands)[number]];
		const all = [
			...first.map((request) => ({ request, world })),
			...commands.map((one) => ({ ...one, request: { script: one.command } })),
		];
		for (const one of all) {
			steps++;
			const at = Date.UTC(2026, 10, 27) + steps * 20_000;
			const { effect, rules } = history.decide(tree, one.request, one.world, { at, session: "s", id: steps });
			if (effect !== "allow" && rules.some(({ id }) => id.startsWith("trifecta")))
				stopped.push(`${day}: ${one.request.script ?? "a call"} (${rules.map(({ id }) => id).join(", ")})`);
			history.outcome({ id: steps, code: 0, at: at + 5_000 });
		}
	}
	return { steps, stopped };
}

describe("of the steps of usual days it stops at most 2 %", () => {
	test.each([
		["as they are", []],
		["with text from outside read at their beginning", [fetched, issue]],
	] as const)("%s", (_, first) => {
		const { steps, stopped } = days(first);
		if (process.env.TRIFECTA_SHOW !== undefined) console.log(`${stopped.length} of ${steps}\n${stopped.join("\n")}`);
		expect(steps).toBeGreaterThan(700);
		expect(stopped.length / steps).toBeLessThanOrEqual(0.02);
	});
});

test("with text from outside and a secret read, the way out is closed", () => {
	const { stopped } = days([fetched, secret]);
	for (const command of ["git push", "npm install", "docker pull"])
		expect(stopped.some((line) => line.includes(`: ${command}`))).toBe(true);
	expect(stopped.filter((line) => /: (?:ls|git status|git diff|grep)\b/.test(line))).toEqual([]);
});
