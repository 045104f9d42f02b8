/**
 * Codex: the event `PreToolUse`. A field that it does not know, an allow or a question make the whole answer void, and the command runs:
 * only a denial is said. What an agent writes to a running program by `write_stdin` comes before no hook.
 */
import { type Dialect, json, unasked } from "../dialect/dialect.js";
import { sessionNewsOf } from "../dialect/post-tool-use.js";
import { preToolUseAnswer } from "../dialect/pre-tool-use.js";
import { readToolCall } from "../dialect/read-tool-call.js";
import { mcpNamed } from "../tools/mcp-name.js";
import { plainTool, tools } from "./tools.js";

const named: Dialect["named"] & {} = (tool) => mcpNamed(plainTool(tool));

export const dialect: Dialect = {
	name: "codex",
	title: "Codex",
	shells: ["Bash"],
	folders: [],
	plain: [],
	tools,
	writesUnseen: true,
	remark: "systemMessage",
	// Its `cwd` is what the agent wants for this call: that chooses no policy.
	read: (input, _, started) => {
		const call = readToolCall(input, "PreToolUse");
		if (typeof call === "string") return call;
		return { ...call, ...named(call.tool), project: started };
	},
	named,
	news: sessionNewsOf,
	answer: (verdict) => {
		switch (verdict.kind) {
			case "none":
			case "allow":
				return json({});
			case "ask":
				return preToolUseAnswer({ kind: "deny", reason: unasked(verdict.reason, dialect.title) });
			case "deny":
				return preToolUseAnswer(verdict);
		}
	},
};
