/** Who must say yes, to what, and for how long. */
import { describe, expect, test } from "@jest/globals";
import type { Decision } from "../../../src/engine/decide/decision.js";
import { permit } from "../../../src/engine/decide/permit.js";
import type { Decisions } from "../../../src/engine/decide/tree.js";
import { newHistory, type ToldApproval } from "../../../src/engine/history/history.js";
import type { World } from "../../../src/engine/request/paths.js";
import type { Request } from "../../../src/engine/request/request.js";
import { loadText } from "../../../src/runtime/load/load.js";

const minute = 60_000;

/** A session of ann's under these rules. */
function play(rules: string) {
	const { tree, diagnostics } = loadText(
		"p.rules",
		`${rules.includes("default") ? "" : "default deny"}\nsyntax sequences, redirects, variables\nenvironment accept *\n${rules}`,
	);
	if (tree === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
	const decisions: Decisions = tree;
	const history = newHistory();
	let minutes = 0;
	const leads = new Map<string, string>();
	const world = (): World => ({
		workspace: "/w",
		home: "/home/u",
		linkAt: (path) => {
			const target = leads.get(path);
			return target === undefined ? "none" : { target };
		},
		entriesOf: () => [],
		kindAt: () => "other",
	});
	const requestOf = (what: string | Request): Request =>
		typeof what === "string" ? { script: what, facts: { user: "ann" } } : what;
	return {
		history,
		tree: decisions,
		world,
		leads,
		wait: (more: number) => {
			minutes += more;
		},
		ask: (what: string | Request, told: { session?: string; call?: string } = { session: "s1" }): Decision =>
			history.decide(decisions, requestOf(what), world(), { at: ++minutes * minute, ...told }),
		yes: (by: string | undefined, what: string | Request = "npm publish", told: Partial<ToldApproval> = {}) =>
			history.approval(decisions, requestOf(what), world(), {
				at: ++minutes * minute,
				groups: ["release"],
				...(by === undefined ? {} : { by }),
				...told,
			}),
	};
}

const two = "ask 2 of release npm publish";

test("so many different people of the group, none of them whoever runs the session, and once", () => {
	const { ask, yes } = play(two);
	expect(ask("npm publish")).toMatchObject({
		effect: "ask",
		approvals: [{ group: "release", needed: 2, missing: 2 }],
	});
	yes("Ann");
	yes("bob");
	yes(" BOB ");
	yes(undefined);
	yes("eve", "npm publish", { groups: ["security"] });
	const asked = ask("npm publish");
	expect(asked).toMatchObject({ effect: "ask", approvals: [{ missing: 1 }] });
	expect(asked.message).toBe(
		"`npm publish` is a question for a person. It waits for 2 people of `release`, none of them whoever runs this session: ` BOB ` said yes, 1 more is missing.",
	);
	yes("cyd");
	expect(ask("npm publish")).toMatchObject({ effect: "allow" });
	expect(ask("npm publish")).toMatchObject({ effect: "ask", approvals: [{ missing: 2 }] });
});

test("where nobody knows who runs the session, two are never enough; one may be", () => {
	const unknown: Request = { script: "npm publish" };
	const several = play(two);
	for (const by of ["bob", "cyd", "dan"]) several.yes(by, unknown);
	expect(several.ask(unknown).effect).toBe("ask");
	const one = play("ask of release npm publish");
	one.yes("ann", unknown);
	expect(one.ask(unknown).effect).toBe("allow");
});

describe("a yes is for this very request", () => {
	const one = "ask of release npm publish\nallow npm run build, ls\nallow cat granting write";
	test.each([
		["the same words as an argv", { argv: ["npm", "publish"], facts: { user: "ann" } }, "allow"],
		["other words", "npm publish --tag=next", "ask"],
		["another folder", { script: "npm publish", cwd: "/w/sub", facts: { user: "ann" } }, "ask"],
		["a variable", "CI=1 npm publish", "ask"],
		["more that is written", "npm publish > out.txt", "ask"],
		["a part of more", "npm run build && npm publish", "ask"],
	] as const)("%s", (_, what, effect) => {
		const { ask, yes } = play(one);
		yes("bob");
		expect(ask(what).effect).toBe(effect);
	});

	test("a script is approved as a whole", () => {
		const { ask, yes } = play(one);
		yes("bob", "npm run build && npm publish");
		expect(ask("npm run build; npm publish").effect).toBe("ask");
		expect(ask("npm publish").effect).toBe("ask");
		expect(ask("npm run build && npm publish").effect).toBe("allow");
	});

	test("what it does is a part of it", () => {
		const { ask, yes, leads } = play("ask of release cat");
		leads.set("/w/x", "/etc");
		yes("bob", "cat ./x/y");
		leads.set("/w/x", "/home");
		expect(ask("cat ./x/y").effect).toBe("ask");
		leads.set("/w/x", "/etc");
		expect(ask("cat ./x/y").effect).toBe("allow");
	});

	test("what can't be known, nobody says yes to", () => {
		const { ask, yes } = play("default ask\nask of release cat");
		yes("bob", 'cat "$X"');
		expect(ask('cat "$X"').effect).toBe("ask");
	});
});

describe("what a yes is good for", () => {
	test("a session: that which first uses it, where none was said", () => {
		const { ask, yes, history } = play("ask of release for this session npm publish");
		yes("bob");
		const effects = (...sessions: readonly string[]) =>
			sessions.map((session) => ask("npm publish", { session }).effect);
		expect(effects("s1", "s1", "s2")).toEqual(["allow", "allow", "ask"]);
		history.start({ session: "s2", continues: "s1" });
		expect(effects("s2")).toEqual(["allow"]);
	});

	test("the session that was said, and no other", () => {
		const { ask, yes } = play("ask of release npm publish");
		yes("bob", "npm publish", { session: "s2" });
		expect(ask("npm publish", { session: "s1" }).effect).toBe("ask");
		expect(ask("npm publish", {}).effect).toBe("ask");
		expect(ask("npm publish", { session: "s2" }).effect).toBe("allow");
	});

	test("a time", () => {
		const { ask, yes, wait } = play("ask of release for 1h npm publish");
		yes("bob");
		expect(ask("npm publish").effect).toBe("allow");
		wait(58);
		expect(ask("npm publish").effect).toBe("allow");
		expect(ask("npm publish").effect).toBe("ask");
	});

	test("one call that is told twice is one, and a yes to one call is none to another", () => {
		const { ask, yes } = play("ask of release npm publish");
		yes("bob", "npm publish", { session: "s1", call: "c1" });
		const effect = (call: string) => ask("npm publish", { session: "s1", call }).effect;
		expect([effect("c2"), effect("c1"), effect("c1"), effect("c3")]).toEqual(["ask", "allow", "allow", "ask"]);
	});

	test("a history that is lost knows of none", () => {
		const { ask, yes, history } = play("ask of release for 1h npm publish");
		yes("bob");
		history.lose();
		expect(ask("npm publish").effect).toBe("ask");
	});
});

test("several groups, each with its own people; nobody's yes is used up before all are there", () => {
	const { ask, yes } = play("ask of release npm publish\nask of security npm publish\nask npm publish --tag=x");
	yes("bob");
	expect(ask("npm publish")).toMatchObject({ effect: "ask", approvals: [{ group: "security" }] });
	yes("eve", "npm publish", { groups: ["security"] });
	expect(ask("npm publish").effect).toBe("allow");
	expect(ask("npm publish")).toMatchObject({ approvals: [{ missing: 1 }, { missing: 1 }] });
	// A plain question stands beside them, and is put when nobody else is missing.
	for (const groups of [["release"], ["security"]]) yes("bob", "npm publish --tag=x", { groups });
	expect(ask("npm publish --tag=x")).toMatchObject({ effect: "ask" });
	expect(ask("npm publish --tag=x")).toMatchObject({ approvals: [{}, {}] });
});

test("an approval is an event, and no run", () => {
	const { ask, yes } = play(
		"ask of release npm publish\nallow git push after approved npm publish\nallow ls after npm publish\nallow pwd before denied npm publish",
	);
	expect(ask("git push").effect).toBe("deny");
	yes("bob", "npm publish", { session: "s1" });
	expect(["git push", "ls", "pwd"].map((one) => ask(one).effect)).toEqual(["allow", "deny", "allow"]);
});

test("whoever sits before it can't answer for the people who are asked", () => {
	const { ask } = play("ask of release npm publish\nask npm deprecate");
	expect(permit(ask("npm publish"), { approvedBy: "ann" })).toBeUndefined();
	expect(permit(ask("npm deprecate x"), { approvedBy: "ann" })).toBeDefined();
});

describe("a yes that was taken back", () => {
	const requestOf = (script: string): Request => ({ script, facts: { user: "ann" } });

	test("counts for nobody, and whoever else said yes stays", () => {
		const { ask, history, yes } = play("ask 2 of release for 1h npm publish");
		yes("bob");
		yes("cyd");
		expect(ask("npm publish").effect).toBe("allow");
		const name = history.events().find(({ approval }) => approval?.by === "bob")?.approval?.request as string;
		expect(history.withdraw(name, "bob")).toBe(1);
		expect(history.withdraw(name, "bob")).toBe(0);
		expect(history.withdraw("another request", "cyd")).toBe(0);
		expect(ask("npm publish")).toMatchObject({ effect: "ask", approvals: [{ missing: 1 }] });
		yes("dan");
		expect(ask("npm publish").effect).toBe("allow");
	});

	test("is needed by no rule, and feared by those that feared it", () => {
		const rules =
			"ask of release npm publish\nallow git push after approved npm publish\nallow git tag\ndeny git tag after approved npm publish";
		const { ask, history, yes } = play(rules);
		expect([ask("git push").effect, ask("git tag").effect]).toEqual(["deny", "allow"]);
		yes("bob", "npm publish", { session: "s1" });
		expect([ask("git push").effect, ask("git tag").effect]).toEqual(["allow", "deny"]);
		const name = history.events().find(({ approval }) => approval !== undefined)?.approval?.request as string;
		history.withdraw(name, "bob");
		expect([ask("git push").effect, ask("git tag").effect]).toEqual(["deny", "deny"]);
	});

	test("stays so where the history is kept and gone on from", () => {
		const { ask, history, yes, tree, world } = play("ask of release for 1h npm publish");
		yes("bob");
		const name = history.events()[0]?.approval?.request as string;
		history.withdraw(name, "bob");
		const later = newHistory(history.kept(tree));
		const at = 10 * minute;
		expect(later.decide(tree, requestOf("npm publish"), world(), { at, session: "s1" }).effect).toBe("ask");
		expect(ask("npm publish").effect).toBe("ask");
	});
});

describe("a question that was kept", () => {
	const request: Request = { script: "npm publish", facts: { user: "ann" } };

	test("is answered by whoever finds it later: for its session, or for any", () => {
		for (const isOfAny of [false, true]) {
			const { ask, history, tree, world } = play("ask of release npm publish");
			const question = history.question(tree, request, world(), { at: minute, session: "s1" });
			history.approve(question, { by: "bob", groups: ["release"] }, isOfAny, 2 * minute);
			expect(ask("npm publish", { session: "s2" }).effect).toBe(isOfAny ? "allow" : "ask");
			// Where another one has used it, it is used.
			expect(ask("npm publish", { session: "s1" }).effect).toBe(isOfAny ? "ask" : "allow");
			expect(ask("npm publish", { session: "s1" }).effect).toBe("ask");
		}
	});

	test("with words that can't be known is answered by nobody", () => {
		const { history, tree, world } = play("ask of release npm publish");
		const open = history.question(tree, { script: 'npm publish "$X"' }, world(), { at: minute, session: "s1" });
		expect(open.request).toBeUndefined();
		history.approve(open, { by: "bob", groups: ["release"] }, true, 2 * minute);
		expect(history.events()).toEqual([]);
	});
});

test("a clock that is set back makes no yes last longer, and one that is set on ends it", () => {
	const { history, tree, world } = play("ask of release for 1h npm publish");
	const request: Request = { script: "npm publish", facts: { user: "ann" } };
	const told = (wall: number, up: number) => ({ at: wall * minute, uptime: up * minute, session: "s1" });
	const effect = (wall: number, up: number): string => history.ask(tree, request, world(), told(wall, up)).effect;
	history.approval(tree, request, world(), { ...told(1000, 10), by: "bob", groups: ["release"] });
	expect(effect(1030, 40)).toBe("allow");
	expect(effect(990, 50)).toBe("allow");
	// By the machine's own clock the hour is over.
	expect(effect(990, 71)).toBe("ask");
	expect(effect(1061, 72)).toBe("ask");
});
