/** A log whose lines are found alike as text comes out as each of its records by itself. */
import { describe, expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import { type Answers, answeringHere } from "../../../src/authoring/replay/answers.js";
import { summed } from "../../../src/authoring/replay/came-out.js";
import { decidingGroups } from "../../../src/authoring/replay/decide-again.js";
import { type LogLine, readLine } from "../../../src/authoring/replay/log-records.js";
import { type ReplayOptions, replay } from "../../../src/authoring/replay/replay.js";
import { replayingAlike } from "../../../src/authoring/replay/replay-alike.js";
import { type ReplaySummary, summarise } from "../../../src/authoring/replay/replay-summary.js";
import { standIns } from "../../../src/authoring/replay/stand-in-home.js";
import { stillWorld } from "../../../src/authoring/replay/still-world.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import type { World } from "../../../src/engine/request/paths.js";
import { realWorld } from "../../../src/runtime/load/world.js";
import { tries } from "../../part.js";
import { type Asked, lineOf, policies, record, there, treeOf } from "./asked-records.js";
import { eachSpelled } from "./spelled-names.js";

jest.setTimeout(240_000);

type Options = Omit<ReplayOptions, "decide">;

interface CameOut {
	readonly summary: ReplaySummary;
	readonly decided: number;
}

const absent: World = { workspace: "/w", linkAt: (path) => (path === "/home" ? "none" : "absent") };

async function alike(lines: readonly LogLine[], tree: Tree, world: World, options: Options = {}): Promise<CameOut> {
	const answers = answeringHere(decidingGroups(tree, world, { workspace: options.workspace }));
	const replaying = replayingAlike(tree, world, options, answers);
	for (const line of lines) replaying.take(line);
	return { summary: await summed([await replaying.end()], answers), decided: answers.decided() };
}

/** By two that take pieces in turns and answer late, out of order: each is told what the other found. */
async function apart(
	pieces: readonly (readonly LogLine[])[],
	tree: Tree,
	world: World,
	options: Options,
	later: () => number,
): Promise<ReplaySummary> {
	const known = new Map<string, Parameters<Parameters<Answers["ask"]>[1]>[0]>();
	const two = [0, 1].map(() => {
		const here = answeringHere(decidingGroups(tree, world, { workspace: options.workspace, isMany: true }));
		const waiting: (() => void)[] = [];
		const answer = (): void => {
			const [some, rest] = [waiting.splice(0), later()];
			for (let at = some.length; at > 0; at--) some.splice((at * rest) % some.length, 1)[0]?.();
		};
		const answers: Answers = {
			...here,
			ask: (one, hear, key) => {
				waiting.push(() => {
					const found = key === undefined ? undefined : known.get(key);
					if (found !== undefined && !found.hangsOnName && !found.hangsOnTime) hear(found);
					else
						here.ask(one, (answered) => {
							if (key !== undefined) known.set(key, answered);
							hear(answered);
						});
				});
				if (later() % 4 === 0) answer();
			},
			settled: async () => {
				while (waiting.length > 0) answer();
			},
		};
		return { answers, replaying: replayingAlike(tree, world, options, answers) };
	});
	for (const [at, lines] of pieces.entries()) {
		const { replaying } = two[(at + (later() % 3)) % 2] as (typeof two)[number];
		replaying.begin(at * 1000);
		for (const line of lines) replaying.take(line);
	}
	const parts = [];
	for (const { replaying } of two) parts.push(await replaying.end());
	const before = pieces.map((_, at) => pieces.slice(0, at).reduce((sum, { length }) => sum + length, 0));
	const [{ answers }] = two as [(typeof two)[number]];
	return await summed(
		parts,
		answers,
		(place) => (before[Math.floor((place - 1) / 1000)] ?? 0) + ((place - 1) % 1000) + 1,
	);
}

const each = (lines: readonly LogLine[], tree: Tree, world: World, options: Options = {}): Promise<ReplaySummary> =>
	summarise(replay(lines, tree, world, options));

/** Members that are not read, as texts and numbers, and not; and some that are. */
const more = fc.record(
	{
		id: fc.constantFrom("a", "b", 'c"d', 7, null),
		seq: fc.constantFrom(0, 12, -1.5e3, "x"),
		machine: fc.constantFrom("laptop-1", "laptop-2"),
		session: fc.constantFrom("s1", "s2", ["s"]),
		parent: fc.constantFrom("s1", "p"),
		message: fc.constantFrom("", 'it says "no"\n,"effect":"allow"', { effect: "allow" }),
		latency: fc.integer(),
		masked: fc.boolean(),
		recovered: fc.boolean(),
		code: fc.constantFrom("rule", "default"),
		effect: fc.constantFrom("allow", "deny", "ask", "nudge", "no effect"),
		rules: fc.constantFrom(
			[],
			[{ id: "a", file: "a.rules", line: 2 }],
			[{ id: "b", file: "/home/ann/b", line: 1, message: "x" }],
			[7],
		),
		commands: fc.constantFrom([], [{ argv: ["ls"], effect: "allow", message: ',"effect":"deny"' }], "none"),
		type: fc.constantFrom("decision", "decision", "decision", "approval", "outcome", "other"),
		more: fc.constantFrom({ id: "x", hash: "y" }, [',"message":"x"'], "text"),
	},
	{ requiredKeys: [] },
);
const layout = fc.record({
	more,
	order: fc.nat(6),
	doubled: fc.constantFrom(undefined, "time", "agent", "workspace", "effect", "id"),
});

/** A record's line with other members, in another order, some twice. */
function laidOut(
	asked: Asked,
	{ more: said, order, doubled }: typeof layout extends fc.Arbitrary<infer Of> ? Of : never,
): string {
	const members = Object.entries({ ...(JSON.parse(lineOf(asked).text) as object), ...said });
	const turned = [...members.slice(order), ...members.slice(0, order)];
	const twice = turned.find(([name]) => name === doubled);
	const all = twice === undefined ? turned : [...turned, twice[0] === "time" ? ["time", "then"] : twice];
	return `{${all.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`;
}

const odd = fc.constantFrom(
	'{"torn',
	"",
	"[]",
	"{}",
	'{"version":1,"type":"decision"}',
	'{"version":1,"type":"approval","id":"x","time":"2026-01-01T00:00:00Z"}',
	'{"version":1,"type":"outcome","duration":1,"recovered":true}',
);
const log = fc.array(record, { minLength: 1, maxLength: 6 }).chain((some) =>
	fc.array(
		fc.oneof(
			{
				weight: 6,
				arbitrary: fc
					.tuple(fc.constantFrom(...some), layout, fc.constantFrom(...some))
					.map(([one, laid, other]) => laidOut({ ...one, home: other.home, workspace: other.workspace }, laid)),
			},
			{
				weight: 6,
				arbitrary: fc
					.tuple(fc.constantFrom(...some), fc.constantFrom(...some))
					.map(
						([one, other]) => lineOf({ ...one, home: other.home, workspace: other.workspace, time: other.time }).text,
					),
			},
			{ weight: 1, arbitrary: odd },
		),
		{ minLength: 1, maxLength: 40 },
	),
);

describe.each(Object.keys(policies))("under %s", (name) => {
	const tree = policies[name]?.() as Tree;

	test("a log comes out as each of its records by itself, as a whole and in pieces", async () => {
		await fc.assert(
			fc.asyncProperty(
				log,
				fc.constantFrom<Options>({}, {}, { agent: "writer" }, { session: "s1" }, { workspace: "/srv/p" }),
				fc.array(fc.nat(40), { maxLength: 4 }),
				fc.infiniteStream(fc.nat(7)),
				async (texts, options, cuts, numbers) => {
					const lines = texts.map((text) => ({ text }));
					const world = stillWorld(realWorld(there));
					const wanted = await each(lines, tree, world, options);
					expect((await alike(lines, tree, world, options)).summary).toEqual(wanted);
					// A piece ends behind a whole record.
					const ends = [...new Set(cuts)].filter((at) => at > 0 && at < lines.length).sort((one, other) => one - other);
					const whole = ends.filter((at) => readLine(lines[at - 1] as LogLine).kind !== "broken");
					const pieces = [0, ...whole].map((from, at) => lines.slice(from, whole[at]));
					const came = await apart(pieces, tree, world, options, () => numbers.next().value as number);
					expect({ ...came, agents: [...came.agents].sort() }).toEqual({
						...wanted,
						agents: [...wanted.agents].sort(),
					});
				},
			),
			{ numRuns: Number(process.env.REPLAY_RUNS ?? tries(60)), seed: Number(process.env.LAWS_SEED ?? 11) },
		);
	});
});

describe("requests that are equal", () => {
	const asked = (command: string, home: string, said: Partial<Asked> = {}): { readonly text: string } =>
		lineOf({
			...{ command, asArgv: false, home: `/home/${home}` as never, workspace: "w", cwd: "same", agent: "default" },
			...{ time: "2026-11-02T12:00:00.000Z", force: false, env: [], tools: undefined, ...said },
		});
	const names = ["zoltan", "ludmila", "wendelin", "korbinian"];
	const tree = policies["times and folders"]?.() as Tree;

	/** How many are decided behind one of another home: the first home is decided by itself. */
	async function decided(lines: readonly LogLine[], by = tree): Promise<number> {
		const all = [asked("echo", "first"), ...lines];
		const { summary, decided: count } = await alike(all, by, absent);
		expect(summary).toEqual(await each(all, by, absent));
		return count - 1;
	}

	test("are decided once, though other numbers and texts stand in their lines", async () => {
		const lines = names.flatMap((name, at) =>
			["a", "b"].map((id) => ({ text: asked("cat src/x", name).text.replace('"id":"x"', `"seq":${at},"id":"${id}"`) })),
		);
		// It is proved, and what is shown of the change is decided for it.
		expect(await decided(lines)).toBeLessThan(5);
	});

	test("are those that say their own folder as a whole path, and not those that say another's", async () => {
		const own = names.map((name) => asked(`cd /home/${name}/w && ls`, name));
		const others = names.map((name) => asked("cat /home/zoltan/w/x", name));
		expect(await decided(own)).toBeLessThan(5);
		await decided(others);
		await decided([...own, ...others, ...own]);
	});

	test("are not those that mean a name which does not stand in them", async () => {
		const policy = treeOf(
			"agent default {\n  default deny\n  syntax pipes, sequences, redirects, variables, globs, heredocs, loops\n  allow *\n  deny * touching ~, . id own\n}\n",
		);
		const inProject = { workspace: "src/kraken-ui" } as const;
		const lines = ["zoltan", "barbara", "ludmila", "barbara"].flatMap((name) =>
			[...eachSpelled("barbara"), ...eachSpelled("kraken-ui")].flatMap((command) => [
				asked(command, name),
				asked(command, name, inProject),
			]),
		);
		await decided(lines, policy);
	});

	test("are not those that write a letter of a name by its number", async () => {
		const policy = treeOf("agent default {\n  allow cat\n  deny cat touching ~ id own\n}\n");
		const hidden = { text: asked("cat /home/QQ/x", "ludmila").text.replace("QQ", "\\u0062arbara") };
		const its = { text: asked("cat /home/QQ/x", "barbara").text.replace("QQ", "\\u0062arbara") };
		await decided([asked("cat /home/barbara/x", "zoltan"), hidden, its, hidden], policy);
		expect((await each([hidden, its], policy, absent)).stricter).toBe(1);
	});

	test("are decided for each time where the answer hangs on it", async () => {
		const at = (hour: string): Partial<Asked> => ({ time: `2026-11-02T${hour}:00:00.000Z` });
		const lines = ["03", "12", "05", "13", "03"].flatMap((hour) =>
			names.map((name) => asked("git push", name, at(hour))),
		);
		await decided(lines);
		await decided([...lines.slice(4), ...lines]);
	});

	test("are not asked again while an answer is on its way", async () => {
		const heard: (() => void)[] = [];
		const here = answeringHere(decidingGroups(tree, absent, { isMany: true }));
		const answers: Answers = {
			...here,
			ask: (one, hear) => heard.push(() => here.ask(one, hear)),
			settled: async () => {
				for (const answer of heard.splice(0)) answer();
			},
		};
		const replaying = replayingAlike(tree, absent, {}, answers);
		const lines = names.flatMap((name) => [asked("ls src", name), asked("cat src/x", name)]);
		for (const line of [asked("echo", "zoltan"), ...lines, ...lines]) replaying.take(line);
		// Of the first home, that is, and of all others.
		expect(heard).toHaveLength(5);
		const { counts } = await replaying.end();
		expect(counts.reduce((sum, { times }) => sum + times, 0)).toBe(17);
	});

	test("are not those that come out otherwise by name, as the first answer says", async () => {
		const asks: string[] = [];
		const answers: Answers = {
			ask: ({ home = "", agent }, hear) => {
				asks.push(home);
				const effect = home.endsWith("ludmila") ? "allow" : "ask";
				hear({ outcome: { key: effect, agent, effect, assumed: false }, hangsOnName: true, hangsOnTime: false });
			},
			tell: () => {},
			room: () => undefined,
			settled: () => undefined,
			decided: () => asks.length,
		};
		const replaying = replayingAlike(tree, absent, {}, answers);
		const lines = ["first", ...names, ...names].map((name) => asked("cat src/x", name));
		for (const line of lines) replaying.take(line);
		const { counts } = await replaying.end();
		expect(counts.map(({ outcome: { effect }, times }) => [effect, times])).toEqual([
			["ask", 7],
			["allow", 2],
		]);
		expect(asks).toHaveLength(5);
	});

	test("are not those that say a name of their folders elsewhere, nor what would stand for one", async () => {
		const policy = treeOf(
			"agent default {\n  default deny\n  syntax sequences\n  allow cat, cd\n  deny cat touching ~ id own\n}\n",
		);
		const said = names.map((name) => asked("cat /home/./ludmila/x", name));
		const own = asked("cd /home/ludmila/w && cat /home/ludmila/x", "ludmila");
		const stood = names.map((name) => asked(`cd /home/${name}/w && cat /home/${standIns[0]}/x`, name));
		await decided([...said, own, ...stood], policy);
		expect(await each([...said, own, ...stood], policy, absent)).toMatchObject({ same: 7, stricter: 2 });
	});

	const policy = treeOf("agent default {\n  default deny\n  allow ls\n  allow cat until 2026-11-15\n}\n");
	const plain = { version: 1, type: "decision", agent: "default", script: "ls", force: false };
	const line = (more: object): { readonly text: string } => ({
		text: JSON.stringify({ ...plain, effect: "deny", code: "rule", rules: [], ...more }),
	});
	const text = (said: string): { readonly text: string } => ({ text: said });
	const approval = '{"version":1,"type":"approval","id":"1","workspace":"/x","time":"2026-11-01T00:00:00.000Z"}';
	const inHome = (name: string, more: object) => line({ workspace: `/home/${name}/w`, home: `/home/${name}`, ...more });
	const time = "2026-11-01T00:00:00.000Z";

	const traps: readonly (readonly [string, readonly LogLine[], Options?])[] = [
		[
			"say their time twice",
			[
				text(
					JSON.stringify({ ...JSON.parse(line({ script: "cat x" }).text), x: 0 }).replace(
						'"x":0',
						`"time":"${time}","time":5`,
					),
				),
				line({ script: "cat x", time: 5 }),
				text(line({ script: "cat x" }).text.replace('"force"', '"time":5,"force"').replace(/}$/, `,"time":"${time}"}`)),
			],
		],
		["are no JSON in their folders", [text(approval), text(approval.replace('"/x"', "/x"))]],
		[
			"are recovered beside their folders",
			[text(approval), text('{"ty'), text(approval.replace('"/x",', '"/x","recovered":true,'))],
		],
		[
			"are no JSON in their folders, where others have none",
			[text(approval.replace(',"workspace":"/x"', "")), text(approval), text(approval.replace('"/x"', "/x"))],
		],
		["are recovered", [line({ recovered: true, id: "y" }), text('{"ty'), line({ recovered: true, id: "x" })]],
		[
			"are another agent's, in folders that are none",
			[
				...[line({ agent: "other", workspace: "/w" }), line({ agent: "other", workspace: "relative" })],
				...[
					line({ agent: "other", workspace: 5 }),
					text(line({ agent: "other", workspace: 7 }).text.replace(":7", ":oops")),
				],
			],
			{ agent: "default" },
		],
		[
			"name rules by their folders",
			["first", ...names].map((name) =>
				inHome(name, { rules: [{ id: `/home/${name}/a.rules:3`, file: "f", line: 1 }] }),
			),
		],
		["have agents by their folders", ["first", ...names].map((name) => inHome(name, { agent: `/home/${name}/bot` }))],
		["have codes by their folders", ["first", ...names].map((name) => inHome(name, { code: `/home/${name}` }))],
		[
			"have sessions by their folders",
			[
				...["first", "zoltan", "ludmila"].map((name) => inHome(name, { session: "/home/zoltan/s" })),
				inHome("ludmila", { session: "/home/ludmila/s" }),
			],
			{ session: "/home/zoltan/s" },
		],
		["are of several sessions", ["s", "t", "s", "t"].map((session) => line({ session })), { session: "s" }],
		["have thousands of members", [text(`{"id":0,${'"id":0,'.repeat(2000)}${line({}).text.slice(1)}`)]],
	];
	test.each(traps)("are not those that %s", async (_, lines, options = {}) => {
		for (const some of [lines, [...lines].reverse(), [...lines, ...lines]])
			expect((await alike(some, policy, absent, options)).summary).toEqual(await each(some, policy, absent, options));
	});

	test("do not hide a change, however many they are", async () => {
		const same = Array.from({ length: 50_001 }, (_, at) =>
			line({ effect: "allow", rules: [{ id: `r${at}`, file: "f", line: 1 }] }),
		);
		const stricter = same.map(({ text: said }) => text(said.replace('"ls"', '"rm x"')));
		const looser = line({ rules: [{ id: "r7", file: "f", line: 1 }] });
		const { summary } = await alike([...same, ...stricter, looser], policy, absent);
		expect(summary).toMatchObject({ same: 50_001, stricter: 50_001, looser: 1, further: 50_001 - 500 });
		expect(summary.changes[0]).toMatchObject({ change: "looser", before: { rules: [{ id: "r7" }] } });
	});

	test("take no longer for what they might say than for their length", async () => {
		const long = [
			`echo '${"\\".repeat(15_900)}'`,
			"xargs ".repeat(2_600),
			`echo '${"\\".repeat(500_000)}'`,
			"xargs ".repeat(50_000),
		];
		// Each took seconds or minutes.
		const lines = long.flatMap((script) => ["first", ...names].map((name) => inHome(name, { script })));
		const { summary } = await alike(lines, policy, absent);
		expect(summary.decisions).toBe(lines.length);
	}, 30_000);
});
