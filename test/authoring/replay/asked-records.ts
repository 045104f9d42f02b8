/** Records that ask what is in the corpora, from homes and projects of many names, at several times. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { Tree } from "../../../src/engine/decide/tree.js";
import { load } from "../../../src/runtime/load/load.js";
import { folder, root } from "../../cli/cli.js";

export const there = folder({
	"w/src/a.ts": "",
	"w/.env": "",
	"w/.git/config": '[remote "origin"]\n\turl = https://git.example/a/b\n',
	".ssh/config": "Host x\n",
});

export function treeOf(policy: string): Tree {
	const { tree, diagnostics } = load("policy.rules", { cwd: folder({ "policy.rules": policy }) });
	if (tree === undefined) throw new Error(JSON.stringify(diagnostics));
	return tree;
}

export const policies: Readonly<Record<string, () => Tree>> = {
	developer: () => treeOf('import "developer"\nagent writer extends default {\n  allow cp within .\n}\n'),
	guard: () => treeOf('import "guard"\nagent writer extends default {\n  ask curl\n}\n'),
	"times and folders": () =>
		treeOf(`agent default {
  default deny
  syntax pipes, sequences, redirects, variables
  allow ls, git, cat, npm, node, grep, echo, curl, env
  allow rm within ./build
  deny cat touching ~/.ssh because "Keys are not for agents."
  deny git push when time is 00:00-07:00 because "Not at night."
  ask curl
  environment accept CI
}
agent writer extends default {
  deny npm when day is sat, sun because "Not at weekends."
  allow cp, mv within .
}
`),
};

/** The commands of the corpora, and some that hang on what a record has of its own. */
const commands: readonly string[] = [
	...["everyday", "spellings", "attacks", "history"].flatMap((name) =>
		readFileSync(join(root, `test/corpora/${name}.jsonl`), "utf8")
			.split("\n")
			.flatMap((line) => (line === "" ? [] : [(JSON.parse(line) as { readonly command?: unknown }).command]))
			.filter((command): command is string => typeof command === "string" && command.length < 400),
	),
	...[
		"cat ~/.ssh/config",
		"cat ../a",
		"rm -rf build/x",
		"git push",
		"npm test",
		"cat /home/u1/w/a",
		"cat /home/barbara/w/a",
		"ls ~barbara && rm -rf build/barbara",
		`cat ${there}/w/.env`,
		"ls",
		"cd /home/u2 && ls",
		"cat ../kraken-ui/x",
		"rm -rf build/kraken-ui",
	],
	...[
		"echo a > out.txt",
		"git -C /home/u1/w status",
		"cp a b",
		"curl -o x https://x.example",
		"grep -rn x .",
		"CI=1 npm test",
		"cat ~u1/x",
	],
];

/** Names that nothing knows, names that a policy or a program knows, and one that is here. */
export const homes = [
	...["/home/u1", "/home/u2", "/home/ann", "/home/barbara", "/home/Carl-2", "/home/git", "/home/node", "/home/writer"],
	...["/home/ssh", "/home/etc", "/home/backup", "/Users/dora", "/home/team/emil", "/root", there, undefined],
] as const;
export const times = ["2026-11-02T03:00:00.000Z", "2026-11-02T12:00:00.000Z", "2026-11-07T12:00:00.000Z", "no time"];

export const record = fc.record({
	command: fc.nat().map((at) => commands[at % commands.length] ?? ""),
	asArgv: fc.boolean(),
	home: fc.constantFrom(...homes),
	workspace: fc.constantFrom(
		"w",
		"w2",
		"kraken-ui",
		"src/kraken-ui",
		"kraken-ui/kraken-ui",
		"hydra-api",
		"git",
		"",
		"elsewhere",
		"absent",
	),
	cwd: fc.constantFrom("same", "src", "..", "/tmp", "absent"),
	agent: fc.constantFrom("default", "writer", "nobody"),
	time: fc.constantFrom(...times),
	force: fc.boolean(),
	env: fc.constantFrom([], ["CI"], ["HOME"], ["LD_PRELOAD"]),
	tools: fc.constantFrom(undefined, ["git", "ls"]),
});
export type Asked = typeof record extends fc.Arbitrary<infer Of> ? Of : never;

export function lineOf({ command, asArgv, home, workspace, cwd, agent, time, force, env, tools }: Asked): {
	readonly text: string;
} {
	const base = workspace === "elsewhere" ? "/srv/p" : `${home ?? "/home/u9"}${workspace === "" ? "" : `/${workspace}`}`;
	const own = cwd === "same" ? base : cwd === ".." ? `${base}/..` : cwd === "src" ? `${base}/src` : cwd;
	return {
		text: JSON.stringify({
			...{ version: 1, type: "decision", id: "x", time, prev: "0".repeat(64), agent, force, env },
			...(asArgv ? { argv: command.split(" ") } : { script: command }),
			...(cwd === "absent" ? {} : { cwd: own }),
			...(workspace === "absent" ? {} : { workspace: base, ...(home === undefined ? {} : { home }) }),
			...(tools === undefined ? {} : { tools }),
			...{ effect: "allow", code: "rule", rules: [], message: "", commands: [], policy: "a" },
		}),
	};
}
