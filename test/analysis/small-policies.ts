/** Random policies about the small world: every kind of rule with every clause, overrides, two agents, and claims. */

import fc, { type Arbitrary } from "fast-check";
import { compile } from "../../src/decide/compile.js";
import type { Tree } from "../../src/decide/tree.js";
import { loadText } from "../../src/load/load.js";
import type { Claim, Policy } from "../../src/policy/policy.js";
import { clausesOf, related } from "./related-rules.js";
import { names, programs, type Vocabulary, vocabularies } from "./small-world.js";

export interface RuleText {
	readonly keyword: "allow" | "deny" | "ask" | "nudge" | "constrain";
	readonly modifier: "" | "locked " | "override ";
	readonly subject: string;
	readonly clauses: readonly string[];
	/** Its place in the policy as it was first written. */
	readonly id?: string;
}

export interface BodyText {
	readonly fallback: "" | "default allow" | "default ask" | "default deny";
	/** What else is set: `syntax redirects`. */
	readonly settings: readonly string[];
	readonly rules: readonly RuleText[];
}

/** Two agents, of which the second extends the first. */
export interface PolicyText {
	readonly first: BodyText;
	readonly second: BodyText;
	readonly claims: readonly string[];
}

export const agents = ["default", "child"] as const;

const oneOf = <T>(...values: readonly T[]): Arbitrary<T> => fc.constantFrom(...values);

/** Few programs, so that rules speak of the same commands. */
export const focus: Arbitrary<readonly string[]> = fc.uniqueArray(oneOf(...names), { minLength: 1, maxLength: 2 });

export interface Arbitraries {
	readonly rule: Arbitrary<RuleText>;
	readonly policy: Arbitrary<PolicyText>;
	readonly claim: Arbitrary<string>;
}

/** How many rules the two agents have, each as often as it stands here. */
const sizes = [
	[1, 1, 2, 2, 2, 3, 3, 4, 5, 6],
	[0, 0, 1, 1, 1, 2, 3],
] as const;

const made = new Map<string, Arbitraries>();

/** Policies about these programs. */
export function about(focused: readonly string[]): Arbitraries {
	const key = focused.join();
	let one = made.get(key);
	if (one === undefined) {
		one = arbitrariesOf(focused, vocabularies);
		made.set(key, one);
	}
	return one;
}

/** Policies about programs, in words of their own. */
export function arbitrariesOf(
	focused: readonly string[],
	vocabularies: Readonly<Record<string, Pick<Vocabulary, "operands" | "options">>>,
): Arbitraries {
	const name = oneOf(...focused);
	const options = oneOf(...focused.flatMap((one) => vocabularies[one]?.options ?? []));
	const names = focused.flatMap((one) => vocabularies[one]?.options ?? []);
	const plain = names.filter((one) => /^-[a-z]$|^--?[a-z-]+$/i.test(one));
	// dd has none.
	const plainOptions = oneOf(...(plain.length === 0 ? ["-x"] : plain));
	const pattern: Arbitrary<string> = fc
		.oneof(
			{ weight: 8, arbitrary: name },
			{ weight: 1, arbitrary: oneOf("*", "@some", "./*", "/usr/bin/*", "t*", "/fo.|tool/") },
		)
		.chain((program) => {
			const vocabulary = vocabularies[program] ?? vocabularies[focused[0] as string];
			const own = oneOf(...(vocabulary?.operands ?? ["a"]));
			const flags = oneOf(...(vocabulary?.options ?? ["-r"]));
			return fc
				.tuple(
					oneOf("", "", "", "", "", "", "exactly "),
					fc.array(own, { maxLength: 2 }),
					fc.array(flags, { maxLength: 2 }),
					oneOf("name", "name", "operands", "operands", "options", "all"),
				)
				.map(([exactly, words, given, shape]) =>
					[
						`${exactly}${program}`,
						...(shape === "operands" || shape === "all" ? words : []),
						...(shape === "options" || shape === "all" ? given : []),
					].join(" "),
				);
		});
	const patterns = fc.array(pattern, { minLength: 1, maxLength: 2 }).map((list) => list.join(", "));
	const pathPattern = oneOf(".", ".", "sub", "/etc", "a", "**/b", "/", "~", "./*", "/etc/p");
	const pathList = fc
		.tuple(
			fc.uniqueArray(pathPattern, { minLength: 1, maxLength: 2 }),
			fc.option(oneOf("!sub", "!a", "!/etc"), { freq: 4 }),
		)
		.map(([some, out]) => [...some, ...(out ? [out] : [])].join(", "));
	const someOptions = fc
		.array(
			fc.uniqueArray(options, { minLength: 1, maxLength: 2 }).map((list) => list.join(" & ")),
			{ minLength: 1, maxLength: 2 },
		)
		.map((list) => list.join(", "));
	// Where every option is spoken of, what is asked can't be had by one more.
	const allOptions = [...new Set(focused.flatMap((one) => vocabularies[one]?.options ?? []))].join(", ");
	const alternatives = fc.oneof(
		{ weight: 5, arbitrary: someOptions },
		{ weight: 1, arbitrary: fc.constant(allOptions) },
	);
	const powers = fc
		.uniqueArray(oneOf("exec", "code", "write", "delete", "network", "persistence"), { minLength: 1, maxLength: 2 })
		.map((list) => list.join(", "));
	const clauses: Readonly<Record<string, Arbitrary<string>>> = {
		with: alternatives,
		without: alternatives,
		only: fc.uniqueArray(plainOptions, { minLength: 1, maxLength: 3 }).map((list) => list.join(", ")),
		within: pathList,
		touching: pathList,
		granting: fc.oneof(powers, fc.constant("everything")),
		using: powers,
		except: patterns,
		use: oneOf("t.one", "t.two", "t.one, t.two"),
	};
	const some = (of: readonly string[]): Arbitrary<readonly string[]> =>
		fc
			.oneof(
				{ weight: 2, arbitrary: fc.constant([]) },
				{ weight: 3, arbitrary: fc.subarray([...of], { maxLength: 2 }) },
			)
			.chain((chosen) =>
				fc.tuple(...chosen.map((one) => (clauses[one] as Arbitrary<string>).map((list) => `${one} ${list}`))),
			);

	const ruleOf = (keyword: RuleText["keyword"]): Arbitrary<RuleText> => {
		const lockable = keyword === "deny" || keyword === "constrain";
		const modifier = lockable
			? oneOf<RuleText["modifier"]>("", "", "", "locked ", "override ")
			: oneOf<RuleText["modifier"]>("", "", "", "override ");
		const subject =
			keyword === "constrain"
				? fc
						.tuple(oneOf("", "reads of ", "writes of "), patterns, pathList)
						.map(([access, list, to]) => `${access}${list} to ${to}`)
				: patterns;
		return fc.record({ keyword: fc.constant(keyword), modifier, subject, clauses: some(clausesOf[keyword]) });
	};
	const rule = fc.oneof(
		{ weight: 5, arbitrary: ruleOf("allow") },
		{ weight: 3, arbitrary: ruleOf("deny") },
		{ weight: 2, arbitrary: ruleOf("ask") },
		{ weight: 2, arbitrary: ruleOf("nudge") },
		{ weight: 2, arbitrary: ruleOf("constrain") },
	);
	const claim = fc
		.tuple(
			oneOf(
				"never allow",
				"never allow",
				"never ask",
				"never nudge",
				"never deny",
				"always deny",
				"always allow",
				"always ask",
			),
			pattern,
			some(clausesOf.claim),
		)
		.map(([head, subject, more]) => [head, subject, ...more].join(" "));
	const body = (place: 0 | 1): Arbitrary<BodyText> =>
		fc.record({
			fallback: oneOf<BodyText["fallback"]>("", "", "default deny", "default allow", "default ask"),
			settings: oneOf<readonly string[]>([], [], [], [], ["syntax redirects"], ["unreadable ask"]),
			// Most faults show in few rules, and few rules are soon asked about.
			rules: oneOf(...sizes[place]).chain((size) => fc.array(rule, { minLength: size, maxLength: size, size: "max" })),
		});
	const policy = fc
		.tuple(
			fc.record({
				first: body(0),
				second: body(1),
				claims: fc.array(claim, { minLength: 4, maxLength: 8, size: "max" }),
			}),
			fc.option(fc.array(fc.nat(1_000), { minLength: 30, maxLength: 30 }), { freq: 3 }),
		)
		.map(([whole, choices]) => (choices === null ? whole : related(whole, choices)));
	return { rule, policy, claim };
}

const preamble = ["set some = tool, foo", "set words = a, x"];

/** Every rule gets an id by its place; ids that are there stay. */
export function numbered(policy: PolicyText): PolicyText {
	let count = 0;
	const body = ({ rules, ...rest }: BodyText): BodyText => ({
		...rest,
		rules: rules.map((rule) => ({ ...rule, id: rule.id ?? `r${++count}` })),
	});
	return { first: body(policy.first), second: body(policy.second), claims: policy.claims };
}

/** The policy with both bodies changed. */
export function mapBodies(policy: PolicyText, change: (body: BodyText, place: number) => BodyText): PolicyText {
	return { ...policy, first: change(policy.first, 0), second: change(policy.second, 1) };
}

/** The policy as text. */
export function policyText(policy: PolicyText): string {
	const { first, second, claims } = numbered(policy);
	const lines = (body: BodyText): string[] =>
		[...(body.fallback === "" ? [] : [body.fallback]), ...body.settings, ...body.rules.map(ruleText)].map(
			(line) => `  ${line}`,
		);
	return [
		...preamble,
		...claims,
		"agent default {",
		...lines(first),
		"}",
		"agent child extends default {",
		...lines(second),
		"}",
		"",
	].join("\n");
}

function ruleText({ keyword, modifier, subject, clauses, id }: RuleText): string {
	return [`${modifier}${keyword}`, subject, ...clauses, `id ${id}`].join(" ");
}

export interface Loaded {
	readonly text: string;
	readonly policy: Policy;
	readonly tree: Tree;
	readonly claims: readonly Claim[];
}

export class BrokenPolicy extends Error {}

/** Loads a policy; the small world's programs are known to it as if it had taught them. */
export function loaded(given: PolicyText): Loaded {
	const found = engines.get(given) ?? loadedText(policyText(given));
	engines.set(given, found);
	return found;
}
const engines = new WeakMap<PolicyText, Loaded>();

export function loadedText(text: string): Loaded {
	const loaded = loadText("small.rules", text);
	const { policy, diagnostics } = loaded;
	// The small world's programs borrow names of real ones, and have other options.
	const error = diagnostics.find(({ severity, code }) => severity === "error" && code !== "unknown-option");
	if (error !== undefined) throw new BrokenPolicy(`a broken policy was written: ${error.message}\n${text}`);
	const tree = loaded.tree ?? compile(policy, {});
	const known = new Map([...programs, ...policy.programs]);
	// A tree hands on what a policy teaches and is not made of it: it need not be made again.
	return {
		text,
		policy: { ...policy, programs: known },
		tree: { ...tree, programs: Object.fromEntries(known) },
		claims: policy.claims,
	};
}
