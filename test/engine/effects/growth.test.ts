/** What is asked of the world grows with the length of a command alone, and what is too much to be kept apart is in doubt. */
import { expect, test } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import { unwrap } from "../../../src/engine/effects/commands.js";
import { effectsOf } from "../../../src/engine/effects/effects.js";
import { readScript } from "../../../src/engine/request/read-script.js";
import { load, loadText } from "../../../src/runtime/load/load.js";

const tree = loadText(
	"p.rules",
	`default deny
syntax sequences, pipes, variables
allow pnpm, git, tar, cp, cat within .
allow curl granting network
deny curl touching kept`,
).tree as Tree;

/** The decision, and how many letters the paths have that the world was asked about. */
function decided(script: string): { effect: string; letters: number } {
	let letters = 0;
	const linkAt = (path: string) => {
		letters += path.length;
		return "none" as const;
	};
	const { effect } = decide(
		tree,
		{ agent: "default", script },
		{ workspace: "/repo", home: "/home/dev", linkAt, entriesOf: () => [] },
	);
	return { effect, letters };
}

const repeated = (times: number, unit: (index: number) => string) =>
	Array.from({ length: times }, (_, index) => unit(index)).join("");

test.each<[string, (index: number) => string]>([
	["pnpm", (index) => ` --prefix=a${index}`],
	["git", (index) => ` -C a${index}`],
	["tar c -C a", (index) => ` -v f${index}`],
	["cp", (index) => ` -t a${index} f${index}`],
])("S1.4 %s asks the world twice as much about twice the words", (program, unit) => {
	const [once, twice] = [200, 400].map((times) => decided(program + repeated(times, unit)).letters) as [number, number];
	expect(twice).toBeLessThan(2.5 * once + 1_000);
});

test.each([
	["allow", 3],
	["deny", 40],
])("S1.4 a command in many folders, or copied to many, is not known to stay inside: %s", (effect, times) => {
	expect(decided(`git${repeated(times, (index) => ` -C a${index}`)} status`).effect).toBe(effect);
	expect(decided(`cp f${repeated(times, (index) => ` -t a${index}`)}`).effect).toBe(effect);
});

test("S1.4 what many commands may send of what many read is in doubt", () => {
	const script = (times: number) => repeated(times, (index) => `cat f${index}; curl -A "$x" http://h/; `);
	expect(decided(script(3)).effect).toBe("allow");
	expect(decided(script(120)).effect).toBe("deny");
});

/** The least time of some rounds: what else the machine does makes single ones longer, never shorter. */
function least(run: () => unknown): number {
	const times = Array.from({ length: 7 }, () => {
		const start = performance.now();
		run();
		return performance.now() - start;
	});
	return Math.min(...times);
}

/** What grows with the square takes sixteen times as long for four times as much, however often it is measured; a machine that does much else is slow now and then. */
function expectGrowth(times: number, timeOf: (times: number) => number): void {
	for (let tries = 3; ; tries--) {
		const [part, whole] = [timeOf(times / 4), timeOf(times)];
		if (tries > 1 && whole >= 10 * part + 5) continue;
		expect(whole).toBeLessThan(10 * part + 5);
		return;
	}
}

const guard = load("guard").tree as Tree;
const world = { workspace: "/repo", home: "/home/dev", linkAt: () => "none" as const, entriesOf: () => [] };

test.each<[string, string, number, (index: number) => string]>([
	["what others write", "", 640, () => "gcloud <f || "],
	["what comes through pipes", "", 640, (index) => `helm upgrade -i a${index} | `],
	["programs by paths that are made", "", 200, (index) => `sudo -N 's/a/b${index}/' & `],
	["words that are named again", "mv", 2_400, () => " +x"],
	["words behind options that no table lists", "source", 1_000, (index) => ` -V /etc/${index}`],
	["declarations between commands", "", 240, (index) => `zip a${index} b; declare -x c${index}=1; make; `],
	["words behind a double dash", "kubectl", 600, (index) => ` -- --kubeconfig f${index} src/a${index}`],
	["a subcommand's word behind a double dash", "kubectl --", 2_400, () => " status"],
	["lines that all get the same words", "env", 400, (index) => ` -S $(a) --version -S'a b${index}'`],
	["archives in one folder", "", 400, (index) => `unzip a${index}.zip; `],
])("S1.4 four times as much is decided in about four times the time: %s", (_, before, times, unit) => {
	expectGrowth(times, (count) => {
		const script = `${before}${repeated(count, unit)}${before === "" ? "cat" : ""}`;
		return least(() => decide(guard, { script }, world));
	});
});

test("S1.4 four times as many links in a folder are followed in about four times the time", () => {
	expectGrowth(16_000, (count) => {
		const names = Array.from({ length: count }, (_, index) => `l${index}`);
		const linkAt = (path: string) =>
			/^\/repo\/l\d/.test(path) ? { target: `/far/${path.slice(6)}` } : ("none" as const);
		const entriesOf = (folder: string) => (folder === "/repo" ? names : []);
		return least(() => decide(guard, { script: "tar ch ." }, { ...world, linkAt, entriesOf }));
	});
});

test("S1.4 a path that a long command names again and again is one path", () => {
	const paths = (times: number) => {
		const reading = readScript(`sort${repeated(times, () => " --unheard=a")}`);
		if (reading.kind === "opaque") throw new Error(reading.why);
		const [command] = reading.commands.flatMap((one) => unwrap(one, { programs: new Map(), trust: [] }));
		if (command === undefined) throw new Error("nothing was read");
		return effectsOf(command, "/repo", world).paths();
	};
	expect(paths(400)).toEqual([...new Map(paths(400).map((path) => [JSON.stringify(path), path])).values()]);
	expect(paths(400).length).toBeLessThanOrEqual(paths(3).length);
});

test.each([
	["allow", 20],
	["deny", 1_100],
])("S1.4 a command with very many options that no table lists may touch anything: %s", (effect, times) => {
	expect(decided(`pnpm${repeated(times, (index) => ` --unheard${index}=a${index}`)}`).effect).toBe(effect);
});
