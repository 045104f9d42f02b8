/**
 * One call of a tool over MCP: decided, put to a person where the rules ask for that, run, and answered. Whatever goes wrong is an answer that
 * says so, and nothing has run that was not decided.
 */
import {
	type CallToolResult,
	type ElicitRequestFormParams,
	type InputRequiredResult,
	inputRequired,
	type ServerContext,
} from "@modelcontextprotocol/server";
import type { Decision } from "../../../engine/decide/decision.js";
import type { Approve } from "../../tools/guard.js";
import type { Tool, ToolReply } from "../../tools/tool.js";
import { undecidable } from "../../tools/undecidable.js";
import { type Client, clientInEnvelope } from "./client.js";
import type { CurrentTool } from "./current-tool.js";
import { answerName, type OpenQuestions, openQuestions } from "./open-questions.js";
import { progressOf } from "./progress.js";
import { canAsk, isYes, patience, questionOf } from "./question.js";

/** What a client sent, and how to reach it. */
export interface Call {
	readonly input: unknown;
	readonly context: ServerContext;
	/** What the client said of itself when it connected; newer clients say it in each call. */
	readonly client: Client | undefined;
}

export type AnswerCall = (call: Call) => Promise<CallToolResult | InputRequiredResult>;

/** Answers calls of a tool. The questions that are open are kept here, each for one answer. */
export function answerCalls<Reply extends ToolReply>({ now }: CurrentTool<Tool<Reply>>): AnswerCall {
	const open = openQuestions<Reply>();
	return async (call) => {
		const progress = progressOf(call.context);
		try {
			const current = now();
			if ("broken" in current) return refused(current.broken);
			const isCurrent = (): boolean => {
				const today = now();
				return "tool" in today && today.tool === current.tool;
			};
			return await answered(current.tool, isCurrent, call, open, progress.onOutput);
		} catch (error) {
			return refused(undecidable(error));
		} finally {
			await progress.end();
		}
	};
}

async function answered<Reply extends ToolReply>(
	tool: Tool<Reply>,
	isCurrent: () => boolean,
	call: Call,
	open: OpenQuestions<Reply>,
	onOutput: ((stream: string, text: string) => void) | undefined,
): Promise<CallToolResult | InputRequiredResult> {
	const { input, context } = call;
	const modern = clientInEnvelope(context.mcpReq.envelope);
	const client = modern ?? call.client ?? { name: undefined, capabilities: undefined };
	const answer = open.answerTo(context.mcpReq.requestState(), input, context.mcpReq.inputResponses);
	if (answer !== undefined && !answer.yes) return result(tool, answer.kept, "the person did not say yes");
	/** The question that nobody has answered yet. */
	let asked: Decision | undefined;
	let remark = "nobody can be asked here: the client shows no questions";
	const person = `a person at ${client.name ?? "the client"}`;
	const approve: Approve = async (decision) => {
		if (!canAsk(client.capabilities)) return undefined;
		const question = questionOf(tool.name, input, decision);
		if (question === undefined) {
			remark = "this is too long to be put to a person";
			return undefined;
		}
		if (answer?.isAbout(decision)) return person;
		if (modern !== undefined) {
			asked = decision;
			return undefined;
		}
		remark = "the question was not answered";
		const said = await put(question, context);
		remark = "the person did not say yes";
		if (!isYes(said)) return undefined;
		// People take their time, and meanwhile the rules may have become others.
		if (isCurrent()) return person;
		remark = "the rules have changed since the question was put: call again";
		return undefined;
	};
	const reply = await tool.call(input, {
		signal: context.mcpReq.signal,
		id: String(context.mcpReq.id),
		approve,
		...(onOutput ? { onOutput } : {}),
	});
	if (reply.status !== "asked") return result(tool, reply);
	const question = asked === undefined ? undefined : questionOf(tool.name, input, asked);
	if (asked === undefined || question === undefined) return result(tool, reply, remark);
	return inputRequired({
		inputRequests: { [answerName]: inputRequired.elicit(question) },
		requestState: open.keep(input, asked, reply),
	});
}

/** Puts a question by a request of our own, as clients took it before 2026. */
function put(question: ElicitRequestFormParams, { mcpReq }: ServerContext): Promise<unknown> {
	return mcpReq.send(
		{ method: "elicitation/create", params: { ...question } },
		{ signal: mcpReq.signal, timeout: patience },
	);
}

function result<Reply extends ToolReply>(tool: Tool<Reply>, reply: Reply, remark?: string): CallToolResult {
	const whole: Reply = remark === undefined ? reply : { ...reply, warnings: [...(reply.warnings ?? []), remark] };
	return {
		content: [{ type: "text", text: tool.textOf(whole) }],
		structuredContent: { ...whole },
		isError: whole.status !== "completed",
	};
}

/** What is answered where no tool could. */
function refused(error: string): CallToolResult {
	const reply: ToolReply = { status: "denied", error };
	return { content: [{ type: "text", text: `Error: ${error}` }], structuredContent: { ...reply }, isError: true };
}
