import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { fixAll, type Texts, type Tried } from "../../../src/authoring/lint/fixes.js";
import { lint } from "../../../src/authoring/lint/lint.js";
import type { Lint } from "../../../src/authoring/lint/lint-record.js";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Diagnostic } from "../../../src/language/diagnostic/diagnostic.js";
import { edited } from "../../../src/language/source/text-edits.js";
import { convertPolicyFile } from "../../../src/language/syntax/write-policy-file.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { about, agentNames, focus, numbered, policyText } from "../../engine/laws/arbitrary.js";
import { world } from "../../engine/laws/world.js";
import { isWhole, part } from "../../part.js";

const name = "policy.rules";

interface Trying {
	readonly name?: string;
	readonly lints?: readonly Lint[];
	readonly steps?: number;
}

function trying(text: string, { name: file = name, ...settings }: Trying = {}): (texts: Texts) => readonly Tried[] {
	return (texts) => {
		const policy = loadText(file, texts.get(file) ?? text, { cwd: "/nowhere" });
		return [
			{
				...(policy.tree === undefined ? {} : { tree: policy.tree }),
				diagnostics: () => lint(policy, settings),
				texts: new Map([[file, texts.get(file) ?? text]]),
			},
		];
	};
}

const factor = Number(process.env.LAWS_RUNS ?? 0.5 * part);
const seed = Number(process.env.LAWS_SEED ?? 20261121);

/** What is not settled in so many steps is not reported, and not fixed: more policies say more than more steps. */
const steps = 100;

/** Every agent that inherits asks all questions again: most policies have one. */
const agentCounts = fc.constantFrom(1, 1, 1, 3);

/** A random policy in one of the notations, with what it is called then. */
const written = fc.record({ names: focus, isYaml: fc.boolean(), agents: agentCounts }).chain((drawn) => {
	const { policy, request } = about(drawn.names);
	return fc.record({
		policy: policy.map((one) => {
			const agents = one.agents.slice(0, drawn.agents);
			return writtenAs(policyText(numbered({ ...one, agents })), drawn.isYaml);
		}),
		requests: fc.array(request, { minLength: 1, maxLength: 12 }),
	});
});

function writtenAs(text: string, isYaml: boolean): { readonly name: string; readonly text: string } {
	const [file] = loadText(name, text, { cwd: "/nowhere" }).files;
	if (!isYaml || file === undefined) return { name, text };
	return { name: `${name}.yaml`, text: convertPolicyFile(file, "yaml") };
}

describe("on random policies", () => {
	test("safe fixes change no decision, and fixing again changes nothing", () => {
		let changed = 0;
		fc.assert(
			fc.property(written, ({ policy: { name, text: before }, requests }) => {
				const old = loadText(name, before, { cwd: "/nowhere" });
				fc.pre(old.tree !== undefined);
				const after = fixAll(trying(before, { name, steps }), { unsafe: false }).texts.get(name) ?? before;
				if (after === before) return;
				changed++;
				const now = loadText(name, after, { cwd: "/nowhere" });
				if (old.tree === undefined || now.tree === undefined) throw new Error(`broken by fixes:\n${after}`);
				for (const agent of agentNames) {
					for (const request of requests) {
						const [one, other] = [old.tree, now.tree].map((tree) => decide(tree, { ...request, agent }, world).effect);
						if (one !== other)
							throw new Error(`${agent} ${JSON.stringify(request)}: ${one}, then ${other}\n${before}\n${after}`);
					}
				}
				const again = fixAll(trying(after, { name, steps }), { unsafe: false });
				expect(again.texts.get(name) ?? after).toBe(after);
			}),
			{ numRuns: Math.ceil(18 * factor), seed },
		);
		expect(changed).toBeGreaterThan(isWhole ? 5 : 1);
	}, 240_000);

	test("all fixes come to an end, and what is left can be read", () => {
		fc.assert(
			fc.property(written, ({ policy: { name, text: before } }) => {
				fc.pre(loadText(name, before, { cwd: "/nowhere" }).tree !== undefined);
				const after = fixAll(trying(before, { name, steps }), { unsafe: true }).texts.get(name) ?? before;
				expect(
					loadText(name, after, { cwd: "/nowhere" }).diagnostics.filter((one) => one.severity === "error"),
				).toEqual([]);
			}),
			{ numRuns: Math.ceil(5 * factor), seed },
		);
	}, 240_000);
});

/** A lint that puts one text in the place of another, and says that this is safe. */
function replacing(what: string, by: string, safe = true): Lint {
	return {
		name: "replacing",
		family: "style",
		severity: "info",
		summary: "a text stands where another should",
		looksAt: "text",
		check: ({ sources, roots }) =>
			roots.flatMap((file) => {
				const start = sources.get(file)?.text.indexOf(what) ?? -1;
				if (start < 0) return [];
				const span = { file, start, end: start + what.length };
				return [
					{ message: `\`${what}\``, span, fix: { title: "put the other there", edits: [{ span, text: by }], safe } },
				];
			}),
	};
}

describe("a fix", () => {
	const policy = "agent default {\n  default deny\n  allow git\n  allow wc # count\n}\n";

	test("that says it is safe and changes a decision is left out, and that is told", () => {
		const { texts, applied, refused } = fixAll(
			trying(policy, { lints: [replacing("allow git", "allow hg"), replacing("count", "sum")] }),
			{
				unsafe: false,
			},
		);
		expect(texts.get(name)).toBe(policy.replace("count", "sum"));
		expect(applied.length).toBeGreaterThan(0);
		expect(refused.map(({ why }) => why)).toEqual(["it would change what `default` may run"]);
	});

	test("that changes a decision is applied where that is asked for, with what changes", () => {
		const { texts, changes } = fixAll(trying(policy, { lints: [replacing("allow git", "allow hg", false)] }), {
			unsafe: true,
		});
		expect(texts.get(name)).toContain("allow hg");
		expect(changes.flatMap(({ found }) => found.changes.flatMap(({ programs }) => programs)).sort()).toEqual([
			"git",
			"hg",
		]);
	});

	test("that leaves a policy which can't be read is left out", () => {
		const { texts, refused } = fixAll(trying(policy, { lints: [replacing("allow wc", "allow @none")] }), {
			unsafe: true,
		});
		expect(texts.size).toBe(0);
		expect(refused.map(({ why }) => why)).toEqual(["the policy could not be read any more"]);
	});

	test("that never ends is stopped", () => {
		const { texts } = fixAll(trying(policy, { lints: [replacing("# c", "# cc")] }), { unsafe: false });
		expect(texts.get(name)).toMatch(/# c{5,12}ount/);
	});
});

test("edits are put in from the end, whatever their order", () => {
	const at = (start: number, end: number, text: string): NonNullable<Diagnostic["fix"]>["edits"][number] => ({
		span: { file: name, start, end },
		text,
	});
	expect(edited("abcdef", [at(4, 5, "E"), at(0, 1, ""), at(2, 2, "-")])).toBe("b-cdEf");
});
