/** What a policy becomes as a harness's permissions: nothing that it does not allow, and what can't be said is told. */
import { describe, expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import { decide } from "../../../src/decide/decide.js";
import type { Tree } from "../../../src/decide/tree.js";
import { importAmpPermissions } from "../../../src/harness/formats/amp-permissions.js";
import { importClaudePermissions } from "../../../src/harness/formats/claude-permissions.js";
import { importCodexRules } from "../../../src/harness/formats/codex-rules.js";
import { exportable } from "../../../src/harness/formats/exportable.js";
import { type ExportFormat, exported, exportFormats } from "../../../src/harness/formats/exports.js";
import { importGeminiPolicy } from "../../../src/harness/formats/gemini-policy.js";
import { importOpencodePermissions } from "../../../src/harness/formats/opencode-permissions.js";
import { readToml } from "../../../src/harness/formats/toml.js";
import { loadText } from "../../../src/load/load.js";

// A busy machine takes its time.
jest.setTimeout(120_000);

const world = { workspace: "/workspace", home: "/home/user", linkAt: () => "none" as const, entriesOf: () => [] };
const readers = {
	amp: importAmpPermissions,
	"claude-code": importClaudePermissions,
	codex: importCodexRules,
	"gemini-cli": importGeminiPolicy,
	opencode: importOpencodePermissions,
} as const;

function treeOf(policy: string): Tree {
	const { tree, diagnostics } = loadText("policy.rules", policy, {});
	if (tree === undefined) throw new Error(`${diagnostics.map(({ message }) => message).join("\n")}\n${policy}`);
	return tree;
}

function sayable(policy: string, agent = "default") {
	const tree = treeOf(policy);
	const own = tree.agents[agent];
	if (own === undefined) throw new Error(`no agent ${agent}`);
	return exportable(tree, agent, own);
}

const effectOf = (tree: Tree, request: { readonly argv: readonly string[] } | { readonly script: string }): string =>
	decide(tree, request, world).effect;

/** What Amp's entries and Gemini CLI's rules answer to a line, the first that fits. */
function answer(format: "amp" | "gemini-cli", text: string, line: string): string | undefined {
	if (format === "amp") {
		const entries = (
			JSON.parse(text) as { "amp.permissions": readonly { matches?: { cmd: string }; action: string }[] }
		)["amp.permissions"];
		return entries.find(({ matches }) => matches === undefined || new RegExp(matches.cmd.slice(1, -1)).test(line))
			?.action;
	}
	const read = readToml(text);
	if ("message" in read) throw new Error(read.message);
	const rules = read.table.rule as unknown as readonly { argsPattern: string; decision: string; priority: number }[];
	return [...rules]
		.sort((a, b) => b.priority - a.priority)
		.find(({ argsPattern }) => new RegExp(argsPattern).test(`{\0${JSON.stringify({ command: line }).slice(1, -1)}\0}`))
		?.decision;
}

const mixed = `agent default {
	default ask
	allow git status, git log
	allow ls within .
	allow echo
	allow ./run, py*
	ask docker ps
	deny * touching **/.env
	deny shutdown
}
`;

/** Proofs cost time: it is asked once. */
let ofMixed: ReturnType<typeof sayable> | undefined;
function saidOfMixed(): ReturnType<typeof sayable> {
	ofMixed ??= sayable(mixed);
	return ofMixed;
}

describe("what is said of a policy", () => {
	test("are the widest regions of which it allows, or asks about, all", () => {
		const { regions, refusals } = saidOfMixed();
		expect(regions.map(({ effect, words, reach }) => `${effect} ${words.join(" ")} ${reach}`).sort()).toEqual([
			"allow echo any",
			"allow git log exact",
			"allow git status exact",
			"allow ls exact",
			"ask docker ps operands",
		]);
		expect(refusals.map(({ words }) => words)).toEqual([["shutdown"]]);
	});

	test("leaves out what hangs on more than a text, and tells each rule", () => {
		const { untold } = saidOfMixed();
		expect(untold.map(({ place }) => place)).toEqual(expect.arrayContaining(["policy.rules:4", "policy.rules:6"]));
		expect(untold.every(({ message }) => message !== "")).toBe(true);
	});

	test("what another rule denies anywhere behind the words is not said with them", () => {
		const { regions } = sayable(
			"agent default {\n default deny\n allow npm granting everything\n deny npm install --global\n}\n",
		);
		expect(regions.map(({ words, reach }) => [words, reach])).toEqual([[["npm"], "operands"]]);
	});
});

describe.each(exportFormats)("%s", (format) => {
	test("what is written is read again by the import", () => {
		const { text } = exported(format, saidOfMixed());
		expect(readers[format](text, "it", { trusting: true })).toHaveProperty("policy");
	});

	test("of a policy that allows nothing, nothing is said, and nothing is allowed", () => {
		const said = sayable("agent default {\n default deny\n allow rm within src\n deny rm\n}\n");
		expect(said.regions).toEqual([]);
		const read = readers[format](exported(format, said).text, "it", { trusting: true });
		if ("message" in read) throw new Error(read.message);
		expect(effectOf(treeOf(read.policy), { argv: ["rm", "src/x"] })).not.toBe("allow");
	});

	test("every export says that the hook is the whole of it", () => {
		const { remarks } = exported(format, saidOfMixed());
		expect(remarks.at(-1)).toMatchObject({ verdict: "left-out", message: expect.stringContaining("rules install") });
	});
});

test("a harness that lets more through beside its permissions is told as looser, one that does not is not", () => {
	const isLooser = (format: ExportFormat): boolean =>
		exported(format, saidOfMixed()).remarks.some(({ verdict }) => verdict === "looser");
	expect(exportFormats.filter(isLooser)).toEqual(["claude-code", "codex", "opencode"]);
});

const program = fc.constantFrom("git", "ls", "echo", "npm", "zzz", "cat");
const operand = fc.constantFrom("log", "push", "x", ".env", "../y", "/etc/passwd");
const option = fc.constantFrom("-f", "--global", "-o", "-C");
const pattern = fc
	.tuple(program, fc.array(fc.constantFrom("log", "push", "x"), { maxLength: 1 }), fc.array(option, { maxLength: 1 }))
	.map(([first, ...rest]) => [first, ...rest.flat()].join(" "));
const rule = fc.oneof(
	pattern.map((one) => `allow ${one}`),
	pattern.map((one) => `allow ${one} granting everything`),
	pattern.map((one) => `allow exactly ${one}`),
	program.map((one) => `allow ${one} within .`),
	pattern.map((one) => `ask ${one}`),
	pattern.map((one) => `deny ${one}`),
	fc.constantFrom(
		"deny * touching **/.env",
		"constrain reads of * to .",
		"deny * using write",
		"deny git except git log",
	),
);
const line = fc
	.tuple(
		program,
		fc.array(fc.oneof(operand, option, fc.constantFrom("; rm", "> f", "$(x)", "*", "a'b'")), { maxLength: 3 }),
	)
	.map(([first, rest]) => [first, ...rest].join(" "));

describe("whatever the policy", () => {
	test("what is exported allows nothing that it does not, held against the line and read back again", () => {
		fc.assert(
			fc.property(
				fc.array(rule, { minLength: 1, maxLength: 4 }),
				fc.constantFrom("deny", "ask"),
				fc.array(line, { minLength: 6, maxLength: 12 }),
				(rules, fallback, lines) => {
					const policy = `agent default {\n\tdefault ${fallback}\n${rules.map((one) => `\t${one}\n`).join("")}}\n`;
					const tree = treeOf(policy);
					const said = sayable(policy);
					const starts = said.regions.map(({ words }) => words.join(" "));
					for (const format of exportFormats) {
						const { text } = exported(format, said);
						const read = readers[format](text, "it", { trusting: true });
						if ("message" in read) throw new Error(`${read.message}\n${text}`);
						const again = treeOf(read.policy);
						for (const script of [...lines, ...starts, ...starts.map((one) => `${one} -x y`)]) {
							const told = `${policy}${format}\n${text}${script}`;
							const ours = effectOf(tree, { script });
							if (effectOf(again, { script }) === "allow" && !/[;|]/.test(script))
								expect([told, ours]).toEqual([told, "allow"]);
							if (format === "amp" || format === "gemini-cli") {
								const theirs = answer(format, text, script);
								if (theirs === "allow") expect([told, ours]).toEqual([told, "allow"]);
								if (theirs?.startsWith("ask") === true)
									expect([told, ours]).toEqual([told, expect.stringMatching(/allow|ask/)]);
							}
						}
					}
				},
			),
			{ numRuns: Number(process.env.EXPORT_RUNS ?? 8) },
		);
	});
});
