/**
 * The laws of LANGUAGE.md, each a property over random policies and requests. Seeds are in the report of a failure.
 * LAWS_RUNS=20 runs each law twenty times as often: `LAWS_RUNS=20 npm run jest -- test/laws`.
 */
import { describe, expect, test } from "@jest/globals";
import fc, { type Arbitrary } from "fast-check";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Decision } from "../../../src/engine/decide/decision.js";
import { explain } from "../../../src/engine/decide/explain/explain.js";
import type { Word } from "../../../src/engine/request/request.js";
import type { PolicyFile } from "../../../src/language/syntax/statements.js";
import { convertPolicyFile } from "../../../src/language/syntax/write-policy-file.js";
import { part } from "../../part.js";
import {
	type Arbitraries,
	type Asking,
	about,
	agentNames,
	focus,
	mapBodies,
	numbered,
	place,
	policyTexts,
	type RuleText,
	withRule,
} from "./arbitrary.js";
import { answer, answerFor, type Engine, engineOf, engineOfTwo, strictness } from "./engine.js";
import { TooManyReadings } from "./reference/readings.js";
import { globFits } from "./reference/words.js";
import { type ReferenceDecision, referenceDecide } from "./reference.js";
import { around, world } from "./world.js";

const factor = Number(process.env.LAWS_RUNS ?? 0.25 * part);
/** The same runs every time, so that a change is what made a law fail; LAWS_SEED=7 takes others. */
const seed = Number(process.env.LAWS_SEED ?? 20261121);
const patience = 60_000 * Math.max(1, factor);

/** A law as a property: what it takes, made of a few programs' names, and what must hold. */
function law<T>(
	title: string,
	runs: number,
	takes: (arbitraries: Arbitraries) => Arbitrary<T>,
	holds: (taken: T) => void,
): void {
	test(
		title,
		() =>
			fc.assert(
				fc.property(
					focus.chain((names) => takes(about(names))),
					holds,
				),
				{ numRuns: Math.ceil(runs * factor), seed },
			),
		patience,
	);
}

const requests = ({ request }: Arbitraries) => fc.array(request, { minLength: 1, maxLength: 6, size: "max" });
const policyAndRequests = (some: Arbitraries) => fc.record({ policy: some.policy, requests: requests(some) });

/** Fails with what a person needs: the policy, the request, both answers. */
function must(
	holds: boolean,
	what: string,
	request: Asking,
	...shown: readonly (Engine | Decision | ReferenceDecision | string)[]
): void {
	if (holds) return;
	const texts = shown.map((one) => {
		if (typeof one === "string") return one;
		if ("text" in one) return one.text;
		return `${one.effect} by ${one.rules.map((rule) => (typeof rule === "string" ? rule : rule.id)).join(", ") || "nothing"}`;
	});
	throw new Error([what, JSON.stringify(request), ...texts].join("\n"));
}

const isLooser = (a: Decision, b: Decision) => strictness(a.effect) < strictness(b.effect);

function shuffled<T>(list: readonly T[], keys: readonly number[]): T[] {
	return list
		.map((one, index) => ({ one, key: keys[index % keys.length] ?? 0, index }))
		.sort((a, b) => a.key - b.key || b.index - a.index)
		.map(({ one }) => one);
}

describe("order and repetition", () => {
	law(
		"the order of rules and settings never matters",
		250,
		(some) => fc.tuple(policyAndRequests(some), fc.array(fc.nat(), { minLength: 3, maxLength: 7 })),
		([{ policy, requests }, keys]) => {
			const first = numbered(policy);
			const other = mapBodies(first, (body) => ({
				rules: shuffled(body.rules, keys),
				settings: shuffled(body.settings, keys),
			}));
			const [a, b] = [engineOf(first), engineOf({ ...other, agents: shuffled(other.agents, keys) })];
			for (const request of requests) {
				const [one, two] = [answer(a, request), answer(b, request)];
				const same =
					one.effect === two.effect &&
					one.message === two.message &&
					String(one.rules.map((rule) => rule.id)) === String(two.rules.map((rule) => rule.id));
				must(same, "the order of the rules matters", request, one, two, a, b);
			}
		},
	);

	law("the repetition of rules never matters", 200, policyAndRequests, ({ policy, requests }) => {
		const twice = mapBodies(numbered(policy), (body) => ({
			...body,
			rules: [...body.rules, ...body.rules.map((rule) => ({ ...rule, id: `${rule.id}again` }))],
		}));
		const [a, b] = [engineOf(policy), engineOf(twice)];
		for (const request of requests) {
			const [one, two] = [answer(a, request), answer(b, request)];
			must(one.effect === two.effect, "a repeated rule matters", request, one, two, a);
		}
	});
});

describe("what rules add", () => {
	const added =
		(keywords: readonly RuleText["keyword"][], overriding = false) =>
		(some: Arbitraries) =>
			fc.record({
				policy: some.policy,
				requests: requests(some),
				where: place,
				rule: fc.constantFrom(...keywords).chain((keyword) => some.ruleOf(keyword, overriding)),
			});

	law(
		"a locked rule holds under every descendant",
		280,
		added(["deny", "constrain"]),
		({ policy, requests, where, rule }) => {
			const locked = { ...rule, locked: true };
			const alone = engineOf(
				`${preamble(engineOf(policy).text)}agent default {\n  default allow\n  ${locked.text.length > 0 ? `locked ${locked.keyword} ${locked.text}` : ""}\n}\n`,
			);
			const whole = engineOf(withRule(policy, where === "group" ? 0 : where, locked));
			for (const request of requests) {
				const { agent: _, ...anybody } = request;
				const denied = answer(alone, { ...anybody, agent: "default" });
				if (denied.effect !== "deny" || denied.code === "unreadable") continue;
				const heirs = where === 1 ? ["child", "grandchild"] : where === 2 ? ["grandchild"] : agentNames;
				for (const agent of heirs) {
					const decision = answer(whole, { ...anybody, agent });
					if (where === 1 && agent === "grandchild" && !policy.agents[2]?.extends.includes("child")) continue;
					must(decision.effect === "deny", "a locked rule does not hold", { ...anybody, agent }, decision, whole);
				}
			}
		},
	);

	law(
		"adding a deny or a constrain never widens",
		280,
		added(["deny", "constrain"]),
		({ policy, requests, where, rule }) => {
			const [before, after] = [engineOf(policy), engineOf(withRule(policy, where, rule))];
			for (const request of requests) {
				const [old, now] = [answer(before, request), answer(after, request)];
				must(!isLooser(now, old), "a restriction widens", request, old, now, after);
			}
		},
	);

	law(
		"adding an ask or a nudge widens nothing but a default denial, and that only to an ask or a nudge, for what it surely matches",
		280,
		added(["ask", "nudge"]),
		({ policy, requests, where, rule }) => {
			const [before, after] = [engineOf(policy), engineOf(withRule(policy, where, rule))];
			const alone = engineOf(`${preamble(before.text)}agent default {\n  ${rule.keyword} ${rule.text}\n}\n`);
			for (const asking of requests) {
				// With force a nudge grants and raises nothing, and without its tools as well.
				const { tools: _, ...request } = { ...asking, force: false };
				const [old, now] = [answer(before, request), answer(after, request)];
				old.commands.forEach((one, index) => {
					const next = now.commands[index];
					if (next === undefined || strictness(next.effect) >= strictness(one.effect)) return;
					const isDefaultDenial = one.code === "default" && one.effect === "deny";
					const raised = next.effect === "ask" || next.effect === "nudge";
					const surely = answer(alone, { ...request, agent: "default" }).commands[index];
					must(
						isDefaultDenial && raised && surely?.effect === rule.keyword && !surely.doubt,
						"an ask or a nudge widens more than it may",
						request,
						old,
						now,
						after,
					);
				});
			}
		},
	);

	law(
		"adding an allow never lowers what a restricting rule raised",
		280,
		added(["allow"]),
		({ policy, requests, where, rule }) => {
			const [before, after] = [engineOf(policy), engineOf(withRule(policy, where, rule))];
			for (const request of requests) {
				const [old, now] = [answer(before, request), answer(after, request)];
				old.commands.forEach((one, index) => {
					const raised = one.code === "rule" && one.effect !== "allow";
					must(
						!raised || now.commands[index]?.effect === one.effect,
						"an allow lowers a restriction",
						request,
						old,
						now,
						after,
					);
				});
			}
		},
	);

	law(
		"an overriding rule loosens nothing that is locked, and an overriding deny nothing at all",
		300,
		added(["deny"], true),
		({ policy, requests, where, rule }) => {
			const [before, after] = [
				engineOf(policy),
				engineOf(withRule(policy, where, { ...rule, locked: false, override: true })),
			];
			for (const request of requests) {
				const [old, now] = [answer(before, request), answer(after, request)];
				must(!isLooser(now, old), "an overriding denial widens", request, old, now, after);
			}
		},
	);

	law("force never crosses a denial or an ask", 280, policyAndRequests, ({ policy, requests }) => {
		const engine = engineOf(policy);
		for (const request of requests) {
			const [calm, forced] = [
				answer(engine, { ...request, force: false }),
				answer(engine, { ...request, force: true }),
			];
			must(
				calm.effect === "nudge" || forced.effect === calm.effect,
				"force crosses something",
				request,
				calm,
				forced,
				engine,
			);
			const asks =
				calm.effect === "nudge" &&
				forced.effect === "allow" &&
				[...agentRules(engine, request)].some(
					(rule) => rule.effect === "ask" && calm.rules.some((one) => one.id === rule.id),
				);
			must(!asks, "force crosses an ask", request, calm, forced, engine);
		}
	});
});

describe("what can't be known", () => {
	law(
		"making a word unknown never widens",
		500,
		(some) =>
			fc.record({
				policy: some.policy,
				argvs: fc.array(some.argv, { minLength: 1, maxLength: 5 }),
				at: fc.nat(20),
				how: fc.constantFrom("one", "any", "glob"),
			}),
		({ policy, argvs, at, how }) => {
			const engine = engineOf(policy);
			for (const argv of argvs) {
				const known = argv.map((text): Word => ({ kind: "known", text }));
				const index = at % argv.length;
				const word = argv[index] as string;
				const pattern = `${word.slice(0, 1)}*`;
				if (how === "glob" && (index === 0 || word.length === 0 || !globFits(pattern, word))) continue;
				const doubt: Word =
					how === "glob"
						? { kind: "globbed", pattern }
						: { kind: "unknown", source: "$X", words: how === "one" ? "one" : "any" };
				for (const agent of agentNames) {
					const [sure, unsure] = [answerFor(engine, agent, known), answerFor(engine, agent, known.with(index, doubt))];
					must(
						strictness(unsure) >= strictness(sure),
						`${word} made unknown (${how}, ${agent}): from ${sure} to ${unsure}`,
						{ argv },
						engine,
					);
				}
			}
		},
	);
});

describe("commands inside requests", () => {
	law("a script that is one command is decided as its argv is", 200, policyAndRequests, ({ policy, requests }) => {
		const engine = engineOf(policy);
		for (const request of requests) {
			const { argv, ...rest } = request;
			const script = argv.map((word) => `'${word}'`).join(" ");
			const [one, two] = [answer(engine, request), answer(engine, { ...rest, script } as unknown as Asking)];
			must(
				one.effect === two.effect &&
					String(one.rules.map((rule) => rule.id)) === String(two.rules.map((rule) => rule.id)),
				"a script is not its argv",
				request,
				one,
				two,
				engine,
			);
		}
	});

	const wrappers = [
		["wrap"],
		["wrap", "-i"],
		["wrap", "A=1"],
		["wrap", "-u", "a"],
		["slow", "5"],
		["slow", "-s", "a", "5"],
		["wrap", "slow", "1"],
		["wrap", "--"],
		["env"],
		["env", "A=1"],
		["nice"],
		["timeout", "5"],
	];
	law(
		"a wrapper is never more allowed than the command in it",
		300,
		(some) =>
			fc.record({
				policy: some.policy,
				inner: some.simple,
				outer: fc.constantFrom(...wrappers),
				agent: fc.constantFrom(...agentNames),
				force: fc.boolean(),
			}),
		({ policy, inner, outer, agent, force }) => {
			const engine = engineOf(policy);
			const [bare, wrapped] = [
				{ argv: inner, agent, force },
				{ argv: [...outer, ...inner], agent, force },
			];
			must(
				!isLooser(answer(engine, wrapped), answer(engine, bare)),
				"a wrapper is more allowed than what it runs",
				wrapped,
				answer(engine, wrapped),
				answer(engine, bare),
				engine,
			);
		},
	);
});

describe("readings and reports", () => {
	law("both notations decide alike", 150, policyAndRequests, ({ policy, requests }) => {
		const engine = engineOf(policy);
		const yaml = engineOf(convertPolicyFile(engine.files[0] as PolicyFile, "yaml"), "laws.rules.yaml");
		for (const request of requests) {
			const [one, two] = [answer(engine, request), answer(yaml, request)];
			must(
				one.effect === two.effect && one.message === two.message && one.code === two.code,
				"the notations differ",
				request,
				one,
				two,
				engine,
				yaml,
			);
		}
	});

	law("what explain shows is what decided", 200, policyAndRequests, ({ policy, requests }) => {
		const engine = engineOf(policy);
		for (const request of requests) {
			const decision = answer(engine, request);
			const explanation = explain(engine.tree, request, world);
			expect(explanation.decision).toEqual(decision);
			explanation.commands.forEach((one, index) => {
				expect(one.decision).toEqual(decision.commands[index]);
				const shown = one.rules.filter((rule) => rule.decided);
				// A rule that came down twice, whole and with something taken out, is shown twice.
				const ids = [...new Set(shown.map((rule) => rule.rule.id))];
				must(
					String(ids) === String(one.decision.rules.map((rule) => rule.id)),
					"explain shows other rules",
					request,
					decision,
					String(ids),
					engine,
				);
				const held = shown.some(({ grants, restricts }) =>
					one.decision.effect === "allow" ? grants === "yes" : restricts === "yes" || restricts === "unknown",
				);
				must(
					held || shown.length === 0,
					"explain says that a rule decided which does not hold",
					request,
					decision,
					engine,
				);
			});
		}
	});

	law(
		"the decision tree decides as the plain scan of the rules does",
		1000,
		policyAndRequests,
		({ policy, requests }) => {
			const engine = engineOf(policy);
			for (const request of requests) compare(engine, request);
		},
	);

	test(
		"so it does where many rules speak of one program, and its tree switches on their words",
		() => {
			let switched = 0;
			const word = fc.constantFrom("a", "b", "x", "push", "status", "src/a", "*", "a*");
			const line = fc
				.tuple(
					fc.constantFrom("allow", "allow", "deny", "ask", "nudge", "locked deny"),
					fc.constantFrom("", "", "", "exactly "),
					fc.array(word, { minLength: 1, maxLength: 3 }),
					fc.constantFrom("", "", " -x", " --all", " granting everything", " touching src"),
				)
				.map(([keyword, exactly, words, clause]) => ({ keyword, exactly, words, clause }))
				.filter(({ keyword, clause }) =>
					keyword === "allow"
						? !clause.includes("touching")
						: !clause.includes("granting") || /ask|nudge/.test(keyword),
				)
				.filter(({ keyword, clause }) => !(/ask|nudge/.test(keyword) && clause.includes("touching")));
			fc.assert(
				fc.property(
					focus.chain((names) =>
						fc.record({
							name: fc.constant(names[0] as string),
							lines: fc.array(line, { minLength: 10, maxLength: 24 }),
							fallback: fc.constantFrom("deny", "ask", "allow"),
							requests: requests(about(names)),
							operands: fc.array(fc.array(word, { maxLength: 3 }), { minLength: 4, maxLength: 4 }),
						}),
					),
					({ name, lines, fallback, requests, operands }) => {
						const rules = lines.map(
							(one, at) => `${one.keyword} ${one.exactly}${name} ${one.words.join(" ")}${one.clause} id r${at}`,
						);
						const engine = engineOf(
							`program deploy can read { }\nagent default {\n default ${fallback}\n ${rules.join("\n ")}\n}\nagent child extends default { }\nagent grandchild extends child { }\n`,
						);
						if ((engine.tree.agents.default?.choices.length ?? 0) > 0) switched++;
						const plain = operands.map((words): Asking => ({ argv: [name, ...words] }));
						for (const request of [...requests, ...plain]) compare(engine, request);
					},
				),
				{ numRuns: Math.ceil(200 * factor), seed },
			);
			expect(switched).toBeGreaterThan(160 * factor);
		},
		patience,
	);

	law(
		"an importing file adds to what it imports as the language says",
		280,
		(some) => fc.record({ base: some.policy, more: some.policy, requests: requests(some) }),
		({ base, more, requests }) => {
			const engine = engineOfTwo(policyTexts(base, more));
			for (const request of requests)
				compare(engine, {
					...request,
					agent: request.agent === "grandchild" ? "further" : (request.agent ?? "default"),
				});
		},
	);
});

describe("a home folder that nobody knows", () => {
	const homeless = { ...world, home: undefined };
	// A home in the workspace is not feared where only what is found there counts.
	const homes = ["/etc", "/home/v", "/"];

	function compareHomeless(engine: Engine, requests: readonly Asking[]): void {
		for (const request of requests)
			compare(engine, request, decide(engine.tree, request, homeless), { ...around, home: undefined });
	}

	function neverLooser(engine: Engine, requests: readonly Asking[]): void {
		for (const request of requests) {
			const unknown = decide(engine.tree, request, homeless);
			for (const home of homes) {
				const known = decide(engine.tree, request, { ...world, home });
				must(!isLooser(unknown, known), `more than with ${home} is allowed`, request, unknown, known, engine);
			}
		}
	}

	law("is any folder to the engine, as it is to the reference", 280, policyAndRequests, ({ policy, requests }) =>
		compareHomeless(engineOf(policy), requests),
	);

	law("never allows more than one that is known", 280, policyAndRequests, ({ policy, requests }) =>
		neverLooser(engineOf(policy), requests),
	);

	/** Random rules and requests seldom meet there: all of these do. */
	const lists = ["~/.ssh", "~/.ssh/**", "~/**", "~/x/*", "~/*/y/**", "~/**/y", "~/x/**"];
	const places = ["", "/.ssh", "/.ssh/id", "/x", "/x/a", "/a/y", "/a/y/b"].map((below) => `/home/v${below}`);
	const meeting: readonly Asking[] = [
		...places.flatMap((place) => [[place], ["tool", place], ["foo", "a", place]]),
		["tool", "a"],
	].map((argv) => ({ argv }));

	test.each([
		"deny * touching P",
		"deny tool touching P, !/home/v/x/a",
		"deny P",
		"constrain * to /, !P",
		"allow * within /, !P",
		"allow * within P",
		"allow P",
	])("is any folder, and allows no more than one that is known, where a rule speaks of it: `%s`", (rule) => {
		for (const list of lists) {
			const fallback = rule.startsWith("allow") ? "deny" : "allow";
			const engine = engineOf(`agent default {\n  default ${fallback}\n  ${rule.replace("P", list)} id r1\n}\n`);
			compareHomeless(engine, meeting);
			neverLooser(engine, meeting);
		}
	});
});

/** The engine against the reference: the same effect, and no rule named that could not decide. */
function compare(engine: Engine, request: Asking, decision = answer(engine, request), where = around): void {
	let reference: ReferenceDecision;
	try {
		reference = referenceDecide(engine, request, where, engine.policy.programs);
	} catch (error) {
		if (error instanceof TooManyReadings) return;
		throw error;
	}
	if (reference.doubtful) {
		must(
			strictness(decision.effect) >= strictness(reference.effect),
			"the engine is looser than the reference",
			request,
			decision,
			reference,
			engine,
		);
		return;
	}
	must(
		decision.effect === reference.effect,
		"the engine and the reference differ",
		request,
		decision,
		reference,
		engine,
	);
	const named = decision.rules.every((rule) => reference.rules.includes(rule.id));
	must(named, "the engine names a rule that did not decide", request, decision, reference, engine);
}

function agentRules(engine: Engine, request: Asking) {
	return engine.tree.agents[request.agent ?? "default"]?.rules ?? [];
}

/** The sets and programs at the beginning of every policy of the laws. */
function preamble(text: string): string {
	return text.slice(0, text.indexOf("\n}\n") + 3);
}
