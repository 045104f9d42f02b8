import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { firstDifference } from "../../../src/authoring/analysis/changes/difference.js";
import { requestOfExpectation } from "../../../src/authoring/analysis/expectation-request.js";
import { checkExpectations, isAsWanted } from "../../../src/authoring/suite/expectations.js";
import { type Mutant, mutantsOf } from "../../../src/authoring/suite/mutants.js";
import { type Judged, mutationRunner, type Verdict } from "../../../src/authoring/suite/mutation-runner.js";
import { policyFilesOf } from "../../../src/cli/policy/policy-files.js";
import { compile } from "../../../src/engine/decide/compile.js";
import { decide } from "../../../src/engine/decide/decide.js";
import type { World } from "../../../src/engine/request/paths.js";
import type { Request } from "../../../src/engine/request/request.js";
import { resolve } from "../../../src/language/policy/resolve.js";
import { type Loaded, loadText } from "../../../src/runtime/load/load.js";

const world: World = { workspace: "/w", home: "/h", linkAt: () => "none" };

/** The policy with its own expectations, as the judge takes it. */
function judged(loaded: Loaded, more: Partial<Judged> = {}): Judged {
	const { policy, tree } = loaded;
	if (tree === undefined) throw new Error(loaded.diagnostics.map(({ message }) => message).join("; "));
	expect(checkExpectations(policy, tree, world).filter(({ passed }) => !passed)).toEqual([]);
	const trials = policy.expectations.map((one) => ({ ...one, request: requestOfExpectation(one) }));
	return { policy, files: policyFilesOf(loaded), tree, trials, claims: [], world, firstDifference, ...more };
}

function verdicts(text: string, more: Partial<Judged> = {}): readonly (readonly [Mutant, Verdict | undefined])[] {
	const one = judged(loadText("p.rules", text), more);
	const judge = mutationRunner(one);
	return [...mutantsOf(one.files, () => true)].map((mutant) => [mutant, judge(mutant)]);
}

const ofChange = (text: string, change: string, more: Partial<Judged> = {}): Verdict | undefined =>
	verdicts(text, more).find(([mutant]) => mutant.change === change)?.[1];

const agent = (...lines: readonly string[]): string => `agent default {\n  ${lines.join("\n  ")}\n}\n`;

describe("a mutant", () => {
	test("is caught when a test fails", () => {
		const text = agent("default deny", "allow git", "deny git push", "expect allow: git log", "expect deny: git push");
		expect(ofChange(text, "`deny` becomes `allow`")).toEqual({ kind: "caught" });
	});

	test("is caught when another rule decides than a test says", () => {
		const text = agent("default deny", "deny git push id a", "deny git id b", "expect deny by a: git push");
		expect(verdicts(text).find(([{ change }]) => change === "this rule is left out")?.[1]).toEqual({ kind: "caught" });
	});

	test("survives when none does, with a command and the line that would fail", () => {
		const text = agent("default deny", "allow git", "deny git push", "expect allow: git status");
		expect(ofChange(text, "`deny` becomes `allow`")).toMatchObject({
			kind: "survives",
			difference: { agent: "default", before: "deny", after: "allow" },
			test: { in: "policy", text: expect.stringMatching(/^expect deny: git (.* )?push/) },
		});
	});

	test("is equal when no command is decided otherwise", () => {
		const text = agent("default deny", "locked deny git", "expect deny: git");
		expect(ofChange(text, "`locked` is left out")).toEqual({ kind: "equal" });
		expect(ofChange(agent("default deny", "deny git push", "deny git"), "`push` becomes `*` in `git push`")).toEqual({
			kind: "equal",
		});
	});

	test("is none when it can't be resolved, or says the very same", () => {
		const one = judged(loadText("p.rules", agent("default deny", "allow git")));
		const judge = mutationRunner(one);
		const [mutant] = mutantsOf(one.files, () => true);
		if (mutant === undefined) throw new Error("there is none");
		expect(judge({ ...mutant, files: one.files })).toBeUndefined();
		const broken = loadText("p.rules", agent("default deny", "allow @nothing"));
		expect(judge({ ...mutant, files: policyFilesOf(broken) })).toBeUndefined();
	});

	test("is not settled where the proof is not", () => {
		const text = agent("default deny", "allow rm within .", "expect allow: rm x");
		const difference = { firstDifference: () => ({ kind: "unsettled" as const }) };
		expect(ofChange(text, "`within .` is left out", difference)).toEqual({ kind: "unsettled" });
		expect(ofChange(text, "`within .` is left out")).toMatchObject({
			kind: "survives",
			difference: { before: "deny", after: "allow" },
		});
	});

	test("whose proof shows a command that is decided alike is not settled", () => {
		const text = agent("default deny", "allow rm within .", "expect allow: rm x");
		const wrong = {
			kind: "differs",
			agent: "default",
			request: { argv: ["ls"] },
			before: "deny",
			after: "allow",
		} as const;
		expect(ofChange(text, "`within .` is left out", { firstDifference: () => wrong })).toEqual({ kind: "unsettled" });
	});

	test("of a setting is never called equal for what a proof of rules says", () => {
		const text = agent("default deny", "syntax pipes", "allow ls", "expect allow: ls | ls");
		const equal = { firstDifference: () => ({ kind: "equal" as const }) };
		const all = verdicts(text, equal).filter(([{ mutation }]) => mutation === "setting");
		expect(all.map(([, verdict]) => verdict?.kind)).not.toContain("equal");
	});

	test("of what an agent may change of what governs it is judged by what it then decides", () => {
		const change = "`self writable` becomes `self protected`";
		const lines = ["default deny", "allow rm", "self writable"];
		expect(ofChange(agent(...lines, "expect allow: rm policy.rules"), change)).toEqual({ kind: "caught" });
		expect(ofChange(agent(...lines, "expect allow: rm x"), change)).toMatchObject({
			kind: "survives",
			difference: { before: "allow", after: "deny" },
		});
		expect(ofChange(agent("default deny", "allow ls", "self writable", "expect allow: ls"), change)).toEqual({
			kind: "equal",
		});
	});

	test("is caught when a claim breaks", () => {
		const loaded = loadText("p.rules", agent("default deny", "allow ls, rm", "deny rm", "never allow rm"));
		const one = judged(loaded, { claims: loaded.policy.claims });
		const judge = mutationRunner(one);
		const left = [...mutantsOf(one.files, () => true)].filter(({ change }) => change === "this rule is left out");
		expect(left.map((mutant) => judge(mutant)?.kind)).toEqual(["survives", "caught"]);
	});
});

describe("the line that is shown", () => {
	const shownBy = (request: Request): unknown => {
		const text = agent("default deny", "allow rm within .", "expect allow: rm x");
		const differs = { kind: "differs", agent: "default", request, before: "deny", after: "allow" } as const;
		const verdict = ofChange(text, "`within .` is left out", { firstDifference: () => differs });
		return verdict?.kind === "survives" ? verdict.test : verdict;
	};

	test("asks as the command is asked", () => {
		expect(shownBy({ argv: ["rm", "/x", "a b"] })).toEqual({ in: "policy", text: "expect deny: rm /x 'a b'" });
		expect(shownBy({ argv: ["rm", "/x"], force: true })).toEqual({ in: "policy", text: "expect deny forced: rm /x" });
	});

	test("is a case of a suite where an expectation can't say it", () => {
		expect(shownBy({ argv: ["rm", "/a\nb"] })).toEqual({
			in: "suite",
			text: '- { argv: ["rm","/a\\nb"], agents: "default", expect: "deny" }',
		});
		expect(shownBy({ argv: ["rm", "/x"], cwd: "/w/sub", tools: [] })).toEqual({
			in: "suite",
			text: '- { argv: ["rm","/x"], agents: "default", expect: "deny", cwd: "/w/sub", tools: [] }',
		});
	});

	test("is a case of a suite where an heir is decided otherwise", () => {
		const heir = "agent writer extends default {\n  override allow git push\n  expect allow: git push\n}\n";
		const text = agent("default deny", "allow git granting network", "deny git push") + heir;
		expect(ofChange(text, "`deny` becomes `allow`")).toMatchObject({
			kind: "survives",
			test: {
				in: "suite",
				text: expect.stringMatching(/^- \{ argv: \["git".*\], agents: "default", expect: "deny" \}$/),
			},
		});
	});

	test("is YAML in YAML", () => {
		const text = "agents:\n  default:\n    rules:\n      - default: deny\n      - allow: [git]\n";
		const loaded = loadText("p.rules.yaml", text);
		const one = judged(loaded);
		const judge = mutationRunner(one);
		const tests = [...mutantsOf(one.files, () => true)].flatMap((mutant) => {
			const verdict = judge(mutant);
			return verdict?.kind === "survives" ? [verdict.test.text] : [];
		});
		expect(tests).toContain('- { expect: deny, command: "x" }');
	});
});

const shipped = readFileSync(new URL("../../../rules/safe-shell.rules", import.meta.url), "utf8");
const small = agent(
	"default deny",
	"syntax pipes, sequences",
	"locked deny sh, bash id no-shells",
	'deny git push --force except git push --force --dry-run because "No."',
	"ask npm publish",
	"nudge grep use file.search",
	"allow git, ls, grep, cat",
	"allow rm, mv within ., !./keep",
	"allow sort granting write",
	"constrain writes of * to ., /tmp",
	"deny * touching **/.env",
	"expect allow: ls | cat",
	"expect deny: sh x",
	"expect ask: npm publish",
	"expect nudge: grep x",
	"expect deny: rm /x",
	"expect deny: cat .env",
	"expect allow: sort -o f",
);

test.each([
	["a small policy", small],
	["the shipped pack", shipped],
])("a verdict is that of the whole tree: %s", (_, text) => {
	const one = judged(loadText("p.rules", text), { firstDifference: () => ({ kind: "unsettled" }) });
	const judge = mutationRunner(one);
	for (const mutant of mutantsOf(one.files, () => true)) {
		const verdict = judge(mutant);
		if (verdict === undefined || verdict.kind === "equal") continue;
		const tree = compile(resolve(mutant.files).value, one.tree.lines);
		const failing = one.trials.filter((trial) => !isAsWanted(trial, decide(tree, trial.request, world)));
		expect([mutant.change, verdict.kind === "caught"]).toEqual([mutant.change, failing.length > 0]);
		if (verdict.kind !== "survives") continue;
		const { request, before, after } = verdict.difference;
		expect(decide(one.tree, request, world).effect).toBe(before);
		expect(decide(tree, request, world).effect).toBe(after);
	}
});

test("with the lines that are shown, nothing survives that they were shown for", () => {
	const survivors = verdicts(small).flatMap(([{ change }, verdict]) =>
		verdict?.kind === "survives" && verdict.test.in === "policy" ? [[change, verdict.test.text] as const] : [],
	);
	expect(survivors.length).toBeGreaterThan(10);
	const lines = [...new Set(survivors.map(([, line]) => `  ${line}\n`))].join("");
	const left = verdicts(small.replace(/\}\n$/, `${lines}}\n`)).filter(([, verdict]) => verdict?.kind === "survives");
	const shown = new Set(survivors.map(([change]) => change));
	expect(left.map(([{ change }]) => change).filter((change) => shown.has(change))).toEqual([]);
});
