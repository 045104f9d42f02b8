/** A call as a harness makes it, as a request: `{"harness": "claude-code", "tool": "Read", "input": {"file_path": ".env"}}`. */
import type { Request } from "../../engine/request/request.js";
import { didYouMean } from "../../language/diagnostic/suggest.js";
import { isFields } from "./dialect/read-tool-call.js";
import { dialectNamed, hookedNames } from "./harnesses.js";
import { shellCallOf } from "./hooks/shell-call.js";
import { toolUseOf } from "./hooks/tool-call.js";
import { mcpNamed } from "./tools/mcp-name.js";

/** What it asks for. `folder`: where it would run, relative to the folder of the call. `mayBeDriven`: what is started may be told more than stands there. */
export interface HarnessRequest {
	readonly request: Request;
	readonly folder?: string;
	readonly mayBeDriven: boolean;
}

/** What it asks for, or why that can't be told. A call that changes nothing outside of the conversation asks for nothing. */
export function requestOfHarnessCall(harness: string, tool: string, input: unknown): HarnessRequest | string {
	const dialect = dialectNamed(harness);
	if (dialect === undefined) {
		const help = didYouMean(harness, hookedNames);
		return `\`${harness}\` is no harness whose tools are known${help === undefined ? "" : `: ${help}`}`;
	}
	if (input !== undefined && !isFields(input)) return "`call.input` is an object";
	const call = { ...(dialect.named ?? mcpNamed)(tool), input: input ?? {} };
	const shell = shellCallOf(call, dialect);
	if (dialect.shells.includes(tool)) {
		if (shell.kind !== "commands" || shell.commands.length !== 1)
			return `the call of \`${tool}\` holds no single command`;
		const { folder, mayBeDriven } = shell;
		const request = { ...shell.commands[0] } as Request;
		return { request, ...(folder === undefined ? {} : { folder }), mayBeDriven };
	}
	// A request is one or the other, and an answer about half of the call would be none.
	if (shell.kind === "unclear") return shell.why;
	if (shell.kind !== "none")
		return `the call of \`${tool}\` runs a shell's commands, too: ask about those as \`script\``;
	const use = toolUseOf(call, dialect);
	if ("unclear" in use) return use.unclear;
	return { request: { call: use.commands }, mayBeDriven: false };
}
