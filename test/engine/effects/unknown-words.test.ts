/** A word that can't be known may be any option of its program: what one of them brings, the word may bring; where a table has them all, nothing else. */
import { describe, expect, test } from "@jest/globals";
import { unwrap } from "../../../src/engine/effects/commands.js";
import { effectsOf } from "../../../src/engine/effects/effects.js";
import { programNamed } from "../../../src/engine/knowledge/lookup.js";
import { programs } from "../../../src/engine/knowledge/programs.generated.js";
import { readScript } from "../../../src/engine/request/read-script.js";
import type { Power } from "../../../src/language/syntax/statements.js";

const facts = { programs: new Map(), trust: ["/usr/bin", "/bin"] };
const world = { workspace: "/w", home: "/home/u", linkAt: () => "none" as const, entriesOf: () => [] };
const powers: readonly Power[] = ["exec", "code", "write", "delete", "network", "privilege", "persistence"];

/** The powers that a command surely or perhaps uses. */
function used(script: string): readonly Power[] {
	const reading = readScript(script, { home: "/home/u" });
	if (reading.kind === "opaque") throw new Error(`${script}: ${reading.why}`);
	const [first] = unwrap(reading.commands[0] as (typeof reading.commands)[number], facts);
	if (first === undefined) throw new Error(`${script}: no command`);
	const effects = effectsOf(first, "/w", world);
	return powers.filter((power) => effects.uses(power) !== "no");
}

describe("words that can't be known", () => {
	const whole = Object.keys(programs).flatMap((name) => {
		const program = programNamed(name);
		return program?.complete === undefined || Object.keys(program.subcommands).length > 0 ? [] : [program];
	});

	test("there are tables that have every option of their programs", () => {
		expect(whole.length).toBeGreaterThan(100);
	});

	test.each(whole.map((program) => [program.name, program] as const))("%s", (name, { options }) => {
		const open = used(`${name} "$x" "$y" "$z"`);
		for (const { names, value } of options) {
			const [option = ""] = names;
			const words = value === "required" ? `'${option}' v` : `'${option}'`;
			expect([words, used(`${name} ${words} a`).filter((power) => !open.includes(power))]).toEqual([words, []]);
		}
	});

	test.each([
		['mv "$x" b', ["write", "delete"]],
		['touch "$x"', ["write"]],
	] as const)("%s brings no power but its own", (script, expected) => {
		expect(used(script)).toEqual(expected);
	});

	test('an option that no table has may bring anything: mv --unheard-of "$x" b', () => {
		expect(used('mv --unheard-of "$x" b')).toEqual(powers);
	});
});
