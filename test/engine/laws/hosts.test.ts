/** Laws of clauses about hosts, on made-up policies and commands. LAWS_RUNS and LAWS_SEED as in `laws.test.ts`. */
import { describe, expect, test } from "@jest/globals";
import fc, { type Arbitrary } from "fast-check";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import { hostFactsOf } from "../../../src/engine/effects/hosts/host-facts.js";
import { programNamed } from "../../../src/engine/knowledge/lookup.js";
import type { HostForm, Usage } from "../../../src/engine/knowledge/program.js";
import { programs } from "../../../src/engine/knowledge/programs.generated.js";
import type { World } from "../../../src/engine/request/paths.js";
import { readDsl } from "../../../src/language/syntax/dsl/read-dsl.js";
import { convertPolicyFile } from "../../../src/language/syntax/write-policy-file.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { part } from "../../part.js";

const factor = Number(process.env.LAWS_RUNS ?? 0.25 * part);
const numRuns = Math.ceil(400 * factor);
const seed = Number(process.env.LAWS_SEED ?? 20261125);

const config = '[remote "origin"]\n\turl = git@a.example:x\n[remote "two"]\n\turl = https://b.a.example/x\n';
const world: World = {
	workspace: "/w",
	home: "/home/u",
	linkAt: () => "none",
	textAt: (path) => (path === "/w/.git/config" ? { text: config } : "none"),
};

const host = fc.constantFrom(
	"localhost",
	"a.example",
	"*.a.example",
	"b.a.example:443",
	"10.0.0.0/8",
	"10.1.0.0/16",
	"127.0.0.0/8",
	"169.254.169.254",
	"[::1]:80",
	"*",
	"!c.a.example",
	"!10.1.2.3",
	"!localhost",
);
const hosts = fc.uniqueArray(host, { minLength: 1, maxLength: 4 });

const target = fc.constantFrom(
	"localhost",
	"127.0.0.1",
	"127.1",
	"0",
	"[::1]",
	"[::ffff:10.1.2.3]",
	"a.example",
	"A.EXAMPLE.",
	"b.a.example",
	"c.a.example",
	"u@a.example",
	"a.example@evil.example",
	"10.0.0.1",
	"10.1.2.3",
	"0x0a010203",
	"169.254.169.254",
	"2852039166",
	"evil.example",
	"169.254.169.254.nip.io",
);
const scheme = fc.constantFrom("http://", "https://", "");

/** A command in words, and where among them a host stands. */
const command: Arbitrary<readonly string[]> = fc.oneof(
	fc.record({ scheme, target }).map(({ scheme, target }) => ["curl", `${scheme}${target}/x`]),
	fc.tuple(target, target).map(([one, other]) => ["curl", `http://${one}/`, `https://${other}/`]),
	fc.tuple(target, target).map(([one, other]) => ["curl", "-x", one, `https://${other}/`]),
	fc.record({ scheme, target }).map(({ scheme, target }) => ["curl", "-L", `${scheme}${target}/x`]),
	target.map((one) => ["wget", "--max-redirect=0", `http://${one}/`]),
	target.map((one) => ["ping", one]),
	target.map((one) => ["ssh", one, "true"]),
	fc.constantFrom("origin", "two", "three").map((one) => ["git", "push", one]),
	fc.constantFrom(["gh", "pr", "list"], ["ls"], ["python3", "x.py"], ["tool", "http://a.example/"]),
);

const order = ["allow", "ask", "nudge", "deny"];
const strictness = (effect: string): number => order.indexOf(effect);

function load(lines: readonly string[]): Tree {
	const { tree, diagnostics } = loadText("p.rules", `agent default {\n  ${lines.join("\n  ")}\n}\n`);
	if (tree === undefined) throw new Error(JSON.stringify(diagnostics));
	return tree;
}

function effectOf(tree: Tree, argv: readonly string[]): number {
	return strictness(decide(tree, { argv: [...argv] }, world).effect);
}

const grants = (list: readonly string[]): readonly string[] => [
	"default deny",
	`allow * at ${list.join(", ")} granting everything`,
];
const all = ["default deny", "allow * granting everything"];
const restricts = (list: readonly string[]): readonly string[] => [...all, `deny * reaching ${list.join(", ")}`];
const bounds = (list: readonly string[]): readonly string[] => [...all, `constrain network of * to ${list.join(", ")}`];
const isTakenOut = (one: string): boolean => one.startsWith("!");

describe("hosts", () => {
	test("a shorter list of `at` and of `constrain network` only tightens, one of `reaching` only loosens", () => {
		fc.assert(
			fc.property(hosts, host, command, (list, more, argv) => {
				const longer = [...list, more];
				const [fewer, greater] = isTakenOut(more) ? [longer, list] : [list, longer];
				expect(effectOf(load(grants(fewer)), argv)).toBeGreaterThanOrEqual(effectOf(load(grants(greater)), argv));
				expect(effectOf(load(bounds(fewer)), argv)).toBeGreaterThanOrEqual(effectOf(load(bounds(greater)), argv));
				expect(effectOf(load(restricts(fewer)), argv)).toBeLessThanOrEqual(effectOf(load(restricts(greater)), argv));
			}),
			{ numRuns, seed },
		);
	});

	test("the order of hosts does not matter", () => {
		fc.assert(
			fc.property(hosts, command, fc.constantFrom(grants, restricts, bounds), (list, argv, policy) => {
				expect(effectOf(load(policy(list.toReversed())), argv)).toBe(effectOf(load(policy(list)), argv));
			}),
			{ numRuns, seed },
		);
	});

	test("what `at` lets through, `constrain network` of the same hosts does, and `reaching` of what is taken out of all others does not hold", () => {
		fc.assert(
			fc.property(hosts, command, (list, argv) => {
				if (effectOf(load(grants(list)), argv) !== 0) return;
				expect(effectOf(load(bounds(list)), argv)).toBe(0);
				const plain = list.filter((one) => !isTakenOut(one));
				if (plain.length === list.length)
					expect(effectOf(load(restricts(["*", ...plain.map((one) => `!${one}`)])), argv)).toBe(0);
			}),
			{ numRuns, seed },
		);
	});

	test("a word that can't be known widens nothing", () => {
		fc.assert(
			fc.property(hosts, command, fc.nat(3), fc.constantFrom(grants, restricts, bounds), (list, argv, at, policy) => {
				const place = 1 + (at % (argv.length - 1 || 1));
				if (argv.length < 2) return;
				const tree = load([...policy(list), "syntax variables"]);
				const words = argv.map((word) => `'${word}'`);
				const known = decide(tree, { script: words.join(" ") }, world).effect;
				const unknown = decide(
					tree,
					{ script: words.map((word, index) => (index === place ? '"$X"' : word)).join(" ") },
					world,
				).effect;
				expect(strictness(unknown)).toBeGreaterThanOrEqual(strictness(known));
			}),
			{ numRuns, seed },
		);
	});

	test("both notations decide alike", () => {
		fc.assert(
			fc.property(hosts, command, fc.constantFrom(grants, restricts, bounds), (list, argv, policy) => {
				const lines = policy(list);
				const text = `agent default {\n  ${lines.join("\n  ")}\n}\n`;
				const yaml = convertPolicyFile(readDsl("p.rules", text).value, "yaml");
				const { tree } = loadText("p.rules.yaml", yaml);
				if (tree === undefined) throw new Error(yaml);
				expect(effectOf(tree, argv)).toBe(effectOf(load(lines), argv));
			}),
			{ numRuns, seed },
		);
	});
});

/** Every subcommand whose table says how its words name hosts, and what it says. */
const told = Object.keys(programs).flatMap((name) => {
	const program = programNamed(name);
	if (program === undefined) return [];
	const usages = [
		[[], program],
		...Object.entries(program.subcommands).map(([words, one]) => [words.split(" "), one]),
	] as unknown as readonly (readonly [readonly string[], Usage])[];
	return usages.flatMap(([words, usage]) => {
		const facts = hostFactsOf(usage, { program });
		// What a program does with its first word as a subcommand, stands there.
		if (facts === undefined || !usage.powers.includes("network")) return [];
		if (words.length === 0 && Object.keys(program.subcommands).length > 0) return [];
		return [{ argv: [name, ...words], facts, usage, program }];
	});
});

/** Other spellings of a host, and names that look like another one. */
const spellings = ["evil.example", "EVIL.example.", "u@evil.example", "r.npmjs.org@evil.example", "evil.example:8443"];

/** Words that name such a host, by the form of the word. */
const words: { readonly [Form in HostForm]?: (host: string) => readonly string[] } = {
	url: (host) => [`https://${host}/x`],
	address: (host) => [`https://${host}/x`],
	host: (host) => [host],
	hosts: (host) => [host],
	remote: (host) => (host.includes(":") || host.split("@").length > 2 ? [] : [`${host}:x`]),
	repository: (host) => [`https://${host}/x`],
	connection: (host) => [`postgres://${host}/x`],
	request: (host) => [`https://${host}/x`],
	package: (host) => [`https://${host}/x.tgz`, `git+https://${host}/x`, `name@https://${host}/x.tgz`],
	image: (host) => (host.includes("@") ? [] : [`${host}/a/b:1`]),
	database: (host) => [`mongodb://${host}/x`],
	resolver: (host) => [`@${host}`],
	registry: (host) => [`https://${host}/x`],
	server: (host) => [host],
	owner: (host) => [`${host}/o/r`, `https://${host}/o/r`],
	many: (host) => [`https://${host}/x`],
};

const nearlyAll = load([
	"default deny",
	"allow * at *, !evil.example, !localhost:1 granting everything",
	"environment accept *",
]);
const noEvil = load([
	"default allow",
	"allow * granting everything",
	"deny * reaching evil.example",
	"environment accept *",
]);

describe("tables of hosts", () => {
	const open: World = { ...world, facts: { variable: () => null } };
	const isHeld = (argv: readonly string[]): void => {
		const ends = decide(noEvil, { argv: [...argv] }, open).effect;
		expect({ argv, let: decide(nearlyAll, { argv: [...argv] }, open).effect }).not.toEqual({ argv, let: "allow" });
		expect({ argv, reaching: ends }).toEqual({ argv, reaching: "deny" });
	};

	test("there are some", () => expect(told.length).toBeGreaterThan(100));

	test.each(told.map((one) => [one.argv.join(" "), one] as const))(
		"%s: each word that names a host is one",
		(_, one) => {
			const { argv, facts, program, usage } = one;
			for (const host of spellings) {
				for (const word of words[facts.operands ?? "url"]?.(host) ?? [])
					isHeld(facts.operands === "second" ? [...argv, "a.example", word] : [...argv, word]);
				for (const [name, form] of Object.entries(facts.values ?? {})) {
					const fact = [...usage.options, ...program.options].find(({ names }) => names.includes(name));
					if (fact?.value === undefined) continue;
					for (const word of words[form]?.(host) ?? [])
						isHeld(name.startsWith("--") ? [...argv, `${name}=${word}`] : [...argv, name, word]);
				}
			}
		},
	);

	test.each(told.map((one) => [one.argv.join(" "), one] as const))(
		"%s: what can't be known of its settings is a doubt",
		(_, one) => {
			if ((one.facts.files ?? []).every(({ quiet }) => quiet) && one.facts.variables === undefined) return;
			const blind: World = { ...open, textAt: () => "unknown", facts: {} };
			expect(decide(nearlyAll, { argv: [...one.argv] }, blind).effect).not.toBe("allow");
			expect(decide(noEvil, { argv: [...one.argv] }, blind).effect).toBe("deny");
		},
	);

	test.each(told.map((one) => [one.argv.join(" "), one] as const))(
		"%s: variables that say a host are heeded",
		(_, one) => {
			for (const [name, form] of Object.entries(one.facts.variables ?? {})) {
				if (name.includes("{1}")) continue;
				const texts = form === "elsewhere" ? ["https://evil.example"] : (words[form]?.("evil.example") ?? []);
				for (const text of texts) {
					const found: World = { ...open, facts: { variable: (asked) => (asked === name ? text : null) } };
					expect({ name, effect: decide(noEvil, { argv: [...one.argv] }, found).effect }).toEqual({
						name,
						effect: "deny",
					});
					const given = decide(noEvil, { argv: [...one.argv], env: { [name]: text } }, open).effect;
					expect({ name, given }).toEqual({ name, given: "deny" });
				}
			}
		},
	);
});
