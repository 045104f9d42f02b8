/** Deciding once what records ask in common gives what deciding each of them gives. */
import { describe, expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import { decidingGroups } from "../../../src/authoring/replay/decide-again.js";
import { readLine } from "../../../src/authoring/replay/log-records.js";
import { type Replayed, replay } from "../../../src/authoring/replay/replay.js";
import { standIns } from "../../../src/authoring/replay/stand-in-home.js";
import { watchedFolders } from "../../../src/authoring/replay/watched-world.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import type { World } from "../../../src/engine/request/paths.js";
import { realWorld } from "../../../src/runtime/load/world.js";
import { tries } from "../../part.js";
import { type Asked, lineOf, policies, record, there, times, treeOf } from "./asked-records.js";
import { eachSpelled } from "./spelled-names.js";

jest.setTimeout(240_000);

async function all(
	lines: readonly { readonly text: string }[],
	tree: Tree,
	world: World,
	isGrouped: boolean,
): Promise<{ readonly found: readonly Replayed[]; readonly decided: number }> {
	const grouping = decidingGroups(tree, world);
	const found: Replayed[] = [];
	for await (const one of replay(lines, tree, world, isGrouped ? { decide: grouping.decide } : {})) found.push(one);
	return { found, decided: grouping.counts().decided };
}

describe.each(Object.keys(policies))("under %s", (name) => {
	test("each record is answered as by itself, whatever stood before it", async () => {
		const tree = policies[name]?.() as Tree;
		await fc.assert(
			fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 12 }), fc.nat(5), async (some, again) => {
				// What is asked again is asked from elsewhere, too.
				const [first] = some;
				const more =
					first === undefined ? [] : some.map((one) => ({ ...one, command: first.command, asArgv: first.asArgv }));
				const lines = [...some, ...more, ...some.slice(0, again)].map(lineOf);
				const world = realWorld(there);
				const [plain, grouped] = [await all(lines, tree, world, false), await all(lines, tree, world, true)];
				expect(grouped.found).toEqual(plain.found);
			}),
			{ numRuns: Number(process.env.REPLAY_RUNS ?? tries(60)), seed: Number(process.env.LAWS_SEED ?? 7) },
		);
	});
});

describe("a decision is shared", () => {
	const tree = policies["times and folders"]?.() as Tree;
	const asked = (command: string, home: string, more: Partial<Asked> = {}): { readonly text: string } =>
		lineOf({
			...{ command, asArgv: true, home: home as never, workspace: "w", cwd: "same", agent: "default" },
			...{ time: times[1] ?? "", force: false, env: [], tools: undefined },
			...more,
		});
	const decided = async (...lines: readonly { readonly text: string }[]): Promise<number> =>
		(await all(lines, tree, { workspace: "/w", linkAt: () => "none" }, true)).decided;

	test("among all machines where it uses nothing of theirs", async () => {
		expect(
			await decided(
				asked("git status", "/home/a"),
				asked("git status", "/home/b"),
				asked("git status", "/c", { cwd: "same", workspace: "w2" }),
			),
		).toBe(1);
	});

	test("among records of one folder where it uses that", async () => {
		expect(
			await decided(asked("rm build/x", "/home/a"), asked("rm build/x", "/home/b"), asked("rm build/x", "/home/a")),
		).toBe(2);
	});

	test("among records of folders that were met lately: answers to one request do not grow with the log", async () => {
		const lines = Array.from({ length: 5_001 }, (_, at) => asked("rm build/x", `/h${at}/u`));
		const [first] = lines as [{ readonly text: string }];
		expect(await decided(...lines.slice(0, 4_000), first)).toBe(4_000);
		expect(await decided(...lines, first)).toBe(lines.length + 1);
	});

	test("and not with the home of here, in which places of ours are known by their names", async () => {
		const policy = treeOf("agent default {\n  default deny\n  syntax variables\n  allow cp within ~\n}\n");
		const home = "/home/zoltan";
		const own = { governing: [`${home}/odd/place`], state: [] };
		const world: World = { workspace: "/w", home, own, linkAt: (path) => (path === "/home" ? "none" : "absent") };
		const lines = ["ludmila", "zoltan", "wendelin"].map((name) =>
			asked("cp src/x ~/odd/place", `/home/${name}`, { asArgv: false }),
		);
		const [plain, grouped] = [await all(lines, policy, world, false), await all(lines, policy, world, true)];
		const effects = plain.found.map((one) => one.kind === "compared" && one.after.effect);
		expect(effects).toEqual(["allow", "deny", "allow"]);
		expect(grouped.found).toEqual(plain.found);
	});

	test("among all homes where nothing tells their names, and not where a proof comes out otherwise", async () => {
		const lines = ["zoltan", "ludmila", "wendelin", "korbinian"].map((name) => asked("cat src/x", `/home/${name}`));
		/** `comes`: a folder by this name comes while the log is read, and what should be a project in it leads to keys. */
		const decidedBeside = async (comes: string): Promise<number> => {
			let isThere = false;
			const linkAt: World["linkAt"] = (path) => {
				if (path === "/home" || (isThere && path === `/home/${comes}`)) return "none";
				if (isThere && path === `/home/${comes}/w`) return { target: `/home/${comes}/.ssh` };
				isThere ||= path === `/home/${comes}`;
				return "absent";
			};
			const world: World = { workspace: "/w", linkAt };
			const grouped = await all(lines, tree, world, true);
			expect(grouped.found).toEqual((await all(lines, tree, world, false)).found);
			return grouped.decided;
		};
		// The first home is decided by itself.
		expect(await decidedBeside("nobody")).toBe(2);
		expect(await decidedBeside(standIns[1])).toBe(5);
	});

	test("and says the home of each", async () => {
		const names = ["zoltan", "ludmila", "wendelin"];
		const lines = names.map((name) => asked("rm ~/x", `/home/${name}`, { asArgv: false }));
		const world: World = { workspace: "/w", linkAt: () => "absent" };
		const { found, decided: count } = await all(lines, tree, world, true);
		expect(found).toEqual((await all(lines, tree, world, false)).found);
		expect(found).toMatchObject(
			names.map((name) => ({ after: { effect: "deny", message: expect.stringContaining(`/home/${name}/x`) } })),
		);
		expect(count).toBe(2);
	});

	test("not with a home that the request says", async () => {
		const lines = ["zoltan", "ludmila"].map((name) => asked(`rm /home/${name}/w/build/x`, `/home/${name}`));
		const world: World = { workspace: "/w", linkAt: () => "absent" };
		const { found } = await all(lines, tree, world, true);
		expect(found).toEqual((await all(lines, tree, world, false)).found);
		expect(found).toMatchObject([{ after: { effect: "allow" } }, { after: { effect: "allow" } }]);
	});

	describe("with a home or a project that the request says as a whole path", () => {
		const absent: World = { workspace: "/w", linkAt: (path) => (path === "/home" ? "none" : "absent") };
		const names = ["zoltan", "ludmila", "wendelin", "korbinian", "u1234"];
		const asking = (command: (home: string) => string, asArgv = false) =>
			names.map((name) => asked(command(`/home/${name}`), `/home/${name}`, { asArgv, workspace: "src/kraken-ui" }));
		const compared = async (lines: readonly { readonly text: string }[], policy = tree, world = absent) => {
			const [plain, grouped] = [await all(lines, policy, world, false), await all(lines, policy, world, true)];
			expect(grouped.found).toEqual(plain.found);
			return { count: grouped.decided, effects: plain.found.map((one) => one.kind === "compared" && one.after.effect) };
		};

		test.each<[string, (home: string) => string]>([
			["alone", (home) => `rm ${home}/src/kraken-ui/build/x`],
			["in quotes", (home) => `rm "${home}/src/kraken-ui/build/x y"`],
			["as a value", (home) => `git --git-dir=${home}/src/kraken-ui/.git status`],
			["as a folder that is entered", (home) => `cd ${home}/src/kraken-ui && rm build/x`],
			["in a substitution", (home) => `echo "$(cat ${home}/x)"`],
			["in a redirection", (home) => `echo a >${home}/src/kraken-ui/x`],
			["with what is above it", (home) => `cat ${home}/../x ${home}`],
			["in code", (home) => `node -e "require('fs').readFileSync('${home}/.ssh/id')"`],
		])("it is decided once, below either stand-in: %s", async (_, command) => {
			const { count } = await compared(asking(command));
			// The first home is decided by itself.
			expect(count).toBe(2);
		});

		test("as words of a list, and of a call", async () => {
			expect((await compared(asking((home) => `rm ${home}/src/kraken-ui/build/x`, true))).count).toBe(2);
		});

		test.each<[string, (home: string) => string]>([
			["as a part of a name", (home) => `rm ${home}x/a`],
			["as a part of a path", (home) => `rm x${home}/a`],
			["without what is above it", (home) => `rm ../${home.slice(6)}/a`],
			["and the name alone", (home) => `rm ${home}/${home.slice(6)}`],
			["with a quote in the name of the folder", (home) => `rm "${home}"x`],
			["behind a colon and a host", (home) => `rm x/${home}`],
		])("it is decided for each: %s", async (_, command) => {
			expect((await compared(asking(command))).count).toBe(names.length);
		});

		test("it is decided for each where an expression may tell one name from another", async () => {
			const policy = treeOf("agent default {\n  default deny\n  allow cat /\\/home\\/u[0-9]+\\/x/\n}\n");
			const { effects } = await compared(
				asking((home) => `cat ${home}/x`),
				policy,
			);
			expect(effects).toEqual(["deny", "deny", "deny", "deny", "allow"]);
		});

		test("it is decided for each where it makes another name of it, wherever homes lie", async () => {
			const policy = treeOf(
				"agent default {\n  default allow\n  syntax variables, sequences\n  deny cat /.*carlax.*/\n}\n",
			);
			const world: World = {
				workspace: "/w",
				linkAt: (path) => (/^\/srv(?:\/people)?$/.test(path) ? "none" : "absent"),
			};
			const lines = ["zoltan", "ludmila", "carla", "wendelin"].map((name) =>
				asked(`X=/srv/people/${name}; cat \${X}x/y`, `/srv/people/${name}`, { asArgv: false }),
			);
			const { effects } = await compared(lines, policy, world);
			expect(effects).toEqual(["allow", "allow", "deny", "allow"]);
		});

		test("it is another one's where it is", async () => {
			const lines = names.map((name) => asked("rm /home/ludmila/w/build/x", `/home/${name}`));
			const { effects } = await compared(lines);
			expect(effects).toEqual(["deny", "allow", "deny", "deny", "deny"]);
		});

		test("long messages are cut where those of each would be", async () => {
			const further = `/srv/${"homes".repeat(4)}`;
			const isAbove = (path: string): boolean => [path, "/home", "/srv", further].indexOf(path, 1) > 0;
			const world: World = { workspace: "/w", linkAt: (path) => (isAbove(path) ? "none" : "absent") };
			const homesAt = ["first", "zola", "zolbc", `zold${"e".repeat(50)}`].flatMap((name) => [
				`/home/${name}`,
				`${further}/${name}`,
			]);
			for (const length of [100, 130, 150, 160, 165, 170, 175, 180, 185, 190]) {
				const word = "z".repeat(length);
				for (const command of [() => `rm ~/${word}`, (home: string) => `rm ${home}/${word}`])
					await compared(
						homesAt.map((home) => asked(command(home), home, { asArgv: false })),
						tree,
						world,
					);
			}
		});
	});

	describe("with names of which one is told from another", () => {
		const absent: World = { workspace: "/w", linkAt: (path) => (path === "/home" ? "none" : "absent") };
		const names = ["wendelin", "zoltan", "carl", "ludmila", `w${"e".repeat(60)}`];
		const header = "  syntax pipes, sequences, redirects, variables, loops, heredocs\n";
		/** Which effects there are, one a name but for the first; they are those of the plain replay. */
		const effectsOf = async (rules: string, command: (home: string) => string): Promise<readonly unknown[]> => {
			const policy = treeOf(`agent default {\n${header}${rules}\n}\n`);
			const lines = names.map((name) =>
				asked(command(`/home/${name}`), `/home/${name}`, { asArgv: false, workspace: "src/kraken-ui" }),
			);
			const [plain, grouped] = [await all(lines, policy, absent, false), await all(lines, policy, absent, true)];
			expect(grouped.found).toEqual(plain.found);
			return plain.found.slice(1).map((one) => one.kind === "compared" && one.after.effect);
		};
		const only = (name: string, effect: string, other: string): readonly string[] =>
			names.slice(1).map((one) => (one === name ? effect : other));

		test.each<[string, string, (home: string) => string]>([
			["a word in which `~` is one, by an expression", "default deny\n  allow cat /.*car.*/", () => "cat ~/x"],
			["a word in which `~` is one, by a glob over slashes", "default deny\n  allow cat *ar*x", () => "cat ~/x"],
			["a word of so many letters", "default deny\n  allow cat ????????????", () => "cat ~/x"],
			["its path, by a glob over slashes", "default deny\n  allow cat ?home?c*x", (home) => `cat ${home}/x`],
		])("by %s", async (_, rules, command) => {
			expect(await effectsOf(rules, command)).toEqual(only("carl", "allow", "deny"));
		});

		test.each<[string, (home: string) => string]>([
			["by a variable", (home) => `X=${home}; cat \${X}x/y`],
			["by a variable that is the home", () => 'X=~; cat $X"x"/y'],
			["in a loop", () => "for i in ~; do cat ${i}x/y; done"],
			["by xargs", () => "echo ~ | xargs -I{} cat {}x/y"],
			["by xargs with a sign of its own", (home) => `echo ${home} | xargs -I% cat %x/y`],
			["by printf", () => "printf '%sx/y' ~ | xargs cat"],
			["in code", (home) => `python3 -c "open('${home}' 'x/y')"`],
			["by the ending of a copy", () => "sed -ix s/a/b/ ~"],
			["by the ending of an archive", (home) => `gzip -S x ${home}`],
		])("by a longer one that a request makes of it: %s", async (_, command) => {
			for (const paths of ["/home/carlx", "/home/c*lx"])
				expect(await effectsOf(`default allow\n  deny * touching ${paths}`, command)).toEqual(
					only("carl", "deny", "allow"),
				);
		});

		test("by a longer one that is on the disk", async () => {
			const policy = treeOf("agent default {\n  default allow\n  syntax variables\n  deny * touching /etc/keys\n}\n");
			const isHere = (path: string): boolean => ["/home", "/etc", "/etc/keys"].includes(path);
			const world: World = {
				workspace: "/w",
				linkAt: (path) => (path === "/home/carlx" ? { target: "/etc/keys" } : isHere(path) ? "none" : "absent"),
				entriesOf: (path) => (path === "/home" ? ["carlx"] : []),
			};
			const lines = names.map((name) => asked("gzip -S x ~", `/home/${name}`, { asArgv: false }));
			const [plain, grouped] = [await all(lines, policy, world, false), await all(lines, policy, world, true)];
			expect(grouped.found).toEqual(plain.found);
			const effects = plain.found.slice(1).map((one) => one.kind === "compared" && one.after.effect);
			expect(effects).toEqual(only("carl", "deny", "allow"));
		});

		test("by how long a path or a script is", async () => {
			const [, , , , long = ""] = names;
			const inPath = () => `cat ~/src/kraken-ui/${"e".repeat(4_040)}`;
			await effectsOf("default allow\n  deny * touching ~/src/other", inPath);
			const inScript = (home: string) => `echo '${`${home} `.repeat(8_000)}'`;
			expect(await effectsOf("default allow", inScript)).toEqual(only(long, "deny", "allow"));
			await effectsOf("default allow\n  deny * touching ~", () => `X=${"e".repeat(500)}; cat ~/${"$X/".repeat(8)}`);
		});
	});

	test("not with a home or a project whose name the request puts together", async () => {
		const policy = treeOf(
			"agent default {\n  default allow\n  syntax pipes, sequences, redirects, variables, loops\n  deny * touching ~, ~/src/kraken-ui\n}\n",
		);
		const world: World = { workspace: "/w", linkAt: (path) => (path === "/home" ? "none" : "absent") };
		const inProject = "src/kraken-ui" as const;
		const lines = ["zoltan", "barbara", "ludmila", "barbara"].flatMap((name) =>
			[...eachSpelled("barbara"), ...eachSpelled("kraken-ui")].flatMap((command) => [
				asked(command, `/home/${name}`, { asArgv: false }),
				asked(command, `/home/${name}`, { asArgv: false, workspace: inProject }),
			]),
		);
		const [plain, grouped] = [await all(lines, policy, world, false), await all(lines, policy, world, true)];
		expect(grouped.found).toEqual(plain.found);
		// They do say it: most are denied in the home that they mean.
		const effects = plain.found.map((one) => one.kind === "compared" && one.after.effect);
		const each = effects.length / 4;
		const differ = effects.slice(0, each).filter((effect, at) => effect !== effects[each + at]);
		expect(differ.length).toBeGreaterThan(each / 5);
	});

	test("among those of one moment where it asks what time it is", async () => {
		const [night, noon] = times;
		const at = (time: string | undefined, home: string) => asked("git push", home, { time: time ?? "" });
		expect(await decided(at(night, "/home/a"), at(noon, "/home/a"), at(night, "/home/b"), at(noon, "/home/b"))).toBe(2);
		// Without a rule that asks, time is no matter.
		expect(
			await decided(asked("ls", "/home/a", { time: night ?? "" }), asked("ls", "/home/a", { time: noon ?? "" })),
		).toBe(1);
	});

	test("not among agents, nor where something else is asked", async () => {
		const one = asked("ls", "/home/a");
		expect(
			await decided(one, asked("ls", "/home/a", { agent: "writer" }), asked("ls", "/home/a", { force: true })),
		).toBe(3);
		expect(await decided(one, asked("ls", "/home/a", { env: ["CI"] }), asked("ls", "/home/a", { asArgv: false }))).toBe(
			3,
		);
	});

	test("and proved for others only where it was held against other names", () => {
		const world: World = { workspace: "/w", home: "/home/me", linkAt: () => "absent" };
		const proved = (command: string): boolean => {
			const { decideFor } = decidingGroups(tree, world, { isMany: true });
			const read = readLine(asked(command, "/home/zoltan"));
			if (read.kind !== "decision" || typeof read.record.asked === "string") throw new Error("no decision");
			return decideFor(read.record, read.record.asked).isProved;
		};
		expect([proved("git status"), proved("rm build/x")]).toEqual([false, true]);
	});

	test.each(["/a\0b", ""])("not with a record whose folder is none: %j", async (cwd) => {
		const [ann, bert] = ["/home/ann", "/home/bert"].map((home) => asked("git status", home, { cwd: "src" })) as [
			{ readonly text: string },
			{ readonly text: string },
		];
		const none = asked("git status", "/home/carl", { cwd: cwd as never });
		for (const lines of [
			[ann, bert, none],
			[none, ann, bert],
		]) {
			const world: World = { workspace: "/w", linkAt: () => "none" };
			const [plain, grouped] = [await all(lines, tree, world, false), await all(lines, tree, world, true)];
			expect(grouped.found).toEqual(plain.found);
		}
	});

	test("not with a record whose folder the command names", async () => {
		for (const command of ["cd /home/bob", "cd /home/b''ob"]) {
			const lines = ["/home/ann", "/home/bob", "/home/cid"].map((home) =>
				asked(command, home, { asArgv: false, workspace: "" }),
			);
			expect([command, await decided(...lines)]).toEqual([command, 3]);
		}
	});
});

describe("a folder that is watched", () => {
	const use = (work: (world: World) => unknown): readonly string[] => {
		const { world, used } = watchedFolders({
			workspace: "/w",
			home: "/h",
			own: { governing: ["/g"], state: [] },
			linkAt: () => "none",
		});
		work(world);
		return [...used()].sort();
	};

	test.each<[string, (world: World) => unknown, readonly string[]]>([
		["handed on", ({ workspace, home }) => [{ workspace, home }], []],
		["written into a text", ({ workspace }) => `${workspace}/x`, ["folder"]],
		["joined", ({ home }) => "x".concat(home ?? ""), ["home"]],
		["measured", ({ home }) => home?.length, ["home"]],
		["cut", ({ workspace }) => workspace.slice(1), ["folder"]],
		["matched", ({ workspace }) => /w/.test(workspace), ["folder"]],
		["looked into", ({ workspace }) => workspace[0], ["folder"]],
		["written as JSON", ({ workspace }) => JSON.stringify({ workspace }), ["folder"]],
		["spelled out", ({ workspace }) => [...workspace], ["folder"]],
		["looked up among our places", ({ own }) => own?.governing.length, ["home"]],
	])("tells when it is %s", (_, work, used) => {
		expect(use(work)).toEqual(used);
	});

	test("tells what the files had to say", () => {
		const { world, used } = watchedFolders({ workspace: "/w", linkAt: () => ({ target: "/w" }) });
		world.linkAt("/x");
		expect([...used()]).toEqual(["folder"]);
	});

	test("is the text that it stands for", () => {
		const { world } = watchedFolders({ workspace: "/w", linkAt: () => "none" });
		expect([`${world.workspace}/x`, world.workspace.length, world.workspace.startsWith("/")]).toEqual([
			"/w/x",
			2,
			true,
		]);
	});
});
