/** Random policies and requests over a small world of names, so that rules and requests collide often. */
import fc, { type Arbitrary } from "fast-check";
import type { OptionFact, Program } from "../../../src/engine/knowledge/program.js";
import type { Request } from "../../../src/engine/request/request.js";
import { programs } from "./world.js";

export type Asking = Request & { readonly argv: readonly string[] };

/** A rule as text, without its id. */
export interface RuleText {
	readonly keyword: "allow" | "deny" | "ask" | "nudge" | "constrain";
	readonly locked: boolean;
	readonly override: boolean;
	readonly text: string;
	/** Its place in the policy as it was first written. */
	readonly id?: string;
}

export interface BodyText {
	readonly rules: readonly RuleText[];
	readonly settings: readonly string[];
}

/** One file: statements outside, a group, and three agents of which each extends the one before. */
export interface PolicyText {
	readonly outside: BodyText;
	readonly group: BodyText;
	readonly agents: readonly { readonly name: string; readonly extends: readonly string[]; readonly body: BodyText }[];
}

const knownNames = [...programs.keys()];
const unknownNames = ["foo", "fob"];

const oneOf = <T>(...values: readonly T[]): Arbitrary<T> => fc.constantFrom(...values);
const seldom = fc.constantFrom(false, false, false, true);
const factsOf = (name: string): Program | undefined => programs.get(name);

/** Paths that mean two things: as text, and as the kernel walks. */
const twofold = oneOf("link/../x", "deep/lnk/../x", "deep/lnk", "~/.ssh/id", "up/ws/a");
const plainPath = oneOf(
	"a",
	"src/x",
	"./b",
	"../out",
	"/etc/passwd",
	"link/x",
	"link/../x",
	"up/ws/a",
	"in/x",
	"deep/lnk/../x",
	"deep/lnk",
	"loop",
	"blocked/x",
	"~/.ssh/id",
	".env",
	"src/.env",
	"/ws",
	".",
	"/ws/src",
	"/ws-evil/x",
	"/tmp/t",
	"/tmp/back/y",
	"/vault/k",
	"host:/etc/passwd",
	"k=../out",
	"/etc,a",
	"~u/x",
	"rmlink",
	"policy.rules",
	"src/../.claude/settings.json",
	".claude",
	".github",
	"in/policy.rules",
	"~/.cache/bylaw/key",
	"/home/v/.ssh",
	"/home/v/x",
	"/home/v/a/y",
);
export const pathWord = fc.oneof({ weight: 3, arbitrary: plainPath }, { weight: 2, arbitrary: twofold });
const plainWord = oneOf("a", "b", "ab", "push", "pu", "status", "x.y", "n=v", "install", "i");

/** One operand of a request for this program. */
function operandFor(facts: Program | undefined): Arbitrary<string[]> {
	const subcommands = Object.entries(facts?.subcommands ?? {})
		.flatMap(([name, one]) => [name, ...one.aliases])
		.slice(0, 60);
	const words: Arbitrary<string[]>[] = [
		pathWord.map((word) => [word]),
		pathWord.map((word) => [word]),
		plainWord.map((word) => [word]),
	];
	if (subcommands.length > 0) words.push(oneOf(...subcommands).map((name) => name.split(" ")));
	return fc.oneof(...words);
}

function optionsOf(facts: Program | undefined): readonly OptionFact[] {
	if (facts === undefined)
		return [
			{ names: ["-o", "--output"], value: "required", powers: [] },
			{ names: ["-r", "--recursive"], powers: [] },
			{ names: ["-f"], powers: [] },
		];
	const all = [...facts.options, ...Object.values(facts.subcommands).flatMap((one) => one.options)];
	// `-NUM` stands for a number, which no other option does.
	return all.filter((option) => !option.names.includes("-NUM")).slice(0, 80);
}

/** An option of this program in one of its spellings. */
function optionFor(facts: Program | undefined): Arbitrary<string[]> {
	const options = optionsOf(facts);
	const strange = oneOf(["-z"], ["--strange"], ["--strange=a"], ["-rz"], ["-zr"], ["--re"], ["--rev"], ["--forc"]);
	if (options.length === 0) return strange;
	const shorts = options.flatMap((one) => one.names).filter((name) => /^-[a-z]$/i.test(name));
	const spelled = fc.tuple(oneOf(...options), fc.nat(9), pathWord, fc.nat(3)).map(([option, at, value, form]) => {
		const name = option.names[at % option.names.length] as string;
		if (option.runs === "argv") return [name, "rm", value, ";"];
		if (name.endsWith("=")) return [name + value];
		if (option.value === undefined) return [form === 0 && name.length > 5 ? name.slice(0, -1) : name];
		if (form === 0 || option.value === "optional") return [name.startsWith("--") ? `${name}=${value}` : name + value];
		if (form === 1 && name.startsWith("--") && name.length > 5) return [`${name.slice(0, -1)}=${value}`];
		return [name, value];
	});
	const bundle = fc
		.array(oneOf(...(shorts.length > 0 ? shorts : ["-r"])), { minLength: 2, maxLength: 3 })
		.map((names) => [`-${names.map((name) => name[1]).join("")}`]);
	return fc.oneof(
		{ weight: 6, arbitrary: spelled },
		{ weight: 2, arbitrary: bundle },
		{ weight: 1, arbitrary: strange },
	);
}

function argumentsFor(facts: Program | undefined): Arbitrary<string[]> {
	const piece = fc.oneof(
		{ weight: 5, arbitrary: operandFor(facts) },
		{ weight: 5, arbitrary: optionFor(facts) },
		{ weight: 1, arbitrary: fc.constant(["--"]) },
	);
	const anywhere = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.flat());
	return Object.keys(facts?.subcommands ?? {}).length > 0
		? fc.tuple(operandFor(facts), anywhere).map(([first, rest]) => [...first, ...rest])
		: anywhere;
}

const programWord = (name: string): Arbitrary<string> =>
	fc.oneof(
		{ weight: 6, arbitrary: fc.constant(name) },
		{
			weight: 2,
			arbitrary: oneOf(
				`/usr/bin/${name}`,
				`./${name}`,
				`/opt/${name}`,
				`/bin/../bin/${name}`,
				`src/../${name}`,
				"./rmlink",
				"./toollink",
				"./loop",
				"./blocked/tool",
				"/home/v/bin",
				`/home/v/bin/${name}`,
			),
		},
	);

export const agentNames = ["default", "child", "grandchild"] as const;

const anyName = fc.oneof(
	{ weight: 5, arbitrary: oneOf(...knownNames) },
	{ weight: 2, arbitrary: oneOf(...unknownNames) },
);

/** Few names, so that rules and requests speak of the same programs. */
export const focus: Arbitrary<readonly string[]> = fc.array(anyName, { minLength: 1, maxLength: 2 });

export interface Arbitraries {
	readonly argv: Arbitrary<string[]>;
	/** A command that is in no wrapper. */
	readonly simple: Arbitrary<string[]>;
	readonly request: Arbitrary<Asking>;
	readonly rule: Arbitrary<RuleText>;
	readonly ruleOf: (keyword: RuleText["keyword"], overriding?: boolean) => Arbitrary<RuleText>;
	readonly policy: Arbitrary<PolicyText>;
}

const made = new Map<string, Arbitraries>();

/** Policies and requests about these programs. */
export function about(names: readonly string[]): Arbitraries {
	const key = names.join();
	const known = made.get(key) ?? arbitrariesOf(names);
	made.set(key, known);
	return known;
}

function arbitrariesOf(names: readonly string[]): Arbitraries {
	const name = oneOf(...names);

	const simple: Arbitrary<string[]> = name
		.chain((one) => fc.tuple(programWord(one), argumentsFor(factsOf(one))))
		.map(([program, words]) => [program, ...words]);

	const wrapper = oneOf(
		["wrap"],
		["wrap", "-i"],
		["wrap", "A=1"],
		["wrap", "-u", "a"],
		["slow", "5"],
		["slow", "-s", "a", "5"],
		["wrap", "-z"],
		["/usr/bin/wrap"],
		["./wrap"],
		["wrap", "slow", "1"],
	);
	const wrapped = fc.tuple(wrapper, simple).map(([outer, inner]) => [...outer, ...inner]);
	const sought = simple.map((inner) => ["seek", "a", "-exec", ...inner, ";"]);

	const argv: Arbitrary<string[]> = fc.oneof(
		{ weight: 8, arbitrary: simple },
		{ weight: 2, arbitrary: wrapped },
		{ weight: 1, arbitrary: sought },
	);

	const request: Arbitrary<Asking> = fc
		.record({
			argv,
			agent: oneOf(...agentNames),
			force: fc.boolean(),
			tools: oneOf<readonly string[] | undefined>(undefined, undefined, [], ["t.one"]),
			cwd: oneOf<string | undefined>(undefined, undefined, "/ws/src", "/etc", "/ws/link"),
		})
		.map(({ tools, cwd, ...rest }) => ({ ...rest, ...(tools ? { tools } : {}), ...(cwd ? { cwd } : {}) }));

	const pathPattern = oneOf(
		".",
		".",
		".",
		".",
		"src",
		"/etc",
		"/tmp",
		"~",
		"~/.ssh",
		"~/.ssh/**",
		"~/**",
		"~/x/*",
		"~/*/y/**",
		"~/**/y",
		"**/.env",
		"./*",
		"/vault",
		"link",
		"in",
		"src/*",
		"/ws/**/x",
		"../out",
		'"a"',
		"/",
		"@places",
		"loop",
		"deep",
	);
	const pathList = fc
		.tuple(
			fc.uniqueArray(pathPattern, { minLength: 1, maxLength: 2 }),
			fc.option(oneOf("!src", "!**/.env", "!/etc", "!a", "!~/x/**", "!~/x"), { freq: 4 }),
		)
		.map(([some, out]) => [...some, ...(out ? [out] : [])].join(", "));

	/** Can a pattern name it as it stands? */
	const isWritable = (option: string) => /^-[a-z-]+$/i.test(option);

	/** A required option as a pattern says it. */
	function optionPattern(facts: Program | undefined): Arbitrary<string> {
		const names = optionsOf(facts).flatMap((option) =>
			option.names.flatMap((one) => {
				if (!isWritable(one)) return [];
				if (option.value === undefined) return [one];
				if (one.startsWith("--")) return [one, `${one}=a*`];
				return one.length === 2 ? [one, `${one}a`] : [one];
			}),
		);
		return fc.oneof(
			{ weight: 5, arbitrary: oneOf(...(names.length > 0 ? names : ["-r"])) },
			{ weight: 1, arbitrary: oneOf("-rf", "-fr", "--strange", "-z", "-rz", "--force") },
		);
	}

	const operandPattern = (facts: Program | undefined): Arbitrary<string> => {
		const subcommands = Object.keys(facts?.subcommands ?? {}).slice(0, 40);
		const words = oneOf(
			"*",
			"**",
			"a",
			"a*",
			"src/*",
			'"a"',
			'"*"',
			"/a|b/",
			"/.*\\/x/",
			"push",
			"x?y",
			"[ab]",
			"@words",
			"*x*",
		);
		return subcommands.length > 0
			? fc.oneof({ weight: 3, arbitrary: oneOf(...subcommands) }, { weight: 1, arbitrary: words })
			: words;
	};

	const programPattern = fc.oneof(
		{ weight: 8, arbitrary: name },
		{
			weight: 3,
			arbitrary: oneOf(
				"*",
				"*",
				"t*",
				"fo?",
				"./*",
				"/usr/bin/tool",
				"@some",
				"/usr/bin/*",
				"/opt/**",
				'"foo"',
				"/fo./",
				"./tool",
				"/bin/rm",
				"~/bin/**",
				"~/bin",
			),
		},
	);

	const pattern: Arbitrary<string> = programPattern.chain((program) => {
		const facts = factsOf(program);
		return fc
			.tuple(
				oneOf(false, false, false, false, false, false, false, true),
				fc.array(operandPattern(facts), { maxLength: 2 }),
				fc.array(optionPattern(facts), { maxLength: 2 }),
				oneOf("name", "name", "operands", "options", "all"),
			)
			.map(([exactly, operands, options, shape]) =>
				[
					exactly ? "exactly" : "",
					program,
					...(shape === "operands" || shape === "all" ? operands : []),
					...(shape === "options" || shape === "all" ? options : []),
				]
					.filter((word) => word !== "")
					.join(" "),
			);
	});
	const patterns = fc.array(pattern, { minLength: 1, maxLength: 2 }).map((list) => list.join(", "));

	const anyOption = name.chain((one) => optionPattern(factsOf(one)));
	const alternatives = fc
		.array(
			fc.array(anyOption, { minLength: 1, maxLength: 2 }).map((list) => list.join(" & ")),
			{ minLength: 1, maxLength: 2 },
		)
		.map((list) => list.join(", "));
	const optionName = name.chain((one) =>
		oneOf(
			...optionsOf(factsOf(one))
				.flatMap((option) => option.names)
				.filter(isWritable),
			"-z",
		),
	);
	const optionList = fc.array(optionName, { minLength: 1, maxLength: 3 }).map((list) => list.join(", "));
	const power = oneOf("exec", "code", "write", "delete", "network", "persistence", "secrets");
	const powerList = fc.uniqueArray(power, { minLength: 1, maxLength: 2 }).map((list) => list.join(", "));

	const clauses: Readonly<Record<string, Arbitrary<string>>> = {
		with: alternatives,
		without: alternatives,
		only: optionList,
		within: pathList,
		touching: pathList,
		granting: fc.oneof({ weight: 2, arbitrary: powerList }, { weight: 1, arbitrary: fc.constant("everything") }),
		using: powerList,
		except: patterns,
		use: oneOf("t.one", "t.two", "t.one, t.two"),
	};

	const clausesOf = {
		allow: ["with", "without", "only", "within", "granting", "except"],
		deny: ["with", "without", "touching", "using", "except"],
		ask: ["with", "without", "only", "within", "touching", "granting", "using", "except"],
		nudge: ["with", "without", "within", "touching", "granting", "using", "except", "use"],
		constrain: ["with", "without", "using", "except"],
	} as const;

	function ruleOf(keyword: RuleText["keyword"], overriding = true): Arbitrary<RuleText> {
		const own = fc
			.oneof(fc.constant([]), fc.subarray([...clausesOf[keyword]], { maxLength: 2 }))
			.chain((names) =>
				fc.tuple(...names.map((clause) => (clauses[clause] as Arbitrary<string>).map((list) => `${clause} ${list}`))),
			);
		const lockable = keyword === "deny" || keyword === "constrain";
		return fc
			.record({
				locked: seldom,
				override: seldom,
				access: oneOf("", "reads of ", "writes of "),
				subject: patterns,
				to: pathList,
				own,
			})
			.map(({ locked, override, access, subject, to, own }) => {
				const modifiers = {
					locked: lockable && locked,
					override: overriding && override && !(lockable && locked),
				};
				const parts = [
					keyword === "constrain" ? access + subject : subject,
					keyword === "constrain" ? `to ${to}` : "",
					...own,
				].filter((part) => part !== "");
				return { keyword, ...modifiers, text: parts.join(" ") };
			});
	}

	const rule: Arbitrary<RuleText> = fc.oneof(
		{ weight: 5, arbitrary: ruleOf("allow") },
		{ weight: 3, arbitrary: ruleOf("deny") },
		{ weight: 2, arbitrary: ruleOf("ask") },
		{ weight: 2, arbitrary: ruleOf("nudge") },
		{ weight: 2, arbitrary: ruleOf("constrain") },
	);

	const setting = fc
		.tuple(fc.boolean(), oneOf("default allow", "default ask", "default deny"))
		.map(([override, text]) => (override ? `override ${text}` : text));

	function body(most: number): Arbitrary<BodyText> {
		const settings = oneOf(false, false, true).chain((some) =>
			fc.array(setting, some ? { minLength: 1, maxLength: 2 } : { maxLength: 0 }),
		);
		return fc.record({
			rules: fc.array(rule, { minLength: most > 2 ? 1 : 0, maxLength: most, size: "max" }),
			settings,
		});
	}

	const policy: Arbitrary<PolicyText> = fc
		.tuple(
			body(2),
			body(1),
			body(5),
			body(4),
			body(2),
			oneOf<readonly string[]>([], ["common"]),
			oneOf<readonly string[]>(["child"], ["child", "common"], ["default", "child"]),
		)
		.map(([outside, group, first, second, third, childToo, last]) => ({
			outside,
			group,
			agents: [
				{ name: "default", extends: [], body: first },
				{ name: "child", extends: ["default", ...childToo], body: second },
				{ name: "grandchild", extends: last, body: third },
			],
		}));

	return { argv, simple, request, rule, ruleOf, policy };
}

const preamble = [
	"set some = tool, foo, rm",
	"set words = a, b",
	"set places = src, /vault",
	"program deploy can read, network {\n  option --target, -t PATH write\n  option -q\n}",
];

/** Every body of a policy changed, with its place: `outside`, `group`, or the number of the agent. */
export function mapBodies(policy: PolicyText, change: (body: BodyText, place: Place) => BodyText): PolicyText {
	return {
		outside: change(policy.outside, "outside"),
		group: change(policy.group, "group"),
		agents: policy.agents.map((agent, index) => ({ ...agent, body: change(agent.body, index) })),
	};
}

export type Place = "outside" | "group" | number;
export const place: Arbitrary<Place> = oneOf<Place>("outside", "group", 0, 1, 2);

/** The policy with one more rule in one of its bodies. */
export function withRule(policy: PolicyText, where: Place, rule: RuleText): PolicyText {
	const added = { ...rule, id: "added" };
	return mapBodies(numbered(policy), (body, at) => (at === where ? { ...body, rules: [...body.rules, added] } : body));
}

/** Every rule gets an id by its place; ids that are there stay. */
export function numbered(policy: PolicyText): PolicyText {
	let count = 0;
	return mapBodies(policy, (body) => ({
		...body,
		rules: body.rules.map((rule) => ({ ...rule, id: rule.id ?? `r${++count}` })),
	}));
}

/** The policy as text. */
export function policyText(policy: PolicyText): string {
	const { outside, group, agents } = numbered(policy);
	return [
		...preamble,
		...bodyLines(outside),
		block("group common", group),
		...agents.map((agent) => block(`agent ${agent.name}${listed(agent.extends)}`, agent.body)),
		"",
	].join("\n");
}

/** The policy as two files: the second imports the first, and adds to its agents. */
export function policyTexts(base: PolicyText, more: PolicyText): { readonly base: string; readonly main: string } {
	const adding = mapBodies(numbered(more), (body) => ({
		...body,
		rules: body.rules.map((rule) => ({ ...rule, id: `m${rule.id}` })),
	}));
	const [first, second] = adding.agents;
	const lines = ['import "./base.rules"', ...bodyLines(adding.outside)];
	if (first) lines.push(block("agent default", first.body));
	if (second) lines.push(block("agent further extends default, common", second.body));
	return { base: policyText(base), main: [...lines, ""].join("\n") };
}

function bodyLines(body: BodyText): string[] {
	return [...body.settings, ...body.rules.map(ruleText)];
}

function block(head: string, body: BodyText): string {
	const lines = bodyLines(body).map((line) => `  ${line}\n`);
	return `${head} {\n${lines.join("")}}`;
}

function listed(names: readonly string[]): string {
	return names.length > 0 ? ` extends ${names.join(", ")}` : "";
}

function ruleText(rule: RuleText): string {
	return `${rule.locked ? "locked " : ""}${rule.override ? "override " : ""}${rule.keyword} ${rule.text} id ${rule.id}`;
}
