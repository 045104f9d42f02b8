/**
 * Random policies about the small world: every kind of rule with every clause, overrides, settings and claims; agents that extend each other, over three levels,
 * groups, and files that import each other, in both notations.
 */

import fc, { type Arbitrary } from "fast-check";
import { compile } from "../../../../src/engine/decide/compile.js";
import type { Tree } from "../../../../src/engine/decide/tree.js";
import type { ClauseForm } from "../../../../src/language/policy/clauses/clause.js";
import { clauses as records } from "../../../../src/language/policy/clauses.js";
import { isCallName } from "../../../../src/language/policy/hands.js";
import type { Claim, Policy } from "../../../../src/language/policy/policy.js";
import { readPolicyFile } from "../../../../src/language/syntax/read-policy-file.js";
import type { ClauseKeyword } from "../../../../src/language/syntax/statements.js";
import { convertPolicyFile } from "../../../../src/language/syntax/write-policy-file.js";
import { type Loaded as LoadedPolicy, loadText } from "../../../../src/runtime/load/load.js";
import { type FileText, readPolicyText } from "../../../../src/runtime/load/read-file.js";
import { clausesOf, type Ruled, related } from "./related-rules.js";
import { names, preamble, programs, type Vocabulary, withCalls } from "./small-world.js";

export interface RuleText {
	readonly keyword: "allow" | "deny" | "ask" | "nudge" | "constrain";
	readonly modifier: "" | "locked " | "override ";
	readonly subject: string;
	readonly clauses: readonly string[];
	/** Its place in the policy as it was first written. */
	readonly id?: string;
}

/** Where statements stand: in an agent, in a group, or outside of both. */
export interface Place {
	readonly kind: "agent" | "group" | "outside";
	/** Empty outside of agents and groups. */
	readonly name: string;
	readonly extends: readonly string[];
	/** In the file that the other one imports. */
	readonly imported: boolean;
}

export interface BodyText extends Place {
	readonly fallback: "" | "default allow" | "default ask" | "default deny";
	/** What else is set: `syntax redirects`. */
	readonly settings: readonly string[];
	readonly rules: readonly RuleText[];
	/** Claims and examples that hold for it and its heirs. */
	readonly claims: readonly string[];
}

/** The bodies of one file or two. */
export interface PolicyText {
	readonly bodies: readonly BodyText[];
	/** Claims outside of agents. */
	readonly claims: readonly string[];
	/** The imported file is written in YAML. */
	readonly yaml: boolean;
	/** Packs that it imports besides. */
	readonly packs?: readonly string[];
}

const agent = (name: string, ...parents: readonly string[]): Place => ({
	kind: "agent",
	name,
	extends: parents,
	imported: false,
});
const group = (name: string, ...parents: readonly string[]): Place => ({ ...agent(name, ...parents), kind: "group" });
const outside: Place = { kind: "outside", name: "", extends: [], imported: false };
const imported = (place: Place): Place => ({ ...place, imported: true });

/** How agents, groups and files hang together, each as often as it stands here. */
const shapes: readonly (readonly Place[])[] = [
	[agent("default"), agent("child", "default")],
	[agent("default"), agent("child", "default")],
	[agent("default"), agent("child", "default"), agent("grandchild", "child")],
	[group("shared"), agent("default", "shared"), agent("child", "default", "shared")],
	[outside, group("shared"), agent("default", "shared")],
	[imported(outside), agent("default"), agent("child", "default")],
	[imported(agent("default")), agent("default"), agent("child", "default")],
	[imported(group("shared")), imported(agent("default", "shared")), agent("child", "default")],
	[
		imported(outside),
		imported(group("shared")),
		imported(agent("default", "shared")),
		group("team", "shared"),
		agent("default", "team"),
		agent("grandchild", "default", "shared"),
	],
];

const oneOf = <T>(...values: readonly T[]): Arbitrary<T> => fc.constantFrom(...values);

/** Few programs, so that rules speak of the same commands. */
export const focus: Arbitrary<readonly string[]> = focusOn(names);

/** The same among these. */
export function focusOn(names: readonly string[]): Arbitrary<readonly string[]> {
	return fc.uniqueArray(oneOf(...names), { minLength: 1, maxLength: 2 });
}

export interface Arbitraries {
	readonly rule: Arbitrary<RuleText>;
	readonly policy: Arbitrary<PolicyText>;
	readonly claim: Arbitrary<string>;
}

/** How many rules the first body has and how many each other, each as often as it stands here. */
const sizes = {
	first: [1, 1, 2, 2, 2, 3, 3, 4, 5, 6],
	other: [0, 0, 1, 1, 1, 2, 3],
} as const;

const made = new Map<string, Arbitraries>();

/** Policies about these programs. */
export function about(focused: readonly string[]): Arbitraries {
	const key = focused.join();
	let one = made.get(key);
	if (one === undefined) {
		one = arbitrariesOf(focused, withCalls);
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
	const callNames = focused.filter(isCallName);
	// Patterns for names of calls, and who decides those.
	const wideNames = callNames.flatMap((one) => [`${one.slice(0, one.lastIndexOf("."))}.*`, one.replace(/.$/, "?")]);
	const governing = callNames.length === 0 ? [] : ["govern all", "govern files, mcp", "override govern shell"];
	const options = oneOf(...focused.flatMap((one) => vocabularies[one]?.options ?? []));
	const names = focused.flatMap((one) => vocabularies[one]?.options ?? []);
	const plain = names.filter((one) => /^-[a-z]$|^--?[a-z-]+$/i.test(one));
	// dd has none.
	const plainOptions = oneOf(...(plain.length === 0 ? ["-x"] : plain));
	const pattern: Arbitrary<string> = fc
		.oneof(
			{ weight: 8, arbitrary: name },
			{ weight: 1, arbitrary: oneOf("*", "@some", "./*", "/usr/bin/*", "t*", "/fo.|tool/", ...wideNames) },
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
	const pathPattern = oneOf(".", ".", "sub", "/etc", "a", "**/b", "/", "~", "./*", "/etc/p", '"sub"', "@places");
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
		.uniqueArray(oneOf("exec", "code", "write", "delete", "network", "persistence", "secrets"), {
			minLength: 1,
			maxLength: 2,
		})
		.map((list) => list.join(", "));
	const text = oneOf('"Told."', '"See {command}."');
	const values: Readonly<Record<ClauseForm, Arbitrary<string>>> = {
		patterns,
		paths: pathList,
		hosts: fc
			.uniqueArray(
				oneOf(
					"localhost",
					"a.example",
					"*.a.example",
					"10.0.0.0/8",
					"169.254.169.254",
					"b.example:443",
					"!c.a.example",
				),
				{
					minLength: 1,
					maxLength: 2,
				},
			)
			.map((list) => list.join(", ")),
		options: alternatives,
		powers,
		names: oneOf("t.one", "t.two", "t.one, t.two"),
		facts: oneOf(
			"branch is main",
			"branch is m*, x",
			"branch is *",
			"env CI is true",
			"day is mon-fri",
			"time is 09:00-17:00",
		),
		date: oneOf("2026-12-31", "2026-12-31T17:00Z"),
		text,
		name: oneOf("one", "two"),
		events: patterns,
		limit: oneOf("1 per 1h", "2 per session"),
	};
	const clauses: Readonly<Partial<Record<ClauseKeyword, Arbitrary<string>>>> = {
		only: fc.uniqueArray(plainOptions, { minLength: 1, maxLength: 3 }).map((list) => list.join(", ")),
		granting: fc.oneof(powers, fc.constant("everything")),
	};
	const clauseValue = (keyword: ClauseKeyword): Arbitrary<string> => clauses[keyword] ?? values[records[keyword].form];
	const some = (of: readonly Ruled[]): Arbitrary<readonly string[]> =>
		fc
			.oneof(
				{ weight: 2, arbitrary: fc.constant([]) },
				{ weight: 3, arbitrary: fc.subarray([...of], { maxLength: 2 }) },
			)
			.chain((chosen) => fc.tuple(...chosen.map((one) => clauseValue(one).map((list) => `${one} ${list}`))));

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
	const expectation = fc
		.tuple(oneOf("allow", "deny", "ask", "nudge forced"), name)
		.map(([effect, one]) => `expect ${effect}: ${one} a`);
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
	const body = (place: Place, at: number): Arbitrary<BodyText> =>
		fc.record({
			kind: fc.constant(place.kind),
			name: fc.constant(place.name),
			extends: fc.constant(place.extends),
			imported: fc.constant(place.imported),
			fallback: oneOf<BodyText["fallback"]>("", "", "default deny", "default allow", "default ask"),
			settings: fc.oneof(
				{ weight: 3, arbitrary: fc.constant<readonly string[]>([]) },
				{ weight: 2, arbitrary: fc.subarray([...settings], { minLength: 1, maxLength: 2 }).map(oneOfEach) },
				...(governing.length === 0 ? [] : [{ weight: 8, arbitrary: oneOf(...governing).map((line) => [line]) }]),
			),
			// Most faults show in few rules, and few rules are soon asked about.
			rules: oneOf(...sizes[at === 0 ? "first" : "other"]).chain((size) =>
				fc.array(rule, { minLength: size, maxLength: size, size: "max" }),
			),
			claims: fc.oneof(
				{ weight: 4, arbitrary: fc.constant<readonly string[]>([]) },
				{
					weight: 1,
					arbitrary: fc.tuple(fc.oneof({ weight: 3, arbitrary: claim }, { weight: 1, arbitrary: expectation })),
				},
			),
		});
	const policy = oneOf(...shapes)
		.chain((places) =>
			fc.tuple(
				fc.record({
					bodies: fc.tuple(...places.map(body)),
					claims: fc.array(claim, { minLength: 4, maxLength: 8, size: "max" }),
					yaml: places.some((one) => one.imported) ? fc.boolean() : fc.constant(false),
				}),
				fc.option(fc.array(fc.nat(1_000), { minLength: 30, maxLength: 30 }), { freq: 3 }),
			),
		)
		.map(([whole, choices]) => (choices === null ? whole : related(whole, choices)));
	return { rule, policy, claim };
}

/** What bodies say besides rules; most of it is beside every question. */
const settings: readonly string[] = [
	"syntax redirects",
	"syntax redirects",
	"unreadable ask",
	"unreadable ask",
	"trust /opt/tools",
	"self writable",
	"override default allow",
	"override syntax redirects",
	"limit timeout 5s",
	"environment accept X",
	"sandbox prefer",
	"audit prefer",
];

/** Two lines of one setting would be one line and its repetition. */
function oneOfEach(lines: readonly string[]): readonly string[] {
	return [...new Map(lines.map((line) => [line.replace("override ", "").split(" ")[0], line])).values()];
}

/** Every rule gets an id by its place; ids that are there stay. */
export function numbered(policy: PolicyText): PolicyText {
	let count = 0;
	return mapBodies(policy, (body) => ({
		...body,
		rules: body.rules.map((rule) => ({ ...rule, id: rule.id ?? `r${++count}` })),
	}));
}

/** The policy with its bodies changed. */
export function mapBodies(policy: PolicyText, change: (body: BodyText, at: number) => BodyText): PolicyText {
	return { ...policy, bodies: policy.bodies.map(change) };
}

/** One of the two files as text: what is asked for, and what it imports. Undefined where nothing is imported. */
function fileText(policy: PolicyText, isImported: boolean): string | undefined {
	const { bodies, claims } = numbered(policy);
	const imports = bodies.some((body) => body.imported);
	if (isImported && !imports) return undefined;
	return [
		...(isImported ? [] : (policy.packs ?? []).map((name) => `import "${name}"`)),
		...(imports && !isImported ? [`import "./${importedName(policy)}"`] : []),
		// The importing file sees them all the same.
		...(imports === isImported ? preamble : []),
		...(isImported ? [] : claims),
		...bodies.filter((body) => body.imported === isImported).flatMap(bodyLines),
		"",
	].join("\n");
}

function bodyLines({ kind, name, extends: parents, fallback, settings, rules, claims }: BodyText): readonly string[] {
	const lines = [...(fallback === "" ? [] : [fallback]), ...settings, ...rules.map(ruleText), ...claims];
	if (kind === "outside") return lines;
	const heading = [kind, name, ...(parents.length === 0 ? [] : ["extends", parents.join(", ")])].join(" ");
	return [`${heading} {`, ...lines.map((line) => `  ${line}`), "}"];
}

function importedName({ yaml }: PolicyText): string {
	return yaml ? "base.rules.yaml" : "base.rules";
}

/** The policy as text. */
export function policyText(policy: PolicyText): string {
	const base = fileText(policy, true);
	const main = fileText(policy, false) as string;
	return base === undefined ? main : `# ${importedName(policy)}\n${base}\n# small.rules\n${main}`;
}

export function ruleText({ keyword, modifier, subject, clauses, id }: RuleText): string {
	return [`${modifier}${keyword}`, subject, ...clauses, `id ${id}`].join(" ");
}

export interface Loaded {
	readonly text: string;
	readonly policy: Policy;
	readonly tree: Tree;
	readonly claims: readonly Claim[];
	/** As it was read, with the small world's programs. */
	readonly whole: LoadedPolicy & { readonly tree: Tree };
}

export class BrokenPolicy extends Error {}

/** Loads a policy; the small world's programs are known to it as if it had taught them. */
export function loaded(given: PolicyText): Loaded {
	const found = engines.get(given) ?? anew(given);
	engines.set(given, found);
	return found;
}
const engines = new WeakMap<PolicyText, Loaded>();

function anew(given: PolicyText): Loaded {
	const base = fileText(given, true);
	const name = importedName(given);
	const files = base === undefined ? {} : { [name]: given.yaml ? asYaml(base) : base };
	return loadedText(fileText(given, false) as string, files);
}

function asYaml(text: string): string {
	const { value, diagnostics } = readPolicyFile("base.rules", text);
	const error = diagnostics.find(({ severity }) => severity === "error");
	if (error !== undefined) throw new BrokenPolicy(`a broken policy was written: ${error.message}\n${text}`);
	return convertPolicyFile(value, "yaml");
}

/** `files`: what it may import, by names. */
export function loadedText(text: string, files: Readonly<Record<string, string>> = {}): Loaded {
	const read = (path: string): FileText => {
		const found = Object.entries(files).find(([name]) => path === `${nowhere}/${name}`);
		if (found !== undefined) return { text: found[1] };
		return path.startsWith(`${nowhere}/`) ? { message: "there is no such file", help: "" } : readPolicyText(path);
	};
	const whole = loadText("small.rules", text, { cwd: nowhere, read });
	const { policy, diagnostics } = whole;
	// The small world's programs borrow names of real ones, and have other options.
	const error = diagnostics.find(({ severity, code }) => severity === "error" && code !== "unknown-option");
	if (error !== undefined) throw new BrokenPolicy(`a broken policy was written: ${error.message}\n${text}`);
	const tree = whole.tree ?? compile(policy, {});
	const known = new Map([...programs, ...policy.programs]);
	// A tree hands on what a policy teaches and is not made of it: it need not be made again.
	const own = {
		policy: { ...policy, programs: known },
		tree: { ...tree, programs: Object.fromEntries(known) },
	};
	return { text, ...own, claims: policy.claims, whole: { ...whole, ...own } };
}

const nowhere = "/nowhere";

/** The agents of a policy. */
export function agentsOf({ tree }: Loaded): readonly string[] {
	return Object.keys(tree.agents);
}

/** The words of a claim. */
export function claimText({ whole }: Loaded, { span }: Claim): string {
	return whole.sources.get(span.file)?.text.slice(span.start, span.end) ?? "";
}
