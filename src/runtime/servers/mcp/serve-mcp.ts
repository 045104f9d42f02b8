/**
 * Tools for agents over the Model Context Protocol, on a pair of streams. It translates: what may run, the tools' rules say, and nothing runs here
 * that a tool did not decide. Revisions of the protocol before and after 2026 are both spoken.
 */
import type { Readable, Writable } from "node:stream";
import { type Tool as Listed, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { ObjectSchema } from "../../tools/tool.js";
import type { AnswerCall } from "./answer-call.js";
import { messageLines } from "./message-lines.js";

/** A tool as clients see it. */
export interface Offer {
	readonly name: string;
	readonly title: string;
	readonly description: string;
	readonly inputSchema: ObjectSchema;
	readonly outputSchema: ObjectSchema;
	readonly answer: AnswerCall;
}

export interface ServeMcpOptions {
	readonly tools: readonly Offer[];
	readonly input: Readable;
	readonly output: Writable;
	readonly version: string;
	/** Done when serving has to end. */
	readonly ended: Promise<void>;
	/** What went wrong with a message or with the streams. */
	readonly complain: (message: string) => void;
}

/** Serves until the client closes its end, goes away, or `ended` is done. Then what still runs is ended, with everything that it started. */
export async function serveMcp({ tools, input, output, version, ended, complain }: ServeMcpOptions): Promise<void> {
	const calls = new Set<Promise<unknown>>();
	const transport = messageLines(input, output);
	const handle = serveStdio(() => serverOf(tools, version, calls), {
		transport,
		onerror: ({ message }) => complain(message),
	});
	const closed = new Promise<void>((resolve) => {
		const close = transport.onclose;
		transport.onclose = () => {
			close?.();
			resolve();
		};
	});
	await Promise.race([closed, ended]);
	await handle.close();
	// Closing has ended them; what they had started is gone when they are done.
	while (calls.size > 0) await Promise.allSettled(calls);
}

/** One for each client, which is one. */
function serverOf(tools: readonly Offer[], version: string, calls: Set<Promise<unknown>>): Server {
	const server = new Server(
		{ name: "bylaw", title: "Bylaw", version },
		{
			capabilities: { tools: {} },
			instructions:
				"Commands run by rules. A refusal says why, and what to use instead; do not try a refused command again in other words.",
		},
	);
	server.setRequestHandler("tools/list", () => ({ tools: tools.map(toolListing) }));
	server.setRequestHandler("tools/call", ({ params }, context) => {
		const tool = tools.find(({ name }) => name === params.name);
		if (tool === undefined) {
			const names = tools.map(({ name }) => `\`${name}\``).join(", ");
			const message = `there is no tool \`${params.name.slice(0, 100)}\`; there is ${names}`;
			throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
		}
		const client = { name: server.getClientVersion()?.name, capabilities: server.getClientCapabilities() };
		const answer = tool.answer({ input: params.arguments ?? {}, context, client });
		calls.add(answer);
		void answer.finally(() => calls.delete(answer));
		return answer;
	});
	return server;
}

function toolListing({ name, title, description, inputSchema, outputSchema }: Offer): Listed {
	return {
		name,
		title,
		description,
		inputSchema: ownCopy(inputSchema),
		outputSchema: ownCopy(outputSchema),
		// It may run anything that the rules let through.
		annotations: { title, readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
	};
}

/** A copy whose lists may be written to, as the protocol's types have it. */
function ownCopy(schema: ObjectSchema): Listed["inputSchema"] {
	return structuredClone(schema) as unknown as Listed["inputSchema"];
}
