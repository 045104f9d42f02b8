/** What an agent inherits, what overrides take out of it, and what is refused about its names. */
import { describe, expect, test } from "@jest/globals";
import { loadText } from "../../../src/runtime/load/load.js";

const load = (text: string) => loadText("p.rules", text);

/** The rules of an agent that people wrote: id, effect, and by whom it is narrowed. */
function rulesOf(text: string, agent = "default"): readonly string[] {
	const { policy, diagnostics } = load(text);
	const errors = diagnostics.filter(({ severity }) => severity === "error");
	if (policy === undefined || errors.length > 0) throw new Error(JSON.stringify(errors));
	return (policy.agents.get(agent)?.rules ?? [])
		.map(({ id, effect, owner, excludedBy, locked }) =>
			[locked ? "locked" : "", effect, id, `of ${owner || "the file"}`, ...excludedBy.map((one) => `less ${one}`)]
				.join(" ")
				.trim(),
		)
		.sort();
}

describe("which agents there are", () => {
	test.each<[string, readonly string[]]>([
		["allow ls\n", ["default"]],
		["default deny\n", ["default"]],
		["agent a {\n default deny\n}\n", ["a"]],
		["group g {\n allow ls\n}\nagent a extends g {\n}\n", ["a"]],
		["allow ls\nagent a {\n default deny\n}\n", ["a", "default"]],
		["agent b {\n}\nagent a {\n}\nagent default {\n}\nallow ls\n", ["a", "b", "default"]],
	])("%j: %j", (text, expected) => {
		expect([...(load(text).policy?.agents.keys() ?? [])]).toEqual(expected);
	});
});

describe("what an agent inherits", () => {
	const text = `default deny
allow ls id file
group base {
  allow git id base
}
group more extends base {
  allow make id more
}
agent default extends more {
  allow npm id own
}
agent other extends base {
  deny rm id other
}
`;
	test("is what it extends, and what the file says for all", () => {
		expect(rulesOf(text)).toEqual([
			"allow base of base",
			"allow file of the file",
			"allow more of more",
			"allow own of default",
		]);
		expect(rulesOf(text, "other")).toEqual(["allow base of base", "allow file of the file", "deny other of other"]);
	});

	test("stands in the order of the ids, with what each rule says and nothing else", () => {
		const { policy } = load(`default deny
deny rm id z because "No." note "N."
allow ls id a
constrain writes of cp to . id m
`);
		const own = (policy?.agents.get("default")?.rules ?? []).filter(({ id }) => ["a", "m", "z"].includes(id));
		expect(own.map(({ id }) => id)).toEqual(["a", "m", "z"]);
		const said = own.map((rule) =>
			["access", "grants", "restricts", "message", "note"].filter((name) => Object.hasOwn(rule, name)).join(" "),
		);
		expect(said).toEqual(["grants", "access restricts", "restricts message note"]);
		expect([...(policy?.settingOrigins.keys() ?? [])]).toEqual(["default"]);
	});

	test("is told by name, each once", () => {
		const { policy } = load(text.replace("agent default extends more", "agent default extends more, base"));
		expect(policy?.agents.get("default")?.extends).toEqual(["more", "base"]);
		expect(policy?.agents.get("other")?.extends).toEqual(["base"]);
	});
});

describe("an override", () => {
	const overriding = (inherited: string, own: string) =>
		rulesOf(
			`group base {\n default deny\n ${inherited} id inherited\n}\nagent default extends base {\n ${own} id own\n}\n`,
		);

	test.each<[string, string, string, readonly string[]]>([
		[
			"takes its commands out of what it inherits",
			"deny git push",
			"override allow git",
			["allow own of default", "deny inherited of base less own"],
		],
		[
			"takes nothing out of what is locked",
			"locked deny git push",
			"override allow git",
			["allow own of default", "locked deny inherited of base"],
		],
		["is needed for that", "deny git push", "allow git", ["allow own of default", "deny inherited of base"]],
		[
			"of a constraint replaces one of the same paths",
			"constrain writes of cp to .",
			"override constrain writes of cp to /tmp",
			["deny inherited of base less own", "deny own of default"],
		],
		[
			"of a constraint leaves one of other paths",
			"constrain reads of cp to .",
			"override constrain writes of cp to /tmp",
			["deny inherited of base", "deny own of default"],
		],
		[
			"of a constraint loosens no denial",
			"deny cp touching /etc",
			"override constrain writes of cp to /tmp",
			["deny inherited of base", "deny own of default"],
		],
	])("%s", (_, inherited, own, expected) => {
		expect(overriding(inherited, own)).toEqual(expected);
	});

	test("on another one is told beside it", () => {
		const text =
			"group a {\n default deny\n deny git id no\n}\ngroup b extends a {\n override allow git log id log\n}\nagent default extends b {\n override allow git show id show\n}\n";
		expect(rulesOf(text).filter((one) => one.startsWith("deny"))).toEqual(["deny no of a less log less show"]);
	});
});

describe("is refused", () => {
	const refused: readonly (readonly [text: string, code: string, message: string, help?: string])[] = [
		["agent a {\n}\nagent a {\n}\n", "duplicate-agent", "`a` is defined twice in this file"],
		["group a {\n}\nagent a {\n}\n", "duplicate-agent", "`a` is defined twice in this file"],
		["agent a extends a {\n}\n", "inheritance-cycle", "`a` extends itself", "take the `extends` out"],
		[
			"group a extends b {\n}\ngroup b extends a {\n}\nallow ls\n",
			"inheritance-cycle",
			"`a` extends `b` extends `a`, which goes in a circle",
		],
		[
			"group bass {\n}\nagent a extends base {\n}\n",
			"unknown-agent",
			"no agent or group is called `base`",
			"did you mean `bass`?",
		],
		[
			"agent a extends elsewhere {\n}\n",
			"unknown-agent",
			"no agent or group is called `elsewhere`",
			"define it, or import the file that does",
		],
		[
			"allow ls id x\nallow cp id x\n",
			"duplicate-id",
			"the id `x` is taken",
			"the other rule is at p.rules:1; ids are unique in a policy: `x-2` is free",
		],
		[
			"allow ls id x\nallow mv id x-2\nallow cp id x\n",
			"duplicate-id",
			"the id `x` is taken",
			"the other rule is at p.rules:1; ids are unique in a policy: `x-3` is free",
		],
	];
	test.each(refused.map(([text, code, message, help]) => ({ text, code, message, help })))("$text", (one) => {
		const { text, code, message, help } = one;
		const errors = load(text).diagnostics.filter(({ severity }) => severity === "error");
		expect(errors).toEqual([expect.objectContaining({ code, message, ...(help === undefined ? {} : { help }) })]);
	});

	test("nothing of a rule that several agents inherit", () => {
		expect(
			load("group g {\n default deny\n allow ls id x\n}\nagent a extends g {\n}\nagent b extends g {\n}\n").diagnostics,
		).toEqual([]);
	});
});

describe("what is promised", () => {
	const text = `default deny
expect deny: rm
group base {
  allow ls
  expect allow: ls
  never allow rm
}
agent default extends base {
  allow git when branch is main
  expect allow by own when branch is main at 2026-11-25T09:00Z: git push
}
agent other {
  expect deny: git
}
`;
	const { policy } = load(text);
	test("holds for whoever inherits it", () => {
		expect(policy?.expectations.map(({ agent, effect, command }) => `${agent}: ${effect} ${command}`)).toEqual([
			"default: allow ls",
			"default: allow git push",
			"other: deny git",
			"default: deny rm",
			"other: deny rm",
		]);
		expect(policy?.claims.map(({ agents }) => agents)).toEqual([["default"]]);
	});

	test("says by whom, when and where, and nothing where nothing is said", () => {
		const [plain, whole] = policy?.expectations ?? [];
		expect(whole).toMatchObject({ by: "own", facts: { branch: "main" }, at: "2026-11-25T09:00Z", forced: false });
		for (const name of ["by", "facts", "at", "after"]) expect(Object.keys(plain ?? {})).not.toContain(name);
	});
});
