/** Which homes may stand for each other: those whose names nothing can tell apart. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { projectStandIns, standIns, standInsFor } from "../../../src/authoring/replay/stand-in-home.js";
import { holdsPath, type World } from "../../../src/engine/request/paths.js";
import { loadText } from "../../../src/runtime/load/load.js";

const policyOf = (text: string) => {
	const { tree } = loadText("p.rules", text);
	if (tree === undefined) throw new Error("the policy has errors");
	return tree;
};
const nothingThere = { linkAt: () => "absent" as const };
const plain = policyOf("agent default {\n  allow cat within ~\n}\n");

/** Nothing is here but this folder, and those that it lies in. */
const onlyHere =
	(folder: string): World["linkAt"] =>
	(path) =>
		holdsPath(path, folder) ? "none" : "absent";

describe("a home is told by its name alone where", () => {
	test.each<[string, string, string]>([
		["a rule names it", "/home/zoltan", "allow ls within /home/zoltan"],
		["a rule names it in another case", "/home/Zoltan", "allow ls within /home/zoltan"],
		["a rule names it among others", "/home/zoltan", "allow ls within /home/zoltan/src, /home/bert"],
		["a pattern fits it", "/home/zoltan", "allow ls within /home/z*/src"],
		["a pattern fits it, and not others of its length", "/home/zoltan", "deny ls touching /home/[x-z]?????"],
		["a reason says it", "/home/zoltan", 'deny ls because "Ask zoltan first."'],
	])("%s", (_, home, rule) => {
		expect(standInsFor(policyOf(`agent default {\n  ${rule}\n}\n`), nothingThere)(home)).toBeUndefined();
		expect(standInsFor(plain, nothingThere)(home)?.names[0]?.name).toBe(home.slice(6));
	});

	test.each([
		["a program is called so", "/home/git"],
		["a folder of every system is called so", "/home/etc"],
		["an option or a word of a program is", "/home/push"],
		["it stands at the root", "/root"],
		["it is short", "/home/zo"],
		["it is a pattern, or hidden, or has a dot", "/home/z*b", "/home/.zoltan", "/home/zoltan.b", "/home/z b"],
		["it stands twice in the path", "/home/zoltan/zoltan"],
		["it is no absolute path", "home/zoltan"],
	])("%s", (_, ...homes) => {
		for (const home of homes) expect(standInsFor(plain, nothingThere)(home)).toBeUndefined();
	});

	test("it is here, or a stand-in is", () => {
		for (const here of ["zoltan", ...standIns]) {
			expect(standInsFor(plain, { linkAt: onlyHere(`/home/${here}`) })("/home/zoltan")).toBeUndefined();
		}
	});
});

describe("a project is told by its name alone where", () => {
	const namesFor = (
		policy: ReturnType<typeof policyOf>,
		workspace: string,
		linkAt = nothingThere.linkAt as World["linkAt"],
	) => standInsFor(policy, { linkAt })("/home/zoltan", workspace)?.names.map(({ name }) => name) ?? [];

	test.each<[string, string]>([
		["a rule names it", "allow ls within ~/src/kraken-ui"],
		["a pattern fits it", "allow ls within **/kraken-*"],
		["a reason says it", 'deny ls because "Not in kraken-ui."'],
	])("%s", (_, rule) => {
		expect(namesFor(policyOf(`agent default {\n  ${rule}\n}\n`), "/home/zoltan/src/kraken-ui")).toEqual(["zoltan"]);
		expect(namesFor(plain, "/home/zoltan/src/kraken-ui")).toEqual(["kraken-ui", "zoltan"]);
	});

	test("it is the home, or called as programs or folders of projects are, or is here", () => {
		for (const workspace of [
			"/home/zoltan",
			"/home/zoltan/git",
			"/home/zoltan/node_modules",
			"/home/zoltan/.kraken",
			"/kraken-ui",
		])
			expect(namesFor(plain, workspace)).toEqual(["zoltan"]);
		for (const here of ["kraken-ui", ...projectStandIns])
			expect(namesFor(plain, "/srv/kraken-ui", onlyHere(`/srv/${here}`))).toEqual(["zoltan"]);
	});

	test("in every part of its path, and below its home", () => {
		const standIn = standInsFor(plain, nothingThere)("/home/zoltan", "/home/zoltan/kraken-ui/kraken-ui");
		const paths = [
			"/home/zoltan",
			"/home/zoltan/kraken-ui/kraken-ui/src",
			"/home/zoltan/kraken-ui-2",
			"/home/zoltan/kraken-ui/kraken-ui/kraken-ui-2",
		];
		for (const [number, renamed] of (standIn?.renamings ?? []).entries()) {
			const [home, project] = [standIns[number], projectStandIns[number]];
			const there = [`/home/${home}`, `/home/${home}/${project}/${project}/src`, undefined, undefined];
			expect(paths.map(renamed)).toEqual(there);
		}
	});
});

test("a policy that knows a stand-in has none", () => {
	for (const name of standIns) {
		const standIn = standInsFor(policyOf(`agent default {\n  allow ls within /x/${name}\n}\n`), nothingThere);
		expect(standIn("/home/zoltan")).toBeUndefined();
	}
});

test("a folder is renamed below its home, stays elsewhere, and is given up where it says the name again", () => {
	const { renamings } = standInsFor(plain, nothingThere)("/home/zoltan") ?? { renamings: [] };
	for (const [number, renamed] of renamings.entries()) {
		expect(["/home/zoltan", "/home/zoltan/w/x", "/srv/w", "/home/zoltanette"].map(renamed)).toEqual([
			`/home/${standIns[number]}`,
			`/home/${standIns[number]}/w/x`,
			"/srv/w",
			undefined,
		]);
		expect(["/srv/zoltan", "/home/zoltan/w/zoltan", `/srv/${standIns[0]}`].map(renamed)).toEqual([
			undefined,
			undefined,
			undefined,
		]);
	}
	expect(renamings).toHaveLength(2);
});

test("renaming is undone by the name: no two folders become one", () => {
	const { renamings } = standInsFor(plain, nothingThere)("/home/teams/zoltan") ?? { renamings: [] };
	const path = fc.array(fc.constantFrom("home", "teams", "zoltan", "w", "..", "", ...standIns), { maxLength: 6 });
	fc.assert(
		fc.property(path, (parts) => {
			const folder = `/${parts.join("/")}`;
			for (const [number, renamed] of renamings.entries()) {
				const there = renamed(folder);
				if (there !== undefined) expect(there.replaceAll(standIns[number] as string, "zoltan")).toBe(folder);
			}
		}),
	);
});
