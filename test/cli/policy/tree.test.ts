import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { fitted } from "../../../src/authoring/report/tree/fit.js";
import { layout, type Node } from "../../../src/authoring/report/tree/layout.js";
import { type Branch, type Outline, outline, type Shown } from "../../../src/authoring/report/tree/outline.js";
import { type TreeFormat, treeFormats, treePicture } from "../../../src/authoring/report/tree/picture.js";
import { explain } from "../../../src/engine/decide/explain/explain.js";
import type { AgentTree, Tree } from "../../../src/engine/decide/tree.js";
import type { World } from "../../../src/engine/request/paths.js";
import { load, loadText } from "../../../src/runtime/load/load.js";
import { folder, rules } from "../cli.js";

const policy = `agent default {
  default deny
  allow git, ls
  deny git push except git push --dry-run because "People push." id no-push
  ask npm publish
  nudge grep use file.search
  allow rm within .
  deny * touching **/.env, ~/.ssh id secrets
}
agent free {
  default allow
  deny sudo
}
`;
const hostile = `agent default {
  default deny
  allow x with "--a=\\"]<b>&#34;; \\\\\\\\N"
  deny x "</script><script>alert(1)</script>"
  deny x touching "a\u202eb |\\"quoted\\"|"
}
`;
const cwd = folder({ "policy.rules": policy, "broken.rules": "agent {" });
const world: World = { workspace: "/repo", home: "/home/user", linkAt: () => "none" };

function treeOf(text: string): Tree {
	const { tree, diagnostics } = loadText("policy.rules", text);
	expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
	return tree as Tree;
}

test("a tree is drawn as text, agent by agent", () => {
	const { code, out, err } = rules(["tree", "--program", "rm"], { cwd });
	expect({ code, out, err }).toEqual({
		code: 0,
		out: `agent default

rm
    1  some path lies inside \`**/.env\`, \`~/.ssh\`?
         yes or unknown: deny: policy.rules:8 (secrets)
    2  it is called by its bare name, or by a path in a trusted folder?
         yes:
          3  plain use only?
               yes:
                4  every path lies inside \`.\`?
                     yes: allow: policy.rules:7
                   unknown or no: deny: the default
             unknown or no: deny: the default
       unknown or no: deny: the default

agent free

rm, like any program that no rule names
       allow: the default
`,
		err: "",
	});
});

describe("what is drawn", () => {
	const commands = [
		"git status",
		"git push",
		"git push --dry-run",
		"git -C x push -n",
		"git --exec-path=/x status",
		"git push $X",
		"git $X",
		"ls",
		"ls .env",
		"ls $X",
		"rm a",
		"rm ../a",
		"rm ~/.ssh/id",
		"npm publish",
		"npm publish --registry x",
		"npm test",
		"grep x y",
		"grep x .env",
		"cat x",
		"sudo ls",
		"a b c d",
		"w1 w2",
		"w1 other",
		"w1 $X",
	];
	// Many rules about one program are told apart by words.
	const switched = `agent default {\n  default deny\n${Array.from({ length: 12 }, (_, index) => `  ${index % 3 === 0 ? "deny" : "allow"} w1 w${index}\n`).join("")}}\n`;

	test.each([
		["default", policy, commands],
		["free", policy, commands],
		["default", switched, [...commands, ...Array.from({ length: 12 }, (_, index) => `w1 w${index} x`)]],
	])("decides as the tree does: agent %s", (agent, text, scripts) => {
		const tree = treeOf(text);
		const drawn = outline(tree, tree.agents[agent] as AgentTree, { depth: 200, most: 10_000 });
		for (const script of scripts) {
			const explained = explain(tree, { agent, script }, world).commands[0];
			if (explained?.decision.code !== "rule" && explained?.decision.code !== "default") continue;
			const name = script.split(" ")[0] as string;
			const start = drawn.programs.find(({ when }) => when.split(", ").includes(name)) ?? drawn.programs.at(-1);
			const answers = new Map(explained.steps.map(({ question, answer }) => [`${question}?`, answer as string]));
			const end = followed((start as Branch).to, answers, explained.reading.operands, drawn.programs);
			expect([script, end.effect, end.rule?.id]).toEqual([
				script,
				explained.decision.effect,
				explained.decision.rules[0]?.id,
			]);
		}
	});

	/** Where a command ends that answers so. */
	function followed(
		start: Shown,
		answers: ReadonlyMap<string, string>,
		operands: readonly (string | null)[],
		programs: readonly Branch[],
	): Extract<Shown, { readonly kind: "answer" }> {
		const numbered = new Map<number, Shown>();
		const number = (shown: Shown): void => {
			if (shown.kind === "question") {
				numbered.set(shown.number, shown);
				for (const { to } of shown.branches) number(to);
			}
			if (shown.kind === "raised") number(shown.to);
		};
		for (const { to } of programs) number(to);
		for (let at: Shown | undefined = start; at !== undefined; ) {
			switch (at.kind) {
				case "answer":
					return at;
				case "raised":
					at = at.to;
					break;
				case "again":
					at = numbered.get(at.number);
					break;
				case "more":
					throw new Error("something is left out");
				case "question": {
					const place = ["first", "second", "third"].findIndex((word) =>
						(at as { text: string }).text.includes(` ${word} operand`),
					);
					const operand = operands[place];
					const wanted: string =
						place < 0
							? (answers.get(at.text) as string)
							: operand === null
								? "what can't be known"
								: at.branches.some(({ when }) => when.split(", ").includes(`\`${operand}\``))
									? `\`${operand}\``
									: "anything else";
					at = at.branches.find(({ when }) => when.split(/, | or /).includes(wanted))?.to;
				}
			}
		}
		throw new Error("the way is not drawn");
	}

	test("is bounded, whatever the tree's size, and says how much is left out", () => {
		const many = Array.from(
			{ length: 400 },
			(_, index) => `  deny p${index} a${index} touching x${index}\n  allow p${index}\n`,
		);
		const tree = treeOf(`agent default {\n  default deny\n${many.join("")}}\n`);
		const agentTree = tree.agents.default as AgentTree;
		for (const format of treeFormats) {
			const { most, depth, draw } = treePicture[format];
			const one = outline(tree, agentTree, { most: Math.min(most, 50), depth });
			expect(one.drawn).toBeLessThanOrEqual(50);
			expect(one.questions).toBeGreaterThan(1000);
			expect(draw([one], false)).toMatch(/left out: [\d,]+ of [\d,]+ questions/);
		}
	});

	test("of a tree with a million nodes is drawn quickly and with little memory", () => {
		// A chain that leads on from every node to the one before, and back to the beginning.
		const nodes = 1_000_000;
		const cells = new Int32Array(nodes * 4);
		cells.set([-4, 0, 0, 0, -3, 0, 0, 0]);
		for (let node = 2; node < nodes; node++) cells.set([0, node - 1, node - 2, 0], node * 4);
		const tree = treeOf(policy);
		const agentTree: AgentTree = {
			...(tree.agents.default as AgentTree),
			cells,
			choices: [],
			programs: {},
			others: nodes - 1,
			whole: nodes - 1,
		};
		for (const format of treeFormats) {
			const { most, depth, draw } = treePicture[format];
			const one = outline(tree, agentTree, { most, depth });
			expect(one.questions).toBe(nodes - 2);
			expect(one.drawn).toBeLessThanOrEqual(most);
			expect(draw([one], false)).toContain("of 999,998 questions");
		}
	});
});

describe("texts of a policy stay texts", () => {
	const draw = (format: TreeFormat): string => {
		const tree = treeOf(hostile);
		return treePicture[format].draw([outline(tree, tree.agents.default as AgentTree, { depth: 20, most: 100 })], false);
	};

	test("in SVG and HTML no markup comes from them, and every element is closed", () => {
		for (const format of ["svg", "html"] as const) {
			const out = draw(format);
			expect(out).not.toMatch(/<script|<b>|\u202e/);
			expect(out).toContain("&#60;/script&#62;");
			expect(unclosed(out)).toEqual([]);
		}
	});

	test("in dot they end no string", () => {
		const lines = draw("dot").split("\n");
		for (const line of lines.filter((one) => one.includes("label=")))
			expect(line).toMatch(/^\t\w+( -> \w+)? \[label="(?:[^"\\]|\\["\\])*"(?:, (?:\w+=(?:\w+|"#\w+")))*\]$/);
	});

	test("in Mermaid nothing but letters, digits and plain signs is left of them", () => {
		const lines = draw("mermaid").split("\n");
		expect(lines[0]).toBe("flowchart LR");
		for (const line of lines.slice(1, -1).filter((one) => !one.startsWith("\tclassDef ")))
			expect(line).toMatch(
				/^\t(?:\w+\["[\p{L}\p{N} .,:?…#;-]+"\]:::\w+|\w+ -->(?:\|"[\p{L}\p{N} .,:?…#;-]+"\|)? \w+)$/u,
			);
	});

	/** Elements that are opened and not closed, or closed and not opened. */
	function unclosed(markup: string): readonly string[] {
		const open: string[] = [];
		const text = markup.replaceAll(/<style>[\s\S]*?<\/style>/g, "");
		for (const [, close, name = "", self] of text.matchAll(/<(\/?)([a-z][a-z0-9]*)(?: [^<>]*?)?(\/?)>/gi)) {
			if (self === "/" || ["meta", "link", "input", "br"].includes(name)) continue;
			if (close !== "/") open.push(name);
			else if (open.pop() !== name) return [name];
		}
		return open;
	}
});

describe("a tidy layout", () => {
	const tree = (children: readonly unknown[] = []): Node<string> => ({
		of: "",
		children: children.map((one) => tree(one as readonly unknown[])),
	});

	test.each([
		["a chain", [[[[]]]]],
		["a bush", [[], [], []]],
		[
			"deep beside broad",
			[
				[[[[]]]],
				[[], [], [], []],
				[],
				[
					[[], []],
					[[], [[], []]],
				],
			],
		],
		["broad beside deep", [[[], [], [], [], []], [], [], [[[[[], []]]]]]],
	])("keeps neighbours apart and parents above the middle of their children: %s", (_, shape) => {
		const placed = layout(tree(shape as readonly unknown[]));
		const levels = new Map<number, number[]>();
		for (const { depth, across } of placed) levels.set(depth, [...(levels.get(depth) ?? []), across]);
		for (const level of levels.values())
			level.forEach((across, index) => {
				if (index > 0) expect(across - (level[index - 1] as number)).toBeGreaterThanOrEqual(1 - 1e-9);
			});
		expect(Math.min(...placed.map(({ across }) => across))).toBe(0);
		for (const one of placed) {
			const children = placed.filter(({ parent }) => parent === one).map(({ across }) => across);
			if (children.length > 0)
				expect(one.across).toBeCloseTo(((children[0] as number) + (children.at(-1) as number)) / 2, 6);
		}
	});
});

test("--depth folds, and says that there is more", () => {
	const { out } = rules(["tree", "--agent", "default", "--program", "git", "--depth", "1"], { cwd });
	expect(out).toMatch(/^agent default\n\ngit\n {4}1 .*\n(?: .*…\n)+\nleft out: \d+ of \d+ questions;/);
});

test("-o writes a file, and says so", () => {
	expect(rules(["tree", "--format", "svg", "-o", "tree.svg"], { cwd })).toEqual({
		code: 0,
		out: "",
		err: "wrote tree.svg\n",
	});
	expect(readFileSync(join(cwd, "tree.svg"), "utf8")).toMatch(/^<\?xml [\s\S]*<\/svg>\n$/);
});

test.each(["developer", "guard", "universal"])(
	"the picture of the pack %s fits a page, says what it left out, and names every question that it leads to",
	(pack) => {
		const tree = load(pack).tree as Tree;
		const { most, depth, draw } = treePicture.svg;
		const drawn = Object.values(tree.agents).map((one) => outline(tree, one, { most, depth }));
		const picture = draw(drawn, false);
		expect(Number(/ height="([\d.]+)"/.exec(picture)?.[1])).toBeLessThanOrEqual(3000);
		if (pack !== "universal") expect(picture).toContain("`--program NAME` and `--depth N` show others");
		for (const one of drawn) {
			const small = fitted(one, 30);
			const { numbers, again } = named(small);
			expect(again.filter((number) => !numbers.has(number))).toEqual([]);
			expect(small.drawn).toBeLessThanOrEqual(one.drawn);
		}
	},
);

test("a tree that has room is left as it is", () => {
	const tree = treeOf(policy);
	const one = outline(tree, tree.agents.default as AgentTree, { most: 600, depth: 12 });
	expect(fitted(one, 10_000)).toBe(one);
});

/** The questions that are drawn, and those that are named elsewhere. */
function named({ programs }: Outline): { readonly numbers: ReadonlySet<number>; readonly again: readonly number[] } {
	const numbers = new Set<number>();
	const again: number[] = [];
	const visit = (shown: Shown): void => {
		if (shown.kind === "again") again.push(shown.number);
		if (shown.kind === "raised") visit(shown.to);
		if (shown.kind !== "question") return;
		numbers.add(shown.number);
		for (const { to } of shown.branches) visit(to);
	};
	for (const { to } of programs) visit(to);
	return { numbers, again };
}

test("an unknown agent and a broken policy end with 2", () => {
	expect(rules(["tree", "--agent", "defualt"], { cwd })).toMatchObject({
		code: 2,
		out: "",
		err: "error: the policy has no agent `defualt`\nhelp: did you mean `default`?\n",
	});
	expect(rules(["tree", "--rules", "broken.rules"], { cwd })).toMatchObject({ code: 2, out: "" });
});

test("a shipped pack is drawn in every format", () => {
	const tree = load("universal").tree as Tree;
	for (const format of treeFormats) {
		const { most, depth, draw } = treePicture[format];
		const drawn = Object.values(tree.agents).map((one) => outline(tree, one, { most, depth }));
		expect(draw(drawn, false)).toContain("coder");
	}
});
