import { describe, expect, test } from "@jest/globals";
import { lint } from "../../../src/authoring/lint/lint.js";
import { repeatedSetting } from "../../../src/authoring/lint/lints/repeated-setting.js";
import { selfWritable } from "../../../src/authoring/lint/lints/self-writable.js";
import { changeForImporters } from "../../../src/authoring/lint/meaning/importers.js";
import { type Loaded, load } from "../../../src/runtime/load/load.js";

const cwd = "/nowhere";

function loaded(roots: readonly string[], files: Readonly<Record<string, string>>): Loaded {
	return load(roots, {
		cwd,
		read: (path) => {
			const text = files[path.replace(`${cwd}/`, "")];
			return text === undefined ? { message: "there is no such file", help: "name one" } : { text };
		},
	});
}

const files = {
	"team.rules": "self writable\ngroup maintaining {\n  override self writable\n}\nagent default {\n  default deny\n}\n",
	"policy.rules": 'import "./team.rules"\nagent default {\n  allow rm\n}\n',
	"said.rules": 'import "./team.rules"\nagent default extends maintaining {\n  self writable\n}\n',
	"other.rules": "agent default {\n  allow cat\n}\n",
};
const selfOf = ({ policy }: Loaded, name = "default") => policy.agents.get(name)?.self;
const rulesOf = ({ policy }: Loaded) => policy.agents.get("default")?.engineRules.map(({ id }) => id);
const places = ({ diagnostics, sources }: Loaded, code: string) =>
	diagnostics
		.filter((one) => one.code === code)
		.map(
			({ severity, span }) => `${severity} ${span.file}: ${sources.get(span.file)?.text.slice(span.start, span.end)}`,
		);

describe("`self writable`", () => {
	test("takes nothing away in an imported file, and each one is warned of, once", () => {
		const policy = loaded(["policy.rules"], files);
		expect([selfOf(policy), rulesOf(policy)]).toEqual(["protected", ["engine:governs", "engine:state"]]);
		expect(places(policy, "self-in-import")).toEqual([
			"warning team.rules: self writable",
			"warning team.rules: override self writable",
		]);
		expect(policy.tree).toBeDefined();
		expect(policy.policy.settingOrigins.get("default")?.has("self")).toBe(false);
	});

	test("counts where the policy that imports says it, and repeats nothing there", () => {
		const policy = loaded(["said.rules"], files);
		expect([selfOf(policy), rulesOf(policy)]).toEqual(["writable", ["engine:state"]]);
		expect(
			policy.policy.settingOrigins
				.get("default")
				?.get("self")
				?.map(({ span }) => span.file),
		).toEqual(["said.rules"]);
		const found = lint(policy, { lints: [repeatedSetting, selfWritable] });
		expect(found.filter(({ code }) => code !== "self-in-import").map(({ code, span }) => [code, span.file])).toEqual([
			["self-writable", "said.rules"],
		]);
	});

	test("counts in every file that was asked for, also in one that another of them imports", () => {
		expect(selfOf(loaded(["team.rules"], files))).toBe("writable");
		expect(places(loaded(["team.rules"], files), "self-in-import")).toEqual([]);
		expect(selfOf(loaded(["policy.rules", "team.rules"], files))).toBe("writable");
		expect(selfOf(loaded(["other.rules", "said.rules"], files))).toBe("writable");
		expect(selfOf(loaded(["other.rules", "policy.rules"], files))).toBe("protected");
	});
});

test("`self` was said by the lines that say what holds, here and above", () => {
	const { policy } = loaded(["p.rules"], {
		"p.rules": [
			"agent default {\n  self writable\n  self protected\n}",
			"agent heir extends default {\n  self protected\n}",
			"agent open extends heir {\n  override self writable\n}",
		].join("\n"),
	});
	const said = (name: string) =>
		policy.settingOrigins
			.get(name)
			?.get("self")
			?.map(({ owner, override }) => `${owner}${override ? "!" : ""}`);
	expect([said("default"), said("heir"), said("open")]).toEqual([["default"], ["default", "heir"], ["open!"]]);
});

test("whoever imports a file notices that `self protected` is gone", () => {
	const library = (lines: string) =>
		loaded(["library.rules"], { "library.rules": `group careful {\n  deny ls\n${lines}}\n` });
	expect(changeForImporters(library("  self protected\n"), library(""))).toMatch(/^it would change a setting of /);
	expect(changeForImporters(library("  self writable\n"), library(""))).toBeUndefined();
	expect(changeForImporters(library("  self protected\n"), library("  self protected\n"))).toBeUndefined();
});
