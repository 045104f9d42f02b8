/** A log whose lines are found alike as text comes out as each of its records by itself. */
import { describe, expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import { type Answers, answeringHere } from "../../../src/authoring/replay/answers.js";
import { summed } from "../../../src/authoring/replay/came-out.js";
import { decidingGroups } from "../../../src/authoring/replay/decide-again.js";
import { type LogLine, readLine } from "../../../src/authoring/replay/log-records.js";
import { type ReplayOptions, type ReplaySummary, replay, summarise } from "../../../src/authoring/replay/replay.js";
import { replayingAlike } from "../../../src/authoring/replay/replay-alike.js";
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

	async function decided(lines: readonly LogLine[], by = tree): Promise<number> {
		const { summary, decided: count } = await alike(lines, by, absent);
		expect(summary).toEqual(await each(lines, by, absent));
		return count;
	}

	test("are decided once, though other numbers and texts stand in their lines", async () => {
		const lines = names.flatMap((name, at) =>
			["a", "b"].map((id) => ({ text: asked("cat src/x", name).text.replace('"id":"x"', `"seq":${at},"id":"${id}"`) })),
		);
		// The first home is decided by itself; what is shown of the change is decided for it.
		expect(await decided(lines)).toBeLessThan(6);
	});

	test("are those that say their own folder as a whole path, and not those that say another's", async () => {
		const own = names.map((name) => asked(`cd /home/${name}/w && ls`, name));
		const others = names.map((name) => asked("cat /home/zoltan/w/x", name));
		expect(await decided(own)).toBeLessThan(6);
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
});
