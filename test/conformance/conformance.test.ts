/** The cases are those of the corpora, the runner tells what gates do, and the page says what they did. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import {
	answerOf,
	candidates,
	casesOf,
	type Gate,
	groups,
	hookStarter,
	type Ids,
	openBylaw,
	pageOf,
	type Result,
	type Results,
	runGate,
	type Wanted,
	wanted,
} from "../../conformance/api.mjs";
import { decide } from "../../src/engine/decide/decide.js";
import { loadText } from "../../src/runtime/load/load.js";

const names = Object.keys(groups);
const place = { cwd: "/w/project", home: "/w/home" };
const results = JSON.parse(readFileSync("conformance/results.json", "utf8")) as Results;

function schema(name: string): (value: unknown) => unknown {
	const ajv = new Ajv2020({ allErrors: true });
	const check = ajv.compile(JSON.parse(readFileSync(`conformance/schemas/${name}.schema.json`, "utf8")) as object);
	return (value) => (check(value) ? [] : check.errors);
}

describe("the cases", () => {
	test("are the lines of the corpora, but for those that are left out with a reason", () => {
		const left = readFileSync("conformance/cases/left-out.jsonl", "utf8")
			.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line) as { readonly id: string; readonly command: string; readonly left: string });
		expect(left.filter((one) => one.left.length === 0)).toEqual([]);
		const tried = [...names.flatMap((name) => casesOf(name)), ...left].map(({ id, command }) => `${id}\n${command}`);
		const now = candidates("test/corpora").map(({ id, command }) => `${id}\n${command}`);
		expect(tried.toSorted()).toEqual(now.toSorted());
	});

	test("say what the lines of the corpora say of them", () => {
		const now = new Map(candidates("test/corpora").map((one) => [one.id, one]));
		const all = names.flatMap((name) => casesOf(name));
		expect(all.map(({ ran: _, ...one }) => one)).toEqual(
			all.map(({ id: own }) => {
				const { id, group, command, expect: expected, class: kind } = now.get(own) ?? { id: "gone" };
				return { id, group, command, class: kind, expect: expected };
			}),
		);
	});

	test("fit their schema, and each attack was seen", () => {
		const faults = schema("case");
		const all = names.flatMap((name) => casesOf(name));
		expect(all.map((one) => faults(one)).filter((some) => (some as readonly unknown[]).length > 0)).toEqual([]);
		expect(all.filter((one) => (one.ran === "none") !== (one.expect === "should-pass"))).toEqual([]);
	});
});

describe("the runner", () => {
	let folder: string;
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), "conformance-test-"));
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	const some = (commands: Readonly<Record<string, "must-not-pass" | "should-pass">>): readonly Wanted[] => [
		{
			name: "rm-x",
			group: groups["rm-x"] as NonNullable<(typeof groups)[string]>,
			cases: Object.entries(commands).map(([command, expected]) => ({
				id: command,
				group: "rm-x",
				command,
				class: "made up",
				expect: expected,
				ran: "none" as const,
			})),
		},
	];

	/** Denies what has the text, and does with some lines what no gate should. */
	const hook = (deny: string): string => {
		const path = join(folder, `hook-${deny.replaceAll(/\W/g, "-")}.sh`);
		writeFileSync(
			path,
			`read -r line
case $line in
*hangs*) sleep 60 ;;
*falls*) exit 1 ;;
*babbles*) echo so what ;;
*asks*) echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}' ;;
*'"command":"${deny}'*) exit 2 ;;
*blocks*) echo '{"decision":"block","reason":"no"}' ;;
esac
`,
		);
		return `exec sh '${path}'`;
	};

	test("tells a hook's answers apart, and goes on behind one that falls over", async () => {
		const found = await runGate({
			start: hookStarter(hook("rm x"), { ...place, cwd: folder }),
			groups: some({
				"rm x; true": "must-not-pass",
				"r\\m x": "must-not-pass",
				"falls; rm x": "must-not-pass",
				"babbles; rm x": "must-not-pass",
				"asks; rm x": "must-not-pass",
				"blocks; rm x": "must-not-pass",
				"rm xylophone": "should-pass",
				ls: "should-pass",
			}),
			deadline: 60_000,
			atOnce: 2,
		});
		expect(found["rm-x"]).toEqual({
			applies: true,
			mustNotPass: { deny: 2, ask: 1, allow: 1, late: 0, crash: 2 },
			shouldPass: { deny: 1, ask: 0, allow: 1, late: 0, crash: 0 },
			through: { allow: ["r\\m x"], crash: ["falls; rm x", "babbles; rm x"] },
			heldBack: { deny: ["rm xylophone"] },
		});
	});

	test("does not wait for what hangs: it is ended, and begun anew for the next line", async () => {
		const seen = { begun: 0, ended: 0 };
		const start = (): Gate => {
			seen.begun++;
			return {
				ask: (command) => (command.includes("hangs") ? new Promise(() => {}) : "deny"),
				stop: () => void seen.ended++,
			};
		};
		const groups = some({ "hangs; rm x": "must-not-pass", "rm x; true": "must-not-pass", "ls hangs": "should-pass" });
		const found = await runGate({ start, groups, deadline: 50 });
		expect(found["rm-x"]).toEqual({
			applies: true,
			mustNotPass: { deny: 1, ask: 0, allow: 0, late: 1, crash: 0 },
			shouldPass: { deny: 0, ask: 0, allow: 0, late: 1, crash: 0 },
			through: { late: ["hangs; rm x"] },
			heldBack: { late: ["ls hangs"] },
		});
		// One for the plain line, and two for the three.
		expect(seen).toEqual({ begun: 3, ended: 3 });
	});

	test("ends a hook that hangs, with all that it started", async () => {
		const gate = await hookStarter(hook("rm x"), { ...place, cwd: folder })("rm-x");
		const answer = gate?.ask("hangs");
		await gate?.stop();
		expect(await answer).toBe("crash");
	});

	test("does not judge a gate that was not told, or has no words for it", async () => {
		const asked = some({ "rm x; true": "must-not-pass" });
		const untold = await runGate({ start: hookStarter(hook("shred"), { ...place, cwd: folder }), groups: asked });
		expect(untold["rm-x"]).toEqual({ applies: false, why: "the plain line is not held back (allow)" });
		const mute = await runGate({ start: () => undefined, groups: asked });
		expect(mute["rm-x"]).toEqual({ applies: false, why: "it has no words for this" });
	});

	test("takes a gate that can't be begun for one that crashes, not for one that holds", async () => {
		const start = () => Promise.reject(new Error("it is not there"));
		const found = await runGate({ start, groups: some({ "rm x; true": "must-not-pass" }) });
		expect(found["rm-x"]).toEqual({ applies: false, why: "the plain line is not held back (crash)" });
	});

	test("is a program: its results fit their schema, and it fails below what is asked for", () => {
		const run = (least: string): { readonly status: number | null; readonly stdout: string } =>
			spawnSync(
				process.execPath,
				[
					"conformance/run.mjs",
					...["--hook", hook("printf secretword"), "--name", "ten lines", "--group", "printf", "--each", "8"],
					...["--json", "--least", least],
				],
				{ encoding: "utf8" },
			);
		const { status, stdout } = run("99");
		const told = JSON.parse(stdout) as Results;
		expect(schema("results")(told)).toEqual([]);
		const [gate] = told.gates;
		expect(gate?.groups.printf).toMatchObject({ applies: true, shouldPass: { allow: told.cases.printf?.shouldPass } });
		expect(status).toBe(1);
		expect(run("1").status).toBe(0);
	});

	test.each([
		[2, "", "deny"],
		[2, "no JSON", "deny"],
		[0, "", "allow"],
		[0, "{}", "allow"],
		[0, '{"hookSpecificOutput":{"permissionDecision":"allow"}}', "allow"],
		[0, '{"hookSpecificOutput":{"permissionDecision":"deny"}}', "deny"],
		[1, '{"hookSpecificOutput":{"permissionDecision":"deny"}}', "deny"],
		[1, '{"hookSpecificOutput":{"permissionDecision":"allow"}}', "crash"],
		[0, '{"hookSpecificOutput":{"permissionDecision":"perhaps"}}', "crash"],
		[0, '{"decision":"approve"}', "allow"],
		[0, "null", "crash"],
		[0, "{", "crash"],
		[1, "", "crash"],
		[127, "", "crash"],
		[null, "", "crash"],
	])("takes exit code %s with %j for %s", (code, said, answer) => expect(answerOf(code, said)).toBe(answer));
});

describe("the page", () => {
	test("is made of the results, and they fit their schema", () => {
		expect(schema("results")(results)).toEqual([]);
		expect(readFileSync("docs/conformance.md", "utf8")).toBe(pageOf(results));
	});

	test("is about the cases that there are", () => {
		const counted = names.map((name) => {
			const of = (expected: string): number => casesOf(name).filter((one) => one.expect === expected).length;
			return [name, { mustNotPass: of("must-not-pass"), shouldPass: of("should-pass") }];
		});
		expect(results.cases).toEqual(Object.fromEntries(counted));
	});

	test("says of Bylaw what it answers today: else `npm run conformance -- --gate bylaw`", async () => {
		// All attacks, and of the many harmless lines some.
		const asked = wanted().map((one) => ({
			...one,
			cases: one.cases.filter(({ expect: expected }, at) => expected === "must-not-pass" || at % 5 === 0),
		}));
		const found = await runGate({
			start: (name) => {
				const gate = openBylaw({ decide, loadText }, groups[name] as NonNullable<(typeof groups)[string]>, place);
				return { ask: gate.decide, stop: () => {} };
			},
			groups: asked,
		});
		const told = results.gates.find(({ name }) => name === "bylaw")?.groups ?? {};
		for (const { name, cases } of asked) {
			const ids = new Set(cases.map(({ id }) => id));
			expect({ name, ...wrongOf(found[name], ids) }).toEqual({ name, ...wrongOf(told[name], ids) });
		}
	});
});

/** What is said of these cases. */
function wrongOf(result: Result | undefined, ids: ReadonlySet<string>): object {
	if (result?.applies !== true) return { result };
	const some = (by: Ids): readonly string[] =>
		Object.entries(by).flatMap(([answer, all]) => all.filter((id) => ids.has(id)).map((id) => `${answer} ${id}`));
	return { mustNotPass: result.mustNotPass, through: some(result.through), heldBack: some(result.heldBack) };
}
