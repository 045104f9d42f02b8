/** What the sandbox of a permit is made of, read off the rules that decided it. No sandbox is made here. */
import { resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { Bounds } from "../../../../src/engine/decide/bounds/bounds.js";
import { decide } from "../../../../src/engine/decide/decide.js";
import { consumePermit, permit } from "../../../../src/engine/decide/permit.js";
import { withSandbox } from "../../../../src/engine/decide/with-sandbox.js";
import type { World } from "../../../../src/engine/request/paths.js";
import { loadText } from "../../../../src/runtime/load/load.js";

const world: World = { workspace: "/w", home: "/home/u", linkAt: () => "none" };

function treeFor(rules: string) {
	const { tree, diagnostics } = loadText("p.rules", rules);
	if (tree === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
	return tree;
}

function boundsFor(rules: string, script: string): Bounds {
	const decision = decide(
		treeFor(`sandbox require\nsyntax sequences, pipes, redirects\n${rules}\n`),
		{ script },
		world,
	);
	const permission = permit(decision);
	if (permission === undefined) throw new Error(decision.message);
	return consumePermit(permission).bounds?.() as Bounds;
}

/** Each list as it is written; of each command that writes. */
const written = ({ writes }: Bounds) =>
	writes.map((lists) => lists.map((list) => list.map(({ text, negated }) => `${negated ? "!" : ""}${text}`).join(" ")));

describe("where may be written", () => {
	test.each([
		["in the workspace, where no rule says", "allow node", "node x.js", [["."]]],
		[
			"where a constraint says",
			"allow node\nconstrain writes of * to ., /tmp/build, !./a",
			"node x.js",
			[[". /tmp/build !./a"]],
		],
		["where a constraint of all paths says", "allow node\nconstrain node to ./src", "node src/x.js", [["./src"]]],
		["not where one of what is read says", "allow node\nconstrain reads of node to ./src", "node src/x.js", [["."]]],
		["not where one of other programs says", "allow node\nconstrain writes of python to ./src", "node x.js", [["."]]],
		[
			"where all constraints say",
			"allow node\nconstrain writes of * to .\nconstrain writes of node to ./out",
			"node x.js",
			[["./out", "."]],
		],
		["where the grant says", "allow rm within ./out", "rm out/x", [["./out"]]],
		[
			"where the grant of several programs says",
			"allow rm, mv, cp -r within ./out, !./out/x",
			"rm out/y",
			[["./out !./out/x"]],
		],
		["where one of several grants says", "allow rm within ./out\nallow rm -f within .", "rm -f out/x", [[". ./out"]]],
		[
			"anywhere in the workspace, where one of several grants says nothing",
			"allow rm within ./out\nallow rm -f",
			"rm -f out/x",
			[["."]],
		],
		["in the workspace, where the grant is one of several options", "allow rm with -r, -f", "rm -f x", [["."]]],
		[
			"where a constraint says that leaves others out",
			"allow node\nconstrain writes of * except python to ./out",
			"node x.js",
			[["./out"]],
		],
		["nowhere by what only asks the network", "allow curl", "curl https://example.com", []],
		["nowhere by what only reads", "allow cat, sort, ls", "cat x | sort", []],
		["in the workspace, by what is granted more than it does", "allow cat granting write", "cat x", [["."]]],
		["by a redirection", "allow echo granting write\nconstrain writes of * to ./out", "echo a > out/x", [["./out"]]],
		[
			"by each command of a script by itself",
			"allow rm within ./out\nallow node\nallow ls",
			"rm out/x; node x.js; ls",
			[["./out"], ["."]],
		],
	])("%s", (_, rules, script, expected) => {
		expect(written(boundsFor(rules, script))).toEqual(expected);
	});
});

test.each([
	["allow curl", "curl https://example.com", true],
	["allow node", "node x.js", false],
	["allow node granting network", "node x.js", true],
	["allow node granting everything", "node x.js", true],
	["allow cat, curl", "cat x", false],
	["allow cat, curl", "cat x; curl https://example.com", true],
	["default allow", "ls", false],
])("%s: `%s` has a network: %s", (rules, script, network) => {
	expect(boundsFor(rules, script).network).toBe(network);
});

/** Of each command that talks: its lists, those of which one is enough with a stroke between; and what is refused. */
const hostsOf = ({ hosts }: Bounds) =>
	hosts?.map(({ within, refused }) => {
		const text = (list: readonly { readonly text: string; readonly negated: boolean }[]) =>
			list.map((one) => `${one.negated ? "!" : ""}${one.text}`).join(" ");
		return [...within.map((lists) => lists.map(text).join(" | ")), ...refused.map((list) => `never ${text(list)}`)];
	});

describe("a network of listed hosts", () => {
	test.each<readonly [what: string, rules: string, script: string, hosts: readonly (readonly string[])[] | undefined]>([
		["is none where no rule says which", "allow curl", "curl https://a.example", undefined],
		[
			"is none where a rule only says which not",
			"allow curl\ndeny * reaching b.example",
			"curl https://a.example",
			undefined,
		],
		[
			"is what the grant says",
			"allow curl at a.example, !b.a.example",
			"curl https://a.example",
			[["a.example !b.a.example"]],
		],
		[
			"is what one of several grants says",
			"allow curl at *.example\nallow curl at a.example:443",
			"curl https://a.example:443",
			[["*.example | a.example:443"]],
		],
		[
			"is none where one of several grants says nothing",
			"allow curl at a.example\nallow curl",
			"curl https://a.example",
			undefined,
		],
		[
			"is what every constraint says",
			"allow node granting network\nconstrain network of * to a.example, b.example\nconstrain network of node to b.example",
			"node x.js",
			[["b.example", "a.example b.example"]],
		],
		[
			"is not what a constraint of others says",
			"allow node granting network\nconstrain network of python to b.example",
			"node x.js",
			undefined,
		],
		[
			"leaves out what is denied whatever the command says",
			"allow node granting network\nconstrain network of * to *\ndeny * reaching 10.0.0.0/8\ndeny node --eval reaching x.example",
			"node x.js",
			[["*", "never 10.0.0.0/8"]],
		],
		[
			"is that of each command",
			"allow curl at a.example\nallow node granting network\nconstrain network of node to b.example\nallow ls",
			"curl https://a.example; node x.js; ls",
			[["a.example"], ["b.example"]],
		],
		[
			"is none where one of the commands has none",
			"allow curl at a.example\nallow node granting network",
			"curl https://a.example; node x.js",
			undefined,
		],
		[
			"is that of what a wrapper starts",
			"allow timeout, env\nallow curl at a.example",
			"env timeout 5 curl https://a.example",
			[["a.example"]],
		],
		["is none where there is no network", "allow node\nconstrain network of * to a.example", "node x.js", undefined],
	])("%s", (_, rules, script, expected) => {
		const sorted = (each: readonly (readonly string[])[] | undefined) => each?.map((lists) => [...lists].sort());
		expect(sorted(hostsOf(boundsFor(rules, script)))).toEqual(sorted(expected));
	});
});

test.each([
	["deny * touching ~/.ssh", "node x.js", ["~/.ssh"]],
	["deny node, cat touching ~/.ssh", "node x.js; cat y", ["~/.ssh"]],
	["deny cat touching ~/.ssh", "node x.js; cat y", []],
	["deny cat touching ~/.ssh", "cat y; node x.js", []],
	["ask * touching ~/.ssh", "node x.js", []],
	["deny * using delete touching ~/.ssh", "node x.js", []],
	["deny node --eval touching ~/.ssh", "node x.js", []],
])("%s: `%s` is shown nothing of %j", (rules, script, hidden) => {
	expect(
		boundsFor(`allow node, cat\n${rules}`, script)
			.hidden.flat()
			.map(({ text }) => text),
	).toEqual(hidden);
});

test("a script that a person lets through unread is bounded by every rule that may speak of it", () => {
	const tree = treeFor(
		"sandbox require\nunreadable ask\nallow *\ndeny cat touching ~/.ssh\nconstrain writes of rm to ./out\n",
	);
	const decision = decide(tree, { script: "eval 'a" }, world);
	expect(decision.effect).toBe("ask");
	const permission = permit(decision, { approvedBy: "somebody" });
	const bounds = permission && consumePermit(permission).bounds?.();
	expect([bounds?.network, bounds && written(bounds), bounds?.hidden.flat().map(({ text }) => text)]).toEqual([
		false,
		[["./out"]],
		["~/.ssh"],
	]);
});

test("what nobody has read may write in the workspace, where no rule says where", () => {
	const decision = decide(treeFor("sandbox require\nunreadable ask\nallow *\n"), { script: "eval 'a'" }, world);
	const permission = permit(decision, { approvedBy: "somebody" });
	expect(permission && written(consumePermit(permission).bounds?.() as Bounds)).toEqual([["."]]);
});

test("what governs the run is told where the world tells it, and not otherwise", () => {
	const own = { governing: ["/w/rules"], state: ["/home/u/state"] };
	for (const [there, expected] of [
		[world, {}],
		[{ ...world, own }, { own }],
	] as const) {
		const permission = permit(decide(treeFor("sandbox require\nallow cat\n"), { script: "cat x" }, there));
		const bounds = permission && consumePermit(permission).bounds?.();
		expect(bounds).toStrictEqual({
			...expected,
			workspace: "/w",
			home: "/home/u",
			network: false,
			writes: [],
			hidden: [],
			policyFiles: ["p.rules", resolve("p.rules")],
		});
	}
});

test("a demand tightens an agent's own and loosens nothing, and nothing else of the policy changes", () => {
	const preferring = treeFor("default deny\nallow ls\nsandbox prefer\n");
	for (const [demand, expected] of [
		["off", "prefer"],
		["prefer", "prefer"],
		["require", "require"],
	] as const) {
		const decision = decide(withSandbox(preferring, "default", demand), { argv: ["ls"] }, world);
		expect([decision.effect, decision.sandbox]).toEqual(["allow", expected]);
	}
	expect(decide(preferring, { argv: ["ls"] }, world).sandbox).toBe("prefer");
	expect(withSandbox(preferring, "nobody", "require")).toBe(preferring);
});
