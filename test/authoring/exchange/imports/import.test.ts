/** What comes of permissions when they become a policy: nothing that was denied is let through, and everything else is told. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { contextualKeywords, statementKeywords } from "../../../../grammar/keywords.js";
import { type Imported, importedPolicy } from "../../../../src/authoring/exchange/imported.js";
import { importAmpPermissions } from "../../../../src/authoring/exchange/imports/amp-permissions.js";
import { importClaudePermissions } from "../../../../src/authoring/exchange/imports/claude-permissions.js";
import { importCodexRules } from "../../../../src/authoring/exchange/imports/codex/codex-rules.js";
import { importCopilotFlags } from "../../../../src/authoring/exchange/imports/copilot-flags.js";
import { importGeminiPolicy } from "../../../../src/authoring/exchange/imports/gemini/gemini-policy.js";
import { importOpencodePermissions } from "../../../../src/authoring/exchange/imports/opencode-permissions.js";
import { decide } from "../../../../src/engine/decide/decide.js";
import type { Tree } from "../../../../src/engine/decide/tree.js";
import { clauseKeywords } from "../../../../src/language/policy/clauses.js";
import { loadText } from "../../../../src/runtime/load/load.js";
import { tries } from "../../../part.js";

const world = { workspace: "/work/it", home: "/home/me", linkAt: () => "none" as const, entriesOf: () => [] };

function treeOf(policy: string): Tree {
	const { tree, diagnostics } = loadText("policy.rules", policy, {});
	if (tree === undefined) throw new Error(`${diagnostics.map(({ message }) => message).join("\n")}\n${policy}`);
	return tree;
}
const effectOf = (tree: Tree, argv: readonly string[]): string => decide(tree, { argv }, world).effect;

const program = fc.constantFrom("git", "rm", "npm", "zzz", "./run", "/usr/bin/git", "a b", "");
const word = fc.constantFrom(
	"log",
	"push",
	"-f",
	"--force",
	"-C",
	"x",
	"--",
	"-",
	"a*b",
	"/x/",
	"@y",
	"a,b",
	"within",
	"x=y",
	'"',
	"run",
	"",
);
const keywords = [
	...Object.values(statementKeywords).flat(),
	...clauseKeywords,
	...contextualKeywords,
] as const satisfies readonly string[];
const codexRule = fc.record({
	pattern: fc
		.tuple(program, fc.array(fc.oneof(word, fc.array(word, { minLength: 1, maxLength: 2 })), { maxLength: 3 }))
		.map(([first, rest]) => [first, ...rest]),
	decision: fc.constantFrom("allow", "prompt", "forbidden"),
});
const rank = { allow: 0, prompt: 1, forbidden: 2 } as const;

/** As `codex execpolicy check` answers. */
function codexAnswer(
	rules: readonly { readonly pattern: readonly (string | readonly string[])[]; readonly decision: keyof typeof rank }[],
	argv: readonly string[],
) {
	const met = rules.filter(({ pattern }) =>
		pattern.every((choices, at) => [choices].flat().includes(argv[at] as string)),
	);
	return met.map(({ decision }) => decision).sort((a, b) => rank[b] - rank[a])[0];
}

describe("Codex's rules", () => {
	test("nothing that they forbid or ask about is allowed by the policy, and what it allows is allowed by them", () => {
		fc.assert(
			fc.property(
				fc.array(codexRule, { maxLength: 4 }),
				program,
				fc.array(word, { maxLength: 4 }),
				fc.boolean(),
				(rules, first, rest, trusting) => {
					fc.pre(first !== "" && first !== "a b" && !rest.includes(""));
					const text = rules
						.map(
							({ pattern, decision }) =>
								`prefix_rule(pattern=${JSON.stringify(pattern)}, decision=${JSON.stringify(decision)})`,
						)
						.join("\n");
					const read = importCodexRules(text, "it", { trusting });
					if ("message" in read) throw new Error(read.message);
					const tree = treeOf(read.policy);
					const argv = [first, ...rest];
					const theirs = codexAnswer(rules, argv);
					const ours = effectOf(tree, argv);
					const isCarried = !read.remarks.some(
						({ verdict, message }) => verdict === "left-out" && !message.includes("examples"),
					);
					if (theirs === "forbidden" && isCarried) expect(ours).toBe("deny");
					if (theirs === "prompt" && isCarried) expect(["ask", "deny"]).toContain(ours);
					// Options may stand elsewhere: that is told.
					if (ours === "allow" && !rest.some((one) => one.startsWith("-")))
						expect([theirs, codexAnswer(rules, ["git", ...rest])]).toContain("allow");
				},
			),
			{ numRuns: tries(120) },
		);
	});

	test("everything that is not as it was is told, with its line", () => {
		const text = `# comment
prefix_rule(
    pattern = ["git", ["status", "log"]],
    decision = "allow",
    justification = "reading",
    match = ["git status"],
)
host_executable(name = "git", paths = ["/usr/bin/git"])
prefix_rule(pattern=["rm", "-r", "x"], decision="forbidden")
prefix_rule(pattern=["ls"])`;
		const { policy, remarks } = importCodexRules(text, "it", { trusting: true }) as Imported;
		expect(policy).toContain(
			'\tallow git status, git log because "reading"\n\tdeny rm -r\n\tallow ls granting everything\n',
		);
		expect(remarks.map(({ verdict, place }) => `${verdict} ${place}`)).toEqual([
			"tighter line 2",
			"looser line 2",
			"looser line 2",
			"left-out line 2",
			"left-out line 8",
			"tighter line 9",
			"tighter line 9",
			"looser line 10",
			"tighter the whole",
		]);
	});

	test.each([
		["x = 1\n", /what computes can't be carried over/],
		['prefix_rule(pattern=["a"] + ["b"])', /`,` or `\)` should stand here/],
		["prefix_rule(pattern=[x])", /a fixed value should stand here/],
		['prefix_rule(pattern=["a"], decision="maybe")', /is none of/],
		["prefix_rule(pattern=[])", /should be a list of words/],
		['prefix_rule(pattern=["a"], unless=["b"])', /`unless` is not known/],
		['prefix_rule(pattern=["""a"""])', /three quotes/],
		['prefix_rule(pattern=["a"]', /should stand here/],
	])("what computes, or is not known, is refused as a whole: %s", (text, message) => {
		expect(importCodexRules(text, "it", { trusting: false })).toMatchObject({
			message: expect.stringMatching(message),
		});
	});
});

describe("Claude Code's permissions", () => {
	const read = (permissions: object, trusting = false): Imported => {
		const imported = importClaudePermissions(JSON.stringify({ permissions }), "it", { trusting });
		if ("message" in imported) throw new Error(imported.message);
		return imported;
	};
	// Rows as the real program's matcher answered them.
	test.each([
		[{ allow: ["Bash(ls *)"] }, ["ls"], "allow"],
		[{ allow: ["Bash(ls:*)"] }, ["ls", "-a"], "allow"],
		[{ allow: ["Bash(ls *)"] }, ["lsof"], "ask"],
		[{ allow: ["Bash(ls*)"] }, ["lscpu"], "allow"],
		[{ allow: ["Bash(ls)"] }, ["ls"], "allow"],
		[{ allow: ["Bash(ls)"] }, ["ls", "a"], "ask"],
		[{ allow: ["Bash(ls)"] }, ["./ls"], "ask"],
		[{ allow: ["Bash"], deny: ["Bash(rm *)"] }, ["rm", "x"], "deny"],
		[{ allow: ["Bash"], deny: ["Bash(rm *)"] }, ["/bin/rm", "x"], "deny"],
		[{ allow: ["Bash"], deny: ["Bash(rm *)"] }, ["env", "rm", "x"], "deny"],
		[{ allow: ["Bash"], deny: ["Bash(* --force)"] }, ["git", "push", "--force"], "deny"],
		[{ allow: ["Bash"], deny: ["Bash(git * main)"] }, ["git", "push", "origin", "main"], "deny"],
		[{ allow: ["Bash(git *)"], ask: ["Bash(git push *)"] }, ["git", "push"], "ask"],
		[{ allow: ["Bash(git *)"], deny: ["Bash(git -c x push:*)"] }, ["git", "-c", "x", "push"], "deny"],
		[{ defaultMode: "dontAsk" }, ["ls"], "deny"],
	])("%j decides %j: %s", (permissions, argv, effect) => {
		expect(effectOf(treeOf(read(permissions, true).policy), argv)).toBe(effect);
	});

	test.each([
		["git push * main", "git push -u origin main"],
		["git push * main*", "git push --repo=x y main"],
		["rm * build", "rm -rf build"],
		["rm -r*f x", "rm -r -i -f x"],
		["rm -rf*", "rm -rf x"],
		["git pu*h main", "git push -f x push main"],
		["g*t push", "git -C x push"],
		["git * --force *", "git push -u x --force y"],
		["./run/*", "./run/a/b x"],
		["/opt/*/bin x", "/opt/a/b/bin x"],
		["git -C --force push", "git -C --force push"],
		["* --force", "git push -u x --force"],
		["* *.env", "cat -n a/.env"],
	])("a star stands for options as well, so what is denied or asked about by `%s` is not allowed: %s", (text, line) => {
		for (const [kind, effect] of [
			["deny", "deny"],
			["ask", "ask"],
		] as const)
			expect(effectOf(treeOf(read({ allow: ["Bash"], [kind]: [`Bash(${text})`] }, true).policy), line.split(" "))).toBe(
				effect,
			);
	});

	test("a denial by a star is told as tighter where it stands for more, and as looser where an option could hide its words", () => {
		const toldOf = (text: string): readonly string[] =>
			read({ deny: [`Bash(${text})`] }).remarks.flatMap(({ verdict, message }) =>
				/^a star|^where/.test(message) ? [verdict] : [],
			);
		expect(toldOf("git push *")).toEqual([]);
		expect(toldOf("git push * main")).toEqual(["tighter"]);
		expect(toldOf("* --force")).toEqual(["looser"]);
	});

	test("where nobody is asked, a question lifts no denial", () => {
		const { policy } = read({ ask: ["Bash(rm *)"], defaultMode: "dontAsk" });
		expect(effectOf(treeOf(policy), ["rm", "x"])).toBe("deny");
	});

	test("plain use alone is allowed unless the arguments are to be trusted, and never behind words that options may stand before", () => {
		expect(read({ allow: ["Bash(sort:*)", "Bash(git log:*)"] }).policy).not.toContain("granting");
		const { policy } = read({ allow: ["Bash(sort:*)", "Bash(git log:*)"] }, true);
		expect(policy).toContain("allow sort granting everything\n");
		expect(policy).toContain("allow git log\n");
	});

	test("what no rule can say is told, and left out", () => {
		const { remarks, policy } = read({
			allow: ["Write(./x)", "Bash(a && b)", "Bash(FOO=1 x)", "mcp__*", "Bash(git -c x log)"],
			deny: ["Bash(a? *)", "Bash(@y* x)"],
			additionalDirectories: [".."],
		});
		expect(remarks.filter(({ verdict }) => verdict === "left-out")).toHaveLength(8);
		expect(policy).toMatch(/pipes, sequences\n\}\n$/);
	});

	test("whatever stands in a rule, a policy comes of it, and its denials hold", () => {
		const piece = fc.constantFrom(
			"git",
			"push",
			"-f",
			"*",
			"a*",
			"*b",
			":*",
			" ",
			" ",
			"x=y",
			"/x/*",
			"@a",
			"a,b",
			...keywords,
			"--",
			"{a}",
			'"',
			"é",
		);
		fc.assert(
			fc.property(fc.constantFrom("allow", "ask", "deny"), fc.array(piece, { maxLength: 7 }), (kind, pieces) => {
				treeOf(read({ [kind]: [`Bash(${pieces.join("")})`] }, true).policy);
			}),
			{ numRuns: tries(120) },
		);
	});

	test.each([
		["{}", 0, "there are no `permissions` in it"],
		['{"permissions":{"allow":"x"}}', 16, "`permissions.allow` should be a list"],
		['{"permissions":{"deny":[1]}}', 24, "`permissions.deny[0]` should be a text"],
		["{", 1, "the text ends where `}` should stand"],
	])("refuses %s with the place", (text, at, message) => {
		expect(importClaudePermissions(text, "it", { trusting: false })).toEqual({ at, message });
	});
});

describe("the language's own words", () => {
	const formats = {
		"Claude Code": (text: string) =>
			importClaudePermissions(JSON.stringify({ permissions: { deny: [`Bash(${text} *)`] } }), "it", { trusting: true }),
		Codex: (text: string) =>
			importCodexRules(`prefix_rule(pattern=${JSON.stringify(text.split(" "))}, decision="forbidden")`, "it", {
				trusting: true,
			}),
		"Copilot CLI": (text: string) =>
			importCopilotFlags(`copilot --deny-tool 'shell(${text})'`, "it", { trusting: true }),
		"Gemini CLI": (text: string) =>
			importGeminiPolicy(
				`[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "${text}"\ndecision = "deny"\npriority = 1\n`,
				"it",
				{ trusting: true },
			),
		opencode: (text: string) =>
			importOpencodePermissions(JSON.stringify({ permission: { bash: { [`${text} *`]: "deny" } } }), "it", {
				trusting: true,
			}),
		Amp: (text: string) =>
			importAmpPermissions(
				JSON.stringify([{ tool: "Bash", matches: { cmd: [text, `${text} *`] }, action: "reject" }]),
				"it",
				{ trusting: true },
			),
	};

	test.each(Object.entries(formats))("are words like others in what %s denies, at every place", (_name, read) => {
		for (const word of keywords)
			for (const text of [word, `${word} x`, `zz ${word}`, `zz ${word} bash`, `zz x ${word} ${word}`]) {
				const found = read(text);
				if ("message" in found) throw new Error(`${text}: ${found.message}`);
				const tree = treeOf(found.policy);
				const stated = tree.agents.default?.rules.filter(({ engine }) => !engine);
				expect([text, stated?.map(({ keyword }) => keyword)]).toEqual([text, ["deny"]]);
				expect([text, effectOf(tree, [...text.split(" "), "y"])]).toEqual([text, "deny"]);
				expect([text, effectOf(tree, ["x"])]).toEqual([text, "ask"]);
			}
	});

	test("are names of agents like others", () => {
		for (const name of keywords) {
			const found = importOpencodePermissions(
				JSON.stringify({ agent: { [name]: { permission: { bash: { "zz *": "deny" } } } } }),
				"it",
				{ trusting: false },
			) as Imported;
			if (name === "default") continue;
			expect([name, decide(treeOf(found.policy), { argv: ["zz"], agent: name }, world).effect]).toEqual([name, "deny"]);
		}
	});

	test("a policy that would not say the same is none", () => {
		const rule = { kind: "deny", patterns: ["zz allow bash"] } as const;
		expect(importedPolicy("it", "ask", [rule], [])).toEqual({
			at: 0,
			message: "no policy says the same: `deny zz allow bash` would be read as something else",
		});
		for (const pattern of ["a, b", "a b {", "exactly", "a\nallow b", "a # b", "a except b", ""])
			expect(importedPolicy("it", "ask", [{ kind: "deny", patterns: [pattern] }], [])).toHaveProperty("message");
	});
});
