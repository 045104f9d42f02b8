/** An archive replayed is its logs replayed: record by record, whatever was decided once for many. */
import { readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import { openDatabase } from "../../../src/authoring/archive/duckdb.js";
import { replayArchive } from "../../../src/authoring/archive/replay-archive.js";
import type { LogLine } from "../../../src/authoring/replay/log-records.js";
import { replay } from "../../../src/authoring/replay/replay.js";
import { type ReplaySummary, summarise } from "../../../src/authoring/replay/replay-summary.js";
import { allStandIns } from "../../../src/authoring/replay/stand-in-home.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import type { World } from "../../../src/engine/request/paths.js";
import { load } from "../../../src/runtime/load/load.js";
import { realWorld } from "../../../src/runtime/load/world.js";
import { folder as folderWith } from "../../cli/cli.js";
import { tries } from "../../part.js";
import { eachSpelled } from "../replay/spelled-names.js";
import { bring, chained, decided, folder, logOf } from "./archives.js";

jest.setTimeout(240_000);

const tree = treeOf(`agent default {
  default deny
  syntax pipes, sequences, redirects, variables
  allow ls, git, cat, npm, node, grep, echo, curl
  allow rm within ./build
  deny cat touching ~/.ssh because "Keys are not for agents."
  deny git push when time is 00:00-07:00 because "Not at night."
  deny grep touching **/wendelin/** because "Not hers." id no-wendelin
  ask curl
  environment accept CI, HOME
}
agent writer extends default {
  deny npm when day is sat, sun because "Not at weekends."
  allow cp, mv within .
}
`);

function treeOf(policy: string): Tree {
	const { tree: made, diagnostics } = load("policy.rules", { cwd: folderWith({ "policy.rules": policy }) });
	if (made === undefined) throw new Error(JSON.stringify(diagnostics));
	return made;
}

/** Two homes are here: one whose project is a link to keys, and one without anything. */
const there = folderWith({ "ann/.ssh/config": "", "bert/w/src/a": "" });
const here = realWorld(there);
const world: World = {
	...here,
	linkAt: (path) => (path === "/home/linked/w/src" ? { target: "/home/linked/.ssh" } : here.linkAt(path)),
};

const requests: readonly object[] = [
	...["ls", "cat src/x", "rm build/x", "rm ~/x", "cat ~/.ssh/config", "git push", "npm test", "echo a > out.txt"],
	...[
		"cat ../.ssh/a",
		"curl x.example",
		"cat /home/zoltan/w/a",
		"cat /home/zoltan/.ssh/a",
		"ls zoltan && rm build/zoltan",
		"cp a b",
		"cat src/config",
		"cat ../kraken-ui/.ssh/a",
		"rm build/kraken-ui/x",
		"cat /home/zptwfgcu/kraken-ui/a",
	],
].flatMap((line) => [{ script: line }, { argv: line.split(" ") }]);
const odd: readonly object[] = [
	{ argv: ["cat", "\ud800"] },
	{ argv: ["cat", null] },
	// A byte order mark is no blank to a shell, and part of a name.
	...[{ script: "\ufeffls" }, { argv: ["\ufeffls"] }, { argv: ["cat", "src/x"], cwd: "/home/carl/w/\ufeffsrc" }],
	{ argv: ["ls"], script: "ls" },
	{ argv: ["ls"], force: "no" },
	{ argv: ["ls"], time: "2026-11-01T03:00:00Z" },
	{ argv: ["git", "push"], time: "2026-11-01T03:00:00+05:00" },
	{ argv: ["git", "push"], time: "at night" },
	{ argv: ["ls"], workspace: "elsewhere" },
	{ argv: ["ls"], rules: [{ id: "x", file: "y", line: 0 }] },
	{ argv: ["ls"], env: ["CI", 7] },
	{
		call: [
			["file.read", "src/x"],
			["file.write", "~/x"],
		],
	},
	{ call: [] },
	{ argv: [] },
	{ script: "cat 'ä' \u0000" },
	{},
];

const homes = ["zoltan", "ludmila", "wendelin", "korbinian", "git", "xqkjhwvy", "linked"].map(
	(name) => `/home/${name}`,
);
const arbitrary = fc.record({
	request: fc.oneof(
		{ weight: 9, arbitrary: fc.constantFrom(...requests) },
		{ weight: 1, arbitrary: fc.constantFrom(...odd) },
	),
	home: fc.constantFrom<string | undefined>(...homes, `${there}/ann`, `${there}/bert`, undefined),
	workspace: fc.constantFrom(
		"w",
		"kraken-ui",
		"src/kraken-ui",
		"code/kraken-ui/kraken-ui",
		"hydra-api",
		"",
		"elsewhere",
		"absent",
	),
	cwd: fc.constantFrom("", "/src", "/..", "absent"),
	agent: fc.constantFrom("default", "default", "writer", "nobody"),
	time: fc.constantFrom("2026-11-01T03:00:00.000Z", "2026-11-01T12:00:00.000Z", "2026-11-02T12:00:00.000Z"),
	env: fc.constantFrom(undefined, [], ["CI"], ["HOME"], ["zoltan"]),
	tools: fc.constantFrom(undefined, [], ["git", "ls"]),
	session: fc.constantFrom({}, { session: "one" }, { session: "two", parent: "one" }),
	more: fc.constantFrom({}, { masked: true }, { force: true }),
	effect: fc.constantFrom("allow", "deny", "ask"),
});
type Asked = typeof arbitrary extends fc.Arbitrary<infer Of> ? Of : never;

/** A record that no other is like: its rule is its own. */
function recordOf({ request, home, workspace, cwd, ...said }: Asked, at: number): Readonly<Record<string, unknown>> {
	const { argv: _, ...rest } = decided;
	const { session, more, env, tools, ...plain } = said;
	const base =
		workspace === "elsewhere" ? "/srv/p" : `${home ?? "/home/nobody"}${workspace === "" ? "" : `/${workspace}`}`;
	return {
		...rest,
		...plain,
		...session,
		...more,
		...(env === undefined ? {} : { env }),
		...(tools === undefined ? {} : { tools }),
		id: `id-${at}`,
		machine: `m${at % 3}`,
		seq: at,
		rules: [{ id: `rule-${at}`, file: "old:a.rules", line: at + 1 }],
		...(cwd === "absent" ? {} : { cwd: `${base}${cwd}` }),
		...(workspace === "absent" ? {} : { workspace: base, ...(home === undefined ? {} : { home }) }),
		...request,
	};
}

/** A request that is allowed now, and was refused. */
const usual: Asked = {
	...{ request: { argv: ["ls"] }, home: "/home/zoltan", workspace: "w", cwd: "", agent: "default" },
	...{ time: "2026-11-02T12:00:00.000Z", env: undefined, tools: undefined, session: {}, more: {}, effect: "deny" },
};

/** What a summary says of each record, without where that stands. */
function told({ changes, undecided, broken, agents, ...counts }: ReplaySummary): object {
	const reasons = (some: ReplaySummary["broken"]): object =>
		Object.fromEntries(some.reasons.map(({ why, count }) => [why, count]));
	return {
		...counts,
		agents: [...agents].sort(),
		undecided: reasons(undecided),
		broken: reasons(broken),
		changes: changes
			.map(({ samples, ...change }) => ({ ...change, samples: samples.map(({ line: _, ...sample }) => sample) }))
			.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
	};
}

async function both(
	records: readonly (Readonly<Record<string, unknown>> | string)[],
	options: { readonly agent?: string; readonly session?: string; readonly workspace?: string } = {},
	policy: Tree = tree,
): Promise<{ readonly plain: ReplaySummary; readonly found: Awaited<ReturnType<typeof replayArchive>> }> {
	const lines = chained(records);
	const [log, archive] = [join(folder(), "log.jsonl"), folder()];
	writeFileSync(log, `${lines.join("\n")}\n`);
	await bring(log, archive);
	// What is no record is left out of an archive, and told when it comes in.
	const isRecord = (line: string): boolean => line.startsWith("{");
	const own = lines.filter(isRecord).map((text): LogLine => ({ text }));
	return {
		plain: await summarise(replay(own, policy, world, options)),
		found: await replayArchive(archive, policy, world, options),
	};
}

describe("an archive", () => {
	test("is replayed as its logs are, record by record", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(arbitrary, { minLength: 1, maxLength: 60 }),
				fc.constantFrom({}, {}, { agent: "writer" }, { session: "one" }, { workspace: "/home/zoltan/w" }),
				async (some, options) => {
					const records = some.map(recordOf);
					const { plain, found } = await both([...records, "no record"], options);
					const { agents: _, ...rest } = told(plain) as Record<string, unknown>;
					expect(told(found.summary)).toMatchObject(rest);
				},
			),
			{ numRuns: Number(process.env.REPLAY_RUNS ?? tries(12)), seed: Number(process.env.LAWS_SEED ?? 7) },
		);
	});

	test("is decided once for all homes and folders that nothing tells apart, and names its records", async () => {
		const names = Array.from({ length: 40 }, (_, at) => `person-${"abcdefghij"[at % 10]}${at}`);
		const { argv: _, ...asking } = decided;
		const records = names.flatMap((name, at) =>
			["cat src/x", "rm ~/x", "git status"].map((script, which) => ({
				...{ ...asking, script, effect: "ask" },
				...{ id: `${at}-${which}`, machine: `m${at}`, seq: which },
				...{ workspace: `/home/${name}/w`, home: `/home/${name}`, cwd: `/home/${name}/w` },
			})),
		);
		const { plain, found } = await both(records);
		expect({ ...found.summary, changes: [] }).toEqual({ ...plain, changes: [] });
		expect(found.made).toBeLessThan(10);
		const denied = found.summary.changes.find(({ change }) => change === "stricter");
		expect(denied?.count).toBe(40);
		expect(denied?.before.rules).toEqual(decided.rules);
		for (const { line, message } of denied?.samples ?? []) {
			const { machine = "" } = found.records.get(line) ?? {};
			expect(message).toContain(`/home/${names[Number(machine.slice(1))]}/x`);
		}
	});

	test("tells how far it has come", async () => {
		const [log, archive] = [join(folder(), "log.jsonl"), folder()];
		const records = ["ls", "git push", "ls"].map((script, at) => ({
			...decided,
			argv: script.split(" "),
			id: `${at}`,
		}));
		writeFileSync(log, `${chained(records).join("\n")}\n`);
		await bring(log, archive);
		const told: (readonly [number, number])[] = [];
		await replayArchive(archive, tree, world, { heard: (rows, all) => told.push([rows, all]) });
		expect(told).toEqual([
			[1, 2],
			[2, 2],
		]);
	});

	test("is decided for each home and project whose name a request puts together", async () => {
		const { argv: _, ...asking } = decided;
		const requests = [
			...[...eachSpelled("barbara"), ...eachSpelled("kraken-ui")].map((script) => ({ script })),
			{ argv: ["python3", "-c", "open('/home/bar' 'bara/x').read()"] },
		];
		const records = ["zoltan", "barbara", "Barbara", "ludmila"].flatMap((name) =>
			["w", "src/kraken-ui", "src/hydra-api"].flatMap((project) =>
				requests.map((request, at) => ({
					...{
						...asking,
						...request,
						effect: "allow",
						rules: [],
						id: `${name}-${project}-${at}`,
						machine: name,
						seq: at,
					},
					...{ workspace: `/home/${name}/${project}`, home: `/home/${name}`, cwd: `/home/${name}/${project}` },
				})),
			),
		);
		const policy = treeOf(
			"agent default {\n  default allow\n  syntax pipes, sequences, redirects, variables, loops\n  deny * touching ~, ~/src/kraken-ui id kept\n}\n",
		);
		const { plain, found } = await both(records, {}, policy);
		expect({ ...found.summary, changes: [] }).toEqual({ ...plain, changes: [] });
		expect(plain.stricter).toBeGreaterThan(plain.decisions / 20);
	});

	test("is decided once for all projects that nothing tells apart, and not for one that a rule or the request names", async () => {
		const { argv: _, ...asking } = decided;
		const records = ["kraken-ui", "hydra-api", "phoenix-db", "wendelin", "griffin-x"].flatMap((project, at) =>
			["ann-k", "ben-l", "cara-m"].flatMap((name) =>
				["cat src/x", "grep x src", "rm ~/x", "rm build/griffin-x"].map((script) => ({
					...{ ...asking, script, effect: "allow", id: `${at}-${name}-${script}`, machine: `${name}-${at}`, seq: at },
					...{
						workspace: `/home/${name}/src/${project}`,
						home: `/home/${name}`,
						cwd: `/home/${name}/src/${project}/lib`,
					},
				})),
			),
		);
		const { plain, found } = await both(records);
		expect({ ...found.summary, changes: [] }).toEqual({ ...plain, changes: [] });
		// In the folder of one name that a rule knows each request is asked again, and one is for the project that it names; the first of each is proved.
		expect(found.made).toBeLessThan(20);
		const denied = found.summary.changes.flatMap(({ count, after }) =>
			after.rules[0]?.id === "no-wendelin" ? [count] : [],
		);
		expect(denied).toEqual([3]);
		const messages = found.summary.changes.flatMap(({ samples }) => samples.map(({ message }) => message)).join();
		for (const standIn of allStandIns) expect(messages).not.toContain(standIn);
	});

	test("decides by itself who names their own home, where others name it too", async () => {
		const names = Array.from({ length: 9 }, (_, at) => `person-${"abcdefghi"[at]}`);
		const { argv: _, ...asking } = decided;
		const records = names.map((name, at) => ({
			...{ ...asking, script: "cat /home/person-i/.ssh/x", effect: "allow", id: `${at}`, seq: at, machine: name },
			...{ workspace: `/home/${name}/w`, home: `/home/${name}`, cwd: `/home/${name}/w` },
		}));
		const { plain, found } = await both(records);
		expect(found.summary).toMatchObject({ same: 8, stricter: 1 });
		expect({ ...found.summary, changes: [] }).toEqual({ ...plain, changes: [] });
	});

	test("asks each time by itself where a rule asks what time it is", async () => {
		const at = (time: string, id: string) => ({
			...decided,
			id,
			time,
			effect: "allow",
			workspace: "/w",
			home: "/home/a",
		});
		const records = [
			at("2026-11-01T03:00:00.000Z", "a"),
			at("2026-11-01T12:00:00.000Z", "b"),
			at("2026-11-01T04:00:00.000Z", "c"),
		];
		const { found } = await both(records);
		expect(found.summary).toMatchObject({ same: 1, stricter: 2 });
	});

	/** Writes the one file of an archive anew. */
	async function rewritten(archive: string, columns: string): Promise<void> {
		const day = join(archive, "day=2026-11-01");
		const [name = ""] = readdirSync(day);
		const { connection, close } = await openDatabase({ memory: "256MB", threads: 1 });
		await connection.run(
			`copy (select ${columns} from read_parquet('${join(day, name)}', hive_partitioning = false)) to '${join(day, "old")}' (format parquet)`,
		);
		close();
		renameSync(join(day, "old"), join(day, name));
	}

	test("asks in each folder again what says letters of a name, and who says the name by itself", async () => {
		const asked = (script: string, home: string, cwd: "" | "/src") => ({
			...usual,
			request: { script },
			home: `/home/${home}`,
			cwd,
		});
		// Both names begin and end with letters of pieces, which the database looks at; pieces make neither.
		const letters = "rm 'build'/zn/la";
		const records = ["zoltan", "ludmila", "korbinian"].flatMap((home) =>
			(["", "/src"] as const).flatMap((cwd) =>
				[letters, "cat '/home/zoltan/.ssh'/a"].map((script) => asked(script, home, cwd)),
			),
		);
		const { plain, found } = await both(records.map(recordOf));
		expect(told(found.summary)).toEqual(told(plain));
		expect(new Set(plain.changes.map(({ after }) => after.effect))).toEqual(new Set(["allow"]));
	});

	test("keeps a byte order mark that a text begins with: to a shell it is a letter as others are", async () => {
		const mark = "\ufeff";
		const records = [
			{ script: `${mark}ls` },
			{ script: `${mark}${mark}ls` },
			{ argv: [`${mark}ls`] },
			{ call: [[`${mark}file.read`, "src/x"]] },
		].map((asked, at) => ({ ...recordOf(usual, at), argv: undefined, ...asked }));
		const { plain, found } = await both([...records, recordOf(usual, 9)]);
		expect(told(found.summary)).toEqual(told(plain));
		expect(found.summary.changes.filter(({ after }) => after.effect === "allow").length).toBe(1);
	});

	test("with bytes that are no text, which an older version brought in, says so of the record", async () => {
		const archive = folder();
		await bring(logOf([decided]), archive);
		await rewritten(archive, "* replace ('' as as_written)");
		const { summary, records } = await replayArchive(archive, tree, world);
		expect(summary.broken).toMatchObject({ count: 1, reasons: [{ why: "the line is not UTF-8 text" }] });
		expect([...records.values()]).toEqual([{ id: "0" }]);
	});

	test("that an older version wrote, or that holds nothing, is refused with what to do", async () => {
		const archive = folder();
		const log = join(folder(), "log.jsonl");
		writeFileSync(log, `${chained([decided]).join("\n")}\n`);
		await expect(replayArchive(archive, tree, world)).rejects.toThrow("holds no records");
		await bring(log, archive);
		await rewritten(archive, "* exclude (rule_places, as_written)");
		await expect(replayArchive(archive, tree, world)).rejects.toMatchObject({
			message: `\`${archive}\` was brought in by an older version, and lacks what a replay needs`,
			help: expect.stringContaining("rules audit ingest"),
		});
	});
});
