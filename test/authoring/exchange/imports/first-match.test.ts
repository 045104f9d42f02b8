/** What comes of lists of which the first or the last match decides: nothing that was denied there is let through, whatever order it stood in. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Imported, ImportFault } from "../../../../src/authoring/exchange/imported.js";
import { importAmpPermissions } from "../../../../src/authoring/exchange/imports/amp-permissions.js";
import { importGeminiPolicy } from "../../../../src/authoring/exchange/imports/gemini/gemini-policy.js";
import { importOpencodePermissions } from "../../../../src/authoring/exchange/imports/opencode-permissions.js";
import { decide } from "../../../../src/engine/decide/decide.js";
import type { Tree } from "../../../../src/engine/decide/tree.js";
import { loadText } from "../../../../src/runtime/load/load.js";

const world = { workspace: "/work/it", home: "/home/me", linkAt: () => "none" as const, entriesOf: () => [] };

function treeOf(policy: string): Tree {
	const { tree, diagnostics } = loadText("policy.rules", policy, {});
	if (tree === undefined) throw new Error(`${diagnostics.map(({ message }) => message).join("\n")}\n${policy}`);
	return tree;
}

function imported(read: Imported | ImportFault): Imported {
	if ("message" in read) throw new Error(read.message);
	return read;
}

interface Entry {
	readonly kind: "allow" | "ask" | "deny";
	readonly words: readonly string[];
}

const program = fc.constantFrom("git", "rm", "npm", "zzz", "*");
const word = fc.constantFrom("log", "push", "-f", "--force", "-C", "x", "run", "within", "x=y", "a,b");
const entry = fc.record({
	kind: fc.constantFrom("allow", "ask", "deny"),
	words: fc
		.tuple(program, fc.array(word, { maxLength: 3 }))
		.map(([first, rest]) => (first === "*" ? [] : [first, ...rest])),
}) as fc.Arbitrary<Entry>;

/** What the first entry says that the command begins with. */
function firstAnswer(entries: readonly Entry[], argv: readonly string[]): Entry["kind"] | undefined {
	return entries.find(({ words }) => words.every((one, at) => argv[at] === one))?.kind;
}

const formats = [
	{
		name: "Gemini CLI",
		write: (entries: readonly Entry[]) =>
			entries
				.map(
					({ kind, words }, at) =>
						`[[rule]]\ntoolName = "run_shell_command"\n${words.length === 0 ? "" : `commandPrefix = ${JSON.stringify(words.join(" "))}\n`}decision = "${kind === "ask" ? "ask_user" : kind}"\npriority = ${900 - at}\n`,
				)
				.join(""),
		read: importGeminiPolicy,
	},
	{
		name: "opencode",
		write: (entries: readonly Entry[]) =>
			JSON.stringify({
				permission: {
					// A key that stands there twice keeps the place of the first: those are left to the test below.
					bash: Object.fromEntries(
						[...new Map(entries.map((one) => [[...one.words, "*"].join(" "), one.kind])).entries()].reverse(),
					),
				},
			}),
		read: importOpencodePermissions,
	},
	{
		name: "Amp",
		write: (entries: readonly Entry[]) =>
			JSON.stringify({
				"amp.permissions": entries.flatMap(({ kind, words }) => ({
					tool: "Bash",
					action: kind === "deny" ? "reject" : kind,
					...(words.length === 0 ? {} : { matches: { cmd: [words.join(" "), `${words.join(" ")} *`] } }),
				})),
			}),
		read: importAmpPermissions,
	},
];

describe.each(formats)("$name", ({ name, write, read }) => {
	test("nothing that it denies or asks about is allowed by the policy, and what that allows is allowed there", () => {
		fc.assert(
			fc.property(
				fc.uniqueArray(entry, { maxLength: 5, selector: ({ words }) => words.join(" ") }),
				program,
				fc.array(word, { maxLength: 4 }),
				fc.boolean(),
				(entries, first, rest, trusting) => {
					fc.pre(first !== "*");
					const { policy } = imported(read(write(entries), "it", { trusting }));
					const argv = [first, ...rest];
					const theirs = firstAnswer(entries, argv);
					const ours = decide(treeOf(policy), { argv }, world).effect;
					const told = `${name}: ${JSON.stringify(entries)} ${argv.join(" ")}\n${policy}`;
					const hasOptions = rest.some((one) => one.startsWith("-"));
					const isNamed = entries.find(({ words }) => words.every((one, at) => argv[at] === one))?.words.length !== 0;
					// A denial of everything else is what the default says.
					if (theirs === "deny" && (isNamed || !hasOptions)) expect([told, ours]).toEqual([told, "deny"]);
					if (theirs === "ask" && (isNamed || !hasOptions)) expect([told, ours === "allow"]).toEqual([told, false]);
					// Options may stand elsewhere: that is told.
					if (ours === "allow" && !hasOptions) expect([told, theirs]).toEqual([told, "allow"]);
				},
			),
			{ numRuns: 60 },
		);
	});

	test("what is allowed before a denial is its exception, without options", () => {
		const entries: readonly Entry[] = [
			{ kind: "allow", words: ["git", "status"] },
			{ kind: "deny", words: ["git"] },
			{ kind: "ask", words: [] },
			{ kind: "allow", words: ["ls"] },
		];
		const { policy, remarks } = imported(read(write(entries), "it", { trusting: false }));
		const tree = treeOf(policy);
		const effects = ["git status", "git status x", "git -C x status", "git push", "ls"].map(
			(line) => decide(tree, { argv: line.split(" ") }, world).effect,
		);
		expect(effects).toEqual(["allow", "allow", "deny", "deny", "ask"]);
		expect(remarks.filter(({ verdict }) => verdict === "left-out")).toHaveLength(1);
	});
});

describe("a denial that no pattern says", () => {
	test.each([
		[
			"Gemini CLI",
			importGeminiPolicy(
				'[[rule]]\ntoolName = "run_shell_command"\ncommandRegex = "git push.*--force"\ndecision = "deny"\npriority = 9\n',
				"it",
				{ trusting: false },
			),
			["git", "push", "x"],
			"deny",
		],
		[
			"Gemini CLI",
			importGeminiPolicy(
				'[[rule]]\ntoolName = "*"\nargsPattern = "secret"\ndecision = "deny"\npriority = 9\n[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "ls"\ndecision = "allow"\npriority = 1\n',
				"it",
				{ trusting: false },
			),
			["ls", "secret"],
			"ask",
		],
		[
			"opencode",
			importOpencodePermissions('{"permission":{"bash":{"ls":"allow","git*--force*":"deny"}}}', "it", {
				trusting: false,
			}),
			["git", "log"],
			"deny",
		],
		[
			"opencode",
			importOpencodePermissions('{"permission":{"bash":{"ls":"allow","*secret*":"deny"}}}', "it", { trusting: false }),
			["ls"],
			"ask",
		],
		[
			"Amp",
			importAmpPermissions(
				'[{"tool":"Bash","matches":{"cmd":"/^rm\\\\s+.*-rf/"},"action":"reject","message":"No."}]',
				"it",
				{ trusting: false },
			),
			["rm", "x"],
			"deny",
		],
		[
			"Amp",
			importAmpPermissions(
				'[{"tool":"*","matches":{"cmd":"*git*push*"},"action":"reject"},{"tool":"Bash","matches":{"cmd":"ls"},"action":"allow"}]',
				"it",
				{ trusting: false },
			),
			["ls"],
			"ask",
		],
	])("stands for more in %s, or everything is asked about", (_name, read, argv, effect) => {
		expect(decide(treeOf(imported(read).policy), { argv }, world).effect).toBe(effect);
	});
});
