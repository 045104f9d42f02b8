import { describe, expect, test } from "@jest/globals";
import { type Edits, smallestEdits } from "../../../src/authoring/analysis/edits/smallest-edit.js";
import { ownDecision, requestOf } from "../../../src/authoring/analysis/witness.js";
import { isShipped, policyFilesOf } from "../../../src/cli/policy/policy-files.js";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import type { World } from "../../../src/engine/request/paths.js";
import type { Request } from "../../../src/engine/request/request.js";
import { requestText } from "../../../src/engine/request/request-text.js";
import type { PolicyFile } from "../../../src/language/syntax/statements.js";
import { convertPolicyFile, formatPolicyFile } from "../../../src/language/syntax/write-policy-file.js";
import { type Loaded, loadText } from "../../../src/runtime/load/load.js";

const world: World = { workspace: "/repo", home: "/home/user", linkAt: () => "none", entriesOf: () => [] };

const policy = `set shells = bash, sh
agent default {
  default deny
  locked deny @shells id no-shells
  deny git except git status, git diff because "Use the version-control tools." id no-git
  deny npm install --global
  ask npm publish
  nudge grep, find use file.search
  allow npm, node, ./*
  allow rm, mv, cp within .
  allow git, sort, wc
  constrain writes of * to ., /tmp/build
  deny * touching **/.env
  syntax pipes, sequences, redirects
}

agent writer extends default {
  allow pdflatex
  override allow git fetch
}
`;

/** The edits for a request under a policy. */
function edits(request: Request, text = policy, name = "p.rules"): Edits {
	return editsIn(loadText(name, text, { cwd: "/nowhere" }), request);
}

function editsIn(loaded: Loaded, request: Request): Edits {
	return smallestEdits({
		files: policyFilesOf(loaded),
		policy: loaded.policy,
		tree: treeOf(loaded),
		request,
		world,
		isOwn: (file) => !isShipped(file),
		steps: 50,
	});
}

function treeOf({ tree, diagnostics }: Loaded): Tree {
	if (tree === undefined) throw new Error(`there is no tree: ${diagnostics.map(({ message }) => message).join("; ")}`);
	return tree;
}

/** What the best edit does: `add override allow git push to writer:22`. */
function best(request: Request, text = policy): readonly string[] {
	const [first] = edits(request, text).edits;
	return (first?.changes ?? []).map(({ action, agent, line, after, before }) =>
		`${action} ${agent}:${line} ${after ?? before}`.replaceAll(/\s+/g, " "),
	);
}

const asked: readonly Request[] = [
	{ argv: ["git", "push", "origin", "main"] },
	{ argv: ["git", "push", "--force", "origin", "main"], agent: "writer" },
	{ argv: ["kubectl", "get", "pods"] },
	{ argv: ["ls", "-la", "/etc"] },
	{ argv: ["sort", "-o", "out.txt", "in.txt"] },
	{ argv: ["cp", "a", "/etc/x"] },
	{ argv: ["cat", ".env"] },
	{ argv: ["npm", "publish"] },
	{ argv: ["grep", "x", "y"] },
	{ argv: ["npm", "install", "-g", "x"], agent: "writer" },
	{ argv: ["foo", "--bar=1", "it's $x", "allow"] },
	{ argv: ["a b", "@z", "*", "within", "-- x"] },
	{ argv: ["-x"] },
	{ argv: ["wc", "a"], env: { X: "1" } },
	{ script: "wc a | jq . > out &" },
	{ script: "X=1 wc $Y" },
	{ script: "curl x; wc a; awk '{ print }' z" },
	{ argv: ["wc", "a"] },
	{ argv: ["git", "fetch"], agent: "writer" },
	{ argv: ["./run.sh", "a"] },
];

describe("every edit", () => {
	const inRules = loadText("p.rules", policy, { cwd: "/nowhere" });
	const yaml = convertPolicyFile(inRules.files[0] as PolicyFile, "yaml");
	const cases = asked.flatMap((request, index) => {
		const title = `${request.agent ?? "default"}: ${requestText(request)}`;
		return [
			[title, request, "p.rules", policy] as const,
			// The other notation differs in how it is written, and in nothing else.
			...(index % 5 === 0 ? [[`${title}, in YAML`, request, "p.rules.yaml", yaml] as const] : []),
		];
	});

	test.each(cases)(
		"written and loaded again changes the answer, and what it is said to change besides: %s",
		(_, request, name, text) => {
			const loaded = loadText(name, text, { cwd: "/nowhere" });
			const before = treeOf(loaded);
			const found = editsIn(loaded, request);
			expect(found.to).toBe(decide(before, request, world).effect === "allow" ? "deny" : "allow");
			expect(found.edits.length).toBeGreaterThan(0);
			for (const { changes, files, besides } of found.edits) {
				const written = formatPolicyFile(files.files.get(name)?.file as PolicyFile);
				const after = treeOf(loadText(name, written, { cwd: "/nowhere" }));
				expect(decide(after, request, world).effect).toBe(found.to);
				expect(changes.length).toBeGreaterThan(0);
				const bare = (one: string): string => one.replaceAll(/\s+/g, " ");
				for (const { after: line } of changes) if (line !== undefined) expect(bare(written)).toContain(bare(line));
				for (const { agent, sample, before: was, after: is } of besides.commands) {
					const effects = [before, after].map(
						(tree) => ownDecision(decide(tree, requestOf(sample, agent), world)).effect,
					);
					expect([sample.argv, ...effects]).toEqual([sample.argv, was, is]);
				}
			}
		},
	);
});

describe("the best edit", () => {
	test("grants what the program and its subcommand do", () => {
		expect(best({ argv: ["kubectl", "get", "pods"] })).toEqual(["add default:14 allow kubectl get"]);
		expect(best({ argv: ["ls", "-la"] })).toEqual(["add default:14 allow ls"]);
	});

	test("stays inside of the folders that are named", () => {
		expect(best({ argv: ["ls", "/etc"] })).toEqual(["add default:14 allow ls within /etc"]);
	});

	test("names the hosts that are talked to, where all of them are known", () => {
		expect(best({ argv: ["curl", "https://example.com/x"] })).toEqual(["add default:14 allow curl at example.com"]);
		expect(best({ argv: ["curl", "-o", "a", "https://example.com/x"] })).toEqual([
			"add default:14 allow curl --output at example.com within .",
		]);
		expect(best({ argv: ["scp", "a", "user@build.example:b"] })).toEqual([
			"add default:14 allow scp at build.example within .",
		]);
		// It follows where it is sent, so others may be talked to.
		expect(best({ argv: ["curl", "-L", "https://example.com/x"] })).toEqual(["add default:14 allow curl --location"]);
	});

	test("grants what nobody knows word by word", () => {
		expect(best({ argv: ["git", "lfs", "pull"] }, "default deny\nallow ls\n")).toEqual([
			"add :3 allow exactly git lfs pull granting everything",
		]);
	});

	test("carves out the file that an inherited rule keeps, and not its folder", () => {
		const text = "agent a {\n  default deny\n  allow cat, cp\n  deny * touching **/.env\n}\nagent b extends a { }\n";
		expect(best({ argv: ["cat", ".env"], agent: "b" }, text)).toEqual(["add b:6 override allow cat within .env"]);
		expect(best({ argv: ["cat", "x/.env", "y/.env"], agent: "b" }, text)).toEqual([
			"add b:6 override allow cat within x/.env, y/.env",
		]);
	});

	test("carves out of what is inherited", () => {
		expect(best({ argv: ["git", "push"], agent: "writer" })).toEqual(["add writer:20 override allow git push"]);
	});

	test("leaves something out of the agent's own rule", () => {
		expect(best({ argv: ["git", "push"] })).toEqual([
			'replace default:5 deny git except git status, git diff, git push because "Use the version-control tools." id no-git',
		]);
	});

	test("adds what the settings lack", () => {
		expect(best({ script: "wc a &" })).toEqual(["replace default:14 syntax pipes, sequences, redirects, background"]);
		expect(best({ script: "X=1 wc a" })).toEqual(["add default:15 environment accept X"]);
	});

	test("takes away everything that is in the way, and no more", () => {
		expect(best({ script: "X=1 kubectl get pods" })).toEqual([
			"add default:15 environment accept X",
			"add default:14 allow kubectl get",
		]);
	});

	test("denies what is allowed", () => {
		expect(best({ argv: ["git", "fetch"], agent: "writer" })).toEqual(["add writer:20 deny git fetch"]);
	});

	test("is everything that nothing speaks against only where nothing else is left", () => {
		for (const argv of [["kubectl"], ["git", "push"], ["npm", "publish"]])
			for (const { changes } of edits({ argv }).edits)
				for (const { after = "" } of changes) expect(after).not.toContain("default allow");
	});
});

describe("there is no edit", () => {
	test("below a locked rule, which is named", () => {
		const found = edits({ argv: ["bash", "x"], agent: "writer" });
		expect(found).toMatchObject({ to: "allow", edits: [], locked: [{ id: "no-shells", file: "p.rules", line: 4 }] });
	});

	test("for what can't be read for certain", () => {
		for (const script of ["wc 'a", 'eval "$X"', "$X a"])
			expect(edits({ script })).toMatchObject({
				edits: [],
				why: "it can't be read for certain, and no rule changes that",
			});
	});

	test("for an agent that the policy has not", () => {
		expect(edits({ argv: ["wc"], agent: "nobody" })).toMatchObject({ edits: [], why: "the policy has no such agent" });
	});

	test("for what runs nothing", () => {
		expect(edits({ script: "" })).toMatchObject({ edits: [] });
	});
});

test("an agent of a shipped pack is added to in the file that imports it", () => {
	const found = edits({ argv: ["kubectl", "get", "pods"] }, 'import "safe-shell"\n');
	expect(found.edits[0]?.changes).toMatchObject([
		{ action: "add", agent: "", file: "p.rules", after: "agent default {\n  allow kubectl get\n}" },
	]);
	expect(edits({ argv: ["git"] }, 'import "safe-shell"\n').locked).toMatchObject([{ id: "no-git" }]);
});

test("rules outside of agents are added to where they stand", () => {
	expect(best({ argv: ["kubectl", "get", "pods"] }, "default deny\nallow ls\n")).toEqual(["add :3 allow kubectl get"]);
});

test("an edit that changes nothing else says so", () => {
	const exact = edits({ argv: ["ls"] }, "agent default {\n  default deny\n}\n").edits.find(({ changes }) =>
		changes[0]?.after?.startsWith("allow exactly"),
	);
	expect(exact?.besides).toEqual({ commands: [], settings: [], others: false, settled: true });
});

test("where it is late, nothing is said to be all", () => {
	const loaded = loadText("p.rules", policy, { cwd: "/nowhere" });
	const found = smallestEdits({
		files: policyFilesOf(loaded),
		policy: loaded.policy,
		tree: treeOf(loaded),
		request: { argv: ["kubectl"] },
		world,
		isOwn: () => true,
		pool: 0,
	});
	expect(found.edits.map(({ besides }) => besides.settled)).toEqual(found.edits.map(() => false));
});
