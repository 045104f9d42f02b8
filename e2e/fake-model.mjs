/**
 * A model that says what it is told to, on this machine only: it calls one tool, and then ends. It speaks the protocols of Anthropic, of OpenAI (both) and of
 * Gemini, as far as the harnesses need them, so that they run without an account and without a network.
 */
import { createServer } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/** What a person asks for. Who is not asked this is the agent of an agent. */
export const prompt = "run the demo";

/**
 * Starts a model that calls `tool` with each of `inputs`, one after the other, the last time `lastTool`; `between`: done before the second call. `first`: calls that it makes before, one after the other, where another agent is to make that
 * call; each is told the results until then. `calls`: in place of one tool, any, of which those are left out that the harness does not offer; `asked`: those that were made; `told`: what was answered to each. `heard`: what the harness told it of calls. `hasCalled`: whether it got to make the call.
 */
export async function fakeModel({ tool, inputs, lastTool = tool, between, first = [], calls: given }) {
	const heard = [];
	const told = new Map();
	const asked = new Set();
	let hasCalled = false;
	const { url, close } = await served(({ protocol, body, path, response }) => {
		const results = protocol.results(body);
		for (const result of results) if (!heard.includes(result)) heard.push(result);
		const isOwn = first.length === 0 || !JSON.stringify(body).includes(prompt);
		const own =
			given?.filter((call) => protocol.hasTool(body, call.tool, call)) ??
			inputs.map((input, at) => ({ tool: at === inputs.length - 1 ? lastTool : tool, input, at }));
		if (given !== undefined) for (const [at, result] of results.entries()) if (own[at]) told.set(own[at].at, result);
		const next = isOwn ? own[results.length] : first[results.length]?.(results);
		if (isOwn && next?.at === 1) between?.();
		// Some ask small questions of their own beside, without tools.
		const calls = next !== undefined && protocol.hasTool(body, next.tool, next) ? next : undefined;
		if (calls !== undefined && isOwn) asked.add(calls.at);
		hasCalled ||= calls !== undefined && isOwn && calls.at === (given ?? inputs).length - 1;
		protocol.answer({ body, path, response, calls, text: results.length === 0 ? "{}" : "done" });
	});
	return { url, heard, told, asked, hasCalled: () => hasCalled, close };
}

/**
 * Starts a model that plays a story. `voices`: who speaks, as `marker`, a text by which the requests of one are known (those of nobody are of the first), and `steps`, one for each answer: a call of a tool, a function that
 * makes one of the last result, or `end` for an answer without one, behind which nothing is said before somebody has said `until`; `tokens`: so many are said to have been used. `tool`: a request without it is a small question beside. `isSummary`: is this what asks for a summary?
 * `told`: what was answered to the calls with a name (`at`). `summaries`: how often it was asked for one. `ends`: how many answers without a call there were. `isForgotten`: what came before was left out when `until` was said. `left`: steps that nobody came to.
 */
export async function storyModel({ tool, voices, isSummary, heed = () => {} }) {
	const places = voices.map(() => 0);
	const told = new Map();
	let [summaries, ends, isForgotten] = [0, 0, false];
	const { url, close } = await served(({ protocol, body, path, response }) => {
		const text = JSON.stringify(body);
		heed(body);
		const results = protocol.results(body);
		const voice = Math.max(
			0,
			voices.findIndex(({ marker }) => text.includes(marker)),
		);
		const { steps } = voices[voice];
		const asks = JSON.stringify(protocol.last(body) ?? "");
		if (isSummary(asks, body)) {
			summaries++;
			return protocol.answer({ body, path, response, text: "<summary>The demo was begun.</summary>" });
		}
		if (!protocol.hasTool(body, tool, {})) return protocol.answer({ body, path, response, text: "{}" });
		const before = steps[places[voice] - 1];
		if (before?.at !== undefined && !told.has(before.at) && results.length > 0) told.set(before.at, results.at(-1));
		// Some ask beside what a person might say next.
		const isNext = before?.until !== undefined && text.includes(before.until);
		isForgotten ||= isNext && !text.includes(voices[voice].marker);
		const waits = before?.until !== undefined && !isNext;
		const step = waits ? undefined : steps[places[voice]];
		if (step !== undefined) places[voice]++;
		if (step?.end) ends++;
		const calls = typeof step === "function" ? step(results.slice(-1)) : step?.end ? undefined : step;
		protocol.answer({ body, path, response, calls, text: "done", tokens: step?.tokens });
	});
	const left = () => voices.flatMap(({ steps }, voice) => steps.slice(places[voice]));
	return { url, told, summaries: () => summaries, ends: () => ends, isForgotten: () => isForgotten, left, close };
}

/** Answers whoever asks a model; `answer` is given what the question is. */
async function served(answer) {
	const server = createServer(async (request, response) => {
		const body = await bodyOf(request);
		const path = request.url.split("?")[0];
		const protocol = body && protocols.find(({ isFor }) => isFor(path));
		if (protocol === undefined || body === undefined) return nothing(request, response, path);
		answer({ protocol, body, path, response });
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://127.0.0.1:${server.address().port}`,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

async function bodyOf(request) {
	const chunks = [];
	for await (const chunk of request) chunks.push(chunk);
	let bytes = Buffer.concat(chunks);
	try {
		if (request.headers["content-encoding"] === "gzip") bytes = gunzipSync(bytes);
		if (request.headers["content-encoding"] === "br") bytes = brotliDecompressSync(bytes);
		return JSON.parse(bytes.toString("utf8"));
	} catch {
		return undefined;
	}
}

function nothing(_, response, path) {
	if (path.endsWith("/models"))
		return json(response, { object: "list", data: [{ id: "fake-model", object: "model" }] });
	if (/count_?tokens/i.test(path)) return json(response, { input_tokens: 1, totalTokens: 1 });
	json(response, { error: { message: "there is nothing here", code: 404, type: "not_found_error" } }, 404);
}

function json(response, value, code = 200) {
	response.writeHead(code, { "content-type": "application/json" });
	response.end(JSON.stringify(value));
}

/** Events of a stream: `[name, data]`, or data alone. */
function stream(response, events) {
	response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
	for (const event of events) {
		if (Array.isArray(event)) response.write(`event: ${event[0]}\n`);
		const data = Array.isArray(event) ? event[1] : event;
		response.write(`data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
	}
	response.end();
}

const asText = (value) => (typeof value === "string" ? value : JSON.stringify(value));

const anthropic = {
	isFor: (path) => path.endsWith("/v1/messages"),
	last: ({ messages }) => messages.at(-1),
	hasTool: ({ tools = [] }, tool) => tools.some(({ name }) => name === tool),
	results: ({ messages }) =>
		messages
			.flatMap(({ content }) => (Array.isArray(content) ? content : []))
			.filter(({ type }) => type === "tool_result")
			.map(({ content }) => asText(content)),
	answer: ({ body, response, calls, text, tokens = 1 }) => {
		const block = calls
			? { type: "tool_use", id: `toolu_${calls.at ?? "first"}`, name: calls.tool, input: calls.input }
			: { type: "text", text };
		const message = {
			id: "msg_one",
			type: "message",
			role: "assistant",
			model: body.model,
			content: [block],
			stop_reason: calls ? "tool_use" : "end_turn",
			stop_sequence: null,
			usage: { input_tokens: tokens, output_tokens: 1 },
		};
		if (body.stream !== true) return json(response, message);
		const named = (type, data) => [type, { type, ...data }];
		stream(response, [
			named("message_start", { message: { ...message, content: [], stop_reason: null } }),
			named("content_block_start", {
				index: 0,
				content_block: calls ? { ...block, input: {} } : { type: "text", text: "" },
			}),
			named("content_block_delta", {
				index: 0,
				delta: calls
					? { type: "input_json_delta", partial_json: JSON.stringify(calls.input) }
					: { type: "text_delta", text },
			}),
			named("content_block_stop", { index: 0 }),
			named("message_delta", {
				delta: { stop_reason: message.stop_reason, stop_sequence: null },
				usage: message.usage,
			}),
			named("message_stop", {}),
		]);
	},
};

const responses = {
	isFor: (path) => path.endsWith("/responses"),
	last: ({ input }) => (Array.isArray(input) ? input.at(-1) : input),
	// Its shell has no entry of its own with some models.
	hasTool: ({ tools = [] }, tool, { at, namespace }) =>
		tools.length > 0 &&
		(typeof at !== "string" ||
			(namespace === undefined ? tools : (tools.find(({ name }) => name === namespace)?.tools ?? [])).some(
				({ name }) => name === tool,
			)),
	results: ({ input }) =>
		(Array.isArray(input) ? input : [])
			.filter(({ type }) => /_output$/.test(type ?? ""))
			.map(({ output }) => asText(output)),
	answer: ({ body, response, calls, text, tokens = 1 }) => {
		const isText = typeof calls?.input === "string";
		const item = isText
			? {
					type: "custom_tool_call",
					id: "ct_one",
					call_id: `call_${calls.at}`,
					name: calls.tool,
					input: calls.input,
					status: "completed",
				}
			: calls
				? {
						type: "function_call",
						id: "fc_one",
						call_id: `call_${calls.tool}_${calls.at ?? "first"}`,
						name: calls.tool,
						...(calls.namespace === undefined ? {} : { namespace: calls.namespace }),
						arguments: JSON.stringify(calls.input),
						status: "completed",
					}
				: {
						type: "message",
						id: "msg_one",
						role: "assistant",
						status: "completed",
						content: [{ type: "output_text", text, annotations: [] }],
					};
		const whole = {
			id: "resp_one",
			object: "response",
			created_at: 0,
			model: body.model,
			status: "completed",
			output: [item],
			usage: {
				input_tokens: tokens,
				input_tokens_details: { cached_tokens: 0 },
				output_tokens: 1,
				output_tokens_details: { reasoning_tokens: 0 },
				total_tokens: tokens + 1,
			},
		};
		if (body.stream !== true) return json(response, whole);
		const named = (type, data) => [type, { type, ...data }];
		stream(response, [
			named("response.created", { response: { ...whole, status: "in_progress", output: [] } }),
			named("response.output_item.added", { output_index: 0, item: { ...item, status: "in_progress" } }),
			named("response.output_item.done", { output_index: 0, item }),
			named("response.completed", { response: whole }),
		]);
	},
};

const chat = {
	isFor: (path) => path.endsWith("/chat/completions"),
	last: ({ messages }) => messages.at(-1),
	hasTool: ({ tools = [] }, tool) => tools.some((one) => one.function?.name === tool),
	results: ({ messages }) => messages.filter(({ role }) => role === "tool").map(({ content }) => asText(content)),
	answer: ({ body, response, calls, text, tokens = 1 }) => {
		const call = calls && {
			index: 0,
			id: `call_${calls.at ?? "first"}`,
			type: "function",
			function: { name: calls.tool, arguments: JSON.stringify(calls.input) },
		};
		const message = call
			? { role: "assistant", content: null, tool_calls: [call] }
			: { role: "assistant", content: text };
		const finish_reason = call ? "tool_calls" : "stop";
		const base = { id: "chat_one", created: 0, model: body.model };
		const usage = { prompt_tokens: tokens, completion_tokens: 1, total_tokens: tokens + 1 };
		if (body.stream !== true)
			return json(response, {
				...base,
				object: "chat.completion",
				choices: [{ index: 0, message, finish_reason }],
				usage,
			});
		const chunk = (more) => ({ ...base, object: "chat.completion.chunk", ...more });
		stream(response, [
			chunk({ choices: [{ index: 0, delta: message, finish_reason: null }] }),
			chunk({ choices: [{ index: 0, delta: {}, finish_reason }] }),
			chunk({ choices: [], usage }),
			"[DONE]",
		]);
	},
};

const gemini = {
	isFor: (path) => /:(?:stream)?generatecontent$/i.test(path),
	last: ({ contents = [] }) => contents.at(-1),
	hasTool: ({ tools = [] }, tool) =>
		tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations).some(({ name }) => name === tool),
	results: ({ contents = [] }) =>
		contents
			.flatMap(({ parts = [] }) => parts)
			.flatMap(({ functionResponse }) => (functionResponse ? [asText(functionResponse.response)] : [])),
	answer: ({ path, response, calls, text, tokens = 1 }) => {
		const part = calls
			? { functionCall: { name: calls.tool, args: calls.input, id: `call_${calls.at ?? "first"}` } }
			: { text };
		const whole = {
			candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
			usageMetadata: { promptTokenCount: tokens, candidatesTokenCount: 1, totalTokenCount: tokens + 1 },
			modelVersion: "fake",
		};
		if (/stream/i.test(path)) stream(response, [whole]);
		else json(response, whole);
	},
};

const protocols = [anthropic, responses, chat, gemini];
