/** Loops over words that stand in the script: each round is read with its own word, and real shells run nothing else. */
import { describe, expect, test } from "@jest/globals";
import { readScript } from "../../../src/engine/request/read-script.js";
import { shownWord } from "../request/arguments/shown-word.js";
import { find, missed } from "./covers.js";
import { dice } from "./dice.js";
import { haveShells, runInBash } from "./run-in-bash.js";

function commands(script: string): readonly string[] {
	const reading = readScript(script, { home: "/home/x" });
	if (reading.kind === "opaque") throw new Error(reading.why);
	return reading.commands.map(({ program, args }) => [program, ...args].map(shownWord).join(" "));
}

describe("a loop over words", () => {
	test.each([
		['for f in a b; do cat "$f"; echo x; done', ["cat a", "echo x", "cat b"]],
		['for f in *.txt ~/y; do cat "$f"; done', ["cat <*.txt>", "cat /home/x/y"]],
		['for f in a b; do for g in 1 2; do cat "$f/$g"; done; done', ["cat a/1", "cat a/2", "cat b/1", "cat b/2"]],
		['for f in a b; do x="$f"; cat "$x.y"; done', ["cat a.y", "cat b.y"]],
		['for f in a b; do cat "x/${f}.y"; done', ["cat x/a.y", "cat x/b.y"]],
		["for c in status log; do git $c; done", ["git status", "git log"]],
		["for i in {1..3}; do cat f$i; done", ["cat f1", "cat f2", "cat f3"]],
		['for f in a b; do (cat "$f") & done', ["cat a", "cat b"]],
		['for f in a; do if cat "$f"; then break; fi; done', ["cat a", "break"]],
	])("has a word a round: %s", (script, expected) => {
		expect(commands(script)).toEqual(expected);
	});

	test.each([
		'for f in a $x; do cat "$f"; done',
		'for f in a b; do f=c; cat "$f"; done',
		'for f in a b; do read f; cat "$f"; done',
		'for f in a b; do unset f; cat "$f"; done',
		'for f in a b; do printf -v f c; cat "$f"; done',
		'for f in a b; do export f; cat "$f"; done',
		'for f in a b; do f+=c; cat "$f"; done',
		'for f in a b; do mapfile f < x; cat "$f"; done',
		'for f in a b; do :; done; cat "$f"',
		'for f in a b; do :; done; for f in c d; do cat "$f"; done',
		'for f in a b; do g() { cat "$f"; }; g; done',
		'cat "$f"; for f in a b; do :; done',
		"for f in a 'b c'; do cat $f; done; IFS=x",
		'for f in {1..40}; do cat "$f"; done',
		'for f in {1..8}; do for g in {1..8}; do cat "$g"; done; done',
		'for f; do cat "$f"; done',
		'select f in a b; do cat "$f"; done',
		'for PWD in a b; do cat "$PWD"; done',
	])("whose word can't be known, or whose rounds are too many, has one that is unknown: %s", (script) => {
		expect(commands(script).filter((one) => /^cat/.test(one))).toContain("cat ?");
	});

	test("makes no script longer than it is", () => {
		const many = Array.from({ length: 220 }, (_, at) => `for f${at} in a b c d e; do alfa "$f${at}"; done`).join("\n");
		const found = commands(many);
		expect(found.slice(0, 6)).toEqual(["alfa a", "alfa b", "alfa c", "alfa d", "alfa e", "alfa a"]);
		expect(found.at(-1)).toBe("alfa ?");
		expect(found.length).toBeLessThan(700);
	});

	test("is read once where it is long, and is not refused for that", () => {
		const body = Array.from({ length: 60 }, (_, at) => `alfa ${at} "$f"`).join("; ");
		expect(commands(`for f in a b c d; do ${body}; done`)).toHaveLength(60);
		const deep = "for %s in a b c d e f g h; do ";
		const names = ["p", "q", "r", "s", "t", "u"];
		const script = `${names.map((name) => deep.replace("%s", name)).join("")}alfa "$p$u"; ${"done; ".repeat(names.length)}`;
		expect(commands(script).length).toBeLessThanOrEqual(32);
	});
});

describe("in a real shell, a loop over words", () => {
	if (!haveShells()) {
		test.skip("is not run: bash or dash is not on this machine", () => undefined);
		return;
	}
	test.each(["bash", "sh"] as const)(
		"runs nothing that was not read: %s",
		async (shell) => {
			const roll = dice(shell === "bash" ? 51 : 52);
			const lists = ["a b", "a 'b c' d", '"" x', "-n y", "1 2 3", "x.y 'z*'", "a\\ b c", "'$v' \"q\""];
			const uses = [
				'alfa "$v"',
				"alfa $v",
				'alfa "x$v"',
				`bravo "\${v}y"`,
				'w="$v"; alfa "$w"',
				'echo "$v" | xargs bravo',
				`charlie "\${v%a}"`,
				'(alfa "$v")',
				'alfa "$v" "$w"',
			];
			const around = [
				"%s",
				"if alfa; then %s; fi",
				"%s; break",
				"%s; continue; bravo",
				"true && %s",
				"false || { %s; }",
				"while :; do %s; break; done",
				"v2=1; %s",
				'case "$v" in a) %s;; esac',
				"f() { %s; }; f",
				"for u in 1 2; do %s; bravo $u; done",
			];
			const changes = ["", "", "", "v=z; ", "unset v; ", "read v <<'E'\nk\nE\n", "w=$v; ", "export v; ", ": ${v:=k}; "];
			const scripts = Array.from({ length: 100 }, () => {
				const body = `${roll.pick(changes)}${roll.pick(around).replace("%s", () => roll.pick(uses))}`;
				return `for v in ${roll.pick(lists)}; do ${body}; done${roll.chance(0.3) ? '; charlie "$v" "$w"' : ""}`;
			});
			const ran = await runInBash(scripts, shell);
			let understood = 0;
			const wrong = scripts.flatMap((script, index) => {
				const found = find(script, shell);
				if (found.kind === "refused") return [];
				understood++;
				const left = missed(found.commands, ran[index]?.commands ?? []);
				return left.length === 0 ? [] : [{ script, left }];
			});
			expect(wrong).toEqual([]);
			expect(understood).toBeGreaterThan(55);
		},
		60_000,
	);
});
