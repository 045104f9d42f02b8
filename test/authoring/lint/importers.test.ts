import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { fixAll, type Texts, type Tried } from "../../../src/authoring/lint/fixes.js";
import { lint } from "../../../src/authoring/lint/lint.js";
import { lints } from "../../../src/authoring/lint/lints.js";
import { decide } from "../../../src/engine/decide/decide.js";
import { hasErrors } from "../../../src/language/diagnostic/diagnostic.js";
import { convertPolicyFile } from "../../../src/language/syntax/write-policy-file.js";
import { type Loaded, load } from "../../../src/runtime/load/load.js";
import { readPolicyText } from "../../../src/runtime/load/read-file.js";
import { about, focus, policyTexts } from "../../engine/laws/arbitrary.js";
import { world } from "../../engine/laws/world.js";

const factor = Number(process.env.LAWS_RUNS ?? 1);
const seed = Number(process.env.LAWS_SEED ?? 20261121);
const steps = 100;

/** Those that find something to mend without asking. */
const fixing = lints.filter(({ fixes }) => fixes === "safe" || fixes === "both");

const cwd = "/nowhere";

/** A policy of files that are no files. */
function loaded(root: string, files: Texts): Loaded {
	return load(root, {
		cwd,
		read: (path) => {
			const text = files.get(path.replace(`${cwd}/`, ""));
			return text === undefined ? readPolicyText(path) : { text };
		},
	});
}

/** The library as fixes leave it, whoever imports it. */
function fixed(library: string, text: string, unsafe = false) {
	const read = (texts: Texts): readonly Tried[] => {
		const policy = loaded(library, new Map([[library, texts.get(library) ?? text]]));
		return [
			{
				...(policy.tree === undefined ? {} : { tree: policy.tree }),
				diagnostics: () => lint(policy, { lints: fixing, steps }),
				texts: new Map([...policy.sources].map(([file, source]) => [file, source.text])),
				importable: policy,
			},
		];
	};
	const result = fixAll(read, { unsafe, steps });
	return { ...result, text: result.texts.get(library) ?? text };
}

/** A library in one of the notations, and a file that imports it, in the other one now and then. */
const pair = fc.record({ names: focus, isYaml: fc.boolean() }).chain(({ names, isYaml }) => {
	const { policy, request } = about(names);
	return fc.record({
		texts: fc.tuple(policy, policy, fc.nat(2)).map(([base, more, kept]) => {
			const { base: text, main } = policyTexts({ ...base, agents: base.agents.slice(0, kept) }, more);
			if (!isYaml) return { library: "base.rules", text, main };
			const [file] = loaded("base.rules", new Map([["base.rules", text]])).files;
			return {
				library: "base.rules.yaml",
				text: file === undefined ? text : convertPolicyFile(file, "yaml"),
				main: main.replace("./base.rules", "./base.rules.yaml"),
			};
		}),
		requests: fc.array(request, { minLength: 1, maxLength: 12 }),
	});
});

describe("safe fixes of a file that others import", () => {
	test("change no decision of who imports it", () => {
		let changed = 0;
		fc.assert(
			fc.property(pair, ({ texts: { library, text, main }, requests }) => {
				const importing = (one: string): Loaded =>
					loaded(
						"main.rules",
						new Map([
							[library, one],
							["main.rules", main],
						]),
					);
				const before = importing(text);
				fc.pre(before.tree !== undefined && !hasErrors(loaded(library, new Map([[library, text]])).diagnostics));
				const after = fixed(library, text);
				if (after.text === text) return;
				changed++;
				const now = importing(after.text);
				if (before.tree === undefined || now.tree === undefined)
					throw new Error(`broken by fixes:\n${text}\n${after.text}\n${main}`);
				for (const agent of before.policy.agents.keys())
					for (const request of requests) {
						const [one, other] = [before.tree, now.tree].map(
							(tree) => decide(tree, { ...request, agent }, world).effect,
						);
						if (one !== other)
							throw new Error(
								`${agent} ${JSON.stringify(request)}: ${one}, then ${other}\n${text}\n---\n${after.text}\n---\n${main}`,
							);
					}
			}),
			{ numRuns: Math.ceil(4 * factor), seed },
		);
		expect(changed).toBeGreaterThan(1);
	}, 600_000);
});
