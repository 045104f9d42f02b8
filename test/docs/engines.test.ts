/** The step that engines run, in Python, against `rules replay`: the same answers, record by record. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { replay } from "../../src/authoring/replay/replay.js";
import { loadText } from "../../src/runtime/load/load.js";
import { realWorld } from "../../src/runtime/load/world.js";
import { decided, folder, logOf } from "../authoring/archive/archives.js";
import { root, shell } from "../cli/cli.js";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) console.warn("skipped: there is no python3");

const policy = `agent default {
  default deny
  allow git
  allow cat within .
  allow file.read within ~
  ask make
  nudge curl because "Use the proxy." use proxy
  allow date when time is 09:00-17:00
  allow seq after exactly ls 1 times
}
`;

/** What is asked of a machine whose folders are not here. */
const home = "/home/nobody-of-ours";
const asked: readonly Readonly<Record<string, unknown>>[] = [
	{ argv: ["git", "push"] },
	{ script: "cat src/a | git hash-object --stdin" },
	{ script: "cat ~/w/a", cwd: "/elsewhere" },
	{ script: "cat a", workspace: undefined },
	{ call: [["file.read", `${home}/w/.env`]] },
	{ argv: ["make"], force: true },
	{ script: "curl x", force: true },
	{ script: "curl x" },
	{ script: "git status", env: ["CI"] },
	{ script: "git status", env: ["HOME"] },
	{ script: "git status", env: ["LD_PRELOAD"] },
	{ script: "git status", agent: "unknown", env: ["HOME"] },
	{ script: "date", time: "2026-11-01T12:00:00Z" },
	{ script: "date", time: "2026-11-01T20:00:00Z" },
	{ script: "seq 3" },
	{ script: "if then \ud800", tools: ["git"] },
	{ argv: undefined },
];

(hasPython ? test : test.skip)("the step in Python, as Spark runs it, answers what a replay does", async () => {
	const { argv: _, ...common } = decided;
	const records = asked.flatMap((one, number) => [
		{ ...common, id: `r${number}`, cwd: `${home}/w/src`, workspace: `${home}/w`, home, env: [], ...one },
		{ type: "approval", id: `r${number}`, by: "ann" },
	]);
	const log = logOf([...records, "{ no record"]);
	const project = folder();
	writeFileSync(join(project, "p.rules"), policy);
	const step = `import sys, types
sys.modules["pyspark"] = types.ModuleType("pyspark")
sys.modules["pyspark.sql"] = types.ModuleType("pyspark.sql")
sys.modules["pyspark.sql"].SparkSession = None
sys.path.insert(0, sys.argv[1])
from replay_spark import replay_partition
command = [*sys.argv[4:], "check", "--jsonl", "--brief", "--lenient", "--rules", sys.argv[3]]
with open(sys.argv[2], encoding="utf-8") as lines:
    for answer in replay_partition(command)(lines): print(answer)
`;
	const program = join(folder(), "step.py");
	writeFileSync(program, step);
	const { code, out, err } = shell(
		`PYTHONDONTWRITEBYTECODE=1 python3 '${program}' '${join(root, "docs/engines")}' '${log}' p.rules "$@"`,
		{ cwd: project },
	);
	expect({ code, err }).toEqual({ code: 0, err: "" });
	const lines = readFileSync(log, "utf8").trimEnd().split("\n");
	const { tree } = loadText("p.rules", policy);
	if (tree === undefined) throw new Error("the policy has errors");
	const ours: unknown[] = [];
	for await (const one of replay(
		lines.map((text) => ({ text })),
		tree,
		realWorld(),
	)) {
		if (one.kind !== "compared") ours.push(one.kind === "undecided" || one.kind === "broken" ? "undecided" : one);
		else ours.push([one.change, one.after.effect, one.after.code, one.after.rules.map(({ id }) => id)]);
	}
	const theirs = out
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line))
		.map(({ change, after }) => (after === undefined ? change : [change, after.effect, after.code, after.rules]));
	expect(theirs).toEqual(ours);
	expect(new Set(theirs.map((one) => (Array.isArray(one) ? one[1] : one)))).toEqual(
		new Set(["allow", "ask", "nudge", "deny", "undecided"]),
	);
});
