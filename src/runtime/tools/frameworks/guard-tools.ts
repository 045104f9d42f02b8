/**
 * Every tool of an agent under one policy, by one line: `guardTools(tools, "policy.rules")`. It takes tools as frameworks have them (AI SDK, OpenAI Agents, Anthropic's
 * SDK, LangChain, LangGraph, Mastra) and gives them back with a decision before each call. A pure translation: no framework is imported, each is told by its shape.
 */

import { isOpenQuestion } from "../../../engine/decide/asked-people.js";
import { callOptions, callWords, toolCallName } from "../../../engine/request/calls.js";
import type { Call, Request } from "../../../engine/request/request.js";
import { checkOptions, type OptionNames } from "../../../language/diagnostic/known-options.js";
import { isCallName } from "../../../language/policy/hands.js";
import {
	type Approve,
	type CallAnswer,
	type Guard,
	type GuardOptions,
	guard,
	guardOptions,
	type PolicySource,
} from "../guard.js";
import { refusedReply } from "../replies.js";
import { undecidable } from "../undecidable.js";
import { isApproved } from "./ai-sdk-messages.js";
import { NotRunError } from "./anthropic-bash.js";
import { heldInput } from "./held-input.js";

/**
 * What a tool's call is. A text: the words of a command with fields of the input in braces (`file.read {path}`), a command line (`shell {command}`), or `none` for a tool that
 * changes nothing outside of the conversation. A function gives the same from the input: a request's `call`, `script` or `argv`.
 */
export type ToolCommand = string | ((input: Readonly<Record<string, unknown>>) => ToolRequest);
export type ToolRequest = { readonly call: Call } | { readonly script: string } | { readonly argv: readonly string[] };

export interface GuardToolsOptions extends GuardOptions {
	/** What tools are, by their names. One that stands nowhere here is `tool.NAME` with its input as options. */
	readonly commands?: Readonly<Record<string, ToolCommand>>;
	/** Puts a question (`ask`) to a person, where the framework has no way to ask of its own. */
	readonly approve?: Approve;
	/** LangGraph's `interrupt`: it stops the graph, and gives what the run is resumed with. `true` and `{ approved: true }` are a yes. */
	readonly interrupt?: (question: ToolQuestion) => unknown;
}

/** What a person is asked, where a graph stops for it. */
export interface ToolQuestion {
	readonly tool: string;
	readonly input: unknown;
	/** Why it is asked. */
	readonly message: string;
	readonly note?: string;
}

/** Guarded tools, and the policy behind them. */
export interface GuardedTools<Tools> {
	readonly tools: Tools;
	readonly guard: Guard;
	/** Closes the log. */
	readonly close: () => void;
}

const known: OptionNames<GuardToolsOptions> = {
	...guardOptions,
	commands: true,
	approve: true,
	interrupt: true,
};

/**
 * Guards each of the tools: an object of them by their names, or a list. Calls that the agent's rules do not govern (`govern`) pass. Throws a `PolicyError` for a
 * policy with errors, and a `TypeError` for a tool that does not run here: no rule can be asked before it.
 */
export function guardTools<Tools extends Readonly<Record<string, unknown>> | readonly unknown[]>(
	tools: Tools,
	rules: PolicySource,
	options: GuardToolsOptions = {},
): GuardedTools<Tools> {
	checkOptions("guardTools", options, known);
	const { commands = {}, approve, interrupt, ...others } = options;
	const guarded = guard(rules, others);
	const gate = gateOf(guarded, commands, approve, interrupt);
	try {
		const made = Array.isArray(tools)
			? tools.map((tool, at) => guardedTool(tool, nameOf(tool) ?? `tool ${at}`, gate))
			: Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, guardedTool(tool, name, gate)]));
		return { tools: made as unknown as Tools, guard: guarded, close: guarded.close };
	} catch (error) {
		guarded.close();
		throw error;
	}
}

/** Decides calls of tools by their names. */
interface Gate {
	readonly commandOf: (tool: string) => ToolCommand | undefined;
	/** Would a person be asked? */
	readonly asks: (tool: string, input: unknown) => boolean;
	/** What the tool is to be given, or why the call is not done. `approved`: a person said yes to it already. */
	readonly decided: (tool: string, input: unknown, approved?: boolean) => Promise<Decided>;
}

type Decided = Allowed | { readonly refusal: string };

interface Allowed extends Pick<CallAnswer, "ended"> {
	readonly input: unknown;
}

function gateOf(
	guarded: Guard,
	commands: Readonly<Record<string, ToolCommand>>,
	approve: Approve | undefined,
	interrupt: GuardToolsOptions["interrupt"],
): Gate {
	const commandOf = (tool: string): ToolCommand | undefined =>
		Object.hasOwn(commands, tool) ? commands[tool] : undefined;
	const requestOf = (tool: string, input: unknown): Request => requestFor(commandOf(tool), tool, input);
	/** Is it nobody's affair, whatever it is given? */
	const isUngoverned = (tool: string): boolean => {
		const command = commandOf(tool) ?? toolCallName(tool);
		const [name = ""] = typeof command === "string" ? command.trim().split(/\s/) : [];
		return isCallName(name) && guarded.foresee({ call: [name] }).code === "ungoverned";
	};
	return {
		commandOf,
		asks: (tool, input) => {
			try {
				return isOpenQuestion(guarded.foresee(requestOf(tool, heldInput(input).seen)));
			} catch {
				// It is refused when it is called.
				return false;
			}
		},
		decided: async (tool, given, approved = false) => {
			if (commandOf(tool) === "none") return { input: given };
			let answer: CallAnswer;
			let request: Request;
			let input: unknown;
			try {
				const held = heldInput(given);
				input = held.input;
				request = requestOf(tool, held.seen);
			} catch (error) {
				return isUngoverned(tool) ? { input: given } : { refusal: undecidable(error) };
			}
			const said =
				approved || interrupt === undefined ? approved : interrupted(guarded, interrupt, request, tool, input);
			try {
				answer = await guarded.call(request, {
					approve: (decision) => (said ? "the user" : approve?.(decision)),
				});
			} catch (error) {
				return { refusal: undecidable(error) };
			}
			const { allowed, ended } = answer;
			return allowed
				? { input, ...(ended === undefined ? {} : { ended }) }
				: { refusal: refusedReply(answer.decision).error };
		},
	};
}

/** Stops the graph where a person is asked: what it throws for that passes. */
function interrupted(
	guarded: Guard,
	interrupt: NonNullable<GuardToolsOptions["interrupt"]>,
	request: Request,
	tool: string,
	input: unknown,
): boolean {
	const decision = guarded.foresee(request);
	if (!isOpenQuestion(decision)) return false;
	const { message, note } = decision;
	return isYes(interrupt({ tool, input, message, ...(note === undefined ? {} : { note }) }));
}

function isYes(said: unknown): boolean {
	return said === true || (isFields(said) && said.approved === true);
}

/** What a call of a tool asks for. Throws for an input that does not say it. */
function requestFor(command: ToolCommand | undefined, tool: string, input: unknown): Request {
	if (command === undefined) {
		const options = callOptions(input);
		if (options === undefined) throw new Error(`the input of \`${tool}\` is more than can be read`);
		return { call: [toolCallName(tool), ...options] };
	}
	const fields = isFields(input) ? input : {};
	if (typeof command === "function") return { ...command(fields) };
	if (command === "none") return { call: [] };
	const [first = "", ...rest] = command.split(/\s+/).filter((word) => word !== "");
	if (first === "shell") return { script: rest.flatMap((word) => filledIn(word, fields, tool)).join(" ") };
	const words = [first, ...rest.flatMap((word) => filledIn(word, fields, tool))];
	if (rest.length > 0) return { call: words };
	// A name alone: its input says the rest.
	const named = callWords(first, input);
	if (typeof named === "string") throw new Error(named);
	return { call: named };
}

/** `{path}` is the text of that field, or each of a list; a field that is not there is an error, but for `{path?}`. */
function filledIn(word: string, fields: Readonly<Record<string, unknown>>, tool: string): readonly string[] {
	const [, before = "", name, optional, behind = ""] = /^(.*?)\{([^{}?]+)(\?)?\}(.*)$/s.exec(word) ?? [];
	if (name === undefined) return [word];
	const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
	if ((value === undefined || value === null) && optional !== undefined) return [];
	const values = Array.isArray(value) ? value : [value];
	if (!values.every((one) => typeof one === "string" || typeof one === "number" || typeof one === "boolean"))
		throw new Error(`the input of \`${tool}\` has no text \`${name}\``);
	// There may be more fields behind it.
	const ends = filledIn(behind, fields, tool);
	return values.flatMap((one) => ends.map((end) => `${before}${String(one)}${end}`));
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A tool of a list says its own name. */
function nameOf(tool: unknown): string | undefined {
	if (!isFields(tool)) return undefined;
	return [tool.name, tool.id].find((name): name is string => typeof name === "string");
}

type Method = (this: unknown, ...args: readonly unknown[]) => unknown;

/** The same tool with a decision before its call. What it is of other frameworks' classes stays. */
function guardedTool(tool: unknown, name: string, gate: Gate): unknown {
	if (!isFields(tool)) throw new TypeError(`\`${name}\` is no tool`);
	const own = (key: string): Method | undefined => {
		const value = tool[key];
		return typeof value === "function" ? (value as Method) : undefined;
	};
	const with_ = (more: Readonly<Record<string, unknown>>): unknown =>
		Object.create(
			tool,
			Object.fromEntries(
				Object.entries(more).map(([key, value]) => [
					key,
					{ value, enumerable: true, writable: true, configurable: true },
				]),
			),
		);
	const copied = (more: Readonly<Record<string, unknown>>): unknown =>
		Object.getPrototypeOf(tool) === Object.prototype ? { ...tool, ...more } : with_(more);

	// LangChain and LangGraph: `invoke` checks the input, and calls `_call` with it.
	const call = own("_call");
	if (call !== undefined && own("invoke") !== undefined) {
		// `_call` of the tool itself would ask `func` of the tool itself; whoever calls that is asked, too.
		const guarded =
			(method: Method) =>
			async (input: unknown, ...more: readonly unknown[]) => {
				const decided = await gate.decided(name, input);
				return "refusal" in decided ? decided.refusal : heard(decided, () => method.call(tool, decided.input, ...more));
			};
		const func = own("func");
		return with_({ _call: guarded(call), ...(func === undefined ? {} : { func: guarded(func) }) });
	}
	// OpenAI Agents.
	const invoke = own("invoke");
	if (invoke !== undefined && tool.type === "function") return openAiTool(tool, name, gate, invoke, copied);
	// Anthropic's tool runner: an error is told to the model.
	const run = own("run");
	if (run !== undefined && "input_schema" in tool)
		return copied({
			run: async (input: unknown, ...more: readonly unknown[]) => {
				const allowed = await allowedBy(gate.decided(name, input));
				return heard(allowed, () => run.call(tool, allowed.input, ...more));
			},
		});
	const execute = own("execute");
	if (execute !== undefined)
		return typeof tool.id === "string" && "inputSchema" in tool
			? mastraTool(tool, name, gate, execute, with_)
			: aiSdkToolOf(tool, name, gate, execute, copied);
	if (gate.commandOf(name) === "none") return tool;
	throw new TypeError(
		`\`${name}\` does not run here, so no rule can be asked before it: leave it out, or say \`none\` of it in \`commands\``,
	);
}

/** What a tool is to be given; a refusal is an error that the framework tells the model. */
async function allowedBy(deciding: Promise<Decided>): Promise<Allowed> {
	const decided = await deciding;
	if ("refusal" in decided) throw new NotRunError("denied", decided.refusal);
	return decided;
}

/** Does the call, and says how it ended. Many tools give a fault as their result: what was given back is no success that anybody knows of. */
async function heard<T>({ ended }: Allowed, act: () => T): Promise<Awaited<T>> {
	try {
		const result = await act();
		ended?.("unknown");
		return result;
	} catch (error) {
		ended?.("failed");
		throw error;
	}
}

type Change = (more: Readonly<Record<string, unknown>>) => unknown;

/** The input is JSON. What is a question interrupts the run, and is called again when it was approved. */
function openAiTool(
	tool: Readonly<Record<string, unknown>>,
	name: string,
	gate: Gate,
	invoke: Method,
	changed: Change,
): unknown {
	const needs = tool.needsApproval;
	return changed({
		needsApproval: async (context: unknown, input: unknown, callId?: unknown) =>
			gate.asks(name, input) ||
			(typeof needs === "function" ? await needs.call(tool, context, input, callId) : needs === true),
		invoke: async (context: unknown, input: unknown, details?: unknown) => {
			let read: unknown;
			try {
				read = input === "" ? {} : JSON.parse(String(input));
			} catch {
				return `the input of \`${name}\` is no JSON`;
			}
			const decided = await gate.decided(name, read, isApprovedByRun(context, name, details));
			return "refusal" in decided ? decided.refusal : heard(decided, () => invoke.call(tool, context, input, details));
		},
	});
}

function isApprovedByRun(context: unknown, toolName: string, details: unknown): boolean {
	if (!isFields(context) || typeof context.isToolApproved !== "function") return false;
	const call = isFields(details) ? details.toolCall : undefined;
	const callId = isFields(call) ? call.callId : undefined;
	return typeof callId === "string" && context.isToolApproved({ toolName, callId }) === true;
}

/** AI SDK 5, 6 and 7. Since 6 the SDK puts questions, and the messages say what was approved; in 5 `approve` does. */
function aiSdkToolOf(
	tool: Readonly<Record<string, unknown>>,
	name: string,
	gate: Gate,
	execute: Method,
	changed: Change,
): unknown {
	const needs = tool.needsApproval;
	const given = (input: unknown, call: unknown): Promise<Allowed> => {
		const { toolCallId, messages } = isFields(call) ? call : {};
		const approved = Array.isArray(messages) && typeof toolCallId === "string" && isApproved(messages, toolCallId);
		return allowedBy(gate.decided(name, input, approved));
	};
	return changed({
		needsApproval: async (input: unknown, ...more: readonly unknown[]) =>
			gate.asks(name, input) || (typeof needs === "function" ? await needs.call(tool, input, ...more) : needs === true),
		// One that yields shows what it has so far.
		execute: yields(execute)
			? async function* (input: unknown, call: unknown, ...more: readonly unknown[]) {
					const { input: own, ended } = await given(input, call);
					yield* execute.call(tool, own, call, ...more) as AsyncIterable<unknown>;
					ended?.("unknown");
				}
			: async (input: unknown, call: unknown, ...more: readonly unknown[]) => {
					const allowed = await given(input, call);
					return heard(allowed, async () => lastOf(await execute.call(tool, allowed.input, call, ...more)));
				},
	});
}

function yields(method: Method): boolean {
	return Object.prototype.toString.call(method) === "[object AsyncGeneratorFunction]";
}

/** What comes of it; of several results one after the other, the last. */
async function lastOf(result: unknown): Promise<unknown> {
	if (typeof result !== "object" || result === null || !(Symbol.asyncIterator in result)) return result;
	let last: unknown;
	for await (const one of result as AsyncIterable<unknown>) last = one;
	return last;
}

/** Mastra: the input comes alone, or as `context` beside the rest. What is a question suspends the run, where it can be. */
function mastraTool(
	tool: Readonly<Record<string, unknown>>,
	name: string,
	gate: Gate,
	execute: Method,
	changed: Change,
): unknown {
	return changed({
		execute: async (first: unknown, second: unknown, ...more: readonly unknown[]) => {
			const isOlder = isFields(first) && "context" in first && ("runtimeContext" in first || second === undefined);
			const input = isOlder ? (first as { readonly context: unknown }).context : first;
			const around = [isOlder ? first : second]
				.flatMap((one) => (isFields(one) ? [one, one.agent, one.workflow] : []))
				.filter(isFields);
			const resumed = around.map(({ resumeData }) => resumeData).find((data) => data !== undefined);
			const suspend = around.map((one) => one.suspend).find((one) => typeof one === "function") as Method | undefined;
			if (suspend !== undefined && resumed === undefined && gate.asks(name, input)) {
				const decided = await gate.decided(name, input);
				return suspend({ tool: name, input, message: "refusal" in decided ? decided.refusal : "" });
			}
			const allowed = await allowedBy(gate.decided(name, input, isYes(resumed)));
			const { input: given } = allowed;
			return heard(allowed, () => execute.call(tool, isOlder ? { ...first, context: given } : given, second, ...more));
		},
	});
}
