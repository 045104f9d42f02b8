/**
 * Reads `*.suite.yaml` text: commands, agents, and the answers that a policy must give. The matrix is spelled out, one case for each
 * command and agent. What does not fit is a diagnostic; a suite with an error is not run.
 */

import type { Request } from "../../engine/request/request.js";
import { askedByLine, askedByWords } from "../../engine/request/request-text.js";
import type { Checked, Diagnostic } from "../../language/diagnostic/diagnostic.js";
import { nearest } from "../../language/diagnostic/suggest.js";
import { timeOf } from "../../language/policy/spans-of-time.js";
import { endings } from "../../language/policy/test.js";
import type { Span } from "../../language/source/span.js";
import { type Effect, effects, type Text } from "../../language/syntax/statements.js";
import { readTree, shorten, type TextNode, type YamlNode } from "../../language/syntax/yaml/yaml-tree.js";
import type { StoryStep } from "../analysis/past/decide-story.js";
import { suiteShapeFaults } from "./suite-shape.js";

export interface Suite {
	readonly file: string;
	/** Files, from the folder of the suite, and packs; none: the policy that the command line chose. */
	readonly policy: readonly Text[];
	readonly cases: readonly Case[];
}

/** One command of one agent, and the answer that it must get. */
export interface Case {
	readonly request: Request;
	/** What came before it, in order. */
	readonly after: readonly StoryStep[];
	readonly agent: Text;
	readonly expected: Effect;
	/** The id of the rule that must decide. */
	readonly rule?: string;
	readonly note?: string;
	/** Where the command stands. */
	readonly span: Span;
}

/** Is this a suite by its name? */
export function isSuiteName(name: string): boolean {
	return /\.suite\.ya?ml$/.test(name);
}

/** Reads a suite. With an error among the diagnostics it has no cases. */
export function readSuite(file: string, text: string): Checked<Suite> {
	const tree = readTree(file, text);
	const nothing: Suite = { file, policy: [], cases: [] };
	if (tree.diagnostics.length > 0) return { value: nothing, diagnostics: tree.diagnostics };
	const root = tree.value.root ?? { kind: "nothing", span: { file, start: 0, end: 0 } };
	const faults = suiteShapeFaults(root, text);
	if (faults.length > 0) return { value: nothing, diagnostics: faults };
	const nodes = listAt(root, "cases");
	const excess = tooMany(nodes);
	if (excess !== undefined) return { value: nothing, diagnostics: [excess] };
	const cases = nodes.map(readCase);
	const diagnostics = cases.flatMap((one) => one.diagnostics);
	if (diagnostics.length > 0) return { value: nothing, diagnostics };
	return {
		value: { file, policy: textsAt(root, "policy"), cases: cases.flatMap((one) => one.value) },
		diagnostics: [],
	};
}

/** More commands for agents than this are a mistake: the matrix multiplies. */
const mostCases = 100_000;

function tooMany(nodes: readonly YamlNode[]): Diagnostic | undefined {
	let count = 0;
	for (const node of nodes) {
		count += commands(node).length * answers(node).value.length;
		if (count > mostCases)
			return {
				code: "too-many-cases",
				severity: "error",
				message: `this suite asks more than ${mostCases} questions up to here`,
				span: node.span,
				help: "split it into several suites",
			};
	}
	return undefined;
}

function readCase(node: YamlNode): Checked<readonly Case[]> {
	const expected = answers(node);
	const rule = textAt(node, "rule");
	const note = textAt(node, "note");
	const around = surroundings(node);
	const cases = expected.value.flatMap(({ agent, effect }) =>
		commands(node).map(
			({ span, ...command }): Case => ({
				request: { ...command, ...around, agent: agent.text },
				after: steps(node, { agent: agent.text, ...around }),
				agent,
				expected: effect,
				...(rule === undefined ? {} : { rule }),
				...(note === undefined ? {} : { note }),
				span,
			}),
		),
	);
	return { value: cases, diagnostics: expected.diagnostics };
}

/** The agents of a case, each with the answer that it must get. */
function answers(node: YamlNode): Checked<readonly { readonly agent: Text; readonly effect: Effect }[]> {
	const expect = valueAt(node, "expect") as YamlNode;
	const named = textsAt(node, "agents");
	const agents = [...new Map(named.map((agent) => [agent.text, agent] as const)).values()];
	if (expect.kind !== "mapping") {
		const effect = effectOf(expect);
		const all = agents.length > 0 ? agents : [{ text: "default", span: expect.span }];
		return { value: all.map((agent) => ({ agent, effect })), diagnostics: [] };
	}
	const value = expect.entries.map((entry) => ({ agent: spannedText(entry.key), effect: effectOf(entry.value) }));
	if (agents.length === 0) return { value, diagnostics: [] };
	const own = value.map(({ agent }) => agent);
	return {
		value,
		diagnostics: [
			...missing(agents, own, "`expect` has no answer for", "give each of the `agents` its effect"),
			...missing(own, agents, "the `agents` of this case leave out", "add it to them, or leave `agents` out"),
		],
	};
}

/** Agents that others do not name. */
function missing(agents: readonly Text[], others: readonly Text[], what: string, help: string): readonly Diagnostic[] {
	const names = new Set(others.map((one) => one.text));
	return agents
		.filter((agent) => !names.has(agent.text))
		.map((agent) => ({
			code: "unlike-agents",
			severity: "error",
			message: `${what} \`${shorten(agent.text)}\``,
			span: agent.span,
			help: near(agent.text, names) ?? help,
		}));
}

function near(name: string, names: Iterable<string>): string | undefined {
	const found = nearest(name, names);
	return found === undefined ? undefined : `did you mean \`${found}\`?`;
}

type Asked = Request & { readonly span: Span };

function commands(node: YamlNode): readonly Asked[] {
	const scripts = textsAt(node, "run").map(({ text, span }) => ({ ...askedByLine(text), span }));
	const argv = valueAt(node, "argv");
	if (argv?.kind !== "list") return scripts;
	const isOne = argv.items.every((item) => item.kind === "text");
	return (isOne ? [argv] : argv.items).map((item) => ({
		...askedByWords(textsOf(item).map(({ text }) => text)),
		span: item.span,
	}));
}

/** What came before: the same agent asked for it, in the same world where it says nothing else. */
function steps(
	node: YamlNode,
	{ agent, cwd, facts }: ReturnType<typeof surroundings> & { readonly agent: string },
): readonly StoryStep[] {
	const value = valueAt(node, "after");
	const items = value?.kind === "list" ? value.items : value === undefined ? [] : [value];
	const around = { agent, ...(cwd === undefined ? {} : { cwd }), ...(facts === undefined ? {} : { facts }) };
	return items.map((item) => {
		if (item.kind === "text") return { request: { ...askedByLine(item.text), ...around }, ended: "passed", ago: 0 };
		const { cwd: folder, facts: own } = surroundings(item);
		const ended = textAt(item, "ended");
		const session = textAt(item, "session");
		const others = { ...(folder === undefined ? {} : { cwd: folder }), ...(own === undefined ? {} : { facts: own }) };
		const [command] = commands(item) as readonly [Asked];
		const { span: _, ...asked } = command;
		return {
			request: { ...asked, ...around, ...others },
			ended: endings.find((one) => one === ended) ?? "passed",
			ago: timeOf(textAt(item, "ago")) ?? 0,
			...(session === undefined ? {} : { session }),
		};
	});
}

/** What else a request says. */
function surroundings(node: YamlNode): Pick<Request, "force" | "cwd" | "env" | "facts" | "at" | "tools"> {
	const forced = valueAt(node, "forced");
	const cwd = textAt(node, "cwd");
	const env = valueAt(node, "env");
	const tools = valueAt(node, "tools");
	const facts = valueAt(node, "facts");
	const at = textAt(node, "at");
	return {
		...(forced?.kind === "flag" && forced.value ? { force: true } : {}),
		...(cwd === undefined ? {} : { cwd }),
		...(env?.kind === "mapping"
			? { env: Object.fromEntries(env.entries.map(({ key, value }) => [key.text, textsOf(value)[0]?.text ?? ""])) }
			: {}),
		...(facts?.kind === "mapping"
			? {
					facts: Object.fromEntries(facts.entries.map(({ key, value }) => [key.text, textsOf(value)[0]?.text || null])),
				}
			: {}),
		...(at === undefined ? {} : { at }),
		...(tools === undefined ? {} : { tools: textsOf(tools).map(({ text }) => text) }),
	};
}

function effectOf(node: YamlNode): Effect {
	const effect = effects.find((one) => node.kind === "text" && node.text === one);
	if (effect === undefined) throw new Error("the schema of suites let pass what is no effect");
	return effect;
}

function valueAt(node: YamlNode, key: string): YamlNode | undefined {
	return node.kind === "mapping" ? node.entries.find((entry) => entry.key.text === key)?.value : undefined;
}

function listAt(node: YamlNode, key: string): readonly YamlNode[] {
	const value = valueAt(node, key);
	return value?.kind === "list" ? value.items : [];
}

function textAt(node: YamlNode, key: string): string | undefined {
	return textsAt(node, key)[0]?.text;
}

/** The texts of a text or a list. */
function textsAt(node: YamlNode, key: string): readonly Text[] {
	const value = valueAt(node, key);
	return value === undefined ? [] : textsOf(value);
}

function textsOf(node: YamlNode): readonly Text[] {
	const nodes = node.kind === "list" ? node.items : [node];
	return nodes.flatMap((one) => (one.kind === "text" ? [spannedText(one)] : []));
}

function spannedText({ text, span }: TextNode): Text {
	return { text, span };
}
