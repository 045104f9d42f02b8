/** Every tool of an agent under one policy: real tools of the frameworks, called by their own loops with a model that says what it was told to. */

import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";
import { describe, expect, jest, test } from "@jest/globals";
import { Agent, type Model, tool as openAiTool, run, setTracingDisabled, Usage } from "@openai/agents";
import * as seven from "ai";
import { MockLanguageModelV4 } from "ai/test";
import * as six from "ai-v6";
import { MockLanguageModelV3 } from "ai-v6/test";
import { z } from "zod";
import type { Tree } from "../../../../src/engine/decide/tree.js";
import { loadText } from "../../../../src/runtime/load/load.js";
import { type GuardToolsOptions, guardTools } from "../../../../src/runtime/tools/frameworks/guard-tools.js";

// A loaded machine is slow; nothing here hangs on time.
jest.setTimeout(240_000);
setTracingDisabled(true);

const policy = `agent default {
  default deny
  govern all
  deny * touching **/.env because "secrets stay out of sight"
  allow file.read, echo
  allow tool.lookup only --word
  ask file.write because "a person looks at what is written"
}
`;

function governing(text: string): Tree {
	const { tree, diagnostics } = loadText("p.rules", text);
	if (tree === undefined) throw new Error(JSON.stringify(diagnostics));
	return tree;
}

const commands: NonNullable<GuardToolsOptions["commands"]> = {
	read: "file.read {path}",
	write: "file.write {path}",
	shell: "shell {command}",
	plan: "none",
};

/** What each tool was really called with. */
type Done = [name: string, input: unknown][];

const inputs = {
	read: z.object({ path: z.string() }),
	write: z.object({ path: z.string(), text: z.string() }),
	shell: z.object({ command: z.string() }),
	lookup: z.object({ word: z.string() }),
	other: z.object({}),
	plan: z.object({}),
};
type Name = keyof typeof inputs;

const asked: readonly (readonly [name: Name, input: object, answer: string])[] = [
	["read", { path: "a" }, "done"],
	["read", { path: ".env" }, "secrets stay out of sight"],
	["read", { path: "src/../x/.env" }, "secrets stay out of sight"],
	["shell", { command: "echo hi" }, "done"],
	["shell", { command: "cat .env" }, "secrets stay out of sight"],
	["shell", { command: "echo hi; rm -r x" }, "which the policy does not allow"],
	["lookup", { word: "x" }, "done"],
	["lookup", { word: "../.env" }, "secrets stay out of sight"],
	["other", {}, "not allowed"],
	["plan", {}, "done"],
];
const allowed = asked.filter(([, , answer]) => answer === "done").map(([name, input]) => [name, input]);

describe.each([
	["7", seven, (doGenerate: never) => new MockLanguageModelV4({ doGenerate })],
	["6", six, (doGenerate: never) => new MockLanguageModelV3({ doGenerate })],
] as const)("the AI SDK %s", (_, sdk, modelOf) => {
	const { generateText, stepCountIs, tool } = sdk as typeof seven;
	const usage = {
		inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
		outputTokens: { total: 1, text: 1, reasoning: 0 },
	};

	async function play(
		done: Done,
		turns: readonly (readonly [Name, object])[],
		messages: readonly object[] = [{ role: "user", content: "go" }],
	) {
		const made = Object.fromEntries(
			(Object.keys(inputs) as Name[]).map((name) => [
				name,
				tool({
					inputSchema: inputs[name] as z.ZodType<object>,
					execute: async (input: object) => {
						done.push([name, input]);
						return "done";
					},
				}),
			]),
		);
		const { tools } = guardTools(made, governing(policy), { commands, workspace: "/ws" });
		let at = 0;
		const model = modelOf((async () => {
			const turn = turns[at++];
			return {
				content:
					turn === undefined
						? [{ type: "text", text: "end" }]
						: [{ type: "tool-call", toolCallId: `call-${at}`, toolName: turn[0], input: JSON.stringify(turn[1]) }],
				finishReason: { unified: turn === undefined ? "stop" : "tool-calls", raw: "" },
				usage,
				warnings: [],
			};
		}) as never);
		return generateText({ model: model as never, tools, messages: messages as never, stopWhen: stepCountIs(30) });
	}

	test("calls are decided, and what is denied is told", async () => {
		const done: Done = [];
		const { steps } = await play(
			done,
			asked.map(([name, input]) => [name, input] as const),
		);
		const told = steps.flatMap(({ content }) =>
			content.flatMap((part) =>
				part.type === "tool-result" ? [String(part.output)] : part.type === "tool-error" ? [String(part.error)] : [],
			),
		);
		expect(told).toEqual(asked.map(([, , answer]) => expect.stringContaining(answer)));
		expect(done).toEqual(allowed);
	});

	test("a question is the SDK's own, and what was approved is done", async () => {
		const done: Done = [];
		const first = await play(done, [["write", { path: "a", text: "x" }]]);
		const question = first.content.find(({ type }) => type === "tool-approval-request") as
			| { approvalId: string }
			| undefined;
		expect(done).toEqual([]);
		const answer = (approved: boolean) => [
			{ role: "user", content: "go" },
			...first.response.messages,
			{ role: "tool", content: [{ type: "tool-approval-response", approvalId: question?.approvalId, approved }] },
		];
		await play(done, [], answer(false));
		expect(done).toEqual([]);
		await play(done, [], answer(true));
		expect(done).toEqual([["write", { path: "a", text: "x" }]]);
	});
});

describe("OpenAI's agents", () => {
	function agentOf(done: Done, turns: readonly (readonly [Name, object])[]) {
		const made = (Object.keys(inputs) as Name[]).map((name) =>
			openAiTool({
				name,
				description: name,
				parameters: inputs[name],
				execute: async (input: object) => {
					done.push([name, input]);
					return "done";
				},
			}),
		);
		const { tools } = guardTools(made, governing(policy), { commands, workspace: "/ws" });
		const told: string[] = [];
		let at = 0;
		const model: Model = {
			getResponse: async ({ input }) => {
				if (Array.isArray(input))
					told.push(
						...input.flatMap((item) => (item.type === "function_call_result" ? [JSON.stringify(item.output)] : [])),
					);
				const turn = turns[at++];
				return {
					usage: new Usage(),
					responseId: "r",
					output: [
						turn === undefined
							? {
									type: "message",
									role: "assistant",
									status: "completed",
									content: [{ type: "output_text", text: "end" }],
								}
							: {
									type: "function_call",
									callId: `call-${at}`,
									name: turn[0],
									arguments: JSON.stringify(turn[1]),
									status: "completed",
								},
					],
				} as never;
			},
			getStreamedResponse: () => {
				throw new Error("this model does not stream");
			},
		};
		return { agent: new Agent({ name: "coder", model, tools }), told };
	}

	test("calls are decided, and what is denied is told", async () => {
		const done: Done = [];
		const { agent, told } = agentOf(
			done,
			asked.map(([name, input]) => [name, input] as const),
		);
		await run(agent, "go", { maxTurns: 30 });
		expect(told.slice(-asked.length)).toEqual(asked.map(([, , answer]) => expect.stringContaining(answer)));
		expect(done).toEqual(allowed);
	});

	test.each([true, false])("a question interrupts the run: %s", async (yes) => {
		const done: Done = [];
		const { agent } = agentOf(done, [["write", { path: "a", text: "x" }]]);
		const asking = await run(agent, "go");
		const [question] = asking.interruptions;
		if (question === undefined) throw new Error("nobody was asked");
		expect(done).toEqual([]);
		if (yes) asking.state.approve(question);
		else asking.state.reject(question);
		await run(agent, asking.state);
		expect(done).toEqual(yes ? [["write", { path: "a", text: "x" }]] : []);
	});
});

describe("Anthropic's tool runner", () => {
	const made = (done: Done) =>
		(Object.keys(inputs) as Name[]).map((name) =>
			betaTool({
				name,
				description: name,
				inputSchema: { type: "object", properties: {} },
				run: (input: unknown) => {
					done.push([name, input]);
					return "done";
				},
			}),
		);

	test("calls are decided, and a denial is an error that the model is told", async () => {
		const done: Done = [];
		const { tools } = guardTools(made(done), governing(policy), { commands, workspace: "/ws" });
		for (const [name, input, answer] of asked) {
			const one = tools.find((tool) => tool.name === name);
			const said = Promise.resolve().then(() => one?.run(input as never));
			if (answer === "done") expect(await said).toBe("done");
			else await expect(said).rejects.toThrow(answer);
		}
		expect(done).toEqual(allowed);
	});

	test("a question is put to whoever the caller names", async () => {
		const done: Done = [];
		const answers = ["me", undefined];
		const { tools } = guardTools(made(done), governing(policy), {
			commands,
			workspace: "/ws",
			approve: () => answers.shift(),
		});
		const write = tools.find((tool) => tool.name === "write");
		await write?.run({ path: "a" } as never);
		await expect(Promise.resolve().then(() => write?.run({ path: "b" } as never))).rejects.toThrow("a person looks");
		expect(done).toEqual([["write", { path: "a" }]]);
	});
});

describe("what can't be guarded is said at once", () => {
	const rules = governing(policy);
	test.each<[string, object, GuardToolsOptions, string | undefined]>([
		["a tool that runs elsewhere", { search: { type: "provider", id: "x.search" } }, {}, "does not run here"],
		[
			"one that is said to be none",
			{ search: { type: "provider", id: "x.search" } },
			{ commands: { search: "none" } },
			undefined,
		],
		["no tool", { read: 7 }, {}, "is no tool"],
	])("%s", (_, tools, options, why) => {
		const guarding = () => guardTools(tools as never, rules, options);
		if (why === undefined) expect(guarding().tools).toEqual(tools);
		else expect(guarding).toThrow(why);
	});

	test("an input without what the command needs is refused", async () => {
		const { tools } = guardTools({ read: { execute: async () => "done" } }, rules, { commands, workspace: "/ws" });
		await expect((tools.read.execute as (input: unknown) => Promise<unknown>)({})).rejects.toThrow(
			"has no text `path`",
		);
	});

	test("a word is filled in with each of its fields", async () => {
		const { tools } = guardTools({ read: { execute: async (_: unknown) => "done" } }, rules, {
			commands: { read: "file.read {folder}/{name}" },
			workspace: "/ws",
		});
		expect(await tools.read.execute({ folder: "src", name: "a" })).toBe("done");
		await expect(tools.read.execute({ folder: "src", name: ".env" })).rejects.toThrow("secrets stay out of sight");
	});

	test("where the rules do not govern such calls, they pass", async () => {
		const { tree } = loadText("p.rules", policy.replace("govern all", ""));
		const { tools } = guardTools({ read: { execute: async (_: unknown) => "done" } }, tree as Tree, {
			commands,
			workspace: "/ws",
		});
		expect(await tools.read.execute({ path: ".env" })).toBe("done");
	});

	test("one that yields goes on to, and of a generator that another gives the last counts", async () => {
		const says = async function* ({ path }: { readonly path: string }) {
			yield "half";
			yield `all of ${path}`;
		};
		const { tools } = guardTools(
			{ read: { execute: says }, again: { execute: (input: never) => says(input) } },
			rules,
			{
				commands: { read: "file.read {path}", again: "file.read {path}" },
				workspace: "/ws",
			},
		);
		const told: string[] = [];
		for await (const one of tools.read.execute({ path: "a" })) told.push(one);
		expect(told).toEqual(["half", "all of a"]);
		expect(await tools.again.execute({ path: "a" } as never)).toBe("all of a");
		await expect(tools.read.execute({ path: ".env" }).next()).rejects.toThrow("secrets stay out of sight");
	});

	test("LangChain's tools are guarded by either of their ways in, and asked about once", async () => {
		let asked = 0;
		const done: unknown[] = [];
		class Tool {
			readonly name = "write";
			readonly func = (input: unknown) => {
				done.push(input);
				return "done";
			};
			invoke(input: unknown) {
				return this._call(input);
			}
			_call(input: unknown): unknown {
				return this.func(input);
			}
		}
		const {
			tools: [tool],
		} = guardTools([new Tool()], rules, {
			commands,
			workspace: "/ws",
			approve: () => {
				asked++;
				return "me";
			},
		});
		expect(await tool?.invoke({ path: "a" })).toBe("done");
		expect(asked).toBe(1);
		for (const way of [tool?.invoke({ path: ".env" }), tool?.func({ path: ".env" })])
			expect(await way).toBe("secrets stay out of sight");
		expect(done).toEqual([{ path: "a" }]);
	});

	describe("what was decided is what the tool is given", () => {
		const held = (tool: (input: never) => unknown, options: GuardToolsOptions = {}) =>
			guardTools({ read: { execute: async (input: unknown) => tool(input as never) } }, rules, {
				commands,
				workspace: "/ws",
				...options,
			}).tools.read.execute;

		test("though whoever holds the object changes it meanwhile", async () => {
			const input = { path: "a", more: { list: ["b"] } };
			const seen: unknown[] = [];
			const execute = held((one) => seen.push(one), {
				commands: { read: "file.write {path}" },
				approve: () => {
					input.path = ".env";
					input.more.list.push("c");
					return "me";
				},
			});
			await execute(input);
			expect(seen).toEqual([{ path: "a", more: { list: ["b"] } }]);
		});
		test("though its fields answer otherwise each time", async () => {
			let times = 0;
			const seen: unknown[] = [];
			const execute = held((one: { path: string }) => seen.push(one.path));
			await execute({
				get path() {
					return times++ === 0 ? "a" : ".env";
				},
			});
			times = 0;
			await execute(new Proxy({ path: "a" }, { get: () => (times++ === 0 ? "b" : ".env") }));
			expect(seen).toEqual(["a", "b"]);
		});
		test("dates, addresses, sets and maps are what they say", async () => {
			const seen: unknown[] = [];
			const execute = held((one) => seen.push(one), { commands: { read: "tool.lookup" } });
			await expect(execute({ at: new URL("file:///ws/.env") })).rejects.toThrow("secrets stay out of sight");
			await expect(execute({ in: new Set([".env"]) })).rejects.toThrow("secrets stay out of sight");
			await expect(execute({ in: new Map([[".env", 1]]) })).rejects.toThrow("secrets stay out of sight");
			await execute({ word: new Date(0) });
			expect(seen).toEqual([{ word: new Date(0) }]);
		});
		test("and what is no data is refused, but where nobody governs it", async () => {
			const given = [{ path: new (class Odd {})() }, { path: "a", back: () => {} }];
			for (const one of given) {
				await expect(held(() => "done")(one)).rejects.toThrow("this can't be decided");
				expect(await held(() => "done", { commands: { read: "none" } })(one)).toBe("done");
			}
			const { tree } = loadText("p.rules", policy.replace("govern all", ""));
			const { tools } = guardTools({ read: { execute: async (_: unknown) => "done" } }, tree as Tree, { commands });
			expect(await tools.read.execute(given[0])).toBe("done");
			let deep: unknown = 1;
			for (let at = 0; at < 200; at++) deep = [deep];
			await expect(held(() => "done")({ path: "a", deep })).rejects.toThrow("deeper than can be read");
			let wide: unknown = 1;
			for (let at = 0; at < 40; at++) wide = [wide, wide];
			await expect(held(() => "done")({ path: "a", wide })).rejects.toThrow("more than can be read");
			const round: Record<string, unknown> = { path: "a" };
			round.self = round;
			await expect(held(() => "done")(round)).rejects.toThrow("deeper than can be read");
			class Late extends Date {}
			await expect(held(() => "done")({ path: "a", at: new Late() })).rejects.toThrow("a class that nobody knows");
		});
	});
});
